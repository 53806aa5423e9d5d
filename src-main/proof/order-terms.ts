import type { Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { DcaIntervalId } from '#domain/dca.ts';
import { type Datum, matched, readDatum, Reading, type Shape } from './datum.ts';
import { minswapStable, minswapV1, minswapV2 } from './minswap-terms.ts';
import { aggregatorPlan, aggregatorPlanShape } from './plan-terms.ts';
import * as shapes from './order-shapes.ts';
import { ADA, of, withoutAda } from './sums.ts';
import { type Around, type OrderScript, pays, sameAddress, type Sense, terms, type Terms } from './terms.ts';

interface Form {
  /** The version of Plutus of its script, where no list says another. */
  readonly plutus: 1 | 2 | 3;
  readonly kinds: readonly (readonly [Shape, Sense])[];
}

const FORMS: Readonly<Record<string, Form>> = {
  practice: {
    plutus: 2,
    kinds: [
      [shapes.practiceOrder, practiceOrder],
      [shapes.practicePlan, practicePlan],
    ],
  },
  'minswap-v1': { plutus: 1, kinds: [[shapes.minswapV1, minswapV1]] },
  'minswap-v2': { plutus: 2, kinds: [[shapes.minswapV2, minswapV2]] },
  'minswap-stable': { plutus: 2, kinds: [[shapes.minswapStable, minswapStable]] },
  'sundae-v1': { plutus: 1, kinds: [[shapes.sundaeV1, sundaeV1]] },
  'sundae-v3': { plutus: 2, kinds: [[shapes.sundaeV3, sundaeV3]] },
  'wingriders-v1': { plutus: 1, kinds: [[shapes.wingridersV1, wingridersV1]] },
  'wingriders-v2': { plutus: 2, kinds: [[shapes.wingridersV2, wingridersV2]] },
  splash: { plutus: 2, kinds: [[shapes.splash, splash]] },
  vyfi: { plutus: 1, kinds: [[shapes.vyfi, vyfi]] },
  'aggregator-dca': { plutus: 2, kinds: [[aggregatorPlanShape, aggregatorPlan]] },
  muesliswap: { plutus: 1, kinds: [[shapes.muesliswap, muesliswap]] },
};

/** The version of Plutus of a script; `undefined` where neither its list nor its form says so. */
export function plutusOf(script: OrderScript): 1 | 2 | 3 | undefined {
  return script.plutus ?? formOf(script)?.plutus;
}

/** Reads a datum (hex) as the order of a script's exchange; `undefined` when it is none. */
export function readOrder(
  datumHex: string,
  script: OrderScript,
  traded: readonly AssetId[],
  holds: Value,
  scripts: Around['scripts'] = new Map(),
): Terms | undefined {
  const datum = readDatum(datumHex);
  const form = formOf(script);
  if (!datum || !form) return undefined;
  for (const [shape, sense] of form.kinds) {
    const found = matched(shape, datum);
    if (found) return sense(new Reading(found), { script, traded, holds, scripts });
  }
  return undefined;
}

/** Every hash in a datum that cannot be read as an order: 28 bytes alone, in an address, or two in a row. */
export function hashesIn(datumHex: string): ReadonlySet<string> | undefined {
  const datum = readDatum(datumHex);
  return datum && new Set(hashes(datum));
}

function hashes(datum: Datum): readonly string[] {
  switch (datum.is) {
    case 'constr':
      return datum.fields.flatMap(hashes);
    case 'list':
    case 'map':
      return datum.items.flatMap(hashes);
    case 'int':
      return [];
    case 'bytes': {
      const { hex } = datum;
      const bare = hex.length === 58 || hex.length === 114 ? hex.slice(2) : hex;
      if (bare.length === 56) return [bare];
      return bare.length === 112 ? [bare.slice(0, 56), bare.slice(56)] : [];
    }
  }
}

function formOf({ form }: OrderScript): Form | undefined {
  return form !== undefined && Object.hasOwn(FORMS, form) ? FORMS[form] : undefined;
}

function sundaeV1(reading: Reading, { script: { pools } }: Around): Terms {
  const pair = pools?.get(reading.text('pool'));
  return terms(reading, { wanted: pair?.[reading.yes('backward') ? 0 : 1], fee: reading.number('fee') });
}

function sundaeV3(reading: Reading, { traded }: Around): Terms | undefined {
  const wanted = reading.asset('wanted');
  if (!pays(reading.asset('paid'), wanted, traded)) return undefined;
  return terms(reading, { wanted, fee: reading.number('fee') });
}

function wingridersV1(reading: Reading, { traded }: Around): Terms | undefined {
  return wingriders(reading, traded, {});
}

function wingridersV2(reading: Reading, { traded }: Around): Terms | undefined {
  const scaled = reading.number('firstScale') > 0n && reading.number('secondScale') > 0n;
  if (!scaled || !sameAddress(reading, 'owner', 'refund')) return undefined;
  return wingriders(reading, traded, { deposit: reading.number('deposit') });
}

function wingriders(reading: Reading, traded: readonly AssetId[], rest: Partial<Terms>): Terms | undefined {
  const pair = [reading.asset('first'), reading.asset('second')] as const;
  const [paid, wanted] = reading.yes('backward') ? [pair[1], pair[0]] : pair;
  return pays(paid, wanted, traded) ? terms(reading, { wanted, ...rest }) : undefined;
}

function splash(reading: Reading, { script: { alsoNames = [] }, traded, holds }: Around): Terms | undefined {
  const [paid, wanted, amount] = [reading.asset('paid'), reading.asset('wanted'), reading.number('sells')];
  for (let at = 0; reading.textIfAny(`executor.${at}`) !== undefined; at += 1)
    if (!alsoNames.includes(reading.text(`executor.${at}`))) return undefined;
  const [denominator, stepLeast] = [reading.number('denominator'), reading.number('stepLeast')];
  if (denominator === 0n || stepLeast === 0n || !pays(paid, wanted, traded)) return undefined;
  const least = upwards(amount * reading.number('numerator'), denominator);
  const fee = reading.number('ownFee') + reading.number('stepCost') * upwards(least, stepLeast);
  // Of less than it speaks of, the price alone is enforced, and not its least.
  if (of(holds, paid) < amount + (paid === ADA ? fee : 0n)) return undefined;
  return terms(reading, { wanted, least, fee });
}

function upwards(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

function vyfi(reading: Reading, { script: { assets } }: Around): Terms {
  const keys = reading.text('keys');
  const pair = assets?.length === 2 ? assets : undefined;
  return {
    owner: keys.slice(0, 56),
    byScript: false,
    ownerStake: keys.length > 56 ? keys.slice(56) : undefined,
    canceller: undefined,
    wanted: pair?.[reading.yes('backward') ? 0 : 1],
    least: reading.number('least'),
    fee: undefined,
    deposit: undefined,
    sells: undefined,
    recurring: undefined,
  };
}

function muesliswap(reading: Reading, { traded }: Around): Terms | undefined {
  const wanted = reading.asset('wanted');
  if (!pays(reading.asset('paid'), wanted, traded)) return undefined;
  return terms(reading, { wanted, fee: reading.number('fee') });
}

function practiceOrder(reading: Reading): Terms {
  return terms(reading, {
    wanted: reading.asset('wanted'),
    fee: reading.number('fee'),
    deposit: reading.number('deposit'),
  });
}

/** Units of practice's datums with the lengths that there are of each. */
const INTERVALS: readonly (readonly [length: bigint, id: DcaIntervalId])[][] = [
  [
    [1n, '1min'],
    [5n, '5min'],
    [15n, '15min'],
    [30n, '30min'],
  ],
  [
    [1n, '1hour'],
    [2n, '2hour'],
    [4n, '4hour'],
  ],
  [[1n, '1day']],
  [[1n, '1week']],
  [[1n, '1month']],
];
const MOST_CYCLES = 1_000n;
const WHOLE_PRICE = 1_000_000n;

function practicePlan(reading: Reading, { holds }: Around): Terms | undefined {
  const [each, cycles, completed] = [
    reading.number('each'),
    reading.number('cycles'),
    reading.number('completed'),
  ];
  const lengths = INTERVALS[Number(reading.number('unit'))];
  const interval = lengths?.find(([length]) => length === reading.number('length'))?.[1];
  const slippage = reading.number('slippage');
  if (interval === undefined || each === 0n || slippage >= WHOLE_PRICE) return undefined;
  if (cycles > MOST_CYCLES || completed >= cycles) return undefined;
  const left = cycles - completed;
  const fee = left * reading.number('cycleFee');
  const deposit = left * reading.number('cycleReturn') + reading.number('deposit');
  const wanted = reading.asset('wanted');
  const sold = soldOf(holds, fee + deposit, wanted);
  // An even division leaves less than one unit a cycle, which the last one sells too.
  const rest = sold === undefined ? -1n : sold - each * left;
  if (rest < 0n || rest >= cycles) return undefined;
  const recurring = { interval, cycles, completed, amountPerCycle: each, slippage };
  return terms(reading, { wanted, fee, deposit, recurring });
}

/** The amount for sale in a recurring order; `undefined` when it holds something other than that and its overhead. */
function soldOf(holds: Value, overhead: bigint, wanted: AssetId): bigint | undefined {
  const tokens = [...withoutAda(holds)];
  const spare = of(holds, ADA) - overhead;
  const [token] = tokens;
  if (tokens.length > 1) return undefined;
  if (token) return spare === 0n && token[0] !== wanted ? token[1] : undefined;
  return wanted === ADA ? undefined : spare;
}
