import * as v from 'valibot';
import { parseAssetId } from '#domain/asset.ts';

/** The largest quantity that an output can hold (an unsigned 64-bit number in the ledger's CDDL). */
const MOST = 2n ** 64n - 1n;

const digits = v.pipe(
  v.string((issue) =>
    typeof issue.input === 'number'
      ? 'must be a decimal string of base units in quotes: as a JSON number it could lose digits'
      : 'must be a decimal string of base units',
  ),
  v.regex(/^\d{1,20}$/, 'must be a decimal string of base units, digits alone'),
  v.transform((value) => BigInt(value)),
  v.check((value) => value <= MOST, 'is more than an output can hold (2^64 - 1)'),
);

const asset = v.pipe(
  v.string('must be a string: lovelace, or a policy id and an asset name in hex'),
  v.check(
    (unit) => parseAssetId(unit) !== undefined,
    'must be lovelace, or a policy id and an asset name in hex',
  ),
);

const text = v.string('must be a string');
const lowerCase = v.transform((value: string) => value.toLowerCase());
const hexOf = (bytes: number, what: string) =>
  v.pipe(
    v.string(`must be ${what} in hex`),
    v.regex(new RegExp(`^[0-9a-fA-F]{${2 * bytes}}$`), `must be ${what} of ${bytes} bytes in hex`),
    lowerCase,
  );
const hex = v.pipe(
  v.string('must be a string of hex'),
  v.regex(/^(?:[0-9a-fA-F]{2})*$/, 'must be hex'),
  lowerCase,
);
const index = v.pipe(
  v.number('must be a number'),
  v.integer('must be a whole number'),
  v.minValue(0, 'must not be negative'),
  v.maxValue(65_535, 'is larger than any output index'),
);
const reference = v.pipe(
  v.string('must be a string such as txHash#0'),
  v.regex(/^[0-9a-fA-F]{64}#(?:0|[1-9]\d{0,4})$/, 'must be a transaction hash, # and an output index'),
  v.transform((value) => value.toLowerCase() as `${string}#${number}`),
);

/** Absent and `null` mean the same: ledger back-ends write either. */
const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema);

const plainObject = v.custom<object>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  (issue) => (issue.input === undefined ? 'is missing' : 'must be an object'),
);
const objectOf = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(plainObject, v.object(entries, 'is missing'));
const listOf = <Schema extends v.GenericSchema>(schema: Schema) => v.array(schema, 'must be a list');

const amounts = v.pipe(
  listOf(objectOf({ unit: asset, quantity: digits })),
  v.check(
    (list) => new Set(list.map(({ unit }) => parseAssetId(unit))).size === list.length,
    'names the same asset twice',
  ),
);

const input = objectOf({
  txHash: hexOf(32, 'a transaction hash'),
  index,
  address: text,
  amount: amounts,
  inlineDatum: maybe(hex),
  dataHash: maybe(hexOf(32, 'a datum hash')),
});

const fees = objectOf({ batcher: maybe(digits), deposits: maybe(digits), service: maybe(digits) });

const trade = (kind: 'swap' | 'limit' | 'dca') =>
  v.object(
    {
      kind: v.literal(kind),
      tokenIn: asset,
      tokenOut: asset,
      amountIn: digits,
      minimumReceived: maybe(digits),
      fees: maybe(fees),
    },
    'is missing',
  );

const intent = v.pipe(
  plainObject,
  v.variant(
    'kind',
    [
      trade('swap'),
      trade('limit'),
      trade('dca'),
      v.object({ kind: v.literal('cancel'), orders: maybe(listOf(reference)) }),
      v.object({ kind: v.literal('any') }),
    ],
    'must be swap, limit, dca, cancel or any',
  ),
);

/** The JSON input of `inspect`. Unknown keys are ignored. */
export const bundleSchema = objectOf({
  network: v.picklist(['mainnet', 'preprod', 'preview'], 'must be mainnet, preprod or preview'),
  tx: v.string("must be a string: the transaction's bytes in hex"),
  account: maybe(
    objectOf({
      addresses: maybe(listOf(text)),
      paymentKeyHashes: maybe(listOf(hexOf(28, 'a key hash'))),
      stakeKeyHashes: maybe(listOf(hexOf(28, 'a key hash'))),
    }),
  ),
  inputs: maybe(listOf(input)),
  parents: maybe(listOf(hex)),
  intent: maybe(intent),
  tipSlot: maybe(
    v.pipe(
      v.number('must be a number'),
      v.safeInteger('must be a whole number'),
      v.minValue(0, 'must not be negative'),
    ),
  ),
});

export type WireBundle = v.InferOutput<typeof bundleSchema>;
