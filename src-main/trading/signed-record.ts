import type { AssetId } from '#domain/asset.ts';
import type { Clock } from '../ports/system.ts';
import type { Journal, JournalEntry } from '../ports/journal.ts';
import type { TradeBook } from './trade-book.ts';
import type { JournalPass } from './trade-index.ts';
import { isCommitted } from './trade-machine.ts';
import type { EarlierSignature } from '../inspect/inspection-input.ts';

/** Transactions of the journal that are signed, not on chain yet, and may still get there (rule V12). */
export function earlierSignatures(open: readonly JournalEntry[]): readonly EarlierSignature[] {
  return open
    .filter(({ trade, bytes }) => bytes.witnessSet !== undefined && !ON_CHAIN.includes(trade.state))
    .map(({ trade, bytes }) => ({
      bodyHash: trade.bodyHash,
      subject: bytes.subject ?? '',
      inputs: bytes.inputs.map(({ txHash, index }) => `${txHash}#${index}`),
      validUntil: bytes.validUntilSlot,
    }));
}

const ON_CHAIN: readonly JournalEntry['trade']['state'][] = ['placed', 'partly-filled'];

/** Milliseconds for which a signed trade counts against the limit of the day. */
export const DAY_MS = 86_400_000;

interface Counted {
  readonly at: number;
  readonly worth: bigint;
}

/**
 * What was signed so far, from the journal: what it was worth and when, whom it paid, which scripts it placed orders
 * at. A trade counts from its acceptance on, so that two that are signed at once do not pass the limit together. What
 * the pass has not read yet is read at the first question; each step since then is reported by the book.
 */
export class SignedRecord {
  readonly #journal: Journal;
  readonly #pass: JournalPass;
  readonly #clock: Clock;
  readonly #counted = new Map<string, Counted>();
  readonly #signed = new Set<string>();
  readonly #recipients = new Set<string>();
  readonly #scripts = new Set<string>();
  readonly #codesAt = new Map<string, readonly string[]>();
  readonly #tokens = new Set<AssetId>();

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

  /** The decimals that a token had when it was first seen here. */
  decimalsOf(token: AssetId): number | undefined {
    return this.#journal.decimalsOf(token);
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
    const step = this.#journal.steps(trade.id).find(({ state }) => state === 'signed');
    return step?.at ?? trade.updatedAt;
  }

  #note(entry: JournalEntry): void {
    const { trade, bytes } = entry;
    if (this.#signed.has(trade.id)) return;
    // Read first: what throws here is noted in whole at the next try.
    const at = isCommitted(entry) ? this.#signedAt(entry) : trade.updatedAt;
    if (isCommitted(entry)) {
      this.#signed.add(trade.id);
      for (const address of bytes.recipients ?? []) this.#recipients.add(address);
      for (const hash of bytes.orderScripts ?? []) this.#scripts.add(hash);
      this.#noteCode(entry);
      this.#tokens.add(trade.pay.asset).add(trade.receive);
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
