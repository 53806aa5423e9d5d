import { describe, expect, it } from 'vitest';
import type { TradeView } from '#contract/trades.ts';
import { drawingsOf, settingsOf } from '../../../src-renderer/features/charts/chart-memory.ts';
import { deskSizes } from '../../../src-renderer/app/desk-sizes.ts';
import { costLines, ownFills } from '../../../src-renderer/app/chart-overlays.ts';
import { standardSettings } from '../../../src-renderer/features/charts/chart-settings.ts';
import {
  columnsWithRoom,
  marketRows,
  nextSorting,
} from '../../../src-renderer/features/markets/market-rows.ts';
import { linksOf } from '../../../src-renderer/features/markets/token-links.ts';
import { tokensOfFake } from '../../support/fake-market.ts';

const [one, two, three] = tokensOfFake;
if (!one || !two || !three) throw new Error('the fake market lacks a token');

describe('the sizes of the desk', () => {
  it('leave the chart its room in every window, whatever was set', () => {
    for (const [width, height] of [
      [1280, 800],
      [1366, 720],
      [1600, 900],
      [1920, 1080],
      [3840, 2160],
    ] as const)
      for (const set of [
        {},
        { markets: 4_000, ticket: 4_000, lower: 4_000, book: 4_000 },
        { markets: 4_000, ticket: 4_000, bookBelow: true },
        { markets: 100, lower: 100, book: 100 },
      ]) {
        const { markets, ticket, lower, book } = deskSizes(set, width, height);
        expect(width - markets.size - ticket.size - (book?.size ?? 0)).toBeGreaterThanOrEqual(560);
        expect(height - 68 - lower.size).toBeGreaterThanOrEqual(340);
        for (const part of [markets, ticket, lower, book]) {
          if (!part) continue;
          expect(part.size).toBeGreaterThanOrEqual(part.least);
          expect(part.size).toBeLessThanOrEqual(part.most);
        }
      }
  });

  it('are those that were set where there is room', () => {
    const set = { markets: 420, ticket: 333, lower: 260, book: 300 };
    const { markets, ticket, lower, book } = deskSizes(set, 1920, 1080);
    expect([markets.size, ticket.size, lower.size, book?.size]).toEqual([420, 333, 260, 300]);
  });

  it('have the book next to the chart where there is room, unless the user put it among the tables', () => {
    expect(deskSizes({}, 1599, 900).book).toBeUndefined();
    expect(deskSizes({}, 1600, 900).book?.size).toBe(320);
    expect(deskSizes({ bookBelow: true }, 1600, 900).book).toBeUndefined();
  });
});

describe('rows of the markets', () => {
  const listed = [
    { token: one, price: 2, change: 0.1 },
    { token: two, price: 3 },
    { token: three, price: 1, change: -0.2 },
  ];
  const order = (by: 'name' | 'price' | 'change', down: boolean): readonly string[] =>
    marketRows(listed, () => undefined, { by, down }).map(({ token }) => token.ticker);

  it('are sorted by figures with what is not known last, either way round', () => {
    expect(order('change', true)).toEqual([one, three, two].map(({ ticker }) => ticker));
    expect(order('change', false)).toEqual([three, one, two].map(({ ticker }) => ticker));
    expect(order('price', true)).toEqual([two, one, three].map(({ ticker }) => ticker));
    expect(order('name', false)).toEqual([one, two, three].map(({ ticker }) => ticker).toSorted());
  });

  it('take what is kept fresh before what the list said, but the change that the list is about', () => {
    const figures = { id: one.id, priceAda: 9, change24h: 0.5, liquidityAda: 7 };
    expect(marketRows(listed, (id) => (id === one.id ? figures : undefined), undefined)[0]).toMatchObject({
      price: 9,
      change: 0.1,
      liquidity: 7,
    });
  });

  it('show no change where the list says that it is not known, and that of the day where it says nothing', () => {
    const figures = { id: two.id, change24h: 0.5 };
    const changeOf = (row: object): number | undefined =>
      marketRows([{ token: two, ...row }], () => figures, undefined)[0]?.change;
    expect(changeOf({ change: undefined })).toBeUndefined();
    expect(changeOf({})).toBe(0.5);
  });

  it('show the policy of tokens that share a ticker in one list', () => {
    const twin = { ...two, ticker: one.ticker.toLowerCase() };
    const shared = marketRows(
      [{ token: one }, { token: twin }, { token: three }],
      () => undefined,
      undefined,
    );
    expect(shared.map(({ tickerShared }) => tickerShared)).toEqual([true, true, false]);
  });

  it('go through three states by clicks on a column', () => {
    const first = nextSorting(undefined, 'change');
    const second = nextSorting(first, 'change');
    expect([first, second, nextSorting(second, 'change')]).toEqual([
      { by: 'change', down: true },
      { by: 'change', down: false },
      undefined,
    ]);
    expect(nextSorting(first, 'name')).toEqual({ by: 'name', down: false });
  });
});

describe('links of a token', () => {
  it('are https alone, and none that hides its host behind a name', () => {
    const links = {
      website: 'https://amber.example/',
      twitter: 'http://amber.example/',
      discord: 'https://bank.example@evil.example/',
    };
    expect(linksOf(links)).toEqual([{ kind: 'website', address: links.website }]);
    expect(linksOf({ website: 'javascript:alert(1)', twitter: 'not a link' })).toEqual([]);
  });
});

describe('what the chart kept', () => {
  it('comes back whole, and with the standard for what is not lawful', () => {
    const kept = { ...standardSettings, period: '1hour', type: 'hollow', zone: 'utc', volume: false };
    expect(settingsOf(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    for (const odd of [undefined, null, 7, 'x', [], { period: '2min', type: {}, indicators: 'none' }])
      expect(settingsOf(odd)).toEqual(standardSettings);
    const indicators = [
      { id: 'a', kind: 'sma', settings: [1e9] },
      { id: 'b', kind: '__proto__', settings: [] },
      { id: 3, kind: 'ema', settings: [5] },
    ];
    const [indicator, ...more] = settingsOf({ indicators }).indicators;
    expect(more).toEqual([]);
    expect(indicator?.settings[0]).toBeLessThan(1e9);
  });

  it('has indicators with different ids, and none with that of the volume', () => {
    const indicators = [
      { id: 'a', kind: 'sma', settings: [20] },
      { id: 'a', kind: 'rsi', settings: [14] },
      { id: 'volume', kind: 'rsi', settings: [14] },
      { id: 'b', kind: 'rsi', settings: [14] },
    ];
    const kept = settingsOf({ indicators }).indicators.map(({ id, kind }) => `${id} ${kind}`);
    expect(kept).toEqual(['a sma', 'b rsi']);
  });

  it('is drawings with as many anchors as their kind has', () => {
    const whole = {
      id: 'd1',
      kind: 'trend',
      anchors: [
        { time: 1, price: 2 },
        { time: 3, price: 4 },
      ],
    };
    const broken = [
      { ...whole, anchors: [{ time: 1, price: 2 }] },
      { ...whole, kind: 'circle' },
      {
        ...whole,
        anchors: [
          { time: 1, price: 2 },
          { time: 'x', price: 4 },
        ],
      },
      {
        ...whole,
        anchors: [
          { time: 1, price: 2 },
          { time: 3, price: -4 },
        ],
      },
      null,
    ];
    expect(drawingsOf([whole, ...broken])).toEqual([whole]);
    const styled = { ...whole, style: { colour: 2, width: 3, dash: 'dotted' } };
    expect(drawingsOf([styled])).toEqual([styled]);
    const odd = { colour: 99, width: 0.5, dash: 'url(x)', other: 1 };
    expect(drawingsOf([{ ...whole, style: odd }])).toEqual([whole]);
    const [said] = drawingsOf([
      { ...whole, kind: 'text', anchors: [whole.anchors[0]], text: 'x'.repeat(500) },
    ]);
    expect(said?.text).toHaveLength(120);
    expect(drawingsOf('text')).toEqual([]);
  });
});

describe('own fills', () => {
  const trade = (change: Partial<TradeView>): TradeView => ({
    id: 't1',
    kind: 'swap',
    state: 'filled',
    pay: { asset: 'ADA', quantity: '2500000000' },
    receive: one.id,
    slippageBps: 100,
    expected: '0',
    atLeast: '0',
    routes: [],
    costs: { networkFee: '0', exchangeFees: '0', deposits: '0', otherRecipients: '0' },
    bodyHash: '00'.repeat(32),
    orders: [],
    createdAt: 1_000,
    updatedAt: 5_500,
    filledTotal: '5000000',
    ...change,
  });
  const shapeOf = (id: string) => (id === 'ADA' ? { id, ticker: 'ADA', name: 'ADA', decimals: 6 } : one);
  const pair = { base: one.id, quote: 'ADA' };

  it('stand at the price that was got, in whole tokens, bought or sold', () => {
    // 2,500 ADA for 5,000 tokens of three decimals.
    expect(ownFills([trade({})], pair, shapeOf)).toMatchObject([{ kind: 'buy', time: 5, price: 0.5 }]);
    const sale = trade({
      pay: { asset: one.id, quantity: '1000000' },
      receive: 'ADA',
      filledTotal: '400000000',
    });
    expect(ownFills([sale], pair, shapeOf)).toMatchObject([{ kind: 'sell', price: 0.4 }]);
  });

  it('are none of another pair, and none that did not fill', () => {
    expect(ownFills([trade({ receive: two.id }), trade({ state: 'placed' })], pair, shapeOf)).toEqual([]);
    expect(ownFills([trade({ filledTotal: '0' })], pair, shapeOf)).toEqual([]);
  });
});

describe('the line of the average cost', () => {
  const shapeOf = () => one;
  const pair = { base: one.id, quote: 'ADA' };
  // 2,503.2 ADA for 5,000 tokens of three decimals.
  const held = { token: one.id, units: '5000000', paid: '2503200000', buys: 2, others: false };

  it('stands at what one whole token cost, rounded up, and says what it rests on', () => {
    const [line] = costLines(held, pair, shapeOf, false);
    expect(line).toMatchObject({ price: 0.50064, kind: 'cost', closing: 'Hide the average cost' });
    expect(line?.detail).toEqual([
      'Average cost 0.50064 ADA, fees included',
      `for the 5,000\u00a0${one.ticker} bought here in 2 fills and not sold.`,
    ]);
    expect(costLines({ ...held, others: true }, pair, shapeOf, false)[0]?.detail?.[2]).toContain(
      'other ways',
    );
    const third = { ...held, units: '3000', paid: '1000001' };
    expect(costLines(third, pair, shapeOf, false)[0]?.price).toBe(0.333_333_666_666_667);
  });

  it('tells no amount while amounts are hidden, and is none where nothing is held', () => {
    expect(costLines(held, pair, shapeOf, true)[0]?.detail?.join(' ')).not.toContain('5,000');
    expect(costLines(undefined, pair, shapeOf, false)).toEqual([]);
    expect(costLines(held, { base: one.id, quote: two.id }, shapeOf, false)).toEqual([]);
  });
});

it('a list shows the first of the wanted columns, as many as there is room for', () => {
  const wanted = ['spark', 'volume', 'liquidity'] as const;
  expect(columnsWithRoom(wanted, 279)).toEqual([]);
  expect(columnsWithRoom(wanted, 280)).toEqual(['spark']);
  expect(columnsWithRoom(wanted, 383)).toEqual(['spark']);
  expect(columnsWithRoom(wanted, 384)).toEqual(['spark', 'volume']);
  expect(columnsWithRoom(wanted, 440)).toEqual(wanted);
  expect(columnsWithRoom([], 440)).toEqual([]);
});
