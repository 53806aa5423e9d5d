import * as v from 'valibot';
import { quantity } from '#domain/amount.ts';
import { parseAssetId, type AssetId } from '#domain/asset.ts';
import type { FillAudit, MarketAtDecision } from '#domain/fill-audit.ts';
import { epochMs, slot } from '#domain/time.ts';
import { failureSchema } from './entry-codec.ts';

/** The version of both forms. A record of another version is not read. */
const VERSION = 1;

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const outputName = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}#\d+$/),
  v.transform((text) => text as `${string}#${number}`),
);
const asset = v.pipe(
  v.string(),
  v.check((text) => parseAssetId(text) === text, 'not an asset'),
  v.transform((text) => text as AssetId),
);
const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const units = v.pipe(
  v.string(),
  v.regex(/^\d+$/),
  v.transform((text) => quantity(BigInt(text))),
);
const signed = v.pipe(
  v.string(),
  v.regex(/^-?\d+$/),
  v.transform((text) => BigInt(text)),
);
const optional = <T>(schema: v.GenericSchema<string, T>) => v.optional(schema);

const decisionSchema = v.strictObject({
  version: v.literal(VERSION),
  slot: v.pipe(whole, v.transform(slot)),
  pools: v.array(
    v.strictObject({
      reference: outputName,
      script: v.pipe(v.string(), v.regex(/^[0-9a-f]{56}$/)),
      assets: v.tuple([asset, asset]),
    }),
  ),
  better: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
});

const shortfall = v.strictObject({
  paper: signed,
  since: v.picklist(['decision', 'fill']),
  paid: signed,
  parts: v.strictObject({
    delay: signed,
    ordering: signed,
    impact: signed,
    poolFee: signed,
    underpaid: signed,
    rest: signed,
  }),
});

const tradedSum = v.strictObject({ trades: whole, sold: units, bought: units });
const tradeAround = v.strictObject({ txHash: hash, sold: units, bought: units });
const neighbourPart = v.strictObject({
  transactions: v.array(
    v.strictObject({
      txHash: hash,
      same: v.exactOptional(tradedSum),
      opposite: v.exactOptional(tradedSum),
    }),
  ),
  end: v.variant('kind', [
    v.strictObject({ kind: v.picklist(['review', 'placing', 'created', 'open', 'bound']) }),
    v.strictObject({ kind: v.literal('failed'), failure: failureSchema }),
  ]),
});

const neighbours = v.strictObject({
  before: neighbourPart,
  after: neighbourPart,
  around: v.exactOptional(
    v.strictObject({
      trader: v.pipe(v.string(), v.regex(/^[0-9a-f]{56}$/)),
      before: tradeAround,
      after: tradeAround,
      lost: v.exactOptional(units),
    }),
  ),
});

const auditedFill = v.pipe(
  v.strictObject({
    index: whole,
    order: outputName,
    txHash: hash,
    venue: v.optional(v.string()),
    sold: optional(units),
    mustPay: optional(units),
    paid: optional(units),
    exact: v.optional(v.boolean()),
    reason: v.optional(v.string()),
    proven: v.boolean(),
    byWitnesses: v.boolean(),
    position: v.optional(whole),
    ledgerPosition: whole,
    orders: whole,
    younger: v.optional(whole),
    since: v.variant('kind', [
      v.strictObject({ kind: v.literal('nothing') }),
      v.strictObject({ kind: v.literal('one'), txHash: hash }),
      v.strictObject({ kind: v.literal('several') }),
      v.strictObject({ kind: v.literal('unknown') }),
    ]),
    shortfall: v.optional(shortfall),
    around: v.exactOptional(v.strictObject({ before: outputName, after: outputName, lost: units })),
    neighbours: v.exactOptional(neighbours),
  }),
  // Fields absent from the text are present in the value, as undefined.
  v.transform((fill) => ({
    ...{ venue: undefined, sold: undefined, mustPay: undefined, paid: undefined, exact: undefined },
    ...{ reason: undefined, position: undefined, younger: undefined, shortfall: undefined },
    ...fill,
  })),
);

const auditSchema = v.strictObject({
  version: v.literal(VERSION),
  at: v.pipe(whole, v.transform(epochMs)),
  fills: v.array(
    v.union([auditedFill, v.strictObject({ index: whole, txHash: hash, failure: failureSchema })]),
  ),
});

export function encodeDecision(decision: MarketAtDecision): string {
  return JSON.stringify({ version: VERSION, ...decision });
}

/** `undefined` for anything but the text of a decision in this version's form. */
export function decodeDecision(text: unknown): MarketAtDecision | undefined {
  const read = v.safeParse(decisionSchema, parsed(text));
  if (!read.success) return undefined;
  const { version: _, ...decision } = read.output;
  return decision;
}

export function encodeFillAudit(audit: FillAudit): string {
  return JSON.stringify({ version: VERSION, ...audit }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

/** `undefined` for anything but the text of an audit in this version's form. */
export function decodeFillAudit(text: unknown): FillAudit | undefined {
  const read = v.safeParse(auditSchema, parsed(text));
  if (!read.success) return undefined;
  const { version: _, ...audit } = read.output;
  return audit;
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
