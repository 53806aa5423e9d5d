import * as v from 'valibot';

/**
 * THE misdeeds that practice can be asked for: what exchanges and the service may do to a trader that no rule of the chain
 * forbids. They are planted for the audit to find, and none happens unless practice was started with a table of faults.
 */
export const misdeed = v.variant('kind', [
  /** A fill pays so many base units less, as far as the order's minimum leaves room. They stay in the pool. */
  v.strictObject({
    kind: v.literal('underpay'),
    amount: v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,18}$/, 'must be a number of base units above zero, written as a text'),
    ),
  }),
  /** Orders that a pool takes at once are executed in one transaction, in the order in which the ledger sorts them or in the opposite one. */
  v.strictObject({ kind: v.literal('batch'), order: v.picklist(['ledger', 'reversed']) }),
  /** The batcher buys before an order that buys a token with ADA, for so many percent of it, and sells it all right after. */
  v.strictObject({
    kind: v.literal('sandwich'),
    percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000)),
  }),
  /** No route of the service goes over the exchange's pools. */
  v.strictObject({ kind: v.literal('hide-pool') }),
]);

type Misdeed = v.InferOutput<typeof misdeed>;
export type MisdeedKind = Misdeed['kind'];

/** One that is asked for now. */
export interface Asked<Kind extends MisdeedKind> {
  readonly misdeed: Extract<Misdeed, { readonly kind: Kind }>;
  /** Counts it as done: an order that leaves no room for it is filled as always. */
  done(): void;
}

/** Where those who trade, and those who quote, ask what they are to do wrong. */
export interface Misdeeds {
  asked<Kind extends MisdeedKind>(kind: Kind, exchange: string): Asked<Kind> | undefined;
}
