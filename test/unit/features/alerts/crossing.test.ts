import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstSeen,
  step,
  type Crossing,
  type Seen,
  type Stretch,
} from '../../../../src-main/features/alerts/crossing.ts';

const LEVEL = 100;
const MINUTE = 60;

/** A minute's candle of the prices in the order in which they traded. */
function minute(at: number, ...prices: readonly number[]): Stretch {
  const [from, close] = [at * MINUTE, prices.at(-1) ?? 0];
  return { from, to: from, high: Math.max(...prices), low: Math.min(...prices), close };
}

/** The crossings of a run of stretches; the first one is where the watch begins. */
function crossings(first: Stretch, ...rest: readonly Stretch[]): readonly Crossing[] {
  let seen = firstSeen(LEVEL, first);
  return rest.flatMap((stretch) => {
    const stepped = step(LEVEL, seen, stretch);
    // As it is read again after a restart.
    seen = JSON.parse(JSON.stringify(stepped.seen)) as Seen;
    return stepped.crossing ?? [];
  });
}

const ways = (...run: Parameters<typeof crossings>): readonly string[] =>
  crossings(...run).map(({ to, back }) => (back ? `back ${to}` : String(to)));

describe('the crossing of a price', () => {
  it('is told up and down, once each', () => {
    expect(ways(minute(0, 90), minute(1, 95, 101), minute(2, 102), minute(3, 99), minute(4, 98))).toEqual([
      'above',
      'below',
    ]);
  });

  it('is none where the level is only touched, and the side from before holds', () => {
    expect(ways(minute(0, 90), minute(1, 100), minute(2, 95))).toEqual([]);
    expect(ways(minute(0, 90), minute(1, 100), minute(2, 100), minute(3, 101))).toEqual(['above']);
    expect(ways(minute(0, 110), minute(1, 100), minute(2, 99))).toEqual(['below']);
  });

  it('is none where the watch begins exactly on the level and the price leaves it', () => {
    expect(ways(minute(0, 100), minute(1, 100, 101), minute(2, 102))).toEqual([]);
    expect(ways(minute(0, 100), minute(1, 99), minute(2, 98))).toEqual([]);
    expect(ways(minute(0, 100), minute(1, 101), minute(2, 99))).toEqual(['below']);
    expect(ways(minute(0, 100), minute(1, 99, 101))).toEqual(['above']);
    expect(ways(minute(0, 100), minute(0, 99, 100, 101, 99))).toEqual(['below']);
  });

  it('is told of a spike, which came back', () => {
    expect(ways(minute(0, 90), minute(1, 90, 120, 95))).toEqual(['back below']);
    expect(ways(minute(0, 110), minute(1, 90, 105))).toEqual(['back above']);
    // A spike that ends on the level has reached the other side.
    expect(ways(minute(0, 90), minute(1, 110, 100), minute(2, 105))).toEqual(['above']);
  });

  it('of a minute that was open counts only what came after', () => {
    const open = minute(5, 90, 120, 95);
    expect(ways(open, open)).toEqual([]);
    expect(ways(open, minute(5, 90, 120, 95, 99))).toEqual([]);
    expect(ways(open, minute(5, 90, 120, 95, 101))).toEqual(['above']);
    expect(ways(open, minute(5, 90, 121, 95))).toEqual(['back below']);
  });

  it('is not told again of what was seen, however often and from whenever it is answered', () => {
    const run = [minute(1, 101), minute(2, 99), minute(3, 103)];
    const again = [...run, ...run, minute(3, 103), minute(1, 101), minute(4, 104)];
    expect(ways(minute(0, 90), ...again)).toEqual(ways(minute(0, 90), ...run, minute(4, 104)));
  });

  it('is not told again by the minutes of a longer stretch that was seen', () => {
    const hour: Stretch = { from: 3_600, to: 7_140, high: 120, low: 80, close: 110 };
    expect(ways(minute(0, 90), hour, minute(100, 90), minute(119, 120, 110), minute(120, 111))).toEqual([
      'above',
    ]);
  });
});

describe('for any trades', () => {
  const price = fc.oneof(fc.integer({ min: 95, max: 105 }), fc.constant(LEVEL));
  const traded = fc.array(fc.array(price, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 20 });

  /** Whether prices were strictly on both sides, in this order. */
  const changesSide = (prices: readonly number[]): boolean => {
    const sides = prices.filter((each) => each !== LEVEL).map((each) => each > LEVEL);
    return sides.some((side) => side !== sides[0]);
  };

  it('a crossing is told exactly where the price was on both sides', () => {
    fc.assert(
      fc.property(traded, (minutes) => {
        const stretches = minutes.map((prices, at) => minute(at, ...prices));
        const [first, ...rest] = stretches;
        if (!first) return;
        // Trades before the watch began are no news, but the price they ended at counts.
        const heard = [minutes[0]?.at(-1) ?? LEVEL, ...minutes.slice(1).flat()];
        expect(crossings(first, ...rest).length > 0).toBe(changesSide(heard));
      }),
    );
  });

  it('what is told alternates, but for spikes that came back', () => {
    fc.assert(
      fc.property(traded, (minutes) => {
        const [first, ...rest] = minutes.map((prices, at) => minute(at, ...prices));
        if (!first) return;
        const sides = crossings(first, ...rest).filter(({ to, back }) => to !== undefined && !back);
        for (const [at, { to }] of sides.entries()) if (at > 0) expect(to).not.toBe(sides[at - 1]?.to);
      }),
    );
  });

  it('looking more often, at minutes still open, never loses a crossing', () => {
    fc.assert(
      fc.property(traded, (minutes) => {
        const [first, ...rest] = minutes.map((prices, at) => minute(at, ...prices));
        if (!first) return;
        const looks = minutes
          .slice(1)
          .flatMap((prices, at) => prices.map((_, count) => minute(at + 1, ...prices.slice(0, count + 1))));
        const often = crossings(first, ...looks);
        const rarely = crossings(first, ...rest);
        expect(often.length).toBeGreaterThanOrEqual(rarely.length);
        expect(often.length > 0).toBe(rarely.length > 0);
      }),
    );
  });

  it('answering any of it again, in any order, tells nothing new', () => {
    fc.assert(
      fc.property(traded, fc.array(fc.nat(), { maxLength: 20 }), (minutes, picks) => {
        const [first, ...rest] = minutes.map((prices, at) => minute(at, ...prices));
        if (!first) return;
        const again = picks.flatMap((pick) => rest[pick % Math.max(rest.length, 1)] ?? []);
        expect(crossings(first, ...rest, ...again)).toEqual(crossings(first, ...rest));
      }),
    );
  });

  it('turned upside down, the same is told the other way round', () => {
    const mirrored = ({ from, to, high, low, close }: Stretch): Stretch => ({
      from,
      to,
      high: 2 * LEVEL - low,
      low: 2 * LEVEL - high,
      close: 2 * LEVEL - close,
    });
    fc.assert(
      fc.property(traded, (minutes) => {
        const [first, ...rest] = minutes.map((prices, at) => minute(at, ...prices));
        if (!first) return;
        const turned = crossings(mirrored(first), ...rest.map(mirrored));
        const otherSide = { above: 'below', below: 'above' } as const;
        expect(turned.map(({ to, ...rest }) => ({ ...rest, to: to && otherSide[to] }))).toEqual(
          crossings(first, ...rest),
        );
      }),
    );
  });
});
