import type { Side } from '#domain/limit-price.ts';
import { inLanguage } from '../../words/in-language.ts';

export interface Placed {
  readonly placed: number;
  readonly all: number;
}

export const words = inLanguage('features/limit/ladder-texts', {
  title: 'Ladder of limit orders',
  buyAtLeast: 'Buy at least',
  ifAllFill: 'if all orders fill',
  count: 'Orders, one transaction each',
  sizes: 'Sizes',
  sizesOfOrders: 'Sizes of the orders',
  equal: 'equal',
  linear: 'linear',
  geometric: 'geometric',
  prices: 'Prices',
  distances: 'Distances between the prices',
  sameSteps: 'same steps',
  samePercent: 'same percent',
  transactionsToSign: 'Transactions to sign',
  exchange: 'Exchange',
  serviceChooses: 'the service chooses',
  feesForFilling: 'Fees for filling',
  networkFees: 'Network fees, about',
  deposits: 'Deposits (returned)',
  leavesAtFirst: 'ADA that leaves at first',
  readAtReview: 'read at review',
  review: 'Review ladder',
  /** `orders`: absent while it is not known how many. */
  reviewOf: ({ orders }: { readonly orders?: number }) => `Review ladder of ${orders ?? ''} orders`,
  firstSigned: 'The first order of the ladder is signed; the others follow one after the other.',

  orders: 'Orders of the ladder',
  priceInAda: 'Price, ADA',
  atLeastOf: ({ token }: { readonly token: string }) => `${token}, at least`,
  thisFillsAtOnce: 'This one fills at once',
  fillAtOnce: ({ orders }: { readonly orders: number }) =>
    `${orders === 1 ? 'One of the orders fills' : `${orders} of the orders fill`} at once: the market is there already.`,

  priceGivenIn: 'The price is given in',
  token: 'token',
  from: 'From',
  to: 'To',
  fromPrice: 'From price',
  toPrice: 'To price',
  spans: 'Spans from the market price',
  /** Percent without a sign: below the market where it buys, above it where it sells. */
  spanOf: ({ from, to, side }: { readonly from: string; readonly to: string; readonly side: Side }) =>
    `${from} to ${to} % ${side === 'buy' ? 'below' : 'above'} the market`,
  /** Percent with their sign. */
  span: ({ from, to }: { readonly from: string; readonly to: string }) => `${from} to ${to} %`,
  notPrice: ({ example }: { readonly example: string }) => `Not a price. Try ${example}, or 1/80.`,
  fromTo: ({ from, to }: { readonly from: string; readonly to: string }) => `${from} to ${to} ADA`,
  marketAt: ({ price }: { readonly price: string }) => `market ${price}`,

  underWay: 'Ladder under way',
  orderNumber: ({ number }: { readonly number: number }) => `Order ${number}`,
  inAda: ({ price }: { readonly price: string }) => `${price} ADA`,
  openTrade: 'Open its trade',
  toBeSigned: 'to be signed',
  lookAtApproval: 'Look at the approval window.',
  dismiss: 'Dismiss',
  building: 'The service builds it…',
  exportNext: 'Export the next order',
  stops: 'The ladder stops after the order that is being made. What was placed stays.',
  stoppingNow: 'Stopping…',
  stopHere: 'Stop here',
  stopAfter: 'Stop after this order',

  waiting: ({ all }: { readonly all: number }) =>
    `A ladder of ${all} orders waits for you in the approval window.`,
  running: ({ placed, all }: Placed) => `Ladder: ${placed} of ${all} orders placed.`,
  next: ({ placed, all }: Placed) =>
    `Ladder: ${placed} of ${all} orders placed. The next one can be exported.`,
  stopping: ({ placed, all }: Placed) =>
    `Stopping: ${placed} of ${all} orders placed, one is being finished.`,
  cancelled: 'The ladder was cancelled. Nothing was placed.',
  stopped: ({ placed, all }: Placed) => `The ladder stopped: ${placed} of ${all} orders placed. They stay.`,
  allPlaced: ({ all }: { readonly all: number }) => `Ladder: all ${all} orders placed.`,
  allSent: ({ all }: { readonly all: number }) => `Ladder: all ${all} orders sent.`,

  notPlaced: 'not placed',
  isNext: 'next',
  beingMade: 'being made',
  onItsWay: 'on its way',
  isPlaced: 'placed',
  skipped: 'skipped',
});
