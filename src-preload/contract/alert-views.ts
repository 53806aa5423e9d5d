import * as v from 'valibot';
import { ALERT_REPEATS, ALERT_STATES, MOST_ALERTS } from '#domain/alert.ts';
import { assetId, count, epoch, identifier } from './codec.ts';

/** A price as the user typed it: ADA for one whole token. Main reads it exactly. */
export const typedAlertPrice = v.pipe(v.string(), v.maxLength(100));
export const alertRepeat = v.picklist(ALERT_REPEATS);

/** An alert on the price of a token. */
export const alert = v.strictObject({
  id: identifier,
  token: assetId,
  /** ADA for one whole token, plain digits. */
  price: v.pipe(v.string(), v.maxLength(80)),
  repeat: alertRepeat,
  state: v.picklist(ALERT_STATES),
  madeAt: epoch,
  /** When the user was last told, and how often the price crossed so far. */
  lastAt: v.optional(epoch),
  times: count,
  /** When the prices of its token were last looked at; absent: not in this session. */
  checkedAt: v.optional(epoch),
});
export type AlertView = v.InferOutput<typeof alert>;

/** Newest first. */
export const alerts = v.pipe(v.array(alert), v.maxLength(MOST_ALERTS));
