/** The places of charts that can be live at once, each with its topic: four charts, and one pair to compare with. */
export const CHART_TOPICS = {
  main: 'chartMain',
  second: 'chartSecond',
  third: 'chartThird',
  fourth: 'chartFourth',
  compare: 'chartCompare',
} as const;
export type ChartSlot = keyof typeof CHART_TOPICS;

/** The places of the charts on the desk, in reading order. Each can be in a window of its own. */
export const DESK_SLOTS = ['main', 'second', 'third', 'fourth'] as const satisfies readonly ChartSlot[];
export type DeskSlot = (typeof DESK_SLOTS)[number];
export const CHART_SLOTS = Object.keys(CHART_TOPICS) as readonly ChartSlot[];

/** The most that is drawn over a chart in a window of its own. */
export const MOST_OVERLAY_LINES = 150;
export const MOST_OVERLAY_MARKS = 500;
/** Characters of a label there. */
export const LONGEST_OVERLAY_LABEL = 300;

/** The page of the notebook that has a chart's settings; the first chart had one before there were others. */
export function settingsPageOf(slot: ChartSlot): string {
  return slot === 'main' ? 'all' : slot;
}
