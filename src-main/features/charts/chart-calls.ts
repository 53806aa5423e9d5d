import type { LiveChartView } from '#contract/charts.ts';
import type { MainTable } from '#contract/index.ts';
import type { InputOf } from '#contract/table.ts';
import type { Candle, ChartPeriod } from '#domain/candle.ts';
import type { ChartSlot } from '#domain/chart-slots.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { DONE, withProfile, type MainCalls, type OpenProfile } from '../../gate/handlers.ts';
import { saveWithin, type SaveBudget } from '../../gate/outside.ts';
import { DeltaTopic } from '../../gate/topic.ts';
import { columnsOf, failureView, readAsset } from '../../gate/wire.ts';
import type { ChartSubject } from '../../market/candles.ts';
import type { Windows } from '../../ports/windows.ts';
import type { ChartWatch } from './chart-watch.ts';
import type { LiveCharts } from './live-charts.ts';

export interface ChartProfile {
  readonly charts: LiveCharts;
}

export interface ChartParts {
  readonly profiles: Pick<OpenProfile<ChartProfile>, 'current'>;
  readonly feeds: Pick<ChartFeeds, 'watch' | 'unwatch'>;
  readonly windows: Pick<Windows, 'saveFile'>;
  readonly budget: SaveBudget;
}

export function chartCalls({ profiles, feeds, windows, budget }: ChartParts): MainCalls<'chart'> {
  const handler = withProfile(profiles);
  return {
    'chart.history': handler(async ({ to, count, ...wanted }, { charts }) => {
      const subject = subjectOf(wanted);
      if (!subject.ok) return subject;
      const page = await charts.history(subject.value, to, count);
      if (!page.ok) return page;
      const { candles, from, beginning } = page.value;
      return ok({ candles: columnsOf(candles), from, beginning });
    }),
    'chart.watch': handler(({ slot, ...wanted }, profile) => {
      const subject = subjectOf(wanted);
      return subject.ok ? feeds.watch(slot, subject.value, profile) : subject;
    }),
    'chart.unwatch': ({ slot }) => {
      feeds.unwatch(slot);
      return Promise.resolve(DONE);
    },
    'chart.savePicture': (wanted) => savePicture(wanted, windows, budget),
  };
}

/** Saves a chart's picture (base64). Failures: `saving-paused`, `storage-…`. */
export function savePicture(
  { name, picture }: InputOf<MainTable, 'chart.savePicture'>,
  windows: Pick<Windows, 'saveFile'>,
  budget: SaveBudget,
): ReturnType<MainCalls<'chart'>['chart.savePicture']> {
  return saveWithin(budget, windows, name, Buffer.from(picture, 'base64'));
}

function subjectOf(wanted: {
  readonly base: string;
  readonly quote: string;
  readonly period: ChartPeriod;
}): Result<ChartSubject<ChartPeriod>, Failure> {
  const [base, quote] = [readAsset(wanted.base), readAsset(wanted.quote)];
  if (!base.ok) return base;
  return quote.ok ? ok({ base: base.value, quote: quote.value, period: wanted.period }) : quote;
}

/** A live chart without its candles. */
type ChartHead = Omit<LiveChartView, 'kind' | 'candles'>;
type ChartBody = Pick<LiveChartView, 'kind' | 'candles'>;
export type ChartTopic = DeltaTopic<ChartHead, Candle, number, ChartBody>;

/** The live charts of the trading window. With another profile all are idle until they are watched again. */
export class ChartFeeds {
  readonly topics: Readonly<Record<ChartSlot, ChartTopic>>;
  readonly #watches = new Map<ChartSlot, ChartWatch>();
  #keys = 0;

  constructor(profiles: Pick<OpenProfile<ChartProfile>, 'onChange'>) {
    const idle = (): ChartTopic => chartTopic(this.#idle());
    this.topics = { main: idle(), second: idle(), third: idle(), fourth: idle(), compare: idle() };
    profiles.onChange(() => this.stop());
  }

  /** Makes a chart live in a slot, and returns its key. Failure: `pair-without-chart`. */
  watch(
    slot: ChartSlot,
    subject: ChartSubject<ChartPeriod>,
    { charts }: ChartProfile,
  ): Result<{ readonly key: string }, Failure> {
    const opened = charts.watch(subject);
    if (!opened.ok) return opened;
    const watch = opened.value;
    const topic = this.topics[slot];
    // The previous one is left last: what both share stays connected.
    const before = this.#watches.get(slot);
    this.#watches.set(slot, watch);
    let key = this.#newKey();
    const head = (): ChartHead => headOf(key, watch, subject);
    topic.show(head(), () => watch.candles);
    watch.onChange(({ changed, restarted }) => {
      if (!restarted) return topic.update(head(), changed);
      key = this.#newKey();
      topic.show(head(), () => watch.candles);
    });
    before?.leave();
    return ok({ key });
  }

  unwatch(slot: ChartSlot): void {
    const watch = this.#watches.get(slot);
    if (!watch) return;
    this.#watches.delete(slot);
    watch.leave();
    this.topics[slot].show(this.#idle(), () => []);
  }

  stop(): void {
    for (const slot of [...this.#watches.keys()]) this.unwatch(slot);
  }

  #idle(): ChartHead {
    return { key: this.#newKey(), state: 'idle', orientation: 'assumed' };
  }

  #newKey(): string {
    return `c${(this.#keys += 1)}`;
  }
}

/** Sends all candles first and then only what changed, at most once in 50 ms. */
export function chartTopic(head: ChartHead): ChartTopic {
  return new DeltaTopic(head, {
    idOf: ({ time }: Candle) => time,
    body: (kind, candles): ChartBody => ({ kind, candles: columnsOf(byTime(candles)) }),
    coalesceMs: 50,
  });
}

/** Changes arrive in the order in which they happened; the chart wants them by time. */
function byTime(candles: readonly Candle[]): readonly Candle[] {
  return candles.toSorted((left, right) => left.time - right.time);
}

function headOf(key: string, watch: ChartWatch, subject: ChartSubject<ChartPeriod>): ChartHead {
  const { state, lastMessageAt, failure, checked } = watch;
  return {
    key,
    state,
    pair: { base: subject.base, quote: subject.quote, period: subject.period },
    orientation: checked ? 'checked' : 'assumed',
    ...(lastMessageAt === undefined ? {} : { lastMessageAt }),
    ...(failure === undefined ? {} : { failure: failureView(failure) }),
  };
}
