import * as v from 'valibot';
import { KINDS_OF_TRADE } from '#domain/trade.ts';
import { readAgreement, readClaims } from '../agreement/agreement-json.ts';
import { canonicalJson, type Json } from '../agreement/canonical-json.ts';
import {
  amount,
  assetId,
  call,
  cbor,
  change,
  decimal,
  hash28,
  hash32,
  index,
  reference,
  signature,
  text,
  units,
  value,
} from './fields.ts';
import { fillAudit, market } from './price-fields.ts';
import { sha256, signText } from './receipt-key.ts';

/**
 * A receipt of a trade: the records that its journal kept, oldest first. The first one, `signed`, holds what was
 * accepted; each later one (`not-assembled`, `assembled`, `filled`) refers to it by hash. The records of all trades of a
 * profile form one chain: each holds the hash of the one before it, so that removing one leaves a gap.
 *
 * Fills are audited long after the transaction key is gone, so `filled` records are signed with a key of their own, which
 * the first record names (`addendumKey`) and which can sign nothing else.
 */
const RECEIPT_FORMAT = 'touchstone-receipt';
/** For what was signed without a network: the signer saw a bundle, and neither a quote nor a call. */
export const OFFLINE_VERSION = 3;
/** It also holds what was found of the price when it was signed, and each audited fill adds a record. */
export const RECEIPT_VERSION = 4;
const version = v.picklist([OFFLINE_VERSION, RECEIPT_VERSION]);

const transaction = v.strictObject({
  /** BLAKE2b-256 of the body: the transaction's id. */
  hash: hash32,
  /** SHA-256 of `cbor`'s bytes. */
  signedHash: hash32,
  cbor,
});

const common = {
  format: v.literal(RECEIPT_FORMAT),
  version,
  /** Place in the chain of this profile, from 0. */
  position: index,
  /** Hash of the record before it; null for the first one. */
  previous: v.nullable(hash32),
  app: v.pipe(
    v.string(),
    v.maxLength(40),
    v.check((name) => name.isWellFormed(), 'half a character'),
  ),
  network: v.picklist(['mainnet', 'preprod', 'preview']),
  tradeId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
  at: index,
};

const order = v.strictObject({
  index,
  exchange: v.nullable(text),
  address: text,
  value,
  /** Name of the form in which its datum was read; null when it is not understood, and so the terms. */
  form: v.nullable(text),
  owner: v.nullable(hash28),
  ownerStake: v.nullable(hash28),
  wanted: v.nullable(assetId),
  minimumReceived: v.nullable(units),
});

const input = v.strictObject({
  reference,
  address: text,
  value,
  /** `proven` by the parent transaction's bytes, reported alike by `two-sources`, or by one (`told`). */
  known: v.picklist(['proven', 'two-sources', 'told']),
  own: v.boolean(),
});

const attestedOutput = v.strictObject({ reference, address: text, value });

/** The facts from which, together with the transaction's bytes, the sentences and costs follow. */
const agreed = v.strictObject({
  agreement: v.custom<Json>((json) => readAgreement(json) !== undefined, 'not an agreement'),
  /** Which transaction of the agreement this is, from 0. */
  place: index,
  /** Figures of the service that were shown. */
  claims: v.custom<Json>((json) => readClaims(json) !== undefined, 'not figures'),
  /** Raw bytes of the transactions that made what is spent. */
  parents: v.pipe(v.array(v.strictObject({ hash: hash32, cbor })), v.maxLength(1_000)),
  /** Reported contents of inputs and collateral whose parents' bytes are not here. */
  told: v.pipe(v.array(attestedOutput), v.maxLength(1_000)),
  /** Hashes of the account's stake keys. */
  stakeKeys: v.array(hash28),
});

const quote = v.strictObject({
  pay: amount,
  receive: assetId,
  slippageBps: index,
  expected: units,
  atLeast: units,
  routes: v.array(v.strictObject({ exchange: text, amountIn: units, expectedOut: units })),
  excluded: v.array(text),
});

const signed = v.strictObject({
  ...common,
  kind: v.literal('signed'),
  tradeKind: v.picklist([...KINDS_OF_TRADE, 'any']),
  /** Offline, the time of the quote is unknown, and the time of building is the bundle's word. */
  times: v.strictObject({
    quoted: v.nullable(index),
    built: index,
    signed: index,
    validUntil: v.nullable(index),
  }),
  seal: v.strictObject({ receiptKey: hash32, transactionKey: hash32, certificate: signature }),
  transaction,
  /** Hashes of the keys that must sign: the account's, which have, and others'. */
  signers: v.strictObject({ own: v.array(hash28), others: v.array(hash28) }),
  /** Null offline, like the quote. */
  calls: v.strictObject({ build: v.nullable(call) }),
  quote: v.nullable(quote),
  /** For what was signed offline: the fingerprint of its bundle. */
  bundle: v.exactOptional(v.pipe(v.string(), v.regex(/^([0-9a-f]{4} ){3}[0-9a-f]{4}$/))),
  accepted: v.strictObject({
    sentence: text,
    costs: text,
    summaryHash: hash32,
    lessThanQuote: v.boolean(),
    findings: v.array(
      v.strictObject({
        rule: text,
        severity: v.picklist(['block', 'warn', 'info']),
        message: text,
        consented: v.boolean(),
      }),
    ),
    rules: v.strictObject({ run: v.array(text), table: hash32 }),
  }),
  effect: v.strictObject({
    net: v.array(change),
    change: value,
    networkFee: units,
    exchangeFees: units,
    deposits: units,
    minimumReceived: v.nullable(units),
    orders: v.array(order),
    recipients: v.array(v.strictObject({ index, address: text, value })),
    validFrom: v.nullable(index),
    validUntil: v.nullable(index),
  }),
  /** The outputs that the transaction spends, each with its value. */
  inputs: v.array(input),
  /** The account's address, and the hashes of its keys that occur in the transaction. */
  account: v.strictObject({ address: text, paymentKeys: v.array(hash28) }),
  agreed,
  /** Absent offline; null if nothing had been compared when it was signed. */
  market: v.exactOptional(v.nullable(market)),
  /** Absent offline: the Ed25519 public key that signs the records of fills. */
  addendumKey: v.exactOptional(hash32),
  /** ADA and USD figures as the service stated them; null when it did not. */
  prices: v.strictObject({
    adaInUsd: v.nullable(decimal),
    payInAda: v.nullable(decimal),
    receiveInAda: v.nullable(decimal),
    impactBps: v.nullable(v.pipe(v.number(), v.safeInteger())),
  }),
});

const later = { ...common, /** Hash of the trade's first record. */ opening: hash32 };

const notAssembled = v.strictObject({
  ...later,
  kind: v.literal('not-assembled'),
  /** Code of the failure, and the rule that the answer broke. */
  failure: text,
  rule: v.nullable(text),
  /** The call and the SHA-256 of the transaction that it answered; null when nothing usable came. */
  calls: v.strictObject({ sign: v.nullable(call) }),
  answerHash: v.nullable(hash32),
});

const assembled = v.strictObject({
  ...later,
  kind: v.literal('assembled'),
  by: v.picklist(['service', 'local']),
  calls: v.strictObject({ sign: v.nullable(call) }),
  transaction,
});

const filled = v.strictObject({ ...later, kind: v.literal('filled'), ...fillAudit.entries });

const record = v.strictObject({
  content: v.variant('kind', [signed, notAssembled, assembled, filled]),
  /** SHA-256 of the canonical text of `content`. */
  hash: hash32,
  /** The transaction key's signature over the same text; the addendum key's for a fill. */
  signature,
});

export const receiptSchema = v.strictObject({
  format: v.literal(RECEIPT_FORMAT),
  version,
  records: v.pipe(v.array(record), v.minLength(1), v.maxLength(1_000)),
});

export type Receipt = v.InferOutput<typeof receiptSchema>;
export type ReceiptRecord = v.InferOutput<typeof record>;
export type ReceiptContent = ReceiptRecord['content'];
export type SignedContent = Extract<ReceiptContent, { kind: 'signed' }>;
export type LaterContent = Exclude<ReceiptContent, SignedContent>;
export type FilledContent = Extract<ReceiptContent, { kind: 'filled' }>;
export { RECEIPT_FORMAT };

/** Hashes and signs what a record says. `seed`: of the key for its kind, 32 bytes hex. */
export function writeRecord(content: ReceiptContent, seed: string): ReceiptRecord {
  const text = canonicalJson(content);
  const secret = Buffer.from(seed, 'hex');
  const record = { content, hash: sha256(text), signature: signText(secret, text) };
  secret.fill(0);
  return record;
}

/** Receipts of one record each that belong to no journal, as a file's text; a JSON array if there are several. */
export function singleReceiptsText(records: readonly ReceiptRecord[]): string {
  const receipts = records.map((record): Receipt => ({
    format: RECEIPT_FORMAT,
    version: record.content.version,
    records: [record],
  }));
  const [only, ...others] = receipts;
  return pretty(only && others.length === 0 ? only : receipts);
}

/** A record as the journal keeps it. */
export function recordText(record: ReceiptRecord): string {
  return canonicalJson(record);
}

/** The receipt of one trade from its kept records, oldest first, as the text of a file. */
export function receiptText(records: readonly string[]): string {
  return pretty(receiptOf(records));
}

/** The receipts of several trades as the text of one file: a JSON array. */
export function receiptsText(trades: readonly (readonly string[])[]): string {
  return pretty(trades.map(receiptOf));
}

/** Readable by people too: whoever verifies makes the canonical text again. */
function pretty(value: Receipt | readonly Receipt[]): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function receiptOf(texts: readonly string[]): Receipt {
  const records = texts.map((text) => JSON.parse(text) as ReceiptRecord);
  return { format: RECEIPT_FORMAT, version: records[0]?.content.version ?? RECEIPT_VERSION, records };
}
