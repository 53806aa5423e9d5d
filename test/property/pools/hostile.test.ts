import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { Value } from '#domain/amount.ts';
import type { PoolOutput, Side } from '../../../src-main/exchanges/pool.ts';
import { placesOf, type ReportedOutput } from '../../../src-main/exchanges/routing/reported-pools.ts';
import { constr, datumHex, type Data } from '../../support/plutus-data.ts';
import { MAINNET_POOLS, WRITTEN_FORMS } from '../../support/pool-outputs.ts';

const readable = [...MAINNET_POOLS].filter(([, { form }]) => form !== undefined);

const number = fc.oneof(
  fc.bigInt({ min: -10n, max: 10n }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
  fc.constantFrom(0n, 1n, 10_000n, 99_999n, 100_000n, 2n ** 64n - 1n),
);
const { data } = fc.letrec<{ data: Data }>((tie) => ({
  data: fc.oneof(
    { depthSize: 'small' },
    number,
    fc.constantFrom('', '00', '7e'.repeat(28), '47454d'),
    fc.array(tie('data'), { maxLength: 4 }),
    fc
      .tuple(fc.constantFrom(0, 1, 2), fc.array(tie('data'), { maxLength: 15 }))
      .map(([index, fields]) => constr(index, ...fields)),
  ),
}));

/** Takes swaps of any size in turn: none throws, and none pays what the pool does not hold. */
function trade({ script, value, datum }: PoolOutput, sizes: readonly bigint[]): void {
  const read = MAINNET_POOLS.get(script)?.form?.read({ script, value, datum });
  if (read?.ok !== true) return;
  let pool = read.value;
  for (const [at, size] of sizes.entries()) {
    const side = (at % 2) as Side;
    const { out, after } = pool.swap(side, size);
    expect(out >= 0n && out <= pool.reserves[side === 0 ? 1 : 0]).toBe(true);
    pool = after;
  }
}

const sizes = fc.array(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), { minLength: 1, maxLength: 4 });

describe('what a back-end reports as a pool', () => {
  it.each(readable)('is refused or computed, never thrown at (%s)', (script, { token, stable }) => {
    const assets = [ADA, ...(stable?.assets ?? []), ...(token === undefined ? [] : [token])];
    const value = fc
      .array(fc.tuple(fc.constantFrom(...assets), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })))
      .map(
        (held): Value =>
          new Map<AssetId, bigint>([...held, ...(token === undefined ? [] : [[token, 1n] as const])]),
      );
    fc.assert(
      fc.property(value, fc.option(data), sizes, (held, datum, sold) => {
        trade({ script, value: held, datum: datum === null ? undefined : datumHex(datum) }, sold);
      }),
    );
    fc.assert(
      fc.property(value, fc.uint8Array({ maxLength: 80 }), sizes, (held, datum, sold) => {
        trade({ script, value: held, datum: Buffer.from(datum).toString('hex') }, sold);
      }),
    );
  });

  it.each(WRITTEN_FORMS)('may be a pool with one number forged ($name)', ({ write }) => {
    const reserve = fc.bigInt({ min: 1_000n, max: 2n ** 63n });
    fc.assert(
      fc.property(
        fc.tuple(reserve, reserve),
        fc.bigInt({ min: 0n, max: 20_000n }),
        sizes,
        (reserves, fee, sold) => {
          if (fee * 10n > 100_000n) return;
          trade(write({ reserves, fee }), sold);
        },
      ),
    );
  });
});

test('a pool without the token that marks it, or with two of it, is none', () => {
  for (const { script, known, write } of WRITTEN_FORMS) {
    const output = write({ reserves: [900_000_000n, 900_000_000n], fee: 30n });
    expect(known.form?.read(output).ok, script).toBe(true);
    const marks = [...output.value].filter(([, held]) => held === 1n);
    expect(marks.length, script).toBeGreaterThan(0);
    for (const [mark] of marks)
      for (const held of [0n, 2n]) {
        const value = new Map(output.value).set(mark, held);
        if (held === 0n) value.delete(mark);
        expect(known.form?.read({ ...output, value }).ok, `${script} ${mark} ${held}`).toBe(false);
      }
  }
});

test('no order is routed through pools whose fills may be at any price, nor where one pool is reported twice', () => {
  const outputs = WRITTEN_FORMS.map(({ write }, at): ReportedOutput => ({
    ...write({ reserves: [900_000_000n, 900_000_000n], fee: 30n }),
    reference: `${at.toString(16).padStart(64, '0')}#0`,
  }));
  const { places, complete, unread } = placesOf(outputs, MAINNET_POOLS, 0);
  const routed = ['Minswap V1', 'Minswap V2', 'Minswap stable', 'SundaeSwap V3'];
  expect(places.map(({ exchange }) => exchange)).toEqual(routed);
  expect([complete, unread]).toEqual([true, 3]);
  const richer = WRITTEN_FORMS.map(({ write }, at): ReportedOutput => ({
    ...write({ reserves: [900_000_000n, 5_000_000_000n], fee: 30n }),
    reference: `${at.toString(16).padStart(64, 'f')}#0`,
  }));
  expect(placesOf([...outputs, ...richer], MAINNET_POOLS, 0)).toMatchObject({ places: [], unread: 14 });
});
