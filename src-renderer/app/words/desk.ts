import { inLanguage } from '../../words/in-language.ts';

/** The parts of the desk, and the labels on its charts. */
export const words = inLanguage('app/words/desk', {
  markets: 'Markets',
  marketsWidth: 'Width of the markets',
  market: 'Market',
  bookWidth: 'Width of the book',
  orderBook: 'Order book',
  tablesHeight: 'Height of the tables',
  tables: 'Tables',
  activity: 'Activity',
  orders: 'Orders',
  plans: 'Plans',
  alerts: 'Alerts',
  book: 'Book',
  balances: 'Balances',
  pools: 'Pools',
  token: 'Token',
  lookAtAddress: 'Look at an address…',
  lookShort: 'Address…',
  ticketWidth: 'Width of the ticket',
  ticket: 'Ticket',
  marketSwap: 'Market swap',
  limit: 'Limit',
  ladder: 'Ladder',
  dca: 'DCA',

  chart: 'Chart',
  chartOf: ({ chart, of, active }: ChartOf) =>
    `Chart ${chart} of ${of}${active ? ', followed by the ticket' : ''}`,
  chartsWidth: 'Width of the first charts',
  chartsHeight: 'Height of the first charts',
  linkMenu: ({ link }: { readonly link: string | undefined }) => `Link with other charts: ${link ?? 'none'}`,
  link: ({ link }: { readonly link: string }) => `Link ${link}`,
  notLinked: 'Not linked',
  shareToken: 'Links share the token',
  shareCrosshair: 'Links share the crosshair',

  ownOrders: ({ side, amount, orders }: OwnOrders) =>
    `${SIDES[side]} ${amount}${orders > 1 ? ` in ${orders} orders` : ''}`,
  atPrice: ({ price }: { readonly price: string }) => `at ${price} ADA`,
  notCancellable: 'It cannot be cancelled now.',
  cancelOrders: ({ orders }: { readonly orders: number }) =>
    orders === 1 ? 'Cancel this order…' : `Cancel ${orders} orders…`,
  distanceUnknown: 'Its distance from the market is not known.',
  priceReached: 'The market has reached this price.',
  marketMustMove: ({ side, percent }: { readonly side: Side; readonly percent: string }) =>
    `The market must still ${side === 'buy' ? 'fall' : 'rise'} by ${percent}.`,
  averageCost: 'Average cost',
  averageCostIs: ({ price }: { readonly price: string }) => `Average cost ${price} ADA, fees included`,
  boughtHere: ({ amount, fills }: { readonly amount: string | undefined; readonly fills: number }) =>
    `for ${amount === undefined ? 'what was' : `the ${amount}`} bought here in ${fills} ${fills === 1 ? 'fill' : 'fills'} and not sold.`,
  othersNotCounted: 'What came to the wallet in other ways is not counted.',
  hideCost: 'Hide the average cost',
  limitLine: ({ side }: { readonly side: Side }) => `${SIDES[side]} limit`,
  ladderFrom: ({ side }: { readonly side: Side }) => `${SIDES[side]} from`,
  ladderTo: ({ side }: { readonly side: Side }) => `${SIDES[side]} to`,
  ladderLevel: ({ side, level, of }: LadderLevel) => `${SIDES[side]} ${level} of ${of}`,
  filled: ({ side, amount }: { readonly side: Side; readonly amount: string }) =>
    `${side === 'buy' ? 'Bought' : 'Sold'} ${amount}`,
  planTrade: ({ trade, of }: { readonly trade: number; readonly of: number }) => `DCA ${trade}/${of}`,

  alertAdded: ({ price }: { readonly price: string }) =>
    `Touchstone will notify you when the price crosses ${price} ADA.`,
  costHidden: 'The average cost is hidden. The menu of the scale shows it again.',
  alertDeleted: 'The alert is deleted.',
  compareWith: 'Compare with',
  elsewhere: ({ pair }: { readonly pair: string | undefined }) =>
    `${pair === undefined ? 'This chart' : `The chart of ${pair}`} is in a separate window.`,
  showWindow: 'Show its window',
  bringBack: 'Bring back',
  /** Answer to a request of a chart's own window while a sheet is open here. */
  closeFirst: 'Finish or close what is open here first, then try again on the chart.',
  tokenOfChart: 'Token of the chart',

  buyToken: ({ token }: { readonly token: string }) => `Buy ${token}…`,
  sellToken: ({ token }: { readonly token: string }) => `Sell ${token}…`,
  alertOnToken: ({ token }: { readonly token: string }) => `Alert on ${token}…`,
});

/** Whether tokens are bought or sold. */
export type Side = keyof typeof SIDES;

export interface ChartOf {
  readonly chart: number;
  readonly of: number;
  readonly active: boolean;
}

export interface OwnOrders {
  readonly side: Side;
  readonly amount: string;
  readonly orders: number;
}

export interface LadderLevel {
  readonly side: Side;
  readonly level: number;
  readonly of: number;
}

const SIDES = { buy: 'Buy', sell: 'Sell' } as const;
