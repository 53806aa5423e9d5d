/** Alerts that a profile keeps. */
export const MOST_ALERTS = 100;

/** How often an alert may go off: once, each time, or at most once in each candle of a period. */
export const ALERT_REPEATS = ['once', 'each', '5min', '1hour', '1day'] as const;
export type AlertRepeat = (typeof ALERT_REPEATS)[number];

/** An alert that goes off so often within an hour is paused: a price that swings around a level floods nobody. */
export const MOST_AN_HOUR = 10;

/**
 * `on`: it is watched. `paused`: by the user. `too-often`: paused by the app, see `MOST_AN_HOUR`. `done`: it was to go off
 * once, and did.
 */
export const ALERT_STATES = ['on', 'paused', 'too-often', 'done'] as const;

/** Times within which a price may move. Their minutes fit into one request. */
export const ALERT_WINDOWS = ['5min', '15min', '1hour', '4hour', '12hour'] as const;
export type AlertWindow = (typeof ALERT_WINDOWS)[number];

/** The largest move or spread that can be watched for, in basis points. */
export const MOST_MOVE_BPS = 99_999;

/**
 * The condition of an alert: a price in ADA for one whole token (plain digits), a move by a share within a time, a
 * volume in lovelace (plain digits) that is exceeded within a time, or a spread of the book that widens beyond a share
 * of the middle.
 */
export type AlertCondition =
  | { readonly kind: 'price'; readonly price: string }
  | { readonly kind: 'move'; readonly bps: number; readonly within: AlertWindow }
  | { readonly kind: 'volume'; readonly lovelace: string; readonly within: AlertWindow }
  | { readonly kind: 'spread'; readonly bps: number };
