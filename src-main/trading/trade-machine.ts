import type { Failure } from '#domain/failure.ts';
import type { EpochMs } from '#domain/time.ts';
import { FINAL_STATES, isConfirmed, ON_THE_WAY_STATES, type Trade, type TradeState } from '#domain/trade.ts';
import type { JournalEntry, TradeBytes } from '../ports/journal.ts';

/**
 * Every move that a trade can make; anything else is a bug. From `signed` on, only the chain ends a trade: it is on
 * chain, it has expired, or its funds were spent by another transaction that the user is proven to have signed. Whoever
 * holds our signatures can send the bytes, so `signed` and `assembled` trades may turn up on chain although we did not
 * send them. A state read from the chain is final only once confirmed: a rollback takes the trade back to the state
 * that the chain then shows.
 */
const moves: Readonly<Record<TradeState, readonly TradeState[]>> = {
  built: ['approved', 'exported', 'discarded', 'refused'],
  // Back to `built`: the signing did not happen (wrong password, locked keychain), so the user may try again.
  approved: ['signed', 'built', 'discarded', 'refused'],
  // Whoever was given it may sign and send it: from here on it ends as a signed one does.
  exported: ['signed', 'placed', 'expired', 'refused'],
  signed: ['assembled', 'placed', 'expired', 'refused'],
  assembled: ['submitting', 'placed', 'expired', 'refused'],
  // Back to `assembled`: the ledger refused it now, and the same bytes can be sent again while they are valid.
  submitting: ['submitted', 'submission-unknown', 'assembled', 'placed', 'expired', 'refused'],
  'submission-unknown': ['submitting', 'submitted', 'placed', 'expired', 'refused'],
  submitted: ['submitting', 'placed', 'expired', 'refused'],
  // Back to `submitted`: the block that held our transaction was rolled back; to `signed` or `exported` when others sent it.
  placed: ['partly-filled', 'filled', 'closed', 'submitted', 'signed', 'exported'],
  // Back to `placed` and so on: the block that held the exchange's transaction was rolled back.
  'partly-filled': ['filled', 'closed', 'placed', 'submitted', 'signed', 'exported'],
  filled: ['closed', 'partly-filled', 'placed', 'submitted', 'signed', 'exported'],
  closed: ['filled', 'partly-filled', 'placed', 'submitted', 'signed', 'exported'],
  discarded: [],
  expired: [],
  refused: [],
};

export function mayMove(from: TradeState, to: TradeState): boolean {
  return from === to ? moves[from].length > 0 : moves[from].includes(to);
}

/** Whether a trade in this state is on chain as far as is known. */
export function isOnChain(state: TradeState): boolean {
  return state === 'placed' || state === 'partly-filled' || hasEndedOnChain(state);
}

/** Whether the orders of a trade in this state are all spent: it waits for confirmations only. */
export function hasEndedOnChain(state: TradeState): boolean {
  return state === 'filled' || state === 'closed';
}

export function isFinal(state: TradeState): boolean {
  return FINAL_STATES.includes(state);
}

/** True when our signatures exist, or may exist elsewhere: the bytes may reach the chain whatever we do until they expire. */
export function isCommitted({ trade, bytes }: JournalEntry): boolean {
  return bytes.witnessSet !== undefined || trade.exported !== undefined;
}

/** Where a trade is that a rollback took off the chain: sent from here, or where it was before others sent it. */
export function stateOffChain({ bytes }: JournalEntry): TradeState {
  if (bytes.signedCbor !== undefined) return 'submitted';
  return bytes.witnessSet === undefined ? 'exported' : 'signed';
}

/**
 * The change that clears a failure which did not stop the trade after all. That the service sent another transaction
 * back stays with the trade for good.
 */
export function clearFailure({ trade }: JournalEntry): Changes {
  return trade.failure?.code === 'service-changed-transaction' ? {} : { trade: { failure: undefined } };
}

/** The failure to be kept with a trade: the new one, unless the service sent another transaction back before. */
export function unlessAlarmed({ trade }: JournalEntry, found: Failure): Failure {
  return trade.failure?.code === 'service-changed-transaction' ? trade.failure : found;
}

/** Changes that a step makes besides the state. `failure: undefined` removes the failure of an earlier step. */
export interface Changes {
  readonly trade?: { readonly [K in keyof Trade]?: Trade[K] | undefined };
  readonly bytes?: Partial<TradeBytes>;
}

const UNCOMMITTED: readonly TradeState[] = ['built', 'approved', 'discarded', 'refused'];
const WITH_WITNESS: readonly TradeState[] = [
  'signed',
  'assembled',
  'submitting',
  'submission-unknown',
  'submitted',
];

/**
 * The entry after a step. @throws RangeError for a move that no trade can make, for any move of a confirmed trade, and
 * for a step that would drop or replace signed bytes.
 */
export function step(entry: JournalEntry, to: TradeState, now: EpochMs, changes: Changes = {}): JournalEntry {
  const { trade, bytes } = entry;
  if (!mayMove(trade.state, to)) throw new RangeError(`a trade cannot go from ${trade.state} to ${to}`);
  if (isConfirmed(trade)) throw new RangeError('a confirmed trade stays as it is');
  const signed = changes.bytes?.signedCbor;
  if (bytes.signedCbor !== undefined && signed !== undefined && signed !== bytes.signedCbor)
    throw new RangeError('signed bytes are never replaced');
  const next: JournalEntry = {
    trade: tidy({ ...trade, ...changes.trade, state: to, updatedAt: now } as Trade),
    bytes: { ...bytes, ...changes.bytes },
  };
  if (!UNCOMMITTED.includes(to) && !isCommitted(next))
    throw new RangeError(`a trade that is ${to} was signed, or handed out to be`);
  if (WITH_WITNESS.includes(to) && next.bytes.witnessSet === undefined)
    throw new RangeError(`a trade that is ${to} has signatures`);
  if (to === 'exported' && (next.trade.exported === undefined || next.bytes.witnessSet !== undefined))
    throw new RangeError('a trade that is exported has a bundle, and no signatures yet');
  if (to === 'discarded' && isCommitted(next)) throw new RangeError('a signed trade cannot be discarded');
  return withoutSpentSeed(withoutSpentBundle(next));
}

/** A bundle is shown again until its signatures are here, or nothing can come of it any more. */
function withoutSpentBundle({ trade, bytes }: JournalEntry): JournalEntry {
  if (trade.state === 'exported') return { trade, bytes };
  const { bundle: _spent, gathered: _complete, ...rest } = bytes;
  return { trade, bytes: rest };
}

/**
 * The entry with its depth recounted. This is not a step, since the trade keeps its state. A rollback notice is shown
 * until the end is confirmed. @throws RangeError for a trade that has not ended on chain, and for a confirmed one.
 */
export function withDepth(entry: JournalEntry, confirmations: number, wanted: number): JournalEntry {
  const { trade, bytes } = entry;
  if (!hasEndedOnChain(trade.state))
    throw new RangeError(`a trade that is ${trade.state} has no confirmations`);
  if (isConfirmed(trade)) throw new RangeError('a confirmed trade stays as it is');
  const depth = { confirmations: Math.min(confirmations, wanted), confirmationsWanted: wanted };
  const failure = isConfirmed(depth) && reportsRollback(trade) ? undefined : trade.failure;
  return withoutSpentSeed({ trade: tidy({ ...trade, ...depth, failure } as Trade), bytes });
}

/** Whether the failure kept with the trade is that of a rollback. */
export function reportsRollback({ failure }: Trade): boolean {
  return failure?.code === 'block-rolled-back';
}

/** The receipt of a trade is complete with its signed bytes, or when nothing more can happen: then its key goes. */
function withoutSpentSeed({ trade, bytes }: JournalEntry): JournalEntry {
  const over = moves[trade.state].length === 0 || isConfirmed(trade);
  if (bytes.signedCbor === undefined && !over) return { trade, bytes };
  const { receiptSeed: _spent, ...rest } = bytes;
  return { trade, bytes: rest };
}

/** The trade without parts that were taken away; a depth is that of an end on chain, or beyond the validity. */
function tidy({ failure, filledTotal, confirmations, confirmationsWanted, passedAt, ...rest }: Trade): Trade {
  const ended = hasEndedOnChain(rest.state);
  return {
    ...rest,
    ...(failure === undefined ? {} : { failure }),
    ...(filledTotal === undefined ? {} : { filledTotal }),
    ...(ended && confirmations !== undefined ? { confirmations } : {}),
    ...(ended && confirmationsWanted !== undefined ? { confirmationsWanted } : {}),
    ...(passedAt !== undefined && ON_THE_WAY_STATES.includes(rest.state) ? { passedAt } : {}),
  };
}
