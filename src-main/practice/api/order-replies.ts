import { ADA, ADA_DECIMALS, assetInBody, type AssetId } from '#domain/asset.ts';
import { slotToUnix } from '#domain/network.ts';
import type { OrderRecord } from '../orders/order-history.ts';
import type { Practice } from '../practice.ts';
import { fillRequest, type RestingOrder } from '../orders/resting-order.ts';
import type { Dialect } from './requests.ts';
import { decimalsOf, displayNumber } from './tokens.ts';

/** The words that services of this family use for where an order stands. */
export type OrderStatus = 'MEMPOOL' | 'PENDING' | 'LIMIT' | 'OOR' | 'COMPLETE' | 'CANCELLED';

/** An order as the service writes it. The specification shows no fields; these are what such services send. */
export interface OrderReply {
  readonly _id: string;
  readonly token_id_in: string;
  readonly token_id_out: string;
  readonly dex: string;
  readonly status: OrderStatus;
  readonly user_address: string;
  /** Hash of the owner's stake key, hex; empty when the address has none. */
  readonly user_stake: string;
  readonly amount_in: number;
  readonly expected_out_amount: number;
  readonly actual_out_amount: number;
  /** ISO 8601, UTC. */
  readonly submission_time: string;
  readonly last_update: string;
  /** The output that placed the order. */
  readonly tx_hash: string;
  readonly output_index: number;
  /** The transaction that filled it, all or a part, or took it back; empty until then. */
  readonly update_tx_hash: string;
  readonly is_oor: boolean;
  readonly is_stop_loss: boolean;
  readonly batcher_fee: number;
  readonly deposit: number;
}

/** ADA as a token with an id, as some services write it. */
const ADA_AS_TOKEN = '0'.repeat(56) + '6c6f76656c616365';

/**
 * An order as its owner asked for it: `amount_in` and `expected_out_amount` are those of the whole order,
 * `actual_out_amount` is what it was paid so far.
 */
export function orderReply(practice: Practice, order: OrderRecord, dialect: Dialect): OrderReply {
  return reply(practice, order, order.first, order.received, dialect);
}

/** What still rests of an order: `amount_in` and `expected_out_amount` are those of the rest, and nothing was paid for it. */
export function restReply(practice: Practice, order: OrderRecord, dialect: Dialect): OrderReply {
  return reply(practice, order, order.rest, 0n, dialect);
}

function reply(
  practice: Practice,
  order: OrderRecord,
  stated: RestingOrder,
  received: bigint,
  dialect: Dialect,
): OrderReply {
  const { market } = practice;
  const { datum, sold } = stated;
  const outOfRange = isOutOfRange(practice, order);
  return {
    _id: order.id,
    token_id_in: tokenText(sold.asset, dialect),
    token_id_out: tokenText(datum.wanted, dialect),
    dex: order.exchange,
    status: statusOf(order, outOfRange, dialect),
    user_address: order.owner,
    user_stake: datum.ownerStakeKeyHash ?? '',
    amount_in: displayNumber(sold.quantity, decimalsOf(market, sold.asset)),
    expected_out_amount: displayNumber(datum.minimumReceived, decimalsOf(market, datum.wanted)),
    actual_out_amount: displayNumber(received, decimalsOf(market, datum.wanted)),
    submission_time: timeText(order.placedAt),
    last_update: timeText(order.changedAt),
    tx_hash: order.placed.txHash,
    output_index: order.placed.index,
    update_tx_hash: order.changedBy ?? '',
    is_oor: outOfRange,
    is_stop_loss: false,
    batcher_fee: displayNumber(datum.batcherFee, ADA_DECIMALS),
    deposit: displayNumber(datum.deposit, ADA_DECIMALS),
  };
}

function statusOf(order: OrderRecord, outOfRange: boolean, dialect: Dialect): OrderStatus {
  switch (order.state) {
    case 'mempool':
      return 'MEMPOOL';
    case 'filled':
      return 'COMPLETE';
    case 'taken-back':
      return 'CANCELLED';
    default:
      if (order.first.route.kind === 'limit') return 'LIMIT';
      return dialect === 'wild' && outOfRange ? 'OOR' : 'PENDING';
  }
}

/** A swap that rests because the pools give less than its minimum now. A limit order is meant to wait. */
function isOutOfRange({ market }: Practice, { state, rest }: OrderRecord): boolean {
  if (state !== 'open' || rest.route.kind !== 'swap') return false;
  const now = market.preview(fillRequest(rest, rest.sold.quantity));
  return !now.ok && now.failure.code === 'below-minimum';
}

/** A token as the dialect writes it. */
export function tokenText(asset: AssetId, dialect: Dialect): string {
  return dialect === 'wild' && asset === ADA ? ADA_AS_TOKEN : assetInBody(asset);
}

function timeText(slot: number): string {
  return new Date(slotToUnix('preprod', slot) * 1000).toISOString();
}
