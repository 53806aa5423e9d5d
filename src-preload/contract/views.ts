import * as v from 'valibot';
import { TRADE_STATES } from '../domain/trade.ts';
import {
  assetId,
  epoch,
  exchangeCode,
  failure,
  finite,
  hash32,
  identifier,
  longText,
  shortText,
  signedUnits,
  units,
} from './codec.ts';

/** What the windows are shown. Every schema here is exact: main sends nothing beyond it. */

export const token = v.strictObject({
  id: assetId,
  ticker: shortText,
  name: shortText,
  verified: v.boolean(),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(38)),
  decimalsSource: v.picklist(['fixed', 'service', 'ledger', 'inferred', 'user', 'unknown']),
});
export type TokenView = v.InferOutput<typeof token>;

const amount = v.strictObject({ asset: assetId, quantity: units });

const routeShare = v.strictObject({ exchange: exchangeCode, amountIn: units, expectedOut: units });

/** A quote as shown. Percentages are numbers for display; every amount is in base units. */
export const quote = v.strictObject({
  id: identifier,
  pay: amount,
  receive: assetId,
  slippageBps: v.pipe(v.number(), v.integer()),
  expected: units,
  atLeast: units,
  routes: v.array(routeShare),
  /** Fraction (0.0031 = 0.31 %) by which the expected price is worse than the price before the trade; absent when unknown. */
  priceImpact: v.optional(finite),
  /** `amountIn` shares that do not add up to the amount, an unverified token, a large impact… in words. */
  notices: v.array(shortText),
  at: epoch,
  expiresAt: epoch,
});
export type QuoteView = v.InferOutput<typeof quote>;

/** What a windows shows before the user accepts: made in main from the decoded bytes. */
export const review = v.strictObject({
  tradeId: identifier,
  bodyHash: hash32,
  pay: amount,
  receive: assetId,
  expected: units,
  atLeast: units,
  /** One sentence: what goes, what comes, at least what. */
  sentence: longText,
  /** The costs in words. */
  costsSentence: longText,
  costs: v.strictObject({ networkFee: units, exchangeFees: units, deposits: units, otherRecipients: units }),
  orders: v.array(
    v.strictObject({
      exchange: v.optional(exchangeCode),
      address: shortText,
      value: v.array(amount),
      minimum: v.optional(units),
      namesOwner: v.boolean(),
    }),
  ),
  netChange: v.array(v.strictObject({ asset: assetId, quantity: signedUnits })),
  findings: v.array(
    v.strictObject({ rule: shortText, severity: v.picklist(['block', 'warn', 'info']), sentence: longText }),
  ),
  rulesRun: v.pipe(v.number(), v.integer()),
  /** Set when the built transaction gives less than the quote that the user saw. */
  worseThanQuote: v.optional(v.strictObject({ quotedExpected: units, quotedAtLeast: units })),
  validUntil: v.optional(epoch),
  expiresAt: epoch,
});
export type ReviewView = v.InferOutput<typeof review>;

export const trade = v.strictObject({
  id: identifier,
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
  orders: v.array(
    v.strictObject({
      index: v.pipe(v.number(), v.integer()),
      exchange: v.optional(exchangeCode),
      minimum: v.optional(units),
      closedBy: v.optional(hash32),
      received: v.optional(units),
    }),
  ),
  createdAt: epoch,
  updatedAt: epoch,
  failure: v.optional(failure),
  assembledBy: v.optional(v.picklist(['service', 'local'])),
  filledTotal: v.optional(units),
});
export type TradeView = v.InferOutput<typeof trade>;

export const walletStatus = v.strictObject({
  state: v.picklist(['none', 'locked', 'unlocked', 'unavailable']),
  /** Why it is unavailable, or that secrets last for this session only. */
  failure: v.optional(failure),
  sessionOnly: v.boolean(),
  address: v.optional(shortText),
  /** When a time-limited unlock ends; absent when every signature asks for the password. */
  unlockedUntil: v.optional(epoch),
  autoLockMinutes: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type WalletStatusView = v.InferOutput<typeof walletStatus>;

export const balance = v.strictObject({
  /** Absent while the first answer is awaited. */
  amounts: v.optional(v.array(v.strictObject({ token, quantity: units }))),
  at: v.optional(epoch),
  failure: v.optional(failure),
});
export type BalanceView = v.InferOutput<typeof balance>;

export const profile = v.strictObject({
  mode: v.picklist(['practice', 'live']),
  network: v.picklist(['mainnet', 'preprod', 'preview']),
  /** Whether the service can be called: starting, ready, or why not. */
  service: v.picklist(['starting', 'ready', 'failed', 'not-configured']),
  failure: v.optional(failure),
  serviceHost: v.optional(shortText),
  ledgerHost: v.optional(shortText),
  hasApiKey: v.boolean(),
  adaUsd: v.optional(finite),
  adaUsdAt: v.optional(epoch),
  /** Exchange codes known so far: the default list and those learned from answers. */
  exchanges: v.array(v.strictObject({ code: exchangeCode, name: shortText })),
});
export type ProfileView = v.InferOutput<typeof profile>;

export const preferences = v.strictObject({
  theme: v.picklist(['dark', 'light', 'system']),
  slippageBps: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5000)),
  excluded: v.pipe(v.array(exchangeCode), v.maxLength(100)),
  unlockMinutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(240)),
  autoLockMinutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(240)),
  acknowledged: v.pipe(v.array(assetId), v.maxLength(1000)),
});
export type PreferencesView = v.InferOutput<typeof preferences>;

/** A token's page: every figure carries its own age through `at`. */
export const market = v.strictObject({
  token,
  priceAda: v.optional(finite),
  pools: v.array(v.strictObject({ exchange: exchangeCode, ada: finite, tokens: finite, poolId: shortText })),
  pairs: v.array(v.strictObject({ quote: assetId, ticker: shortText, liquidity: finite })),
  daily: v.optional(v.strictObject({ buys: finite, sales: finite, volumeAda: finite })),
  links: v.strictObject({
    twitter: v.optional(shortText),
    discord: v.optional(shortText),
    website: v.optional(shortText),
  }),
  at: epoch,
});
export type MarketView = v.InferOutput<typeof market>;
