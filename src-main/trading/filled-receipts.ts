import type { EpochMs } from '#domain/time.ts';
import type { AuditScripts } from '../exchanges/audit.ts';
import type { JournalEntry, ReceiptLink, ReceiptRow } from '../ports/journal.ts';
import { fillFacts, parentsNeeded } from '../receipt/fill-facts.ts';
import { isFillAudit } from '../receipt/price-fields.ts';
import type { ReceiptContent, ReceiptRecord } from '../receipt/receipt.ts';
import { common, row, type ReceiptParts } from './receipts.ts';

/** A fill that was audited, with the bytes (hex, by hash) of the transactions read for it. */
export interface FillBytes {
  readonly index: number;
  /** Of the exchange's transaction, with its bytes. */
  readonly hash: string;
  readonly cbor: string;
  readonly madeBy: string | undefined;
  readonly before: ReadonlyMap<string, string>;
}

interface FilledFacts {
  readonly entry: JournalEntry;
  readonly fills: readonly FillBytes[];
  /** The records of the trade's receipt so far. */
  readonly records: readonly ReceiptRow[];
  /** Where the next record comes. */
  readonly link: ReceiptLink;
  readonly at: EpochMs;
}

/**
 * The records of fills that a trade's receipt does not have yet. A fill has none if the trade was signed before receipts
 * had them or was signed elsewhere, if the fill that it follows on has none, or if its bytes are too large for a receipt.
 */
export function filledReceipts(
  { entry: { trade, bytes }, fills, records, link, at }: FilledFacts,
  parts: ReceiptParts,
  scripts: AuditScripts,
): readonly ReceiptRow[] {
  const contents = records.map(({ text }) => (JSON.parse(text) as ReceiptRecord).content);
  const [opening] = contents;
  const [first] = records;
  const { addendumSeed } = bytes;
  if (opening?.kind !== 'signed' || opening.addendumKey === undefined || !first || addendumSeed === undefined)
    return [];
  const known = new Set(contents.flatMap(nameOf));
  const rows: ReceiptRow[] = [];
  for (const { index, hash, cbor, madeBy, before } of fills) {
    const name = `${index} ${hash}`;
    if (known.has(name) || (madeBy !== undefined && !known.has(`${index} ${madeBy}`))) continue;
    const fill = { hash, cbor };
    const parents = parentsNeeded(opening, fill).flatMap((one) => {
      const bytesOf = before.get(one);
      return bytesOf === undefined ? [] : [{ hash: one, cbor: bytesOf }];
    });
    const evidence = { index, madeBy: madeBy ?? null, fill, parents };
    const facts = fillFacts(opening, evidence, scripts);
    if (!facts.ok || !isFillAudit({ ...evidence, facts: facts.value })) continue;
    const last = rows.at(-1);
    const next = last ? { position: last.position + 1, previous: last.hash } : link;
    const content = { opening: first.hash, kind: 'filled', ...evidence, facts: facts.value } as const;
    rows.push(row({ ...common(next, parts, trade.id, at), ...content }, addendumSeed));
    known.add(name);
  }
  return rows;
}

function nameOf(content: ReceiptContent): readonly string[] {
  return content.kind === 'filled' ? [`${content.index} ${content.fill.hash}`] : [];
}
