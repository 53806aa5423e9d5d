import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { Candle } from '#domain/candle.ts';
import {
  aboutMs,
  cycleAmounts,
  DCA_INTERVALS,
  DCA_UNITS,
  legalInterval,
  MOST_CYCLES,
  runAfter,
  unsold,
  type DcaIntent,
} from '#domain/dca.ts';
import { epochMs } from '#domain/time.ts';
import { pastPlans } from '../../../src-main/features/dca/past-plans.ts';
import { answeringService } from '../../support/answering-service.ts';
import { codeOf } from '../../support/trader.ts';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 24n });
const cycles = fc.integer({ min: 1, max: MOST_CYCLES });
const intervals = fc.constantFrom(...DCA_INTERVALS);
const moments = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2080, 11, 31) }).map(epochMs);

describe('the parts of a plan', () => {
  it('sum to the total, are equal but for the last, and none is smaller than the others', () => {
    fc.assert(
      fc.property(amounts, cycles, (total, count) => {
        const parts = cycleAmounts(total, count);
        if (!parts) {
          expect(total).toBeLessThan(BigInt(count));
          return;
        }
        expect(parts.each * BigInt(count - 1) + parts.last).toBe(total);
        expect(parts.last).toBeGreaterThanOrEqual(parts.each);
        expect(parts.last - parts.each).toBeLessThan(BigInt(count));
      }),
    );
  });

  it('leave with each trade exactly what the trades to come sell', () => {
    fc.assert(
      fc.property(amounts, cycles, fc.nat(MOST_CYCLES + 5), (total, count, done) => {
        const parts = cycleAmounts(total, count);
        fc.pre(parts !== undefined);
        const left = count - Math.min(done, count);
        const rest = left === 0 ? 0n : (parts?.each ?? 0n) * BigInt(left - 1) + (parts?.last ?? 0n);
        expect(unsold(total, count, done)).toBe(rest);
      }),
    );
  });
});

describe('the runs of a plan', () => {
  it('come one after the other, never twice at one time, and months at their day or their last', () => {
    fc.assert(
      fc.property(moments, intervals, fc.nat(400), (from, interval, step) => {
        const [now, next] = [runAfter(from, interval, step), runAfter(from, interval, step + 1)];
        expect(next).toBeGreaterThan(now);
        if (interval.interval !== 'monthly') {
          expect(next - now).toBe(aboutMs(interval));
          return;
        }
        const [start, date] = [new Date(from), new Date(next)];
        const count =
          (date.getUTCFullYear() - start.getUTCFullYear()) * 12 + date.getUTCMonth() - start.getUTCMonth();
        expect(count).toBe(step + 1);
        const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
        expect(date.getUTCDate()).toBe(Math.min(start.getUTCDate(), lastDay));
        expect(next % 86_400_000).toBe(from % 86_400_000);
      }),
    );
  });
});

describe('intervals before the service', () => {
  const token = `${'7e'.repeat(28)}47454d` as AssetId;
  const decimals = (asset: AssetId): number => (asset === ADA ? 6 : 2);
  const intentOf = (interval: string, intervalLength: number, count = 10): DcaIntent => ({
    pay: { asset: ADA, quantity: 100_000_000n },
    receive: token,
    interval,
    intervalLength,
    cycles: count,
    slippageBps: 100,
    exchanges: [],
  });
  const service = answeringService();
  beforeEach(() => service.server.answers({ cbor: '84a0' }));

  it('takes all ten, as the service writes them', async () => {
    for (const { interval, length } of DCA_INTERVALS) {
      const built = await service.client.dcaCreate(intentOf(interval, length), 'addr_test1own', decimals);
      expect([interval, length, built.ok]).toEqual([interval, length, true]);
    }
    const sent = service.server.seen.map(
      ({ body }) => JSON.parse(body.toString()) as Record<string, unknown>,
    );
    expect(sent.map((body) => [body['interval'], body['interval_length']])).toEqual(
      DCA_INTERVALS.map(({ interval, length }) => [interval, length]),
    );
  });

  it('refuses 200 others, each before anything is sent', async () => {
    const words = fc.oneof(
      fc.constantFrom(...DCA_UNITS, 'yearly', 'Daily', 'MINUTELY', 'minute', ''),
      fc.string(),
    );
    const lengths = fc.oneof(
      fc.integer({ min: -5, max: 70 }),
      fc.double(),
      fc.constantFrom(Number.NaN, 1.5, 0),
    );
    const others = fc.tuple(words, lengths).filter(([word, length]) => !legalInterval(word, length));
    const sample = fc.sample(others, { numRuns: 200, seed: 6 });
    expect(sample).toHaveLength(200);
    for (const [word, length] of sample) {
      const refused = await service.client.dcaCreate(intentOf(word, length), 'addr_test1own', decimals);
      expect([word, length, codeOf(refused)]).toEqual([word, length, 'dca-interval-refused']);
    }
    for (const count of [0, -1, 1.5, MOST_CYCLES + 1, Number.NaN])
      expect(
        codeOf(await service.client.dcaCreate(intentOf('daily', 1, count), 'addr_test1own', decimals)),
      ).toBe('dca-cycles-refused');
    expect(service.server.seen).toEqual([]);
  });
});

describe('a plan on the past', () => {
  const walk = fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), { minLength: 1, maxLength: 300 });

  it('has averages between the lowest and the highest price, with best and worst at the ends', () => {
    fc.assert(
      fc.property(
        walk,
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom('buy' as const, 'sell' as const),
        amounts,
        (prices, count, side, total) => {
          const parts = cycleAmounts(total, count);
          fc.pre(parts !== undefined);
          const candles = prices.map((close, at): Candle => ({
            time: 1_700_000_000 + at * 3_600,
            open: close,
            high: close,
            low: close,
            close,
            volume: 0,
          }));
          const interval = DCA_INTERVALS[4];
          const plan = { side, interval, cycles: count, each: parts?.each ?? 0n, last: parts?.last ?? 0n };
          const past = pastPlans(plan, candles, 50);
          expect(past.windows.length > 0).toBe(prices.length >= count);
          const [low, high] = [Math.min(...prices), Math.max(...prices)];
          for (const { average, lumpSum, advantage, from, to } of past.windows) {
            expect(average).toBeGreaterThanOrEqual(low * (1 - 1e-9));
            expect(average).toBeLessThanOrEqual(high * (1 + 1e-9));
            expect(to - from).toBe((count - 1) * 3_600_000);
            expect(advantage > 1e-9).toBe(
              side === 'buy' ? average < lumpSum * (1 - 1e-9) : average > lumpSum * (1 + 1e-9),
            );
          }
          if (past.best && past.worst) {
            const averages = past.windows.map(({ average }) => average);
            const [least, most] = [Math.min(...averages), Math.max(...averages)];
            expect(past.best.average).toBe(side === 'buy' ? least : most);
            expect(past.worst.average).toBe(side === 'buy' ? most : least);
            expect(past.best.runs).toHaveLength(count);
          }
        },
      ),
    );
  });
});
