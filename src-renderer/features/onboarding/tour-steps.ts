/** A stop of the tour of the desk. */
export interface TourStep {
  readonly title: string;
  readonly text: string;
  /** The part of the desk that it is about. */
  readonly target: string;
}

export const tourSteps: readonly TourStep[] = [
  {
    title: 'Markets',
    text: 'Choose a token here, or press / and type its ticker. A star puts it on your watch list.',
    target: 'section[aria-label="Markets"]',
  },
  {
    title: 'The chart',
    text: 'Prices stream in as they are made. Right-click a price to buy or sell there. Your orders are lines, and the cross on a line takes the order back.',
    target: 'section[aria-label="Market"]',
  },
  {
    title: 'The ticket',
    text: 'Type an amount. The quote says what you get about, what you get at least, and what it costs. Limit orders, ladders and recurring orders are next to it.',
    target: 'section[aria-label="Ticket"]',
  },
  {
    title: 'Review, then sign',
    text: 'The service builds a transaction. Touchstone reads its bytes, and a separate window says what they do. You sign there and nowhere else.',
    target: 'section[aria-label="Ticket"] footer',
  },
  {
    title: 'What became of it',
    text: 'Activity has every step of what you signed. Orders says what waits and why, and takes it back when you like.',
    target: 'section[aria-label="Tables"]',
  },
  {
    title: 'Practice, and help',
    text: 'Stripes mean play money; the settings lead from here to real trades. H explains every figure, ? lists the keys, and the palette up here finds everything by name.',
    target: 'header',
  },
];

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type Size = Pick<Box, 'width' | 'height'>;

/** Space between the card and what it is about, and between the card and the window's edge. */
const GAP = 12;

/**
 * Where the card goes, in CSS pixels: beside its target, on the side with the most room; within it where no side has
 * enough. Always inside the window.
 */
export function cardPlace(
  target: Box,
  card: Size,
  window: Size,
): { readonly left: number; readonly top: number } {
  const right = target.left + target.width;
  const bottom = target.top + target.height;
  const across = { need: card.width + 2 * GAP, centre: target.top + (target.height - card.height) / 2 };
  const along = { need: card.height + 2 * GAP, centre: target.left + (target.width - card.width) / 2 };
  const sides = [
    { room: window.width - right - across.need, left: right + GAP, top: across.centre },
    { room: target.left - across.need, left: target.left - GAP - card.width, top: across.centre },
    { room: window.height - bottom - along.need, left: along.centre, top: bottom + GAP },
    { room: target.top - along.need, left: along.centre, top: target.top - GAP - card.height },
  ];
  const best = sides.reduce((one, other) => (other.room > one.room ? other : one));
  const place = best.room >= 0 ? best : { left: along.centre, top: across.centre };
  const within = (at: number, size: number, room: number): number =>
    Math.round(Math.max(GAP, Math.min(at, room - size - GAP)));
  return {
    left: within(place.left, card.width, window.width),
    top: within(place.top, card.height, window.height),
  };
}
