import { PERIOD_SECONDS } from '#domain/candle.ts';
import type { KeyPlace } from '../../chart/drawing-keys.ts';
import { anchorsOf, type DrawingKind } from '../../chart/drawings.ts';
import { percentLabel, plainFigure } from '../../chart/price-scale.ts';
import { timeLabel } from '../../chart/time-labels.ts';
import type { ChartModel } from './chart-model.svelte.ts';
import { type PlaceValues, words } from './words.ts';

type Chart = Pick<ChartModel, 'period' | 'readout' | 'settings'>;

/** A candle, for those who move to it by keys and listen. */
export function candleWords({ period, readout, settings }: Chart): string {
  if (readout === undefined) return '';
  const { time, open, high, low, close, volume } = readout.candle;
  return words.candle({
    moment: timeLabel(time, settings.zone, PERIOD_SECONDS[period]),
    open: plainFigure(open),
    high: plainFigure(high),
    low: plainFigure(low),
    close: plainFigure(close),
    change: readout.change === undefined ? undefined : percentLabel(readout.change * 100),
    volume: volume === undefined ? undefined : plainFigure(volume),
  });
}

/** Keyboard instructions for a drawing tool that was just chosen. */
export function toolWords(kind: DrawingKind): string {
  return words.tool({ kind, points: anchorsOf(kind) });
}

/** Where the keys are with a drawing. */
export function keyPlaceWords(
  { kind, doing, anchor, at }: KeyPlace,
  { period, settings }: Pick<Chart, 'period' | 'settings'>,
): string {
  const place: PlaceValues = {
    price: plainFigure(at.price),
    moment: timeLabel(at.time, settings.zone, PERIOD_SECONDS[period]),
    point: anchor === undefined ? undefined : { number: anchor + 1, of: anchorsOf(kind) },
  };
  return doing === 'placing' ? words.placing(place) : words.moving({ ...place, kind });
}
