import * as v from 'valibot';
import {
  DESK_SLOTS,
  LONGEST_OVERLAY_LABEL,
  MOST_OVERLAY_LINES,
  MOST_OVERLAY_MARKS,
} from '#domain/chart-slots.ts';
import { assetId, count, finite, identifier, none, side } from './codec.ts';
import { call } from './table.ts';

/** What the desk asks to be shown has many words. */
const MOST_SHOWN_CHARACTERS = 400_000;
/** Of the requests that wait for the trading window. */
export const MOST_ASKED = 128;

export const deskSlot = v.picklist(DESK_SLOTS);

/** A price of a chart in plain digits, in the quote asset of its pair. */
const plainPrice = v.pipe(v.string(), v.regex(/^\d{1,30}(\.\d{1,60})?$/));
const positive = v.pipe(finite, v.minValue(Number.MIN_VALUE));
const label = v.pipe(v.string(), v.maxLength(LONGEST_OVERLAY_LABEL));
const overlayId = v.pipe(v.string(), v.minLength(1), v.maxLength(120));

/** A pair as a chart names it when it asks for something: what it meant may be another one by now. */
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

/** What the desk has on a chart that is in a window of its own. Without a pair it shows none. */
export const shownOnChart = v.strictObject({
  pair: v.exactOptional(v.strictObject({ ...meantPair.entries, label })),
  /** The ticket follows this chart. */
  active: v.boolean(),
  lines: v.pipe(v.array(overlayLine), v.maxLength(MOST_OVERLAY_LINES)),
  marks: v.pipe(v.array(overlayMark), v.maxLength(MOST_OVERLAY_MARKS)),
});
export type ShownOnChart = v.InferOutput<typeof shownOnChart>;

/**
 * What a chart's own window asks of the desk, which does it as if it had been asked there. `ticket`: opens a limit
 * ticket with this price. `alert`: an alert at this price. `pull`: a line is being dragged to a price. `drop`: an order
 * was let go, `taken` to where it was dragged or not. `close`: the cross of a line. `activate`: the user turned to this
 * chart. `pick`: another token is to be chosen for it.
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

/** The charts that are in windows of their own, and what these ask of the desk. */
export const chartWindows = v.strictObject({
  slots: v.pipe(v.array(deskSlot), v.maxLength(DESK_SLOTS.length)),
  /** Oldest first. The ids rise; what was there before a page was loaded is not done again. */
  asked: v.pipe(
    v.array(v.strictObject({ id: count, slot: deskSlot, pair: meantPair, what: askedOfDesk })),
    v.maxLength(MOST_ASKED),
  ),
  /** How often a window changed what is kept of a chart: its settings, by slot, and the drawings, of any pair. */
  settings: v.record(deskSlot, count),
  drawings: count,
});
export type ChartWindowsView = v.InferOutput<typeof chartWindows>;

/** The calls of the trading window's page for charts in windows of their own. */
export const chartWindowCalls = {
  /** Moves a chart to a window of its own. Failure: `chart-window-unavailable`. */
  'chartWindow.open': call(v.strictObject({ slot: deskSlot }), none, 60_000),
  /** Closes the window of a chart, which is on the desk again. */
  'chartWindow.bringBack': call(v.strictObject({ slot: deskSlot }), none),
  /**
   * What the window of a chart shows from now on; one that was open when the application ended is opened by this. What is
   * sent for a chart that has no window is dropped.
   */
  'chartWindow.show': call(
    v.strictObject({ slot: deskSlot, shown: shownOnChart }),
    none,
    60_000,
    MOST_SHOWN_CHARACTERS,
  ),
} as const;

export const chartKey = v.strictObject({ key: identifier });
