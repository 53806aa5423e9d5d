import { describe, expect, it } from 'vitest';
import { SaveBudget } from '../../../src-main/gate/outside.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { MINUTE_MS } from '#domain/time.ts';

/** How many files of a size are let through before the first refusal. */
function letThrough(budget: SaveBudget, bytes: number): number {
  for (let count = 0; ; count += 1) if (budget.spend(bytes)) return count;
}

describe('what the trading window may save', () => {
  it('is ten files in a minute, and then again', async () => {
    const clock = new ManualClock();
    const budget = new SaveBudget(clock, () => undefined);
    expect(letThrough(budget, 1_000)).toBe(10);
    expect(budget.spend(1)).toMatchObject({ code: 'saving-paused', data: { minutes: 1 } });
    await clock.advance(MINUTE_MS - 1);
    expect(budget.spend(1)?.code).toBe('saving-paused');
    await clock.advance(1);
    expect(letThrough(budget, 1_000)).toBe(10);
  });

  it('is 200 files and half a gigabyte in a day, however slowly', async () => {
    for (const [bytes, most] of [
      [1_000, 200],
      [9_000_000, 55],
    ] as const) {
      const clock = new ManualClock();
      const budget = new SaveBudget(clock, () => undefined);
      let saved = 0;
      for (let minute = 0; minute < 23 * 60; minute += 1) {
        saved += letThrough(budget, bytes);
        await clock.advance(MINUTE_MS);
      }
      expect(saved).toBe(most);
      expect(budget.spend(bytes)?.data?.['minutes']).toBe(60);
      await clock.advance(60 * MINUTE_MS);
      expect(budget.spend(bytes)).toBeUndefined();
    }
  });

  it('is not made less by setting the clock', () => {
    const clock = new ManualClock();
    const budget = new SaveBudget(clock, () => undefined);
    letThrough(budget, 1);
    clock.jump(48 * 60 * MINUTE_MS);
    expect(budget.spend(1)?.code).toBe('saving-paused');
  });
});
