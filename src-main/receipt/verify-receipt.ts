import * as v from 'valibot';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { AuditScripts } from '../exchanges/audit.ts';
import { readOrWhyNot } from '../proof/prove.ts';
import type { OrderScripts } from '../proof/script-list.ts';
import type { RawTransaction } from '../proof/transaction.ts';
import { canonicalJson } from '../agreement/canonical-json.ts';
import { keyFingerprint, sealHolds, sha256, verifyText } from './receipt-key.ts';
import {
  type FilledContent,
  OFFLINE_VERSION,
  RECEIPT_VERSION,
  type Receipt,
  type ReceiptRecord,
  receiptSchema,
  type SignedContent,
} from './receipt.ts';
import {
  Checks,
  type ReceiptCheck,
  type ReceiptFacts,
  type ReceiptReach,
  type ReceiptVerdict,
  verdictWords,
} from './verdict.ts';
import { verifyAgreed, type Provenance } from './verify-agreed.ts';
import { verifyFills, verifyMarket } from './verify-price.ts';
import { verifySummary, type SummaryReach } from './verify-summary.ts';
import { verifySameTransaction, verifyTransaction } from './transaction.ts';

export interface VerifyOptions {
  /** Another receipt's file, whose link to this one is checked too. */
  readonly other?: string;
  /** Scripts that lock orders, so that their datums can be read. */
  readonly scripts?: (network: NetworkName) => OrderScripts | undefined;
  /** Scripts of orders and pools, so that fills can be computed again. */
  readonly fills?: (network: NetworkName) => AuditScripts | undefined;
}

/**
 * Verifies the text of a receipt file: one receipt, or a whole export (a JSON array of receipts, whose chain must have
 * no gap). Needs nothing but the file. The failure says why it is not a receipt at all.
 */
export function verifyReceipts(text: string, options: VerifyOptions = {}): Result<ReceiptVerdict, string> {
  const read = readReceipts(text);
  if (!read.ok) return read;
  const other = options.other === undefined ? undefined : readReceipts(options.other);
  if (other?.ok === false) return failed(`the other file: ${other.failure}`);
  const whole = read.value.whole || other?.value.whole === true;
  const receipts = [...read.value.receipts, ...(other?.value.receipts ?? [])];
  const judged = receipts.map((receipt) => verifyOne(receipt, options));
  const checks = [
    ...judged.flatMap((one) => one.checks),
    ...verifyChain(
      receipts.flatMap(({ records }) => records),
      whole,
    ),
  ];
  return ok({
    valid: checks.every((check) => check.ok),
    receipts: judged.flatMap(({ facts }) => facts ?? []),
    checks,
    ...verdictWords({ whole, receipts: judged.flatMap(({ reach }) => reach ?? []) }),
  });
}

interface ReadFile {
  readonly receipts: readonly Receipt[];
  readonly whole: boolean;
}

function readReceipts(text: string): Result<ReadFile, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failed('it is not JSON');
  }
  const whole = Array.isArray(json);
  const list: readonly unknown[] = Array.isArray(json) ? json : [json];
  if (list.length === 0) return failed('it holds no receipt');
  const receipts: Receipt[] = [];
  for (const item of list) {
    const parsed = v.safeParse(receiptSchema, item);
    if (!parsed.success) return failed(misfit(parsed.issues[0]));
    receipts.push(parsed.output);
  }
  return ok({ receipts, whole });
}

function misfit(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue) ?? '';
  if (path === 'version') return 'it is of a version that this program does not know';
  return path === '' || path === 'format'
    ? 'it is not a receipt of Touchstone'
    : `${path} is not as in a receipt`;
}

interface Judged {
  readonly checks: readonly ReceiptCheck[];
  readonly facts?: ReceiptFacts;
  readonly reach?: ReceiptReach;
}

function verifyOne({ version, records }: Receipt, { scripts, fills }: VerifyOptions): Judged {
  const [opening, ...later] = records;
  const whole = new Checks();
  if (opening?.content.kind !== 'signed') {
    whole.hold('records', false, '', 'The receipt does not begin with the record of what was signed.');
    return { checks: whole.list };
  }
  const { content } = opening;
  whole.hold(
    'file-version',
    [OFFLINE_VERSION, RECEIPT_VERSION].every((one) => (version === one) === (content.version === one)),
    'The file is of the version of its records.',
    'The file says that it is of another version than its records.',
  );
  verifyOrder(content, opening.hash, later, whole);
  const { seal, transaction, network } = content;
  whole.hold(
    'seal',
    sealHolds(seal, network, transaction.hash),
    'The wallet’s receipt key vouches for the key that signs the records of this transaction.',
    'The wallet’s receipt key does not vouch for the key that signs the records.',
  );
  const checks = [
    ...whole.list,
    ...records.flatMap((record) => verifyRecord(record, keyFor(record, content))),
  ];
  const inside = new Checks(content.position);
  verifyMarket(content, inside);
  const signed = verifyTransaction(transaction, content.signers.own, inside);
  const read = signed && readSigned(transaction.cbor, inside);
  const provenance = read && verifyAgreed(content, scripts?.(network), inside);
  const summary = read && verifySummary(content, read, scripts?.(network), inside);
  const last = later.findLast((record) => record.content.kind !== 'filled')?.content;
  const filled = later.flatMap(({ content: one }) => (one.kind === 'filled' ? [one] : []));
  const audited = verifyFills(content, filled, fills?.(network));
  const reach = provenance && summary && reachOf(content, provenance, summary, filled);
  const sent = new Checks(last?.position);
  if (last?.kind === 'assembled') {
    sent.hold(
      'same-hash',
      last.transaction.hash === transaction.hash,
      'What was assembled has the hash that was signed.',
      'What was assembled has another hash than what was signed.',
    );
    const everybody = [...content.signers.own, ...content.signers.others];
    const assembled = verifyTransaction(last.transaction, everybody, sent);
    if (signed && assembled) verifySameTransaction(signed, assembled, sent);
  }
  const facts: ReceiptFacts = {
    tradeId: content.tradeId,
    network,
    kind: content.tradeKind,
    txHash: transaction.hash,
    signedAt: content.times.signed,
    accepted: `${content.accepted.sentence} ${content.accepted.costs}`.trim(),
    assembledBy: last?.kind === 'assembled' ? last.by : null,
    receiptKey: keyFingerprint(seal.receiptKey),
    firstPosition: content.position,
    lastPosition: records.at(-1)?.content.position ?? content.position,
    ...(content.market === undefined ? {} : { bestPrice: content.market?.sentence ?? null }),
    fills: audited.fills,
  };
  return {
    checks: [...checks, ...inside.list, ...sent.list, ...audited.checks],
    facts,
    ...(reach ? { reach } : {}),
  };
}

/** A fill's record is signed with its own key. A receipt without one has no fills (`records`). */
function keyFor({ content }: ReceiptRecord, { seal, addendumKey }: SignedContent): string {
  return content.kind === 'filled' ? (addendumKey ?? seal.transactionKey) : seal.transactionKey;
}

/** The transaction as the second proof reads it; what only one of two readers can read is nothing to rely on. */
function readSigned(cbor: string, checks: Checks): RawTransaction | undefined {
  const read = readOrWhyNot(cbor);
  if (typeof read !== 'string') return read;
  checks.hold('transaction-readable', false, '', `The transaction cannot be read: ${read}.`);
  return undefined;
}

/** The reach of this receipt: how much of it the words of the verdict may claim as proven. */
function reachOf(
  { accepted, account, agreed, signers, market, effect }: SignedContent,
  provenance: Provenance,
  { ordersRead }: SummaryReach,
  fills: readonly FilledContent[],
): ReceiptReach {
  const proven = provenance.kind === 'proven' ? provenance : undefined;
  return {
    wordsProven: proven !== undefined,
    parentsHere: proven?.allParents === true,
    ordersRead: ordersRead && proven?.leastRead !== false,
    findings: [...new Set(accepted.findings.map(({ rule }) => rule))],
    claims: Object.keys(agreed.claims as object).length > 0,
    market: market === undefined ? 'unknown' : market?.read ? 'read' : 'not-read',
    placesOrders: effect.orders.length > 0,
    fills: fills.length,
    unsigned: account.paymentKeys.filter((key) => !signers.own.includes(key)),
  };
}

/** Later records name the first one and come after it in the chain. Only fills follow on the assembled one. */
function verifyOrder(
  content: SignedContent,
  openingHash: string,
  later: readonly ReceiptRecord[],
  checks: Checks,
): void {
  const belongs = later.every(
    (record) =>
      record.content.kind !== 'signed' &&
      record.content.opening === openingHash &&
      record.content.tradeId === content.tradeId &&
      record.content.network === content.network,
  );
  const positions = [content, ...later.map((record) => record.content)].map(({ position }) => position);
  const ordered = positions.every((position, at) => at === 0 || position > (positions[at - 1] ?? position));
  const kinds = later.map((record) => record.content.kind);
  const sent = kinds.slice(0, kinds.findLastIndex((kind) => kind !== 'filled') + 1);
  const ends = sent.slice(0, -1).every((kind) => kind === 'not-assembled');
  const mayFill = content.addendumKey !== undefined || !kinds.includes('filled');
  checks.hold(
    'records',
    belongs && ordered && ends && mayFill,
    `The records belong together, in their order (${positions.length}).`,
    'The records do not belong together, or are out of order.',
  );
}

function verifyRecord({ content, hash, signature }: ReceiptRecord, transactionKey: string): ReceiptCheck[] {
  const checks = new Checks(content.position);
  const text = canonicalJson(content);
  checks.hold(
    'record-hash',
    sha256(text) === hash,
    `Record ${content.position}: the hash is right.`,
    `Record ${content.position} was changed: its hash does not match.`,
  );
  checks.hold(
    'record-signature',
    verifyText(transactionKey, text, signature),
    `Record ${content.position}: the signature is right.`,
    `Record ${content.position} was changed: its signature is wrong.`,
  );
  return checks.list;
}

/**
 * Checks how records are linked. Those of a whole export must have no gap and begin with the first; of single
 * receipts, neighbours must fit, and what is between them is not known.
 */
function verifyChain(records: readonly ReceiptRecord[], whole: boolean): ReceiptCheck[] {
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
      : `The records fit into one chain; ${between} of other trades are between them.`,
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
  if (before.content.position === position) return [`There are two records at position ${position}.`];
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
