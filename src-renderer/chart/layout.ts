import type { IndicatorRun } from './indicators/indicator-run.ts';
import { PriceScale } from './price-scale.ts';
import type { Pane } from './scene.ts';

const VOLUME_SHARE = 0.16;
const INDICATOR_SHARE = 0.2;
/** The price pane keeps at least this share, however many indicators stand below it. */
const LEAST_PRICE_SHARE = 0.4;
/** Room within a pane above what is drawn, for the line that names it. */
const HEAD = { price: 30, volume: 18, indicator: 18 } as const;
const FOOT = { price: 4, volume: 0, indicator: 4 } as const;

/**
 * Stacks the panes: prices, volumes, then one for each indicator that has its own. Scales of panes that stay are kept,
 * so that an axis set by hand stays as it was set.
 */
export function layPanes(
  height: number,
  volume: boolean,
  runs: readonly IndicatorRun[],
  before: readonly Pane[],
): readonly Pane[] {
  const own = runs.filter(({ kind }) => kind.place === 'pane');
  const wanted = (volume ? VOLUME_SHARE : 0) + own.length * INDICATOR_SHARE;
  const shrink = Math.min(1, (1 - LEAST_PRICE_SHARE) / Math.max(wanted, 0.01));
  const volumeHeight = volume ? Math.round(height * VOLUME_SHARE * shrink) : 0;
  const ownHeight = Math.round(height * INDICATOR_SHARE * shrink);
  const priceHeight = height - volumeHeight - own.length * ownHeight;
  const colours = new Map(runs.map((run) => [run, colourOf(runs, run)]));
  const named = (run: IndicatorRun): { run: IndicatorRun; colour: number } => ({
    run,
    colour: colours.get(run) ?? 0,
  });
  const panes: Pane[] = [];
  let top = 0;
  const add = (kind: Pane['kind'], tall: number, shown: Pane['runs']): void => {
    const scale = keptScale(before, kind, shown) ?? new PriceScale();
    scale.top = top + HEAD[kind];
    scale.height = Math.max(1, tall - HEAD[kind] - FOOT[kind]);
    panes.push({ kind, top, height: tall, scale, runs: shown });
    top += tall;
  };
  add('price', priceHeight, runs.filter(({ kind }) => kind.place === 'price').map(named));
  if (volume) add('volume', volumeHeight, []);
  for (const run of own) add('indicator', ownHeight, [named(run)]);
  return panes;
}

/** Colours are dealt in the order of the indicators, one for each line. */
function colourOf(runs: readonly IndicatorRun[], run: IndicatorRun): number {
  const samePlace = runs.filter(({ kind }) => kind.place === run.kind.place);
  if (run.kind.place === 'pane') return 0;
  return samePlace
    .slice(0, samePlace.indexOf(run))
    .reduce((sum, { kind }) => sum + kind.outputs.filter(({ style }) => style === 'line').length, 0);
}

function keptScale(before: readonly Pane[], kind: Pane['kind'], runs: Pane['runs']): PriceScale | undefined {
  return before.find(
    (pane) => pane.kind === kind && (kind !== 'indicator' || pane.runs[0]?.run.id === runs[0]?.run.id),
  )?.scale;
}
