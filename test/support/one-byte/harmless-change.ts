import type { AttackBase } from '../attack-kinds/attack-kind.ts';
import { TransactionTree } from '../attack-kinds/transaction-tree.ts';
import { differences, type Difference, type Json, type SecondOpinion } from './second-opinion.ts';

/** A place that may change, how, and why that costs the owner nothing. */
interface Allowance {
  readonly path: RegExp;
  readonly why: string;
  /** `datum`: the whole terms after the change, for a place within an order's terms. */
  readonly allows: (difference: Difference, base: AttackBase, datum: Json | undefined) => boolean;
}

const TWO_HOURS = 7_200n;

const always = (): boolean => true;
const higher = ({ before, after }: Difference): boolean => asInteger(after) >= asInteger(before);
const lower = ({ before, after }: Difference): boolean =>
  asInteger(after) >= 0n && asInteger(after) <= asInteger(before);

/** Places of the body that hold for every transaction. */
const everywhere: readonly Allowance[] = [
  {
    path: /^ttl$/,
    why: 'still valid now, and for two hours at most, or no longer than was told, which is by minutes',
    allows: ({ before, after }, { input }) => {
      const tip = BigInt(input.tipSlot ?? 0);
      const minute = (end: bigint): bigint => (end - tip) / 60n;
      const end = asInteger(after);
      return end > tip && (end <= tip + TWO_HOURS || minute(end) <= minute(asInteger(before)));
    },
  },
  {
    path: /^validity_start_interval$/,
    why: 'valid already',
    allows: ({ after }, { input }) => asInteger(after) <= BigInt(input.tipSlot ?? 0),
  },
  {
    path: /^script_data_hash$/,
    why: 'the ledger refuses a hash that is not that of the redeemers and datums',
    allows: ({ before, after }) => typeof before === 'string' && typeof after === 'string',
  },
  {
    path: /^reference_inputs\.\d+\.(transaction_id|index)$/,
    why: 'is read, never spent: without it a script fails before it runs',
    allows: always,
  },
];

/** Places of an order's terms (Plutus data of its inline datum) by the form that it is in. */
const terms: Readonly<Record<string, readonly Allowance[]>> = {
  practice: [
    { path: /^fields\.4\.int$/, why: 'enforces more', allows: higher },
    { path: /^fields\.(7|13)\.bytes$/, why: 'names a route, not an asset', allows: always },
  ],
  'minswap-v2': [
    { path: /^fields\.6\.fields\.1\.fields\.0\.int$/, why: 'what is not swapped goes back', allows: always },
    { path: /^fields\.6\.fields\.1\.constructor$/, why: 'all but so much is swapped', allows: always },
    { path: /^fields\.6\.fields\.2\.int$/, why: 'enforces more', allows: higher },
    { path: /^fields\.6\.fields\.3\.constructor$/, why: 'a killed order is refunded', allows: always },
    { path: /^fields\.7\.int$/, why: 'a lower fee for filling', allows: lower },
  ],
  'sundae-v3': [
    {
      path: /^fields\.0\.fields\.0\.bytes$/,
      why: 'names a pool; assets and least are stated',
      allows: always,
    },
    { path: /^fields\.2\.int$/, why: 'a lower fee for filling', allows: lower },
    { path: /^fields\.4\.fields\.0\.list\.2\.int$/, why: 'what is not offered goes back', allows: always },
    { path: /^fields\.4\.fields\.1\.list\.2\.int$/, why: 'enforces more', allows: higher },
    { path: /^fields\.5\.bytes$/, why: 'an extension that no script reads', allows: always },
  ],
  'wingriders-v2': [
    { path: /^fields\.0\.int$/, why: 'ADA that comes back', allows: always },
    { path: /^fields\.3\./, why: 'data that comes along with the proceeds', allows: always },
    { path: /^fields\.5\.int$/, why: 'a time after which it is not filled', allows: always },
    { path: /^fields\.10\.fields\.1\.int$/, why: 'enforces more', allows: higher },
    { path: /^fields\.1[12]\.int$/, why: "a scale that must be the pool's own", allows: always },
  ],
  splash: [
    { path: /^fields\.1\.bytes$/, why: 'a mark to find the order by', allows: always },
    { path: /^fields\.3\.int$/, why: 'what is not tradable goes back', allows: always },
    { path: /^fields\.[48]\.int$/, why: 'a lower fee for filling', allows: lower },
    { path: /^fields\.5\.int$/, why: 'enforces more at each step', allows: higher },
    {
      path: /^fields\.7\.fields\.[01]\.int$/,
      why: 'a price that, rounded up, enforces no less for the whole',
      allows: ({ path, before }, _, datum) => {
        const [numerator, denominator] = [
          integerAt(datum, 'fields.7.fields.0.int'),
          integerAt(datum, 'fields.7.fields.1.int'),
        ];
        const was = asInteger(before);
        const whole = integerAt(datum, 'fields.3.int');
        return path.endsWith('.0.int')
          ? enforced(whole, numerator, denominator) >= enforced(whole, was, denominator)
          : enforced(whole, numerator, denominator) >= enforced(whole, numerator, was);
      },
    },
  ],
};

const DATUM = /^outputs\.(\d+)\.plutus_data\.Data\.(.*)$/;

/** The first difference that could cost the owner something; `undefined` when there is none. */
export function costlyDifference(
  base: AttackBase,
  before: SecondOpinion,
  after: SecondOpinion,
): Difference | undefined {
  const outside: readonly Difference[] = [
    ...differences(before.witnesses, after.witnesses, 'witnesses').filter(({ path }) => !isBoundData(path)),
    ...differences(before.isValid, after.isValid, 'isValid'),
    ...differences(before.attached ?? null, after.attached ?? null, 'attached'),
  ];
  return [...outside, ...differences(before.body, after.body)].find(
    (difference) => !isAllowed(difference, base, after.body),
  );
}

/** Redeemers and datums are bound by the body's script data hash: the ledger refuses others. */
function isBoundData(path: string): boolean {
  return /^witnesses\.(redeemers|plutus_data)\b/.test(path);
}

function isAllowed(difference: Difference, base: AttackBase, after: Json): boolean {
  const inDatum = DATUM.exec(difference.path);
  if (!inDatum)
    return everywhere.some(
      ({ path, allows }) => path.test(difference.path) && allows(difference, base, undefined),
    );
  const [, output = '', path = ''] = inDatum;
  const datum = at(after, `outputs.${output}.plutus_data.Data`);
  return (terms[formOf(base, Number(output))] ?? []).some(
    (one) => one.path.test(path) && one.allows(difference, base, datum),
  );
}

/** Which form the order's exchange uses: the list of scripts tells, not the datum. */
function formOf({ input }: AttackBase, output: number): string {
  const script = new TransactionTree(input.cbor).output(output).address.slice(2, 58);
  return input.scripts.known.get(script)?.form?.name ?? '';
}

/** Least of what is bought for `whole` at a price of `numerator` to `denominator`. */
function enforced(whole: bigint, numerator: bigint, denominator: bigint): bigint {
  return denominator <= 0n ? -1n : (whole * numerator + denominator - 1n) / denominator;
}

function integerAt(tree: Json | undefined, path: string): bigint {
  return asInteger(at(tree, path));
}

function at(tree: Json | undefined, path: string): Json | undefined {
  return path
    .split('.')
    .reduce<Json | undefined>(
      (here, key) =>
        typeof here === 'object' && here !== null ? (here as Readonly<Record<string, Json>>)[key] : undefined,
      tree,
    );
}

/** CSL writes amounts and slots as text. */
function asInteger(value: Json | undefined): bigint {
  if (typeof value === 'bigint') return value;
  return typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : -1n;
}
