import { offMarketWords } from '../off-market-words.ts';
import { text, type FailureData } from './text.ts';

/** Where a price is; `undefined` if nothing says so. */
function awayFrom({ bps, side }: FailureData): string | undefined {
  return typeof bps === 'number' ? offMarketWords(side === 'buy' ? 'buy' : 'sell', bps) : undefined;
}

/** Failures of limit orders, ladders, the list of orders and their cancellation. */
export const orderFailures = {
  'limit-needs-ada': () =>
    text('Limit orders trade between ADA and one token.', 'Choose ADA on one side, or use a swap.'),
  'price-malformed': (d: FailureData) =>
    text(
      `"${d['text'] ?? ''}" is not a price${d['form'] === 'percent' ? ' in percent above −100' : ' above zero'}.`,
      d['form'] === 'percent' ? 'Enter a number such as -2.5.' : 'Enter a number such as 0.0125.',
    ),
  'price-too-fine': () =>
    text(
      'At this price the amount brings less than the smallest part of the token, or more than can exist.',
      'Check the price and its direction, or enter a larger amount.',
    ),
  'market-price-unknown': (d: FailureData) =>
    text(
      `The market price of ${d['token'] ?? 'this token'} is not known, so a percentage of it means nothing.`,
      'Enter the price itself.',
    ),
  'limit-off-market': (d: FailureData) =>
    text(
      `The price is ${awayFrom(d) ?? 'far off the market'}${d['market'] === undefined ? '' : `, which is at ${d['market']} ADA`}: the order could lose that much.`,
      'Check the price and its direction. If it is what you want, add --off-market.',
    ),
  'limit-market-unknown': (d: FailureData) =>
    text(
      `The market price of ${d['token'] ?? 'this token'} is not known, so nothing says whether the price is a fair one.`,
      'Look the market up. If the price is what you want, add --off-market.',
    ),
  'exchange-without-limits': () =>
    text(
      'The exchange chosen takes no limit orders, or is not known to the service.',
      'Choose another exchange, or leave the choice to the service.',
    ),
  'too-many-parts': (d: FailureData) =>
    text(
      `The amount cannot be divided into ${d['parts'] ?? 'so many'} orders.`,
      'Enter a larger amount, or fewer orders.',
    ),
  'too-many-orders': (d: FailureData) =>
    text(
      `So many orders do not fit into one transaction${d['most'] === undefined ? '' : ` (${d['most']} would)`}.`,
      'Enter fewer orders.',
    ),
  'order-rest-unproven': () =>
    text(
      'This order was filled in part, and the ledger back-end does not prove where the rest of it is.',
      'Try again, or use another ledger back-end.',
    ),
  'plan-unknown': () => text('There is no such plan, or it is too old.', 'Make the plan again.'),
  'set-busy': () =>
    text('Another batch of transactions is under way.', 'Wait until it ends, or stop it first.'),
  'set-unknown': () =>
    text('There is no such batch of transactions under way.', 'Look at the list of orders.'),
  'set-stopped': () =>
    text('The batch was stopped before this transaction.', 'What was placed before stays as it is.'),
  'set-leave-over': () =>
    text(
      'The batch ended before this transaction: its password is kept for 30 minutes at most, and no longer than until the wallet locks.',
      'What was placed before stays as it is. For the rest, start another batch.',
    ),
  'set-deviates': (d: FailureData) =>
    text(
      `The next transaction of the batch was not what you agreed to: ${d['finding'] ?? 'it differs'} It was not signed.`,
      'What was placed before stays. Look at the market, then place the rest again.',
    ),
  'set-expired': () =>
    text(
      'The transaction before it took too long to get on chain, so the batch ended.',
      'What was placed before stays. Place the rest again.',
    ),
  'order-not-movable': () =>
    text(
      'This order cannot be moved: it is not a limit order placed here, was partly filled, or does not say what it sells.',
      'Cancel it, then place a new one.',
    ),
  'move-same-price': () => text('The order is at this price already.', 'Enter another price.'),
  'move-off-market': (d: FailureData) =>
    text(
      d['bps'] === undefined
        ? 'The market price is not known, so nothing says whether the new price is a fair one.'
        : `The new price is ${awayFrom(d)}: the order could lose that much.`,
      'Check the price and its direction. If it is what you want, cancel the order and place a new one in the limit ticket.',
    ),
  'replacement-independent': () =>
    text(
      'The service built the new order from funds other than those that the cancellation gave back. Such an order could be filled in addition to the old one, so it was not signed.',
      'The order is cancelled, and what it held is yours. Place the new one in the limit ticket.',
    ),
  'order-unknown': () => text('There is no such order.', 'Refresh the list of orders.'),
  'order-unreadable': () =>
    text(
      'The service listed this order without saying what it sells.',
      'Look at its record as it came; it can be looked up on chain by its transaction.',
    ),
  'order-not-cancellable': (d: FailureData) =>
    text(
      `This order cannot be cancelled now (it is ${d['status'] ?? 'not open'}).`,
      'Refresh the list of orders.',
    ),
  'order-not-on-chain': () =>
    text('The order is not on chain any more, or not yet.', 'Refresh the list of orders.'),
  'order-terms-unknown': () =>
    text(
      'Only the hash of this order’s terms is on chain, and neither the journal nor the ledger back-end has the terms themselves.',
      'Cancel it at the exchange itself, or with another ledger back-end.',
    ),
  'order-not-yours': () =>
    text(
      'On chain, this order belongs to somebody else, or its owner cannot be read.',
      'Do not try to cancel it; report it to the service.',
    ),
  'order-filled-first': (d: FailureData) =>
    text(
      `The exchange filled ${d['several'] === true ? 'one of the orders' : 'the order'} before the cancellation got on chain: the trade went through.`,
      'There is nothing to do; what it brought is in the wallet.',
      'settled',
    ),
  'order-already-closed': () =>
    text('The order is filled or cancelled already.', 'Refresh the list of orders.'),
  'cancel-too-large': (d: FailureData) =>
    text(
      `So many orders cannot be cancelled in one transaction${d['most'] === undefined ? '' : ` (${d['most']} would fit)`}.`,
      'Cancel fewer at once.',
    ),
  'nothing-to-cancel': () => text('None of these orders can be cancelled.', 'Refresh the list of orders.'),
};
