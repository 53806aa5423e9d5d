import { PERIOD, rowAt, WIDTH, type Rival, type Tick } from './rival.ts';
import { walk, type Walk } from './series.ts';

/** Milliseconds, each a median. */
export interface Times {
  readonly tick: number;
  readonly pan: number;
  readonly zoom: number;
}

/** Frames while twenty ticks a second arrive and the view is panned: milliseconds of script in each. */
export interface Frames {
  readonly count: number;
  readonly longest: number;
  readonly late: number;
}

/** The bench's calls into a page. */
export interface BenchPage {
  /** Milliseconds from an empty element to the first painted chart of `count` candles. */
  firstPaint(count: number): Promise<number>;
  /** Has so many candles ready, before a chart is made of them. */
  prepare(count: number): void;
  times(ticks: number): Promise<Times>;
  frames(seconds: number): Promise<Frames>;
  /** So many hours of twenty ticks a second, as fast as they can be worked off. */
  hours(count: number): Promise<void>;
}

declare global {
  interface Window {
    bench: BenchPage;
    benchFrames: { manual: boolean; run(): number };
  }
}

const WARM_UP = 20;
/** A page's clock has steps of 0.1 ms: so many changes are timed together. */
const TOGETHER = 8;
const ROUNDS = 60;
/** Twelve steps out show about five times as many candles; then twelve steps in. */
const ZOOM_STEP = 1.15;
const TICKS_A_SECOND = 20;
const CANDLE_SECONDS = 20;
const MOST_FRAME_MS = 16;

/** Lets promises settle and runs the frames that wait. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    for (let wait = 0; wait < 4; wait += 1) await Promise.resolve();
    window.benchFrames.run();
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[values.length >> 1] ?? 0;
}

/** Puts the bench on the page for one library. */
export function runPage(rival: Rival, height: number): void {
  let candles: Walk | undefined;
  let last: Tick = { time: 0, open: 1, high: 1, low: 1, close: 1, volume: 0 };

  const element = (): HTMLElement => {
    const place = document.createElement('div');
    place.style.width = `${WIDTH}px`;
    place.style.height = `${height}px`;
    document.body.replaceChildren(place);
    return place;
  };

  /** A state of the last candle within what it already spans, so that no axis has to move. */
  const nextTick = (turn: number): Tick => {
    const share = 0.5 + 0.4 * Math.sin(turn * 1.3);
    const close = last.low + (last.high - last.low) * share;
    return { ...last, close, volume: last.volume + turn * 0.01 };
  };

  const measured = async (rounds: number, act: (round: number) => void): Promise<number> => {
    const times: number[] = [];
    let turn = 0;
    for (let round = -WARM_UP; round < rounds; round += 1) {
      const start = performance.now();
      for (let each = 0; each < TOGETHER; each += 1) {
        act((turn += 1));
        await settle();
      }
      if (round >= 0) times.push((performance.now() - start) / TOGETHER);
    }
    return median(times);
  };

  window.bench = {
    prepare(count) {
      candles = walk(count, PERIOD);
      last = rowAt(candles, count - 1);
    },
    async firstPaint() {
      const place = element();
      if (candles === undefined) throw new Error('prepare first');
      const own = candles;
      candles = undefined;
      window.benchFrames.manual = true;
      const start = performance.now();
      await rival.create(place, own);
      await settle();
      return performance.now() - start;
    },
    async times(ticks) {
      window.benchFrames.manual = true;
      const tick = await measured(ticks, (round) => rival.tick(nextTick(round)));
      // Away from the end, so that there is room on both sides.
      rival.pan(600);
      await settle();
      let leftmost = Infinity;
      let rightmost = -Infinity;
      let fewest = Infinity;
      let most = 0;
      const look = (): void => {
        const [left, right] = rival.edges();
        leftmost = Math.min(leftmost, left);
        rightmost = Math.max(rightmost, left);
        fewest = Math.min(fewest, right - left);
        most = Math.max(most, right - left);
      };
      const pan = await measured(ROUNDS, (round) => {
        look();
        rival.pan(round % 40 < 20 ? 7 : -7);
      });
      if (!(rightmost - leftmost > 10)) throw new Error('panning moved nothing');
      const zoom = await measured(ROUNDS, (round) => {
        look();
        rival.zoom(round % 24 < 12 ? 1 / ZOOM_STEP : ZOOM_STEP);
      });
      if (!(most > fewest * 3)) throw new Error('zooming changed nothing');
      return { tick, pan, zoom };
    },
    async frames(seconds) {
      window.benchFrames.manual = false;
      let work = 0;
      let turn = 0;
      const timed = (act: () => void): void => {
        const start = performance.now();
        act();
        work += performance.now() - start;
      };
      const feed = setInterval(() => timed(() => rival.tick(nextTick((turn += 1)))), 1_000 / TICKS_A_SECOND);
      const longest: number[] = [];
      const end = performance.now() + seconds * 1_000;
      while (performance.now() < end) {
        await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
        timed(() => rival.pan(longest.length % 200 < 100 ? 6 : -6));
        work += window.benchFrames.run();
        longest.push(work);
        work = 0;
      }
      clearInterval(feed);
      const late = longest.filter((milliseconds) => milliseconds > MOST_FRAME_MS).length;
      return { count: longest.length, longest: Math.max(...longest), late };
    },
    async hours(count) {
      window.benchFrames.manual = true;
      const perCandle = TICKS_A_SECOND * CANDLE_SECONDS;
      const ticks = count * 3_600 * TICKS_A_SECOND;
      for (let turn = 1; turn <= ticks; turn += 1) {
        if (turn % perCandle === 0) {
          const price = last.close;
          const { time } = last;
          last = {
            time: time + PERIOD,
            open: price,
            high: price * 1.002,
            low: price * 0.998,
            close: price,
            volume: 0,
          };
        }
        rival.tick(nextTick(turn % 10_000));
        if (turn % 20 === 0) await settle();
      }
    },
  };
}
