import { failure } from '#domain/failure.ts';
import { auditScripts, provenScripts } from '../app/order-scripts.ts';
import type { ReceiptFacts, ReceiptVerdict } from '../receipt/verdict.ts';
import { figuresText } from '../receipt/verify-price.ts';
import { verifyReceipts } from '../receipt/verify-receipt.ts';
import { command, readTextFile } from './options.ts';
import type { ExitCode } from './terminal.ts';
import { takes } from './words.ts';
import { tables } from './option-tables.ts';

/** Enough for an export of several hundred trades; a single receipt has less than a hundredth of this. */
const MOST_BYTES = 64 * 1024 * 1024;
const NOT_VALID: ExitCode = 4;
const UNREADABLE: ExitCode = 2;

/** `verify-receipt`: proves a receipt, or a whole export, from its file alone. Exit codes 0 valid, 4 not, 2 unreadable. */
export const verifyReceiptCommand = command(tables['verify-receipt'], async ({ values, terminal }) => {
  const receipt = readTextFile(values, 'receipt', takes.receipt, MOST_BYTES);
  const other =
    values.previous === undefined
      ? undefined
      : readTextFile(values, 'previous', takes.otherReceipt, MOST_BYTES);
  const verdict = verifyReceipts(receipt, {
    scripts: (network) => provenScripts('live', network),
    fills: auditScripts,
    ...(other === undefined ? {} : { other }),
  });
  if (!verdict.ok) {
    terminal.failure(failure('receipt-unreadable', { reason: verdict.failure }));
    return UNREADABLE;
  }
  terminal.result(verdict.value, verdictLines(verdict.value));
  return verdict.value.valid ? 0 : NOT_VALID;
});

function verdictLines({ valid, receipts, checks, proves, doesNotProve }: ReceiptVerdict): string[] {
  const failing = checks.filter(({ ok }) => !ok);
  const lines = receipts.flatMap(receiptLines);
  if (!valid)
    return [
      ...lines,
      `NOT VALID: ${failing.length} of ${checks.length} checks fail. It proves nothing.`,
      ...failing.map(({ check, message }) => `  ${check}: ${message}`),
    ];
  return [
    ...lines,
    `VALID: all ${checks.length} checks hold.`,
    'It proves:',
    ...proves.map((sentence) => `  ${sentence}`),
    'It does not prove:',
    ...doesNotProve.map((sentence) => `  ${sentence}`),
  ];
}

function receiptLines({
  txHash,
  network,
  kind,
  signedAt,
  accepted,
  assembledBy,
  receiptKey,
  bestPrice,
  fills,
}: ReceiptFacts): string[] {
  const assembled = { service: 'assembled by the service', local: 'assembled here' } as const;
  return [
    `${kind} on ${network}, signed ${new Date(signedAt).toISOString()}`,
    `  transaction ${txHash}`,
    `  ${accepted}`,
    `  ${assembledBy === null ? 'signed; no record that it was assembled' : assembled[assembledBy]}; receipt key ${receiptKey}`,
    ...(bestPrice === undefined || bestPrice === null
      ? []
      : [`  price at signing, as reported then: ${bestPrice}`]),
    ...fills.map((fill) => `  fill ${fill.txHash}: ${figuresText(fill)}`),
  ];
}
