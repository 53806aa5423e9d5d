import { quantity } from '#domain/amount.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { type NetworkName, slotToUnix } from '#domain/network.ts';
import type { EpochMs } from '#domain/time.ts';
import { isReportedOvertaken, type PlacedOrder, type TradeState } from '#domain/trade.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import type { JournalEntry } from '../ports/journal.ts';
import type { ChainTx, Ledger, OutputRef, Tip, Utxo } from '../ports/ledger.ts';
import { TRADE_KINDS } from './kinds/trade-kinds.ts';
import { readingOnce } from './partial-fill.ts';
import { findRivals, standingOf } from './rival.ts';
import { isShownBySecond } from './second-word.ts';
import { scriptsFailed, succeededBySecond } from './scripts-outcome.ts';
import { openOrder, settle, type Settlement } from './settlement.ts';
import {
  clearFailure,
  hasEndedOnChain,
  isOnChain,
  reportsRollback,
  stateOffChain,
  unlessAlarmed,
  type Changes,
} from './trade-machine.ts';
import { checkNetwork, submitSame, SUBMIT_MARGIN_SLOTS, type SubmissionParts } from './submission.ts';
import type { TradeBook } from './trade-book.ts';

/** Milliseconds after which the same bytes are sent again while they are not on chain, by state. */
const RESEND_AFTER_MS: Readonly<Partial<Record<TradeState, number>>> = {
  submitting: 0,
  'submission-unknown': 10_000,
  submitted: 60_000,
};

/**
 * Asks the chain, by hash, what became of a committed trade, and records what changed. Nothing is ever built
 * again; what was sent (or was being sent) may be sent again, byte for byte. A trade that was signed but never
 * sent is watched only: sending it is the user's to decide.
 * Answers the entry as it is now. Failures: those of the ledger.
 */
export async function followOnce(
  entry: JournalEntry,
  parts: SubmissionParts,
  now: EpochMs,
  signal?: AbortSignal,
): Promise<Result<JournalEntry, Failure>> {
  // The tip is read first: what is absent from a chain that has passed its validity is counted from there.
  const tip = await parts.ledger.tip(signal);
  return tip.ok ? followAt(entry, tip.value, parts, now, signal) : tip;
}

/** The same, with the tip read beforehand. A trade that has ended on chain is held against what the chain says now. */
export async function followAt(
  entry: JournalEntry,
  tip: Tip,
  parts: SubmissionParts,
  now: EpochMs,
  signal?: AbortSignal,
): Promise<Result<JournalEntry, Failure>> {
  const { ledger, book } = parts;
  const isOrder = ({ index }: OutputRef): boolean =>
    entry.trade.orders.some((order) => order.index === index);
  const onChain = await ledger.transaction(entry.trade.bodyHash, signal, isOrder);
  if (!onChain.ok) return onChain;
  if (onChain.value !== undefined) {
    const came = isOnChain(entry.trade.state)
      ? ok(false)
      : await scriptsFailed(entry.bytes.unsignedCbor, onChain.value, ledger, signal);
    if (!came.ok) return came;
    return came.value
      ? noteFailedScripts(entry, tip, parts, now, signal)
      : followPlaced(entry, onChain.value, tip, parts, signal);
  }
  if (isOnChain(entry.trade.state)) return ok(takeBack(entry, book));
  if (hasExpired(entry, tip, parts.network, now)) {
    if (await isShownBySecond(entry, parts.second, signal)) return ok(keepOpen(entry, book));
    const lost = lostTo(entry);
    if (depthBeyond(entry, tip) < parts.confirmations)
      return ok(
        awaitDepth(entry, tip, parts, lost ?? failure('validity-passed', { of: parts.confirmations })),
      );
    return ok(
      book.record(entry, 'expired', journalNote('expired'), {
        trade: { failure: lost ?? failure('transaction-expired') },
      }),
    );
  }
  const current = stillValid(entry, book);
  const rivals = await findRivals(current, ledger, signal);
  if (!rivals.ok) return rivals;
  if (rivals.value.length > 0) return giveWay(current, { rivals: rivals.value, tip }, parts, now, signal);
  if (!shouldResend(current, tip, now)) return ok(current);
  const served = await checkNetwork(ledger, parts.network, signal);
  if (!served.ok) return served;
  return ok(await submitSame(current, parts, journalNote('sentAgain'), signal));
}

/**
 * By the tip and by our own clock: a ledger that claims a slot far ahead could otherwise have a trade given up, and
 * made a second time, that still runs.
 */
function hasExpired({ bytes }: JournalEntry, tip: Tip, network: NetworkName, now: EpochMs): boolean {
  const { validUntilSlot } = bytes;
  if (validUntilSlot === undefined || tip.slot < validUntilSlot) return false;
  return now >= slotToUnix(network, validUntilSlot) * 1_000;
}

/**
 * Blocks from the first one seen beyond the validity to the tip. A fork can replace the newest blocks by some that hold
 * the transaction, and an index can lag behind the tip it reports: an absence counts only at the depth of an end on chain.
 */
function depthBeyond({ trade: { passedAt } }: JournalEntry, { height }: Tip): number {
  return height - Math.min(passedAt ?? height, height) + 1;
}

/** Past its validity, and not deep enough yet: the trade is followed on, and counts as one that may still run. */
function awaitDepth(
  entry: JournalEntry,
  { height }: Tip,
  { book }: Pick<SubmissionParts, 'book'>,
  why: Failure,
): JournalEntry {
  const { trade } = entry;
  const report = unlessAlarmed(entry, why);
  const passedAt = Math.min(trade.passedAt ?? height, height);
  if (trade.passedAt === passedAt && trade.failure?.code === report.code) return entry;
  const note = journalNote('passed');
  return book.record(entry, trade.state, note, { trade: { failure: report, passedAt } });
}

/** The block beyond its validity was replaced, or our clock was set back: the depth is counted from the start again. */
function stillValid(entry: JournalEntry, book: TradeBook): JournalEntry {
  const { trade } = entry;
  if (trade.passedAt === undefined) return entry;
  const failure = trade.failure?.code === 'validity-passed' ? undefined : trade.failure;
  const note = journalNote('passedUndone');
  return book.record(entry, trade.state, note, { trade: { failure, passedAt: undefined } });
}

/**
 * The second back-end shows on chain what the first one calls absent, or failed. If the trade were given up, it would be made a
 * second time, so it stays open until both agree or one of them is replaced.
 */
function keepOpen(entry: JournalEntry, book: TradeBook): JournalEntry {
  const { trade } = entry;
  const report = unlessAlarmed(entry, failure('ledgers-disagree'));
  if (trade.failure?.code === report.code) return entry;
  const note = journalNote('secondShows');
  return book.record(entry, trade.state, note, { trade: { failure: report } });
}

/**
 * It is said to be on chain with failed scripts, and nothing proves it: a trade that was given up could be made a second
 * time while it still runs. So that is noted, and the trade ends when it can no longer run.
 */
async function noteFailedScripts(
  entry: JournalEntry,
  tip: Tip,
  { book, network, second, confirmations }: SubmissionParts,
  now: EpochMs,
  signal?: AbortSignal,
): Promise<Result<JournalEntry, Failure>> {
  const { trade } = entry;
  if (await succeededBySecond(trade.bodyHash, second, signal)) return ok(keepOpen(entry, book));
  const report = unlessAlarmed(entry, failure('scripts-failed'));
  if (hasExpired(entry, tip, network, now))
    return ok(
      depthBeyond(entry, tip) < confirmations
        ? awaitDepth(entry, tip, { book }, report)
        : book.record(entry, 'expired', journalNote('failedExpired'), {
            trade: { failure: report },
          }),
    );
  if (trade.failure?.code === report.code) return ok(entry);
  const note = journalNote('failedScripts');
  return ok(book.record(entry, trade.state, note, { trade: { failure: report } }));
}

/** The order that a cancellation was for is gone, by what the ledger said and no proof could show before it expired. */
function lostTo({ trade }: JournalEntry): Failure | undefined {
  return isReportedOvertaken(trade) && trade.failure?.code !== 'inputs-spent' ? trade.failure : undefined;
}

/**
 * Others are said to have spent what ours spends. It ends by a proven one alone, at the depth of an end on chain; else
 * that is noted with the trade, which is followed until it can no longer run, and meanwhile not sent again. Failures: those
 * of the ledger.
 */
async function giveWay(
  entry: JournalEntry,
  { rivals, tip }: { readonly rivals: readonly string[]; readonly tip: Tip },
  parts: SubmissionParts,
  now: EpochMs,
  signal?: AbortSignal,
): Promise<Result<JournalEntry, Failure>> {
  const { book, ledger } = parts;
  let lost: Failure | undefined;
  let waits = false;
  for (const by of rivals) {
    const standing = await standingOf(entry, by, parts, now, signal);
    if (!standing.ok) return standing;
    if (standing.value === 'said') continue;
    const why = await TRADE_KINDS[entry.trade.kind].overtaken(entry, by, ledger, signal);
    if (!why.ok) return why;
    if (standing.value === 'proven') {
      const deep = await depthOf(by, tip, ledger, signal);
      if (!deep.ok) return deep;
      const found = why.value ?? failure('inputs-spent', { by });
      if (deep.value >= parts.confirmations)
        return ok(
          book.record(entry, 'refused', journalNote('overtaken', { by }), { trade: { failure: found } }),
        );
      if (!waits) lost = { ...found, data: { ...found.data, waits: parts.confirmations } };
      waits = true;
    }
    lost ??= why.value;
  }
  const [first = ''] = rivals;
  const report = unlessAlarmed(entry, lost ?? failure('inputs-spent', { by: first, unproven: true }));
  const { trade } = entry;
  const same = (key: 'by' | 'waits'): boolean => trade.failure?.data?.[key] === report.data?.[key];
  if (trade.failure?.code === report.code && same('by') && same('waits')) return ok(entry);
  const note = waits ? journalNote('overtakenWaits') : journalNote('saidOvertaken', { by: first });
  return ok(book.record(entry, trade.state, note, { trade: { failure: report } }));
}

function shouldResend({ trade, bytes }: JournalEntry, tip: Tip, now: EpochMs): boolean {
  if (bytes.signedCbor === undefined) return false;
  const { validUntilSlot } = bytes;
  if (validUntilSlot !== undefined && tip.slot >= validUntilSlot - SUBMIT_MARGIN_SLOTS) return false;
  const wait = RESEND_AFTER_MS[trade.state];
  return wait !== undefined && now - trade.updatedAt >= wait;
}

/**
 * The block that held our transaction was rolled back, along with everything that followed from it. A transaction that
 * others sent and that was never assembled here can only be sent again by them or by the user.
 */
function takeBack(entry: JournalEntry, book: TradeBook): JournalEntry {
  const { trade, bytes } = entry;
  const ours = bytes.signedCbor !== undefined;
  const why = failure('block-rolled-back', { of: ours ? 'sent' : 'not-sent' });
  return book.record(entry, stateOffChain(entry), journalNote('rolledBack'), {
    trade: {
      orders: trade.orders.map(openOrder),
      filledTotal: undefined,
      failure: unlessAlarmed(entry, why),
    },
  });
}

async function followPlaced(
  entry: JournalEntry,
  placed: ChainTx,
  tip: Tip,
  parts: SubmissionParts,
  signal?: AbortSignal,
): Promise<Result<JournalEntry, Failure>> {
  const { book, checkpoint } = parts;
  let current = entry;
  if (!isOnChain(entry.trade.state)) {
    const note = journalNote('placed');
    current = book.record(entry, 'placed', note, clearFailure(entry));
    checkpoint('placed-journalled');
  }
  const settled = await settleOnChain(current, placed, parts, signal);
  if (!settled.ok) return settled;
  const settlement = settled.value;
  const { state, orders } = settlement;
  if (state === current.trade.state && sameOrders(current, orders))
    return hasEndedOnChain(state) ? countDepth(current, tip, parts, signal) : ok(current);
  const closed = String(orders.filter((order) => order.closedBy !== undefined).length);
  const undone = orders.some((order, at) => isUndone(current.trade.orders[at], order));
  const note = journalNote(undone ? 'closedAnew' : 'closed', { closed, orders: String(orders.length) });
  const next = book.record(current, state, note, {
    trade: {
      orders,
      filledTotal: quantity(settlement.filledTotal),
      ...rollbackReport(current, settlement, undone),
      // Seen on chain is one; how many more there are is counted with the next block.
      ...(hasEndedOnChain(state) ? { confirmations: 1, confirmationsWanted: parts.confirmations } : {}),
    },
  });
  checkpoint(`${state}-journalled`);
  return ok(next);
}

/** Follows every order through its parts: each look may name transactions that the next one needs. */
async function settleOnChain(
  { trade, bytes }: JournalEntry,
  placed: ChainTx,
  { ledger, knowledge: sources, followed }: SubmissionParts,
  signal?: AbortSignal,
): Promise<Result<Settlement, Failure>> {
  const knowledge = sources && { ...sources, parts: readingOnce(sources.parts) };
  const known = await followed?.of(trade.id, ledger, signal);
  if (known?.ok === false) return known;
  const closings: Map<string, ChainTx> = known?.value ?? new Map<string, ChainTx>();
  const absent = new Set<string>();
  // An order that was filled in part continues at its own address.
  const places = new Set(
    placed.outputs
      .filter(({ index }) => trade.orders.some((order) => order.index === index))
      .map(({ address }) => address),
  );
  const mayGoOn = ({ address }: Utxo): boolean => places.has(address);
  for (;;) {
    const settlement = settle(trade, bytes.owner, placed, closings, knowledge);
    const wanted = settlement.missing.filter((hash) => !absent.has(hash));
    if (wanted.length === 0) {
      followed?.note(trade.id, settlement.orders, closings);
      return ok(settlement);
    }
    for (const hash of wanted) {
      const closing = await ledger.transaction(hash, signal, mayGoOn);
      if (!closing.ok) return closing;
      if (closing.value === undefined) absent.add(hash);
      else closings.set(hash, closing.value);
    }
  }
}

/** Reported from the first look that finds a closing transaction gone until the trade has ended again and is confirmed. */
function rollbackReport(entry: JournalEntry, { state }: Settlement, undone: boolean): Changes['trade'] {
  if (!undone && !reportsRollback(entry.trade)) return {};
  const of = hasEndedOnChain(state) ? 'settled-anew' : 'fill';
  return { failure: unlessAlarmed(entry, failure('block-rolled-back', { of })) };
}

function isUndone(before: PlacedOrder | undefined, now: PlacedOrder): boolean {
  const lost = (before?.fills ?? []).some(({ hash }, at) => now.fills?.[at]?.hash !== hash);
  return lost || (before?.closedBy !== undefined && before.closedBy !== now.closedBy);
}

/** The depth of the least deep of its transactions. A block newer than the tip read before counts as one. */
async function countDepth(
  entry: JournalEntry,
  tip: Tip,
  { book, ledger, confirmations: wanted }: SubmissionParts,
  signal?: AbortSignal,
): Promise<Result<JournalEntry, Failure>> {
  const { trade } = entry;
  // Each part spends what the one before it made: the one that closed the order is the least deep of them.
  const closings = trade.orders.flatMap(({ closedBy, fills = [] }) =>
    closedBy === undefined ? fills.map(({ hash }) => hash) : [closedBy],
  );
  let least = wanted;
  for (const hash of new Set([trade.bodyHash, ...closings])) {
    const depth = await depthOf(hash, tip, ledger, signal);
    if (!depth.ok) return depth;
    least = Math.min(least, depth.value);
  }
  const known = trade.confirmations === least && trade.confirmationsWanted === wanted;
  return ok(known ? entry : book.countDepth(entry, least, wanted));
}

/** How deep a transaction is, in blocks, its own among them; 0 when the ledger does not show it. */
async function depthOf(
  hash: string,
  tip: Tip,
  ledger: Ledger,
  signal?: AbortSignal,
): Promise<Result<number, Failure>> {
  const included = await ledger.inclusion(hash, signal);
  if (!included.ok) return included;
  return ok(included.value === undefined ? 0 : Math.max(tip.height - included.value.blockHeight + 1, 1));
}

function sameOrders(entry: JournalEntry, orders: readonly PlacedOrder[]): boolean {
  return entry.trade.orders.every((order, at) => {
    const other = orders[at];
    return (
      order.closedBy === other?.closedBy &&
      order.received === other?.received &&
      order.outcome === other?.outcome &&
      (order.fills ?? []).length === (other?.fills ?? []).length &&
      order.now?.txHash === other?.now?.txHash
    );
  });
}
