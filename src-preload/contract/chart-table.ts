import * as v from 'valibot';
import * as chart from './chart-views.ts';
import { askedOfDesk, chartKey, meantPair, shownOnChart } from './chart-window-views.ts';
import { count, epoch, none, shortText } from './codec.ts';
import { drawingChange, drawingsKept } from './drawing-views.ts';
import { notebookText } from './notebook-views.ts';
import { profileMark } from './profile-views.ts';
import { call, topic } from './table.ts';
import { preferences } from './views.ts';

/**
 * THE table of a chart's own window: one chart, and nothing else. It names no slot, since main binds the window to one;
 * it names the pair that it means, and main refuses any other than the one that the desk gave it. Nothing here quotes,
 * builds, signs or reads a wallet: what the user wants of an order is asked of the desk.
 */
export const chartTable = {
  /** The live chart, once `chart.watch` has begun it. */
  chart: topic(chart.liveChart),
  /** What the desk has on it. */
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
  /** How often others changed the chart's settings, and what is drawn on the charts of any pair. */
  kept: topic(v.strictObject({ settings: count, drawings: count })),

  /** As in the trading window's table, of the chart's own pair. Failures besides: `chart-changed`, `chart-elsewhere`. */
  'chart.history': call(chart.historyWanted, chart.chartHistory, 60_000),
  'chart.watch': call(chart.chartPair, chartKey),
  'chart.unwatch': call(none, none),
  'chart.savePicture': call(
    v.strictObject({ name: chart.pictureName, picture: chart.picture }),
    v.strictObject({ saved: v.boolean(), path: v.optional(shortText) }),
    300_000,
    chart.MOST_PICTURE_CHARACTERS + 1_000,
  ),

  /** The chart's settings as JSON; empty when none were kept. */
  'settings.read': call(none, v.strictObject({ text: notebookText })),
  'settings.write': call(v.strictObject({ text: notebookText }), none),
  /** The colours of prices, which are those of every window. */
  'settings.colours': call(v.strictObject({ priceColours: preferences.entries.priceColours }), none),
  /** As in the trading window's table, of the chart's own pair. Failure besides: `chart-changed`. */
  'drawings.read': call(meantPair, drawingsKept),
  'drawings.change': call(v.strictObject({ ...meantPair.entries, ...drawingChange }), none),

  /** Whether the page can be seen: a chart that nobody sees is not watched. */
  'window.attend': call(v.strictObject({ visible: v.boolean() }), none),
  /** Closes the window: the chart is on the desk again. */
  'window.bringBack': call(none, none),
  /** Has the window fill its screen, or puts it back. */
  'window.fill': call(v.strictObject({ full: v.boolean() }), none),
  /**
   * Asks the desk for something about the chart's pair. Only what the user does in this window is passed on, and no more
   * than hands can do. Failures: `chart-elsewhere`, `chart-changed` where pair or line are not what was meant.
   */
  'desk.ask': call(v.strictObject({ pair: meantPair, what: askedOfDesk }), none),
} as const;

export type ChartTable = typeof chartTable;
