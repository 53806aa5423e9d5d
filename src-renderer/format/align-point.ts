const FIGURE_SPACE = '\u2007';
const POINT_SPACE = '\u2008';

/** Number of places after the point of a figure as shown. */
function placesOf(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? 0 : Array.from(text.slice(point + 1)).length;
}

/** Places of the longest of the figures in a column; absent ones do not count. */
export function commonPlaces(column: readonly (string | undefined)[]): number {
  return Math.max(0, ...column.map((text) => (text === undefined ? 0 : placesOf(text))));
}

/** Pads a figure on the right with spaces of a digit's width, so that a column lines up on the point. */
export function alignPoint(text: string, places: number): string {
  const own = placesOf(text);
  if (places === 0 || own >= places) return text;
  return text + (own === 0 ? POINT_SPACE : '') + FIGURE_SPACE.repeat(places - own);
}
