import type { TradeView } from '#contract/trades.ts';
import { ADA } from '#domain/asset.ts';
import type { TokenShape } from '../../format/amount.ts';
import type { Shown } from '../../format/decimal-text.ts';
import { showPrice, type Side } from '../../format/price.ts';
import { isUnpaid } from './trade-progress.ts';
import { words } from './words.ts';

/**
 * Where the received amount comes from: `about` was quoted, `least` is enforced by the orders, `done` was paid on chain.
 * `none`: nothing was traded, and what was to be paid was only offered.
 */
export type Certainty = 'done' | 'about' | 'least' | 'none';

/** A trade as a row of the history: one token priced in another, which is ADA if ADA is involved. */
export interface TradeRow {
  /** A swap between two tokens buys the one received. */
  readonly side: 'buy' | 'sell';
  readonly type: string;
  readonly base: TokenShape;
  readonly quote: TokenShape;
  /** Base units of `base` and `quote`; absent if unknown or not traded. */
  readonly amount?: bigint;
  readonly total?: bigint;
  /** Applies to what was received: `amount` of a purchase, `total` of a sale. */
  readonly certainty: Certainty;
  /** `quote` per whole `base`, before fees. */
  readonly price?: Shown;
}

/** The row of any trade but a cancellation or a payment. */
export function tradeRow(trade: TradeView, pay: TokenShape, receive: TokenShape): TradeRow {
  const sells = receive.id === ADA;
  const [base, quote] = sells ? [pay, receive] : [receive, pay];
  const certainty = certaintyOf(trade);
  const side = sells ? 'sell' : 'buy';
  const row = { side, type: words.typeOf({ kind: trade.kind }), base, quote, certainty } as const;
  const got = receivedOf(trade, certainty);
  // If orders ended early, how much of it they sold is not known here: the rest came back.
  const paid = trade.state === 'closed' && got !== undefined ? undefined : BigInt(trade.pay.quantity);
  const [amount, total] = sells ? [paid, got] : [got, paid];
  const price =
    amount === undefined || total === undefined || (certainty === 'done' && trade.state !== 'filled')
      ? undefined
      : showPrice(sideOf(total, quote), sideOf(amount, base));
  return {
    ...row,
    ...(amount !== undefined && { amount }),
    ...(total !== undefined && { total }),
    ...(price && { price }),
  };
}

/**
 * Lovelace that a trade cost or will cost: network fee, exchange fees and payments to others. Orders that end unfilled
 * return the exchange fees. Absent if nothing was sent.
 */
export function feeOf({ kind, state, costs, filledTotal }: TradeView): bigint | undefined {
  if (['discarded', 'refused', 'expired'].includes(state)) return undefined;
  const network = BigInt(costs.networkFee);
  // The amount of a payment is not a fee.
  if (kind === 'send') return network;
  if (isUnpaid({ state, filledTotal })) return network;
  return network + BigInt(costs.exchangeFees) + BigInt(costs.otherRecipients);
}

function certaintyOf(trade: TradeView): Certainty {
  if (isUnpaid(trade)) return 'none';
  if (trade.filledTotal !== undefined) return 'done';
  return trade.kind === 'limit' ? 'least' : 'about';
}

function receivedOf(
  { filledTotal = '0', expected, atLeast }: TradeView,
  certainty: Certainty,
): bigint | undefined {
  if (certainty === 'none') return undefined;
  return BigInt({ done: filledTotal, about: expected, least: atLeast }[certainty]);
}

function sideOf(units: bigint, { decimals }: TokenShape): Side {
  return { units, decimals };
}
