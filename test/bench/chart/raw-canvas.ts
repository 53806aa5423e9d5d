import { CandleStore } from '../../../src-renderer/chart/candle-store.ts';
import { IndicatorRun } from '../../../src-renderer/chart/indicators/catalogue.ts';
import { runPage } from './page.ts';
import { columnsOf, HEIGHT, WIDTH, type Rival } from './rival.ts';

/**
 * For orientation, as no chart can do with less: candles, volumes, two averages, grid, axes and crosshair painted straight
 * onto one canvas, without layers, shapes or text measuring. Every change repaints the whole canvas, with each candle in
 * view.
 */
const AXIS = 72;
const FOOT = 26;
const VOLUME_TOP = 470;
const PLOT = WIDTH - AXIS;
const GRID = 44;
const COLOURS = { up: '#38b89e', down: '#f0826f', grid: '#1b2026', text: '#828d98' } as const;
const LINES = ['#6d93bd', '#c2946a'] as const;

const store = new CandleStore();
let runs: readonly IndicatorRun[] = [];
let context: CanvasRenderingContext2D | undefined;
let right = 0;
let spacing = 7;
let due = false;
/** Pixels of the canvas. */
let crosshair: { readonly x: number; readonly y: number } | undefined;

const toX = (position: number): number => PLOT - (right - position) * spacing;
const left = (): number => right - PLOT / spacing;
const pad = (value: number): string => String(value).padStart(2, '0');

function paint(on: CanvasRenderingContext2D): void {
  due = false;
  const first = Math.max(0, Math.floor(left()));
  const end = Math.min(store.length, Math.ceil(right));
  let low = Infinity;
  let high = -Infinity;
  let most = 0;
  for (let at = first; at < end; at += 1) {
    low = Math.min(low, store.low[at] as number);
    high = Math.max(high, store.high[at] as number);
    most = Math.max(most, store.volume[at] as number);
  }
  const toY = (price: number): number => 30 + (VOLUME_TOP - 40) * (1 - (price - low) / (high - low));
  const toPrice = (y: number): number => high - ((y - 30) / (VOLUME_TOP - 40)) * (high - low);
  on.clearRect(0, 0, WIDTH, HEIGHT);
  paintAxes(on, first, end, toPrice, toY, most);
  on.save();
  on.beginPath();
  on.rect(0, 0, PLOT, HEIGHT - FOOT);
  on.clip();
  const body = Math.max(1, Math.floor(spacing * 0.72));
  for (const rising of [true, false]) {
    on.fillStyle = rising ? COLOURS.up : COLOURS.down;
    for (let at = first; at < end; at += 1) {
      const open = store.open[at] as number;
      const close = store.close[at] as number;
      if (close >= open !== rising) continue;
      const x = Math.round(toX(at + 0.5));
      const top = Math.round(toY(Math.max(open, close)));
      const foot = Math.round(toY(Math.min(open, close)));
      const peak = Math.round(toY(store.high[at] as number));
      on.fillRect(x, peak, 1, Math.max(1, Math.round(toY(store.low[at] as number)) - peak));
      on.fillRect(x - (body >> 1), top, body, Math.max(1, foot - top));
      const tall = Math.round((HEIGHT - FOOT - VOLUME_TOP) * ((store.volume[at] as number) / most));
      on.globalAlpha = 0.5;
      on.fillRect(x - (body >> 1), HEIGHT - FOOT - tall, body, tall);
      on.globalAlpha = 1;
    }
  }
  for (const [which, run] of runs.entries()) {
    on.strokeStyle = LINES[which] as string;
    on.beginPath();
    for (let at = first; at < end; at += 1) {
      const value = run.columns[0]?.[at];
      if (value !== undefined && !Number.isNaN(value)) on.lineTo(toX(at + 0.5), toY(value));
    }
    on.stroke();
  }
  on.restore();
  paintCrosshair(on, toPrice);
}

const candleAt = (x: number): number => Math.floor(right - (PLOT - x) / spacing);

function paintCrosshair(on: CanvasRenderingContext2D, toPrice: (y: number) => number): void {
  if (crosshair === undefined) return;
  const at = candleAt(crosshair.x);
  const x = Math.round(toX(at + 0.5));
  const y = Math.round(crosshair.y);
  on.fillStyle = COLOURS.text;
  on.fillRect(x, 0, 1, HEIGHT - FOOT);
  on.fillRect(0, y, PLOT, 1);
  on.fillText(toPrice(y).toFixed(6), PLOT + 8, y);
  on.fillText(timeText(at), x - 14, HEIGHT - FOOT / 2);
}

function timeText(at: number): string {
  const date = new Date((store.time[at] ?? 0) * 1000);
  return `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
}

function paintAxes(
  on: CanvasRenderingContext2D,
  first: number,
  end: number,
  toPrice: (y: number) => number,
  toY: (price: number) => number,
  most: number,
): void {
  on.font = '11px sans-serif';
  on.textBaseline = 'middle';
  for (let y = 52; y < VOLUME_TOP; y += GRID) {
    on.fillStyle = COLOURS.grid;
    on.fillRect(0, y, PLOT, 1);
    on.fillStyle = COLOURS.text;
    on.fillText(toPrice(y).toFixed(6), PLOT + 8, y);
  }
  on.fillText(most.toFixed(0), PLOT + 8, VOLUME_TOP + 10);
  const every = Math.max(1, Math.ceil(96 / spacing));
  for (let at = Math.ceil(first / every) * every; at < end; at += every) {
    const x = Math.round(toX(at + 0.5));
    on.fillStyle = COLOURS.grid;
    on.fillRect(x, 0, 1, HEIGHT - FOOT);
    on.fillStyle = COLOURS.text;
    on.fillText(timeText(at), x - 14, HEIGHT - FOOT / 2);
  }
  const close = store.close[store.length - 1] as number;
  const y = toY(close);
  on.fillStyle = COLOURS.up;
  on.fillRect(PLOT, y - 9, AXIS, 18);
  on.fillStyle = '#12161a';
  on.fillText(close.toFixed(6), PLOT + 8, y);
}

function repaint(): void {
  if (due || context === undefined) return;
  due = true;
  const on = context;
  requestAnimationFrame(() => paint(on));
}

function show(count: number): void {
  spacing = PLOT / count;
  right = store.length;
  repaint();
}

const rival: Rival = {
  create(element, candles) {
    store.replace(candles);
    runs = [
      new IndicatorRun({ id: 'a', kind: 'sma', settings: [20] }, store),
      new IndicatorRun({ id: 'b', kind: 'ema', settings: [50] }, store),
    ];
    const canvas = document.createElement('canvas');
    const ratio = window.devicePixelRatio || 1;
    canvas.width = WIDTH * ratio;
    canvas.height = HEIGHT * ratio;
    canvas.style.width = `${WIDTH}px`;
    canvas.style.height = `${HEIGHT}px`;
    element.append(canvas);
    context = canvas.getContext('2d') ?? undefined;
    context?.scale(ratio, ratio);
    canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => {
      crosshair = { x: offsetX, y: offsetY };
      repaint();
    });
    right = store.length + 6;
    repaint();
  },
  tick(candle) {
    const before = store.length;
    const from = store.put(columnsOf(candle));
    right += store.length - before;
    for (const run of runs) run.follow(from);
    repaint();
  },
  pan(pixels) {
    right -= pixels / spacing;
    repaint();
  },
  zoom(factor) {
    const middle = (left() + right) / 2;
    spacing *= factor;
    right = middle + PLOT / 2 / spacing;
    repaint();
  },
  fit: () => show(store.length),
  showLast: show,
  last() {
    const at = store.length - 1;
    return [at, store.time[at] ?? 0, store.close[at] ?? 0];
  },
  edges: () => [left(), right],
  pointed: () => crosshair && candleAt(crosshair.x),
};

runPage(rival);
