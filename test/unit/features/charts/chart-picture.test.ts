import { describe, expect, it } from 'vitest';

import { mainTable, type MainTable } from '#contract/index.ts';
import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import { Gate } from '../../../../src-main/gate/gate.ts';
import type { Handlers } from '../../../../src-main/gate/handlers.ts';
import { chartCalls } from '../../../../src-main/features/charts/chart-calls.ts';
import { SaveBudget } from '../../../../src-main/gate/outside.ts';
import type { SavedFile } from '../../../../src-main/ports/windows.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

function gate(folder = 'Downloads'): {
  readonly gate: Gate<MainTable>;
  readonly saved: { name: string; bytes: Buffer }[];
} {
  const saved: { name: string; bytes: Buffer }[] = [];
  const windows = {
    saveFile(name: string, content: string | Uint8Array): Promise<SavedFile> {
      saved.push({ name, bytes: Buffer.from(content) });
      return Promise.resolve({ saved: true, path: `${folder}/${name}` });
    },
  };
  const calls = chartCalls({
    profiles: { current: () => failed(failure('practice-unavailable')) },
    feeds: { watch: () => failed(failure('pair-without-chart')), unwatch: () => undefined },
    windows,
    budget: new SaveBudget(new ManualClock(), () => undefined),
  });
  const handlers = { calls, topics: {} } as unknown as Handlers<MainTable>;
  return { gate: new Gate(mainTable, handlers, silent, () => 'incident'), saved };
}

describe('a picture of the chart', () => {
  it('is saved as its bytes, however many there are', async () => {
    const { gate: door, saved } = gate();
    const bytes = Buffer.concat([PNG, Buffer.alloc(300_000, 7)]);
    const input = { name: 'AMBER-ADA-15m-2026-11-21.png', picture: bytes.toString('base64') };
    const answer = await door.call('chart.savePicture', input);
    expect(answer).toEqual({ ok: true, value: { saved: true, path: `Downloads/${input.name}` } });
    expect(saved).toEqual([{ name: input.name, bytes }]);
  });

  it.each(['/home/trader', 'C:/Users/trader', '//server/share'])(
    'is saved without a word to the page of the folder %s',
    async (folder) => {
      const { gate: door, saved } = gate(folder);
      const answer = await door.call('chart.savePicture', { name: 'a.png', picture: PNG.toString('base64') });
      expect(saved.length).toBe(1);
      expect(JSON.stringify(answer)).not.toContain(folder);
    },
  );

  it.each([
    ['another kind of file', { name: 'a.png', picture: Buffer.from('#!/bin/sh').toString('base64') }],
    ['a name with a folder', { name: '../a.png', picture: PNG.toString('base64') }],
    ['a name that hides', { name: '.bashrc.png', picture: PNG.toString('base64') }],
    ['another ending', { name: 'a.sh', picture: PNG.toString('base64') }],
    ['more than any picture', { name: 'a.png', picture: `iVBORw0KGgo${'A'.repeat(12_100_000)}` }],
  ])('is not %s', async (_, input) => {
    const { gate: door, saved } = gate();
    expect(await door.call('chart.savePicture', input)).toMatchObject({
      ok: false,
      failure: { code: 'request-refused' },
    });
    expect(saved).toEqual([]);
  });

  it('is not saved again and again without end', async () => {
    const { gate: door, saved } = gate();
    const input = { name: 'a.png', picture: PNG.toString('base64') };
    for (let count = 0; count < 10; count += 1)
      expect(await door.call('chart.savePicture', input)).toMatchObject({ ok: true });
    for (let count = 0; count < 100; count += 1)
      expect(await door.call('chart.savePicture', input)).toMatchObject({
        failure: { code: 'saving-paused' },
      });
    expect(saved).toHaveLength(10);
  });

  it('makes no other message longer', async () => {
    const { gate: door } = gate();
    const answer = await door.call('chart.unwatch', { slot: 'main'.padEnd(70_000) });
    expect(answer).toMatchObject({ failure: { data: { reason: 'the message is too large' } } });
  });
});
