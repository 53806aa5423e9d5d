import { quantityIn } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { failed, type Result } from '#domain/result.ts';
import type { CborItem } from '../../cardano/cbor-scanner.ts';
import { constr, fieldsOf, natural, refuse } from '../plutus-data.ts';
import { readMinswapStable, type MinswapStablePool } from './stable-pool.ts';
import { otherSide, type Pool, type Side } from '../pool.ts';
import type { AuditedOrder } from '../audited-order.ts';
import { scriptOf, type Execution, type Holding, type Spent } from '../execution.ts';
import { frameTerms, type FrameTerms } from './frame-batch.ts';
import { isAddress } from '../plutus-address.ts';
import {
  isExecuted,
  type KnownOrder,
  positionsIn,
  REASON,
  replay,
  solePool,
  type Swapped,
} from '../replay.ts';
import { noneCheckable, type VenueBatch } from '../venue.ts';

/** A swap order's terms. */
interface SwapTerms extends Omit<FrameTerms, 'step'> {
  readonly side: Side;
}

/**
 * Minswap stable (`minswap-stableswap`, `validators/pool_validator.ak`, `validate_apply_pool`): the pool's redeemer lists
 * the orders by their place among the inputs at the pool's order script, last executed first. The outputs that go neither
 * to the pool nor to the batcher's address pay the orders in the sequence of their execution.
 */
export function auditMinswapStable(batch: VenueBatch): readonly AuditedOrder[] {
  const { execution, pools } = batch;
  const orders = batch.orders.filter(({ spent }) => isExecuted(spent));
  if (orders.length === 0) return [];
  const sole = solePool(batch);
  if (!sole.ok) return noneCheckable(orders, sole.failure);
  const poolInput = sole.value;
  const redeemer = batchIn(poolInput.redeemer);
  if (!redeemer) return noneCheckable(orders, REASON.redeemer);
  const before = readPool(poolInput, pools);
  if (!before.ok) return noneCheckable(orders, REASON.poolUnreadable(before.failure));
  const { pool, orders: script } = before.value;
  const atScript = execution.inputs.filter(({ held }) => scriptOf(held) === script);
  const inOrder = redeemer.places.flatMap((place) => atScript[place] ?? []);
  const complete =
    new Set(inOrder).size === redeemer.places.length && orders.every(({ spent }) => inOrder.includes(spent));
  if (!complete || inOrder.length !== atScript.length) return noneCheckable(orders, REASON.otherInputs);
  const paying = paymentsOf(execution, poolInput.held, execution.inputs[redeemer.license]?.held);
  if (!paying) return noneCheckable(orders, "its batcher's address is unknown");
  return replay(
    orders,
    inOrder,
    { pool, proven: poolInput.held.proven },
    swapTerms,
    (order, state, position) => oneSwap(order, state, paying[position]),
  );
}

function readPool({ held }: Spent, pools: VenueBatch['pools']): Result<MinswapStablePool, string> {
  const script = scriptOf(held);
  const { token, stable } = pools.get(script ?? '') ?? {};
  if (!held || script === undefined || token === undefined || !stable)
    return failed('it is not at a known pool script');
  return readMinswapStable({ script, value: held.value, datum: held.datum }, token, stable);
}

/** `ApplyPool [[order's place], license's input]`; the places come back in the sequence of execution. */
function batchIn(
  redeemer: CborItem | undefined,
): { readonly places: readonly number[]; readonly license: number } | undefined {
  const what = 'the redeemer of the batch';
  const read = positionsIn(redeemer, (item) => {
    const [places, license] = fieldsOf(item, 0, 2, what);
    if (places.kind !== 'array' || places.items.length === 0) return refuse(`${what} cannot be read`);
    return [license, ...places.items].map((place) => Number(natural(place, what)));
  });
  const [license, ...places] = read ?? [];
  return license === undefined ? undefined : { places: places.toReversed(), license };
}

/** The outputs that pay orders; `undefined` if it is unknown which ones are the batcher's. */
function paymentsOf(
  { outputs }: Execution,
  pool: Holding,
  license: Holding | undefined,
): readonly Holding[] | undefined {
  if (!license) return undefined;
  const own = new Set([pool.address?.hex, license.address?.hex]);
  return outputs.filter(({ address }) => !own.has(address?.hex));
}

/** The pool's state between two orders of a batch. */
interface PoolState {
  readonly pool: Pool;
  readonly proven: boolean;
}

/** The effect that one order must have on the pool, or the reason it cannot be computed. */
function oneSwap(
  { held, terms }: KnownOrder<SwapTerms>,
  { pool, proven: poolProven }: PoolState,
  output: Holding | undefined,
): Swapped<PoolState> | string {
  const { side, receiver, outputAda } = terms;
  const sold = quantityIn(held.value, pool.assets[side]);
  if (sold <= 0n) return REASON.sellsNothing;
  const { out, after } = pool.swap(side, sold);
  const proven = poolProven && held.proven;
  return {
    settlement: {
      pool,
      side,
      sold,
      mustPay: out,
      held,
      output: output && isAddress(output.address, receiver) ? output : undefined,
      costs: quantityIn(held.value, ADA) - outputAda,
      proven,
    },
    after: { pool: after, proven },
  };
}

/** `Exchange` among the constructors of `OrderStep`. */
const EXCHANGE = 0;

function swapTerms(item: CborItem): SwapTerms {
  const { step, ...frame } = frameTerms(item);
  if (constr(step, "the order's step").index !== BigInt(EXCHANGE))
    return refuse('it adds or removes liquidity: only swaps are recomputed');
  const [paid, received] = fieldsOf(step, EXCHANGE, 3, "the order's step");
  const side = natural(paid, 'the asset that the order pays') === 0n ? 0 : 1;
  const sold = natural(paid, 'the asset that the order pays');
  if (sold > 1n || natural(received, 'the asset that the order wants') !== BigInt(otherSide(side)))
    return refuse('it names assets that its pool does not trade');
  return { ...frame, side };
}
