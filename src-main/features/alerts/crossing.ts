/**
 * The trading in a stretch of time: a minute or, for time that was missed, a longer candle. Prices are ADA for one
 * whole token.
 */
export interface Stretch {
  /** Beginning of its first and of its last minute, Unix seconds. */
  readonly from: number;
  readonly to: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** ADA; absent where nobody states it. */
  readonly volume?: number | undefined;
}

/** On which side of a level a price is. */
export type LevelSide = 'above' | 'below';

/** How far the past of a pair has been looked at for one level. */
export interface Seen {
  /** The last minute seen, by its beginning in Unix seconds. It may have been open: its range as it was then. */
  readonly bar: number;
  readonly high: number;
  readonly low: number;
  /** The side on which the price was last; absent as long as it has been exactly on the level. */
  readonly side?: LevelSide | undefined;
}

export interface Crossing {
  /** Where the price ended; where that is the level itself, the side that it had reached, if only one is possible. */
  readonly to: LevelSide | undefined;
  /** It reached the other side and came back within the same stretch. */
  readonly back: boolean;
  /** Beginning of the last minute in which it may have happened, Unix seconds. */
  readonly at: number;
}

/** The state of a level that is watched from now on: nothing earlier counts. */
export function firstSeen(level: number, newest: Stretch): Seen {
  const { to, high, low, close } = newest;
  return { bar: to, high, low, side: sideOf(close, level) };
}

/**
 * Whether the price crossed a level in a stretch, given what had been seen before, and what has been seen then. A price
 * that touches the level keeps its side. Of a minute seen before, only what its range gained counts; what began before
 * that minute is ignored, so that history which is answered again, or a clock that was set back, repeats nothing.
 */
export function step(
  level: number,
  seen: Seen,
  stretch: Stretch,
): { readonly seen: Seen; readonly crossing?: Crossing } {
  const { from, to, close } = stretch;
  if (from < seen.bar) return { seen };
  const again = from === seen.bar;
  const high = again && stretch.high <= seen.high ? close : stretch.high;
  const low = again && stretch.low >= seen.low ? close : stretch.low;
  const { side } = seen;
  const [above, below] = [high > level, low < level];
  const crossed = side === 'below' ? above : side === 'above' ? below : above && below;
  // Where it ended on the level itself, the side counts that it reached last, as far as that is known.
  const reached = side ? (crossed ? otherOf(side) : side) : above === below ? undefined : sideReached(above);
  const end = sideOf(close, level) ?? reached;
  const range = again
    ? { high: Math.max(seen.high, stretch.high), low: Math.min(seen.low, stretch.low) }
    : { high: stretch.high, low: stretch.low };
  const now: Seen = { bar: to, ...range, side: end };
  if (!crossed) return { seen: now };
  return { seen: now, crossing: { to: end, back: end !== undefined && end === side, at: to } };
}

function sideOf(price: number, level: number): LevelSide | undefined {
  if (price === level) return undefined;
  return sideReached(price > level);
}

function sideReached(above: boolean): LevelSide {
  return above ? 'above' : 'below';
}

function otherOf(side: LevelSide): LevelSide {
  return sideReached(side === 'below');
}
