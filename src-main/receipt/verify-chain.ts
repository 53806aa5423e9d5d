import type { ReceiptRecord } from './receipt.ts';
import { Checks, type ReceiptCheck } from './verdict.ts';

/**
 * Checks how records hang together. Those of a whole export must have no gap and begin with the first; of single
 * receipts, neighbours must fit, and what lies between is not known.
 */
export function verifyChain(records: readonly ReceiptRecord[], whole: boolean): ReceiptCheck[] {
  const checks = new Checks();
  const chain = [...new Map(records.map((record) => [record.hash, record])).values()].toSorted(
    (left, right) => left.content.position - right.content.position,
  );
  const breaks = chain.flatMap((record, at) => faultAt(record, chain[at - 1], whole));
  const between = chain.reduce((sum, record, at) => sum + gap(record, chain[at - 1]), 0);
  checks.hold(
    'chain',
    breaks.length === 0,
    between === 0
      ? `The chain holds (${chain.length} records).`
      : `The records fit into one chain; ${between} of other trades lie between them.`,
    breaks.join(' '),
  );
  return checks.list;
}

function faultAt(record: ReceiptRecord, before: ReceiptRecord | undefined, whole: boolean): string[] {
  const { position, previous, network } = record.content;
  if ((position === 0) !== (previous === null))
    return [`Record ${position} names no record before it, or should not.`];
  if (before === undefined)
    return whole && position > 0
      ? [`The export begins with record ${position}: those before it are missing.`]
      : [];
  if (before.content.network !== network) return [`Record ${position} is of another network.`];
  if (before.content.position === position) return [`There are two records at place ${position}.`];
  const missing = gap(record, before);
  if (missing > 0)
    return whole
      ? [`${missing} ${missing === 1 ? 'record is' : 'records are'} missing before record ${position}.`]
      : [];
  return previous === before.hash ? [] : [`Record ${position} does not follow on the one before it.`];
}

function gap(record: ReceiptRecord, before: ReceiptRecord | undefined): number {
  return before === undefined ? 0 : Math.max(0, record.content.position - before.content.position - 1);
}
