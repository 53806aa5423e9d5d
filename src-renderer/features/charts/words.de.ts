import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english, PlaceValues } from './words.ts';

const DRAWINGS = {
  horizontal: 'Horizontale Linie',
  trend: 'Trendlinie',
  ray: 'Strahl',
  channel: 'Parallelkanal',
  fibonacci: 'Fibonacci-Retracement',
  extension: 'Fibonacci-Extension',
  text: 'Text',
  measure: 'Messung',
} as const;

const SCALES = {
  linear: 'Lineare Skala',
  logarithmic: 'Logarithmische Skala',
  percent: 'Prozentskala',
} as const;

const DASHES = { solid: 'durchgezogen', dashed: 'gestrichelt', dotted: 'gepunktet' } as const;

function pointOf({ point }: PlaceValues): string {
  return point === undefined ? '' : `, Punkt ${point.number} von ${point.of}`;
}

export const chartWords: Translation<typeof english> = {
  chart: 'Chart',
  chartOf: ({ pair }) => (pair === undefined ? 'Chart ohne Paar' : `Chart von ${pair}`),
  candleChart: 'Kerzenchart',
  loading: 'Kerzen werden geladen…',
  nothingTraded: ({ pair }) =>
    `In ${pair} wurde noch nichts gehandelt. Wählen Sie eine längere Periode oder ein anderes Paar.`,
  lineAt: ({ price }) => `${price} ADA. Eingabe verschiebt die Linie, Esc lässt sie, wo sie ist.`,

  candle: ({ moment, open, high, low, close, change, volume }) =>
    `${moment}: Eröffnung ${open}, Hoch ${high}, Tief ${low}, Schluss ${close}${change === undefined ? '' : `, ${change}`}, ${volume === undefined ? 'Volumen nicht bekannt' : `Volumen ${volume} ADA`}`,
  tool: ({ kind, points }) =>
    `${DRAWINGS[kind]}: Pfeiltasten wählen die Stelle, ${points === 1 ? 'Eingabe setzt die Zeichnung' : `Eingabe setzt jeden ihrer ${points} Punkte`}, Esc bricht ab.`,
  placing: (place) => `${place.price}, ${place.moment}${pointOf(place)}`,
  moving: (place) => `${DRAWINGS[place.kind]}${pointOf(place)}, ${place.price}, ${place.moment}`,

  open: 'Eröffnung',
  high: 'Hoch',
  low: 'Tief',
  close: 'Schluss',
  volumeOf: 'Volumen',
  openLetter: 'O',
  highLetter: 'H',
  lowLetter: 'L',
  closeLetter: 'C',
  volumeLetter: 'V',
  sinceEdge: 'seit dem linken Rand',
  volumeInAda: 'Volumen, ADA',

  stale: ({ stopped, age }) =>
    `${stopped ? 'Dieser Chart ist nicht verbunden.' : 'Der Datenstrom dieses Charts schweigt.'}${age === undefined ? '' : ` Was gezeichnet ist, ist ${age} alt.`}`,
  moveTo: ({ order }) => `Verschieben auf: ${order}`,
  buyAtPrice: 'Zu diesem Kurs kaufen',
  sellAtPrice: 'Zu diesem Kurs verkaufen',
  alertAtPrice: 'Alarm bei diesem Kurs',

  period: 'Periode',
  periodIs: ({ period }) => `Periode: ${period}`,
  short20s: '20s',
  short1min: '1m',
  short5min: '5m',
  short15min: '15m',
  short30min: '30m',
  short1hour: '1h',
  short2hour: '2h',
  short4hour: '4h',
  short12hour: '12h',
  short1day: '1T',
  short1week: '1W',
  short1month: '1M',
  long20s: '20 Sekunden',
  long1min: '1 Minute',
  long5min: '5 Minuten',
  long15min: '15 Minuten',
  long30min: '30 Minuten',
  long1hour: '1 Stunde',
  long2hour: '2 Stunden',
  long4hour: '4 Stunden',
  long12hour: '12 Stunden',
  long1day: '1 Tag',
  long1week: '1 Woche',
  long1month: '1 Monat',

  typeIs: ({ type }) => `Charttyp: ${type}`,
  candles: 'Kerzen',
  hollow: 'Hohle Kerzen',
  bars: 'Balken',
  line: 'Linie',
  area: 'Fläche',
  heikinAshi: 'Heikin-Ashi',

  indicators: 'Indikatoren',
  stopComparing: 'Vergleich beenden',
  compare: 'Mit einem anderen Paar vergleichen',
  scaleTimeColours: 'Skala, Zeit und Farben',
  // They come after the word for a scale.
  linear: 'linear',
  logarithmic: 'logarithmisch',
  percent: 'in Prozent',
  scale: ({ scale }) => SCALES[scale],
  localTime: 'Ortszeit',
  volume: 'Volumen',
  averageCost: 'Einstandskurs',
  greenAndRed: 'Grün und Rot',
  blueAndOrange: 'Blau und Orange',
  picture: 'Bild des Charts',
  copyPicture: 'Bild kopieren',
  savePicture: 'Bild speichern',
  pictureCopied: 'Bild kopiert.',
  noPictures: 'Die Zwischenablage nimmt hier keine Bilder an. Speichern Sie es stattdessen.',
  caption: ({ pair, period, at }) => `${pair} · ${period} · Touchstone · ${at} UTC`,
  notConfirmed: 'Keine andere Angabe des Dienstes bestätigt die Richtung dieser Kurse',
  directionAssumed: 'Richtung angenommen',
  backToDesk: 'Vollbild beenden',
  leaveFullScreen: 'Vollbild beenden',
  moveOut: 'In ein eigenes Fenster verschieben',
  bringBack: 'Ins Handelsfenster zurückholen',
  fullScreen: 'Vollbild',
  savedAs: ({ path }) => `Gespeichert als ${path}.`,
  saved: 'Gespeichert.',
  notSaved: 'Nicht gespeichert.',
  copyPrice: 'Kurs kopieren',
  priceIs: ({ price }) => `Kurs ${price}`,
  heightOf: ({ pane }) => `Höhe von ${pane}`,

  loadingShort: 'lädt',
  loadingLong: 'Kerzen werden geladen',
  liveShort: 'live',
  liveLong: 'Kerzen kommen laufend',
  lateShort: 'verspätet',
  lateLong: 'Der Datenstrom schweigt oder wird neu verbunden',
  pollingShort: 'Abruf',
  pollingLong: 'Ohne Datenstrom: Abruf in Abständen',
  stoppedShort: 'getrennt',
  stoppedLong: 'Nicht verbunden: keine neuen Kerzen',
  lastMessage: ({ state, at }) => `${state}; letzte Meldung um ${at}`,
  since: ({ at }) => `seit ${at}`,

  drawing: 'Zeichnen',
  crosshair: 'Fadenkreuz',
  horizontal: DRAWINGS.horizontal,
  trend: DRAWINGS.trend,
  ray: DRAWINGS.ray,
  channel: DRAWINGS.channel,
  fibonacci: DRAWINGS.fibonacci,
  extension: DRAWINGS.extension,
  text: DRAWINGS.text,
  measure: DRAWINGS.measure,
  undo: 'Rückgängig',
  redo: 'Wiederherstellen',
  removeAll: 'Alle Zeichnungen löschen',
  removeAgain: ({ drawings }) =>
    drawings === 1
      ? 'Noch einmal drücken, um die Zeichnung zu löschen'
      : `Noch einmal drücken, um alle ${drawings} Zeichnungen zu löschen`,
  selected: ({ kind }) => `${DRAWINGS[kind]}, ausgewählt`,
  remove: ({ kind }) => `${DRAWINGS[kind]} löschen`,
  colour: 'Farbe',
  standardColour: 'Standardfarbe',
  colourNumber: ({ number }) => `Farbe ${number}`,
  width: ({ pixels }) => `Stärke: ${pixels} px`,
  dash: ({ dash }) => `Linie: ${DASHES[dash]}`,

  shown: 'Angezeigt',
  add: 'Hinzufügen',
  noIndicators: 'Noch keine Indikatoren. Fügen Sie unten einen hinzu.',
  removeIndicator: ({ indicator }) => `${indicator} entfernen`,
};
