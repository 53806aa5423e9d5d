/** So many colours the look has for things shown side by side. */
export const SERIES_COLOURS = 6;

/** Name of the CSS property with the colour of the thing at a place, counted from 0; after the last they start over. */
export function seriesProperty(at: number): string {
  return `--series-${(at % SERIES_COLOURS) + 1}`;
}
