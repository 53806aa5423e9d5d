import * as v from 'valibot';
import { review } from './approval.ts';
import {
  amount,
  assetId,
  count,
  decimals,
  epoch,
  failure,
  identifier,
  none,
  shortText,
  units,
} from './codec.ts';
import { KEYCHAIN_MS, acting, type DeskTable, quiet, topic } from './table.ts';
import { token } from './tokens.ts';

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

/** An output of a transaction: `hash#index`. */
const outputName = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}#(0|[1-9]\d{0,4})$/));

const sendForm = v.strictObject({
  /** As it was typed; main reads it. */
  to: shortText,
  /** `max`: all that can be sent; absent: the least that has to go with the tokens. */
  lovelace: v.optional(v.union([v.literal('max'), units])),
  tokens: v.pipe(v.array(v.strictObject({ asset: assetId, quantity: units, decimals })), v.maxLength(20)),
  /** The only coins to spend, all of them. */
  coins: v.optional(v.pipe(v.array(outputName), v.minLength(1), v.maxLength(300))),
  /** Spends only what is at other addresses than the one that trades. */
  gathers: v.optional(v.literal(true)),
});

/** A payment as it would be built now. Lovelace, and base units. */
export const sendQuote = v.strictObject({
  id: identifier,
  to: shortText,
  /** It goes to an address of this wallet. */
  toSelf: v.boolean(),
  /** A signed payment went there before. */
  sentBefore: v.boolean(),
  pays: v.array(amount),
  fee: units,
  /** The least ADA that the network asks for in what is sent. */
  least: units,
  change: v.array(amount),
  changeOutputs: count,
  coins: v.array(outputName),
  /** That other coins could not be read, and are not counted. */
  leftOut: v.optional(failure),
  at: epoch,
  expiresAt: epoch,
});
export type SendQuoteView = v.InferOutput<typeof sendQuote>;

/** An unspent output of the wallet. */
const coin = v.strictObject({
  output: outputName,
  amounts: v.array(v.strictObject({ token, quantity: units })),
  label: shortText,
  frozen: v.boolean(),
  /** Where it is, unless at the address that trades. */
  address: v.optional(shortText),
  /** Of its block; absent where the ledger was not asked, or does not know. */
  at: v.optional(epoch),
  height: v.optional(count),
});
export type CoinView = v.InferOutput<typeof coin>;

/** `all`: how many there are, where not all are listed; `leftOut`: that more could not be read. */
const coinList = v.strictObject({ coins: v.array(coin), all: count, leftOut: v.optional(failure) });

const coinNote = v.strictObject({
  output: outputName,
  label: v.pipe(v.string(), v.maxLength(60)),
  frozen: v.boolean(),
});

/** The trading window's calls and topics for the wallet. */
export const deskWallet = {
  wallet: topic(walletStatus),
  balance: topic(balance),
  /** Looks at keystore and keychain again; the system may ask the user to open the keychain meanwhile. */
  'wallet.refresh': acting(none, none, KEYCHAIN_MS),
  'wallet.lock': acting(none, none),
  /** Trades with another one of the wallet's addresses. Failures: `address-not-used`, `no-wallet`, `wallet-unwritable`. */
  'wallet.useAddress': acting(v.strictObject({ address: shortText }), none),
  'wallet.fund': quiet(none, none, 60_000),
  'balance.refresh': quiet(none, none),
  /**
   * Drafts a payment from the wallet's coins; the service has no part in it. Failures that the sheet shows at its fields:
   * `send-…`, `address-elsewhere`, `coin-…`, `decimals-changed`; those of the ledger.
   */
  'send.prepare': quiet(sendForm, sendQuote, 30_000),
  /** As `swap.review`, for a payment: inspects what was drafted, and shows it in the approval window. */
  'send.review': acting(v.strictObject({ quoteId: identifier }), review, 60_000),
  /** The wallet's unspent outputs, with what the user noted of them. */
  'coins.list': quiet(none, coinList, 60_000),
  /** Labels a coin of this profile, or freezes it: payments leave it alone. Failure: `coin-labels-full`. */
  'coins.note': quiet(coinNote, none),
} as const satisfies DeskTable;
