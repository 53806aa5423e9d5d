import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, parseDecimal } from '#domain/decimal.ts';
import { equalParts, ladderAmounts, ladderPrices } from '#domain/ladder.ts';
import { LADDER_SIZES, LADDER_SPACINGS } from '#domain/limit-order.ts';
import {
  bothWays,
  comparePrices,
  leastReceived,
  readPrice,
  wirePrice,
  type OrderPart,
  type Side,
} from '#domain/limit-price.ts';
import { must } from '../../support/trader.ts';

const sides = fc.constantFrom<Side>('buy', 'sell');
const decimalsOf = fc.integer({ min: 0, max: 15 });
/** A positive decimal as people type it. */
const typedText = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, places]) => formatDecimal(digits, places));
const amounts = fc.bigInt({ min: 1_000n, max: 45_000_000_000_000_000n });

/** The price as a service that rounds down builds it, from the wire's decimal text alone. */
function builtByFloor(side: Side, pay: bigint, wire: string, decimals: number): bigint {
  const scaled = parseDecimal(wire, 60) ?? 0n;
  const lovelace = scaled * 10n ** 6n;
  const units = 10n ** BigInt(60 + decimals);
  return side === 'buy' ? (pay * units) / lovelace : (pay * lovelace) / units;
}

describe('limit prices', () => {
  it('one typed in either direction is the same exact price', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), decimalsOf, (tokens, decimals) => {
        const inverse = must(readPrice({ form: 'token-per-ada', text: String(tokens) }, decimals, undefined));
        // So many tokens for an ADA: one ADA buys exactly so many base units.
        expect(inverse.lovelace * tokens * 10n ** BigInt(decimals)).toBe(inverse.units * 1_000_000n);
      }),
    );
  });

  it('a percentage counts from the market, exactly', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.integer({ min: -9_999, max: 100_000 }),
        decimalsOf,
        (micro, bps, decimals) => {
          const market = Number(formatDecimal(micro, 6));
          const text = formatDecimal(BigInt(bps), 2);
          const price = must(readPrice({ form: 'percent', text }, decimals, market));
          const straight = must(readPrice({ form: 'percent', text: '0' }, decimals, market));
          expect(price.lovelace * straight.units * 10_000n).toBe(
            straight.lovelace * price.units * BigInt(10_000 + bps),
          );
        },
      ),
    );
  });

  it('the least received is never below the price, and less than a base unit above it', () => {
    fc.assert(
      fc.property(sides, typedText, decimalsOf, amounts, (side, text, decimals, pay) => {
        const price = must(readPrice({ form: 'ada-per-token', text }, decimals, undefined));
        const least = leastReceived(side, pay, price);
        if (!least.ok) return;
        const [given, taken] =
          side === 'buy' ? [pay * price.units, price.lovelace] : [pay * price.lovelace, price.units];
        expect(least.value * taken >= given).toBe(true);
        expect((least.value - 1n) * taken < given).toBe(true);
      }),
    );
  });

  it('the price sent brings the least even where the service rounds down, and stays within a unit of the typed one', () => {
    fc.assert(
      fc.property(
        sides,
        typedText,
        decimalsOf,
        amounts,
        fc.integer({ min: 1, max: 12 }),
        (side, text, decimals, amount, count) => {
          const price = must(readPrice({ form: 'ada-per-token', text }, decimals, undefined));
          const pays = equalParts(amount, count);
          if (!pays.ok) return;
          const parts: OrderPart[] = [];
          for (const pay of pays.value) {
            const least = leastReceived(side, pay, price);
            if (!least.ok) return;
            parts.push({ pay, atLeast: least.value });
          }
          const wire = wirePrice(side, parts, decimals);
          if (!wire.ok) return;
          expect(wire.value).toMatch(/^\d{1,40}(\.\d{1,40})?$/);
          expect(wire.value.replace(/^0\.0*|\.|0+$/g, '').length).toBeLessThanOrEqual(40);
          for (const { pay, atLeast } of parts)
            expect(builtByFloor(side, pay, wire.value, decimals) >= atLeast).toBe(true);
        },
      ),
    );
  });

  it('a price that divides evenly is sent as it was typed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999 }),
        fc.bigInt({ min: 1n, max: 10n ** 6n }),
        (micro, tokens) => {
          const text = formatDecimal(BigInt(micro), 6);
          const price = must(readPrice({ form: 'ada-per-token', text }, 6, undefined));
          const pay = tokens * BigInt(micro);
          const atLeast = must(leastReceived('buy', pay, price));
          expect(must(wirePrice('buy', [{ pay, atLeast }], 6))).toBe(text);
        },
      ),
    );
  });

  it('is shown in both directions, never better for the other side than it is', () => {
    fc.assert(
      fc.property(sides, typedText, decimalsOf, (side, text, decimals) => {
        const price = must(readPrice({ form: 'ada-per-token', text }, decimals, undefined));
        const { adaPerToken, tokenPerAda } = bothWays(side, price, decimals);
        const told = readPrice({ form: 'ada-per-token', text: adaPerToken }, decimals, undefined);
        const inverse = readPrice({ form: 'token-per-ada', text: tokenPerAda }, decimals, undefined);
        if (!told.ok || !inverse.ok) return;
        const sign = side === 'buy' ? 1 : -1;
        expect(comparePrices(told.value, price) * sign).toBeLessThanOrEqual(0);
        expect(comparePrices(inverse.value, price) * sign).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('ladders', () => {
  it('the parts sum to the total, none is nothing, and they grow as asked', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.integer({ min: 2, max: 30 }),
        fc.constantFrom(...LADDER_SIZES),
        (amount, count, sizes) => {
          const parts = ladderAmounts(amount, count, sizes);
          if (!parts.ok) {
            expect(parts.failure.code).toBe('too-many-parts');
            return;
          }
          expect(parts.value).toHaveLength(count);
          expect(parts.value.reduce((sum, part) => sum + part, 0n)).toBe(amount);
          expect(parts.value.every((part) => part > 0n)).toBe(true);
          for (const [at, part] of parts.value.entries())
            if (at > 0) expect(part >= (parts.value[at - 1] ?? 0n)).toBe(true);
          if (sizes === 'equal') {
            const [first = 0n] = parts.value;
            expect(parts.value.slice(0, -1).every((part) => part === first)).toBe(true);
            expect((parts.value.at(-1) ?? 0n) - first < BigInt(count)).toBe(true);
          }
        },
      ),
    );
  });

  it('the prices go from the first to the last, in order, both ends exact', () => {
    fc.assert(
      fc.property(
        typedText,
        typedText,
        fc.integer({ min: 2, max: 30 }),
        fc.constantFrom(...LADDER_SPACINGS),
        (one, other, count, spacing) => {
          const from = must(readPrice({ form: 'ada-per-token', text: one }, 6, undefined));
          const to = must(readPrice({ form: 'ada-per-token', text: other }, 6, undefined));
          const prices = ladderPrices(from, to, count, spacing);
          expect(prices).toHaveLength(count);
          expect([prices[0], prices.at(-1)]).toEqual([from, to]);
          const direction = Math.sign(comparePrices(to, from));
          const inner = prices.slice(1, -1);
          // Twelve digits: ends that are closer than that leave no room between them.
          const close = Math.abs(Number(one) - Number(other)) < Number(one) * 1e-9;
          if (close) return;
          for (const [at, price] of inner.entries()) {
            const before = prices[at];
            if (before) expect(comparePrices(price, before) * direction).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });
});
