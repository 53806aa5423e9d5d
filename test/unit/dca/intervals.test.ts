import { describe, expect, it } from 'vitest';
import {
  cycleAmounts,
  dcaInterval,
  DCA_INTERVALS,
  legalInterval,
  legalIntervals,
  runAfter,
  unsold,
} from '#domain/dca.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';

const at = (text: string): EpochMs => epochMs(Date.parse(text));
const months = (from: string, steps: number): string =>
  new Date(runAfter(at(from), dcaInterval('1month'), steps)).toISOString();

describe('the runs of a plan', () => {
  it('come on the same day of each month, on the last where it is missing, counted from the first', () => {
    const from = '2027-01-31T23:59:30.500Z';
    expect([0, 1, 2, 3, 13].map((steps) => months(from, steps))).toEqual([
      '2027-01-31T23:59:30.500Z',
      '2027-02-28T23:59:30.500Z',
      '2027-03-31T23:59:30.500Z',
      '2027-04-30T23:59:30.500Z',
      '2028-02-29T23:59:30.500Z',
    ]);
    expect(months('2024-02-29T00:00:00.000Z', 12)).toBe('2025-02-28T00:00:00.000Z');
    expect(months('2024-12-31T10:00:00.000Z', 1)).toBe('2025-01-31T10:00:00.000Z');
  });

  it('are as far apart as the interval says, whatever the clocks of a country do', () => {
    const from = at('2027-03-27T12:00:00Z');
    const hours = DCA_INTERVALS.filter(({ interval }) => interval !== 'monthly').map(
      (interval) => (runAfter(from, interval, 3) - from) / 3_600_000,
    );
    expect(hours).toEqual([0.05, 0.25, 0.75, 1.5, 3, 6, 12, 72, 504]);
  });
});

describe('the intervals', () => {
  it('are ten, each with its own name and words', () => {
    expect(DCA_INTERVALS).toHaveLength(10);
    expect(new Set(DCA_INTERVALS.map(({ id }) => id)).size).toBe(10);
    expect(new Set(DCA_INTERVALS.map(({ words }) => words)).size).toBe(10);
    expect(legalInterval('hourly', 4)?.id).toBe('4hour');
    expect(legalInterval('hourly', 3)).toBeUndefined();
    expect(legalInterval('daily', 2)).toBeUndefined();
    expect(() => dcaInterval('2day' as never)).toThrow(RangeError);
    expect(legalIntervals()).toMatch(/^every minute, .* or every month$/);
  });
});

describe('the parts of a plan', () => {
  it('are equal, with what is left over in the last', () => {
    expect(cycleAmounts(100n, 10)).toEqual({ each: 10n, last: 10n });
    expect(cycleAmounts(100n, 3)).toEqual({ each: 33n, last: 34n });
    expect(cycleAmounts(100n, 1)).toEqual({ each: 100n, last: 100n });
    for (const cycles of [0, -1, 1.5, 101, 1_001, Number.NaN])
      expect(cycleAmounts(100n, cycles)).toBeUndefined();
    expect([0, 1, 2, 3, 4].map((done) => unsold(100n, 3, done))).toEqual([100n, 67n, 34n, 0n, 0n]);
  });
});
