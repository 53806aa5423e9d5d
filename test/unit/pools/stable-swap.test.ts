import { expect, it } from 'vitest';
import type { AssetId } from '#domain/asset.ts';
import { stableSwap } from '../../../src-main/exchanges/stable-swap.ts';

const assets = ['a1'.repeat(28) as AssetId, 'b2'.repeat(28) as AssetId] as const;

it('pays what the specification’s example says', () => {
  // `pool_utils.ak`, `test_get_y`: of 1,000,000 each at 2000, 900,005 are left when the other has become 1,100,000.
  const pool = stableSwap({
    assets,
    balances: [1_000_000n, 1_000_000n],
    multiples: [1n, 1n],
    amplification: 2000n,
    fee: 0n,
    adminFee: 0n,
  });
  expect(pool.swap(0, 100_000n).out).toBe(1_000_000n - 900_005n);
  expect(pool.swap(1, 100_000n).after.reserves).toEqual([900_005n, 1_100_000n]);
});

it('leaves the exchange’s share of the fee out of the balances, and scales both assets', () => {
  const terms = {
    assets,
    balances: [10n ** 12n, 10n ** 14n],
    multiples: [100n, 1n],
    amplification: 10n,
  } as const;
  const free = stableSwap({ ...terms, fee: 0n, adminFee: 0n }).swap(0, 10n ** 9n);
  const { out, after } = stableSwap({ ...terms, fee: 10_000_000n, adminFee: 500_000_000n }).swap(
    0,
    10n ** 9n,
  );
  const charged = (free.out * 10_000_000n) / 10n ** 10n;
  expect(out).toBe(free.out - charged);
  const kept = charged - (charged * 500_000_000n) / 10n ** 10n;
  expect(after.reserves).toEqual([10n ** 12n + 10n ** 9n, 10n ** 14n - free.out + kept]);
  expect(Number(free.out)).toBeCloseTo(1e11, -10);
});
