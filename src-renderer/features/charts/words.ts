import { inLanguage } from '../../words/in-language.ts';

const DRAWINGS = {
  horizontal: 'Horizontal line',
  trend: 'Trend line',
  ray: 'Ray',
  channel: 'Parallel channel',
  fibonacci: 'Fibonacci retracement',
  extension: 'Fibonacci extension',
  text: 'Text',
  measure: 'Measure',
} as const;

type Drawing = keyof typeof DRAWINGS;

const SCALES = { linear: 'Linear', logarithmic: 'Logarithmic', percent: 'Percent' } as const;

type Scale = keyof typeof SCALES;

/** How a line is drawn. */
type Dash = 'solid' | 'dashed' | 'dotted';

/** Figures of a candle as they are written elsewhere; absent where they are not known. */
export interface CandleValues {
  readonly moment: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly change?: string | undefined;
  /** In ADA. */
  readonly volume?: string | undefined;
}

/** A place that keys have moved to, and which point of the drawing, counted from 1, it is for. */
export interface PlaceValues {
  readonly price: string;
  readonly moment: string;
  readonly point?: { readonly number: number; readonly of: number } | undefined;
}

function pointOf({ point }: PlaceValues): string {
  return point === undefined ? '' : `, point ${point.number} of ${point.of}`;
}

export const words = inLanguage('features/charts/words', {
  chart: 'Chart',
  chartOf: ({ pair }: { readonly pair?: string | undefined }) => `Chart of ${pair ?? 'no pair'}`,
  candleChart: 'candle chart',
  loading: 'Loading candles…',
  nothingTraded: ({ pair }: { readonly pair: string }) =>
    `Nothing traded in ${pair} yet. Choose a longer period or another pair.`,
  lineAt: ({ price }: { readonly price: string }) => `${price} ADA. Enter moves it, Escape leaves it.`,

  candle: ({ moment, open, high, low, close, change, volume }: CandleValues) =>
    `${moment}: open ${open}, high ${high}, low ${low}, close ${close}${change === undefined ? '' : `, ${change}`}, ${volume === undefined ? 'volume not known' : `volume ${volume} ADA`}`,
  tool: ({ kind, points }: { readonly kind: Drawing; readonly points: number }) =>
    `${DRAWINGS[kind]}: arrow keys choose the place, ${points === 1 ? 'Enter places it' : `Enter sets each of its ${points} points`}, Escape leaves it.`,
  placing: (place: PlaceValues) => `${place.price} at ${place.moment}${pointOf(place)}`,
  moving: (place: PlaceValues & { readonly kind: Drawing }) =>
    `${DRAWINGS[place.kind]}${pointOf(place)}, ${place.price} at ${place.moment}`,

  open: 'open',
  high: 'high',
  low: 'low',
  close: 'close',
  volumeOf: 'volume',
  openLetter: 'O',
  highLetter: 'H',
  lowLetter: 'L',
  closeLetter: 'C',
  volumeLetter: 'V',
  sinceEdge: 'since the left edge',
  volumeInAda: 'Volume, ADA',

  stale: ({ stopped, age }: { readonly stopped: boolean; readonly age: string | undefined }) =>
    `${stopped ? 'This chart is not connected.' : 'The stream of this chart is silent.'}${age === undefined ? '' : ` What is drawn is ${age} old.`}`,
  moveTo: ({ order }: { readonly order: string }) => `Move to: ${order}`,
  buyAtPrice: 'Buy at this price',
  sellAtPrice: 'Sell at this price',
  alertAtPrice: 'Alert at this price',

  period: 'Period',
  periodIs: ({ period }: { readonly period: string }) => `Period: ${period}`,
  short20s: '20s',
  short1min: '1m',
  short5min: '5m',
  short15min: '15m',
  short30min: '30m',
  short1hour: '1h',
  short2hour: '2h',
  short4hour: '4h',
  short12hour: '12h',
  short1day: '1d',
  short1week: '1w',
  short1month: '1M',
  long20s: '20 seconds',
  long1min: '1 minute',
  long5min: '5 minutes',
  long15min: '15 minutes',
  long30min: '30 minutes',
  long1hour: '1 hour',
  long2hour: '2 hours',
  long4hour: '4 hours',
  long12hour: '12 hours',
  long1day: '1 day',
  long1week: '1 week',
  long1month: '1 month',

  typeIs: ({ type }: { readonly type: string }) => `Chart type: ${type}`,
  candles: 'Candles',
  hollow: 'Hollow candles',
  bars: 'Bars',
  line: 'Line',
  area: 'Area',
  heikinAshi: 'Heikin-Ashi',

  indicators: 'Indicators',
  stopComparing: 'Stop comparing',
  compare: 'Compare with another pair',
  scaleTimeColours: 'Scale, time and colours',
  linear: SCALES.linear,
  logarithmic: SCALES.logarithmic,
  percent: SCALES.percent,
  scale: ({ scale }: { readonly scale: Scale }) => `${SCALES[scale]} scale`,
  localTime: 'Local time',
  volume: 'Volume',
  averageCost: 'Average cost',
  greenAndRed: 'Green and red',
  blueAndOrange: 'Blue and orange',
  picture: 'Picture of the chart',
  copyPicture: 'Copy the picture',
  savePicture: 'Save the picture',
  pictureCopied: 'Picture copied.',
  noPictures: 'The clipboard does not accept pictures here. Save it instead.',
  /** `at`: date and time, UTC. */
  caption: ({ pair, period, at }: { readonly pair: string; readonly period: string; readonly at: string }) =>
    `${pair} · ${period} · Touchstone · ${at} UTC`,
  notConfirmed: 'No other figure of the service confirms the direction of these prices',
  directionAssumed: 'direction assumed',
  backToDesk: 'Back to the desk',
  leaveFullScreen: 'Leave full screen',
  moveOut: 'Move to a separate window',
  bringBack: 'Bring back to the desk',
  fullScreen: 'Full screen',
  savedAs: ({ path }: { readonly path: string }) => `Saved as ${path}.`,
  saved: 'Saved.',
  notSaved: 'Not saved.',
  copyPrice: 'Copy price',
  priceIs: ({ price }: { readonly price: string }) => `Price ${price}`,
  heightOf: ({ pane }: { readonly pane: string }) => `Height of ${pane}`,

  loadingShort: 'loading',
  loadingLong: 'Loading candles',
  liveShort: 'live',
  liveLong: 'Candles are streaming',
  lateShort: 'late',
  lateLong: 'The stream is silent or reconnecting',
  pollingShort: 'polling',
  pollingLong: 'Without a stream: polled at intervals',
  stoppedShort: 'stopped',
  stoppedLong: 'Not connected: no new candles',
  lastMessage: ({ state, at }: { readonly state: string; readonly at: string }) =>
    `${state}; last message at ${at}`,
  since: ({ at }: { readonly at: string }) => `since ${at}`,

  drawing: 'Drawing',
  crosshair: 'Crosshair',
  horizontal: DRAWINGS.horizontal,
  trend: DRAWINGS.trend,
  ray: DRAWINGS.ray,
  channel: DRAWINGS.channel,
  fibonacci: DRAWINGS.fibonacci,
  extension: DRAWINGS.extension,
  text: DRAWINGS.text,
  measure: DRAWINGS.measure,
  undo: 'Undo',
  redo: 'Redo',
  removeAll: 'Remove all drawings',
  removeAgain: ({ drawings }: { readonly drawings: number }) =>
    `Press again to remove ${drawings === 1 ? 'the drawing' : `all ${drawings} drawings`}`,
  selected: ({ kind }: { readonly kind: Drawing }) => `${DRAWINGS[kind]}, selected`,
  remove: ({ kind }: { readonly kind: Drawing }) => `Remove the ${DRAWINGS[kind].toLowerCase()}`,
  colour: 'Colour',
  standardColour: 'Standard colour',
  colourNumber: ({ number }: { readonly number: number }) => `Colour ${number}`,
  width: ({ pixels }: { readonly pixels: number }) => `Width: ${pixels} px`,
  dash: ({ dash }: { readonly dash: Dash }) => `Line: ${dash}`,

  shown: 'Shown',
  add: 'Add',
  noIndicators: 'No indicators yet. Add one below.',
  removeIndicator: ({ indicator }: { readonly indicator: string }) => `Remove ${indicator}`,
});
