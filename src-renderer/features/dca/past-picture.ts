import type { DcaHistoryView } from '#contract/dca.ts';
import type { PastPicture, PastPoint } from '../../chart/plots.ts';
import { pastZone } from './dca-words.ts';

export type PastRun = NonNullable<DcaHistoryView['best']>;
export type PastWindow = DcaHistoryView['windows'][number];

/** By where it began, what the plan paid on average, and what all at once would have. */
export function startsPicture(history: DcaHistoryView): PastPicture {
  const { windows, best, worst } = history;
  const at = (run: PastRun | undefined): readonly PastPoint[] =>
    run === undefined ? [] : [[run.from, run.average]];
  return {
    zone: pastZone(history),
    lines: [
      { points: windows.map(({ from, lumpSum }) => [from, lumpSum]), colour: 'lump' },
      { points: windows.map(({ from, average }) => [from, average]), colour: 'plan', strong: true },
    ],
    dots: [
      { points: at(best), colour: 'best' },
      { points: at(worst), colour: 'worst' },
    ],
  };
}

/** How much of the market is shown before and after a run, in lengths of the run. */
const AROUND = 2;
/** Of a single trade, too, there is something around it to be seen. */
const LEAST_AROUND_MS = 3_600_000;

/** The market around one run of the plan: its trades, its average, and all at once. */
export function runPicture(history: DcaHistoryView, run: PastRun): PastPicture {
  const { candles } = history;
  const around = AROUND * Math.max(run.to - run.from, LEAST_AROUND_MS);
  const market = candles.time.flatMap((time, place): PastPoint[] => {
    const [close, at] = [candles.close[place], time * 1000];
    if (close === undefined || at < run.from - around || at > run.to + around) return [];
    return [[at, close]];
  });
  const level = (price: number): readonly PastPoint[] => [
    [run.from, price],
    [run.to, price],
  ];
  return {
    zone: pastZone(history),
    lines: [
      { points: market, colour: 'market' },
      { points: level(run.lumpSum), colour: 'lump', dashed: true },
      { points: level(run.average), colour: 'plan', strong: true },
    ],
    dots: [{ points: run.runs.map(({ at, price }) => [at, price]), colour: 'plan' }],
  };
}

/** The window that began nearest to a moment; absent where none did. */
export function windowAt(windows: readonly PastWindow[], at: number): PastWindow | undefined {
  return windows.reduce<PastWindow | undefined>(
    (nearest, each) =>
      nearest === undefined || Math.abs(each.from - at) < Math.abs(nearest.from - at) ? each : nearest,
    undefined,
  );
}
