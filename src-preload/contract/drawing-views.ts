import * as v from 'valibot';
import { assetId, finite, none } from './codec.ts';
import { call } from './table.ts';

/** The most drawings that are kept of a pair: the oldest give way. */
export const MOST_DRAWINGS = 100;

const word = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9-]{0,39}$/));
const drawingId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,64}$/));
const small = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100));

/** What the user drew on the chart of a pair. What a word means, and whether it is known, the chart decides. */
export const drawing = v.strictObject({
  id: drawingId,
  kind: word,
  /** `time` in Unix seconds, of a moment that may still come; `price` in the quote asset. */
  anchors: v.pipe(v.array(v.strictObject({ time: finite, price: finite })), v.minLength(1), v.maxLength(4)),
  style: v.exactOptional(
    v.strictObject({
      colour: v.optional(small),
      width: v.exactOptional(small),
      dash: v.exactOptional(word),
    }),
  ),
  text: v.exactOptional(v.pipe(v.string(), v.maxLength(120))),
});
export type DrawingView = v.InferOutput<typeof drawing>;

const drawings = v.pipe(v.array(drawing), v.maxLength(MOST_DRAWINGS));

/** The two assets of a chart, whose drawings belong together whatever its period. */
const drawnPair = { base: assetId, quote: assetId };

/** What became of drawings, by their ids: those that are new or other than before, and those that are gone. */
export const drawingChange = {
  put: drawings,
  removed: v.pipe(v.array(drawingId), v.maxLength(MOST_DRAWINGS)),
};

export const drawingsKept = v.strictObject({ drawings });

/** The calls of the trading window's page for what is drawn. */
export const drawingCalls = {
  /** What is drawn on the chart of a pair. */
  'drawings.read': call(v.strictObject(drawnPair), drawingsKept),
  /**
   * Changes what is drawn on the chart of a pair. Only what changed is told, so that two charts of the same pair, also in
   * two windows, take nothing from each other. Failure: `notebook-full`.
   */
  'drawings.change': call(v.strictObject({ ...drawnPair, ...drawingChange }), none),
} as const;
