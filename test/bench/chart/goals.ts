import type { Column, Library, Row } from './figures.ts';

/** A goal for the medians of this chart. A bare canvas is shown for orientation only: nothing is compared with it. */
interface Goal {
  /** Milliseconds at most, at every size. */
  readonly most?: number;
  /** Less than these libraries, from this size on. */
  readonly below: readonly Library[];
  readonly from: number;
}

const PEERS = ['lightweight-chart', 'kline-chart'] as const;

const GOALS: Readonly<Partial<Record<Column, Goal>>> = {
  firstPaint: { below: PEERS, from: 10_000 },
  tick: { most: 1, below: PEERS, from: 10_000 },
  pan: { most: 4, below: ['kline-chart'], from: 0 },
  zoom: { most: 4, below: ['kline-chart'], from: 0 },
  crosshair: { most: 4, below: ['kline-chart'], from: 0 },
  heap: { below: PEERS, from: 100_000 },
};

/** Milliseconds of script in a frame of the scenes. */
const MOST_FRAME_MS = 16;
/** Bytes that hours of ticks may add to the heap. */
const MOST_SOAK_BYTES = 1_000_000;

/** Sentences about the goals that are missed at a size. */
export function missedAt(rows: readonly Row[]): readonly string[] {
  const own = rows.find(({ library }) => library === 'own-chart');
  if (own === undefined) return ['this chart was not measured'];
  return Object.entries(GOALS).flatMap(([name, { most, below, from }]) => {
    const column = name as Column;
    const value = own.figures[column].median;
    const text = `${column} at ${own.size}: ${shown(value, column)}`;
    const slow = most !== undefined && value > most ? [`${text}, at most ${most} ms`] : [];
    const behind = rows.filter(
      ({ library, size, figures }) =>
        size >= from && below.includes(library) && value >= figures[column].median,
    );
    return [
      ...slow,
      ...behind.map(({ library, figures }) => `${text}, ${library} ${shown(figures[column].median, column)}`),
    ];
  });
}

function shown(value: number, column: Column): string {
  return column === 'heap' ? `${(value / 1e6).toFixed(2)} MB` : `${value.toFixed(2)} ms`;
}

/** How many frames of a scene took too long. */
export function lateOf(frames: readonly number[]): number {
  return frames.filter((milliseconds) => milliseconds > MOST_FRAME_MS).length;
}

export function missedFrames(scene: string, frames: readonly number[]): readonly string[] {
  const late = lateOf(frames);
  return late === 0 ? [] : [`${scene}: ${late} of ${frames.length} frames over ${MOST_FRAME_MS} ms`];
}

export function missedSoak(bytes: number): readonly string[] {
  return bytes > MOST_SOAK_BYTES ? [`the heap grew by ${(bytes / 1e6).toFixed(2)} MB`] : [];
}
