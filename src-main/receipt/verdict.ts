import type { RecomputedFill } from './price-fields.ts';

/** One thing that was checked: with what came of it, in a sentence. */
export interface ReceiptCheck {
  /** Stable name, such as `signature`. */
  readonly check: string;
  readonly ok: boolean;
  readonly message: string;
  /** The record that it is about, by its place in the chain. */
  readonly position?: number;
}

/** The facts of one receipt. */
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
  /**
   * The price finding at signing, by the receipt's own account; null if nothing had been compared. Absent for what
   * was signed offline.
   */
  readonly bestPrice?: string | null;
  /** Fills, computed again from bytes. */
  readonly fills: readonly RecomputedFill[];
}

export interface ReceiptVerdict {
  readonly valid: boolean;
  readonly receipts: readonly ReceiptFacts[];
  readonly checks: readonly ReceiptCheck[];
  /** In words: what a valid receipt proves, and what it does not. Nothing is proven by one that is not valid. */
  readonly proves: readonly string[];
  readonly doesNotProve: readonly string[];
}

/** Collects checks: the sentence that holds, or the one that says what is wrong. */
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

const SIGNED =
  'Whoever holds the named keys signed exactly this transaction: its signatures are over the hash of its body.';
const FIGURES =
  'The sums, orders and recipients in the receipt are those of this transaction, read again from its bytes.';
const WORDS =
  'The sentences and the costs follow from these bytes and from the agreement in the receipt: the transaction keeps to it and was described correctly.';
const UNCHANGED =
  'Nothing in the receipt was changed since its writer signed it: each record is signed, and the later ones name the first.';
const FILLS =
  'What the exchange’s formula required for each fill in the receipt, what was paid, and each part of the shortfall: computed again from the bytes of the fill, of the transactions that made what it spends, and of the pools.';
const CHAIN = 'No receipt between the first and the last one given was taken out.';

const WRITER =
  'Who wrote it. Payment keys sign transactions and nothing else, so none of them vouches for a receipt: anybody can write one, with a receipt key that is theirs, over a transaction that they found on chain, and call its keys their own. Compare the fingerprint of the receipt key with other receipts of the same wallet.';
const AGREEMENT =
  'That the agreement in it is the one that was made, and was made by the holder of the keys that signed: only its writer says so.';
const WORDS_UNPROVEN =
  'The sentences and the costs that it says were accepted: they do not follow from these bytes and from the agreement in the receipt.';
const CLAIMS =
  'What the sentences state as “about”, or as a fee for a cancellation: these are the service’s figures, and were shown as such.';
const CONSENT =
  'That anybody was shown or accepted anything: summary hash, rules and consents are the writer’s statements.';
const REST = [
  'That the ledger took the transaction: look for its hash on chain.',
  'Prices, routes, quotes and times: these were reported to Touchstone or read from its own clock.',
  'What the service sent and was sent: the receipt has only hashes, to compare with bytes that somebody kept.',
];
const INPUTS_UNPROVEN =
  'What some inputs hold: the file lacks the bytes of the transactions that made them, and has only what was reported about them.';
const MARKET_READ =
  'What it says that pools would have paid at signing: this is what a ledger back-end reported then, as its writer states it. Where it says that bytes proved what the pools held, the writer saw them; that the pools were unspent is the back-end’s word in any case, and so is the price that the delay is measured from.';
const MARKET_NOT_READ =
  'Whether pools would have paid more: it holds no comparison from the time it was signed.';
const FILLS_GIVEN =
  'That the fills in it are on chain, and are all there were: look for their hashes. The order of execution in a batch, and whether its scripts succeeded, are read from parts of a fill that its hash does not cover.';
const NO_FILLS =
  'How its orders were filled: it has no audit of a fill. One that was added later may have been left out.';
const ORDER_FORMS = 'Terms of orders whose form this version cannot read.';
const LAST_ONES = 'That there are no receipts after the last one given.';

/** The features of one receipt that determine the wording of a verdict. */
export interface ReceiptReach {
  /** Whether sentences and costs were proven from bytes and agreement. */
  readonly wordsProven: boolean;
  /** Whether the bytes of every transaction that made an input are in the file. */
  readonly parentsHere: boolean;
  readonly ordersRead: boolean;
  /** Rules whose findings the receipt lists. */
  readonly findings: readonly string[];
  /** Whether figures of the service are in its sentences. */
  readonly claims: boolean;
  /** Whether it has a reading of the market at signing; `unknown` for what was signed offline. */
  readonly market: 'read' | 'not-read' | 'unknown';
  readonly placesOrders: boolean;
  /** Number of audited fills. */
  readonly fills: number;
  /** Keys that it calls the account's and that have not signed, hex. */
  readonly unsigned: readonly string[];
}

export interface Reach {
  readonly receipts: readonly ReceiptReach[];
  /** Whether a whole export was given. */
  readonly whole: boolean;
}

export function verdictWords({ receipts, whole }: Reach): {
  readonly proves: readonly string[];
  readonly doesNotProve: readonly string[];
} {
  const all = (holds: (receipt: ReceiptReach) => boolean): boolean =>
    receipts.length > 0 && receipts.every(holds);
  const some = (holds: (receipt: ReceiptReach) => boolean): boolean => receipts.some(holds);
  const when = (applies: boolean, sentence: string): readonly string[] => (applies ? [sentence] : []);
  const findings = [...new Set(receipts.flatMap((receipt) => receipt.findings))].toSorted();
  const unsigned = [...new Set(receipts.flatMap((receipt) => receipt.unsigned))].toSorted();
  const wordsProven = all((receipt) => receipt.wordsProven);
  return {
    proves: [
      SIGNED,
      FIGURES,
      ...when(wordsProven, WORDS),
      ...when(
        some(({ fills }) => fills > 0),
        FILLS,
      ),
      UNCHANGED,
      ...when(whole, CHAIN),
    ],
    doesNotProve: [
      WRITER,
      wordsProven ? AGREEMENT : WORDS_UNPROVEN,
      CONSENT,
      ...when(
        findings.length > 0,
        `The findings that it lists (${findings.join(', ')}): they are those of the first inspector and are not repeated here.`,
      ),
      ...when(
        unsigned.length > 0,
        `That these keys, which have not signed, are the account’s: ${unsigned.map((key) => `${key.slice(0, 12)}…`).join(', ')}. What they hold counts as the account’s on the receipt’s word.`,
      ),
      ...when(
        some((receipt) => receipt.claims),
        CLAIMS,
      ),
      ...when(
        some(({ market }) => market === 'read'),
        MARKET_READ,
      ),
      ...when(
        some(({ market, placesOrders }) => market === 'not-read' && placesOrders),
        MARKET_NOT_READ,
      ),
      ...when(
        some(({ fills }) => fills > 0),
        FILLS_GIVEN,
      ),
      ...when(
        some(({ fills, placesOrders, market }) => fills === 0 && placesOrders && market !== 'unknown'),
        NO_FILLS,
      ),
      ...REST,
      ...when(!all((receipt) => receipt.parentsHere), INPUTS_UNPROVEN),
      ...when(!all((receipt) => receipt.ordersRead), ORDER_FORMS),
      LAST_ONES,
    ],
  };
}
