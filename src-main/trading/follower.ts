import { quantity } from '../../src-preload/domain/amount.ts';
import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import { ok, type Result } from '../../src-preload/domain/result.ts';
import type { EpochMs } from '../../src-preload/domain/time.ts';
import type { TradeState } from '../../src-preload/domain/trade.ts';
import type { JournalEntry } from '../ports/journal.ts';
import type { ChainTx, Tip } from '../ports/ledger.ts';
import { closingHashes, settle } from './settlement.ts';
import { clearFailure } from './trade-machine.ts';
import { findRival, submitSame, SUBMIT_MARGIN_SLOTS, type SubmissionParts } from './submission.ts';

/** Milliseconds after which the same bytes are sent again while they are not on chain, by state. */
const RESEND_AFTER_MS: Readonly<Partial<Record<TradeState, number>>> = {
  submitting: 0,
  'submission-unknown': 10_000,
  submitted: 60_000,
};

/**
 * Asks the chain, by hash, what became of a committed trade, and records what changed. Nothing is ever built
 * again; what was sent (or was being sent) may be sent again, byte for byte. A trade that was signed but never
 * sent is watched only: sending it is the user's to decide.
 * Answers the entry as it stands now. Failures: those of the ledger.
 */
export async function followOnce(
  entry: JournalEntry,
  parts: SubmissionParts,
  now: EpochMs,
  signal?: AbortSignal,
): Promise<Result<JournalEntry, Failure>> {
  const { ledger, book } = parts;
  // The tip is read first: a transaction absent from a chain that has passed its validity is absent for good.
  const tip = await ledger.tip(signal);
  if (!tip.ok) return tip;
  const onChain = await ledger.transaction(entry.trade.bodyHash, signal);
  if (!onChain.ok) return onChain;
  if (onChain.value !== undefined) return followPlaced(entry, onChain.value, parts, signal);
  if (entry.trade.state === 'placed' || entry.trade.state === 'partly-filled')
    return ok(
      book.record(entry, 'submitted', 'its block was rolled back', { trade: { filledTotal: undefined } }),
    );
  if (hasExpired(entry, tip.value))
    return ok(
      book.record(entry, 'expired', 'its validity passed on chain without it', {
        trade: { failure: failure('transaction-expired') },
      }),
    );
  const rival = await findRival(entry, ledger, signal);
  if (!rival.ok) return rival;
  if (rival.value !== undefined)
    return ok(
      book.record(entry, 'refused', `transaction ${rival.value} spent its funds`, {
        trade: { failure: failure('inputs-spent') },
      }),
    );
  if (!shouldResend(entry, tip.value, now)) return ok(entry);
  return ok(await submitSame(entry, parts, 'not on chain: the same bytes are sent again', signal));
}

function hasExpired(entry: JournalEntry, tip: Tip): boolean {
  const { validUntilSlot } = entry.bytes;
  return validUntilSlot !== undefined && tip.slot >= validUntilSlot;
}

function shouldResend({ trade, bytes }: JournalEntry, tip: Tip, now: EpochMs): boolean {
  if (bytes.signedCbor === undefined) return false;
  const { validUntilSlot } = bytes;
  if (validUntilSlot !== undefined && tip.slot >= validUntilSlot - SUBMIT_MARGIN_SLOTS) return false;
  const wait = RESEND_AFTER_MS[trade.state];
  return wait !== undefined && now - trade.updatedAt >= wait;
}

async function followPlaced(
  entry: JournalEntry,
  placed: ChainTx,
  { book, ledger, checkpoint }: SubmissionParts,
  signal?: AbortSignal,
): Promise<Result<JournalEntry, Failure>> {
  let current = entry;
  if (entry.trade.state !== 'placed' && entry.trade.state !== 'partly-filled') {
    const note = 'on chain; its orders wait to be filled';
    current = book.record(entry, 'placed', note, clearFailure(entry));
    checkpoint('placed-journalled');
  }
  const closings = new Map<string, ChainTx>();
  for (const hash of closingHashes(current.trade, placed)) {
    const closing = await ledger.transaction(hash, signal);
    if (!closing.ok) return closing;
    if (closing.value !== undefined) closings.set(hash, closing.value);
  }
  const settlement = settle(current.trade, current.bytes.owner, placed, closings);
  if (sameOrders(current, settlement.orders)) return ok(current);
  const closed = settlement.orders.filter((order) => order.closedBy !== undefined).length;
  const note = `${closed} of ${settlement.orders.length} orders closed`;
  const next = book.record(current, settlement.state, note, {
    trade: { orders: settlement.orders, filledTotal: quantity(settlement.filledTotal) },
  });
  checkpoint(`${settlement.state}-journalled`);
  return ok(next);
}

function sameOrders(entry: JournalEntry, orders: JournalEntry['trade']['orders']): boolean {
  return entry.trade.orders.every((order, at) => {
    const other = orders[at];
    return order.closedBy === other?.closedBy && order.received === other?.received;
  });
}
