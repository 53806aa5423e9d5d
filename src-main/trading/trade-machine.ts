import type { EpochMs } from '../../src-preload/domain/time.ts';
import { FINAL_STATES, type Trade, type TradeState } from '../../src-preload/domain/trade.ts';
import type { JournalEntry, TradeBytes } from '../ports/journal.ts';

/**
 * Every move that a trade can make; anything else is a bug. From `signed` on, a trade ends only by what the chain
 * says: on it, expired, or its funds spent by another transaction. Whoever holds our signatures can send the bytes,
 * so `signed` and `assembled` may be found on chain without our sending them.
 */
const moves: Readonly<Record<TradeState, readonly TradeState[]>> = {
  built: ['approved', 'discarded', 'refused'],
  // Back to `built`: the signing did not happen (wrong password, locked keychain), so the user may try again.
  approved: ['signed', 'built', 'discarded', 'refused'],
  signed: ['assembled', 'placed', 'expired', 'refused'],
  assembled: ['submitting', 'placed', 'expired', 'refused'],
  // Back to `assembled`: the ledger refused it now, and the same bytes can be sent again while they are valid.
  submitting: ['submitted', 'submission-unknown', 'assembled', 'placed', 'expired', 'refused'],
  'submission-unknown': ['submitting', 'submitted', 'placed', 'expired', 'refused'],
  submitted: ['submitting', 'placed', 'expired', 'refused'],
  // Back to `submitted`: the block that held the transaction was rolled back.
  placed: ['partly-filled', 'filled', 'closed', 'submitted'],
  'partly-filled': ['filled', 'closed', 'submitted', 'placed'],
  filled: [],
  closed: [],
  discarded: [],
  expired: [],
  refused: [],
};

export function mayMove(from: TradeState, to: TradeState): boolean {
  return from === to ? !isFinal(from) : moves[from].includes(to);
}

export function isFinal(state: TradeState): boolean {
  return FINAL_STATES.includes(state);
}

/** True when our signatures exist: the bytes may reach the chain whatever we do, until their validity ends. */
export function isCommitted(entry: JournalEntry): boolean {
  return entry.bytes.witnessSet !== undefined;
}

/**
 * The change that clears a failure which did not stop the trade after all. That the service sent another transaction
 * back stays with the trade for good.
 */
export function clearFailure({ trade }: JournalEntry): Changes {
  return trade.failure?.code === 'service-changed-transaction' ? {} : { trade: { failure: undefined } };
}

/** What a step changes beside the state. `failure: undefined` removes the failure of an earlier step. */
export interface Changes {
  readonly trade?: { readonly [K in keyof Trade]?: Trade[K] | undefined };
  readonly bytes?: Partial<TradeBytes>;
}

/**
 * The entry after a step. @throws RangeError for a move that no trade can make, and for a step that would drop
 * or replace signed bytes.
 */
export function step(entry: JournalEntry, to: TradeState, now: EpochMs, changes: Changes = {}): JournalEntry {
  const { trade, bytes } = entry;
  if (!mayMove(trade.state, to)) throw new RangeError(`a trade cannot go from ${trade.state} to ${to}`);
  const signed = changes.bytes?.signedCbor;
  if (bytes.signedCbor !== undefined && signed !== undefined && signed !== bytes.signedCbor)
    throw new RangeError('signed bytes are never replaced');
  const next: JournalEntry = {
    trade: withoutUndefinedFailure({ ...trade, ...changes.trade, state: to, updatedAt: now } as Trade),
    bytes: { ...bytes, ...changes.bytes },
  };
  const needsWitness = !['built', 'approved', 'discarded', 'refused'].includes(to);
  if (needsWitness && next.bytes.witnessSet === undefined)
    throw new RangeError(`a trade that is ${to} has signatures`);
  if (to === 'discarded' && isCommitted(next)) throw new RangeError('a signed trade cannot be discarded');
  return next;
}

function withoutUndefinedFailure(trade: Trade): Trade {
  if (trade.failure !== undefined) return trade;
  const { failure: _none, ...rest } = trade;
  return rest;
}
