import { init, type Chart, type KLineData } from 'klinecharts';
import { runPage } from './page.ts';
import { rowAt, WIDTH, type Rival, type Tick } from './rival.ts';

/** KLineChart; averages and volume are its own indicators. */
let chart: Chart | null = null;
let feed: ((bar: KLineData) => void) | undefined;
let pointedX: number | undefined;

const bar = ({ time, ...figures }: Tick): KLineData => ({ ...figures, timestamp: time * 1000 });
const length = (): number => chart?.getDataList().length ?? 0;
const plotWidth = (): number => chart?.getSize('candle_pane', 'main')?.width ?? WIDTH;

const rival: Rival = {
  create(element, candles) {
    chart = init(element, {
      // Bars are at least one pixel wide by default: all candles would not fit.
      layout: { barSpaceLimit: { min: 0.001 } },
      // The other charts show no figures in words, nor marks at the highest and the lowest price.
      styles: {
        candle: {
          tooltip: { showRule: 'none' },
          priceMark: { high: { show: false }, low: { show: false } },
        },
        indicator: { tooltip: { showRule: 'none' } },
      },
    });
    chart?.setSymbol({ ticker: 'TOKEN', pricePrecision: 6, volumePrecision: 0 });
    chart?.setPeriod({ type: 'minute', span: 5 });
    // It would have three averages.
    chart?.createIndicator({ name: 'VOL', calcParams: [] });
    chart?.createIndicator({ name: 'MA', calcParams: [20], paneId: 'candle_pane' }, true);
    chart?.createIndicator({ name: 'EMA', calcParams: [50], paneId: 'candle_pane' }, true);
    chart?.subscribeAction('onCrosshairChange', (crosshair) => {
      pointedX = crosshairX(crosshair);
    });
    const rows = Array.from(candles.time.keys(), (at) => bar(rowAt(candles, at)));
    chart?.setDataLoader({
      getBars: ({ type, callback }) => callback(type === 'init' ? rows : [], false),
      subscribeBar: ({ callback }) => {
        feed = callback;
      },
    });
  },
  tick: (candle) => feed?.(bar(candle)),
  pan: (pixels) => chart?.scrollByDistance(pixels),
  zoom: (factor) => chart?.zoomAtCoordinate(factor, { x: WIDTH / 2, y: 100 }),
  // Its view ends with the last candle, as `showLast` left it.
  fit: () => chart?.setBarSpace(plotWidth() / (length() + 2)),
  showLast(count) {
    chart?.setBarSpace(plotWidth() / count);
    chart?.scrollToDataIndex(length() - 1);
  },
  last() {
    const candle = chart?.getDataList().at(-1);
    return [length() - 1, (candle?.timestamp ?? 0) / 1000, candle?.close ?? 0];
  },
  edges() {
    const range = chart?.getVisibleRange();
    return [range?.realFrom ?? 0, range?.realTo ?? 0];
  },
  pointed() {
    if (pointedX === undefined) return undefined;
    const place = chart?.convertFromPixel([{ x: pointedX }], { paneId: 'candle_pane' });
    return [place ?? []].flat()[0]?.dataIndex;
  },
};

function crosshairX(crosshair: unknown): number | undefined {
  return typeof crosshair === 'object' && crosshair !== null && 'x' in crosshair
    ? Number(crosshair.x)
    : undefined;
}

runPage(rival);
