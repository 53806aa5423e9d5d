import { showNumber } from '../format/price.ts';
import { plotAxes, plotLine, type PlotLook, type PlotOption } from './plot.ts';

/** Epoch ms and a price. */
export type PastPoint = readonly [at: number, price: number];

export type PastColour = 'plan' | 'lump' | 'market' | 'best' | 'worst' | 'text';

export type PastLook = PlotLook & Readonly<Record<PastColour, string>>;

export interface PastLine {
  readonly points: readonly PastPoint[];
  readonly colour: PastColour;
  readonly dashed?: boolean;
  readonly strong?: boolean;
}

export interface PastDots {
  readonly points: readonly PastPoint[];
  readonly colour: PastColour;
}

export interface PastPicture {
  readonly lines: readonly PastLine[];
  readonly dots: readonly PastDots[];
}

/** Share of the width within which no label begins. */
const EDGE = 0.08;
const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const pad = (value: number): string => String(value).padStart(2, '0');

/** A moment on the time axis, as finely as the stretch that is shown asks for. */
export function timeLabel(at: number, span: number): string {
  const time = new Date(at);
  const day = `${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  if (span > YEAR_MS / 2) return `${time.getFullYear()}-${day}`;
  const midnight = time.getHours() === 0 && time.getMinutes() === 0;
  return span > 4 * DAY_MS || midnight ? day : `${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

/** Prices of the past as a plot. */
export function pastOption({ lines, dots }: PastPicture, look: PastLook): PlotOption {
  const points = [...lines, ...dots].flatMap((each) => each.points);
  const times = points.map(([at]) => at);
  const from = times.reduce((least, at) => Math.min(least, at), Infinity);
  const to = times.reduce((most, at) => Math.max(most, at), -Infinity);
  return {
    animation: false,
    grid: { left: 2, right: 56, top: 8, bottom: 20, outerBoundsMode: 'none' },
    ...plotAxes(
      look,
      {
        type: 'time',
        min: from,
        max: to,
        splitNumber: 3,
        axisLabel: {
          // A label at the very edge would be cut.
          formatter: (at: number) =>
            at - from < (to - from) * EDGE || to - at < (to - from) * EDGE ? '' : timeLabel(at, to - from),
        },
      },
      { scale: true, axisLabel: { formatter: (price: number) => showNumber(price, 4)?.text ?? '' } },
    ),
    series: [
      ...lines.map(({ points: data, colour, dashed, strong }) =>
        plotLine(data, {
          color: look[colour],
          width: strong ? 2 : 1.25,
          type: dashed ? [3, 3] : 'solid',
        }),
      ),
      ...dots.map(({ points: data, colour }) => ({
        type: 'scatter',
        data,
        silent: true,
        animation: false,
        symbolSize: 6,
        itemStyle: { color: look[colour] },
      })),
    ],
  };
}
