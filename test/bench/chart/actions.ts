import { Mouse } from './mouse.ts';
import type { Rival, Tick } from './rival.ts';
import { candleAfter, tickIn } from './ticks.ts';

/** Actions on a chart that has been painted, in this order. */
export const ACTIONS = ['tick', 'candle', 'pan', 'zoom', 'fit', 'crosshair'] as const;
export type ActionName = (typeof ACTIONS)[number];

export interface Action {
  readonly name: ActionName;
  /** How often it is timed, at most. */
  readonly turns: number;
  /** Brings the chart to where the action starts. */
  readonly ready: () => void;
  readonly act: (turn: number) => void;
  /** Brings the chart back after each turn. */
  readonly back?: () => void;
  /** Figures that the library reports, each of which the action has to change. */
  readonly state: () => readonly (number | undefined)[];
  /** Whether the action did all that it had to. */
  readonly reached?: () => boolean;
}

const VISIBLE = 120;
/** More than a candle: KLineChart states its edges in whole ones. */
const PAN_PIXELS = 12;
/** Twelve steps out show about five times as many candles; then twelve steps in. */
const ZOOM_STEP = 1.15;
const ZOOM_STEPS = 12;
/** A mouse moves by so many pixels, within the prices of each library. */
const MOUSE_STEP = [37, 23] as const;
const MOUSE_AREA = { left: 80, top: 60, width: 740, height: 190 } as const;

/** All actions on one chart; `last` is its last candle, and is kept up to date. */
export function actionsOn(rival: Rival, place: HTMLElement, last: Tick): readonly Action[] {
  const mouse = new Mouse();
  const stay = (): void => undefined;
  const showSome = (): void => rival.showLast(VISIBLE);
  const inView = (): number => rival.edges()[1] - rival.edges()[0];
  return [
    {
      name: 'tick',
      turns: 120,
      ready: stay,
      act: (turn) => rival.tick(tickIn(last, turn)),
      state: () => [rival.last()[2]],
    },
    {
      name: 'candle',
      turns: 60,
      ready: stay,
      act(turn) {
        Object.assign(last, candleAfter(last, turn));
        rival.tick(last);
      },
      // The view has to follow.
      state: () => [rival.last()[0], rival.last()[1], rival.edges()[1]],
    },
    {
      name: 'pan',
      turns: 120,
      // Away from the last candle, so that there is room on both sides.
      ready: () => rival.pan(600),
      act: (turn) => rival.pan(turn % 40 < 20 ? PAN_PIXELS : -PAN_PIXELS),
      state: () => [rival.edges()[0]],
    },
    {
      name: 'zoom',
      turns: 120,
      ready: stay,
      act: (turn) => rival.zoom(turn % (2 * ZOOM_STEPS) < ZOOM_STEPS ? 1 / ZOOM_STEP : ZOOM_STEP),
      state: () => [inView()],
    },
    {
      name: 'fit',
      turns: 12,
      ready: showSome,
      act: () => rival.fit(),
      back: showSome,
      state: () => [inView()],
      reached: () => rival.edges()[0] <= 1 && rival.edges()[1] >= rival.last()[0],
    },
    {
      name: 'crosshair',
      turns: 120,
      ready: showSome,
      act(turn) {
        const { left, top, width, height } = MOUSE_AREA;
        mouse.move(place, left + ((turn * MOUSE_STEP[0]) % width), top + ((turn * MOUSE_STEP[1]) % height));
      },
      state: () => [rival.pointed()],
    },
  ];
}
