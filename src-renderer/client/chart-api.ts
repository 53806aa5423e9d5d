import type { ChartTable, InputOf, OutputOf } from '#contract/index.ts';
import type { Api } from '../../src-preload/bridge.ts';

/** Everything that a chart's own window can ask of main. */
export type ChartApi = Api<ChartTable>;
export type ShownOnChart = OutputOf<ChartTable, 'shown'>;
export type ChartSurroundings = OutputOf<ChartTable, 'surroundings'>;
export type AskedOfDesk = InputOf<ChartTable, 'desk.ask'>['what'];
/** A change of drawings as main takes it. */
export type WireDrawingChange = Pick<InputOf<ChartTable, 'drawings.change'>, 'put' | 'removed'>;

/** The API that the preload put on this window. @throws Error when the page was opened outside Touchstone. */
export function chartApi(): ChartApi {
  const api = (window as { touchstone?: unknown }).touchstone;
  if (api === undefined) throw new Error('This page runs inside Touchstone only.');
  return api as ChartApi;
}
