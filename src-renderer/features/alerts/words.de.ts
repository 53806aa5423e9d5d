import type { AlertRepeat, AlertWindow } from '#domain/alert.ts';
import type { Translation } from '#domain/words/catalogue.ts';
import type { AlertKind, words as english, Watched } from './words.ts';

export const alertWords: Translation<typeof english> = {
  condition: ({ watched }) => condition(watched),
  willNotify: ({ token, watched }) => `Touchstone benachrichtigt Sie, wenn ${token} ${clause(watched)}.`,
  repeat: ({ repeat }) => REPEATS[repeat],
  window: ({ within }) => WINDOWS[within],

  newAlert: 'Neuer Alarm',
  chooseToken: 'Wählen Sie einen Token, um von seinem Kurs, Volumen oder Spread zu erfahren.',
  watchFor: 'Worauf zu achten ist',
  verb: ({ kind }) => VERBS[kind],
  field: ({ kind, token }) => `${FIELDS[kind]} ${token}`,
  unit: ({ kind }) => UNITS[kind],
  priceHint: 'Kurs',
  within: 'Innerhalb von',
  howOftenLabel: 'Wie oft er auslösen darf',
  add: 'Alarm hinzufügen',
  watched: ({ alerts }) => `${alerts} aktiv`,
  none: 'Noch keine Alarme.',
  noneHint:
    'Ein Alarm meldet Ihnen einen Kurs, ein Volumen oder einen Spread, auch während dieses Fenster verborgen ist. Wird ein Kurs gekreuzt, während Touchstone geschlossen ist, erfahren Sie es beim nächsten Start.',

  alerts: 'Alarme',
  token: 'Token',
  goesOff: 'Löst aus, wenn er',
  away: 'Abstand',
  state: 'Status',
  howOften: 'Wie oft',
  last: 'Zuletzt',
  actions: 'Aktionen',
  alert: ({ token, watched }) => `${token} ${condition(watched)}`,
  showChart: ({ token }) => `Chart von ${token} anzeigen`,
  times: ({ age, times }) => `${age}, ${times}-mal`,
  limitOrder: ({ alert }) => `Limit-Order zu diesem Kurs: ${alert}`,
  pause: ({ alert }) => `Anhalten: ${alert}`,
  watchAgain: ({ alert }) => `Wieder beobachten: ${alert}`,
  remove: ({ alert }) => `Löschen: ${alert}`,
  removed: 'Der Alarm ist gelöscht.',

  waiting: 'Wartet auf Kurse',
  watching: 'Aktiv',
  wentOff: 'Ausgelöst',
  paused: 'Angehalten',
  tooOften: 'Angehalten: zu oft',
  tooOftenTitle: ({ times }) =>
    `Er hat innerhalb einer Stunde ${times}-mal ausgelöst. Beobachten Sie wieder, wenn sich der Kurs beruhigt hat.`,

  line: 'Alarm',
  lineAt: ({ price }) => `Alarm bei ${price} ADA`,
  lineDrag: ({ repeat }) => `${REPEATS[repeat]}. Zum Verschieben ziehen.`,
  lineDelete: 'Diesen Alarm löschen',
};

const REPEATS: Readonly<Record<AlertRepeat, string>> = {
  once: 'Einmal',
  each: 'Jedes Mal',
  '5min': 'Je Kerze (5 min)',
  '1hour': 'Je Kerze (1 h)',
  '1day': 'Je Kerze (1 d)',
};

/** After _in_. */
const WINDOWS: Readonly<Record<AlertWindow, string>> = {
  '5min': '5 min',
  '15min': '15 min',
  '1hour': '1 h',
  '4hour': '4 h',
  '12hour': '12 h',
};

const VERBS: Readonly<Record<AlertKind, string>> = {
  price: 'kreuzt',
  move: 'bewegt sich um',
  volume: 'hat einen Umsatz über',
  spread: 'hat einen Spread über',
};

const FIELDS: Readonly<Record<AlertKind, string>> = {
  price: 'Kurs in ADA je',
  move: 'Bewegung in Prozent, auf oder ab, von',
  volume: 'Volumen in ADA von',
  spread: 'Spread in Prozent von',
};

const UNITS: Readonly<Record<AlertKind, string>> = {
  price: 'ADA',
  move: '% in',
  volume: 'ADA in',
  spread: '%',
};

function condition(watched: Watched): string {
  switch (watched.kind) {
    case 'price':
      return `kreuzt ${watched.price} ADA`;
    case 'move':
      return `bewegt sich um ${watched.share} in ${WINDOWS[watched.within]}`;
    case 'volume':
      return `hat einen Umsatz über ${watched.volume} in ${WINDOWS[watched.within]}`;
    case 'spread':
      return `hat einen Spread über ${watched.share}`;
  }
}

/** The same after _wenn_. */
function clause(watched: Watched): string {
  switch (watched.kind) {
    case 'price':
      return `${watched.price} ADA kreuzt`;
    case 'move':
      return `sich um ${watched.share} in ${WINDOWS[watched.within]} bewegt`;
    case 'volume':
      return `einen Umsatz über ${watched.volume} in ${WINDOWS[watched.within]} hat`;
    case 'spread':
      return `einen Spread über ${watched.share} hat`;
  }
}
