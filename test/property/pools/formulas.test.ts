import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { otherSide, type Pool, type Side } from '../../../src-main/exchanges/pool.ts';
import { WRITTEN_FORMS, type WrittenForm } from '../../support/pool-outputs.ts';

const reserve = fc.bigInt({ min: 1_000n, max: 10n ** 15n });
const side = fc.constantFrom<Side>(0, 1);
const fee = fc.bigInt({ min: 20n, max: 2_000n });
const wishes = fc.record({ reserves: fc.tuple(reserve, reserve), fee });
/** A stable pool's balances stay near each other: far apart, the steps of its roots are wider than a base unit. */
const stableWishes = fc
  .tuple(fc.bigInt({ min: 10n ** 6n, max: 10n ** 14n }), fc.bigInt({ min: 50n, max: 2_000n }), fee)
  .map(([first, permille, charged]) => ({
    reserves: [first, (first * permille) / 1_000n] as const,
    fee: charged,
  }));
const part = fc.integer({ min: 1, max: 3_000_000 });

/** Base units that the roundings of a curve other than the constant product may add to a second swap. */
const slack = (name: string): bigint => (name === 'minswap-stable' ? 16n : 1n);

function poolOf(form: WrittenForm, wished: Parameters<WrittenForm['write']>[0]): Pool {
  const read = form.known.form?.read(form.write(wished));
  if (read?.ok !== true) throw new Error(`it cannot be read: ${read?.failure ?? ''}`);
  return read.value;
}

/** Up to three times what the pool holds. */
function quantity(pool: Pool, of: Side, millionths: number): bigint {
  return (pool.reserves[of] * BigInt(millionths)) / 1_000_000n + 1n;
}

describe.each(WRITTEN_FORMS)('a pool of the form $name', (form) => {
  const wish = form.name === 'minswap-stable' ? stableWishes : wishes;

  it('pays out of what it holds, and keeps what it takes', () => {
    fc.assert(
      fc.property(wish, side, part, (wished, sells, share) => {
        const pool = poolOf(form, wished);
        const { out, after } = pool.swap(sells, quantity(pool, sells, share));
        expect(out >= 0n && out <= pool.reserves[otherSide(sells)]).toBe(true);
        expect(after.reserves.every((held) => held >= 0n)).toBe(true);
        if (pool.keeps) {
          expect(after.reserves[0] * after.reserves[1]).toBeGreaterThanOrEqual(
            pool.reserves[0] * pool.reserves[1],
          );
        }
      }),
    );
  });

  it('pays no more than the curve that it states', () => {
    fc.assert(
      fc.property(wish, side, part, (wished, sells, share) => {
        const pool = poolOf(form, wished);
        const keep = pool.keeps?.[sells];
        if (!keep) return;
        const sold = quantity(pool, sells, share);
        const counted = sold * keep.parts;
        const most = (pool.reserves[otherSide(sells)] * counted) / (pool.reserves[sells] * keep.of + counted);
        expect(pool.swap(sells, sold).out).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('gives nobody more back than it was given', () => {
    fc.assert(
      fc.property(wish, side, part, (wished, sells, share) => {
        const pool = poolOf(form, wished);
        const sold = quantity(pool, sells, share);
        const { out, after } = pool.swap(sells, sold);
        if (out > 0n)
          expect(after.swap(otherSide(sells), out).out).toBeLessThanOrEqual(sold + slack(form.name) - 1n);
      }),
    );
  });

  it('pays no less for more, and no more for the same in two parts', () => {
    fc.assert(
      fc.property(wish, side, part, part, (wished, sells, share, more) => {
        const pool = poolOf(form, wished);
        const [first, second] = [quantity(pool, sells, share), quantity(pool, sells, more)];
        const whole = pool.swap(sells, first + second).out;
        const once = pool.swap(sells, first);
        expect(whole).toBeGreaterThanOrEqual(once.out - slack(form.name));
        // A stable pool takes its fee from what it pays, so the first part's fee stays where the second is paid from.
        const kept = form.name === 'minswap-stable' ? once.out / 10_000n : 0n;
        const twice = once.out + once.after.swap(sells, second).out;
        expect(twice).toBeLessThanOrEqual(whole + kept + slack(form.name));
      }),
    );
  });
});

describe.each(WRITTEN_FORMS.filter(({ statesFee }) => statesFee))('a pool of the form $name', (form) => {
  it('pays no more for a higher fee', () => {
    fc.assert(
      fc.property(wishes, side, part, fee, (wished, sells, share, other) => {
        const pool = poolOf(form, wished);
        const sold = quantity(pool, sells, share);
        const [low, high] = wished.fee < other ? [wished.fee, other] : [other, wished.fee];
        const out = (charged: bigint): bigint =>
          poolOf(form, { ...wished, fee: charged }).swap(sells, sold).out;
        expect(out(high)).toBeLessThanOrEqual(out(low));
      }),
    );
  });
});
