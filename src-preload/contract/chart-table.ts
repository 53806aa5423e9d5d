import * as v from 'valibot';
import * as chart from './chart-views.ts';
import { askedOfDesk, chartKey, meantPair, shownOnChart } from './chart-window-views.ts';
import { count, epoch, none, savedFile } from './codec.ts';
import { drawingChange, drawingsKept } from './drawing-views.ts';
import { notebookText } from './notebook-views.ts';
import { profileMark } from './profile-views.ts';
import { acting, quiet, topic, type DeskTable } from './table.ts';
import { preferences } from './views.ts';

/**
 * THE table of a chart's own window: one chart, and nothing else. Main binds the window to a slot, so no call names one.
 * Calls name the pair that they mean, and main refuses any but the one that the desk chose. Nothing here quotes, builds,
 * signs or reads a wallet: requests about orders go to the desk.
 */
export const chartTable = {
  /** The live chart, once `chart.watch` has started it. */
  chart: topic(chart.liveChart),
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
  'chart.history': quiet(chart.historyWanted, chart.chartHistory, 60_000),
  'chart.watch': quiet(chart.chartPair, chartKey),
  'chart.unwatch': quiet(none, none),
  'chart.savePicture': acting(
    v.strictObject({ name: chart.pictureName, picture: chart.picture }),
    savedFile,
    300_000,
    chart.MOST_PICTURE_CHARACTERS + 1_000,
  ),

  /** The chart's settings as JSON; empty if none were kept. */
  'settings.read': quiet(none, v.strictObject({ text: notebookText })),
  'settings.write': quiet(v.strictObject({ text: notebookText }), none),
  /** The colours of prices, which all windows share. */
  'settings.colours': quiet(v.strictObject({ priceColours: preferences.entries.priceColours }), none),
  /** As in the trading window's table, for the chart's own pair only. Further failure: `chart-changed`. */
  'drawings.read': quiet(meantPair, drawingsKept),
  'drawings.change': quiet(v.strictObject({ ...meantPair.entries, ...drawingChange }), none),

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
  'desk.ask': acting(v.strictObject({ pair: meantPair, what: askedOfDesk }), none),
} as const satisfies DeskTable;

export type ChartTable = typeof chartTable;
