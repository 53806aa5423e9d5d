import { existsSync } from 'node:fs';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { bothWays } from '#domain/limit-price.ts';
import { ok, type Result } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import type { Trade } from '#domain/trade.ts';
import { cancellationsOf } from '../market/cancellations.ts';
import { pairOrders, rowOf } from '../features/orders/merge-orders.ts';
import { filledShare, type OrderRow } from '../features/orders/order-row.ts';
import { isEnd } from '../market/order-status.ts';
import { openJournal } from '../storage/sqlite-journal.ts';
import type { Connection } from './connection.ts';
import { amountJson, amountWithTicker, knownToken } from './tokens.ts';

/** Orders of an address with the tokens that they are told with. */
export interface ListedOrders {
  readonly rows: readonly OrderRow[];
  readonly token: (id: AssetId) => Token;
}

/** Tokens whose market price is asked for. */
const MOST_PRICES = 20;

/** Orders of an address, from the service and the trades of a journal, newest first. Failures: those of the service. */
export async function listOrders(
  address: string,
  trades: Iterable<Trade>,
  { service, tokens }: Connection,
  signal?: AbortSignal,
): Promise<Result<ListedOrders, Failure>> {
  const told = await service.orders(address, 'all', signal);
  if (!told.ok) return told;
  const kept = [...trades];
  const pairs = pairOrders(kept, told.value);
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
  const cancels = cancellationsOf(kept);
  const context = {
    wallet: address,
    token: (id: AssetId) => knownToken(tokens.shown(id)),
    priceOf: (id: AssetId) => prices.get(id),
    cancelOf: (output: string) => cancels.get(output),
  };
  const rows = pairs.map((pair) => rowOf(pair, context));
  rows.sort((left, right) => (right.placedAt ?? 0) - (left.placedAt ?? 0));
  return ok({ rows, token: (id) => tokens.shown(id) });
}

/** The trades of a journal, if there is one that can be read; nothing of it is changed. */
export function readTrades(journalFile: string): readonly Trade[] {
  if (!existsSync(journalFile)) return [];
  const journal = openJournal(journalFile);
  if (!journal.ok) return [];
  const trades = journal.value.all(Number.MAX_SAFE_INTEGER).map(({ trade }) => trade);
  journal.value.close();
  return trades;
}

/** An order as JSON. */
export function orderJson(row: OrderRow, token: (id: AssetId) => Token): object {
  const price = row.price && bothWays(row.side, row.price, row.decimals);
  return {
    id: row.id,
    source: row.source,
    kind: row.kind,
    status: row.status,
    ...(row.told === undefined ? {} : { told: row.told }),
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
    row.status === 'unknown' ? `unknown (${row.told ?? ''})` : row.status,
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
