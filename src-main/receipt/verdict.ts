/** One thing that was checked: with what came of it, in a sentence. */
export interface ReceiptCheck {
  /** Stable name, such as `signature`. */
  readonly check: string;
  readonly ok: boolean;
  readonly message: string;
  /** The record that it is about, by its place in the chain. */
  readonly position?: number;
}

/** What one receipt is about. */
export interface ReceiptFacts {
  readonly tradeId: string;
  readonly network: string;
  readonly kind: string;
  readonly txHash: string;
  /** Unix ms, by the clock of the machine that signed. */
  readonly signedAt: number;
  /** The sentences that were accepted. */
  readonly accepted: string;
  /** Who put the sent bytes together; null when the receipt has no record of it. */
  readonly assembledBy: 'service' | 'local' | null;
  /** Fingerprint of the wallet's receipt key, to compare with other receipts of the same wallet. */
  readonly receiptKey: string;
  readonly firstPosition: number;
  readonly lastPosition: number;
}

export interface ReceiptVerdict {
  readonly valid: boolean;
  readonly receipts: readonly ReceiptFacts[];
  readonly checks: readonly ReceiptCheck[];
  /** In words: what a valid receipt proves, and what it does not. Nothing is proven by one that is not valid. */
  readonly proves: readonly string[];
  readonly doesNotProve: readonly string[];
}

/** Collects checks: the sentence that holds, or the one that tells what is wrong. */
export class Checks {
  readonly list: ReceiptCheck[] = [];
  readonly #position: number | undefined;

  constructor(position?: number) {
    this.#position = position;
  }

  /** Answers `ok`. */
  hold(check: string, ok: boolean, holds: string, fails: string): boolean {
    const where = this.#position === undefined ? {} : { position: this.#position };
    this.list.push({ check, ok, message: ok ? holds : fails, ...where });
    return ok;
  }
}

const PROVES = [
  'Whoever holds the named keys signed exactly this transaction: its signatures are over the hash of its body.',
  'The sums, orders and recipients that were accepted are those of this transaction, read anew from its bytes.',
  'Nothing in the receipt was changed since it was written: each record is signed, and the later ones name the first.',
];
const PROVES_CHAIN = 'No receipt between the first and the last one given was taken out.';
const DOES_NOT_PROVE = [
  'That the ledger took the transaction: look for its hash on chain.',
  'Prices, routes, quotes and times: these are what Touchstone was told or read from its own clock.',
  'What the service sent and was sent: the receipt has only hashes, to be compared with bytes that somebody kept.',
  'That a key named as the account’s is its own, unless it is one of those that signed.',
  'Whose wallet the receipt key belongs to: compare its fingerprint with other receipts of the same wallet.',
];
const INPUTS_UNPROVEN =
  'What some inputs were worth: no parent transaction proved them when the receipt was written.';
const INPUTS_PROVEN_THEN =
  'What the inputs were worth, by this file alone: it says that parent transactions proved them, and does not hold these.';
const ORDER_FORMS = 'Terms of orders whose form this version cannot read.';
const LAST_ONES = 'That there are no receipts after the last one given.';

/** What the words of a verdict depend on. */
export interface Reach {
  readonly inputsProven: boolean;
  readonly ordersRead: boolean;
  /** Whether a whole export was given. */
  readonly whole: boolean;
}

export function verdictWords({ inputsProven, ordersRead, whole }: Reach): {
  readonly proves: readonly string[];
  readonly doesNotProve: readonly string[];
} {
  return {
    proves: [...PROVES, ...(whole ? [PROVES_CHAIN] : [])],
    doesNotProve: [
      ...DOES_NOT_PROVE,
      inputsProven ? INPUTS_PROVEN_THEN : INPUTS_UNPROVEN,
      ...(ordersRead ? [] : [ORDER_FORMS]),
      LAST_ONES,
    ],
  };
}
