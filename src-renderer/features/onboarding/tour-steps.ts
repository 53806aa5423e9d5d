import { words } from './words.ts';

/** A stop of the tour of the desk. */
export interface TourStep {
  readonly title: string;
  readonly text: string;
  /** The part of the desk that it is about. */
  readonly target: string;
}

export const tourSteps: readonly TourStep[] = [
  { title: words.marketsStep, text: words.marketsText, target: '[data-part="markets"]' },
  { title: words.chartStep, text: words.chartText, target: '[data-part="market"]' },
  { title: words.ticketStep, text: words.ticketText, target: '[data-part="ticket"]' },
  { title: words.reviewStep, text: words.reviewText, target: '[data-part="ticket"] footer' },
  { title: words.afterStep, text: words.afterText, target: '[data-part="tables"]' },
  { title: words.helpStep, text: words.helpText, target: 'header' },
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
