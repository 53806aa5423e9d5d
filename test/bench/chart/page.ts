import { type Action, type ActionName, actionsOn } from './actions.ts';
import { fingerprint } from './picture.ts';
import { breathe, settle } from './held-frames.ts';
import { HEIGHT, PERIOD, rowAt, WIDTH, type Rival } from './rival.ts';
import { walk, type Walk } from './series.ts';
import { candleAfter, tickIn } from './ticks.ts';

/** Milliseconds that each turn of an action took, from the call until its frames were run. */
export type Times = Readonly<Record<ActionName, readonly number[]>>;

/** The calls into the page of a library. */
export interface RivalPage {
  /** Has so many candles ready, before a chart is made of them. */
  prepare(count: number): Promise<void>;
  /** Milliseconds from an empty element to the first painted chart of the candles. */
  firstPaint(): Promise<number>;
  /** @throws Error if an action does not change the picture, or leaves some of it for later. */
  prove(): Promise<void>;
  times(): Promise<Times>;
  /** So many hours of twenty ticks a second, as fast as they can be worked off. */
  hours(count: number): Promise<void>;
}

const TICKS_A_SECOND = 20;
const CANDLE_SECONDS = 20;
/** Turns that are not timed yet, as the engine still compiles: so many times those that are. */
const WARM_UP = 3;
/** An action that takes longer is timed less often, after less of a warm-up. */
const MOST_MS = 2_000;
const MOST_WARM_UP_MS = 1_000;
const LEAST_TURNS = 6;
/** Until so long after the page was opened, some libraries take a mouse for a finger, and ignore it. */
const DEAF_MS = 600;

/** Milliseconds of each turn after those that warm up. @throws Error if a turn changes nothing. */
async function timesOf(action: Action): Promise<readonly number[]> {
  const times: number[] = [];
  let spent = 0;
  for (let turn = 1; times.length < action.turns; turn += 1) {
    if (times.length >= LEAST_TURNS && spent > MOST_MS) break;
    const isWarm = turn > action.turns * WARM_UP || spent > MOST_WARM_UP_MS;
    const before = action.state();
    const start = performance.now();
    action.act(turn);
    await settle();
    const took = performance.now() - start;
    spent += took;
    if (isWarm) times.push(took);
    const after = action.state();
    if (after.some((value, at) => value === before[at]))
      throw new Error(`${action.name} changed nothing: ${after.join(', ')}`);
    if (action.reached?.() === false) throw new Error(`${action.name} ended early: ${after.join(', ')}`);
    if (action.back !== undefined) {
      action.back();
      await settle();
    }
    await breathe();
  }
  return times;
}

/** Puts the bench on the page for one library. */
export function runPage(rival: Rival): void {
  let candles: Walk | undefined;
  /** The last candle. */
  const last = { ...rowAt(walk(1), 0) };
  const place = document.createElement('div');
  place.style.width = `${WIDTH}px`;
  place.style.height = `${HEIGHT}px`;

  /** The picture once an action was shown. @throws Error if more of it appears later. */
  const shown = async (name: string, before: number): Promise<void> => {
    await settle();
    const after = fingerprint(place);
    if (after === before) throw new Error(`${name} does not change the picture`);
    for (let turn = 0; turn < 4; turn += 1) await settle();
    if (fingerprint(place) !== after) throw new Error(`${name} is shown later than in the frame after it`);
  };

  const page: RivalPage = {
    async prepare(count) {
      await new Promise((resolve) => setTimeout(resolve, DEAF_MS));
      document.body.replaceChildren(place);
      candles = walk(count, PERIOD);
      Object.assign(last, rowAt(candles, count - 1));
    },
    async firstPaint() {
      if (candles === undefined) throw new Error('prepare first');
      const own = candles;
      candles = undefined;
      window.benchFrames.manual = true;
      const start = performance.now();
      await rival.create(place, own);
      await settle();
      return performance.now() - start;
    },
    async prove() {
      if (candles === undefined) throw new Error('prepare first');
      window.benchFrames.manual = true;
      const empty = fingerprint(place);
      await rival.create(place, candles);
      await shown('the first paint', empty);
      for (const { name, ready, act } of actionsOn(rival, place, last)) {
        ready();
        await settle();
        const before = fingerprint(place);
        act(1);
        await shown(name, before);
      }
    },
    async times() {
      window.benchFrames.manual = true;
      const times = new Map<string, readonly number[]>();
      for (const action of actionsOn(rival, place, last)) {
        action.ready();
        await settle();
        times.set(action.name, await timesOf(action));
      }
      return Object.fromEntries(times) as Times;
    },
    async hours(count) {
      window.benchFrames.manual = true;
      const perCandle = TICKS_A_SECOND * CANDLE_SECONDS;
      const ticks = count * 3_600 * TICKS_A_SECOND;
      for (let turn = 1; turn <= ticks; turn += 1) {
        if (turn % perCandle === 0) Object.assign(last, candleAfter(last, turn));
        rival.tick(tickIn(last, turn % 10_000));
        if (turn % TICKS_A_SECOND !== 0) continue;
        await settle();
        await breathe();
      }
      if (rival.last()[1] !== last.time) throw new Error('the ticks did not arrive');
    },
  };
  window.bench = page;
}
