import { ADA, type AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import { bothWays, type PriceBothWays, type Side } from '#domain/limit-price.ts';
import type { Elsewhere } from '#domain/resting-sale.ts';
import { journalText } from '#domain/sentences/journal.ts';
import { inLanguage, sayIn } from '#domain/sentences/sentence.ts';
import type { EpochMs } from '#domain/time.ts';
import {
  FINAL_STATES,
  isReportedOvertaken,
  type OrderFill,
  type Trade,
  UNSIGNED_STATES,
} from '#domain/trade.ts';
import type { Language } from '#domain/words/catalogue.ts';
import { germanFigure } from '#domain/words/figures.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { JournalStep } from '../ports/journal.ts';
import { amountView, failureView, LONG, SHORT, textOf } from '../gate/wire.ts';

/** The fields that a list shows for orders and recurring orders alike, from whichever source; base units. */
export interface ListedRow {
  readonly id: string;
  readonly source: 'here' | 'external';
  /** The status by the service's own word; absent while it has not listed the row. */
  readonly serviceStatus: string | undefined;
  /** Bech32. */
  readonly wallet: string;
  readonly side: Side;
  /** The side that is not ADA; of two tokens the one paid. */
  readonly token: AssetId;
  readonly decimals: number;
  /** All that is sold, over all fills. */
  readonly pay: { readonly asset: AssetId; readonly quantity: bigint };
  readonly receive: AssetId;
  /** Of `pay`, so far. */
  readonly sold: bigint;
  readonly received: bigint | undefined;
  readonly placedAt: EpochMs | undefined;
  readonly updatedAt: EpochMs | undefined;
  /** The value that a cancellation would bring back, ADA first; only while it is live. */
  readonly returning: readonly { readonly asset: AssetId; readonly quantity: bigint }[];
  readonly cancellable: boolean;
  readonly tradeId: string | undefined;
  readonly cancelTradeId: string | undefined;
  readonly txHash: string | undefined;
  readonly outputIndex: number | undefined;
  readonly failure: Failure | undefined;
  /** Transactions that filled it, oldest first. */
  readonly fills: readonly OrderFill[];
  readonly closedBy: string | undefined;
  /** The price that pools elsewhere would pay for it now; absent where it was not compared. */
  readonly elsewhere?: Elsewhere | undefined;
  /** The service's record, as it came. */
  readonly service: { readonly record: readonly (readonly [name: string, text: string])[] } | undefined;
}

/** The output that it was placed in. */
export function outputOf({
  txHash,
  outputIndex,
}: Pick<ListedRow, 'txHash' | 'outputIndex'>):
  { readonly txHash: string; readonly index: number } | undefined {
  return txHash === undefined || outputIndex === undefined ? undefined : { txHash, index: outputIndex };
}

export function sidesOf(pay: AssetId, receive: AssetId): Pick<ListedRow, 'side' | 'token'> {
  return pay === ADA ? { side: 'buy', token: receive } : { side: 'sell', token: pay };
}

/** The price of a part of a row, both ways round; `undefined` where nothing was traded, or no side is ADA. */
export function pricePaid(
  { side, decimals, pay, receive }: Pick<ListedRow, 'side' | 'decimals' | 'pay' | 'receive'>,
  sold: bigint,
  received: bigint | undefined,
): PriceBothWays | undefined {
  if (sold <= 0n || received === undefined || received <= 0n) return undefined;
  if (pay.asset !== ADA && receive !== ADA) return undefined;
  const price = side === 'buy' ? { lovelace: sold, units: received } : { lovelace: received, units: sold };
  return bothWays(side, price, decimals);
}

/** Where a row comes from, according to the service. */
interface ReportedRow {
  readonly id: string;
  readonly txHash?: string | undefined;
  readonly outputIndex?: number | undefined;
}

/** A name in the list for what the service alone knows: its output, else its id after `prefix`, else `nameless`. */
export function freshName(
  { id, txHash, outputIndex }: ReportedRow,
  { prefix, nameless }: { readonly prefix: string; readonly nameless: string },
  names: Set<string>,
): string {
  const plain = id.replace(/[^A-Za-z0-9_-]/g, '').slice(0, 90);
  const output = txHash === undefined || outputIndex === undefined ? undefined : `${txHash}_${outputIndex}`;
  const first = output ?? (plain === '' ? nameless : `${prefix}-${plain}`);
  let name = first;
  for (let copy = 2; names.has(name); copy += 1) name = `${first}-${copy}`;
  names.add(name);
  return name;
}

/** A service's rows by the address at which each is listed. */
export type ByAddress<Row> = ReadonlyMap<string, readonly Row[]>;

/**
 * The rows of several addresses' lists, each once and with its address. A service that lists a row at several has it at the
 * one that the row itself names, else at the first.
 */
export function rowsOfAll<Row extends ReportedRow & { readonly owner?: string | undefined }>(
  lists: ByAddress<Row>,
): ReadonlyMap<Row, string> {
  const found = new Map<unknown, readonly [Row, string]>();
  for (const [address, rows] of lists)
    for (const row of rows) {
      const { id, txHash, outputIndex, owner } = row;
      const name = id || (txHash === undefined ? row : `${txHash}#${outputIndex ?? ''}`);
      if (!found.has(name) || owner === address) found.set(name, [row, address]);
    }
  return new Map(found.values());
}

/** A service's word for a status as it is looked up: capitals, joined by underscores. */
export function statusWord(reported: string): string {
  return reported.toUpperCase().replace(/[\s-]+/g, '_');
}

/** Our cancellation of an output. */
export interface Cancellation {
  readonly tradeId: string;
  /**
   * Whether it may still reach the chain, as far as the ledger says. One that is said to be overtaken keeps nobody from
   * another: both spend the same order, so only one of them can run.
   */
  readonly underWay: boolean;
  /** The order that was to replace it. */
  readonly replacement?: Trade['replacement'];
}

/** The cancellations that were signed, by the output (`hash#index`) they take back; of several the one under way. */
export function cancellationsOf(trades: Iterable<Trade>): ReadonlyMap<string, Cancellation> {
  const found = new Map<string, Cancellation>();
  for (const trade of trades) {
    const { id, kind, state, cancels: outputs = [], replacement } = trade;
    if (kind !== 'cancel' || UNSIGNED_STATES.includes(state)) continue;
    const underWay = !FINAL_STATES.includes(state) && !isReportedOvertaken(trade);
    for (const output of outputs)
      if (underWay || found.get(output)?.underWay !== true)
        found.set(output, { tradeId: id, underWay, replacement });
  }
  return found;
}

/** Outputs (`hash#index`) of orders whose place a signed one takes. */
export function replacedBy(trades: Iterable<Trade>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { limit, state } of trades)
    if (limit?.replaces !== undefined && !UNSIGNED_STATES.includes(state) && state !== 'refused')
      found.add(limit.replaces);
  return found;
}

/* Orders and recurring orders alike as the trading window shows them. */

/** The parts of a profile that a row's history is read from. */
export interface HistoryProfile {
  readonly ledger: Ledger;
  readonly trading: { steps(tradeId: string): readonly JournalStep[] };
}

/** A row as a window shows it, in that window's language. */
export function listedRowView(row: ListedRow, language: Language) {
  return {
    id: row.id,
    source: row.source,
    serviceStatus: row.serviceStatus ? row.serviceStatus.slice(0, SHORT) : undefined,
    wallet: row.wallet.slice(0, SHORT),
    side: row.side,
    token: row.token,
    pay: amountView(row.pay.asset, row.pay.quantity),
    receive: row.receive,
    received: textOf(row.received),
    placedAt: row.placedAt,
    updatedAt: row.updatedAt,
    returning: row.returning.map(({ asset, quantity }) => amountView(asset, quantity)),
    cancellable: row.cancellable,
    tradeId: row.tradeId,
    cancelTradeId: row.cancelTradeId,
    txHash: row.txHash,
    outputIndex: row.outputIndex,
    failure: row.failure && failureView(row.failure),
    elsewhere: row.elsewhere && elsewhereView(row.elsewhere, language),
  };
}

function elsewhereView({ kind, more, said }: Elsewhere, language: Language) {
  return {
    kind,
    ...(more === undefined ? {} : { more: language === 'en' ? more : germanFigure(more) }),
    sentence: inLanguage(language, ...said).slice(0, LONG),
  };
}

/** The steps of a trade from its journal, in a language. */
export function stepsView(steps: readonly JournalStep[], language: Language) {
  return steps.map(({ at, state, note }) => ({
    at,
    state,
    name: sayIn(language)(`state/${state}`),
    note: note === undefined ? '' : journalText(note, language).slice(0, SHORT),
  }));
}

/** The journal's steps of a row's trade, and the service's own record of the row. */
export function listedHistoryView(
  { tradeId, service }: Pick<ListedRow, 'tradeId' | 'service'>,
  { trading }: Pick<HistoryProfile, 'trading'>,
  language: Language,
) {
  const steps = tradeId === undefined ? [] : trading.steps(tradeId);
  return {
    steps: stepsView(steps, language),
    record: (service?.record ?? []).map(([name, text]) => ({
      name: name.slice(0, SHORT),
      text: text.slice(0, SHORT),
    })),
  };
}

/** When a transaction was placed in a block; `undefined` where the ledger does not know. */
export async function timeOf(
  hash: string,
  { ledger }: Pick<HistoryProfile, 'ledger'>,
): Promise<EpochMs | undefined> {
  const included = await ledger.inclusion(hash);
  return included.ok ? included.value?.time : undefined;
}
