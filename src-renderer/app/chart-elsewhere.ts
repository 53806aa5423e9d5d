import type { LiveChartView } from '#contract/charts.ts';
import { LONGEST_OVERLAY_LABEL, MOST_OVERLAY_LINES, MOST_OVERLAY_MARKS } from '#domain/chart-slots.ts';
import type { Overlays } from '../chart/scene.ts';
import type { MainInput } from '../client/main-api.ts';
import type { ChartPair } from '../features/charts/chart-feed.ts';
import type { TimedPrice } from '../state/markets.svelte.ts';

type Shown = MainInput<'chartWindow.show'>['shown'];

/** The content of a chart's own window, within the bounds of the contract: of too many marks, the newest. */
export function shownThere(pair: ChartPair | undefined, active: boolean, overlays: Overlays): Shown {
  const { lines, marks } = overlays;
  return {
    active,
    ...(pair && { pair: { base: pair.base, quote: pair.quote, label: short(pair.label) } }),
    lines: lines
      .filter(({ price }) => price > 0)
      .slice(0, MOST_OVERLAY_LINES)
      .map(({ detail, closing, label, ...line }) => ({
        ...line,
        label: short(label),
        ...(detail && { detail: detail.map(short) }),
        ...(closing !== undefined && { closing: short(closing) }),
      })),
    marks: marks
      .filter(({ price }) => price > 0)
      .toSorted((one, other) => one.time - other.time)
      .slice(-MOST_OVERLAY_MARKS)
      .map((mark) => ({ ...mark, label: short(mark.label) })),
  };
}

/** The newest candle of a live chart: its start in Unix seconds, and its close. */
export interface NewestCandle {
  /** Of the messages that it belongs to. */
  readonly key: string;
  readonly time: number;
  readonly close: number;
}

/**
 * The newest candle once a message has arrived; `before` is the one until then. A candle that arrives late changes
 * nothing. `undefined` where there is none, or where the message is about another pair.
 */
export function newestCandle(
  before: NewestCandle | undefined,
  { candles, key, kind, pair: of }: LiveChartView,
  pair: ChartPair,
): NewestCandle | undefined {
  if (of?.base !== pair.base || of.quote !== pair.quote) return undefined;
  const newest = kind === 'delta' && before?.key === key ? before : undefined;
  const [time, close] = [candles.time.at(-1), candles.close.at(-1)];
  if (time === undefined || close === undefined || time < (newest?.time ?? 0)) return newest;
  return { key, time, close };
}

/** The last price of a live chart; `undefined` where the stream has stopped or its direction is unconfirmed. */
export function lastPriceOf(
  { lastMessageAt, orientation, state }: Pick<LiveChartView, 'lastMessageAt' | 'orientation' | 'state'>,
  newest: Pick<NewestCandle, 'close'> | undefined,
): TimedPrice | undefined {
  if (orientation !== 'checked' || (state !== 'live' && state !== 'late')) return undefined;
  if (newest === undefined || newest.close <= 0 || lastMessageAt === undefined) return undefined;
  return { price: newest.close, at: lastMessageAt };
}

function short(text: string): string {
  return text.slice(0, LONGEST_OVERLAY_LABEL);
}
