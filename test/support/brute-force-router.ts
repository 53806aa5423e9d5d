/**
 * The router's problem solved a second time, by other means: every set of pools, the split of each by bisection on
 * the marginal price, the winner again in 160-bit fixed point. Slow, simple, and shares no code with the router.
 */
export interface BrutePool {
  readonly reserveIn: bigint;
  readonly reserveOut: bigint;
  readonly feePpm: bigint;
  /** Pools of one exchange are alternatives. */
  readonly exchange: string;
  /** In ADA's base unit. */
  readonly batcherFee: bigint;
}

export interface BruteOptimum {
  /** Output less fees, in base units of the output, of the best set; as a real number. */
  readonly net: number;
  /** Output before fees of the best set, rounded down from fixed point. */
  readonly output: bigint;
  readonly used: readonly number[];
  /** Base units of the output that one lovelace of fee is worth. */
  readonly feeRate: number;
}

const SCALE_BITS = 160n;

export function bruteForceOptimum(
  pools: readonly BrutePool[],
  amount: bigint,
  outputIsAda: boolean,
): BruteOptimum {
  const everyone = pools.map((_, index) => index);
  const feeRate = feeRateOf(pools, amount, outputIsAda);
  let best: { net: number; used: readonly number[] } = { net: Number.NEGATIVE_INFINITY, used: [] };
  for (let mask = 1; mask < 1 << pools.length; mask += 1) {
    const used = everyone.filter((index) => (mask & (1 << index)) !== 0);
    if (new Set(used.map((index) => (pools[index] as BrutePool).exchange)).size < used.length) continue;
    const price = priceOf(pools, used, Number(amount));
    let net = 0;
    for (const index of used) {
      const pool = pools[index] as BrutePool;
      net += payout(pool, demand(pool, price)) - feeRate * Number(pool.batcherFee);
    }
    if (net > best.net) best = { net, used };
  }
  const output = preciseOutput(
    best.used.map((index) => pools[index] as BrutePool),
    amount,
  );
  const fees = best.used.reduce((sum, index) => sum + Number((pools[index] as BrutePool).batcherFee), 0);
  return { net: Number(output) - feeRate * fees, output, used: best.used, feeRate };
}

/** The value of one lovelace of fee: the price of the split over all pools, or one where ADA is the output. */
export function feeRateOf(pools: readonly BrutePool[], amount: bigint, outputIsAda: boolean): number {
  const everyone = pools.map((_, index) => index);
  return outputIsAda ? 1 : priceOf(pools, everyone, Number(amount));
}

/** The price (output per input) at which the pools together want exactly `amount`. */
function priceOf(pools: readonly BrutePool[], used: readonly number[], amount: number): number {
  let high = 0;
  for (const index of used) high = Math.max(high, slopeAtZero(pools[index] as BrutePool));
  let low = high / 1e12;
  for (let round = 0; round < 110; round += 1) {
    const middle = Math.sqrt(low * high);
    let wanted = 0;
    for (const index of used) wanted += demand(pools[index] as BrutePool, middle);
    if (wanted > amount) low = middle;
    else high = middle;
  }
  return Math.sqrt(low * high);
}

function keepOf(pool: BrutePool): number {
  return 1 - Number(pool.feePpm) / 1e6;
}

function slopeAtZero(pool: BrutePool): number {
  return (keepOf(pool) * Number(pool.reserveOut)) / Number(pool.reserveIn);
}

/** The input at which the pool's slope falls to `price`. */
function demand(pool: BrutePool, price: number): number {
  const keep = keepOf(pool);
  const reserveIn = Number(pool.reserveIn);
  return Math.max(0, (Math.sqrt((keep * reserveIn * Number(pool.reserveOut)) / price) - reserveIn) / keep);
}

function payout(pool: BrutePool, input: number): number {
  const effective = keepOf(pool) * input;
  return (Number(pool.reserveOut) * effective) / (Number(pool.reserveIn) + effective);
}

/** The best output of a set of pools that are all used, by bisection in fixed point: no float takes part. */
function preciseOutput(pools: readonly BrutePool[], amount: bigint): bigint {
  const target = amount << SCALE_BITS;
  let low = 0n;
  let high =
    pools.reduce((most, pool) => max(most, (pool.reserveOut << SCALE_BITS) / pool.reserveIn), 0n) + 1n;
  // Bisect the inverse square root of the price: the input that a pool takes is linear in it.
  while (high - low > (high >> 60n) + 1n) {
    const middle = (low + high) >> 1n;
    const wanted = pools.reduce((sum, pool) => sum + preciseDemand(pool, middle), 0n);
    if (wanted > target) low = middle;
    else high = middle;
  }
  const inputs = pools.map((pool) => preciseDemand(pool, high));
  const spare = target - inputs.reduce((sum, input) => sum + input, 0n);
  inputs[0] = (inputs[0] as bigint) + spare;
  return (
    pools.reduce((sum, pool, index) => sum + precisePayout(pool, inputs[index] as bigint), 0n) >> SCALE_BITS
  );
}

function preciseDemand(pool: BrutePool, price: bigint): bigint {
  const keep = 1_000_000n - pool.feePpm;
  const square =
    ((keep * pool.reserveIn * pool.reserveOut) << (3n * SCALE_BITS)) / (1_000_000n * max(price, 1n));
  const effective = squareRoot(square) - (pool.reserveIn << SCALE_BITS);
  return effective <= 0n ? 0n : (effective * 1_000_000n) / keep;
}

function precisePayout(pool: BrutePool, input: bigint): bigint {
  const effective = (input * (1_000_000n - pool.feePpm)) / 1_000_000n;
  return ((pool.reserveOut * effective) << SCALE_BITS) / ((pool.reserveIn << SCALE_BITS) + effective);
}

function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let guess = 1n << BigInt((value.toString(16).length * 4 + 1) >> 1);
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
