import { quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failed, type Result } from '#domain/result.ts';
import type { CborItem } from '../../cardano/cbor-scanner.ts';
import { asset, boolean, constr, fieldsOf, natural, refuse } from '../plutus-data.ts';
import type { Side } from '../pool.ts';
import { readWingRidersV2, type WingRidersV2Pool } from './v2-pool.ts';
import type { AuditedOrder } from '../audited-order.ts';
import { scriptOf, type Holding, type Spent } from '../execution.ts';
import { isAddress } from '../plutus-address.ts';
import {
  isExecuted,
  type KnownOrder,
  listedInputs,
  positionsIn,
  REASON,
  replay,
  solePool,
  type Swapped,
} from '../replay.ts';
import { noneCheckable, type VenueBatch } from '../venue.ts';

/** A swap request's terms. */
interface SwapTerms {
  /** Lovelace returned along with the proceeds. */
  readonly oil: bigint;
  readonly receiver: CborItem;
  readonly assets: readonly [AssetId, AssetId];
  readonly side: Side;
}

const OTHER_KIND =
  'it adds or removes liquidity, or belongs to the exchange itself: only swaps are recomputed';

/**
 * WingRiders V2 (`dex-v2-contracts`, `DEX/Pool.hs`): the pool's redeemer lists the requests by input index, in execution
 * order. The first output is the pool; the outputs after it pay the requests in the same sequence. A request sells its
 * whole balance of the asset or, if that is ADA, its balance less the oil and the pool's agent fee.
 */
export function auditWingRidersV2(batch: VenueBatch): readonly AuditedOrder[] {
  const { execution, pools } = batch;
  const orders = batch.orders.filter(({ spent }) => isExecuted(spent));
  if (orders.length === 0) return [];
  const sole = solePool(batch);
  if (!sole.ok) return noneCheckable(orders, sole.failure);
  const poolInput = sole.value;
  const positions = requestsIn(poolInput.redeemer);
  if (positions === undefined) return noneCheckable(orders, REASON.redeemer);
  const before = readPool(poolInput, pools);
  if (!before.ok) return noneCheckable(orders, REASON.poolUnreadable(before.failure));
  const inOrder = listedInputs(execution, positions, orders);
  if (!inOrder) return noneCheckable(orders, REASON.otherInputs);
  return replay(
    orders,
    inOrder,
    { ...before.value, proven: poolInput.held.proven },
    swapTerms,
    (order, state, position) => oneSwap(order, state, execution.outputs[1 + position]),
  );
}

function readPool({ held }: Spent, pools: VenueBatch['pools']): Result<WingRidersV2Pool, string> {
  const script = scriptOf(held);
  const token = script === undefined ? undefined : pools.get(script)?.token;
  if (!held || script === undefined || token === undefined) return failed('it is not at a known pool script');
  return readWingRidersV2({ script, value: held.value, datum: held.datum }, token);
}

/** `Evolve [pool's index, agent's index, [[request's index, data]]]`. */
function requestsIn(redeemer: CborItem | undefined): readonly number[] | undefined {
  const what = 'the redeemer of the batch';
  return positionsIn(redeemer, (item) => {
    const [, , requests] = fieldsOf(item, 0, 3, what);
    if (requests.kind !== 'array') return refuse(`${what} cannot be read`);
    return requests.items.map((entry) => Number(natural(fieldsOf(entry, 0, 2, what)[0], what)));
  });
}

/** The pool's state between two requests of a batch. */
interface PoolState extends WingRidersV2Pool {
  readonly proven: boolean;
}

/** The effect that one request must have on the pool, or the reason it cannot be computed. */
function oneSwap(
  { held, terms }: KnownOrder<SwapTerms>,
  state: PoolState,
  output: Holding | undefined,
): Swapped<PoolState> | string {
  const { side, oil, receiver, assets } = terms;
  const { pool, agentFee } = state;
  if (assets.some((asset, index) => asset !== pool.assets[index])) return REASON.otherPool;
  const paysIn = assets[side];
  const sold = quantityIn(held.value, paysIn) - (paysIn === ADA ? oil + agentFee : 0n);
  if (sold <= 0n) return REASON.sellsNothing;
  const { out, after } = pool.swap(side, sold);
  const proven = state.proven && held.proven;
  return {
    settlement: {
      pool,
      side,
      sold,
      mustPay: out,
      held,
      output: output && isAddress(output.address, receiver) ? output : undefined,
      // Selling a token returns only the oil of the request's ADA; selling ADA leaves the oil out of the sale.
      costs: paysIn === ADA ? agentFee : quantityIn(held.value, ADA) - oil,
      proven,
    },
    after: { pool: after, agentFee, proven },
  };
}

/** `Swap` among the constructors of `RequestAction`. */
const SWAP = 0;

function swapTerms(item: CborItem): SwapTerms {
  const [oil, receiver, , , , , policyA, nameA, policyB, nameB, action] = fieldsOf(item, 0, 13, 'the order');
  if (constr(action, "the order's action").index !== BigInt(SWAP)) return refuse(OTHER_KIND);
  const [direction] = fieldsOf(action, SWAP, 2, "the order's action");
  return {
    oil: natural(oil, 'the oil'),
    receiver,
    assets: [
      asset(policyA, nameA, "the order's first asset"),
      asset(policyB, nameB, "the order's second asset"),
    ] as const,
    side: boolean(direction, "the order's direction") ? 1 : 0,
  };
}
