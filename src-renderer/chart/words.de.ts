import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './words.ts';

export const chartWords: Translation<typeof english> = {
  months: 'Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez',
  weekdays: 'So|Mo|Di|Mi|Do|Fr|Sa',
  dayOfMonth: ({ day, month }) => `${day}.\u00a0${month}`,
  fullDay: ({ weekday, day, month, year }) => `${weekday} ${day}. ${month} ${year}`,
  daysAndHours: ({ days, hours }) => `${days}d ${hours}h`,
  minutes: ({ figure }) => `${figure} min`,
  hours: ({ figure }) => `${figure} h`,
  days: ({ figure }) => `${figure} d`,
  bars: ({ bars }) => (bars === 1 ? '1 Kerze' : `${bars} Kerzen`),

  lineAt: ({ line, label, price }) => `${label} ${line === 'alert' ? 'bei' : 'zu'} ${price}`,

  text: 'Text',
  volume: 'Volumen',
  noCandles: 'Keine Kerzen im Bild.',
  notKnown: 'nicht bekannt',
  utc: 'UTC',
  localTime: 'Ortszeit',
  trend: ({ trend }) => TRENDS[trend],
  candles: ({ candles, from, to, zone }) =>
    `${candles === 1 ? '1 Kerze' : `${candles} Kerzen`} von ${from} bis ${to}, ${zone}.`,
  moved: ({ trend, from, to, change }) => `${trend}: von ${from} auf ${to}, ${change}.`,
  extremes: ({ highest, highestAt, lowest, lowestAt, volume }) =>
    `Höchster Kurs ${highest} am ${highestAt}, tiefster ${lowest} am ${lowestAt}, Volumen ${volume}.`,

  rsi: 'Relative-Stärke-Index',
  macd: 'Konvergenz und Divergenz gleitender Durchschnitte',
  atr: 'Mittlere wahre Spanne',
  stochastic: 'Stochastik',
  obv: 'On-Balance-Volumen',
  sma: 'Einfacher gleitender Durchschnitt',
  ema: 'Exponentieller gleitender Durchschnitt',
  wma: 'Gewichteter gleitender Durchschnitt',
  bollinger: 'Bollinger-Bänder',
  vwap: 'Volumengewichteter Durchschnittskurs',
  length: 'Länge',
  fast: 'Schnell',
  slow: 'Langsam',
  signal: 'Signal',
  smoothing: 'Glättung',
  histogram: 'Histogramm',
  average: 'Durchschnitt',
  deviations: 'Abweichungen',
  middle: 'Mitte',
  upper: 'Oben',
  lower: 'Unten',
  daysOfVwap: 'Tage, 0 für alle',
};

const TRENDS = { little: 'Kaum verändert', up: 'Gestiegen', down: 'Gefallen' } as const;
