import * as v from 'valibot';
import { LANGUAGE_CHOICES } from '#domain/words/catalogue.ts';
import { TRADE_STATES } from '#domain/trade.ts';
import {
  amount,
  assetId,
  count,
  decimals,
  epoch,
  exchangeChoice,
  exchangeCode,
  failure,
  finite,
  hash32,
  identifier,
  longText,
  shortText,
  slippageChoice,
  units,
} from './codec.ts';
import { listedProfile, profileId, profileMark } from './profile-views.ts';

/** The data that windows show. Every schema here is exact: main sends nothing beyond it. */

export const token = v.strictObject({
  id: assetId,
  ticker: shortText,
  tickerSource: v.picklist(['fixed', 'service', 'ledger', 'disputed', 'unknown']),
  tickerClaims: v.exactOptional(v.strictObject({ service: shortText, ledger: shortText })),
  name: shortText,
  verified: v.boolean(),
  decimals,
  decimalsSource: v.picklist(['fixed', 'service', 'ledger', 'inferred', 'user', 'unknown']),
});
export type TokenView = v.InferOutput<typeof token>;

const routeShare = v.strictObject({ exchange: exchangeCode, amountIn: units, expectedOut: units });

/** Output common to all answers to a ticket. It may be reviewed until `expiresAt`. */
export const ticketAnswer = {
  id: identifier,
  pay: amount,
  receive: assetId,
  /** Notices for the user, in words, most serious first. */
  notices: v.array(shortText),
  at: epoch,
  expiresAt: epoch,
};

/** A fee in lovelace before anything is built, and the source of the figure. */
const knownFee = v.strictObject({ lovelace: units, from: v.picklist(['estimate', 'built', 'records']) });

/**
 * A quote as shown. Percentages are numbers for display; every amount is in base units. Its notices are of `amountIn`
 * shares that do not add up to the amount, an unverified token, a large impact…
 */
export const quote = v.strictObject({
  ...ticketAnswer,
  slippageBps: v.pipe(v.number(), v.integer()),
  expected: units,
  atLeast: units,
  routes: v.array(routeShare),
  /** Fraction (0.0031 = 0.31 %) by which the expected price is worse than the price before the trade; absent when unknown. */
  priceImpact: v.optional(finite),
  /** Estimates: the approval window shows what is read from the bytes. */
  fees: v.strictObject({
    exchange: v.optional(knownFee),
    /** Returned when the orders close. */
    deposits: v.optional(knownFee),
    /** `built`: taken from earlier swaps of this app; otherwise what a swap usually costs. */
    network: v.strictObject({ lovelace: units, built: v.boolean() }),
  }),
  /** `expected` less fees, in base units of `receive`; absent if the fees are unknown. */
  net: v.optional(units),
});
export type QuoteView = v.InferOutput<typeof quote>;

/**
 * Figures of a transaction that was built for a quote before its review, read from the bytes; `{}` where none is built
 * ahead. `net` is the expected amount less the fees, in base units of the asset received; `fromMarket` is the fraction
 * by which the price is above the service's market price.
 */
export const ahead = v.strictObject({
  built: v.optional(
    v.strictObject({
      verdict: v.picklist(['pass', 'warn', 'block']),
      /** Absent of a blocked one. */
      figures: v.optional(
        v.strictObject({
          exchange: units,
          deposits: units,
          network: units,
          atLeast: units,
          net: v.optional(units),
          fromMarket: v.optional(finite),
        }),
      ),
    }),
  ),
});
export type AheadView = v.InferOutput<typeof ahead>;

/**
 * The result of comparing a quote's price with pools; `warn`: pools would pay more by at least the share that the user
 * set.
 */
export const compared = v.strictObject({ tone: v.picklist(['warn', 'note']), sentence: longText });
export type ComparedView = v.InferOutput<typeof compared>;

/**
 * The trading window's part of a review: which trade it is, and the inspector's verdict. Only the approval window
 * shows the effects of the transaction.
 */
export const review = v.strictObject({
  tradeId: identifier,
  bodyHash: hash32,
  verdict: v.picklist(['pass', 'warn', 'block']),
});
export type ReviewView = v.InferOutput<typeof review>;

export const trade = v.strictObject({
  id: identifier,
  /**
   * Of a cancellation `pay` is the network fee, and `closed` is its good end, as it is of a payment. Of a DCA `pay` is the
   * total, and `filled` means that every cycle was executed.
   */
  kind: v.picklist(['swap', 'limit', 'dca', 'cancel', 'send']),
  state: v.picklist(TRADE_STATES),
  pay: amount,
  receive: assetId,
  slippageBps: v.pipe(v.number(), v.integer()),
  expected: units,
  atLeast: units,
  routes: v.array(routeShare),
  costs: v.strictObject({ networkFee: units, exchangeFees: units, deposits: units, otherRecipients: units }),
  bodyHash: hash32,
  validUntil: v.optional(epoch),
  /** How many orders a cancellation takes back. */
  cancels: v.optional(count),
  /** Of a payment: its recipient, and all that goes there. */
  send: v.optional(v.strictObject({ to: shortText, pays: v.array(amount) })),
  orders: v.array(
    v.strictObject({
      index: v.pipe(v.number(), v.integer()),
      exchange: v.optional(exchangeCode),
      minimum: v.optional(units),
      closedBy: v.optional(hash32),
      /** Why it ended; absent while it is open, and in trades from older versions. */
      outcome: v.optional(v.picklist(['filled', 'cancelled', 'closed'])),
      received: v.optional(units),
    }),
  ),
  createdAt: epoch,
  updatedAt: epoch,
  failure: v.optional(failure),
  assembledBy: v.optional(v.picklist(['service', 'local'])),
  filledTotal: v.optional(units),
  /** Whether there is a receipt to save: it was signed. */
  hasReceipt: v.optional(v.boolean()),
  /** Fingerprint of the bundle that it was handed out in, to be signed elsewhere. */
  exported: v.optional(shortText),
  /** How deep its end is in the chain, and from which depth on it counts as confirmed; blocks. */
  confirmations: v.optional(count),
  confirmationsWanted: v.optional(count),
});
export type TradeView = v.InferOutput<typeof trade>;

/** The current holding of a token that was bought for ADA, and its cost by average cost, fees included. */
export const position = v.strictObject({
  token: assetId,
  units,
  /** Lovelace. */
  paid: units,
  /** Fills that bought it. */
  buys: count,
  /** Some of it came otherwise, at a price that is not known, and is left out. */
  others: v.boolean(),
});
export type PositionView = v.InferOutput<typeof position>;

export const walletStatus = v.strictObject({
  state: v.picklist(['none', 'watching', 'locked', 'unlocked', 'unavailable']),
  /** Why it is unavailable, or that secrets last for this session only. */
  failure: v.optional(failure),
  sessionOnly: v.boolean(),
  address: v.optional(shortText),
  /** All of the wallet's addresses that are known, where there are several. */
  addresses: v.optional(v.array(shortText)),
  /** Present when the watched wallet needs several people's signatures. */
  shared: v.optional(v.literal(true)),
  /** When a time-limited unlock ends; absent when every signature asks for the password. */
  unlockedUntil: v.optional(epoch),
  autoLockMinutes: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type WalletStatusView = v.InferOutput<typeof walletStatus>;

export const balance = v.strictObject({
  /** Absent while the first answer is awaited. */
  amounts: v.optional(v.array(v.strictObject({ token, quantity: units }))),
  /** The addresses that hold something, where the wallet has several; the trading one comes first if it does. */
  byAddress: v.optional(
    v.array(
      v.strictObject({ address: shortText, trades: v.optional(v.literal(true)), amounts: v.array(amount) }),
    ),
  ),
  /** Tokens whose names were not read yet: they are shown by their ids, in base units. */
  unread: v.optional(count),
  /** That coins are not in it, because they could not be read. */
  leftOut: v.optional(failure),
  at: v.optional(epoch),
  failure: v.optional(failure),
});
export type BalanceView = v.InferOutput<typeof balance>;

export const profile = v.strictObject({
  ...profileMark.entries,
  mode: v.picklist(['practice', 'live']),
  /** The live profile that is open; absent in practice. */
  id: v.optional(profileId),
  /** It is a replay, practice in the past: names the session, each of which is a world of its own. */
  replay: v.optional(shortText),
  /** Every live profile. */
  profiles: v.array(listedProfile),
  /** Exchanges that the open profile's new tickets leave out, by code, besides those of the preferences. */
  excluded: exchangeChoice,
  /** Whether the service can be called: starting, ready, or why not. */
  service: v.picklist(['starting', 'ready', 'failed', 'not-configured']),
  failure: v.optional(failure),
  /** Why the journal of its trades cannot be read to its end; the lists then lack what was not read. */
  past: v.optional(failure),
  serviceHost: v.optional(shortText),
  ledgerHost: v.optional(shortText),
  /** Oddities of the ledger back-end, or of this machine's clock compared with it. */
  ledgerFindings: v.optional(v.array(failure)),
  hasApiKey: v.boolean(),
  adaUsd: v.optional(finite),
  adaUsdAt: v.optional(epoch),
  /** Exchange codes known so far: the default list and those learned from answers. */
  exchanges: v.array(v.strictObject({ code: exchangeCode, name: shortText })),
});
export type ProfileView = v.InferOutput<typeof profile>;

const panelSize = v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(4_000));
/** Sizes of the desk's parts in pixels where the user moved a splitter, and where the book is. */
export const deskLayout = v.strictObject({
  markets: v.optional(panelSize),
  ticket: v.optional(panelSize),
  lower: v.optional(panelSize),
  book: v.optional(panelSize),
  /** The book is among the tables even where there is room for it next to the chart. */
  bookBelow: v.optional(v.boolean()),
});

export const preferences = v.strictObject({
  theme: v.picklist(['dark', 'light', 'system']),
  slippageBps: slippageChoice,
  excluded: exchangeChoice,
  unlockMinutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(240)),
  autoLockMinutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(240)),
  acknowledged: v.pipe(v.array(assetId), v.maxLength(1000)),
  /** Colours of prices that go up and down; a sign or a shape always says the same. */
  priceColours: v.picklist(['green-red', 'blue-orange']),
  /** The next start is without a network: nothing but signing what another computer exported. */
  startOffline: v.boolean(),
  /** Whether to ask for a newer version at the start and once a day. */
  newsOfReleases: v.boolean(),
  /** Profiles whose transactions are built when they are reviewed, and never ahead: to spare the service. */
  builtAtReview: v.pipe(v.array(v.union([v.picklist(['practice', 'replay']), profileId])), v.maxLength(64)),
  /** The order events that trigger a system notification. */
  notify: v.strictObject({
    filled: v.boolean(),
    partlyFilled: v.boolean(),
    cancelled: v.boolean(),
    /** Absent in what an earlier version kept. */
    drifted: v.optional(v.boolean(), true),
  }),
  /** The recurring-order events that trigger a system notification: each executed cycle, late ones, finished ones. */
  notifyPlans: v.strictObject({ cycle: v.boolean(), late: v.boolean(), finished: v.boolean() }),
  /** Whether the window sounds when an alert goes off. */
  alertSound: v.boolean(),
  /** The language of what the windows say; absent in what an earlier version kept. */
  language: v.optional(v.picklist(LANGUAGE_CHOICES), 'system'),
  layout: deskLayout,
});
export type PreferencesView = v.InferOutput<typeof preferences>;

/** A token's page: every figure carries its own age through `at`. */
export const market = v.strictObject({
  token,
  priceAda: v.optional(finite),
  pools: v.array(v.strictObject({ exchange: exchangeCode, ada: finite, tokens: finite, poolId: shortText })),
  /** `liquidity` in ADA; absent where the service does not state it. */
  pairs: v.array(v.strictObject({ quote: assetId, ticker: shortText, liquidity: v.optional(finite) })),
  daily: v.optional(v.strictObject({ buys: finite, sales: finite, volumeAda: finite })),
  links: v.strictObject({
    twitter: v.optional(shortText),
    discord: v.optional(shortText),
    website: v.optional(shortText),
  }),
  at: epoch,
});
export type MarketView = v.InferOutput<typeof market>;
