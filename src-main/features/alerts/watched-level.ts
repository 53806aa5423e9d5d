import type { AlertCondition } from '#domain/alert.ts';
import { PERIOD_SECONDS } from '#domain/candle.ts';
import { firstSeen, type Crossing, type Seen, type Stretch } from './crossing.ts';

/** A condition as the crossing of a level: of the price itself, or of the share by which it moved within a time. */
export interface WatchedLevel {
  readonly level: number;
  /** What was seen once the watch begins. */
  readonly begin: (newest: Stretch) => Seen;
  /** The stretches as figures that may cross the level; `moved`: by which share the price had moved, with its sign. */
  readonly figures: (stretches: readonly Stretch[]) => readonly LevelFigure[];
  /** Whether a crossing is what the alert is for. */
  readonly counts: (crossing: Crossing) => boolean;
}

interface LevelFigure {
  readonly stretch: Stretch;
  readonly moved?: number;
}

export function levelOf(condition: AlertCondition): WatchedLevel {
  if (condition.kind === 'price') {
    const level = Number(condition.price);
    return {
      level,
      begin: (newest) => firstSeen(level, newest),
      figures: (stretches) => stretches.map((stretch) => ({ stretch })),
      counts: () => true,
    };
  }
  return {
    level: condition.bps / 10_000,
    // On neither side: a move that came before the watch began is no news, until it is over.
    begin: ({ to }) => ({ bar: to, high: 0, low: 0 }),
    figures: (stretches) => movesWithin(stretches, PERIOD_SECONDS[condition.within]),
    // The end of a move raises no notice; it makes way for the next one.
    counts: ({ to, back }) => back || to === 'above',
  };
}

/** Seconds before a minute whose prices count for a condition. */
export function reachOf(condition: AlertCondition): number {
  return condition.kind === 'price' ? 0 : PERIOD_SECONDS[condition.within];
}

/**
 * How far each minute's prices are from the last one before its window. A stretch that is longer than a minute does not
 * say how fast a price moved, and what has no price before its window has not moved.
 */
function movesWithin(stretches: readonly Stretch[], seconds: number): readonly LevelFigure[] {
  let before = -1;
  return stretches.map((stretch) => {
    const { from, to, high, low, close } = stretch;
    while ((stretches[before + 1]?.to ?? Number.POSITIVE_INFINITY) <= to - seconds) before += 1;
    const reference = from === to ? stretches[before]?.close : undefined;
    if (reference === undefined) return { stretch: { from, to, high: 0, low: 0, close: 0 }, moved: 0 };
    const [up, down] = [high / reference - 1, 1 - low / reference];
    const end = Math.abs(close / reference - 1);
    return {
      stretch: { from, to, high: Math.max(up, down), low: end, close: end },
      moved: up >= down ? up : -down,
    };
  });
}
