import * as v from 'valibot';

/**
 * The ways in which exchanges and the service can cheat a trader without breaking a rule of the chain. Planted for the
 * audit to find; none of it happens unless practice was started with a table of faults.
 */
export const misdeed = v.variant('kind', [
  /** A fill pays this many base units less, down to the order's minimum. The difference stays in the pool. */
  v.strictObject({
    kind: v.literal('underpay'),
    amount: v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,18}$/, 'must be a number of base units above zero, written as a text'),
    ),
  }),
  /** Orders at the same pool are executed in one transaction, in ledger order or in reverse. */
  v.strictObject({ kind: v.literal('batch'), order: v.picklist(['ledger', 'reversed']) }),
  /** The batcher buys ahead of an order that buys a token with ADA, spending this percentage of it, and sells it all right after. */
  v.strictObject({
    kind: v.literal('sandwich'),
    percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000)),
  }),
  /** The service never routes through the exchange's pools. */
  v.strictObject({ kind: v.literal('hide-pool') }),
]);

type Misdeed = v.InferOutput<typeof misdeed>;
export type MisdeedKind = Misdeed['kind'];

/** A misdeed due now. */
export interface Asked<Kind extends MisdeedKind> {
  readonly misdeed: Extract<Misdeed, { readonly kind: Kind }>;
  /** Counts it as done. Not called when an order leaves no room for it and is filled honestly. */
  done(): void;
}

/** The questions that batchers and the router ask before they act. */
export interface Misdeeds {
  asked<Kind extends MisdeedKind>(kind: Kind, exchange: string): Asked<Kind> | undefined;
}
