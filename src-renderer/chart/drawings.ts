import { bucketsLater, bucketsUntil } from '#domain/candle.ts';
import { firstFrom, type Columns } from './candle-store.ts';

export const DRAWING_KINDS = [
  'horizontal',
  'trend',
  'ray',
  'channel',
  'fibonacci',
  'extension',
  'text',
  'measure',
] as const;
export type DrawingKind = (typeof DRAWING_KINDS)[number];

/** A place on the chart that stays valid when candles are added on either side. */
export interface Anchor {
  /** Unix seconds. */
  readonly time: number;
  readonly price: number;
}

export const DASHES = ['solid', 'dashed', 'dotted'] as const;
export type Dash = (typeof DASHES)[number];

/** How a drawing looks, where it is not the standard: thin, solid and grey. */
export interface DrawingStyle {
  /** Place among the colours of indicators. */
  readonly colour?: number | undefined;
  /** Pixels. */
  readonly width?: number;
  readonly dash?: Dash;
}

export const MOST_WIDTH = 4;
export const MOST_LETTERS = 120;

/** A drawing by the user, with as many anchors as its kind needs. */
export interface Drawing {
  readonly id: string;
  readonly kind: DrawingKind;
  readonly anchors: readonly Anchor[];
  readonly style?: DrawingStyle;
  /** Content of a text drawing. */
  readonly text?: string;
}

export const FIBONACCI_SHARES = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

/** Where a move may go from the place to which it fell back, in shares of its first leg. */
const EXTENSION_SHARES = [0, 0.382, 0.618, 1, 1.272, 1.618, 2.618] as const;

/**
 * One for a horizontal line and a text. Three for a channel (its first line, and a place on the second) and for an extension (where
 * a move began, where it ended, and to where it fell back). Two for the others.
 */
export function anchorsOf(kind: DrawingKind): number {
  if (kind === 'horizontal' || kind === 'text') return 1;
  return kind === 'channel' || kind === 'extension' ? 3 : 2;
}

type Place = readonly [x: number, y: number];

/** The second line of a channel, in pixels: parallel to the first, through the third place. */
export function parallelOf(from: Place, to: Place, through: Place): readonly [Place, Place] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  // A vertical line moves sideways, as it cannot move up.
  const [right, down] =
    dx === 0 ? [through[0] - from[0], 0] : [0, through[1] - from[1] - (dy * (through[0] - from[0])) / dx];
  return [
    [from[0] + right, from[1] + down],
    [to[0] + right, to[1] + down],
  ];
}

/** The prices of an extension's levels; only positive ones are prices. */
export function extensionPrices(
  begin: Anchor,
  end: Anchor,
  back: Anchor,
): readonly (readonly [number, number])[] {
  return EXTENSION_SHARES.map(
    (share) => [share, back.price + (end.price - begin.price) * share] as const,
  ).filter(([, price]) => price > 0);
}

/** A time's position among candles; extrapolated by the period beyond either end. */
export function positionOf(series: Columns, time: number, periodSeconds: number): number {
  const last = series.length - 1;
  if (last < 0) return 0;
  const lastTime = series.time[last] as number;
  if (time >= lastTime) return last + 0.5 + bucketsUntil(lastTime, periodSeconds, time);
  const firstTime = series.time[0] as number;
  if (time <= firstTime) return 0.5 + bucketsUntil(firstTime, periodSeconds, time);
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
  if (at > last) return bucketsLater(series.time[last] as number, periodSeconds, at - last);
  if (at < 0) return bucketsLater(series.time[0] as number, periodSeconds, at);
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
