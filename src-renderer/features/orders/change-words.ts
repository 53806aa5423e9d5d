import type { BatchPlanning, BatchProgressView } from '#contract/approval.ts';
import { inLanguage } from '../../words/in-language.ts';

/** Where a transaction of a batch is. */
export type EntryState = BatchProgressView['transactions'][number]['state'];

/** Cancelling orders, and moving one to another price. */
export const words = inLanguage('features/orders/change-words', {
  cancelAll: ({ of }: { readonly of: number }) => `Cancel all ${of} open orders`,
  cancelOldest: ({ oldest, of }: { readonly oldest: number; readonly of: number }) =>
    `Cancel the ${oldest} oldest of ${of} open orders`,
  cancelOldestShown: ({ oldest, of }: { readonly oldest: number; readonly of: number }) =>
    `Cancel the ${oldest} oldest of ${of} open orders shown`,
  cancelOldestShort: ({ oldest }: { readonly oldest: number }) => `Cancel oldest (${oldest})`,
  cancelShownShort: ({ of }: { readonly of: number }) => `Cancel shown (${of})`,
  cancelShown: ({ of }: { readonly of: number }) => `Cancel ${orders(of)}: those that the list shows`,
  cancelAllShort: ({ of }: { readonly of: number }) => `Cancel all (${of})`,

  // Progress and outcome of a cancellation.
  building: 'The service builds the cancellation.',
  planning: ({ step, done, of }: BatchPlanning) =>
    step === 'looked-up'
      ? `${done} of ${of} orders are looked up on the ledger.`
      : `${done} of ${of} orders are divided over transactions.`,
  proves: ({ count }: { readonly count: number }) =>
    `Touchstone proves that it takes back exactly ${orders(count)} and pays all of it to you.`,
  onItsWay: 'The cancellation is on its way.',
  mayStillFill: ({ count }: { readonly count: number }) =>
    `Until it is on chain the exchange may still fill ${count === 1 ? 'the order' : 'an order'}; that is a trade like any other.`,
  ordersWait: 'The orders wait as before.',
  oneCancelled: 'The order is cancelled.',
  manyCancelled: ({ count }: { readonly count: number }) => `${ordersAre(count)} cancelled.`,
  oneFilled: 'The trade went through: the exchange filled the order first.',
  oneFilledGot: ({ got }: { readonly got: string }) =>
    `The trade went through: the exchange filled the order first, and you got ${got}.`,
  manyFilled: ({ count }: { readonly count: number }) =>
    `${ordersAre(count)} filled: the exchange came first, and the trade went through.`,
  givenBack: ({ count }: { readonly count: number }) => `${ordersAre(count)} given back by the exchange.`,
  orderWaits: 'The order waits as before.',
  manyAsBefore: ({ count }: { readonly count: number }) => `${ordersAre(count)} as before.`,

  // A cancellation in several transactions.
  batch: ({ state }: { readonly state: BatchProgressView['state'] }) => BATCH[state],
  entry: ({ state }: { readonly state: EntryState }) => ENTRY[state],
  transactions: ({ transactions }: { readonly transactions: number }) =>
    `This many orders take ${transactions} transactions`,
  transaction: ({ number }: { readonly number: number }) => `Transaction ${number}`,
  stopAfter: 'Stop after this one',
  stops: 'The batch ends after the current transaction.',

  cancelTitle: ({ count }: { readonly count: number }) =>
    count === 1 ? 'Cancel the order' : `Cancel ${count} orders`,
  back: ({ came, estimated }: { readonly came: boolean; readonly estimated: boolean }) =>
    `${came ? 'Came back' : 'Comes back'}${estimated ? ', estimated before the network fee' : ''}:`,
  leftOut: ({ count }: { readonly count: number }) => `Left out: ${orders(count)}`,
  keepOrder: 'Keep order',
  keepOrders: 'Keep orders',
  close: 'Close',

  // How far a move is, and how it came out.
  moved: 'The order is moved.',
  movedNote: 'It waits at its new price.',
  half: 'The order is cancelled, and the new one was not placed.',
  halfNote: 'Nothing more is placed automatically. What it held is yours.',
  signed: 'The new order is signed, and not seen on chain yet.',
  signedNote: 'Look at its transaction.',
  notMoved: 'The order was not moved.',
  notMovedNote: 'Nothing was placed instead.',
  provesOne: 'Touchstone proves that it takes back exactly this order and pays all of it to you.',
  cancellationSigned: 'The cancellation is signed.',
  thenPlaced: 'Once it is on chain, the new order is built, checked against what you agreed to, and signed.',
  moveTransactions: 'Transactions of the move',
  cancellation: 'Cancellation',
  newOrder: 'New order',

  moveTitle: 'Move the order',
  // The price that it has comes after the first of these, the one that it is to have after the second; then ADA.
  limitFrom: ({ side, token }: { readonly side: 'buy' | 'sell'; readonly token: string }) =>
    `${side === 'buy' ? 'Buy' : 'Sell'} ${token}: limit from`,
  limitTo: 'to',
  newPrice: ({ token }: { readonly token: string }) => `New price, ADA per ${token}`,
  noPrice: 'This is not a price.',
  samePrice: 'The order is at this price already.',
  away: ({
    share,
    below,
    market,
  }: {
    readonly share: string;
    readonly below: boolean;
    readonly market: string;
  }) => `${share} ${below ? 'below' : 'above'} the market at ${market} ADA.`,
  marketUnknown: 'The market price is not known.',
  sells: 'Sells',
  lessFilled: ', less what was filled',
  how: 'How',
  howMoved:
    'Two transactions under one approval: the order is cancelled, and once that is on chain, what came back is placed at the new price.',
  ifFilled: 'If it fills first',
  ifFilledNote: 'Then it was a trade like any other, and nothing is placed.',
  notListed: 'This order is not in the list of this profile.',
  changePrice: 'Change the price',
  openTicket: 'Open limit ticket',
  itsTransaction: 'Its transaction',
  keep: 'Keep as it is',
  review: 'Review move',
});

const BATCH: Readonly<Record<BatchProgressView['state'], string>> = {
  waiting: 'One approval covers all of them.',
  running: 'Each is inspected before it is signed.',
  next: 'The next one can be exported.',
  stopping: 'It stops after the current one.',
  stopped: 'It was stopped; what is cancelled stays cancelled.',
  done: 'All are on their way or on chain.',
};

const ENTRY: Readonly<Record<EntryState, string>> = {
  planned: 'waits for the one before it',
  current: 'is being made',
  sent: 'on its way',
  placed: 'on chain',
  left: 'skipped',
};

function orders(count: number): string {
  return count === 1 ? 'one order' : `${count} orders`;
}

function ordersAre(count: number): string {
  return count === 1 ? 'One order is' : `${count} orders are`;
}
