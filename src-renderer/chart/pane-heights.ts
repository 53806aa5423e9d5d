/** Shares of the panes below the prices in the chart's height, by pane: `volume`, or the id of an indicator. */
export type PaneShares = Readonly<Record<string, number>>;

/** A pane below the prices: its place and height in pixels, and how tall it can be made. */
export interface PaneEdge {
  readonly id: string;
  readonly name: string;
  readonly top: number;
  readonly height: number;
  readonly least: number;
  readonly most: number;
}

const VOLUME_SHARE = 0.16;
const INDICATOR_SHARE = 0.2;
/** The price pane keeps at least this share, however many panes are below it. */
const LEAST_PRICE_SHARE = 0.4;
/** Its name, and a little of its content. */
const LEAST_PIXELS = 32;
export const VOLUME = 'volume';

/** Heights in pixels of the panes below the prices, from top to bottom. The rest is the price pane's. */
export function paneHeights(height: number, ids: readonly string[], shares: PaneShares): readonly number[] {
  const wanted = ids.map((id) => shareOf(id, shares));
  const sum = wanted.reduce((total, share) => total + share, 0);
  const shrink = Math.min(1, (1 - LEAST_PRICE_SHARE) / Math.max(sum, 0.01));
  return wanted.map((share) => Math.round(height * share * shrink));
}

/** How tall each pane can be made: it takes from the one above it. */
export function paneBounds(
  height: number,
  heights: readonly number[],
): readonly { readonly least: number; readonly most: number }[] {
  const below = heights.reduce((total, each) => total + each, 0);
  const spare = Math.floor(height * (1 - LEAST_PRICE_SHARE)) - below;
  return heights.map((own, at) => {
    const least = Math.min(LEAST_PIXELS, own);
    const above = heights[at - 1];
    const room = above === undefined ? spare : above - LEAST_PIXELS;
    return { least, most: own + Math.max(0, room) };
  });
}

/** The shares once a pane's upper edge is moved: the pane above gives or gets what this one gets or gives. */
export function withPaneHeight(
  height: number,
  ids: readonly string[],
  shares: PaneShares,
  id: string,
  wanted: number,
): PaneShares {
  const heights = paneHeights(height, ids, shares);
  const at = ids.indexOf(id);
  const bounds = paneBounds(height, heights)[at];
  const own = heights[at];
  if (bounds === undefined || own === undefined || height <= 0) return shares;
  const next = Math.min(bounds.most, Math.max(bounds.least, wanted));
  const moved = heights.map((each, place) =>
    place === at ? next : place === at - 1 ? each + own - next : each,
  );
  // All of them: panes that had to shrink keep the heights that are seen.
  const changes = Object.fromEntries(ids.map((each, place) => [each, (moved[place] ?? 0) / height]));
  return { ...shares, ...changes };
}

function shareOf(id: string, shares: PaneShares): number {
  const standard = id === VOLUME ? VOLUME_SHARE : INDICATOR_SHARE;
  return Object.hasOwn(shares, id) ? (shares[id] ?? standard) : standard;
}
