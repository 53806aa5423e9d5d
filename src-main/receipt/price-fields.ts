import * as v from 'valibot';
import {
  assetId,
  cbor,
  decimal,
  hash28,
  hash32,
  index,
  reference,
  signedUnits,
  text,
  units,
} from './fields.ts';

/** As many pools of a pair as a reading keeps. */
const MOST_POOLS = 64;
/** More transactions than the inputs of one can have been made by, within its size. */
const MOST_PARENTS = 300;
/** Hex digits of all transactions of one fill. */
const MOST_DIGITS = 1_000_000;

/** The writer's own reading of the market when the user agreed. Sizes are in base units. */
export const market = v.strictObject({
  /** As shown. */
  sentence: text,
  warned: v.boolean(),
  /** The assumptions behind it, and anything left unchecked. */
  notes: v.pipe(v.array(text), v.maxLength(100)),
  /** Null if the pools could not be read. */
  read: v.nullable(
    v.strictObject({
      slot: index,
      /** How many pools of the pair were read, and the outputs of those that are kept. */
      pools: index,
      seen: v.pipe(
        v.array(v.strictObject({ reference, script: hash28, assets: v.strictTuple([assetId, assetId]) })),
        v.maxLength(MOST_POOLS),
      ),
      /** Outputs at pool scripts that could not be read, and pools that their transactions' bytes contradict. */
      unread: index,
      contradicted: index,
      /** Whether there were no more outputs than were read. */
      complete: v.boolean(),
      /** The best route over them; null if none pays anything. */
      route: v.nullable(
        v.strictObject({
          parts: v.pipe(
            v.array(
              v.strictObject({
                /** Outputs; several where one order goes through several pools. */
                pools: v.pipe(v.array(reference), v.minLength(1), v.maxLength(MOST_POOLS)),
                /** The pair that it trades. In a route of two legs, the last part has the assets of the second leg. */
                assets: v.strictTuple([assetId, assetId]),
                exchange: text,
                sold: units,
                out: units,
              }),
            ),
            v.minLength(1),
            v.maxLength(MOST_POOLS),
          ),
          out: units,
          /** Lovelace that the exchanges keep. */
          fees: units,
          /** Whether the writer says to have seen the bytes that prove what its pools held. */
          poolsProven: v.boolean(),
        }),
      ),
      /** Its advantage over the offer, in parts per million; 0 if there is none, null if nothing was compared. */
      betterPpm: v.nullable(index),
    }),
  ),
});

const part = v.strictObject({ units: signedUnits, percent: decimal });

/** The facts that follow from a fill's bytes. Sizes are in base units. */
const facts = v.strictObject({
  order: reference,
  venue: v.nullable(text),
  sold: v.nullable(units),
  mustPay: v.nullable(units),
  paid: v.nullable(units),
  /** Null if it could not be checked; `reason` then says why. */
  exact: v.nullable(v.boolean()),
  reason: v.nullable(text),
  /** Whether bytes prove every output that the verdict rests on. */
  proven: v.boolean(),
  /** Its place in the batch, from 0, where the batch gives one; among the orders in ledger order; how many there are. */
  position: v.nullable(index),
  ledgerPosition: index,
  orders: index,
  /** Other trades with the pool since the decision. */
  since: v.picklist(['nothing', 'one', 'several', 'unknown']),
  shortfall: v.nullable(
    v.strictObject({
      since: v.picklist(['decision', 'fill']),
      /** The worth of the amount sold, at that price. */
      paper: units,
      total: part,
      delay: part,
      ordering: part,
      impact: part,
      poolFee: part,
      underpaid: part,
      rest: part,
    }),
  ),
});

const transaction = v.strictObject({ hash: hash32, cbor });

/** A fill, the bytes that its audit rests on, and what followed from them. */
export const fillAudit = v.strictObject({
  /** Of the order in the trade's own transaction. */
  index,
  /** The earlier fill that made the output spent; null if the fill spends the order as placed. */
  madeBy: v.nullable(hash32),
  /** The exchange's transaction. */
  fill: transaction,
  /** The transactions that made what it spends, and the pools seen when the trade was signed; not the trade's own. */
  parents: v.pipe(
    v.array(transaction),
    v.maxLength(MOST_PARENTS),
    v.check((all) => all.reduce((sum, one) => sum + one.cbor.length, 0) <= MOST_DIGITS, 'too large'),
  ),
  facts,
});

export type FillFacts = v.InferOutput<typeof facts>;
export type Market = v.InferOutput<typeof market>;
export type FillEvidence = Omit<v.InferOutput<typeof fillAudit>, 'facts'>;

/** The facts recomputed from a fill's bytes. */
export type RecomputedFill = FillFacts & {
  readonly txHash: string;
  /** Whether whoever wrote the receipt could not check it, and this version can. */
  readonly newlyChecked: boolean;
};

/** Whether it fits into a receipt: a back-end may report figures that no ledger can hold. */
export function isMarket(found: Market): boolean {
  return v.is(market, found);
}

/** Whether it fits into a receipt, its size above all. */
export function isFillAudit(audit: FillEvidence & { readonly facts: FillFacts }): boolean {
  return v.is(fillAudit, audit);
}
