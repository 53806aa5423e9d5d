import type { Candle } from '#domain/candle.ts';
import { candleAt } from './candle-store.ts';
import { outputColours } from './indicators/indicator.ts';
import type { LiveScene } from './live-scene.ts';
import { showCompact } from '../format/price.ts';
import { percentLabel, plainFigure } from './price-scale.ts';
import { comparisonFactor, type Scene } from './scene.ts';
import { timeLabel } from './time-labels.ts';
import { words } from './words.ts';

/** A change of so many percent at least is a trend. */
const LEAST_TREND = 0.05;

/** An indicator's values at a candle. */
export interface RunReadout {
  readonly id: string;
  readonly label: string;
  readonly place: 'price' | 'pane';
  /** Top of its pane, in pixels of the chart. */
  readonly top: number;
  readonly values: readonly {
    readonly name: string;
    readonly value: number | undefined;
    readonly colour: number;
  }[];
}

/** All figures of one candle. */
export interface Readout {
  readonly candle: Candle;
  /** Change from the previous close, as a fraction; absent for the first candle. */
  readonly change: number | undefined;
  readonly runs: readonly RunReadout[];
  /** The other pair's change since the left edge, as a fraction. */
  readonly comparison: { readonly label: string; readonly change: number } | undefined;
  readonly volumeTop: number | undefined;
}

/** The figures of a candle, by default the last. Absent for an empty series. */
export function readoutOf(scene: LiveScene, index?: number): Readout | undefined {
  const { store } = scene;
  const at = Math.min(store.length - 1, index ?? store.length - 1);
  if (at < 0) return undefined;
  const candle = candleAt(store, at);
  const runs = scene.panes.flatMap((pane) =>
    pane.runs.map(({ run, colour }) => {
      const colours = outputColours(run.kind, colour);
      const values = run.kind.outputs.map(({ name }, place) => ({
        name,
        value: run.valueAt(place, at),
        colour: colours[place] ?? colour,
      }));
      return { id: run.id, label: run.label, place: run.kind.place, top: pane.top, values };
    }),
  );
  return {
    candle,
    change: at === 0 ? undefined : candle.close / (store.close[at - 1] as number) - 1,
    runs,
    comparison: comparisonAt(scene, at),
    volumeTop: scene.panes.find(({ kind }) => kind === 'volume')?.top,
  };
}

function comparisonAt(scene: LiveScene, at: number): Readout['comparison'] {
  const factor = comparisonFactor(scene);
  const close = scene.comparison?.closes[at];
  const base = scene.store.close[scene.viewport.first];
  if (factor === undefined || close === undefined || base === undefined || scene.comparison === undefined) {
    return undefined;
  }
  return { label: scene.comparison.label, change: (close * factor) / base - 1 };
}

/** The visible range in sentences, for screen readers: when, how it moved, its extremes, and the indicators at its end. */
export function summaryOf(scene: Scene): readonly string[] {
  const { store, viewport, zone, periodSeconds } = scene;
  const first = viewport.first;
  const end = viewport.end;
  if (end <= first) return [words.noCandles];
  let [highest, lowest, volume] = [first, first, 0];
  for (let at = first; at < end; at += 1) {
    if ((store.high[at] as number) > (store.high[highest] as number)) highest = at;
    if ((store.low[at] as number) < (store.low[lowest] as number)) lowest = at;
    volume += store.volume[at] as number;
  }
  const volumeWords = Number.isNaN(volume) ? words.notKnown : `${showCompact(volume)?.text ?? '0'} ADA`;
  const opening = store.open[first] as number;
  const closing = store.close[end - 1] as number;
  const moment = (at: number): string => timeLabel(store.time[at] as number, zone, periodSeconds);
  const change = (closing / opening - 1) * 100;
  const trend = words.trend({
    trend: Math.abs(change) < LEAST_TREND ? 'little' : change > 0 ? 'up' : 'down',
  });
  const sentences = [
    words.candles({
      candles: end - first,
      from: moment(first),
      to: moment(end - 1),
      zone: zone === 'utc' ? words.utc : words.localTime,
    }),
    words.moved({
      trend,
      from: plainFigure(opening),
      to: plainFigure(closing),
      change: percentLabel(change),
    }),
    words.extremes({
      highest: plainFigure(store.high[highest] as number),
      highestAt: moment(highest),
      lowest: plainFigure(store.low[lowest] as number),
      lowestAt: moment(lowest),
      volume: volumeWords,
    }),
  ];
  for (const { runs } of scene.panes)
    for (const { run } of runs) {
      const figures = run.kind.outputs.flatMap(({ name }, output) => {
        const value = run.valueAt(output, end - 1);
        return value === undefined ? [] : [`${name} ${plainFigure(value)}`];
      });
      if (figures.length > 0) sentences.push(`${run.label}: ${figures.join(', ')}.`);
    }
  return sentences;
}
