import type { AssetId } from '#domain/asset.ts';
import { isReportedOvertaken, type Trade, type TradeState } from '#domain/trade.ts';
import { looksAlike } from '#domain/words/look-alikes.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Clock } from '../ports/system.ts';
import type { Journal, JournalEntry, WrittenToken } from '../ports/journal.ts';
import type { TradeBook } from './trade-book.ts';
import type { JournalPass } from './trade-index.ts';
import { isCommitted, isOnChain } from './trade-machine.ts';
import type { EarlierSignature } from '../inspect/inspection-input.ts';

/** The features by which one trade counts as like another. */
type Likeness = Pick<Trade, 'kind' | 'receive' | 'send'> & { readonly pay: Pick<Trade['pay'], 'asset'> };

/**
 * Transactions of the journal that are signed, not on chain yet, and may still get there (rule V12): those that are
 * open, and those that a ledger's word has ended (`SignedRecord.endedByWord`). One that a ledger's word calls over, or
 * whose validity has passed less deep than an end counts, is marked where it is like `wanted`.
 */
export function earlierSignatures(
  open: readonly JournalEntry[],
  ended: readonly JournalEntry[],
  wanted: Likeness,
): readonly EarlierSignature[] {
  const waiting = open.filter((entry) => isCommitted(entry) && !ON_CHAIN.includes(entry.trade.state));
  return [
    ...waiting.map((entry) => ({
      ...signatureOf(entry, looksOver(entry.trade) && isLike(entry.trade, wanted)),
      // Its coins are left alone, so nothing but this would tell that the user pays twice.
      ...(wanted.send && entry.trade.send?.to === wanted.send.to ? { repeats: true } : {}),
    })),
    ...ended.map((entry) => signatureOf(entry, isLike(entry.trade, wanted))),
  ];
}

function looksOver(trade: Trade): boolean {
  return isReportedOvertaken(trade) || trade.passedAt !== undefined;
}

function signatureOf({ trade, bytes }: JournalEntry, alike: boolean): EarlierSignature {
  return {
    bodyHash: trade.bodyHash,
    subject: bytes.subject ?? '',
    inputs: bytes.inputs.map(({ txHash, index }) => `${txHash}#${index}`),
    validUntil: bytes.validUntilSlot,
    alike,
  };
}

/** Cancellations of the same order spend the same input; of other orders of the pair they are no repetition. */
function isLike(trade: Likeness, wanted: Likeness): boolean {
  if (trade.kind !== wanted.kind || trade.kind === 'cancel') return false;
  // To the same recipient, whatever is paid: a retry often pays a little more or less.
  if (trade.send) return trade.send.to === wanted.send?.to;
  return trade.pay.asset === wanted.pay.asset && trade.receive === wanted.receive;
}

const ON_CHAIN: readonly TradeState[] = ['placed', 'partly-filled'];
const ENDED_BY_WORD: readonly TradeState[] = ['expired', 'refused'];

interface Counted {
  readonly at: number;
  readonly worth: bigint;
}

/**
 * The signatures so far, from the journal: their worth and time, the recipients paid, and the scripts that orders were
 * placed at. A trade counts from its acceptance on, so that two trades signed at once cannot pass the limit together.
 * The part that the pass has not read yet is read at the first question; the book reports each later step.
 */
export class SignedRecord {
  readonly #journal: Journal;
  readonly #pass: JournalPass;
  readonly #clock: Clock;
  readonly #counted = new Map<string, Counted>();
  readonly #signed = new Set<string>();
  readonly #recipients = new Set<string>();
  readonly #sentTo = new Set<string>();
  readonly #scripts = new Set<string>();
  readonly #codesAt = new Map<string, readonly string[]>();
  readonly #tokens = new Set<AssetId>();
  readonly #endedByWord = new Map<string, JournalEntry>();

  constructor(journal: Journal, book: TradeBook, pass: JournalPass, clock: Clock) {
    this.#journal = journal;
    this.#pass = pass;
    this.#clock = clock;
    book.onChange((entry) => this.#note(entry));
    pass.feed((entry) => this.#note(entry));
  }

  /** Bech32 addresses that a signed transaction paid. */
  get recipients(): ReadonlySet<string> {
    this.#pass.finish();
    return this.#recipients;
  }

  /** Bech32 addresses that a signed payment went to. */
  get sentTo(): ReadonlySet<string> {
    this.#pass.finish();
    return this.#sentTo;
  }

  /** Hashes (hex) of scripts that a signed transaction placed an order at. */
  get scripts(): ReadonlySet<string> {
    this.#pass.finish();
    return this.#scripts;
  }

  /** Exchange codes that the service stated for the only order script (hash, hex) of a signed transaction. */
  get codesAt(): ReadonlyMap<string, readonly string[]> {
    this.#pass.finish();
    return this.#codesAt;
  }

  /** Assets that a signed transaction traded. */
  get tokens(): ReadonlySet<AssetId> {
    this.#pass.finish();
    return this.#tokens;
  }

  /**
   * Signed trades that a ledger called expired or overtaken before their validity ended by our own clock, and those
   * whose orders it called closed although we saw them neither filled nor taken back: the ledger may be wrong, or lie.
   * Trades without an end of validity, such as orders on chain, are kept for a day.
   */
  endedByWord(): readonly JournalEntry[] {
    this.#pass.finish();
    const now = this.#clock.now();
    for (const [id, entry] of this.#endedByWord) if (endOf(entry) <= now) this.#endedByWord.delete(id);
    return [...this.#endedByWord.values()];
  }

  /** How a token was written when it was first seen here, and whether the user agreed to it since. */
  writtenAs(token: AssetId): WrittenToken | undefined {
    return this.#journal.writtenAs(token);
  }

  /** Other tokens of the journal that people could take for one of these tickers, those agreed to before all others. */
  namesakes(token: AssetId, tickers: readonly string[]): readonly AssetId[] {
    return [...this.#journal.namedTokens()].flatMap(([id, theirs]) =>
      id !== token && tickers.some((ticker) => looksAlike(theirs, ticker)) ? [id] : [],
    );
  }

  /** Lovelace that the trades of the last 24 hours were worth; `except` leaves one out. Unknown worth counts nothing. */
  worthOfDay(except?: string): bigint {
    this.#pass.finish();
    const since = this.#clock.now() - DAY_MS;
    let sum = 0n;
    for (const [id, { at, worth }] of this.#counted) if (at > since && id !== except) sum += worth;
    return sum;
  }

  /** When it was signed; that of an older trade is not looked up: its last step was before the day that counts. */
  #signedAt({ trade }: JournalEntry): number {
    if (trade.updatedAt <= this.#clock.now() - DAY_MS) return trade.updatedAt;
    const step = this.#journal
      .steps(trade.id)
      .find(({ state }) => state === 'exported' || state === 'signed');
    return step?.at ?? trade.updatedAt;
  }

  #note(entry: JournalEntry): void {
    const { trade, bytes } = entry;
    if (isCommitted(entry) && isEndedByWord(trade) && endOf(entry) > this.#clock.now())
      this.#endedByWord.set(trade.id, entry);
    else this.#endedByWord.delete(trade.id);
    if (trade.send && wasSigned(entry)) this.#sentTo.add(trade.send.to);
    if (this.#signed.has(trade.id)) return;
    // Read first: what throws here is noted in whole at the next try.
    const at = isCommitted(entry) ? this.#signedAt(entry) : trade.updatedAt;
    if (isCommitted(entry)) {
      this.#signed.add(trade.id);
      for (const address of bytes.recipients ?? []) this.#recipients.add(address);
      for (const hash of bytes.orderScripts ?? []) this.#scripts.add(hash);
      this.#noteCode(entry);
      if (!trade.send) this.#tokens.add(trade.pay.asset).add(trade.receive);
    } else if (trade.state !== 'approved') {
      this.#counted.delete(trade.id);
      return;
    }
    this.#counted.set(trade.id, { at, worth: bytes.worth ?? 0n });
  }

  /** Where several exchanges fill a trade, which of its scripts is whose is not stated. */
  #noteCode({ trade, bytes }: JournalEntry): void {
    const [script, ...scripts] = new Set(bytes.orderScripts);
    const [code, ...codes] = new Set(trade.routes.map(({ exchange }) => exchange));
    if (script === undefined || code === undefined || scripts.length + codes.length > 0) return;
    const known = this.#codesAt.get(script) ?? [];
    if (!known.includes(code)) this.#codesAt.set(script, [...known, code]);
  }
}

/** Signed here, or on chain by others' signatures: what was only handed out may have been turned down there. */
function wasSigned({ trade, bytes }: JournalEntry): boolean {
  return bytes.witnessSet !== undefined || isOnChain(trade.state);
}

function isEndedByWord({ state, orders }: Trade): boolean {
  if (state === 'closed') return orders.some(({ outcome }) => outcome === 'closed');
  return ENDED_BY_WORD.includes(state);
}

/** When a trade's validity ends by our own clock; an order that is on chain has no end. */
function endOf({ trade }: JournalEntry): number {
  const until = trade.state === 'closed' ? undefined : trade.validUntil;
  return until ?? trade.updatedAt + DAY_MS;
}
