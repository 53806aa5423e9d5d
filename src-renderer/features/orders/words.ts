import type { OrderStatus } from '#domain/limit-order.ts';
import { inLanguage } from '../../words/in-language.ts';

export type Side = 'buy' | 'sell';

/** The service's status of an open order. `stop-loss`: only for orders placed elsewhere. */
export type OpenAs = 'being-filled' | 'expired' | 'stop-loss';

/** The parts of a sentence about an order. */
export interface OrderValues {
  /** It is somebody else's. */
  readonly looked: boolean;
  readonly tense: 'live' | 'ended' | 'filled';
  readonly paid: string;
  /** An amount, or the token where none is known. */
  readonly wanted: string;
  /** Whether `wanted` is the least that the order takes. */
  readonly least: boolean;
  /** Proceeds of a filled order. */
  readonly got?: string;
  readonly price?: { readonly ada: string; readonly tokens: string; readonly token: string };
}

/** Who sent a transaction of an order, and what it did. */
export type StepKind = 'place' | 'fill' | 'part-fill' | 'cancel' | 'close';

/** The table of orders, its filters and views, and an order in full. */
export const words = inLanguage('features/orders/words', {
  status: ({ status }: { readonly status: OrderStatus }) => STATUS[status],
  openAs: ({ as }: { readonly as: OpenAs }) => OPEN_AS[as],

  pair: ({ side, token, other }: { readonly side: Side; readonly token: string; readonly other?: string }) =>
    `${SIDES[side]} ${token}${other === undefined ? '' : ` for ${other}`}`,
  side: ({ side }: { readonly side: Side }) => SIDES[side],
  /** Prices in ADA. */
  buys: ({
    token,
    pays,
    price,
  }: {
    readonly token: string;
    readonly pays: string;
    readonly price?: string;
  }) => `Buy ${token} for ${pays}${at(price)}`,
  sells: ({
    pays,
    receives,
    price,
  }: {
    readonly pays: string;
    /** Absent where it is ADA. */
    readonly receives?: string;
    readonly price?: string;
  }) => `Sell ${pays}${receives === undefined ? '' : ` for ${receives}`}${at(price)}`,
  order: ({ looked, tense, paid, wanted, least, got, price }: OrderValues) => {
    const verb = tense === 'filled' ? 'paid' : tense === 'ended' ? 'offered' : looked ? 'offers' : 'offer';
    const goal = `${least ? 'at least ' : ''}${wanted}`;
    const came = got === undefined ? ` for ${goal}` : ` and got ${got}; wanted was ${goal}`;
    const both =
      price === undefined
        ? ''
        : `: ${price.ada}\u00a0ADA per ${price.token}, or ${price.tokens}\u00a0${price.token} per ADA`;
    return `${looked ? 'Its owner' : 'You'} ${verb} ${paid}${came}${both}.`;
  },
  typedAda: ({ text, token }: { readonly text: string; readonly token: string }) =>
    `${text} ADA per ${token}`,
  typedTokens: ({ text, token }: { readonly text: string; readonly token: string }) =>
    `${text} ${token} per ADA`,
  typedPercent: ({ text }: { readonly text: string }) => `${text} % from the market`,
  forFilling: ({ fees }: { readonly fees: string }) => `${fees} for filling it`,
  depositBack: ({ deposit }: { readonly deposit: string }) => `${deposit} deposit, which comes back`,
  willFill: ({ rest, reached }: { readonly rest: boolean; readonly reached: boolean }) =>
    `will fill ${rest ? 'the rest' : 'it'}${reached ? '; the price is reached' : ', when the price is reached'}`,
  reached: 'reached',

  // The table's heads.
  headPair: 'Order',
  headPairTitle: 'Side and pair',
  headWorth: 'Sells',
  headWorthTitle: 'What the order sells; sorted by its worth in ADA',
  headPrice: 'Price',
  headPriceTitle: 'Limit price, ADA for one token',
  headMarket: 'Market',
  headMarketTitle: 'Market price, ADA for one token',
  headDistance: 'Distance',
  headDistanceTitle: 'How far the market must still move',
  headFilled: 'Filled',
  headFilledTitle: 'How much of it is filled',
  headAge: 'Age',
  headAgeTitle: 'Time since it was placed',
  headExchange: 'Exchange',
  headExchangeTitle: 'Where it waits',
  headLocked: 'Locked',
  headLockedTitle: 'ADA that it holds in addition to what it sells: fees, and the deposit that comes back',
  headStatus: 'Status',
  headStatusTitle: 'Where it is',
  headSelected: 'Selected',
  headActions: 'Move or cancel',
  orders: 'Orders',

  // A row.
  select: ({ order }: { readonly order: string }) => `Select: ${order}`,
  notCancellable: 'It cannot be cancelled now',
  placedElsewhere: 'Placed by another program',
  external: 'external',
  mustMove: ({ distance }: { readonly distance: string }) => `The market must still move ${distance}`,
  move: ({ order }: { readonly order: string }) => `Move: ${order}`,
  moveTitle: 'Move to another price… (F2)',
  cancel: ({ order }: { readonly order: string }) => `Cancel: ${order}`,
  cancelTitle: 'Cancel this order',

  // Which ones are shown.
  groups: 'Orders shown',
  open: 'Open',
  filled: 'Filled',
  filledShort: 'Filled',
  cancelled: 'Cancelled',
  all: 'All',
  find: 'Find',
  findBy: 'Find orders by token, exchange, status or hash',
  filter: 'Filter',
  filters: 'Filters',
  selectOrders: 'Select orders',
  selectMenu: 'Select',
  savedViews: 'Saved views',
  views: 'Views',
  ask: 'Ask the service for the orders',
  askAgain: ({ old }: { readonly old: string }) => `Ask the service for the orders, now ${old}`,
  asked: 'The orders are being refreshed.',

  filterPair: 'Pair',
  everyPair: 'Every pair',
  filterSide: 'Side',
  bothSides: 'Buy and sell',
  everyExchange: 'Every exchange',
  wallet: 'Wallet',
  everyWallet: 'Every wallet',
  thisWallet: 'This wallet',
  placedBy: 'Placed by',
  anyProgram: 'Any program',
  otherPrograms: 'Other programs',
  clearFilters: 'Clear the filters',

  selectable: 'Select orders that can be cancelled',
  allShown: 'All shown',
  allOn: ({ token }: { readonly token: string }) => `All on ${token}`,
  placedLongerAgo: 'Placed longer ago than',
  hour: '1 hour',
  day: '1 day',
  week: '1 week',
  days: '30 days',

  viewSaved: ({ name }: { readonly name: string }) => `The view ${name} is saved.`,
  deleteView: ({ name }: { readonly name: string }) => `Delete the view ${name}`,
  noViews: 'No saved views yet. A view holds the filters and the sorting.',
  viewName: 'Name of the view',
  name: 'Name',
  saveView: 'Save current view',

  // The list where it is empty or in trouble.
  noneOpen: 'No open orders. Select Limit in the ticket to place one.',
  noneOpenLooked: 'No open orders.',
  noneFilled: 'No order has been filled yet.',
  noneCancelled: 'No order was cancelled.',
  mayBeOld: 'What is shown may be old.',
  fromJournal: 'Orders placed here are shown as the journal has them.',
  noneLooked: 'The service lists no orders of this address.',
  none: 'No orders yet.',
  noneHint: 'Select Limit in the ticket to place one; it waits here until the market reaches its price.',
  noneFit: 'No order fits these filters.',
  newerWait: 'Newer rows wait while the pointer is here',

  // Ticked orders.
  beforeFee: 'Before the network fee',
  selected: ({ orders }: { readonly orders: number }) => `${orders} selected`,
  unseen: ({ orders }: { readonly orders: number }) => `${orders} of them not in this view`,
  unable: ({ orders }: { readonly orders: number }) => `${orders} can no longer be cancelled`,
  mostAtOnce: ({ orders }: { readonly orders: number }) => `at most ${orders} at once`,
  comesBack: 'comes back',
  clear: 'Clear',
  cancelSelected: ({ orders }: { readonly orders: number }) =>
    orders === 1 ? 'Cancel 1 order' : `Cancel ${orders} orders`,

  // An order in full.
  kind: ({ kind, exchange }: { readonly kind: 'limit' | 'swap' | 'unknown'; readonly exchange?: string }) =>
    `${KINDS[kind]}${exchange === undefined ? '' : ` at ${exchange}`}`,
  stepOf: ({ kind, looked }: { readonly kind: StepKind; readonly looked: boolean }): string =>
    kind === 'place' || kind === 'cancel'
      ? looked
        ? 'Its owner’s transaction'
        : 'Your transaction'
      : kind === 'close'
        ? 'Another transaction'
        : 'The exchange’s transaction',
  stepDid: ({ kind }: { readonly kind: StepKind }) => DID[kind],
  soFar: ({ received }: { readonly received: string }) => `, ${received} so far`,
  youTyped: 'You typed',
  marketNow: 'Market now',
  thenReached: ', the price is reached',
  thenMustMove: ({ distance }: { readonly distance: string }) => `, it must still move ${distance}`,
  kindName: 'Kind',
  elsewhere: 'Elsewhere',
  adaLocked: 'ADA locked',
  placed: 'Placed',
  changed: 'Changed',
  wasToMove: ({ price }: { readonly price: string }) => `It was to be moved to ${price} ADA`,
  halfMoved: 'The order was cancelled, and the new one was not placed. Nothing places it by itself.',
  openTicket: 'Open limit ticket',
  whyWaiting: 'Why it is not filled yet',
  depth: ({ depth, wanted }: { readonly depth: string; readonly wanted: string }) =>
    `Pools would give ${depth} of ${wanted} at this price, as computed`,
  touched: ({ ago }: { readonly ago: string }) => `The market last touched the price ${ago}.`,
  transactions: 'Transactions',
});

const SIDES: Readonly<Record<Side, string>> = { buy: 'Buy', sell: 'Sell' };

const STATUS: Readonly<Record<OrderStatus, string>> = {
  preparing: 'On its way',
  open: 'Open',
  'partly-filled': 'Partly filled',
  cancelling: 'Cancelling',
  filled: 'Filled',
  cancelled: 'Cancelled',
  closed: 'Given back',
  failed: 'Failed',
  unknown: 'Not known',
};

const OPEN_AS: Readonly<Record<OpenAs, string>> = {
  'being-filled': 'Being filled',
  expired: 'Expired',
  'stop-loss': 'Stop loss',
};

const KINDS = { limit: 'limit order', swap: 'order of a swap', unknown: 'order' } as const;

const DID: Readonly<Record<StepKind, string>> = {
  place: 'placed the order',
  fill: 'filled it',
  'part-fill': 'filled a part',
  cancel: 'cancelled it',
  close: 'ended it without a fill',
};

function at(price: string | undefined): string {
  return price === undefined ? '' : ` at ${price}\u00a0ADA`;
}
