import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { NetworkName } from '#domain/network.ts';
import { journalNote, type JournalNote } from '#domain/sentences/journal.ts';
import type { JournalEntry, JournalStep } from '../ports/journal.ts';
import type { Ledger, ReferenceSource } from '../ports/ledger.ts';
import type { FollowedParts } from './partial-fill.ts';
import { findRivals } from './rival.ts';
import type { SettlementKnowledge } from './settlement.ts';
import type { Checkpoint, TradeBook } from './trade-book.ts';
import { clearFailure, isOnChain } from './trade-machine.ts';

/**
 * Whether a trade's transaction came on chain, or into the ledger's queue, before it was first sent from this journal:
 * by the service, which had the signatures, or by another command or program that was given the same bytes.
 */
export function sentByOthers(steps: readonly JournalStep[]): boolean {
  if (!steps.some(({ state }) => isOnChain(state))) return false;
  const first = steps.findIndex(({ state }) => state === 'submitting');
  if (first === -1) return true;
  // An answer that is noted right after the first sending is the answer to that one. If the inputs were gone by then, this
  // very transaction had spent them.
  const answer = steps[first + 1]?.note;
  return answer?.id === 'unclear' && answer.values.code === 'inputs-spent';
}

/** Slots before the end of validity within which nothing is sent any more (rule T1). */
export const SUBMIT_MARGIN_SLOTS = 60;

export interface SubmissionParts {
  readonly book: TradeBook;
  readonly ledger: Ledger;
  /** A second back-end: what it shows on chain is not given up on the first one's word. */
  readonly second?: ReferenceSource | undefined;
  /** The network that the trades are for. */
  readonly network: NetworkName;
  /** Blocks from which on the end of a trade counts as confirmed. */
  readonly confirmations: number;
  readonly checkpoint: Checkpoint;
  /** Helps to find out how orders ended. */
  readonly knowledge?: SettlementKnowledge;
  /** Older parts of orders, so that they are not asked for at each look. */
  readonly followed?: FollowedParts;
}

/**
 * Rule T1: whether the bytes can still be sent. Failures: `wrong-network` (the back-end serves another one now),
 * `transaction-expired` (or about to be), `inputs-spent` (by another transaction that is said to be on chain), and those
 * of the ledger.
 */
export async function checkSendable(
  entry: JournalEntry,
  { ledger, network }: Pick<SubmissionParts, 'ledger' | 'network'>,
  signal?: AbortSignal,
): Promise<Result<undefined, Failure>> {
  const served = await checkNetwork(ledger, network, signal);
  if (!served.ok) return served;
  const { validUntilSlot } = entry.bytes;
  const signed = entry.bytes.witnessSet !== undefined;
  if (validUntilSlot !== undefined) {
    const tip = await ledger.tip(signal);
    if (!tip.ok) return tip;
    if (tip.value.slot >= validUntilSlot - SUBMIT_MARGIN_SLOTS)
      return failed(failure('transaction-expired', signed ? { signed } : {}));
  }
  const rivals = await findRivals(entry, ledger, signal);
  if (!rivals.ok) return rivals;
  const [by] = rivals.value;
  if (by === undefined) return ok(undefined);
  return failed(failure('inputs-spent', signed ? { by, unproven: true } : { by }));
}

/** The part of rule T1 that each sending needs, the first and the repeated. Failures: `wrong-network`, of the ledger. */
export async function checkNetwork(
  ledger: Ledger,
  network: NetworkName,
  signal?: AbortSignal,
): Promise<Result<undefined, Failure>> {
  const served = await ledger.network(signal);
  if (!served.ok) return served;
  return served.value === network
    ? ok(undefined)
    : failed(failure('wrong-network', { found: served.value, expected: network }));
}

/** Whether a transaction is on chain at all: who spent its outputs is not asked. */
const nobody = (): boolean => false;

/**
 * Failure `already-on-chain` when these bytes are on chain before they are signed here: somebody else has them signed.
 * A ledger that does not answer stops nothing; it is asked again before anything is sent.
 */
export async function checkNotOnChain(
  { trade }: JournalEntry,
  ledger: Ledger,
  signal?: AbortSignal,
): Promise<Result<undefined, Failure>> {
  const found = await ledger.transaction(trade.bodyHash, signal, nobody);
  return found.ok && found.value !== undefined ? failed(failure('already-on-chain')) : ok(undefined);
}

/**
 * Sends the journalled bytes, and only those: the step `submitting` is on disk before the call. Sending the same bytes
 * twice is one transaction. The trade is then `submitted`, `submission-unknown` (no answer, or "the inputs are spent":
 * perhaps by this very transaction), or back to `assembled` with the ledger's refusal. A transaction that others
 * brought on chain meanwhile is not sent: its trade becomes `placed`.
 */
export async function submitSame(
  entry: JournalEntry,
  { book, ledger, checkpoint }: SubmissionParts,
  note: JournalNote,
  signal?: AbortSignal,
): Promise<JournalEntry> {
  const record = (...step: Parameters<TradeBook['record']>): Promise<JournalEntry> =>
    book.whenFree(() => book.record(...step));
  const cbor = entry.bytes.signedCbor;
  if (cbor === undefined) throw new RangeError('only a journalled signed transaction is sent');
  if (entry.trade.state === 'assembled') {
    const found = await ledger.transaction(entry.trade.bodyHash, signal, nobody);
    if (found.ok && found.value !== undefined)
      return record(entry, 'placed', journalNote('before'), clearFailure(entry));
  }
  const sending = await record(entry, 'submitting', note, clearFailure(entry));
  checkpoint('submitting-journalled');
  const answer = await ledger.submit(cbor, signal, entry.trade.bodyHash);
  checkpoint('submit-answered');
  if (!answer.ok && answer.failure.code === 'submission-refused')
    return record(sending, 'assembled', journalNote('refusedByLedger'), {
      trade: { failure: answer.failure },
    });
  if (!answer.ok || answer.value !== entry.trade.bodyHash) {
    const code = answer.ok ? undefined : answer.failure.code;
    // Sent again while it waits in the mempool: its inputs count as spent, by itself.
    if (entry.trade.state === 'submitted')
      return record(
        sending,
        'submitted',
        code === undefined ? journalNote('otherNamed') : journalNote('resent', { code }),
      );
    const alarm = sending.trade.failure;
    const unclear = code === undefined ? journalNote('unclearOther') : journalNote('unclear', { code });
    return record(sending, 'submission-unknown', unclear, {
      trade: { failure: alarm ?? failure('submission-unknown') },
    });
  }
  const sent = await record(sending, 'submitted', journalNote('took'), clearFailure(sending));
  checkpoint('submitted-journalled');
  return sent;
}
