import { describe, expect, it } from 'vitest';

import { PERIOD_SECONDS } from '#domain/candle.ts';
import type { Bar } from '../../../src-main/practice/charts/bar.ts';
import { TokenPast, type PastOptions } from '../../../src-main/practice/charts/past.ts';
import { cast, type CastMember } from '../../../src-main/practice/market/cast.ts';

const DAY = 86_400;
const END = Date.UTC(2026, 10, 18, 13, 27, 40) / 1000;

function member(ticker: string): CastMember {
  const found = cast.find(({ token }) => token.ticker === ticker && token.verified);
  if (!found) throw new Error(`no ${ticker}`);
  return found;
}

function past(ticker: string, more: Partial<PastOptions> = {}): TokenPast {
  const of = member(ticker);
  return new TokenPast({ seed: 7, member: of, end: END, endPrice: of.price, ...more });
}

const all = [0, Infinity] as const;
const change = ({ open, close }: Bar): number => Math.abs(close / open - 1);

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('the past of a token', () => {
  it('spans three years, and every day of them has trades', () => {
    const days = past('AMBER').bars('1day', ...all);
    expect(days[0]?.time).toBeLessThanOrEqual(END - 3 * 365 * DAY);
    expect(new Date((days[0]?.time ?? 0) * 1000).getUTCDay()).toBe(1);
    expect(days.at(-1)?.time).toBe(END - (END % DAY));
    expect(new Set(days.slice(1).map(({ time }, index) => time - (days[index]?.time ?? 0)))).toEqual(
      new Set([DAY]),
    );
  });

  it('ends at exactly the price and the moment at which the market begins', () => {
    for (const ticker of ['AMBER', 'MOTE', 'KELP', 'CNDR'])
      for (const period of ['20s', '15min', '1day', '1week'] as const) {
        const last = past(ticker)
          .bars(period, END - 8 * DAY, END + DAY)
          .at(-1);
        expect(last?.close).toBe(member(ticker).price);
        expect(last?.time).toBeLessThan(END);
      }
  });

  it('is the same for the same seed, and another for another', () => {
    const span = [END - 40 * DAY, END - 39 * DAY] as const;
    expect(past('TILL').bars('5min', ...span)).toEqual(past('TILL').bars('5min', ...span));
    const [own, other] = [past('TILL'), past('TILL', { seed: 8 })].map((item) => item.bars('5min', ...span));
    expect(own?.map(({ close }) => close)).not.toEqual(other?.map(({ close }) => close));
  });

  it('stays near the price that it ends with, whatever the size of that', () => {
    for (const { token, price, volatility, depth } of cast) {
      if (depth === 0 || volatility > 0.2) continue;
      const days = new TokenPast({
        seed: 3,
        member: member(token.ticker),
        end: END,
        endPrice: price,
      }).bars('1day', ...all);
      expect(Math.min(...days.map(({ low }) => low))).toBeGreaterThan(price / 200);
      expect(Math.max(...days.map(({ high }) => high))).toBeLessThan(price * 200);
    }
    expect(
      Math.min(
        ...past('MOTE')
          .bars('1day', ...all)
          .map(({ low }) => low),
      ),
    ).toBeLessThan(1e-8);
  });

  it('has gaps where a thin token did not trade, and hardly any in a busy one', () => {
    const span = [END - 60 * DAY, END - 50 * DAY] as const;
    const buckets = (10 * DAY) / PERIOD_SECONDS['5min'];
    expect(past('CNDR').bars('5min', ...span).length).toBeLessThan(buckets * 0.75);
    expect(past('AMBER').bars('5min', ...span).length).toBeGreaterThan(buckets * 0.97);
  });

  it('has calm and wild times: a day’s move says something about the size of the next', () => {
    const moves = past('KITE')
      .bars('1day', ...all)
      .map(change);
    const average = mean(moves);
    const after = (isWild: boolean): number =>
      mean(moves.slice(1).filter((_, index) => (moves[index] ?? 0) > 2 * average === isWild));
    expect(after(true)).toBeGreaterThan(1.15 * after(false));
  });

  it('is busier in the afternoon than at night', () => {
    const hours = past('AMBER').bars('1hour', END - 100 * DAY, END);
    const at = (hour: number): number =>
      mean(hours.filter(({ time }) => (time % DAY) / 3_600 === hour).map(({ lovelace }) => lovelace));
    expect(at(15)).toBeGreaterThan(2 * at(3));
  });

  it('can end in the first seconds of a day, and of a week', () => {
    for (const end of [
      Date.UTC(2026, 10, 16, 0, 0, 20),
      Date.UTC(2026, 10, 16),
      Date.UTC(2026, 10, 15, 23, 59, 40),
    ]) {
      const bars = past('AMBER', { end: end / 1000 }).bars('20s', end / 1000 - 3_600, end / 1000);
      expect(bars.at(-1)?.time).toBeLessThan(end / 1000);
      expect(
        past('AMBER', { end: end / 1000 })
          .bars('1week', ...all)
          .at(-1)?.close,
      ).toBe(member('AMBER').price);
    }
  });
});
