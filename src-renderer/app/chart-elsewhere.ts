import type { LiveChartView } from '#contract/chart-views.ts';
import type { Overlays } from '../chart/scene.ts';
import type { MainInput } from '../client/main-api.ts';
import type { ChartPair } from '../features/chart/chart-feed.ts';
import type { TimedPrice } from '../state/markets.svelte.ts';

const MOST_LINES = 150;
const MOST_MARKS = 500;
/** Longer names than this say nothing in a label. */
const MOST_LETTERS = 300;

type Shown = MainInput<'chartWindow.show'>['shown'];

/** What the window of a chart is to show. Of very many marks the newest are shown. */
export function shownThere(pair: ChartPair | undefined, active: boolean, overlays: Overlays): Shown {
  const { lines, marks } = overlays;
  return {
    active,
    ...(pair && { pair: { base: pair.base, quote: pair.quote, label: short(pair.label) } }),
    lines: lines
      .filter(({ price }) => price > 0)
      .slice(0, MOST_LINES)
      .map(({ detail, closing, label, ...line }) => ({
        ...line,
        label: short(label),
        ...(detail && { detail: detail.map(short) }),
        ...(closing !== undefined && { closing: short(closing) }),
      })),
    marks: marks
      .filter(({ price }) => price > 0)
      .toSorted((one, other) => one.time - other.time)
      .slice(-MOST_MARKS)
      .map((mark) => ({ ...mark, label: short(mark.label) })),
  };
}

/** The last price of a live chart; `undefined` where the message has none, or none that can be relied on. */
export function lastPriceOf(view: LiveChartView, pair: ChartPair): TimedPrice | undefined {
  const close = view.candles.close.at(-1);
  if (view.pair?.base !== pair.base || view.pair.quote !== pair.quote) return undefined;
  if (view.orientation !== 'checked' || !isStreaming(view)) return undefined;
  if (close === undefined || close <= 0 || view.lastMessageAt === undefined) return undefined;
  return { price: close, at: view.lastMessageAt };
}

/** Whether a chart's candles are those of a stream, if only late. */
export function isStreaming({ state }: Pick<LiveChartView, 'state'>): boolean {
  return state === 'live' || state === 'late';
}

function short(text: string): string {
  return text.slice(0, MOST_LETTERS);
}
