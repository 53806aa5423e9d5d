// @vitest-environment page
// The page's feed, over main's own charts, gate and bridge: only the service is scripted.
import { flushSync } from 'svelte';
import { createSubscriber } from 'svelte/reactivity';
import { beforeEach, expect, it } from 'vitest';
import { mainTable, type MainTable } from '#contract/index.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { CHART_TOPICS, DESK_SLOTS, type ChartSlot } from '#domain/chart-slots.ts';
import { ok } from '#domain/result.ts';
import { makeApi, namesOf } from '../../../src-preload/bridge.ts';
import { ChartFeeds, chartCalls } from '../../../src-main/features/charts/chart-calls.ts';
import { LiveCharts } from '../../../src-main/features/charts/live-charts.ts';
import { Gate } from '../../../src-main/gate/gate.ts';
import type { Handlers } from '../../../src-main/gate/handlers.ts';
import { SaveBudget } from '../../../src-main/gate/outside.ts';
import { deskCandles, type FeedMessage } from '../../../src-renderer/features/charts/chart-feed.ts';
import { MainFeed } from '../../../src-renderer/features/charts/main-feed.svelte.ts';
import { eventually } from '../../support/eventually.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { MemoryCandleCache, ScriptedCharts } from '../../support/scripted-charts.ts';
import { seenPolling } from '../../support/seen-polling.ts';

const token = 'b'.repeat(56) as AssetId;
const other = 'c'.repeat(56) as AssetId;
const pairOf = (base: AssetId) => ({ base, quote: ADA, label: `${base}/ADA` });
const trades = Array.from({ length: 60 }, (_, at) => ({ at: at * 30_000, price: 1 + (at % 7), volume: 1 }));

/** Topics that the page opened, and messages that crossed the bridge. */
let opened: string[];
let sent: { readonly topic: string; readonly kind: string; readonly state: string }[];
let feed: MainFeed;
let closeProfile: () => void;
let clock: ManualClock;
let setReady: (ready: boolean) => void;

beforeEach(async () => {
  [opened, sent] = [[], []];
  clock = new ManualClock();
  const source = new ScriptedCharts(clock, trades, [0]);
  await clock.advance(1_800_000);
  const charts = new LiveCharts({
    polling: seenPolling,
    charts: source,
    cache: new MemoryCandleCache(),
    clock,
    service: { averagePrice: () => Promise.resolve(ok(4)) },
  });
  const profiles = {
    current: () => ok({ charts }),
    onChange: (listener: (profile: undefined) => void) => {
      closeProfile = () => listener(undefined);
    },
  };
  const feeds = new ChartFeeds(profiles);
  const windows = { saveFile: () => Promise.resolve({ saved: false }) };
  const budget = new SaveBudget(clock, () => undefined);
  const topics = Object.fromEntries(
    Object.entries(CHART_TOPICS).map(([slot, name]) => [name, feeds.topics[slot as ChartSlot]]),
  );
  const handlers = { calls: chartCalls({ profiles, feeds, windows, budget }), topics };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const gate = new Gate(mainTable, handlers as unknown as Handlers<MainTable>, log, () => 'incident');
  const api = makeApi<MainTable>(namesOf(mainTable), {
    call: (name, input) => gate.call(name, input),
    subscribe: (name, listener) => {
      opened.push(name);
      const end = gate.subscribe(name, (message) => {
        const { kind, state } = message.value as { readonly kind: string; readonly state: string };
        sent.push({ topic: name, kind, state });
        listener(message);
      });
      return end ?? (() => undefined);
    },
  });
  let isReady = true;
  let changed = (): void => undefined;
  const follow = createSubscriber((update) => void (changed = update));
  setReady = (ready) => {
    isReady = ready;
    changed();
    flushSync();
  };
  feed = new MainFeed(deskCandles(api), () => {
    follow();
    return isReady;
  });
  return () => {
    for (const slot of DESK_SLOTS) feed.leave(slot);
  };
});

/** The messages that a watched chart gets. */
function watched(slot: ChartSlot, base = token, period: '1min' | '5min' = '1min') {
  const heard: FeedMessage[] = [];
  const end = feed.watch(slot, pairOf(base), period, (message) => heard.push(message));
  flushSync();
  const shown = async (what: string): Promise<FeedMessage> => {
    const first = await eventually(what, async () => {
      await clock.advance(0);
      return heard.find(({ candles }) => candles.time.length > 0);
    });
    expect(heard[0]?.kind).toBe('snapshot');
    return first;
  };
  return { heard, end, shown };
}

it('opens the topic of each chart once', async () => {
  const charts = DESK_SLOTS.map((slot) => ({ slot, ...watched(slot) }));
  for (const { slot, shown } of charts) await shown(slot);
  expect(opened.toSorted()).toEqual(DESK_SLOTS.map((slot) => CHART_TOPICS[slot]).toSorted());
});

it('receives another pair over the same subscription, as a snapshot, and nothing of the one before', async () => {
  const first = watched('main');
  const before = await first.shown('the first pair');
  first.end();
  const second = watched('main', other, '5min');
  const after = await second.shown('the second pair');
  expect([before.candles.time.length, after.candles.time.length]).toEqual([30, 6]);
  second.end();
  const count = first.heard.length;
  const back = watched('main');
  expect(await back.shown('the first pair again')).toMatchObject({ kind: 'snapshot' });
  expect(first.heard.length).toBe(count);
  expect(opened).toEqual(['chartMain']);
});

it('is reported as stopped once main watches it no longer, and is watched again when that is possible', async () => {
  const { heard, shown } = watched('main');
  await shown('the pair');
  setReady(false);
  closeProfile();
  await eventually('stopped', async () => {
    await clock.advance(0);
    return heard.at(-1)?.state === 'stopped' ? true : undefined;
  });
  expect(heard.at(-1)).toMatchObject({ kind: 'delta', candles: { time: [] } });
  // Every message sent was received, but for the state before the watch.
  expect(sent.length).toBe(heard.length + 1);
  heard.length = 0;
  setReady(true);
  await shown('the pair again');
  expect(opened).toEqual(['chartMain']);
});

it('ends the subscription with the place', async () => {
  const { end, shown } = watched('main');
  await shown('the pair');
  end();
  feed.leave('main');
  const count = sent.length;
  closeProfile();
  const again = watched('main');
  await again.shown('the pair again');
  expect(opened).toEqual(['chartMain', 'chartMain']);
  expect(sent.slice(count).every(({ topic }) => topic === 'chartMain')).toBe(true);
});
