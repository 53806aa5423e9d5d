import type { OrderDetailView, OrderRowView } from '#contract/orders.ts';
import { ADA } from '#domain/asset.ts';
import type { Candle, CandlePeriod } from '#domain/candle.ts';
import { bothWays } from '#domain/limit-price.ts';
import type { NetworkName } from '#domain/network.ts';
import { sayIn } from '#domain/sentences/sentence.ts';
import type { Language } from '#domain/words/catalogue.ts';
import { HOUR_MS } from '#domain/time.ts';
import {
  type HistoryProfile,
  listedHistoryView,
  listedRowView,
  pricePaid,
  timeOf,
} from '../../market/listed-rows.ts';
import { filledShare, type OrderRow } from './order-row.ts';
import { isEnd } from '../../market/order-status.ts';
import { whyWaiting } from './why-waiting.ts';
import type { PastCandles } from '../../market/candles.ts';
import type { TokenCatalogue } from '../../market/token-catalogue.ts';
import type { Clock } from '../../ports/system.ts';
import type { Service } from '../../ports/service.ts';
import type { ProfileMode } from '../../gate/handlers.ts';
import { amountView, exchangeView, finiteOf, LONG, textOf } from '../../gate/wire.ts';

type ChainStep = OrderDetailView['transactions'][number];

const MOST_DATED = 12;
const MOST_CANDLES = 500;

/** The parts of a profile that an order is explained from. */
export interface DetailProfile extends HistoryProfile {
  readonly mode: ProfileMode;
  readonly network: NetworkName;
  readonly service: Service;
  readonly charts: PastCandles;
  readonly catalogue: TokenCatalogue;
}

/** `language`: what the window speaks. */
export function orderRowView(row: OrderRow, language: Language): OrderRowView {
  const { price, side, decimals, fees, deposit, marketPrice, distance } = row;
  return {
    ...listedRowView(row, language),
    kind: row.kind,
    status: row.status,
    wanted: textOf(row.wanted),
    price: price && bothWays(side, price, decimals),
    typed: row.typed,
    marketPrice: finiteOf(marketPrice),
    distance: finiteOf(distance),
    filled: filledShare(row),
    exchange: exchangeView(row.exchange),
    locked:
      fees === undefined && deposit === undefined
        ? undefined
        : { fees: textOf(fees), deposit: textOf(deposit) },
    ...(row.movable ? { movable: true as const } : {}),
    unplaced: row.unplaced && {
      pay: amountView(row.unplaced.pay.asset, row.unplaced.pay.quantity),
      adaPerToken: row.unplaced.typed.text,
    },
  };
}

/** The transactions of an order, oldest first. */
export function transactionsOf(row: OrderRow): readonly ChainStep[] {
  const { txHash, fills, closedBy, status } = row;
  const placed: readonly ChainStep[] = txHash === undefined ? [] : [{ kind: 'place', hash: txHash }];
  const parts = fills.map(({ hash, sold, received }): ChainStep => {
    const price = pricePaid(row, sold, received);
    return {
      kind: hash === closedBy ? 'fill' : 'part-fill',
      hash,
      sold: String(sold),
      received: String(received),
      ...(price === undefined ? {} : { price }),
    };
  });
  const known = closedBy === undefined || fills.some(({ hash }) => hash === closedBy);
  if (known) return [...placed, ...parts];
  const kind = status === 'filled' ? 'fill' : status === 'cancelled' ? 'cancel' : 'close';
  const received = kind === 'fill' && row.received !== undefined ? { received: String(row.received) } : {};
  return [...placed, ...parts, { kind, hash: closedBy, ...received }];
}

/** Everything that is known of one order. Parts that the ledger or the charts do not know are left out. */
export async function orderDetail(
  row: OrderRow,
  profile: DetailProfile,
  clock: Clock,
  language: Language,
): Promise<OrderDetailView> {
  const { catalogue, service } = profile;
  const steps = transactionsOf(row);
  const times = await Promise.all(steps.slice(-MOST_DATED).map(({ hash }) => timeOf(hash, profile)));
  const dated = steps.map((step, at) => {
    const time = times[at - Math.max(0, steps.length - MOST_DATED)];
    return time === undefined ? step : { ...step, at: time };
  });
  const waits = !isEnd(row.status);
  const [pools, candles] = waits
    ? await Promise.all([service.pools(row.token), candlesSince(row, profile, clock)])
    : [undefined, []];
  const waiting = waits
    ? whyWaiting({
        row,
        token: catalogue.shown(row.token),
        pools: pools?.ok ? pools.value : [],
        candles,
        say: sayIn(language),
      })
    : undefined;
  return {
    row: orderRowView(row, language),
    transactions: dated,
    waiting: waiting && {
      reasons: waiting.reasons.map(({ kind, sentence }) => ({ kind, sentence: sentence.slice(0, LONG) })),
      depthAtPrice: textOf(waiting.depthAtPrice),
      stillWanted: textOf(waiting.stillWanted),
      touchedAt: waiting.touchedAt,
    },
    ...listedHistoryView(row, profile, language),
  };
}

/** In ADA per token, as far back as the order, or as one page reaches. */
async function candlesSince(
  { token, placedAt, pay, receive }: OrderRow,
  { charts }: DetailProfile,
  clock: Clock,
): Promise<readonly Candle[]> {
  if (placedAt === undefined || (pay.asset !== ADA && receive !== ADA)) return [];
  const now = clock.now();
  const period = periodFor(now - placedAt);
  const page = await charts.history(
    { base: token, quote: ADA, period },
    Math.floor(now / 1_000) + 1,
    MOST_CANDLES,
  );
  return page.ok ? page.value.candles.filter(({ time }) => time * 1_000 >= placedAt) : [];
}

function periodFor(age: number): CandlePeriod {
  if (age < 8 * HOUR_MS) return '1min';
  return age < 120 * HOUR_MS ? '15min' : '4hour';
}
