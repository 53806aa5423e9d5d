import { init, type Chart, type KLineData } from 'klinecharts';
import { runPage } from './page.ts';
import { HEIGHT, rowAt, WIDTH, type Rival, type Tick } from './rival.ts';

/** KLineChart; averages and volume are indicators of its own. */
let chart: Chart | null = null;
let feed: ((bar: KLineData) => void) | undefined;

const bar = ({ time, ...figures }: Tick): KLineData => ({ ...figures, timestamp: time * 1000 });

const rival: Rival = {
  create(element, candles) {
    chart = init(element);
    chart?.setSymbol({ ticker: 'TOKEN', pricePrecision: 6, volumePrecision: 0 });
    chart?.setPeriod({ type: 'minute', span: 5 });
    chart?.createIndicator('VOL');
    chart?.createIndicator({ name: 'MA', calcParams: [20], paneId: 'candle_pane' }, true);
    chart?.createIndicator({ name: 'EMA', calcParams: [50], paneId: 'candle_pane' }, true);
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
  edges() {
    const range = chart?.getVisibleRange();
    return [range?.realFrom ?? 0, range?.realTo ?? 0];
  },
};

runPage(rival, HEIGHT);
