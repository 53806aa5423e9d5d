import * as v from 'valibot';
import { amount, assetId, count, decimals, epoch, failure, identifier, shortText, units } from './codec.ts';
import { token } from './views.ts';

/** An output of a transaction: `hash#index`. */
const outputName = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}#(0|[1-9]\d{0,4})$/));

export const sendForm = v.strictObject({
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
export const coinList = v.strictObject({ coins: v.array(coin), all: count, leftOut: v.optional(failure) });

export const coinNote = v.strictObject({
  output: outputName,
  label: v.pipe(v.string(), v.maxLength(60)),
  frozen: v.boolean(),
});
