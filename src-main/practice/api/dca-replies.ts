import { formatAddress } from '../../cardano/address.ts';
import type { OrderRecord } from '../orders/order-history.ts';
import type { Practice } from '../practice.ts';
import { tokenText } from './order-replies.ts';
import { readAddress } from './request-body.ts';
import type { Dialect } from './requests.ts';
import { decimalsOf, displayNumber } from './tokens.ts';

/** A recurring order as the service writes it (service interface, "DCA order"). */
export interface DcaReply {
  readonly _id: string;
  readonly user_address: string;
  readonly token_in: string;
  readonly token_out: string;
  /** What each cycle sells, in display units. */
  readonly amount_in: number;
  readonly interval: string;
  readonly interval_length: number;
  readonly cycles: number;
  readonly cycles_completed: number;
  /** ISO 8601, UTC; in the past while the cycle cannot be carried out. */
  readonly next_execution: string;
  readonly status: 'ACTIVE';
}

/** The recurring orders of an address that run, oldest first. @throws ServiceError for what is no address. */
export function activeDca(practice: Practice, addressText: string, dialect: Dialect): readonly object[] {
  const owner = formatAddress(readAddress(addressText, 'address'));
  return practice.orders
    .open()
    .filter((order) => order.owner === owner)
    .toSorted((left, right) => left.sequence - right.sequence)
    .flatMap((order) => dcaReply(practice, order, dialect) ?? []);
}

function dcaReply(practice: Practice, order: OrderRecord, dialect: Dialect): DcaReply | undefined {
  const { plan, sold, route, datum } = order.rest;
  const due = practice.schedule.due(order);
  if (!plan || due === undefined) return undefined;
  const decimals = decimalsOf(practice.market, sold.asset);
  const plain: DcaReply = {
    _id: order.id,
    user_address: order.owner,
    token_in: tokenText(sold.asset, dialect),
    token_out: tokenText(plan.wanted, dialect),
    amount_in: displayNumber(plan.amountPerCycle, decimals),
    interval: plan.interval.interval,
    interval_length: plan.interval.length,
    cycles: plan.cycles,
    cycles_completed: plan.completed,
    next_execution: new Date(due).toISOString(),
    status: 'ACTIVE',
  };
  if (dialect === 'spec') return plain;
  const allowed = practice.market.exchanges.map(({ code }) => code);
  const wild = {
    user_stake: datum.ownerStakeKeyHash ?? '',
    amount_left: displayNumber(sold.quantity, decimals),
    slippage: Number(plan.slippagePpm) / 10_000,
    dex_allowlist: allowed.filter((code) => !route.excluded.includes(code)),
    tx_hash: order.placed.txHash,
    output_index: order.placed.index,
  };
  return { ...plain, ...wild };
}
