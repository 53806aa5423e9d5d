import { expect, test } from 'vitest';
import { CommandPlace, onlyObject } from '../../support/command-line.ts';

const place = new CommandPlace();

test('the demo ends with a filled trade, which its last line says', async () => {
  const { code, stdout, stderr } = await place.run(['demo', '--no-screenshot', '--seed', '11']);
  expect(stderr).toMatch(/\[1\/5\][^]*\[2\/5\][^]*\[3\/5\][^]*10000 ADA[^]*\[4\/5\][^]*Filled/);
  expect(code).toBe(0);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^[0-9a-f]{64} filled$/);
});

test('with --json it is one object', async () => {
  const ended = await place.run(['demo', '--no-screenshot', '--amount', '10', '--out', 'QUILL', '--json']);
  expect(ended.code).toBe(0);
  expect(onlyObject(ended)).toMatchObject({
    state: 'filled',
    pay: { amount: '10' },
    received: { ticker: 'QUILL' },
  });
});
