import { describe, expect, it } from 'vitest';
import { lovelace } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import { SeededRandom } from '../../../src-main/practice/market/random.ts';
import { route } from '../../../src-main/practice/market/router.ts';
import type { Direction, Exchange, Leg, Pool } from '../../../src-main/practice/market/types.ts';
import { bruteForceOptimum, type BruteOptimum, type BrutePool } from '../../support/brute-force-router.ts';

/** ROUTER_REPORT=1 prints the largest relative error met; otherwise the suite prints nothing. */
const reporting = process.env['ROUTER_REPORT'] !== undefined;

interface Case {
  readonly number: number;
  readonly direction: Direction;
  readonly pools: readonly Pool[];
  readonly exchanges: readonly Exchange[];
  readonly amountIn: bigint;
}

interface Outcome {
  readonly leg: Leg;
  readonly brute: BruteOptimum;
  readonly net: number;
  /** Relative difference of the net outputs: positive when brute force found more. */
  readonly error: number;
}

const token = `${'ab'.repeat(28)}746f6b` as AssetId;

describe('the router against an independent brute-force optimum', () => {
  it('agrees within 1e-9 of the net output on 200 random pool sets', () => {
    let worst = 0;
    let split = 0;
    let left = 0;
    for (let number = 0; number < 200; number += 1) {
      // Scaled up by 10^6 so that whole base units are far below 1e-9 and only the optimum is measured.
      const problem = randomCase(number, 1_000_000n, number % 100 === 99 ? 15 : 8);
      const outcome = solve(problem);
      worst = Math.max(worst, Math.abs(outcome.error));
      if (outcome.leg.shares.length > 1) split += 1;
      if (outcome.leg.shares.length < problem.pools.length) left += 1;
      expect(Math.abs(outcome.error), describeCase(problem, outcome)).toBeLessThanOrEqual(1e-9);
      expect(sum(outcome.leg.shares.map((share) => share.amountIn))).toBe(problem.amountIn);
    }
    // The sets are worth testing only if they make the router choose.
    expect(split).toBeGreaterThan(100);
    expect(left).toBeGreaterThan(100);
    report(
      `200 scaled sets: max relative error ${worst.toExponential(3)}, ${split} split, ${left} left pools out`,
    );
  });

  it('agrees within 1e-9 where exchanges have several pools and an order takes only one of them', () => {
    let worst = 0;
    for (let number = 2000; number < 2060; number += 1) {
      const problem = randomCase(number, 1_000_000n, 9, 4);
      const outcome = solve(problem);
      worst = Math.max(worst, Math.abs(outcome.error));
      expect(Math.abs(outcome.error), describeCase(problem, outcome)).toBeLessThanOrEqual(1e-9);
      const used = outcome.leg.shares.map((share) => share.exchange);
      expect(new Set(used).size).toBe(used.length);
    }
    report(`60 sets with several pools an exchange: max relative error ${worst.toExponential(3)}`);
  });

  it('loses at most a base unit for each pool used, beyond 1e-9, at real sizes on 200 random pool sets', () => {
    let worst = 0;
    for (let number = 1000; number < 1200; number += 1) {
      const problem = randomCase(number, 1n, 7);
      const outcome = solve(problem);
      const lost = outcome.brute.net - outcome.net;
      const allowed = 1e-9 * Math.abs(outcome.brute.net) + outcome.leg.shares.length + 1;
      worst = Math.max(worst, lost);
      expect(Math.abs(lost), describeCase(problem, outcome)).toBeLessThanOrEqual(allowed);
    }
    report(`200 real-size sets: at most ${worst.toFixed(3)} base units below the continuous optimum`);
  });
});

function solve(problem: Case): Outcome {
  const outputIsAda = problem.direction === 'sell';
  const brutePools = problem.pools.map((pool): BrutePool => ({
    reserveIn: outputIsAda ? pool.tokens : pool.ada,
    reserveOut: outputIsAda ? pool.ada : pool.tokens,
    feePpm: BigInt(pool.feePpm),
    exchange: pool.exchange,
    batcherFee: (problem.exchanges.find(({ code }) => code === pool.exchange) as Exchange).batcherFee,
  }));
  const brute = bruteForceOptimum(brutePools, problem.amountIn, outputIsAda);
  const found = route({ token, ...problem });
  if (!found.ok) throw new Error(`case ${problem.number}: ${found.failure.code}`);
  const net = Number(found.value.expectedOut) - brute.feeRate * Number(found.value.batcherFees);
  return { leg: found.value, brute, net, error: (brute.net - net) / Math.abs(brute.net) };
}

/** A problem of up to `most` pools (15: exactly that), on at most `codes` exchanges. */
function randomCase(number: number, scale: bigint, most: number, codes = 64): Case {
  const random = SeededRandom.seeded(number, 'router against brute force');
  const direction: Direction = random.unit() < 0.5 ? 'buy' : 'sell';
  const count = most === 15 ? 15 : 1 + random.below(most);
  const price = 10 ** random.between(-4, 3);
  const depth = 10 ** random.between(9.5, 12.5);
  const exchanges: Exchange[] = [];
  const pools: Pool[] = [];
  for (let index = 0; index < count; index += 1) {
    const code = `X${index % codes}`;
    const ada = depth * 10 ** random.between(-1.5, 0.5);
    const feePpm = [0, 500, 1000, 3000, 3500, 10_000][random.below(6)] as number;
    pools.push({
      id: `pool ${index}`,
      exchange: code,
      token,
      ada: BigInt(Math.floor(ada)) * scale,
      tokens: BigInt(Math.floor((ada / price) * random.between(0.97, 1.03))) * scale,
      feePpm,
    });
    if (index >= codes) continue;
    exchanges.push({
      code,
      name: code,
      poolFeePpm: feePpm,
      batcherFee: lovelace(BigInt(random.below(6) * 500_000) * scale),
      deposit: lovelace(2_000_000n),
      partialFills: false,
      limit: false,
      dca: false,
    });
  }
  const held = pools.reduce((total, pool) => total + Number(pool.ada / scale), 0);
  const ada = Math.min(held, Math.max(2e7, depth * 10 ** random.between(-3, 0)));
  const amountIn = BigInt(Math.floor(direction === 'buy' ? ada : ada / price)) * scale;
  return { number, direction, pools, exchanges, amountIn };
}

function describeCase(problem: Case, outcome: Outcome): string {
  const quantities = (_: string, value: unknown): unknown =>
    typeof value === 'bigint' ? value.toString() : value;
  return JSON.stringify({ problem, outcome }, quantities, 1);
}

function report(line: string): void {
  if (reporting) process.stdout.write(`${line}\n`);
}

function sum(parts: readonly bigint[]): bigint {
  return parts.reduce((total, part) => total + part, 0n);
}
