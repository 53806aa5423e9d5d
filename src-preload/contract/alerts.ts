import * as v from 'valibot';
import { ALERT_REPEATS, ALERT_STATES, ALERT_WINDOWS, MOST_ALERTS, MOST_MOVE_BPS } from '#domain/alert.ts';
import { LARGEST_QUANTITY } from '#domain/amount.ts';
import { assetId, count, epoch, identifier, none } from './codec.ts';
import { type DeskTable, quiet, topic } from './table.ts';

/** A price as the user typed it: ADA for one whole token. Main reads it exactly. */
const typedAlertPrice = v.pipe(v.string(), v.maxLength(100));

const share = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_MOVE_BPS));

/** Lovelace: more than none, and no more than there can be in one place. */
export const alertVolume = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,18}$/),
  v.check((text) => BigInt(text) <= LARGEST_QUANTITY),
);

/** See `AlertCondition`; a price is as it was typed where an alert is made, and in plain digits where it is shown. */
const alertCondition = v.variant('kind', [
  v.strictObject({ kind: v.literal('price'), price: typedAlertPrice }),
  v.strictObject({
    kind: v.literal('move'),
    bps: share,
    within: v.picklist(ALERT_WINDOWS),
  }),
  v.strictObject({
    kind: v.literal('volume'),
    lovelace: alertVolume,
    within: v.picklist(ALERT_WINDOWS),
  }),
  v.strictObject({ kind: v.literal('spread'), bps: share }),
]);

const alertRepeat = v.picklist(ALERT_REPEATS);

/** An alert on the market of a token and ADA. */
export const alert = v.strictObject({
  id: identifier,
  token: assetId,
  condition: alertCondition,
  repeat: alertRepeat,
  state: v.picklist(ALERT_STATES),
  madeAt: epoch,
  /** When the user was last notified, and how often it has gone off. */
  lastAt: v.optional(epoch),
  times: count,
  /** When the prices of its token were last looked at; absent: not in this session. */
  checkedAt: v.optional(epoch),
});
export type AlertView = v.InferOutput<typeof alert>;

/** Newest first. */
const alerts = v.pipe(v.array(alert), v.maxLength(MOST_ALERTS));

/** The trading window's calls and topics for alerts. */
export const deskAlerts = {
  /** Alerts on prices, newest first. */
  alerts: topic(alerts),
  /**
   * Watches a token's price from now on; an alert only notifies. Failures: `token-unknown`,
   * `price-malformed`, `number-ambiguous`, `alerts-full`.
   */
  'alerts.add': quiet(
    v.strictObject({ token: assetId, condition: alertCondition, repeat: alertRepeat }),
    v.strictObject({ id: identifier }),
  ),
  /** Failure: `alert-unknown`. */
  'alerts.setPaused': quiet(v.strictObject({ id: identifier, paused: v.boolean() }), none),
  /** Gives an alert on a price another one. Failures: `alert-unknown`, `price-malformed`, `number-ambiguous`. */
  'alerts.move': quiet(v.strictObject({ id: identifier, price: typedAlertPrice }), none),
  /** Failure: `alert-unknown`. */
  'alerts.remove': quiet(v.strictObject({ id: identifier }), none),
} as const satisfies DeskTable;
