import * as v from 'valibot';
import { exchangeCode, failure, shortText, units } from './codec.ts';

/** Lovelace of a limit: a limit of nothing would end all trading and is not one. */
const limit = v.pipe(
  units,
  v.check((text) => text !== '0', 'a limit is more than nothing'),
);
const basisPoints = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));

/** The limits of a profile as windows are shown them and as the vault window sets them. */
export const policyLimits = v.strictObject({
  /** Lovelace; absent: no limit. */
  perTrade: v.optional(limit),
  /** Lovelace within 24 hours; absent: no limit. */
  perDay: v.optional(limit),
  /** Lovelace that one trade may cost, all that does not come back; absent: no limit. */
  cost: v.optional(limit),
  slippageBps: basisPoints(5_000),
  /** Absent: no limit. */
  impactBps: v.optional(basisPoints(10_000)),
  /** A price elsewhere that is better by this share is a warning; absent: half a percent. */
  betterPriceBps: v.optional(basisPoints(10_000)),
  verifiedOnly: v.boolean(),
  /** The only exchanges that may be used, by code; absent: all. */
  exchanges: v.optional(v.pipe(v.array(exchangeCode), v.minLength(1), v.maxLength(100))),
  expert: v.boolean(),
});
export type PolicyLimitsView = v.InferOutput<typeof policyLimits>;

/** The limits for the trading window: those in force, or why there are none to be trusted. */
export const policyInForce = v.strictObject({
  /** Absent while they are being read, and when they cannot be. */
  limits: v.optional(policyLimits),
  /** Why no trade can be reviewed. */
  failure: v.optional(failure),
});
export type PolicyInForceView = v.InferOutput<typeof policyInForce>;

/** The vault window's task of changing them. */
export const policyTask = v.strictObject({
  kind: v.literal('policy'),
  limits: policyLimits,
  /** The limits could not be trusted: `limits` are the first ones, and setting them makes trading possible again. */
  lost: v.boolean(),
  /** Exchanges known so far. */
  exchanges: v.array(v.strictObject({ code: exchangeCode, name: shortText })),
});
