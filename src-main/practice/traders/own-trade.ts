import { lovelaceIn, quantityIn, subtractValues } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { EpochMs } from '#domain/time.ts';
import { keyOf, sendOwn, signedBy } from '../accounts.ts';
import { withLeastFee, type DraftOutput } from '../chain/draft.ts';
import type { Unspent } from '../chain/ledger-state.ts';
import { poolAfter } from '../chain/scripts.ts';
import { applySwap, poolOut } from '../market/pools.ts';
import type { FillRequest } from '../market/quoting.ts';
import type { Pool } from '../market/types.ts';
import { tradedPools } from './crowd.ts';
import { purseOf, unspentPool } from './fill-transaction.ts';
import type { Floor } from './floor.ts';

/** Lovelace in the output that holds a token the batcher bought for itself. */
const WITH_TOKEN = 3_000_000n;
/** A batcher spends at most one part in this many of its account: it pays the fees of its fills from it. */
const KEEPS_OF_PURSE = 2n;
const LEAST_TRADE = 1_000_000n;

/**
 * Lovelace that a batcher can spend ahead of an order, at most `wished`, so that the pool still pays the order's minimum;
 * `undefined` if there is no room.
 */
export function roomBefore(
  { chain, keys }: Floor,
  pool: Pool,
  { amountIn, minimumOut = 0n }: FillRequest,
  wished: bigint,
): bigint | undefined {
  const purse = lovelaceIn(purseOf(chain, keyOf(keys, pool.exchange)).output.value);
  const most = purse / KEEPS_OF_PURSE;
  for (let spent = wished < most ? wished : most; spent >= LEAST_TRADE; spent /= 2n)
    if (
      poolOut(pool, 'buy', spent) > 0n &&
      poolOut(applySwap(pool, 'buy', spent), 'buy', amountIn) >= minimumOut
    )
      return spent;
  return undefined;
}

/**
 * A pool's batcher buys for itself with `spent` lovelace, in a separate transaction. Returns a function that sells all of
 * it back to the same pool.
 */
export function buyFirst(floor: Floor, pool: Pool, spent: bigint, now: EpochMs): () => void {
  const bought = poolOut(pool, 'buy', spent);
  const held = trade(floor, { poolId: pool.id, tokenIn: ADA, tokenOut: pool.token, amountIn: spent }, now);
  return () =>
    void trade(floor, { poolId: pool.id, tokenIn: pool.token, tokenOut: ADA, amountIn: bought }, now, held);
}

/** A batcher's own trade with a pool of its exchange. `held`: the token output it sells. Returns the token output it then holds. */
function trade(floor: Floor, request: FillRequest, now: EpochMs, held?: Unspent): Unspent | undefined {
  const { chain, keys, market } = floor;
  const moved = tradedPools(floor, () => {
    const filled = market.fill(request, now);
    return filled.ok ? filled.value : undefined;
  });
  const [pool] = moved ?? [];
  if (!pool) return undefined;
  const key = keyOf(keys, pool.exchange);
  const before = unspentPool(chain, pool, [...keys.batchers.keys()]);
  const purse = purseOf(chain, key);
  const after = poolAfter(before.output, pool);
  const spent = [before, purse, ...(held ? [held] : [])];
  const bought = quantityIn(before.output.value, pool.token) - quantityIn(after.value, pool.token);
  const purchase: readonly DraftOutput[] =
    bought > 0n
      ? [
          {
            address: key.address,
            value: new Map([
              [ADA, WITH_TOKEN],
              [pool.token, bought],
            ]),
          },
        ]
      : [];
  const fixed = [after, ...purchase];
  const ada =
    spent.reduce((sum, { output }) => sum + lovelaceIn(output.value), 0n) -
    fixed.reduce((sum, { value }) => sum + lovelaceIn(value), 0n);
  const drafted = withLeastFee(
    (fee) => ({
      inputs: spent.map(({ ref }) => ref),
      outputs: [
        ...fixed,
        { address: key.address, value: subtractValues(new Map([[ADA, ada]]), new Map([[ADA, fee]])) },
      ],
    }),
    1,
  );
  if (!drafted) throw new Error("a batcher's own trade cannot pay its fee");
  const { hash, outputs } = sendOwn(chain, signedBy(drafted.bytes, [key]), "a batcher's own trade");
  const output = outputs[1];
  return purchase.length > 0 && output ? { ref: { txHash: hash, index: 1 }, output } : undefined;
}
