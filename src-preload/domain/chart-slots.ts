/** The places of charts that can be live at once, each with its topic: four charts, and one pair to compare with. */
export const CHART_TOPICS = {
  main: 'chartMain',
  second: 'chartSecond',
  third: 'chartThird',
  fourth: 'chartFourth',
  compare: 'chartCompare',
} as const;
export type ChartSlot = keyof typeof CHART_TOPICS;

/** The places of the charts on the desk, in reading order. Each can be in a separate window. */
export const DESK_SLOTS = ['main', 'second', 'third', 'fourth'] as const satisfies readonly ChartSlot[];
export type DeskSlot = (typeof DESK_SLOTS)[number];

/** One of something for each of the desk's charts. */
export function eachDeskSlot<T>(make: (slot: DeskSlot) => T): Readonly<Record<DeskSlot, T>> {
  return Object.fromEntries(DESK_SLOTS.map((slot) => [slot, make(slot)])) as Record<DeskSlot, T>;
}

export const CHART_SLOTS = Object.keys(CHART_TOPICS) as readonly ChartSlot[];

/** The most that is drawn over a chart in a separate window. */
export const MOST_OVERLAY_LINES = 150;
export const MOST_OVERLAY_MARKS = 500;
/** Characters of a label there. */
export const LONGEST_OVERLAY_LABEL = 300;

/** The notebook page with a chart's settings. The main chart's is named `all`, from when it was the only chart. */
export function settingsPageOf(slot: ChartSlot): string {
  return slot === 'main' ? 'all' : slot;
}
