import { canonicalJson } from '../agreement/canonical-json.ts';
import { sha256, signText } from './receipt-key.ts';
import {
  RECEIPT_FORMAT,
  RECEIPT_VERSION,
  type Receipt,
  type ReceiptContent,
  type ReceiptRecord,
} from './receipt.ts';

/** Hashes and signs what a record says. `seed`: the transaction key's, 32 bytes hex. */
export function writeRecord(content: ReceiptContent, seed: string): ReceiptRecord {
  const text = canonicalJson(content);
  const secret = Buffer.from(seed, 'hex');
  const record = { content, hash: sha256(text), signature: signText(secret, text) };
  secret.fill(0);
  return record;
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

/** For people too: whoever verifies makes the canonical text anew. */
function pretty(value: Receipt | readonly Receipt[]): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function receiptOf(records: readonly string[]): Receipt {
  return {
    format: RECEIPT_FORMAT,
    version: RECEIPT_VERSION,
    records: records.map((text) => JSON.parse(text) as ReceiptRecord),
  };
}
