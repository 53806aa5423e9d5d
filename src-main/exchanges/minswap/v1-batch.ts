import { quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { CborItem } from '../../cardano/cbor-scanner.ts';
import { assetClass, constr, fieldsOf, refuse } from '../plutus-data.ts';
import { otherSide, type Pool, type Side } from '../pool.ts';
import { notCheckable, type AuditedOrder } from '../audited-order.ts';
import { scriptOf } from '../execution.ts';
import { frameTerms, type FrameTerms } from './frame-batch.ts';
import { isAddress } from '../plutus-address.ts';
import { isExecuted, knownOrder, REASON } from '../replay.ts';
import { settled } from '../settlement.ts';
import { noneCheckable, placeOf, poolsIn, type VenueBatch } from '../venue.ts';

/** A swap order's terms. */
interface SwapTerms extends Omit<FrameTerms, 'step'> {
  readonly wanted: AssetId;
}

/**
 * Minswap V1 (`sdk`, `types/order.ts`, `OrderV1`): the order sells all that it holds of the asset; of ADA, all but the
 * batcher fee and the output ADA. The contracts are not public, and a batch does not say in which sequence it executes its
 * orders, so only a batch of one is recomputed.
 */
export function auditMinswapV1(batch: VenueBatch): readonly AuditedOrder[] {
  const { execution, pools } = batch;
  const orders = batch.orders.filter(({ spent }) => isExecuted(spent));
  const [order, ...others] = orders;
  if (!order) return [];
  const { inputs: poolInputs } = poolsIn(batch);
  const [poolInput, ...more] = poolInputs;
  const script = scriptOf(poolInput?.held);
  const form = pools.get(script ?? '')?.form;
  if (!poolInput?.held || script === undefined || !form) return noneCheckable(orders, REASON.poolUnknown);
  if (more.length > 0) return noneCheckable(orders, REASON.severalPools);
  const redeemed = execution.inputs.filter(({ redeemer }) => redeemer !== undefined);
  if (others.length > 0 || redeemed.length > 2)
    return noneCheckable(orders, 'its batch has several orders and does not say in which sequence');
  const { held: poolHeld } = poolInput;
  const pool = form.read({ script, value: poolHeld.value, datum: poolHeld.datum });
  if (!pool.ok) return noneCheckable(orders, REASON.poolUnreadable(pool.failure));
  const known = knownOrder(order.spent, swapTerms);
  if (!known.ok) return noneCheckable(orders, known.failure);
  const { held, terms } = known.value;
  const { wanted, receiver, batcherFee, outputAda } = terms;
  const side = sideBuying(pool.value, wanted);
  if (side === undefined) return noneCheckable(orders, REASON.otherPool);
  const paysIn = pool.value.assets[side];
  const sold = quantityIn(held.value, paysIn) - (paysIn === ADA ? batcherFee + outputAda : 0n);
  const position = 0;
  if (sold <= 0n) return [notCheckable(placeOf(order), REASON.sellsNothing, { position })];
  return [
    settled({
      place: placeOf(order),
      position,
      pool: pool.value,
      side,
      sold,
      mustPay: pool.value.swap(side, sold).out,
      held,
      output: execution.outputs.find(({ address }) => isAddress(address, receiver)),
      costs: batcherFee,
      proven: poolHeld.proven && held.proven,
    }),
  ];
}

function sideBuying({ assets }: Pool, wanted: AssetId): Side | undefined {
  if (assets[0] === wanted) return otherSide(0);
  return assets[1] === wanted ? otherSide(1) : undefined;
}

/** `SwapExactIn` among the constructors of the step. */
const EXACT_IN = 0;

function swapTerms(item: CborItem): SwapTerms {
  const { step, ...frame } = frameTerms(item);
  if (constr(step, "the order's step").index !== BigInt(EXACT_IN))
    return refuse('it adds or removes liquidity, or fixes what it buys: only other swaps are recomputed');
  const [wanted] = fieldsOf(step, EXACT_IN, 2, "the order's step");
  return { ...frame, wanted: assetClass(wanted, 'the asset that the order wants') };
}
