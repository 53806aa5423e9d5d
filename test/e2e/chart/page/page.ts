import '../../../../src-renderer/app/trusted-types.ts';
import '../../../../src-renderer/styles/base.css';
import './page.css';
import Target from '@lucide/svelte/icons/target';
import { mount } from 'svelte';
import { PERIOD_SECONDS, type CandlePeriod } from '#domain/candle.ts';
import Chart from '../../../../src-renderer/features/charts/Chart.svelte';
import type {
  ChartFeed,
  ChartPair,
  FeedMessage,
  OlderCandles,
} from '../../../../src-renderer/features/charts/chart-feed.ts';
import { PageMemory } from './page-memory.ts';
import { placePlot } from './place-plot.svelte.ts';
import { ChartModel } from '../../../../src-renderer/features/charts/chart-model.svelte.ts';
import type { Result } from '#domain/result.ts';
import type { ChartSlot } from '#domain/chart-slots.ts';
import type { Failure } from '#domain/failure.ts';
import { walk, type Walk } from '../../../bench/chart/series.ts';

/** The chart alone on a page, fed with invented candles: the first thousand at once, older ones when asked for. */
const COUNT = 5_000;
const FIRST = 1_000;
/** The base of a market of one price: `flat 0.3`. */
const FLAT = /^flat (.+)$/;
const NOW_MS = 1_795_000_000_000;

const slice = (arrays: Walk, from: number, to: number): Walk => ({
  time: arrays.time.slice(from, to),
  open: arrays.open.slice(from, to),
  high: arrays.high.slice(from, to),
  low: arrays.low.slice(from, to),
  close: arrays.close.slice(from, to),
  volume: arrays.volume.slice(from, to),
});

class PageFeed implements ChartFeed {
  asked = 0;
  #hear: ((message: FeedMessage) => void) | undefined;
  #main: Walk = walk(1);

  watch(
    place: ChartSlot,
    pair: ChartPair,
    period: CandlePeriod,
    hear: (message: FeedMessage) => void,
  ): () => void {
    const all = this.#series(pair, period);
    if (place === 'main') {
      this.#hear = hear;
      this.#main = all;
    }
    const timer = setTimeout(() => hear(this.#message('snapshot', slice(all, COUNT - FIRST, COUNT))));
    return () => clearTimeout(timer);
  }

  leave(place: ChartSlot): void {
    if (place === 'main') this.#hear = undefined;
  }

  history(
    pair: ChartPair,
    period: CandlePeriod,
    to: number,
    count: number,
  ): Promise<Result<OlderCandles, Failure>> {
    this.asked += 1;
    const all = this.#series(pair, period);
    const end = all.time.findIndex((time) => time >= to);
    const candles = slice(all, Math.max(0, end - count), Math.max(0, end));
    const value = { candles, beginning: end - count <= 0, from: candles.time[0] ?? 0 };
    return Promise.resolve({ ok: true, value });
  }

  /** Changes the last candle. */
  tick(factor: number): void {
    const last = slice(this.#main, COUNT - 1, COUNT);
    last.close[0] = (last.close[0] as number) * factor;
    last.high[0] = Math.max(last.high[0] as number, last.close[0]);
    last.low[0] = Math.min(last.low[0] as number, last.close[0]);
    this.#hear?.(this.#message('delta', last));
  }

  #series(pair: ChartPair, period: CandlePeriod): Walk {
    const all = this.#walk(pair, period);
    const price = FLAT.exec(pair.base)?.[1];
    if (price !== undefined)
      for (const column of [all.open, all.high, all.low, all.close]) column.fill(Number(price));
    return all;
  }

  #walk(pair: ChartPair, period: CandlePeriod): Walk {
    return walk(
      COUNT,
      PERIOD_SECONDS[period],
      pair.base === 'tiny' ? 0.000_000_000_412_7 : 0.0042,
      pair.base.length,
    );
  }

  #message(kind: FeedMessage['kind'], candles: Walk): FeedMessage {
    return {
      kind,
      state: 'live',
      candles,
      lastMessageAt: NOW_MS,
      failure: undefined,
      orientationChecked: true,
    };
  }
}

const feed = new PageFeed();
const model = new ChartModel(feed, new PageMemory());
const target = document.getElementById('desk');
if (target === null) throw new Error('the page has no place for the chart');
/** The user's actions on the chart, in order. */
const done: string[] = [];
mount(Chart, {
  target,
  props: {
    model,
    now: () => NOW_MS + 30_000,
    online: (id: string, price: string) => done.push(`pull ${id} ${price}`),
    onlineclose: (id: string) => done.push(`close ${id}`),
    priceActions: [
      { text: 'Buy at this price', icon: Target, run: (price: string) => done.push(`buy ${price}`) },
    ],
    onpickcompare: () => model.compare({ base: 'other', quote: 'ADA', label: 'HOSKY/ADA' }),
  },
});
model.show({ base: 'snek', quote: 'ADA', label: 'SNEK/ADA' });
Object.assign(window, { done, feed, model, placePlot });
