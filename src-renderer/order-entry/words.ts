import type { Side } from '#domain/limit-price.ts';
import { BEYOND_LEAST, recurringPriceWords } from '#domain/order-words.ts';
import { inLanguage } from '../words/in-language.ts';

/** A price relative to the market; `percent` without a sign. */
export type FromMarket = { readonly is: 'at' } | { readonly is: 'above' | 'below'; readonly percent: string };

/** The kind of main's answer to a ticket. */
export type AnswerKind = 'quote' | 'estimate' | 'plan';

/** The thing that a ticket turns round. */
export type Turned = 'trade' | 'order';

export interface Aged {
  readonly what: AnswerKind;
  readonly age: string;
}

/** Costs of an order; `returns`: the part that comes back, if known. */
export interface OrderCosts {
  readonly costs: string;
  readonly returns?: string;
}

function away(from: FromMarket): string {
  return from.is === 'at' ? 'At the market' : `${from.percent} ${from.is} the market`;
}

export const words = inLanguage('order-entry/words', {
  buy: 'Buy',
  sell: 'Sell',
  sellIn: ({ token }: { readonly token: string }) => `Sell, in ${token}`,
  /** Comes before the amount. */
  balance: 'balance',
  max: 'max',
  /** Followed by `aToken` where it is read out. */
  select: 'Select',
  aToken: 'a token',
  selectToBuy: 'Select what to buy',
  selectToSell: 'Select what to sell',
  flip: ({ what }: { readonly what: Turned }) => `Flip the ${what}`,
  baseUnits: 'base units',
  decimalsNotKnown: 'The number of decimals is not known: figures are in base units',

  /** `largest` has its token. */
  atMost: ({ largest }: { readonly largest: string }) => `At most ${largest}.`,
  /** Examples of what can be typed: a number with decimals, and one of thousands. */
  notAmount: ({ plain, thousands }: { readonly plain: string; readonly thousands: string }) =>
    `Not an amount. Try ${plain}, ${thousands}, 50%, $20 or 100/4.`,
  mostDecimals: ({ token, decimals }: { readonly token: string; readonly decimals: number }) =>
    `${token} has ${decimals} decimals at most.`,
  balanceNotKnown: 'The balance is not known yet.',
  dollarsNotKnown: 'The price in US dollars is not known yet.',

  asking: 'asking',
  refresh: 'refresh',
  noneYet: ({ what }: { readonly what: AnswerKind }) => `no ${what} yet`,
  justIn: ({ what }: { readonly what: AnswerKind }) => `${what} just in`,
  old: ({ what, age }: Aged) => `${what} ${age} old`,
  /** It has expired. */
  isOld: ({ what, age }: Aged) => `${what} is ${age} old`,

  exchangesUsed: 'Exchanges used',
  noExchanges: 'none known yet',
  allExchanges: ({ all }: { readonly all: number }) => `all ${all}`,
  someExchanges: ({ used, all }: { readonly used: number; readonly all: number }) => `${used} of ${all}`,
  backToDefault: 'Back to default',
  makeDefault: 'Make it the default',
  madeDefault: 'These exchanges are the default from now on.',

  slippageTolerance: 'Slippage tolerance, %',
  slippagePresets: 'Slippage presets, percent',
  customSlippage: 'Custom slippage, percent',
  custom: 'Custom',
  slippageBounds: ({ least }: { readonly least: string }) => `Between ${least} and 50 %.`,
  eachTrade: ({ share }: { readonly share: string }) => `Each trade ${recurringPriceWords(share)}.`,
  veryTight: 'Very tight: the order may wait long.',
  upToLess: ({ share }: { readonly share: string }) => `You may get up to ${share} less.`,
  beyondLeast: BEYOND_LEAST,

  /** The word to type before reviewing a trade that costs far more than the market price. */
  gateWord: 'accept',
  /** Before and after the word, which is set in bold. */
  gateBefore: 'To continue, type',
  gateAfter: '.',
  typeToGoOn: ({ word }: { readonly word: string }) => `Type ${word} to continue`,
  marketUnknownFair: ({ several }: { readonly several: boolean }) =>
    `The market price is not known: nothing says whether ${several ? 'these prices are' : 'this price is'} fair.`,
  /** Above the market where it buys, below it where it sells. */
  offMarket: ({
    several,
    percent,
    side,
  }: {
    readonly several: boolean;
    readonly percent: string;
    readonly side: Side;
  }) =>
    `${several ? 'A price of this ladder' : 'Your price'} is ${percent} ${
      side === 'buy'
        ? 'above the market: the order may pay that much more'
        : 'below the market: the order may bring that much less'
    } than a swap would.`,

  tradeCancelled: 'Trade cancelled. Nothing was signed.',
  ticketChanged: 'The ticket was changed, so its review was closed. Nothing was signed.',
  askingNewPrice: 'Asking for a new price.',
  serviceBuilds: 'The service builds the transaction.',
  readsBytes: 'Touchstone reads its bytes.',
  tradeRefused: 'The trade was refused. Nothing was signed.',
  noMoneyMoved: 'No money moved.',
  close: 'Close',
  cancel: 'Cancel',
  newPrice: 'Get a new price',

  starting: 'Starting…',
  connectService: 'Connect a service',
  enterKey: 'Enter the API key',
  enterKeyAgain: 'Enter the API key again',
  serviceUnreachable: 'The service cannot be reached',
  selectToken: 'Select a token',
  selectOther: 'Select another token',
  enterAmount: 'Enter an amount',
  noAmount: 'Not an amount',
  tooLarge: 'Too large an amount',
  whichAmount: 'Which amount do you mean?',
  tooManyDecimals: 'Too many decimals',
  setSlippage: 'Set a slippage up to 50 %',
  allExcluded: 'Every exchange is excluded',
  setUpWallet: 'Set up a wallet',
  walletUnavailable: 'The wallet is not available',
  elsewhere: ({ amount }: { readonly amount: string }) => `(${amount} elsewhere)`,
  elsewhereMore:
    'At other addresses of this wallet. A trade is built from one address: gather everything there in Balances, or choose another address in the wallet menu.',
  notEnough: ({ token }: { readonly token: string }) => `Not enough ${token}`,
  leaveAda: 'Leave ADA for fees and deposits',
  checkToken: 'Check this token',
  tryAgain: 'Try again',
  askingCosts: 'Asking what it costs…',
  askCostsAgain: 'Ask again what it costs',
  pauseReplay: 'Pause the replay to trade',
  sellAda: 'Sell ADA',
  enterPrice: 'Enter a price',
  enterPrices: 'Enter both prices',
  noPrice: 'Not a price',
  whichPrice: 'Which price do you mean?',
  marketUnknown: 'The market price is not known',
  differentPrices: 'Enter two different prices',
  checkOrders: 'Check the number of orders',
  confirmPrice: 'Confirm the price above',
  confirmPrices: 'Confirm the prices above',
  otherBatch: 'Another batch is under way',

  percentFromMarket: '% from market',
  adaPer: ({ token }: { readonly token: string }) => `ADA per ${token}`,
  perAda: ({ token }: { readonly token: string }) => `${token} per ADA`,
  marketNotKnown: 'The market price is not known.',
  marketAt: ({ price }: { readonly price: string }) => `The market is at ${price} ADA.`,
  fromMarket: ({ from, price }: { readonly from: FromMarket; readonly price: string }) =>
    `${away(from)}, ${price} ADA`,
  fillsAtOnce: 'The market is already there: it fills at once',
  fillsAtOnceAt: ({ from }: { readonly from: FromMarket }) => `${away(from)}: it fills at once`,

  /** `price` is in ADA. */
  limitOffer: ({
    offered,
    wanted,
    orders,
    price,
    side,
    token,
  }: {
    readonly offered: string;
    readonly wanted: string;
    readonly orders: number;
    readonly price: string;
    readonly side: Side;
    readonly token: string;
  }) =>
    `You offer ${offered} for at least ${wanted}${orders === 1 ? '' : `, in ${orders} orders`}, at ${price}\u00a0ADA or ${
      side === 'buy' ? 'less' : 'more'
    } per ${token}.`,
  tradesAtOnce: ({ side }: { readonly side: Side }) =>
    `The market is there already: ${side === 'buy' ? 'it buys' : 'it sells'} at once.`,
  waits: 'It waits until the market is there.',
  nearlyThere: 'The market is about there: it may fill at any time.',
  waitsFor: ({ side, percent }: { readonly side: Side; readonly percent: string }) =>
    `It waits until the market ${side === 'buy' ? 'falls' : 'rises'} by ${percent}.`,
  /** `average`: of the price, in ADA. */
  ladderOffer: ({
    offered,
    orders,
    wanted,
    average,
  }: {
    readonly offered: string;
    readonly orders: number;
    readonly wanted: string;
    readonly average: string;
  }) => `You offer ${offered} in ${orders} orders for at least ${wanted}, at ${average}\u00a0ADA on average.`,
  /** `elsewhere`: each is signed where the key is. */
  signatures: ({ signatures, elsewhere }: { readonly signatures: number; readonly elsewhere: boolean }) => {
    const several = elsewhere ? 'rounds, each signed where the key is' : 'signatures, one approval';
    return `${signatures === 1 ? 'One signature' : `${signatures} ${several}`}; you can stop midway at any time.`;
  },
  costsAtReview: 'What it costs is read at review.',
  /** Without the network fee. */
  costs: ({ costs, returns }: OrderCosts) =>
    `Costs ${costs} and the network fee${returns === undefined ? '.' : `; ${returns} comes back.`}`,
  /** Network fees included. */
  costsAbout: ({ costs, returns }: OrderCosts) =>
    `Costs about ${costs}${returns === undefined ? '.' : `; ${returns} comes back.`}`,
  readAtReview: 'read at review',
  first: 'First',
  each: 'Each',
  last: 'Last',
});
