/** Pixels of the chart. */
export type Point = readonly [x: number, y: number];

/** How a shape is inked; `width` in pixels, `dash` as a canvas takes it. */
export interface Ink {
  readonly fill?: string;
  readonly stroke?: string;
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly alpha?: number;
}

/** An element as the custom series of ECharts takes it. */
export interface Shape {
  readonly type: 'rects' | 'rect' | 'line' | 'polyline' | 'polygon' | 'circle' | 'text';
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly style: Readonly<Record<string, unknown>>;
  readonly silent: true;
}

function shapeOf(type: Shape['type'], shape: Shape['shape'], ink: Ink, more: Shape['style'] = {}): Shape {
  const { fill = 'none', stroke, width = 1, dash, alpha = 1 } = ink;
  return {
    type,
    ...(shape === undefined ? {} : { shape }),
    style: {
      fill,
      ...(stroke === undefined ? {} : { stroke, lineWidth: width }),
      ...(dash === undefined || dash.length === 0 ? {} : { lineDash: dash }),
      opacity: alpha,
      ...more,
    },
    silent: true,
  };
}

/** Rectangles of one ink as one shape. `edges`: left, top, width and height of each, one after the other. */
export function rects(edges: readonly number[], fill: string, alpha = 1): Shape {
  return shapeOf('rects', { edges }, { fill, alpha });
}

export function box(left: number, top: number, width: number, height: number, ink: Ink, radius = 2): Shape {
  return shapeOf('rect', { x: left, y: top, width, height, r: radius }, ink);
}

export function line(from: Point, to: Point, ink: Ink): Shape {
  return shapeOf('line', { x1: from[0], y1: from[1], x2: to[0], y2: to[1] }, ink);
}

/** A line through points, with round joins. */
export function path(points: readonly Point[], ink: Ink): Shape {
  return shapeOf('polyline', { points }, ink, { lineJoin: 'round' });
}

export function area(points: readonly Point[], ink: Ink): Shape {
  return shapeOf('polygon', { points }, ink);
}

export function circle([cx, cy]: Point, r: number, ink: Ink): Shape {
  return shapeOf('circle', { cx, cy, r }, ink);
}

export interface LabelLook {
  readonly font: string;
  readonly fill: string;
  readonly align?: 'left' | 'center';
  /** An outline behind the letters. */
  readonly outline?: string;
}

/** Words around a middle line; `x` is their left end, or their middle. */
export function label(text: string, x: number, y: number, look: LabelLook): Shape {
  const { font, fill, align = 'left', outline } = look;
  const around: Ink = outline === undefined ? { fill } : { fill, stroke: outline, width: 3 };
  return shapeOf('text', undefined, around, { text, x, y, font, align, verticalAlign: 'middle' });
}
