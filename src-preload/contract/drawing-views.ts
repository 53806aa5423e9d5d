import * as v from 'valibot';
import { assetId, finite, none } from './codec.ts';
import { quiet } from './table.ts';

/** Most drawings that are kept for one pair; the oldest make room for new ones. */
export const MOST_DRAWINGS = 100;

const word = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9-]{0,39}$/));
const drawingId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,64}$/));
const small = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100));

/** A user's drawing on a pair's chart. The chart decides which words are known, and their meaning. */
export const drawing = v.strictObject({
  id: drawingId,
  kind: word,
  /** `time` in Unix seconds, which may be in the future; `price` in the quote asset. */
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

/** The two assets of a chart; its drawings are the same for every period. */
const drawnPair = { base: assetId, quote: assetId };

/** A change of drawings, by their ids: `put` has those that are new or changed, `removed` those that are gone. */
export const drawingChange = {
  put: drawings,
  removed: v.pipe(v.array(drawingId), v.maxLength(MOST_DRAWINGS)),
};

export const drawingsKept = v.strictObject({ drawings });

/** The trading window's calls for drawings. */
export const drawingCalls = {
  /** The drawings on a pair's chart. */
  'drawings.read': quiet(v.strictObject(drawnPair), drawingsKept),
  /**
   * Changes the drawings on a pair's chart. A call names only what changed, so that two charts of one pair, even in two
   * windows, never overwrite each other's drawings. Failure: `notebook-full`.
   */
  'drawings.change': quiet(v.strictObject({ ...drawnPair, ...drawingChange }), none),
} as const;
