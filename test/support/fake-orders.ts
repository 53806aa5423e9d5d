import type { BookLevelView, BookView } from '#contract/book.ts';
import type { OrderDetailView, OrderRowView } from '#contract/orders.ts';
import type { NoticeView } from '#contract/notices.ts';
import type { OrderStatus } from '#domain/limit-order.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { addressOfFake, exchangesOfFake, hashOfFake, tokensOfFake } from './fake-market.ts';

const ADA = 'ADA';
const STATUSES: readonly OrderStatus[] = [
  'open',
  'open',
  'open',
  'partly-filled',
  'filled',
  'cancelled',
  'unknown',
];
const LIVE: readonly OrderStatus[] = ['preparing', 'open', 'partly-filled', 'cancelling', 'unknown'];
const WALLETS = ['wallet', 'second', 'third'];

/** An invented order, the same for the same number. */
export function fakeOrder(number: number, now: number, change: Partial<OrderRowView> = {}): OrderRowView {
  const seed = hashOfFake(`order ${number}`);
  const digit = (at: number, below: number): number => parseInt(seed.slice(at, at + 4), 16) % below;
  const token = tokensOfFake[digit(0, tokensOfFake.length)] ?? tokensOfFake[0];
  if (token === undefined) throw new Error('the fake market is empty');
  const side = digit(4, 2) === 0 ? 'buy' : 'sell';
  const status = change.status ?? STATUSES[digit(8, STATUSES.length)] ?? 'open';
  const live = LIVE.includes(status);
  const away = digit(12, 3_000) / 10_000;
  const price = token.price * (side === 'buy' ? 1 - away : 1 + away);
  const ada = 5_000_000 + digit(16, 60_000) * 12_345;
  const units = Math.max(1, Math.round((ada / 1e6 / price) * 10 ** token.decimals));
  const filled = status === 'filled' ? 1 : status === 'partly-filled' ? (1 + digit(20, 98)) / 100 : 0;
  const pay =
    side === 'buy'
      ? { asset: ADA, quantity: String(ada) }
      : { asset: token.id, quantity: String(BigInt(units)) };
  const wanted = side === 'buy' ? String(BigInt(units)) : String(ada);
  const txHash = hashOfFake(`placing ${number}`);
  const placedAt = now - (number + 1) * 7 * MINUTE_MS;
  return {
    id: `${txHash}_${number % 3}`,
    source: digit(24, 5) === 0 ? 'external' : 'here',
    kind: 'limit',
    status,
    serviceStatus: status === 'unknown' ? 'STOPLOSS' : live ? 'LIMIT' : status.toUpperCase(),
    wallet: addressOfFake(WALLETS[digit(28, WALLETS.length)] ?? 'wallet'),
    side,
    token: token.id,
    pay,
    receive: side === 'buy' ? token.id : ADA,
    wanted,
    price: { adaPerToken: plain(price), tokenPerAda: plain(1 / price) },
    typed: { form: 'ada-per-token', text: plain(price) },
    marketPrice: token.price,
    filled,
    ...(filled > 0 && { received: String(Math.floor(Number(wanted) * filled)) }),
    ...(live && {
      distance: away,
      locked: { fees: '700000', deposit: '2000000' },
    }),
    returning: live
      ? side === 'buy'
        ? [{ asset: ADA, quantity: String(ada + 2_700_000) }]
        : [{ asset: ADA, quantity: '2700000' }, pay]
      : [],
    placedAt,
    updatedAt: placedAt + 3 * MINUTE_MS,
    exchange: exchangesOfFake[digit(32, 6)]?.code ?? 'EXA',
    cancellable: live && status !== 'preparing' && status !== 'cancelling',
    txHash,
    outputIndex: number % 3,
    ...change,
  };
}

export function fakeOrders(count: number, now: number): OrderRowView[] {
  return Array.from({ length: count }, (_, number) => fakeOrder(number, now));
}

/** Plain decimal text of a figure, never in exponent form. */
function plain(value: number): string {
  return value.toPrecision(8).includes('e')
    ? value.toFixed(18).replace(/0+$/, '')
    : String(Number(value.toPrecision(8)));
}

export function fakeDetail(row: OrderRowView): OrderDetailView {
  const live = LIVE.includes(row.status);
  return {
    row,
    transactions: [
      {
        kind: 'place',
        hash: row.txHash ?? hashOfFake(row.id),
        ...(row.placedAt !== undefined && { at: row.placedAt }),
      },
      ...(row.filled > 0
        ? [
            {
              kind: row.filled < 1 ? ('part-fill' as const) : ('fill' as const),
              hash: hashOfFake(`fill ${row.id}`),
              at: (row.placedAt ?? 0) + MINUTE_MS,
              sold: String(Math.floor(Number(row.pay.quantity) * row.filled)),
              received: row.received ?? '1',
              ...(row.price && { price: row.price }),
            },
          ]
        : []),
    ],
    ...(live && {
      waiting: {
        reasons: [
          { kind: 'distance', sentence: 'The market price is 4.2 % away from the limit price.' },
          {
            kind: 'depth',
            sentence:
              'At the limit price the pools would give about a third of what is still wanted, so a fill would take more than one turn of the market.',
          },
          { kind: 'untouched', sentence: 'Since it was placed, no candle has touched the price.' },
        ],
        depthAtPrice: String(Math.floor(Number(row.wanted ?? 1) / 3)),
        stillWanted: row.wanted ?? '1',
      },
    }),
    steps: [
      { at: row.placedAt ?? 0, state: 'built', name: 'built', note: 'checked, 17 rules' },
      { at: (row.placedAt ?? 0) + 4_000, state: 'approved', name: 'approved', note: '' },
    ],
    record: [
      { name: 'status', text: row.serviceStatus ?? '' },
      { name: 'tx_hash', text: row.txHash ?? '' },
      { name: 'is_oor', text: 'false' },
    ],
  };
}

export const idleBook: BookView = {
  state: 'idle',
  orders: { bids: [], asks: [] },
  depth: { bids: [], asks: [] },
  pools: [],
};

/** A book around the token's price, with pools beside it. */
export function fakeBook(tokenId: string, now: number): BookView {
  const token = tokensOfFake.find(({ id }) => id === tokenId);
  if (token === undefined) throw new Error('the fake market lacks the token');
  const level = (away: number, ada: number, orders: number): BookLevelView => {
    const price = token.price * (1 + away);
    return {
      price: plain(price),
      ada: String(Math.round(ada * 1e6)),
      tokens: String(BigInt(Math.round((ada / price) * 10 ** token.decimals))),
      orders,
      own: orders > 2,
    };
  };
  const side = (sign: 1 | -1): { orders: BookLevelView[]; depth: BookLevelView[] } => ({
    orders: Array.from({ length: 24 }, (_, at) =>
      level(sign * (0.002 + at * 0.0041), 180 + ((at * 7919) % 1_700), 1 + ((at * 5) % 4)),
    ),
    depth: Array.from({ length: 30 }, (_, at) => level(sign * (0.0031 + at * 0.0034), 620 + at * 4, 0)),
  });
  const [bids, asks] = [side(-1), side(1)];
  return {
    token: tokenId,
    state: 'live',
    orders: { bids: bids.orders, asks: asks.orders },
    depth: { bids: bids.depth, asks: asks.depth },
    pools: [{ exchange: 'EXA', price: token.price, ada: 640_000, tokens: 640_000 / token.price }],
    bestBid: plain(token.price * 0.998),
    bestAsk: plain(token.price * 1.002),
    mid: plain(token.price),
    spread: 0.004,
    at: now,
  };
}

export function fakeNotice(number: number, orders: readonly string[], at: number): NoticeView {
  return {
    id: `n${number}`,
    about: 'orders',
    kind: orders.length > 1 ? 'several' : 'filled',
    rows: [...orders],
    title: orders.length > 1 ? `${orders.length} orders changed` : 'Order filled',
    text: 'Buy CARB at 0.1202 ADA: 832.1 CARB came.',
    at,
  };
}
