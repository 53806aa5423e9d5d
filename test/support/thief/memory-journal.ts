import type { JournalNote } from '#domain/sentences/journal.ts';
import { isRenamed } from '#domain/words/names.ts';
import type { AssetId } from '#domain/asset.ts';
import type { FillAudit, MarketAtDecision } from '#domain/fill-audit.ts';
import { awaitsConfirmations, FINAL_STATES } from '#domain/trade.ts';
import type {
  Journal,
  JournalEntry,
  JournalPage,
  JournalStep,
  ReceiptLink,
  ReceiptRow,
  WrittenToken,
} from '../../../src-main/ports/journal.ts';

/** Data kept from an earlier journal. */
export interface Kept {
  readonly entries: readonly JournalEntry[];
  /** How tokens were written at their first sight. */
  readonly written: ReadonlyMap<AssetId, WrittenToken>;
}

/** A journal in memory that begins with the entries given: records that last in others are gone with this one. */
export class MemoryJournal implements Journal {
  readonly #entries: Map<string, JournalEntry>;
  readonly #steps: JournalStep[] = [];
  readonly #receipts: ReceiptRow[] = [];
  readonly #written: Map<AssetId, WrittenToken>;
  readonly #decisions = new Map<string, MarketAtDecision>();
  readonly #fillAudits = new Map<string, FillAudit>();

  constructor({ entries, written }: Kept) {
    this.#written = new Map(written);
    this.#entries = new Map(entries.map((entry) => [entry.trade.id, entry]));
  }

  put(entry: JournalEntry, note: JournalNote, receipt?: ReceiptRow): void {
    const { id: tradeId, state, updatedAt: at } = entry.trade;
    this.#entries.set(tradeId, entry);
    this.#steps.push({ tradeId, at, state, note });
    if (receipt) this.#receipts.push(receipt);
  }

  update(entry: JournalEntry): void {
    this.#entries.set(entry.trade.id, entry);
  }

  get(tradeId: string): JournalEntry | undefined {
    return this.#entries.get(tradeId);
  }

  all(limit: number): readonly JournalEntry[] {
    return [...this.#entries.values()].toReversed().slice(0, limit);
  }

  page(): JournalPage {
    return { entries: this.all(this.#entries.size), next: undefined };
  }

  byHash(bodyHash: string): readonly JournalEntry[] {
    return [...this.#entries.values()].filter(({ trade }) => trade.bodyHash === bodyHash);
  }

  plans(): readonly JournalEntry[] {
    return [...this.#entries.values()].filter(({ trade }) => trade.kind === 'dca');
  }

  open(): readonly JournalEntry[] {
    return [...this.#entries.values()].filter(({ trade }) => !FINAL_STATES.includes(trade.state));
  }

  unconfirmed(): readonly JournalEntry[] {
    return [...this.#entries.values()].filter(({ trade }) => awaitsConfirmations(trade));
  }

  steps(tradeId: string): readonly JournalStep[] {
    return this.#steps.filter((step) => step.tradeId === tradeId);
  }

  receipts(tradeId?: string): readonly ReceiptRow[] {
    return this.#receipts.filter((row) => tradeId === undefined || row.tradeId === tradeId);
  }

  decision(tradeId: string): MarketAtDecision | undefined {
    return this.#decisions.get(tradeId);
  }

  keepDecision(tradeId: string, decision: MarketAtDecision): void {
    this.#decisions.set(tradeId, decision);
  }

  fillAudit(tradeId: string): FillAudit | undefined {
    return this.#fillAudits.get(tradeId);
  }

  keepFillAudit(tradeId: string, audit: FillAudit, receipts: readonly ReceiptRow[] = []): void {
    this.#fillAudits.set(tradeId, audit);
    this.#receipts.push(...receipts);
  }

  writtenAs(token: AssetId): WrittenToken | undefined {
    return this.#written.get(token);
  }

  keepWritten(token: AssetId, { decimals, ticker, agreed }: WrittenToken, renames = false): void {
    const kept = this.#written.get(token);
    if (renames && kept && isRenamed(kept.ticker, ticker)) {
      this.#written.set(token, { ...kept, ticker, agreed });
      return;
    }
    const before = kept?.ticker ?? '';
    const agreedBefore = kept?.agreed === true;
    this.#written.set(token, {
      decimals: kept?.decimals ?? decimals,
      ticker: before || ticker,
      agreed:
        (before === '') === (ticker === '') ? agreed || agreedBefore : before === '' ? agreed : agreedBefore,
    });
  }

  namedTokens(): ReadonlyMap<AssetId, string> {
    const named = [...this.#written].filter(([, { ticker }]) => ticker !== '');
    const ordered = named.toSorted(([, one], [, other]) => Number(other.agreed) - Number(one.agreed));
    return new Map(ordered.map(([id, { ticker }]) => [id, ticker]));
  }

  nextReceipt(): ReceiptLink {
    const last = this.#receipts.at(-1);
    return last === undefined
      ? { position: 0, previous: undefined }
      : { position: last.position + 1, previous: last.hash };
  }

  close(): void {
    this.#receipts.length = 0;
  }
}
