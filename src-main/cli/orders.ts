import { ADA, type AssetId } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { failureText, type Failure } from '#domain/failure.ts';
import { LIVE_STATUSES } from '#domain/limit-order.ts';
import { bothWays } from '#domain/limit-price.ts';
import type { ServiceOrder } from '#domain/order.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Elsewhere, RestingSale } from '#domain/resting-sale.ts';
import { inEnglish, sentence } from '#domain/sentences/sentence.ts';
import type { Token } from '#domain/token.ts';
import type { Trade } from '#domain/trade.ts';
import { cancellationsOf, rowsOfAll, type ByAddress } from '../market/listed-rows.ts';
import { pairOrders, rowOf } from '../features/orders/merge-orders.ts';
import { filledShare, restingOrder, type OrderRow } from '../features/orders/order-row.ts';
import { isEnd } from '../market/order-status.ts';
import { knownPools, knownScripts } from '../app/order-scripts.ts';
import { systemClock } from '../system/clock.ts';
import { compareElsewhere } from '../trading/resting-price.ts';
import type { JournalEntry } from '../ports/journal.ts';
import type { Listed } from '../ports/listed.ts';
import { StorageError } from '../ports/storage-trouble.ts';
import { readJournal, type JournalReader } from '../storage/sqlite-journal.ts';
import type { Connection } from './connection.ts';
import { command, type Values } from './options.ts';
import { withAddresses } from './addressed.ts';
import { UsageError } from './terminal.ts';
import { amountJson, amountWithTicker, findToken, knownToken } from './tokens.ts';
import { defaultJournal } from './trader.ts';
import { results, usage } from './words.ts';
import { tables } from './option-tables.ts';

const WANTED = ['open', 'filled', 'cancelled', 'all'] as const;

/** `orders`: the orders of a wallet's addresses, from the service and the journal. Nothing is signed. */
export const ordersCommand = command(tables.orders, async (run) => {
  const { values, terminal } = run;
  const wanted = readWanted(values);
  return withAddresses(run, async (addresses, connection) => {
    const [address = ''] = addresses;
    const named = values.pair;
    const pair = named === undefined ? undefined : await findToken(named, connection);
    if (pair?.ok === false) return terminal.failure(pair.failure);
    const journal = readTrades(values.journal ?? defaultJournal(connection.network, address));
    if (!journal.ok) return terminal.failure(journal.failure);
    const listed = await listOrders(addresses, journal.value, connection);
    if (!listed.ok) return terminal.failure(listed.failure);
    const { rows, token, leftOut } = listed.value;
    if (leftOut) terminal.progress(failureText(leftOut).what);
    const matching = rows.filter(
      (row) => isWanted(row, wanted) && (pair === undefined || row.token === pair.value.id),
    );
    const shown = await withElsewhere(matching, connection);
    terminal.result(
      { address, orders: shown.map((row) => ({ ...orderJson(row, token), ...elsewhereOf(row, address) })) },
      shown.length === 0
        ? [results.noOrders]
        : shown.flatMap((row) => [
            orderLine(row, token) + lineOf(elsewhereOf(row, address)),
            ...(row.elsewhere ? [`  ${row.elsewhere.sentence}`] : []),
          ]),
    );
    return 0;
  });
});

/** The address of a row, where it is not the first of the wallet. */
export function elsewhereOf(
  { wallet }: Pick<OrderRow, 'wallet'>,
  first: string,
): { readonly address?: string } {
  return wallet === first ? {} : { address: wallet };
}

/** The same at the end of a line. */
export function lineOf({ address }: ReturnType<typeof elsewhereOf>): string {
  return address === undefined ? '' : `, ${results.ownedBy(address)}`;
}

/** The most pairs whose orders are compared with pools elsewhere, since each takes several requests. */
const MOST_COMPARED = 20;
const TOO_MANY_SAID = sentence('elsewhere/too-many', { pairs: MOST_COMPARED });
const TOO_MANY: Elsewhere = {
  kind: 'unchecked',
  sentence: inEnglish(TOO_MANY_SAID),
  said: [TOO_MANY_SAID],
};

/** The rows, each resting limit order with what pools elsewhere would pay for it. */
async function withElsewhere(
  rows: readonly OrderRow[],
  { ledger, network }: Pick<Connection, 'ledger' | 'network'>,
): Promise<readonly OrderRow[]> {
  const sales = rows.flatMap((row) => restingOrder(row) ?? []);
  const pairs = Map.groupBy(sales, ({ sells, wants }: RestingSale) => [sells, wants].toSorted().join(' '));
  const parts = {
    ...{ ledger, clock: systemClock, pools: knownPools('live', network) },
    scripts: knownScripts('live', network),
  };
  const found = new Map<string, Elsewhere>(sales.map(({ id }) => [id, TOO_MANY]));
  await Promise.all(
    [...pairs.values()].slice(0, MOST_COMPARED).map(async (pair) => {
      for (const [id, one] of await compareElsewhere(pair, parts)) found.set(id, one);
    }),
  );
  return rows.map((row) => ({ ...row, elsewhere: found.get(row.id) }));
}

function readWanted(values: Values<typeof tables.orders>): (typeof WANTED)[number] {
  const typed = values.status ?? 'open';
  const wanted = WANTED.find((one) => one === typed);
  if (wanted !== undefined) return wanted;
  throw new UsageError(usage.oneOf('status', WANTED));
}

/** Leaves out the sentences as data, which only windows in other languages need. */
function elsewhereJson({ said: _data, ...found }: Elsewhere): Omit<Elsewhere, 'said'> {
  return found;
}

function isWanted({ status }: OrderRow, wanted: (typeof WANTED)[number]): boolean {
  if (wanted === 'all') return true;
  if (wanted === 'open') return LIVE_STATUSES.includes(status);
  return wanted === 'filled' ? status === 'filled' : status === 'cancelled' || status === 'closed';
}

/** Orders of a wallet, and the tokens of their amounts. */
export interface ListedOrders {
  readonly rows: readonly OrderRow[];
  readonly token: (id: AssetId) => Token;
  /** Which rows of the service could not be read. */
  readonly leftOut: Failure | undefined;
}

/** The most tokens whose market price is requested. */
const MOST_PRICES = 20;

/**
 * Asks the service for what each address owns, one after the other. A list that lacks rows is said to. Failures: those of
 * the service, for whichever address.
 */
export async function listedAtAll<Row>(
  addresses: readonly string[],
  ask: (address: string) => Promise<Listed<Row>>,
): Promise<Result<{ readonly lists: ByAddress<Row>; readonly leftOut: Failure | undefined }, Failure>> {
  const lists = new Map<string, readonly Row[]>();
  let leftOut: Failure | undefined;
  for (const address of addresses) {
    const listed = await ask(address);
    if (!listed.ok) return listed;
    lists.set(address, listed.value);
    leftOut ??= listed.leftOut;
  }
  return ok({ lists, leftOut });
}

/**
 * Orders of a wallet's addresses (the one that trades first), from the service and the trades of a journal, newest first.
 * Failures: those of the service.
 */
export async function listOrders(
  addresses: readonly string[],
  trades: Iterable<Trade>,
  { service, tokens }: Connection,
  signal?: AbortSignal,
): Promise<Result<ListedOrders, Failure>> {
  const listed = await listedAtAll(addresses, (address) => service.orders(address, 'all', signal));
  if (!listed.ok) return listed;
  const recent = [...trades];
  const reported = rowsOfAll(listed.value.lists);
  const pairs = pairOrders(recent, [...reported.keys()]);
  const assets = new Set<AssetId>();
  for (const { trade, service: record } of pairs)
    for (const id of [trade?.pay.asset, trade?.receive, record?.sells, record?.buys])
      if (id !== undefined && id !== ADA) assets.add(id);
  const prices = new Map<AssetId, number>();
  for (const [at, id] of [...assets].entries()) {
    await tokens.get(id);
    const price = at < MOST_PRICES ? await service.averagePrice(id, signal) : undefined;
    if (price?.ok === true) prices.set(id, price.value);
  }
  const cancels = cancellationsOf(recent);
  const context = {
    walletOf: (record: ServiceOrder | undefined) => (record && reported.get(record)) ?? addresses[0] ?? '',
    token: (id: AssetId) => knownToken(tokens.shown(id)),
    priceOf: (id: AssetId) => prices.get(id),
    cancelOf: (output: string) => cancels.get(output),
  };
  const rows = pairs.map((pair) => rowOf(pair, context));
  rows.sort((left, right) => (right.placedAt ?? 0) - (left.placedAt ?? 0));
  return ok({ rows, token: (id) => tokens.shown(id), leftOut: listed.value.leftOut });
}

/**
 * The trades of a journal of these kinds (all when none is named), as of `readEntries`, but without their bytes, which
 * take many times as much memory.
 */
export function readTrades(
  journalFile: string,
  ...kinds: readonly Trade['kind'][]
): Result<readonly Trade[], Failure> {
  return reading(journalFile, (journal) => [...journal.trades(kinds)]);
}

/**
 * The selected parts of a journal's entries, newest first; empty if there is no journal. The journal is not changed.
 * Fails rather than answer with only some of the entries. Failures: `storage-…`.
 */
export function readEntries<Wanted>(
  journalFile: string,
  wanted: (entry: JournalEntry) => Wanted | undefined,
): Result<readonly Wanted[], Failure> {
  return reading(journalFile, (journal) => {
    const found: Wanted[] = [];
    for (const entry of journal.entries()) {
      const one = wanted(entry);
      if (one !== undefined) found.push(one);
    }
    return found;
  });
}

function reading<Wanted>(
  journalFile: string,
  work: (journal: JournalReader) => readonly Wanted[],
): Result<readonly Wanted[], Failure> {
  const journal = readJournal(journalFile);
  if (!journal.ok || journal.value === undefined) return journal.ok ? ok([]) : journal;
  try {
    return ok(work(journal.value));
  } catch (error) {
    if (error instanceof StorageError) return failed(error.failure);
    throw error;
  } finally {
    journal.value.close();
  }
}

/** An order as JSON. */
export function orderJson(row: OrderRow, token: (id: AssetId) => Token): object {
  const price = row.price && bothWays(row.side, row.price, row.decimals);
  return {
    id: row.id,
    source: row.source,
    kind: row.kind,
    status: row.status,
    ...(row.serviceStatus === undefined ? {} : { told: row.serviceStatus }),
    side: row.side,
    pay: amountJson(row.pay.quantity, token(row.pay.asset)),
    ...(row.wanted === undefined ? {} : { wanted: amountJson(row.wanted, token(row.receive)) }),
    ...(price === undefined
      ? {}
      : { price: { ada_per_token: price.adaPerToken, tokens_per_ada: price.tokenPerAda } }),
    ...(row.distance === undefined ? {} : { distance: row.distance }),
    filled: filledShare(row),
    ...(row.received === undefined ? {} : { received: amountJson(row.received, token(row.receive)) }),
    ...(row.exchange === undefined ? {} : { exchange: row.exchange }),
    ...(row.deposit === undefined ? {} : { deposit_ada: formatDecimal(row.deposit, 6) }),
    ...(row.fees === undefined ? {} : { fees_ada: formatDecimal(row.fees, 6) }),
    ...(row.elsewhere === undefined ? {} : { elsewhere: elsewhereJson(row.elsewhere) }),
    ...(row.placedAt === undefined ? {} : { placed_at: new Date(row.placedAt).toISOString() }),
    cancellable: row.cancellable,
    ...(row.txHash === undefined ? {} : { tx_hash: row.txHash, output_index: row.outputIndex }),
    ...(row.closedBy === undefined ? {} : { closed_by: row.closedBy }),
    ...(row.fills.length === 0
      ? {}
      : {
          fills: row.fills.map(({ hash, sold, received }) => ({
            tx_hash: hash,
            sold: amountJson(sold, token(row.pay.asset)),
            received: amountJson(received, token(row.receive)),
          })),
        }),
  };
}

/** An order in one line. */
export function orderLine(row: OrderRow, token: (id: AssetId) => Token): string {
  const price = row.price && bothWays(row.side, row.price, row.decimals).adaPerToken;
  const parts = [
    row.status === 'unknown' ? `unknown (${row.serviceStatus ?? ''})` : row.status,
    `${row.side} ${amountWithTicker(row.pay.quantity, token(row.pay.asset))}`,
    ...(row.wanted === undefined ? [] : [`for ${amountWithTicker(row.wanted, token(row.receive))}`]),
    ...(price === undefined ? [] : [`at ${price} ADA`]),
    ...(row.distance === undefined || isEnd(row.status) ? [] : [`${(row.distance * 100).toFixed(2)} % away`]),
    ...(filledShare(row) > 0 && !isEnd(row.status)
      ? [`${(filledShare(row) * 100).toFixed(1)} % filled`]
      : []),
    ...(row.exchange === undefined ? [] : [row.exchange]),
    ...(row.source === 'external' ? ['placed elsewhere'] : []),
  ];
  return `${row.id}  ${parts.join(', ')}`;
}
