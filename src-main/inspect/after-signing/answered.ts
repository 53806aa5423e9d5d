import type { Transaction } from '../../cardano/transaction.ts';
import type { VkeyWitness } from '../../cardano/witness-set.ts';

/** What came back after signing, beside what it is held against. */
export interface Answered {
  /** The transaction that was inspected and accepted. */
  readonly before: Transaction;
  /** The transaction that is to be sent in its place. */
  readonly after: Transaction;
  /** Our signatures. */
  readonly own: readonly VkeyWitness[];
  /** Hashes (hex) of all keys that must have signed. */
  readonly needed: readonly string[];
}

/** What a rule found wrong: a part that was changed, or a signature that is not there yet. */
export interface Breach {
  readonly kind: 'changed' | 'incomplete';
  /** The part, in words that end "The service changed …". */
  readonly part: string;
}

/** One rule on the answer of `/swap/sign`. */
export interface AnswerRule {
  /** Id of the rule table: `A1` to `A3`. */
  readonly id: 'A1' | 'A2' | 'A3';
  /** What holds when the rule has nothing to say. */
  readonly holds: string;
  /** What it does not cover. */
  readonly leavesOut: string;
  judge(answered: Answered): Breach | undefined;
}
