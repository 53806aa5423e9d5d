import * as v from 'valibot';
import { CHART_PERIODS, FEED_STATES } from '#domain/candle.ts';
import { CHART_SLOTS } from '#domain/chart-slots.ts';
import { assetId, epoch, failure, finite, identifier, none, savedFile } from './codec.ts';
import { acting, type DeskTable, quiet, topic } from './table.ts';

/** The most candles that one message carries. */
const MOST_CANDLES = 5_000;

const isColumn = (value: unknown, fits: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length <= 2 * MOST_CANDLES && value.every(fits);

/** One check of a long list of figures: a schema for each number would cost more than sending it. */
const numbers = v.custom<number[]>((value) => isColumn(value, Number.isFinite));

const knownOrNot = v.custom<(number | null)[]>((value) =>
  isColumn(value, (item) => item === null || Number.isFinite(item)),
);

/**
 * Candles, oldest first, one array a figure, all of one length. `time` is the bucket's start in Unix seconds; prices
 * are quote per base; `volume` is in ADA, `null` where it is not known.
 */
export const candleColumns = v.strictObject({
  time: numbers,
  open: numbers,
  high: numbers,
  low: numbers,
  close: numbers,
  volume: knownOrNot,
});
export type CandleColumns = v.InferOutput<typeof candleColumns>;

const chartPeriod = v.picklist(CHART_PERIODS);

/** Unix seconds. */
const seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000_000_000));

const chartSlot = v.picklist(CHART_SLOTS);

export const chartPair = v.strictObject({ base: assetId, quote: assetId, period: chartPeriod });

/** Asks for the last `count` candles before `to`, which is exclusive. */
export const historyWanted = v.strictObject({
  ...chartPair.entries,
  to: seconds,
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_CANDLES)),
});

/** Candles before a moment. */
export const chartHistory = v.strictObject({
  candles: candleColumns,
  /** Unix seconds: everything from here to the moment asked for is known, also where nothing traded. */
  from: seconds,
  /** Nothing traded before `from`: there is no use in asking for more. */
  beginning: v.boolean(),
});

/**
 * A live chart. The first message that a listener gets is a snapshot; then come deltas, which hold only candles that
 * are new or changed: each replaces the one of its time. A message whose `key` is another than before starts over.
 */
export const liveChart = v.strictObject({
  /** Changes with every watch, and when what was sent before no longer holds. */
  key: identifier,
  kind: v.picklist(['snapshot', 'delta']),
  /** `idle`: nothing is watched. */
  state: v.picklist(['idle', ...FEED_STATES]),
  pair: v.optional(chartPair),
  /** When the service last sent anything about this pair. */
  lastMessageAt: v.optional(epoch),
  /** Whether the direction of its prices was compared with the average price, or is taken for granted. */
  orientation: v.picklist(['checked', 'assumed']),
  failure: v.optional(failure),
  candles: candleColumns,
});
export type LiveChartView = v.InferOutput<typeof liveChart>;

/** Characters of a picture: a chart that fills the largest screens has a tenth of it. */
export const MOST_PICTURE_CHARACTERS = 12_000_000;

/** A PNG file's first bytes are always the same, and so is the beginning of their base64. */
export const picture = v.pipe(
  v.string(),
  v.maxLength(MOST_PICTURE_CHARACTERS),
  v.regex(/^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/),
);

export const pictureName = v.pipe(v.string(), v.regex(/^[\p{L}\p{N}][\p{L}\p{N}-]{0,99}\.png$/u));

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

/** The trading window's calls and topics for charts and the drawings on them. */
export const deskCharts = {
  /** The live charts chosen by `chart.watch` for each slot. */
  chartMain: topic(liveChart),
  chartSecond: topic(liveChart),
  chartThird: topic(liveChart),
  chartFourth: topic(liveChart),
  chartCompare: topic(liveChart),
  /**
   * The last `count` candles before `to` (Unix seconds, exclusive), or fewer; `from` of the answer is the next `to`.
   */
  'chart.history': quiet(historyWanted, chartHistory, 60_000),
  /**
   * Makes a pair live in a slot, in place of the previous one; the slot's topic carries the rest. Failures:
   * `pair-without-chart`; `chart-elsewhere` if the chart is in a separate window.
   */
  'chart.watch': quiet(
    v.strictObject({ slot: chartSlot, ...chartPair.entries }),
    v.strictObject({ key: identifier }),
  ),
  'chart.unwatch': quiet(v.strictObject({ slot: chartSlot }), none),
  /** Saves a picture of the chart (PNG, base64) where the user wants it. */
  'chart.savePicture': acting(
    v.strictObject({ name: pictureName, picture }),
    savedFile,
    300_000,
    MOST_PICTURE_CHARACTERS + 1_000,
  ),
  /** The drawings on a pair's chart. */
  'drawings.read': quiet(v.strictObject(drawnPair), drawingsKept),
  /**
   * Changes the drawings on a pair's chart. A call names only what changed, so that two charts of one pair, even in two
   * windows, never overwrite each other's drawings. Failure: `notebook-full`.
   */
  'drawings.change': quiet(v.strictObject({ ...drawnPair, ...drawingChange }), none),
} as const satisfies DeskTable;
