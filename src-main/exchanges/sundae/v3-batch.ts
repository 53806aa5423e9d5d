import { quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failed, type Result } from '#domain/result.ts';
import type { CborItem } from '../../cardano/cbor-scanner.ts';
import { asset, constr, demandEmpty, fieldsOf, listOf, natural, refuse } from '../plutus-data.ts';
import { otherSide, sideOf, type Pool } from '../pool.ts';
import { readSundaeV3, type SundaeV3Pool } from './v3-pool.ts';
import type { AuditedOrder } from '../audited-order.ts';
import { scriptOf, type Holding } from '../execution.ts';
import { isAddress } from '../plutus-address.ts';
import {
  isExecuted,
  type KnownOrder,
  listedInputs,
  positionsIn,
  REASON,
  replay,
  type Swapped,
} from '../replay.ts';
import { noneCheckable, poolsIn, type VenueBatch } from '../venue.ts';

/** A swap order's terms. */
interface SwapTerms {
  readonly mostFee: bigint;
  /** `undefined` when the proceeds go back to the order's own script. */
  readonly receiver: CborItem | undefined;
  readonly offered: AssetId;
  readonly offer: bigint;
  readonly wanted: AssetId;
}

const OTHER_KIND = 'it adds or removes liquidity, or follows a strategy: only swaps are recomputed';

/**
 * SundaeSwap V3 (`sundae-contracts`, `validators/pool.ak` and `calculation/swap.ak`): the pool's redeemer lists the orders
 * by input index, in execution order. The first output is the pool; the outputs after it pay the orders in the same
 * sequence. Every order pays the same protocol fee, which accrues in the pool's datum. A batch may take less than an order
 * offers if that buys the same amount, so the amount due is what the whole offer would buy.
 */
export function auditSundaeV3(batch: VenueBatch): readonly AuditedOrder[] {
  const { execution, pools } = batch;
  const { inputs: poolInputs, outputs: poolOutputs } = poolsIn(batch);
  const [poolInput, ...others] = poolInputs;
  const orders = batch.orders.filter(({ spent }) => isExecuted(spent));
  if (orders.length === 0) return [];
  const [poolOutput] = poolOutputs;
  if (poolInput?.held === undefined || poolOutput === undefined)
    return noneCheckable(orders, REASON.poolUnknown);
  if (others.length > 0 || poolOutputs.length > 1 || execution.outputs[0] !== poolOutput)
    return noneCheckable(orders, REASON.severalPools);
  const positions = scoopedIn(poolInput.redeemer);
  if (positions === undefined) return noneCheckable(orders, REASON.redeemer);
  const before = readPool(poolInput.held, pools);
  if (!before.ok) return noneCheckable(orders, REASON.poolUnreadable(before.failure));
  const after = readPool(poolOutput, pools);
  if (!after.ok) return noneCheckable(orders, `its pool cannot be read after the batch: ${after.failure}`);
  const inOrder = listedInputs(execution, positions, orders);
  if (!inOrder) return noneCheckable(orders, REASON.otherInputs);
  const collected = after.value.protocolFees - before.value.protocolFees;
  const fee = collected / BigInt(positions.length);
  if (collected < 0n || fee * BigInt(positions.length) !== collected)
    return noneCheckable(orders, 'its orders did not all pay the same protocol fee');
  return replay(
    orders,
    inOrder,
    { pool: before.value.pool, fee, proven: poolInput.held.proven },
    swapTerms,
    (order, state, position) => oneSwap(order, state, execution.outputs[1 + position]),
  );
}

function readPool(holding: Holding, pools: VenueBatch['pools']): Result<SundaeV3Pool, string> {
  const script = scriptOf(holding);
  if (script === undefined || !pools.has(script)) return failed('it is not at a known pool script');
  return readSundaeV3({ script, value: holding.value, datum: holding.datum });
}

/**
 * `PoolScoop [signatory, scooper, [[order's index, strategy?, 0]]]`, wrapped in constructor 1: the script also mints, and
 * its compiler marks a spend that way.
 */
function scoopedIn(redeemer: CborItem | undefined): readonly number[] | undefined {
  const what = 'the redeemer of the batch';
  return positionsIn(redeemer, (item) => {
    const [, , order] = fieldsOf(fieldsOf(item, 1, 1, what)[0], 0, 3, what);
    if (order.kind !== 'array') return refuse(`${what} cannot be read`);
    return order.items.map((entry) => Number(natural(listOf(entry, 3, what)[0], what)));
  });
}

/** The pool's state between two orders of a batch. */
interface PoolState {
  readonly pool: Pool;
  readonly fee: bigint;
  readonly proven: boolean;
}

/** The effect that one order must have on the pool, or the reason it cannot be computed. */
function oneSwap(
  { held, terms }: KnownOrder<SwapTerms>,
  state: PoolState,
  output: Holding | undefined,
): Swapped<PoolState> | string {
  const { offered, offer, wanted, mostFee, receiver } = terms;
  const { pool, fee } = state;
  const side = sideOf(pool, offered);
  if (side === undefined || pool.assets[otherSide(side)] !== wanted) return REASON.otherPool;
  const costs = fee < mostFee ? fee : mostFee;
  const whole = pool.swap(side, offer);
  const amount =
    quantityIn(held.value, offered) -
    (output ? quantityIn(output.value, offered) : 0n) -
    (offered === ADA ? costs : 0n);
  // Taking less than the offer is fine as long as it buys the same amount.
  const less = amount > 0n && amount < offer ? pool.swap(side, amount) : undefined;
  const [sold, after] = less?.out === whole.out ? [amount, less.after] : [offer, whole.after];
  const address = output?.address;
  const receives = receiver ? isAddress(address, receiver) : address?.hex === held.address?.hex;
  const proven = state.proven && held.proven;
  return {
    settlement: {
      pool,
      side,
      sold,
      mustPay: whole.out,
      held,
      output: receives ? output : undefined,
      costs,
      proven,
    },
    after: { pool: after, fee, proven },
  };
}

/** `Swap` among the constructors of `Order`. */
const SWAP = 1;

function swapTerms(item: CborItem): SwapTerms {
  const [, , mostFee, destination, details] = fieldsOf(item, 0, 6, 'the order');
  if (constr(details, "the order's details").index !== BigInt(SWAP)) return refuse(OTHER_KIND);
  const [offer, least] = fieldsOf(details, SWAP, 2, "the order's details");
  const [policy, name, quantity] = listOf(offer, 3, "the order's offer");
  const [wantedPolicy, wantedName] = listOf(least, 3, 'the least to receive');
  return {
    mostFee: natural(mostFee, 'the protocol fee'),
    receiver: receiverOf(destination),
    offered: asset(policy, name, 'the asset that the order pays'),
    offer: natural(quantity, "the order's offer"),
    wanted: asset(wantedPolicy, wantedName, 'the asset that the order wants'),
  };
}

/** `Fixed [address, datum]`, or `Self`. */
function receiverOf(item: CborItem): CborItem | undefined {
  const what = "the order's destination";
  if (constr(item, what).index !== 1n) return fieldsOf(item, 0, 2, what)[0];
  demandEmpty(item, 1, `${what} cannot be read`);
  return undefined;
}
