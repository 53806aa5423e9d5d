import type { AlertCondition } from '#domain/alert.ts';
import { PERIOD_SECONDS } from '#domain/candle.ts';
import { firstSeen, type Crossing, type Seen, type Stretch } from './crossing.ts';

/** A condition as the crossing of a level: of a price or spread itself, or of what moved or traded within a time. */
export interface WatchedLevel {
  readonly level: number;
  /** The state in which the watch begins. */
  readonly begin: (newest: Stretch) => Seen;
  /** The stretches as figures that may cross the level, with what was measured, see `AlertEvent`. */
  readonly figures: (stretches: readonly Stretch[]) => readonly LevelFigure[];
  /** Whether a crossing is what the alert is for. */
  readonly counts: (crossing: Crossing) => boolean;
}

interface LevelFigure {
  readonly stretch: Stretch;
  readonly measured?: number;
}

const LOVELACE = 1_000_000;

export function levelOf(condition: AlertCondition): WatchedLevel {
  switch (condition.kind) {
    case 'price':
      return { ...levelItself(Number(condition.price)), counts: () => true };
    case 'spread':
      // A spread that narrows again raises no notice.
      return { ...levelItself(condition.bps / 10_000), counts: isRise };
    case 'move':
      return levelWithin(condition.bps / 10_000, (stretches) =>
        movesWithin(stretches, PERIOD_SECONDS[condition.within]),
      );
    case 'volume':
      return levelWithin(Number(condition.lovelace) / LOVELACE, (stretches) =>
        volumesWithin(stretches, PERIOD_SECONDS[condition.within]),
      );
  }
}

/** Seconds before a minute whose candles count for a condition. */
export function reachOf(condition: AlertCondition): number {
  return 'within' in condition ? PERIOD_SECONDS[condition.within] : 0;
}

function levelItself(level: number): Omit<WatchedLevel, 'counts'> {
  return {
    level,
    begin: (newest) => firstSeen(level, newest),
    figures: (stretches) => stretches.map((stretch) => ({ stretch })),
  };
}

function levelWithin(level: number, figures: WatchedLevel['figures']): WatchedLevel {
  return {
    level,
    // On neither side: what came before the watch began is no news, until it is over.
    begin: ({ to }) => ({ bar: to, high: 0, low: 0 }),
    figures,
    counts: isRise,
  };
}

/** The end of a move, or of a busy time, raises no notice; it makes way for the next one. */
function isRise({ to, back }: Crossing): boolean {
  return back || to === 'above';
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
    if (reference === undefined) return { stretch: { from, to, high: 0, low: 0, close: 0 }, measured: 0 };
    const [up, down] = [high / reference - 1, 1 - low / reference];
    const end = Math.abs(close / reference - 1);
    return {
      stretch: { from, to, high: Math.max(up, down), low: end, close: end },
      measured: up >= down ? up : -down,
    };
  });
}

/**
 * The volume traded within the window that ends with each minute: up to the minute before, and including its own
 * trades. A stretch longer than a minute does not show when its trades happened and is left out, as are minutes without
 * a stated volume.
 */
function volumesWithin(stretches: readonly Stretch[], seconds: number): readonly LevelFigure[] {
  const minutes = stretches.flatMap(({ from, to, volume }) =>
    from === to && volume !== undefined ? [{ from, volume }] : [],
  );
  let oldest = 0;
  let sum = 0;
  return minutes.map(({ from, volume }) => {
    for (let old = minutes[oldest]; old !== undefined && old.from <= from - seconds; old = minutes[oldest]) {
      sum -= old.volume;
      oldest += 1;
    }
    const before = Math.max(0, sum);
    sum += volume;
    const measured = before + volume;
    return { stretch: { from, to: from, high: measured, low: before, close: measured }, measured };
  });
}
