import { showCompact, showNumber } from '../format/price.ts';
import { plotAxes, plotLine, type PlotLook, type PlotOption } from './plot.ts';

/** One point of a cumulative curve: price and ADA. */
type Point = readonly [price: number, ada: number];

/** Both curves of a side: pools alone, and pools with resting orders. */
interface SideCurves {
  readonly pools: readonly Point[];
  readonly all: readonly Point[];
}

export interface DepthPicture {
  readonly bids: SideCurves;
  readonly asks: SideCurves;
  readonly mid: number;
  /** The stretch of prices that is shown. */
  readonly low: number;
  readonly high: number;
}

export interface DepthLook extends PlotLook {
  readonly up: string;
  readonly down: string;
}

const LEAST_ADA = 1;

/** The cumulative depth as a plot. Resting orders are the stronger layer that lies on the pools' paler one. */
export function depthOption(picture: DepthPicture, look: DepthLook): PlotOption {
  const { bids, asks, mid, low, high } = picture;
  const most = Math.max(LEAST_ADA, ...[...bids.all, ...asks.all].map(([, ada]) => ada));
  const area = (data: readonly Point[], color: string, opacity: number, dashed: boolean): PlotOption => ({
    ...plotLine(data, { color, width: 1.25, type: dashed ? [3, 3] : 'solid' }),
    areaStyle: { color, opacity },
  });
  const middle: readonly Point[] = [
    [mid, 0],
    [mid, most * 1.05],
  ];
  return {
    animation: false,
    grid: { left: 8, right: 52, top: 8, bottom: 20, outerBoundsMode: 'none' },
    ...plotAxes(
      look,
      {
        type: 'value',
        min: low,
        max: high,
        splitNumber: 4,
        axisLabel: {
          showMinLabel: false,
          showMaxLabel: false,
          formatter: (value: number) => showNumber(value, 4)?.text ?? '',
        },
      },
      {
        min: 0,
        max: most * 1.05,
        axisLabel: {
          showMaxLabel: false,
          formatter: (value: number) => showCompact(value)?.text ?? '',
        },
      },
    ),
    series: [
      area(bids.all, look.up, 0.28, false),
      area(asks.all, look.down, 0.28, false),
      area(bids.pools, look.up, 0.12, true),
      area(asks.pools, look.down, 0.12, true),
      plotLine(middle, { color: look.text, width: 1, type: [2, 4] }),
    ],
  };
}
