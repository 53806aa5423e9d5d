import { addValues, lovelaceIn, quantityIn, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { mulDivCeil } from '#domain/ratio.ts';
import { addressOf, formatAddress } from '../../cardano/address.ts';
import { leastLovelace, mostOf, type DraftOutput } from '../chain/draft.ts';
import { scriptAddress, scriptName } from '../chain/scripts.ts';
import type { FillRequest } from '../market/market.ts';
import {
  decodeOrderDatum,
  decodePlanDatum,
  decodeRoute,
  encodeOrderDatum,
  encodePlanDatum,
  encodeRoute,
  type OrderDatum,
  type OrderKind,
  type OrderRoute,
  type PlanDatum,
  planOverhead,
} from './datum.ts';

/** One order to be placed. Amounts are base units of the sold and the wanted asset. */
export interface OrderPlan {
  readonly exchange: string;
  /** The pool that takes the input. */
  readonly poolId: string;
  readonly amountIn: bigint;
  readonly minimumOut: bigint;
  readonly batcherFee: bigint;
  readonly deposit: bigint;
}

/** Terms shared by all orders of one transaction. */
export interface OrderTerms {
  readonly kind: OrderKind;
  readonly tokenIn: AssetId;
  readonly tokenOut: AssetId;
  /** Exchanges that a second leg must avoid. */
  readonly excluded: readonly string[];
}

export type OrderOwner = Pick<OrderDatum, 'ownerPaymentKeyHash' | 'ownerByScript' | 'ownerStakeKeyHash'>;

/**
 * The output of an order at its exchange: amount, batcher fee and deposit. The deposit is raised when the payout
 * needs more ADA. `codes`: of all exchanges, in list order.
 */
export function orderOutput(
  { kind, tokenIn, tokenOut, excluded }: OrderTerms,
  order: OrderPlan,
  owner: OrderOwner,
  codes: readonly string[],
): DraftOutput {
  const { exchange, poolId, amountIn, minimumOut, batcherFee } = order;
  const terms = {
    ...owner,
    wanted: tokenOut,
    minimumReceived: minimumOut,
    batcherFee,
    route: encodeRoute({ kind, poolId, excluded }, codes),
  };
  const needed = leastLovelace({ address: ownerAddress(terms), value: mostOf(tokenOut) });
  const deposit = order.deposit > needed ? order.deposit : needed;
  return {
    address: scriptAddress(scriptName(exchange, codes), 'order'),
    value: addValues(new Map([[ADA, batcherFee + deposit]]), new Map([[tokenIn, amountIn]])),
    datum: encodeOrderDatum({ ...terms, deposit }),
  };
}

/** A recurring order to be placed: everything in its datum except the accompanying ADA. */
export interface PlanToPlace {
  readonly exchange: string;
  readonly tokenIn: AssetId;
  /** Base units that all cycles sell in total. */
  readonly total: bigint;
  readonly terms: Omit<PlanDatum, 'completed' | 'returnedPerCycle'>;
}

/**
 * The single output of a plan: the total, each cycle's fee, the ADA that each cycle's payment needs, and the
 * deposit, raised when the last output needs more. `codes`: of all exchanges, in list order.
 */
export function planOutput(
  { exchange, tokenIn, total, terms }: PlanToPlace,
  codes: readonly string[],
): DraftOutput {
  const { wanted, cycles, feePerCycle } = terms;
  const address = scriptAddress(scriptName(exchange, codes), 'order');
  const returnedPerCycle = leastLovelace({ address: ownerAddress(terms), value: mostOf(wanted) });
  const plan = { ...terms, returnedPerCycle, completed: 0 };
  const atTheEnd = encodePlanDatum({ ...plan, completed: cycles - 1 });
  const needed = leastLovelace({ address, value: mostOf(tokenIn), datum: atTheEnd });
  const missing = needed - feePerCycle - returnedPerCycle;
  const deposit = terms.deposit > missing ? terms.deposit : missing;
  const datum = { ...plan, deposit };
  const { fees, returned } = planOverhead(datum);
  return {
    address,
    value: addValues(new Map([[ADA, fees + returned]]), new Map([[tokenIn, total]])),
    datum: encodePlanDatum(datum),
  };
}

/**
 * An order as read from its output. A partly filled order continues in a new output under the same datum, with the
 * minimum reduced in proportion: it holds what it has received so far along with what it still sells.
 */
export interface RestingOrder {
  /** For a recurring order: the fee and deposit of all remaining cycles, and no minimum. */
  readonly datum: OrderDatum;
  readonly route: OrderRoute;
  /** The amount still for sale, in base units. */
  readonly sold: { readonly asset: AssetId; readonly quantity: bigint };
  /** Base units of the wanted asset received so far. */
  readonly received: bigint;
  /** The division into cycles, for a recurring order. */
  readonly plan?: PlanDatum;
}

interface OrderOutput {
  readonly value: Value;
  readonly inlineDatum?: string;
}

/** `undefined` for an output that is not an order: only its owner can withdraw it. */
export function readRestingOrder(output: OrderOutput, codes: readonly string[]): RestingOrder | undefined {
  const plan = decodePlanDatum(output.inlineDatum ?? '');
  if (plan.ok) return readPlan(output.value, plan.value, codes);
  const decoded = decodeOrderDatum(output.inlineDatum ?? '');
  if (!decoded.ok) return undefined;
  const datum = decoded.value;
  const route = decodeRoute(datum.route, codes);
  const held = heldBy(output.value, datum);
  return route && route.kind !== 'dca' && held ? { datum, route, ...held } : undefined;
}

/**
 * The output must cover all remaining cycles. The proceeds of earlier cycles went to the owner and are not held here.
 */
function readPlan(value: Value, plan: PlanDatum, codes: readonly string[]): RestingOrder | undefined {
  const { ownerPaymentKeyHash, ownerByScript, ownerStakeKeyHash, wanted } = plan;
  const { fees, returned } = planOverhead(plan);
  const owner = { ownerPaymentKeyHash, ...(ownerByScript && { ownerByScript }), ownerStakeKeyHash };
  const terms = { wanted, minimumReceived: 0n, batcherFee: fees, deposit: returned, route: plan.route };
  const datum: OrderDatum = { ...owner, ...terms };
  const route = decodeRoute(plan.route, codes);
  const held = heldBy(value, datum);
  const least = plan.amountPerCycle * BigInt(plan.cycles - plan.completed);
  if (route?.kind !== 'dca' || !held || held.sold.quantity < least) return undefined;
  return { datum, route, sold: held.sold, received: 0n, plan };
}

/** An order sells the one token that it does not want, or else its ADA beyond fee and deposit. */
function heldBy(value: Value, datum: OrderDatum): Pick<RestingOrder, 'sold' | 'received'> | undefined {
  const spare = lovelaceIn(value) - datum.batcherFee - datum.deposit;
  const tokens = [...value].filter(([asset]) => asset !== ADA && asset !== datum.wanted);
  const [only] = tokens;
  if (tokens.length > 1 || spare < 0n) return undefined;
  const received = datum.wanted === ADA ? spare : quantityIn(value, datum.wanted);
  if (only) return { sold: { asset: only[0], quantity: only[1] }, received };
  return spare > 0n && datum.wanted !== ADA ? { sold: { asset: ADA, quantity: spare }, received } : undefined;
}

/** The minimum that must be paid for `part` of what an order sells, in base units of the wanted asset. */
export function leastFor(order: RestingOrder, part: bigint): bigint {
  return mulDivCeil(order.datum.minimumReceived, part, order.sold.quantity);
}

/** The market request that sells `part` of what an order sells. */
export function fillRequest(order: RestingOrder, part: bigint): FillRequest {
  const { datum, route, sold } = order;
  return {
    poolId: route.poolId,
    tokenIn: sold.asset,
    tokenOut: datum.wanted,
    amountIn: part,
    minimumOut: leastFor(order, part),
    excluded: route.excluded,
  };
}

/** Bech32 address that an order pays to. */
export function ownerAddress({ ownerPaymentKeyHash, ownerByScript, ownerStakeKeyHash }: OrderOwner): string {
  return formatAddress(
    addressOf(
      0,
      { kind: ownerByScript ? 'script' : 'key', hash: ownerPaymentKeyHash },
      ownerStakeKeyHash === undefined ? undefined : { kind: 'key', hash: ownerStakeKeyHash },
    ),
  );
}
