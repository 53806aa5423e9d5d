import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CommandPlace, onlyObject } from '../support/command-line.ts';

const place = new CommandPlace();

it('leaves a picture of the swap view with its own market, wallet and quote', async () => {
  const picture = join(place.folder, 'swap-view.png');
  const ended = await place.run(['demo', '--screenshot', picture, '--json']);
  expect(ended.code).toBe(0);
  expect(onlyObject(ended)).toMatchObject({ state: 'filled', screenshot: picture });
  const bytes = readFileSync(picture);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1280, 800]);
});
