import type { CandleColumns, LiveChartView } from '#contract/charts.ts';
import type { MarketFiguresView, TrendingRowView } from '#contract/markets.ts';
import { bucketEnd, bucketStart, PERIOD_SECONDS, type Candle, type ChartPeriod } from '#domain/candle.ts';
import { hashOfFake, poolsOfFake, tokensOfFake, type FakeToken } from './fake-market.ts';

const ADA = 'ADA';
const FIRST_TRADE = Date.UTC(2023, 0, 1) / 1000;

export const noCandles = (): CandleColumns => ({
  time: [],
  open: [],
  high: [],
  low: [],
  close: [],
  volume: [],
});

export const idleChart: LiveChartView = {
  key: 'none',
  kind: 'snapshot',
  state: 'idle',
  orientation: 'assumed',
  candles: noCandles(),
};

/** Candles as the contract carries them. */
export function columnsOf(candles: readonly Candle[]): CandleColumns {
  const columns = noCandles();
  for (const { volume = null, ...candle } of candles) {
    for (const name of ['time', 'open', 'high', 'low', 'close'] as const) columns[name].push(candle[name]);
    columns.volume.push(volume);
  }
  return columns;
}

/** Invented candles of `[from, to)`, the same for the same pair and period; some buckets have none. */
function fakeCandles(
  base: string,
  quote: string,
  period: ChartPeriod,
  from: number,
  to: number,
): readonly Candle[] {
  const seed = parseInt(hashOfFake(`${base}/${quote}`).slice(0, 6), 16);
  const price = priceOf(base) / priceOf(quote);
  const seconds = PERIOD_SECONDS[period];
  const at = (time: number): number => {
    const days = time / 86_400;
    const wave = Math.sin(days / 9 + seed) * 0.2 + Math.sin(days * 3 + seed * 2) * 0.03;
    return price * (1 + wave + Math.sin(days * 97 + seed * 3) * 0.006);
  };
  const candles: Candle[] = [];
  for (
    let time = bucketStart(Math.max(from, FIRST_TRADE) + seconds - 1, period);
    time < to;
    time = bucketEnd(time, seconds)
  ) {
    if ((time / seconds + seed) % 37 === 5) continue;
    const [open, close] = [at(time), at(time + seconds)];
    const swing = 1 + Math.abs(Math.sin(time + seed)) * 0.004;
    candles.push({
      time,
      open,
      high: Math.max(open, close) * swing,
      low: Math.min(open, close) / swing,
      close,
      volume: Math.abs(Math.sin(time / seconds + seed)) * seconds * 2,
    });
  }
  return candles;
}

/** The last `count` candles before a moment, as `chart.history` answers them. */
export function fakeHistory(base: string, quote: string, period: ChartPeriod, to: number, count: number) {
  const from = Math.max(FIRST_TRADE, to - Math.ceil(count * 1.1) * PERIOD_SECONDS[period]);
  const candles = fakeCandles(base, quote, period, from, to);
  const kept = candles.slice(-count);
  const start = kept.length < candles.length ? (kept[0]?.time ?? from) : from;
  return { candles: columnsOf(kept), from: start, beginning: start <= FIRST_TRADE };
}

export function fakeFigures(token: FakeToken, now: number): MarketFiguresView {
  const to = Math.floor(now / 1000);
  const hours = fakeCandles(token.id, ADA, '1hour', to - 86_400, to);
  const [first, last] = [hours[0]?.open ?? token.price, hours.at(-1)?.close ?? token.price];
  return {
    id: token.id,
    priceAda: last,
    priceAt: now,
    change24h: last / first - 1,
    high24h: Math.max(...hours.map(({ high }) => high)),
    low24h: Math.min(...hours.map(({ low }) => low)),
    volume24hAda: hours.reduce((sum, { volume = 0 }) => sum + volume, 0),
    buys24h: 312,
    sales24h: 287,
    liquidityAda: liquidityOf(token),
    spark: hours.map(({ close }) => close),
  };
}

export function fakeTrending(now: number): { rows: TrendingRowView[]; at: number } {
  const rows = tokensOfFake.map((token) => {
    const { change24h = 0, volume24hAda = 0, priceAda = token.price } = fakeFigures(token, now);
    const { price: _price, ...view } = token;
    return {
      token: view,
      volumeAda: volume24hAda,
      change: change24h,
      liquidityAda: liquidityOf(token),
      priceAda,
    };
  });
  return { rows: rows.toSorted((left, right) => right.volumeAda - left.volumeAda), at: now };
}

function liquidityOf(token: FakeToken): number {
  return poolsOfFake(token).reduce((sum, { ada }) => sum + Number(ada) / 1e6, 0);
}

function priceOf(asset: string): number {
  return tokensOfFake.find(({ id }) => id === asset)?.price ?? 1;
}
