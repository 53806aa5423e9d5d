import type { OrderDetailView } from '#contract/order-views.ts';
import { ADA } from '#domain/asset.ts';
import type { Candle, CandlePeriod } from '#domain/candle.ts';
import { pricePaid } from '../../market/listed-row.ts';
import type { OrderRow } from './order-row.ts';
import { isEnd } from '../../market/order-status.ts';
import { whyWaiting } from './why-waiting.ts';
import type { Clock } from '../../ports/clock.ts';
import { listedHistoryView, timeOf } from '../../market/listed-views.ts';
import { orderRowView } from './order-views.ts';
import type { Profile } from '../../profile/profile.ts';
import { textOf } from '../../gate/wire.ts';

type ChainStep = OrderDetailView['transactions'][number];
type DetailProfile = Pick<Profile, 'ledger' | 'service' | 'charts' | 'trading' | 'catalogue'>;

const LONG = 4_000;
const MOST_DATED = 12;
const MOST_CANDLES = 500;
const HOUR_MS = 3_600_000;

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
  const told = closedBy === undefined || fills.some(({ hash }) => hash === closedBy);
  if (told) return [...placed, ...parts];
  const kind = status === 'filled' ? 'fill' : status === 'cancelled' ? 'cancel' : 'close';
  const received = kind === 'fill' && row.received !== undefined ? { received: String(row.received) } : {};
  return [...placed, ...parts, { kind, hash: closedBy, ...received }];
}

/** Everything that is known of one order. What the ledger or the charts do not tell is left out. */
export async function orderDetail(
  row: OrderRow,
  profile: DetailProfile,
  clock: Clock,
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
      })
    : undefined;
  return {
    row: orderRowView(row),
    transactions: dated,
    waiting: waiting && {
      reasons: waiting.reasons.map(({ kind, sentence }) => ({ kind, sentence: sentence.slice(0, LONG) })),
      depthAtPrice: textOf(waiting.depthAtPrice),
      stillWanted: textOf(waiting.stillWanted),
      touchedAt: waiting.touchedAt,
    },
    ...listedHistoryView(row, profile),
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
