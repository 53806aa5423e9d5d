import type { AlertCondition, AlertRepeat, AlertWindow } from '#domain/alert.ts';
import { LOOK_BACK } from '#domain/words/phrases.en.ts';
import { inLanguage } from '../../words/in-language.ts';

export type AlertKind = AlertCondition['kind'];

/** The condition of an alert. Prices in ADA. */
export type Watched =
  | { readonly kind: 'price'; readonly price: string }
  | { readonly kind: 'move'; readonly share: string; readonly within: AlertWindow }
  | { readonly kind: 'volume'; readonly volume: string; readonly within: AlertWindow }
  | { readonly kind: 'spread'; readonly share: string };

/** Alerts of prices, volumes and spreads. */
export const words = inLanguage('features/alerts/words', {
  /** After the name of the token. */
  condition: ({ watched }: { readonly watched: Watched }) => condition(watched),
  willNotify: ({ token, watched }: { readonly token: string; readonly watched: Watched }) =>
    `Touchstone will notify you when ${token} ${condition(watched)}.`,
  repeat: ({ repeat }: { readonly repeat: AlertRepeat }) => REPEATS[repeat],
  window: ({ within }: { readonly within: AlertWindow }) => LOOK_BACK[within],

  // The form that makes alerts.
  newAlert: 'New alert',
  chooseToken: 'Choose a token to be notified of its price, volume or spread.',
  watchFor: 'What to watch for',
  verb: ({ kind }: { readonly kind: AlertKind }) => VERBS[kind],
  field: ({ kind, token }: { readonly kind: AlertKind; readonly token: string }) =>
    `${FIELDS[kind]} ${token}`,
  unit: ({ kind }: { readonly kind: AlertKind }) => UNITS[kind],
  priceHint: 'price',
  within: 'Within',
  howOftenLabel: 'How often it may go off',
  add: 'Add alert',
  watched: ({ alerts }: { readonly alerts: number }) => `${alerts} watched`,
  none: 'No alerts yet.',
  noneHint:
    'An alert notifies you of a price, a volume or a spread, even while this window is hidden. If a price is crossed while Touchstone is closed, you hear of it on the next start.',

  // The list.
  alerts: 'Alerts',
  token: 'Token',
  goesOff: 'Goes off when it',
  away: 'Away',
  state: 'State',
  howOften: 'How often',
  last: 'Last',
  actions: 'Actions',
  /** An alert, for the names of its buttons. */
  alert: ({ token, watched }: { readonly token: string; readonly watched: Watched }) =>
    `${token} ${condition(watched)}`,
  showChart: ({ token }: { readonly token: string }) => `Show the chart of ${token}`,
  times: ({ age, times }: { readonly age: string; readonly times: number }) => `${age}, ${times} times`,
  limitOrder: ({ alert }: { readonly alert: string }) => `Limit order at the price: ${alert}`,
  pause: ({ alert }: { readonly alert: string }) => `Pause: ${alert}`,
  watchAgain: ({ alert }: { readonly alert: string }) => `Watch again: ${alert}`,
  remove: ({ alert }: { readonly alert: string }) => `Delete: ${alert}`,
  removed: 'The alert is deleted.',

  waiting: 'Waiting for prices',
  watching: 'Watching',
  wentOff: 'Went off',
  paused: 'Paused',
  tooOften: 'Paused: too often',
  tooOftenTitle: ({ times }: { readonly times: number }) =>
    `It went off ${times} times within an hour. Watch it again once the price has settled.`,

  // Its line in the chart.
  line: 'Alert',
  lineAt: ({ price }: { readonly price: string }) => `Alert at ${price} ADA`,
  lineDrag: ({ repeat }: { readonly repeat: AlertRepeat }) => `${REPEATS[repeat]}. Drag it to move it.`,
  lineDelete: 'Delete this alert',
});

const REPEATS: Readonly<Record<AlertRepeat, string>> = {
  once: 'Once',
  each: 'Each time',
  '5min': 'Once per 5 min candle',
  '1hour': 'Once per 1 h candle',
  '1day': 'Once per 1 d candle',
};

const VERBS: Readonly<Record<AlertKind, string>> = {
  price: 'crosses',
  move: 'moves',
  volume: 'trades',
  spread: 'has a spread above',
};

const FIELDS: Readonly<Record<AlertKind, string>> = {
  price: 'Price in ADA for one',
  move: 'Move in percent, up or down, of',
  volume: 'Volume in ADA of',
  spread: 'Spread in percent of',
};

const UNITS: Readonly<Record<AlertKind, string>> = {
  price: 'ADA',
  move: '% within',
  volume: 'ADA within',
  spread: '%',
};

function condition(watched: Watched): string {
  switch (watched.kind) {
    case 'price':
      return `crosses ${watched.price} ADA`;
    case 'move':
      return `moves ${watched.share} within ${LOOK_BACK[watched.within]}`;
    case 'volume':
      return `trades ${watched.volume} within ${LOOK_BACK[watched.within]}`;
    case 'spread':
      return `has a spread above ${watched.share}`;
  }
}
