import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { ChainTx, Ledger, OutputRef, ReferenceSource, Utxo } from '../ports/ledger.ts';
import { findOrder, type FinderParts, type FoundOrder, type SearchedLedger } from './order-finder.ts';

/**
 * Questions under way at once. Each client keeps its back-end's limits itself; but a question's deadline covers its wait
 * for a turn, so that no more may wait than are answered within it.
 */
const ASKED_AT_ONCE = 8;

/** Called with how many of how many were found, or turned out not to be there. */
export type Progress = (done: number, of: number) => void;

/** Fewer orders are planned before anybody asks how far it is. */
const FEW = 20;

/** Hands a progress on at each tenth of many orders. */
export function atEachTenth(show: Progress): Progress {
  let tenth = 0;
  return (done, of) => {
    const reached = Math.floor((done * 10) / of);
    if (of <= FEW || reached <= tenth) return;
    tenth = reached;
    show(done, of);
  };
}

/**
 * Finds many orders as `findOrder` does, in the order of `firsts`. However many orders a transaction placed or filled, it
 * is asked for once, as are its bytes and each datum. An order that cannot be cancelled is a result of its own
 * (`order-…`). Failures: those of the ledger; then nothing more is asked.
 */
export async function findOrders(
  firsts: readonly OutputRef[],
  parts: FinderParts,
  signal?: AbortSignal,
  progress: Progress = () => undefined,
): Promise<Result<readonly Result<FoundOrder, Failure>[], Failure>> {
  const once = askedOnce(parts, firsts);
  const found = new Map<number, Result<FoundOrder, Failure>>();
  const ended = await sideBySide(parentsFirst(firsts), ASKED_AT_ONCE, async ([at, first]) => {
    const order = await findOrder(first, once, signal);
    if (!order.ok && !order.failure.code.startsWith('order-')) return order;
    found.set(at, order);
    progress(found.size, firsts.length);
    return ok(undefined);
  });
  return ended.ok ? ok(firsts.flatMap((_, at) => found.get(at) ?? [])) : ended;
}

/** One order of each transaction before any other: the transactions come side by side, and the rest finds them there. */
function parentsFirst(firsts: readonly OutputRef[]): readonly (readonly [number, OutputRef])[] {
  const groups = [...Map.groupBy(firsts.entries(), ([, { txHash }]) => txHash).values()];
  return [...groups.map((group) => group.slice(0, 1)), ...groups.map((group) => group.slice(1))].flat();
}

/** The same sources, asked once for each thing. `firsts`: the outputs whose spenders are going to be asked for. */
function askedOnce(parts: FinderParts, firsts: readonly OutputRef[]): FinderParts {
  const { ledger, second, ownBytes } = parts;
  const wanted = new Set(firsts.map(referenceOf));
  const bytes = new Map<string, ReturnType<Ledger['transactionCbor']>>();
  const data = new Map<string, ReturnType<Ledger['datum']>>();
  const own = new Map<string, string | undefined>();
  const once: SearchedLedger = {
    transaction: transactionsOnce(ledger, wanted),
    transactionCbor: (txHash, signal) => known(bytes, txHash, () => ledger.transactionCbor(txHash, signal)),
    datum: (hash, signal) => known(data, hash, () => ledger.datum(hash, signal)),
  };
  return {
    ...parts,
    ledger: once,
    second: second && secondOnce(second),
    ownBytes: (txHash) => known(own, txHash, () => ownBytes(txHash)),
  };
}

/** A transaction is asked for again only if the spender of an output is wanted that was not asked for with it. */
function transactionsOnce(
  ledger: SearchedLedger,
  wanted: ReadonlySet<string>,
): SearchedLedger['transaction'] {
  interface Asked {
    readonly covers: (output: Utxo) => boolean;
    readonly answer: Promise<Result<ChainTx | undefined, Failure>>;
  }
  const asked = new Map<string, Asked[]>();
  return async (txHash, signal, spendersOf = () => true) => {
    const before = known(asked, txHash, () => []);
    for (const { covers, answer } of before) {
      const transaction = await answer;
      const outputs = transaction.ok ? (transaction.value?.outputs ?? []) : [];
      if (outputs.every((output) => covers(output) || !spendersOf(output))) return transaction;
    }
    const covers = (output: Utxo): boolean => wanted.has(referenceOf(output)) || spendersOf(output);
    const answer = ledger.transaction(txHash, signal, covers);
    before.push({ covers, answer });
    return answer;
  };
}

function secondOnce(second: ReferenceSource): ReferenceSource {
  const bytes = new Map<string, ReturnType<ReferenceSource['transactionBytes']>>();
  const data = new Map<string, ReturnType<ReferenceSource['datum']>>();
  return {
    network: (signal) => second.network(signal),
    outputs: (references, signal) => second.outputs(references, signal),
    transactionBytes: (hashes, signal) =>
      known(bytes, hashes.join(' '), () => second.transactionBytes(hashes, signal)),
    datum: (hash, signal) => known(data, hash, () => second.datum(hash, signal)),
  };
}

function referenceOf({ txHash, index }: OutputRef): string {
  return `${txHash}#${index}`;
}

function known<T>(answers: Map<string, T>, key: string, ask: () => T): T {
  const before = answers.get(key);
  if (before !== undefined || answers.has(key)) return before as T;
  const answer = ask();
  answers.set(key, answer);
  return answer;
}

/** Works on the items in their order, so many at once. The first failure is the result, and nothing more is begun. */
async function sideBySide<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result<unknown, Failure>>,
): Promise<Result<undefined, Failure>> {
  const left = items.values();
  let ended: Result<undefined, Failure> = ok(undefined);
  const worker = async (): Promise<void> => {
    for (const item of left) {
      const done = await work(item);
      if (!done.ok && ended.ok) ended = done;
      if (!ended.ok) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return ended;
}
