import * as v from 'valibot';
import { quantity } from '#domain/amount.ts';
import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { DCA_INTERVAL_IDS, MOST_CYCLES } from '#domain/dca.ts';
import { PRICE_FORMS } from '#domain/limit-order.ts';
import { isFailureCode, type Failure, type FailureCode } from '#domain/failure.ts';
import { isJournalNote, type JournalNote } from '#domain/sentences/journal.ts';
import { epochMs } from '#domain/time.ts';
import { KINDS_OF_TRADE, TRADE_STATES, type OutputName, type Trade } from '#domain/trade.ts';
import type { JournalEntry } from '../ports/journal.ts';

const digits = v.pipe(
  v.string(),
  v.regex(/^\d+$/),
  v.transform((text) => quantity(BigInt(text))),
);
const asset = v.pipe(
  v.string(),
  v.check((text) => parseAssetId(text) === text, 'not an asset'),
  v.transform((text) => text as AssetId),
);
const time = v.pipe(v.number(), v.integer(), v.transform(epochMs));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const hex = v.pipe(v.string(), v.regex(/^([0-9a-f]{2})*$/));
export const failureSchema = v.strictObject({
  code: v.pipe(
    v.string(),
    v.transform((code): FailureCode => (isFailureCode(code) ? code : 'internal-error')),
  ),
  data: v.exactOptional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
  detail: v.exactOptional(v.string()),
});

const positive = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d*$/),
  v.transform((text) => BigInt(text)),
);
const outputName = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}#\d+$/),
  v.transform((text) => text as OutputName),
);
const typedPrice = v.strictObject({ form: v.picklist(PRICE_FORMS), text: v.string() });
const limitSchema = v.strictObject({
  typed: typedPrice,
  price: v.strictObject({ lovelace: positive, units: positive }),
  level: v.exactOptional(v.strictObject({ batchId: v.string(), at: count, of: count })),
  replaces: v.exactOptional(outputName),
});

const dcaSchema = v.strictObject({
  every: v.picklist(DCA_INTERVAL_IDS),
  cycles: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_CYCLES)),
  perCycle: digits,
  exchanges: v.array(v.string()),
});

const tradeSchema = v.strictObject({
  id: v.string(),
  kind: v.picklist(KINDS_OF_TRADE),
  state: v.picklist(TRADE_STATES),
  pay: v.strictObject({ asset, quantity: digits }),
  receive: asset,
  slippageBps: v.number(),
  expected: digits,
  atLeast: digits,
  routes: v.array(v.strictObject({ exchange: v.string(), amountIn: digits, expectedOut: digits })),
  costs: v.strictObject({
    networkFee: digits,
    exchangeFees: digits,
    deposits: digits,
    otherRecipients: digits,
  }),
  bodyHash: hash,
  validUntil: v.optional(time),
  orders: v.array(
    v.strictObject({
      index: v.number(),
      exchange: v.optional(v.string()),
      minimum: v.optional(digits),
      deposit: v.exactOptional(digits),
      batcherFee: v.exactOptional(digits),
      pay: v.exactOptional(digits),
      perCycle: v.exactOptional(v.strictObject({ fee: digits, returned: digits })),
      now: v.exactOptional(v.strictObject({ txHash: hash, index: count })),
      fills: v.exactOptional(v.array(v.strictObject({ hash, sold: digits, received: digits }))),
      closedBy: v.exactOptional(hash),
      outcome: v.exactOptional(v.picklist(['filled', 'cancelled', 'closed'])),
      received: v.exactOptional(digits),
    }),
  ),
  createdAt: time,
  updatedAt: time,
  failure: v.exactOptional(failureSchema),
  assembledBy: v.exactOptional(v.picklist(['service', 'local'])),
  filledTotal: v.exactOptional(digits),
  hasReceipt: v.exactOptional(v.literal(true)),
  exported: v.exactOptional(v.pipe(v.string(), v.maxLength(100))),
  limit: v.exactOptional(limitSchema),
  dca: v.exactOptional(dcaSchema),
  cancels: v.exactOptional(v.array(outputName)),
  send: v.exactOptional(
    v.strictObject({ to: v.string(), pays: v.array(v.strictObject({ asset, quantity: digits })) }),
  ),
  replacement: v.exactOptional(
    v.strictObject({ pay: v.strictObject({ asset, quantity: digits }), receive: asset, typed: typedPrice }),
  ),
  confirmations: v.exactOptional(count),
  confirmationsWanted: v.exactOptional(count),
  passedAt: v.exactOptional(count),
});

const bytesSchema = v.strictObject({
  unsignedCbor: hex,
  owner: v.string(),
  inputs: v.array(v.strictObject({ txHash: hash, index: v.number() })),
  ownSigners: v.array(hex),
  foreignSigners: v.array(hex),
  agreement: v.exactOptional(v.pipe(v.string(), v.maxLength(1_000_000))),
  validUntilSlot: v.exactOptional(v.number()),
  bundle: v.exactOptional(v.pipe(v.string(), v.maxLength(8 * 1024 * 1024))),
  gathered: v.exactOptional(hex),
  witnessSet: v.exactOptional(hex),
  signedCbor: v.exactOptional(hex),
  worth: v.exactOptional(digits),
  recipients: v.exactOptional(v.array(v.string())),
  orderScripts: v.exactOptional(v.array(hex)),
  subject: v.exactOptional(v.string()),
  serviceAnswer: v.exactOptional(hex),
  receiptSeed: v.exactOptional(hash),
  addendumSeed: v.exactOptional(hash),
});

const entrySchema = v.strictObject({ trade: tradeSchema, bytes: bytesSchema });

/** An entry as JSON text; quantities are decimal text, since the ledger's exceed both JSON's and SQLite's integers. */
export function encodeEntry(entry: JournalEntry): string {
  return JSON.stringify(entry, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** @throws when the text is not an entry: the file was changed by something else than this program. */
export function decodeEntry(json: string): JournalEntry {
  const { trade, bytes } = v.parse(entrySchema, JSON.parse(json));
  return { trade: tradeIn(trade), bytes };
}

/** The trade of an entry, from its part of the text. @throws as `decodeEntry` */
export function decodeTrade(json: string): Trade {
  return tradeIn(v.parse(tradeSchema, JSON.parse(json)));
}

function tradeIn(trade: v.InferOutput<typeof tradeSchema>): Trade {
  return {
    ...trade,
    validUntil: trade.validUntil,
    ...(trade.failure === undefined ? {} : { failure: trade.failure satisfies Failure }),
    orders: trade.orders.map((order) => ({
      ...order,
      exchange: order.exchange,
      minimum: order.minimum,
    })),
  };
}

const noteSchema = v.strictObject({
  id: v.string(),
  values: v.exactOptional(v.record(v.string(), v.string())),
});

export function encodeNote(note: JournalNote): string {
  return JSON.stringify(note);
}

/** Absent where another version wrote it: a note is only shown, and no trade depends on it. */
export function decodeNote(json: string): JournalNote | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), noteSchema), json);
  return read.success && isJournalNote(read.output) ? read.output : undefined;
}
