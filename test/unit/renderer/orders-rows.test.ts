import { describe, expect, it } from 'vitest';
import type { OrderRowView } from '#contract/orders.ts';
import { ORDER_STATUSES } from '#domain/limit-order.ts';
import {
  orderSentence,
  orderText,
  orderWords,
  outcomeWords,
  showDistance,
  showFilled,
} from '../../../src-renderer/features/orders/order-words.ts';
import {
  filterRows,
  groupOf,
  type OrderNames,
  rowWindow,
  scrolledTo,
  sortRows,
} from '../../../src-renderer/features/orders/order-rows.ts';
import { amountsText, type TokenShape } from '../../../src-renderer/format/amount.ts';
import { showPriceText } from '../../../src-renderer/format/price.ts';
import {
  nextSort,
  ORDER_COLUMNS,
  readViews,
  standardView,
  writtenViews,
  type OrderView,
} from '../../../src-renderer/features/orders/order-view.ts';
import { tokensOfFake } from '../../support/fake-market.ts';
import { fakeOrder, fakeOrders } from '../../support/fake-orders.ts';

const NOW = 1_795_000_000_000;
const ADA_SHAPE: TokenShape = { id: 'ADA', ticker: 'ADA', name: 'ADA', decimals: 6 };
const shapeOf = (id: string): TokenShape => tokensOfFake.find((token) => token.id === id) ?? ADA_SHAPE;
const names: OrderNames = {
  token: (id) => ({ label: shapeOf(id).ticker, name: shapeOf(id).name }),
  exchange: (code) => `Exchange ${code.slice(2)}`,
};
const rows = fakeOrders(300, NOW);
function select(view: Partial<OrderView>, from: readonly OrderRowView[] = rows): readonly OrderRowView[] {
  const whole: OrderView = { ...standardView, group: 'all', ...view };
  return filterRows(sortRows(from, whole.sort, names), whole, names);
}

describe('the rows of a view', () => {
  it('are in exactly one of the groups, whatever their status', () => {
    for (const status of ORDER_STATUSES) expect(['open', 'filled', 'cancelled']).toContain(groupOf(status));
    const parts = (['open', 'filled', 'cancelled'] as const).map((group) => select({ group }));
    expect(parts.flat().length).toBe(rows.length);
    expect(groupOf('unknown')).toBe('open');
  });

  it('pass every filter that is set', () => {
    const [first] = rows;
    if (!first) throw new Error('there are rows');
    const found = select({
      token: first.token,
      side: first.side,
      exchange: first.exchange,
      wallet: first.wallet,
      source: first.source,
    });
    expect(found.map(({ id }) => id)).toContain(first.id);
    for (const row of found)
      expect([row.token, row.side, row.exchange, row.wallet, row.source]).toEqual([
        first.token,
        first.side,
        first.exchange,
        first.wallet,
        first.source,
      ]);
  });

  it('are found by words of the pair, the exchange, the status as shown and the hash, all of them', () => {
    const raw = select({ text: 'stoploss' });
    expect(raw.length).toBe(rows.filter(({ status }) => status === 'unknown').length);
    const sales = select({ text: ' SELL  carb ' });
    expect(sales.length).toBeGreaterThan(0);
    for (const row of sales) expect([row.side, shapeOf(row.token).ticker]).toEqual(['sell', 'CARB']);
    const [first] = rows;
    expect(select({ text: first?.txHash ?? '' }).map(({ id }) => id)).toEqual([first?.id]);
    expect(select({ text: 'no such thing' })).toEqual([]);
  });

  it('are sorted both ways by every column, with what is not known last and no row lost', () => {
    const odd = fakeOrder(400, NOW, {
      price: undefined,
      marketPrice: undefined,
      distance: undefined,
      placedAt: undefined,
      exchange: undefined,
      locked: undefined,
    } as unknown as Partial<OrderRowView>);
    const all = [odd, ...rows];
    for (const by of ORDER_COLUMNS)
      for (const down of [false, true]) {
        const found = select({ sort: { by, down } }, all);
        expect(new Set(found.map(({ id }) => id)).size).toBe(all.length);
        if (['price', 'market', 'age', 'exchange'].includes(by)) expect(found.at(-1)?.id).toBe(odd.id);
      }
    const prices = select({ sort: { by: 'price', down: true } }).map(({ price }) =>
      Number(price?.adaPerToken),
    );
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    const placed = select({ sort: { by: 'age', down: false } }).map(({ placedAt }) => placedAt ?? 0);
    expect(placed).toEqual(placed.toSorted((a, b) => b - a));
  });

  it('turn round when a column is clicked again', () => {
    expect(nextSort({ by: 'age', down: false }, 'age')).toEqual({ by: 'age', down: true });
    expect(nextSort({ by: 'age', down: true }, 'distance')).toEqual({ by: 'distance', down: false });
    expect(nextSort({ by: 'age', down: true }, 'worth')).toEqual({ by: 'worth', down: true });
  });
});

describe('views that were kept', () => {
  it('come back as they were written', () => {
    const view: OrderView = { group: 'filled', side: 'sell', text: 'x', sort: { by: 'locked', down: true } };
    const kept = { view, named: [{ name: 'Mine', view }] };
    expect(JSON.parse(JSON.stringify(readViews(writtenViews(kept))))).toEqual(kept);
  });

  it('are the standard where what was kept is not lawful', () => {
    for (const text of [
      '',
      'nonsense',
      '[]',
      'null',
      '{"view":7}',
      '{"view":{"group":"?","sort":{"by":"id"}}}',
    ])
      expect(JSON.parse(JSON.stringify(readViews(text)))).toEqual({ view: standardView, named: [] });
    expect(readViews('{"named":[{"name":""},{"name":" A "},3]}').named.map(({ name }) => name)).toEqual([
      'A',
    ]);
  });

  it('have different names, whatever was kept', () => {
    const named = [
      { name: 'A', view: standardView },
      { name: 'B', view: standardView },
      { name: ' A', view: { ...standardView, group: 'filled' } },
    ];
    const read = readViews(JSON.stringify({ named })).named;
    expect(read.map(({ name, view }) => `${name} ${view.group}`)).toEqual([
      'A filled',
      `B ${standardView.group}`,
    ]);
  });
});

describe('words and figures of an order', () => {
  const buy = fakeOrder(1, NOW, {
    side: 'buy',
    status: 'open',
    token: tokensOfFake[0]?.id ?? '',
    pay: { asset: 'ADA', quantity: '100000000' },
    receive: tokensOfFake[0]?.id ?? '',
    wanted: '832100',
    price: { adaPerToken: '0.12017786', tokenPerAda: '8.321' },
  });

  it('show an unknown status in the service’s own word, without marks that turn text', () => {
    expect(orderWords({ source: 'external', status: 'unknown', serviceStatus: '\u202eSTOPLOSS' }).text).toBe(
      'STOPLOSS',
    );
    expect(orderWords({ source: 'external', status: 'unknown', serviceStatus: '' }).text).toBe('Not known');
    expect(orderWords({ source: 'external', status: 'open', serviceStatus: 'LIMIT' }).text).toBe('Open');
    expect(orderWords({ source: 'external', status: 'open', serviceStatus: 'STOP_LOSS' }).text).toBe(
      'Stop loss',
    );
    expect(orderWords({ source: 'external', status: 'open', serviceStatus: 'Batching' }).text).toBe(
      'Being filled',
    );
    expect(orderWords({ source: 'external', status: 'open', serviceStatus: 'EXPIRED' }).text).toBe('Expired');
    expect(orderWords({ source: 'external', status: 'closed', serviceStatus: 'EXPIRED' }).text).toBe(
      'Given back',
    );
    expect(orderWords({ source: 'external', status: 'preparing', serviceStatus: 'SUBMITTED' }).text).toBe(
      'On its way',
    );
    expect(orderWords({ source: 'external', status: 'cancelling', serviceStatus: 'CANCELLING' }).text).toBe(
      'Cancelling',
    );
    expect(orderWords({ source: 'here', status: 'open', serviceStatus: 'EXPIRED' }).text).toBe('Expired');
    expect(orderWords({ source: 'here', status: 'open', serviceStatus: 'STOPLOSS' }).text).toBe('Open');
  });

  it('say what is paid, what is wanted at least, and the price both ways', () => {
    const sentence = orderSentence(buy, shapeOf).replaceAll('\u00a0', ' ');
    expect(sentence).toBe(
      'You offer 100 ADA for at least 832.1 CARB: 0.12017786 ADA per CARB, or 8.321 CARB per ADA.',
    );
    const filled = orderSentence({ ...buy, status: 'filled', received: '832500' }, shapeOf);
    expect(filled.replaceAll('\u00a0', ' ')).toContain('You paid 100 ADA and got 832.5 CARB');
    expect(orderText(buy, shapeOf).replaceAll('\u00a0', ' ')).toBe('Buy CARB for 100 ADA at 0.12018 ADA');
  });

  it('never show a beginning as nothing, nor what is left as all', () => {
    expect([0, 0.001, 0.43, 0.999, 1].map((filled) => showFilled(filled).replace('\u00a0', ' '))).toEqual([
      '0 %',
      '<1 %',
      '43 %',
      '99 %',
      '100 %',
    ]);
    expect(showDistance(0)).toBe('reached');
    expect(showDistance(-0.2)).toBe('reached');
  });

  it('show tiny prices with their zeros folded, and in full next to it', () => {
    expect(showPriceText('0.000000119')).toEqual({ text: '0.0₆119', full: '0.000000119' });
  });

  it('list what comes back, ADA always, the rest as far as there is room', () => {
    const token = tokensOfFake[0]?.id ?? '';
    const text = amountsText(
      [
        { asset: 'ADA', quantity: 2_700_000n },
        { asset: token, quantity: 1_000n },
        { asset: tokensOfFake[1]?.id ?? '', quantity: 5n },
      ],
      shapeOf,
    );
    expect(text.replaceAll('\u00a0', ' ')).toBe('2.7 ADA, 1 CARB and 1 more');
  });

  it('describe a lost race as a trade that went through', () => {
    const lines = outcomeWords([{ ...buy, status: 'filled', received: '832500' }], shapeOf);
    expect(lines.map(({ text }) => text.replaceAll('\u00a0', ' '))).toEqual([
      'The trade went through: the exchange filled the order first, and you got 832.5 CARB.',
    ]);
    const mixed = outcomeWords(
      [
        { ...buy, status: 'cancelled' },
        { ...buy, status: 'cancelled' },
        { ...buy, status: 'filled' },
        { ...buy, status: 'open' },
      ],
      shapeOf,
    );
    expect(mixed.map(({ text }) => text)).toEqual([
      '2 orders are cancelled.',
      'One order is filled: the exchange came first, and the trade went through.',
      'One order is as before.',
    ]);
  });
});

describe('the window on a long list', () => {
  it('holds what is in sight and a few rows more, and never more than there are', () => {
    expect(rowWindow(10_000, 28, 0, 280)).toEqual({ first: 0, end: 13 });
    expect(rowWindow(10_000, 28, 28_000, 280)).toEqual({ first: 997, end: 1_013 });
    expect(rowWindow(10_000, 28, 9_999_999, 280)).toEqual({ first: 9_987, end: 10_000 });
    expect(rowWindow(3, 28, 500, 280)).toEqual({ first: 0, end: 3 });
    expect(rowWindow(0, 28, 0, 280)).toEqual({ first: 0, end: 0 });
  });

  it('is moved as little as is needed to show a row', () => {
    expect(scrolledTo(3, 28, 0, 280)).toBe(0);
    expect(scrolledTo(10, 28, 0, 280)).toBe(28);
    expect(scrolledTo(2, 28, 280, 280)).toBe(56);
  });
});
