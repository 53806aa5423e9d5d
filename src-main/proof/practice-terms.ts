import type { Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { DcaIntervalId } from '#domain/dca.ts';
import type { Reading } from './datum.ts';
import { ADA, of, withoutAda } from './sums.ts';
import { terms, type Around, type Terms } from './terms.ts';

export function practiceOrder(reading: Reading): Terms {
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

export function practicePlan(reading: Reading, { holds }: Around): Terms | undefined {
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

/** What a recurring order has to sell; `undefined` when it holds something else than that and its overhead. */
function soldOf(holds: Value, overhead: bigint, wanted: AssetId): bigint | undefined {
  const tokens = [...withoutAda(holds)];
  const spare = of(holds, ADA) - overhead;
  const [token] = tokens;
  if (tokens.length > 1) return undefined;
  if (token) return spare === 0n && token[0] !== wanted ? token[1] : undefined;
  return wanted === ADA ? undefined : spare;
}
