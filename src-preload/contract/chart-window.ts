import * as v from 'valibot';
import {
  DESK_SLOTS,
  LONGEST_OVERLAY_LABEL,
  MOST_OVERLAY_LINES,
  MOST_OVERLAY_MARKS,
} from '#domain/chart-slots.ts';
import { notebookText } from './app.ts';
import {
  chartHistory,
  chartPair,
  drawingChange,
  drawingsKept,
  historyWanted,
  liveChart,
  MOST_PICTURE_CHARACTERS,
  picture,
  pictureName,
} from './charts.ts';
import { assetId, count, epoch, finite, identifier, none, savedFile, side } from './codec.ts';
import { profileMark } from './profile.ts';
import { preferences } from './settings.ts';
import { acting, type DeskTable, quiet, topic } from './table.ts';

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
export const pairOfChart = v.strictObject({ base: assetId, quote: assetId });
export type PairOfChart = v.InferOutput<typeof pairOfChart>;

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

/** The desk's content for a chart in a separate window. `pair` is absent if it has none. */
export const shownOnChart = v.strictObject({
  pair: v.exactOptional(v.strictObject({ ...pairOfChart.entries, label })),
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
    v.array(v.strictObject({ id: count, slot: deskSlot, pair: pairOfChart, what: askedOfDesk })),
    v.maxLength(MOST_ASKED),
  ),
  /** How often charts' windows changed settings, by slot, and the drawings of any pair. */
  settings: v.record(deskSlot, count),
  drawings: count,
});
export type ChartWindowsView = v.InferOutput<typeof chartWindows>;

const chartKey = v.strictObject({ key: identifier });

/**
 * THE table of a chart's own window: one chart, and nothing else. Main binds the window to a slot, so no call names one.
 * Calls name the pair that they mean, and main refuses any but the one that the desk chose. Nothing here quotes, builds,
 * signs or reads a wallet: requests about orders go to the desk.
 */
export const chartTable = {
  /** The live chart, once `chart.watch` has started it. */
  chart: topic(liveChart),
  /** The desk's content for this chart. */
  shown: topic(shownOnChart),
  /** How the window looks, and whether the service can be asked. */
  surroundings: topic(
    v.strictObject({
      /** The profile that is open. */
      profile: profileMark,
      ready: v.boolean(),
      /** The moment of the replay, while one is open. */
      moment: v.exactOptional(epoch),
      theme: preferences.entries.theme,
      priceColours: preferences.entries.priceColours,
    }),
  ),
  /** How often other windows changed the chart's settings, and the drawings of any pair. */
  kept: topic(v.strictObject({ settings: count, drawings: count })),

  /**
   * As in the trading window's table, for the chart's own pair only. Further failures: `chart-changed`, `chart-elsewhere`.
   */
  'chart.history': quiet(historyWanted, chartHistory, 60_000),
  'chart.watch': quiet(chartPair, chartKey),
  'chart.unwatch': quiet(none, none),
  'chart.savePicture': acting(
    v.strictObject({ name: pictureName, picture }),
    savedFile,
    300_000,
    MOST_PICTURE_CHARACTERS + 1_000,
  ),

  /** The chart's settings as JSON; empty if none were kept. */
  'settings.read': quiet(none, v.strictObject({ text: notebookText })),
  'settings.write': quiet(v.strictObject({ text: notebookText }), none),
  /** The colours of prices, which all windows share. */
  'settings.colours': quiet(v.strictObject({ priceColours: preferences.entries.priceColours }), none),
  /** As in the trading window's table, for the chart's own pair only. Further failure: `chart-changed`. */
  'drawings.read': quiet(pairOfChart, drawingsKept),
  'drawings.change': quiet(v.strictObject({ ...pairOfChart.entries, ...drawingChange }), none),

  /** Says whether the page can be seen: a chart that nobody sees is not watched. */
  'window.attend': quiet(v.strictObject({ visible: v.boolean() }), none),
  /** Closes the window, which puts the chart back on the desk. */
  'window.bringBack': quiet(none, none),
  /** Makes the window fill its screen, or restores it. */
  'window.fill': acting(v.strictObject({ full: v.boolean() }), none),
  /**
   * Asks the desk for something about the chart's pair. Main passes on only what the user does in this window, and no more
   * than hands can do. Failures: `chart-elsewhere`; `chart-changed` if the pair or the line is no longer the one that was
   * meant.
   */
  'desk.ask': acting(v.strictObject({ pair: pairOfChart, what: askedOfDesk }), none),
} as const satisfies DeskTable;

export type ChartTable = typeof chartTable;

/** The trading window's calls and topics for charts in windows of their own. */
export const deskChartWindows = {
  /** The charts in windows of their own. */
  chartWindows: topic(chartWindows),
  /** Moves a chart to a separate window. Failure: `chart-window-unavailable`. */
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
} as const satisfies DeskTable;
