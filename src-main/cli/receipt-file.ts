import { resolve } from 'node:path';
import { receiptText } from '../receipt/receipt.ts';
import type { Trading } from '../trading/trading.ts';
import { text, type Values } from './options.ts';
import { UsageError } from './terminal.ts';
import { checkNew, writeNewFile } from './text-file.ts';

/** The option that names a file for the trade's receipt. */
export const receiptOptions = { receipt: { type: 'string' } } as const;

/** The file that was named, if one was. @throws UsageError when it exists: a receipt never replaces another file. */
export function readReceiptFile(values: Values): string | undefined {
  const path = text(values, 'receipt');
  if (path !== undefined) checkNew(path, 'receipt');
  return path;
}

/**
 * Writes the receipt of a trade that was signed; answers what the command's result says of it. A file that cannot be
 * written must not hide how the trade came out: the journal has the receipt all the same.
 */
export function saveReceipt(
  path: string | undefined,
  trading: Trading,
  tradeId: string | undefined,
): { readonly receipt?: string; readonly receipt_trouble?: string } {
  const records = path === undefined || tradeId === undefined ? [] : trading.receipts(tradeId);
  if (path === undefined || records.length === 0) return {};
  const content = receiptText(records.map((record) => record.text));
  try {
    writeNewFile(path, content, 'receipt');
    return { receipt: resolve(path) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { receipt_trouble: error.message };
  }
}
