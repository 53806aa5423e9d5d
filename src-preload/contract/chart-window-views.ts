import * as v from 'valibot';
import {
  DESK_SLOTS,
  LONGEST_OVERLAY_LABEL,
  MOST_OVERLAY_LINES,
  MOST_OVERLAY_MARKS,
} from '#domain/chart-slots.ts';
import { assetId, count, finite, identifier, none, side } from './codec.ts';
import { acting, quiet } from './table.ts';

/** Enough for a chart with many labels. */
const MOST_SHOWN_CHARACTERS = 400_000;
/** Most requests that wait for the trading window. */
export const MOST_ASKED = 128;

const deskSlot = v.picklist(DESK_SLOTS);

/** A chart's price in plain digits, in the quote asset of its pair. */
const plainPrice = v.pipe(v.string(), v.regex(/^\d{1,30}(\.\d{1,60})?$/));
const positive = v.pipe(finite, v.minValue(Number.MIN_VALUE));
const label = v.pipe(v.string(), v.maxLength(LONGEST_OVERLAY_LABEL));
const overlayId = v.pipe(v.string(), v.minLength(1), v.maxLength(120));

/** The pair that a chart's request means: by the time it arrives, the chart may have another one. */
export const meantPair = v.strictObject({ base: assetId, quote: assetId });
export type MeantPair = v.InferOutput<typeof meantPair>;

/** A line over a chart: an order, an alert, the average cost or a price that is being entered. */
const overlayLine = v.strictObject({
  id: overlayId,
  price: positive,
  kind: v.picklist(['buy', 'sell', 'alert', 'draft', 'cost']),
  label,
  detail: v.exactOptional(v.pipe(v.array(label), v.maxLength(8))),
  closing: v.exactOptional(label),
  draggable: v.exactOptional(v.boolean()),
  movable: v.exactOptional(v.boolean()),
});

const overlayMark = v.strictObject({
  id: overlayId,
  /** Unix seconds. */
  time: v.pipe(finite, v.minValue(0)),
  price: positive,
  kind: v.picklist(['buy', 'sell', 'note']),
  label,
});

/** The desk's content for a chart in a window of its own. `pair` is absent if it has none. */
export const shownOnChart = v.strictObject({
  pair: v.exactOptional(v.strictObject({ ...meantPair.entries, label })),
  /** Whether the ticket follows this chart. */
  active: v.boolean(),
  lines: v.pipe(v.array(overlayLine), v.maxLength(MOST_OVERLAY_LINES)),
  marks: v.pipe(v.array(overlayMark), v.maxLength(MOST_OVERLAY_MARKS)),
});
export type ShownOnChart = v.InferOutput<typeof shownOnChart>;

/**
 * A request of a chart's own window, which the desk handles as if it were made there. `ticket`: open a limit ticket with
 * this price. `alert`: set an alert at this price. `pull`: a line is being dragged to this price. `drop`: a dragged order
 * was let go; `taken`: whether to move it there. `close`: the cross of a line was pressed. `activate`: the user turned to
 * this chart. `pick`: let the user choose another token for it.
 */
export const askedOfDesk = v.variant('kind', [
  v.strictObject({ kind: v.literal('ticket'), side, price: plainPrice }),
  v.strictObject({ kind: v.literal('alert'), price: plainPrice }),
  v.strictObject({ kind: v.literal('pull'), line: overlayId, price: plainPrice }),
  v.strictObject({ kind: v.literal('drop'), line: overlayId, price: plainPrice, taken: v.boolean() }),
  v.strictObject({ kind: v.literal('close'), line: overlayId }),
  v.strictObject({ kind: v.literal('activate') }),
  v.strictObject({ kind: v.literal('pick') }),
]);
export type AskedOfDesk = v.InferOutput<typeof askedOfDesk>;

/** The charts in windows of their own, and what these windows ask of the desk. */
export const chartWindows = v.strictObject({
  slots: v.pipe(v.array(deskSlot), v.maxLength(DESK_SLOTS.length)),
  /** Oldest first, with rising ids. A page ignores what was asked before it was loaded. */
  asked: v.pipe(
    v.array(v.strictObject({ id: count, slot: deskSlot, pair: meantPair, what: askedOfDesk })),
    v.maxLength(MOST_ASKED),
  ),
  /** How often charts' windows changed settings, by slot, and the drawings of any pair. */
  settings: v.record(deskSlot, count),
  drawings: count,
});
export type ChartWindowsView = v.InferOutput<typeof chartWindows>;

/** The trading window's calls for charts in windows of their own. */
export const chartWindowCalls = {
  /** Moves a chart to a window of its own. Failure: `chart-window-unavailable`. */
  'chartWindow.open': acting(v.strictObject({ slot: deskSlot }), none, 60_000),
  /** Closes a chart's window, which puts the chart back on the desk. */
  'chartWindow.bringBack': quiet(v.strictObject({ slot: deskSlot }), none),
  /**
   * Sets what a chart's window shows from now on, and opens the window if it was open when the application ended. Does
   * nothing for any other chart without a window.
   */
  'chartWindow.show': quiet(
    v.strictObject({ slot: deskSlot, shown: shownOnChart }),
    none,
    60_000,
    MOST_SHOWN_CHARACTERS,
  ),
} as const;

export const chartKey = v.strictObject({ key: identifier });
