// @vitest-environment page
import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mainTable } from '#contract/index.ts';
import type { AskedOfDesk } from '#contract/chart-window.ts';
import type { LiveChartView } from '#contract/charts.ts';
import type { WorkspaceView } from '#contract/workspaces.ts';
import { ADA } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import { shownThere } from '../../../src-renderer/app/chart-elsewhere.ts';
import { DeskCharts } from '../../../src-renderer/app/desk-charts.svelte.ts';
import type { Desk } from '../../../src-renderer/app/desk.svelte.ts';
import { Workspaces } from '../../../src-renderer/app/workspaces.svelte.ts';
import type { Drawing } from '../../../src-renderer/chart/drawings.ts';
import type { ChartFeed } from '../../../src-renderer/features/charts/chart-feed.ts';
import { ChartModel } from '../../../src-renderer/features/charts/chart-model.svelte.ts';
import type { ChartMemory, FollowingChart } from '../../../src-renderer/features/charts/chart-settings.ts';
import { deskOnFakeMain, pass } from '../../support/desk-on-fake-main.ts';
import { effectRoot } from '../../support/effect-root.svelte.ts';
import { idleChart } from '../../support/fake-charts.ts';
import type { FakeMain } from '../../support/fake-main-api.ts';
import { tokensOfFake } from '../../support/fake-market.ts';
import { fakeOrder } from '../../support/fake-orders.ts';

const carb = tokensOfFake[0] ?? missing();
const flint = tokensOfFake[2] ?? missing();
const pair = { base: carb.id, quote: ADA };
let main: FakeMain;
let desk: Desk;
let charts: DeskCharts;
let asked = 0;

function missing(): never {
  throw new Error('the fake market lacks a token');
}

beforeEach(async () => {
  const made = await deskOnFakeMain();
  ({ main, desk } = made);
  const [desksCharts, endCharts] = effectRoot(() => new DeskCharts(desk));
  charts = desksCharts;
  desk.entry.selectToken(carb);
  await pass(0);
  return () => {
    endCharts();
    made.end();
  };
});

const calls = (name: string): readonly unknown[] =>
  main.asked.filter((call) => call.name === name).map(({ input }) => input);

/** The window of the first chart asks for something. */
async function ask(what: AskedOfDesk, of = pair): Promise<void> {
  asked += 1;
  const windows = main.value('chartWindows');
  main.push('chartWindows', {
    ...windows,
    asked: [...windows.asked, { id: asked, slot: 'main', pair: of, what }],
  });
  await pass(0);
}

async function moveOut(): Promise<void> {
  charts.moveOut(0);
  await pass(0);
}

it('undoes what was drawn here, and nothing that another window drew meanwhile', async () => {
  const line = (id: string): Drawing => ({ id, kind: 'horizontal', anchors: [{ time: 60, price: 1 }] });
  let kept: readonly Drawing[] = [];
  let following: FollowingChart | undefined;
  const memory: ChartMemory = {
    settings: () => Promise.resolve(undefined),
    keepSettings: () => undefined,
    drawings: () => Promise.resolve([]),
    keepDrawings: (_pair, _before, drawings) => (kept = drawings),
    follow: (chart) => (following = chart),
  };
  const feed: ChartFeed = {
    watch: () => () => undefined,
    leave: () => undefined,
    history: () => Promise.resolve(failed(failure('charts-unavailable'))),
  };
  const [model, end] = effectRoot(() => new ChartModel(feed, memory));
  model.show({ ...pair, label: 'CARB/ADA' });
  await pass(0);
  model.setDrawings([line('here')]);
  following?.takeDrawings([line('here'), line('there')]);
  model.undo();
  expect(kept).toEqual([line('there')]);
  following?.takeDrawings([]);
  model.redo();
  expect(kept).toEqual([line('here')]);
  end();
});

it('says so if drawings on the desk could not be kept', async () => {
  main.failing.set('drawings.change', failure('storage-full'));
  const { model } = charts.active;
  model.setDrawings([{ id: 'a', kind: 'horizontal', anchors: [{ time: 60, price: 1 }] }]);
  await pass(0);
  expect(calls('drawings.change').length).toBe(1);
  expect(desk.layers.failure).toEqual(failure('storage-full'));
});

describe('a chart that is in its own window', () => {
  it('is not watched by the desk, which tells main what it shows', async () => {
    expect([charts.isElsewhere(0), charts.watched]).toEqual([false, [0]]);
    await moveOut();
    expect([charts.isElsewhere(0), charts.watched]).toEqual([true, []]);
    expect(calls('chartWindow.show').at(-1)).toMatchObject({
      slot: 'main',
      shown: { active: true, pair: { ...pair, label: `${carb.ticker}/ADA` } },
    });
    desk.entry.selectToken(flint);
    await pass(0);
    expect(calls('chartWindow.show').at(-1)).toMatchObject({ shown: { pair: { base: flint.id } } });
    charts.bringBack(0);
    await pass(0);
    expect([charts.isElsewhere(0), charts.watched]).toEqual([false, [0]]);
  });

  it('has the orders and the prices of the ticket as lines', async () => {
    main.push('orders', {
      ...main.value('orders'),
      kind: 'snapshot',
      rows: [fakeOrder(1, Date.now(), { token: carb.id, side: 'sell', status: 'open', movable: true })],
    });
    await moveOut();
    desk.panels.ticket = 'limit';
    desk.limitTicket.price.text = '0.25';
    await pass(0);
    const { shown } = calls('chartWindow.show').at(-1) as { shown: ReturnType<typeof shownThere> };
    expect(shown.lines.map(({ kind }) => kind).toSorted()).toEqual(['draft', 'sell']);
  });

  it('opens the ticket on the desk with the price from its window', async () => {
    await moveOut();
    await ask({ kind: 'ticket', side: 'buy', price: '0.125' });
    expect([desk.panels.ticket, desk.limitTicket.price.text, desk.limitTicket.pair.side]).toEqual([
      'limit',
      '0.125',
      'buy',
    ]);
    expect(desk.limitTicket.pair.token?.id).toBe(carb.id);
  });

  it('can ask nothing about another pair, and nothing while something is open on the desk', async () => {
    await moveOut();
    const before = desk.panels.ticket;
    await ask({ kind: 'ticket', side: 'buy', price: '0.125' }, { base: flint.id, quote: ADA });
    expect([desk.panels.ticket, desk.layers.status]).toEqual([before, '']);
    desk.layers.show({ kind: 'keys' });
    await ask({ kind: 'ticket', side: 'sell', price: '0.125' });
    expect(desk.panels.ticket).toBe(before);
    expect(desk.layers.open).toEqual({ kind: 'keys' });
    expect(desk.layers.status).toMatch(/^Finish or close what is open here/);
    // Nor while the approval window is open: the ticket must keep showing the transaction to approve.
    desk.layers.close();
    desk.layers.withApproval = true;
    desk.panels.ticket = 'limit';
    desk.limitTicket.price.text = '0.2';
    await ask({ kind: 'pull', line: 'ticket', price: '0.9' });
    await ask({ kind: 'ticket', side: 'sell', price: '0.9' });
    expect(desk.limitTicket.price.text).toBe('0.2');
    desk.layers.withApproval = false;
    await ask({ kind: 'pull', line: 'ticket', price: '0.9' });
    expect(desk.limitTicket.price.text).toBe('0.9');
  });

  it('is told only once per drag that something is open on the desk', async () => {
    await moveOut();
    desk.layers.show({ kind: 'keys' });
    const said = vi.spyOn(desk.layers, 'say');
    const pull = (price: string): Promise<void> => ask({ kind: 'pull', line: 'ticket', price });
    for (const price of ['0.1', '0.2', '0.3']) {
      await pull(price);
      await pass(100);
    }
    await ask({ kind: 'drop', line: 'ticket', price: '0.3', taken: true });
    expect(said).toHaveBeenCalledTimes(1);
    expect(desk.layers.status).toMatch(/^Finish or close what is open here/);
    expect(desk.layers.open).toEqual({ kind: 'keys' });
    await pull('0.4');
    expect(said).toHaveBeenCalledTimes(2);
    await pass(3_000);
    await pull('0.5');
    await ask({ kind: 'close', line: 'ticket' });
    expect(said).toHaveBeenCalledTimes(4);
  });

  it('sets, moves and deletes alerts, and asks about orders, as a chart on the desk does', async () => {
    await moveOut();
    await ask({ kind: 'alert', price: '0.5' });
    expect(calls('alerts.add')).toEqual([
      { token: carb.id, condition: { kind: 'price', price: '0.5' }, repeat: 'once' },
    ]);
    const order = fakeOrder(1, Date.now(), { token: carb.id, side: 'sell', status: 'open', movable: true });
    main.push('orders', { ...main.value('orders'), kind: 'snapshot', rows: [order] });
    await pass(0);
    const line = `sell ${order.price?.adaPerToken ?? ''}`;
    await ask({ kind: 'pull', line, price: '0.75' });
    const { shown } = calls('chartWindow.show').at(-1) as { shown: ReturnType<typeof shownThere> };
    expect(shown.lines.find(({ id }) => id === 'moved')?.price).toBe(0.75);
    await ask({ kind: 'drop', line, price: '0.8', taken: true });
    expect(desk.layers.open).toEqual({ kind: 'move-order', orderId: order.id, price: '0.8' });
    desk.layers.close();
    await ask({ kind: 'close', line });
    expect(desk.layers.open).toEqual({ kind: 'cancel-orders', orderIds: [order.id] });
    desk.layers.close();
    await ask({ kind: 'pick' });
    expect(desk.layers.open?.kind).toBe('pick-token');
    if (desk.layers.open?.kind === 'pick-token') desk.layers.open.onpick(flint);
    await pass(0);
    expect(calls('chartWindow.show').at(-1)).toMatchObject({ shown: { pair: { base: flint.id } } });
  });

  describe('has no line for where an order would go', () => {
    const order = (token: string) =>
      fakeOrder(1, Date.now(), { token, side: 'sell', status: 'open', movable: true });
    const line = (): string => `sell ${order(carb.id).price?.adaPerToken ?? ''}`;
    const list = async (...rows: readonly ReturnType<typeof order>[]): Promise<void> => {
      main.push('orders', { ...main.value('orders'), kind: 'snapshot', rows: [...rows] });
      await pass(0);
    };
    let drawn: readonly string[];
    const isDrawn = (): boolean => drawn.includes('moved');

    beforeEach(async () => {
      vi.spyOn(charts.active.model, 'setOverlays').mockImplementation(({ lines }) => {
        drawn = lines.map(({ id }) => id);
      });
      await list(order(carb.id));
    });

    it('once the order has gone, even if another one rests at its price later', async () => {
      charts.active.pullLine(line(), '0.75');
      await pass(0);
      expect(isDrawn()).toBe(true);
      await list();
      await list(order(carb.id));
      expect([drawn.includes(line()), isDrawn()]).toEqual([true, false]);
    });

    it('once the chart shows another pair with an order at the same price', async () => {
      await list(order(carb.id), { ...order(flint.id), id: 'other' });
      charts.active.pullLine(line(), '0.75');
      desk.entry.selectToken(flint);
      await pass(0);
      expect([drawn.includes(line()), isDrawn()]).toEqual([true, false]);
    });

    it('once its window was closed during the drag', async () => {
      await moveOut();
      await ask({ kind: 'pull', line: line(), price: '0.75' });
      expect(isDrawn()).toBe(true);
      charts.bringBack(0);
      await pass(0);
      expect([drawn.includes(line()), isDrawn()]).toEqual([true, false]);
    });
  });

  it('makes a newly loaded page repeat no earlier request', async () => {
    await ask({ kind: 'alert', price: '0.5' });
    const [, end] = effectRoot(() => new DeskCharts(desk));
    await pass(0);
    end();
    expect(calls('alerts.add').length).toBe(1);
  });

  it('has its settings read again after its window changed them', async () => {
    await moveOut();
    await main.api.call['notebook.write']({ kind: 'chart', of: 'all', text: '{"period":"4hour"}' });
    main.push('chartWindows', { ...main.value('chartWindows'), settings: { main: 1 } });
    await pass(0);
    expect(charts.active.model.period).toBe('4hour');
  });

  it('moves to where a workspace has it', async () => {
    const workspaces = new Workspaces({ api: main.api, charts, preferences: desk.preferences });
    await workspaces.save('On the desk');
    await moveOut();
    await workspaces.save('Apart');
    const [first, second] = (calls('workspaces.save') as WorkspaceView[]).map(({ setup }) =>
      setup.charts.map(({ apart }) => apart),
    );
    expect([first, second]).toEqual([
      [undefined, undefined, undefined, undefined],
      [true, undefined, undefined, undefined],
    ]);
    const [onDesk, apart] = calls('workspaces.save') as [WorkspaceView, WorkspaceView];
    await workspaces.open(onDesk);
    await pass(0);
    expect(charts.isElsewhere(0)).toBe(false);
    await workspaces.open(apart);
    await pass(0);
    expect(charts.isElsewhere(0)).toBe(true);
  });

  it('gives the market its last price while it is streaming in a confirmed direction, and only then', async () => {
    const candleOf = (time: number, close: number) => ({
      ...{ time: [time], open: [1], high: [2], low: [1], close: [close], volume: [null] },
    });
    const live: LiveChartView = {
      ...idleChart,
      state: 'live',
      orientation: 'checked',
      pair: { ...pair, period: '1min' },
      lastMessageAt: 9,
      candles: candleOf(60, 1.5),
    };
    const priceAfter = async (change: Partial<LiveChartView>): Promise<number | undefined> => {
      main.push('chartMain', { ...live, kind: 'delta', ...change });
      await pass(0);
      return desk.markets.streamed(carb.id)?.price;
    };
    await moveOut();
    main.push('chartMain', live);
    await pass(0);
    expect(desk.markets.streamed(carb.id)).toEqual({ price: 1.5, at: 9 });
    expect(desk.markets.streamed(flint.id)).toBeUndefined();
    // A message without candles leaves the price as it is, and so does a late candle of the past.
    expect(await priceAfter({ candles: idleChart.candles })).toBe(1.5);
    expect(await priceAfter({ candles: candleOf(0, 1.25) })).toBe(1.5);
    expect(await priceAfter({ candles: candleOf(60, 1.75) })).toBe(1.75);
    expect(await priceAfter({ orientation: 'assumed', candles: idleChart.candles })).toBeUndefined();
    expect(await priceAfter({ candles: idleChart.candles })).toBe(1.75);
    expect(await priceAfter({ state: 'stopped', candles: idleChart.candles })).toBeUndefined();
    // Another period begins with candles of its own.
    expect(await priceAfter({ key: 'next', candles: candleOf(30, 2) })).toBe(2);
    expect(await priceAfter({ pair: { ...pair, base: flint.id, period: '1min' } })).toBeUndefined();
  });

  it('is shown within bounds: the newest marks, and no line without a price', () => {
    const mark = (at: number) => ({
      id: `m${at}`,
      time: at,
      price: 1,
      kind: 'buy' as const,
      label: 'x'.repeat(999),
    });
    const line = (price: number) => ({ id: `l${price}`, price, kind: 'sell' as const, label: 'Sell' });
    const shown = shownThere({ ...pair, label: 'CARB/ADA' }, false, {
      lines: [line(0), line(1)],
      marks: Array.from({ length: 700 }, (_, at) => mark(at)),
    });
    expect(shown.lines.map(({ id }) => id)).toEqual(['l1']);
    expect([shown.marks.length, shown.marks.at(-1)?.id]).toEqual([500, 'm699']);
    const { input } = mainTable['chartWindow.show'];
    expect(v.safeParse(input, { slot: 'main', shown }).issues).toBeUndefined();
  });

  it('says once that main does not take what it shows', async () => {
    main.failing.set('chartWindow.show', failure('request-refused', { name: 'chartWindow.show' }));
    const complain = vi.spyOn(desk.layers, 'complain');
    await moveOut();
    desk.entry.selectToken(flint);
    await pass(0);
    expect(complain.mock.calls.map(([{ code }]) => code)).toEqual(['request-refused']);
    main.failing.clear();
    desk.entry.selectToken(carb);
    await pass(0);
    main.failing.set('chartWindow.show', failure('request-refused', { name: 'chartWindow.show' }));
    desk.entry.selectToken(flint);
    await pass(0);
    expect(complain).toHaveBeenCalledTimes(2);
  });
});
