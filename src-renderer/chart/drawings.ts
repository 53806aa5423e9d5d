import { firstFrom, type Columns } from './candle-store.ts';

export const DRAWING_KINDS = ['horizontal', 'trend', 'ray', 'fibonacci', 'measure'] as const;
export type DrawingKind = (typeof DRAWING_KINDS)[number];

/** A place on the chart that stays valid when candles are added on either side. */
export interface Anchor {
  /** Unix seconds. */
  readonly time: number;
  readonly price: number;
}

/** A drawing by the user. A horizontal line has one anchor, the others two. */
export interface Drawing {
  readonly id: string;
  readonly kind: DrawingKind;
  readonly anchors: readonly Anchor[];
}

export const FIBONACCI_SHARES = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

export function anchorsOf(kind: DrawingKind): number {
  return kind === 'horizontal' ? 1 : 2;
}

/** A time's position among candles; extrapolated by the period beyond either end. */
export function positionOf(series: Columns, time: number, periodSeconds: number): number {
  const last = series.length - 1;
  if (last < 0) return 0;
  const lastTime = series.time[last] as number;
  if (time >= lastTime) return last + 0.5 + (time - lastTime) / periodSeconds;
  const firstTime = series.time[0] as number;
  if (time <= firstTime) return 0.5 + (time - firstTime) / periodSeconds;
  const next = firstFrom(series.time, series.length, time);
  const after = series.time[next] as number;
  const before = series.time[next - 1] as number;
  return next - 0.5 + (time - before) / (after - before);
}

/** The time at a position: the start of the candle there, extrapolated by the period beyond either end. */
export function timeAt(series: Columns, position: number, periodSeconds: number): number {
  const at = Math.floor(position);
  const last = series.length - 1;
  if (last < 0) return 0;
  if (at > last) return (series.time[last] as number) + (at - last) * periodSeconds;
  if (at < 0) return (series.time[0] as number) + at * periodSeconds;
  return series.time[at] as number;
}

/** Distance of a point from a segment; `endless` extends the segment past its second point. */
export function distanceToLine(
  [x, y]: readonly [number, number],
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
  endless: boolean,
): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((x - fromX) * dx + (y - fromY) * dy) / length;
  const bound = Math.max(0, endless ? share : Math.min(1, share));
  return Math.hypot(x - fromX - bound * dx, y - fromY - bound * dy);
}
