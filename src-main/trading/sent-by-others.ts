import type { JournalStep } from '../ports/journal.ts';
import { isOnChain } from './trade-machine.ts';

/** What the journal notes where an answer says that the inputs are gone: perhaps spent by this very transaction. */
export const INPUTS_GONE_NOTE = 'no clear answer (inputs-spent)';

/**
 * Whether a trade's transaction came on chain, or into the ledger's queue, before it was first sent from this journal:
 * by the service, which had the signatures, or by another command or program that was given the same bytes.
 */
export function sentByOthers(steps: readonly JournalStep[]): boolean {
  if (!steps.some(({ state }) => isOnChain(state))) return false;
  const first = steps.findIndex(({ state }) => state === 'submitting');
  // An answer that is noted right after the first sending is the answer to that one.
  return first === -1 || steps[first + 1]?.note === INPUTS_GONE_NOTE;
}
