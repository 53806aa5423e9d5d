import { PERIOD_SECONDS } from '#domain/candle.ts';
import type { KeyPlace } from '../../chart/drawing-keys.ts';
import { anchorsOf, type DrawingKind } from '../../chart/drawings.ts';
import { percentLabel, plainFigure } from '../../chart/price-scale.ts';
import { timeLabel } from '../../chart/time-labels.ts';
import type { ChartModel } from './chart-model.svelte.ts';
import { drawingWords } from './chart-settings.ts';

type Chart = Pick<ChartModel, 'period' | 'readout' | 'settings'>;

/** A candle, for those who move to it by keys and listen. */
export function candleWords({ period, readout, settings }: Chart): string {
  if (readout === undefined) return '';
  const { time, open, high, low, close, volume } = readout.candle;
  const prices = Object.entries({ open, high, low, close });
  const changed = readout.change === undefined ? '' : `, ${percentLabel(readout.change * 100)}`;
  const traded = volume === undefined ? 'volume not known' : `volume ${plainFigure(volume)} ADA`;
  const moment = timeLabel(time, settings.zone, PERIOD_SECONDS[period]);
  return `${moment}: ${prices.map(([name, value]) => `${name} ${plainFigure(value)}`).join(', ')}${changed}, ${traded}`;
}

/** What the keys do with a drawing tool that was just chosen. */
export function toolWords(kind: DrawingKind): string {
  const count = anchorsOf(kind);
  const ends = count === 1 ? 'Enter places it' : `Enter sets each of its ${count} points`;
  return `${drawingWords[kind]}: arrow keys choose the place, ${ends}, Escape leaves it.`;
}

/** Where the keys are with a drawing. */
export function keyPlaceWords(
  { kind, doing, anchor, at }: KeyPlace,
  { period, settings }: Pick<Chart, 'period' | 'settings'>,
): string {
  const place = `${plainFigure(at.price)} at ${timeLabel(at.time, settings.zone, PERIOD_SECONDS[period])}`;
  const part = anchor === undefined ? '' : `, point ${anchor + 1} of ${anchorsOf(kind)}`;
  if (doing === 'placing') return `${place}${part}`;
  return `${drawingWords[kind]}${part}, ${place}`;
}
