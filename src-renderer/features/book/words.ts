import { inLanguage } from '../../words/in-language.ts';

type Side = 'bids' | 'asks';

/** A line of the book in words; `orders` and `pools` as they are written elsewhere, absent where there are none. */
export interface LevelValues {
  readonly side: Side;
  readonly price: string;
  readonly token: string;
  readonly orders?: { readonly amount: string; readonly count: number } | undefined;
  readonly pools?: string | undefined;
  readonly own: boolean;
}

function level({ side, price, token, orders, pools, own }: LevelValues): string {
  return [
    `${side === 'bids' ? 'Bid' : 'Ask'} ${price} ADA`,
    orders === undefined ? '' : `orders ${orders.amount} ${token} (${orders.count})`,
    pools === undefined ? '' : `pools about ${pools} ${token}`,
    own ? 'some of it yours' : '',
  ]
    .filter(Boolean)
    .join(', ');
}

export const words = inLanguage('features/book/words', {
  orderBook: 'Order book',
  tryAgain: 'Try again',
  selectToken: 'Select a token to see its order book.',
  needsKey: 'The book needs a key that the service accepts.',
  empty: ({ token }: { readonly token: string }) =>
    `Nobody bids or asks for ${token}. A limit order of yours would be the first.`,
  inTicket: ({ price }: { readonly price: string }) => `${price} ADA is in the limit ticket.`,
  levels: 'Levels of the book',

  changesWait: ({ changes }: { readonly changes: number }) =>
    `${changes} ${changes === 1 ? 'change waits' : 'changes wait'}`,
  /** Comes before the choice of a step of prices. */
  tick: 'tick',
  noTick: 'none',
  /** Comes before the distance from the middle that the plot covers: `±5 %`. */
  within: 'within',
  putAmongTables: 'Put the book among the tables',
  putNextToChart: 'Put the book next to the chart',

  /** Comes before the price. */
  mid: 'mid',
  midIs: ({ token }: { readonly token: string }) =>
    `Middle between the best bid and the best ask, ADA for one ${token}`,
  /** Comes before the figure. */
  spread: 'spread',
  spreadIs: 'Between the best bid and the best ask, of the middle',
  crossed: 'crossed',

  bids: 'Bids',
  asks: 'Asks',
  bid: 'Bid',
  ask: 'Ask',
  price: 'Price',
  orders: 'Orders',
  ordersAre: 'Open orders, according to the service',
  pools: 'Pools',
  poolsTake: 'What pools would take, computed from their reserves before fees',
  poolsGive: 'What pools would give, computed from their reserves before fees',
  sum: 'Sum, ADA',
  sumDown: 'Orders and pools from the best price down to here, in ADA',
  sumTo: 'Orders and pools from the best price to here, in ADA',
  clickLevel: (said: LevelValues) => `${level(said)}. Click: into the limit ticket`,
  pickLevel: (said: LevelValues) => `${level(said)}. Put the price into the limit ticket`,

  depthAt: ({
    side,
    price,
    all,
    pools,
  }: {
    readonly side: Side;
    readonly price: string;
    readonly all: string;
    readonly pools: string;
  }) =>
    side === 'bids'
      ? `Down to ${price}: ${all} ADA bid, ${pools} of it by pools`
      : `Up to ${price}: ${all} ADA asked, ${pools} of it by pools`,
  depthUnknown: 'The depth is not known.',
  /** `percent`: a whole number; amounts bid and asked in ADA, with the pools' share of each. */
  depthSummary: ({
    percent,
    mid,
    bid,
    asked,
    poolsBid,
    poolsAsk,
  }: {
    readonly percent: number;
    readonly mid: string;
    readonly bid: string;
    readonly asked: string;
    readonly poolsBid: string;
    readonly poolsAsk: string;
  }) =>
    `Within ${percent} % of the middle ${mid} ADA, ${bid} ADA are bid and ${asked} ADA are asked; pools give ${poolsBid} and ${poolsAsk} of it, as computed.`,
  ordersAndPools: 'orders and pools',
  poolsComputed: 'pools, computed',
});
