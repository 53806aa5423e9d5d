import { addValues, lovelaceIn, quantityIn, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { mulDivCeil } from '#domain/ratio.ts';
import { addressOf, formatAddress } from '../../cardano/address.ts';
import { leastLovelace, mostOf, type DraftOutput } from '../chain/draft.ts';
import { scriptAddress } from '../chain/scripts.ts';
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

/** One order to be placed. Amounts in base units of what is sold and of what is wanted. */
export interface OrderPlan {
  readonly exchange: string;
  /** The pool that takes the input. */
  readonly poolId: string;
  readonly amountIn: bigint;
  readonly minimumOut: bigint;
  readonly batcherFee: bigint;
  readonly deposit: bigint;
}

/** What the orders of one transaction have in common. */
export interface OrderTerms {
  readonly kind: OrderKind;
  readonly tokenIn: AssetId;
  readonly tokenOut: AssetId;
  /** Exchanges that a second leg must avoid. */
  readonly excluded: readonly string[];
}

export type OrderOwner = Pick<OrderDatum, 'ownerPaymentKeyHash' | 'ownerStakeKeyHash'>;

/**
 * An order at its exchange: amount, batcher fee and deposit. The deposit is raised where the payout needs more ADA.
 * `codes`: of all exchanges, in the order of their list.
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
    address: scriptAddress(exchange, 'order'),
    value: addValues(new Map([[ADA, batcherFee + deposit]]), new Map([[tokenIn, amountIn]])),
    datum: encodeOrderDatum({ ...terms, deposit }),
  };
}

/** A recurring order to be placed: all that its datum says but the ADA that rides along. */
export interface PlanToPlace {
  readonly exchange: string;
  readonly tokenIn: AssetId;
  /** Base units that all cycles sell together. */
  readonly total: bigint;
  readonly terms: Omit<PlanDatum, 'completed' | 'returnedPerCycle'>;
}

/**
 * The one output that holds a plan: the total, each cycle's fee, the ADA that each cycle's payment needs, and the deposit,
 * raised where the last output needs more.
 */
export function planOutput({ exchange, tokenIn, total, terms }: PlanToPlace): DraftOutput {
  const { wanted, cycles, feePerCycle } = terms;
  const address = scriptAddress(exchange, 'order');
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
 * An order as its output states it. An order that is filled in parts goes on as another output under the same datum,
 * but for a minimum that is smaller in proportion: what it was paid so far waits in it, beside what it still sells.
 */
export interface RestingOrder {
  /** Of a recurring order: its fee and deposit are those of all its cycles left, and it enforces no least. */
  readonly datum: OrderDatum;
  readonly route: OrderRoute;
  /** What it still sells, in base units. */
  readonly sold: { readonly asset: AssetId; readonly quantity: bigint };
  /** Base units of the asset wanted that it was paid so far. */
  readonly received: bigint;
  /** How it is divided into cycles, when it is a recurring order. */
  readonly plan?: PlanDatum;
}

interface OrderOutput {
  readonly value: Value;
  readonly inlineDatum?: string;
}

/** `undefined` for an output that is no order: its owner alone can take it back. */
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

/** A plan's cycles must be covered by what it holds. What they bought went to its owner: none of it waits here. */
function readPlan(value: Value, plan: PlanDatum, codes: readonly string[]): RestingOrder | undefined {
  const { ownerPaymentKeyHash, ownerStakeKeyHash, wanted } = plan;
  const { fees, returned } = planOverhead(plan);
  const owner = { ownerPaymentKeyHash, ownerStakeKeyHash };
  const terms = { wanted, minimumReceived: 0n, batcherFee: fees, deposit: returned, route: plan.route };
  const datum: OrderDatum = { ...owner, ...terms };
  const route = decodeRoute(plan.route, codes);
  const held = heldBy(value, datum);
  const least = plan.amountPerCycle * BigInt(plan.cycles - plan.completed);
  if (route?.kind !== 'dca' || !held || held.sold.quantity < least) return undefined;
  return { datum, route, sold: held.sold, received: 0n, plan };
}

/** An order sells its one token that it does not want, or what ADA it holds beyond fee and deposit. */
function heldBy(value: Value, datum: OrderDatum): Pick<RestingOrder, 'sold' | 'received'> | undefined {
  const spare = lovelaceIn(value) - datum.batcherFee - datum.deposit;
  const tokens = [...value].filter(([asset]) => asset !== ADA && asset !== datum.wanted);
  const [only] = tokens;
  if (tokens.length > 1 || spare < 0n) return undefined;
  const received = datum.wanted === ADA ? spare : quantityIn(value, datum.wanted);
  if (only) return { sold: { asset: only[0], quantity: only[1] }, received };
  return spare > 0n && datum.wanted !== ADA ? { sold: { asset: ADA, quantity: spare }, received } : undefined;
}

/** The least that may be paid for `part` of what an order sells, in base units of the asset wanted. */
export function leastFor(order: RestingOrder, part: bigint): bigint {
  return mulDivCeil(order.datum.minimumReceived, part, order.sold.quantity);
}

/** What is asked of the market to sell `part` of what an order sells. */
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
export function ownerAddress({
  ownerPaymentKeyHash,
  ownerStakeKeyHash,
}: Pick<OrderDatum, 'ownerPaymentKeyHash' | 'ownerStakeKeyHash'>): string {
  return formatAddress(
    addressOf(
      0,
      { kind: 'key', hash: ownerPaymentKeyHash },
      ownerStakeKeyHash === undefined ? undefined : { kind: 'key', hash: ownerStakeKeyHash },
    ),
  );
}
