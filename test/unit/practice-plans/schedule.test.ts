import { describe, expect, test } from 'vitest';

import { ADA, type AssetId } from '#domain/asset.ts';
import { lovelaceIn, subtractValues, type Value } from '#domain/amount.ts';
import { decodePlanDatum, encodePlanDatum, type PlanDatum } from '../../../src-main/practice/orders/datum.ts';
import { bodyHash, draftBytes, withWitnesses } from '../../../src-main/practice/chain/draft.ts';
import { scriptAddress } from '../../../src-main/practice/chain/scripts.ts';
import { PlanWorld } from '../../support/practice-plan-world.ts';
import { PracticePlanner, spendsOf } from '../../support/practice-plans.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const directory = temporaryDirectories();
const SECOND = 1_000;
const DAY = 86_400 * SECOND;

function scene(speed = 1) {
  const world = new PlanWorld(`${directory()}/world`, { speed });
  const planner = new PracticePlanner(world.practice, 91);
  expect(world.practice.fund(planner.wallet.address).ok).toBe(true);
  world.pass(SECOND);
  const token = world.token('AMBER');
  const wish = {
    token_in: '',
    token_out: token,
    amount_in: 100,
    interval: 'monthly',
    interval_length: 1,
    slippage: 30,
    cycles: 4,
  };
  return { world, planner, token, wish };
}

describe('the schedule', () => {
  test('begins at once, goes on by the calendar from the block that placed the plan, and clamps short months', () => {
    const { world, planner, wish } = scene();
    expect(planner.create(wish)).toMatch(/^[0-9a-f]{64}$/);
    expect(planner.active()).toEqual([]);
    world.pass(SECOND);
    const dates = ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'];
    for (const [done, date] of dates.entries()) {
      const [plan] = planner.active();
      expect(plan).toMatchObject({
        cycles_completed: done,
        next_execution: `${date}T22:15:02.000Z`,
        status: 'ACTIVE',
        amount_in: 25,
      });
      const due = Date.parse(plan?.next_execution ?? '');
      if (done > 0) {
        world.pass(due - world.now - SECOND);
        world.pass(500);
        expect(planner.active()[0]?.cycles_completed).toBe(done);
        world.pass(due - world.now);
      }
      // Carried out by the tick at the due time, on chain with the next block.
      world.pass(SECOND);
    }
    expect(planner.active()).toEqual([]);
    expect(planner.records()).toMatchObject([{ state: 'filled' }]);
    world.close();
  });

  test('runs as many times faster as it is asked to, and says when a cycle really runs', () => {
    const { world, planner, wish } = scene(1_000);
    planner.create({ ...wish, interval: 'daily' });
    world.pass(SECOND);
    world.pass(SECOND);
    expect(planner.active()).toMatchObject([
      {
        cycles_completed: 1,
        next_execution: new Date(Date.UTC(2027, 0, 31, 22, 15, 2) + 86_400).toISOString(),
      },
    ]);
    world.pass(84 * SECOND);
    world.pass(SECOND);
    expect(planner.active()[0]?.cycles_completed).toBe(1);
    world.pass(SECOND);
    world.pass(SECOND);
    expect(planner.active()[0]?.cycles_completed).toBe(2);
    world.close();
  });

  test('catches up what a jump of the clock missed, one cycle a block, and does nothing twice when it jumps back', () => {
    const { world, planner, wish } = scene();
    planner.create({ ...wish, interval: 'daily', cycles: 6 });
    world.pass(SECOND);
    world.pass(SECOND);
    world.pass(31 * DAY);
    for (let done = 2; done <= 4; done += 1) {
      world.pass(SECOND);
      expect(planner.active()[0]?.cycles_completed).toBe(done);
    }
    world.moveClock(-40 * DAY);
    world.kill();
    planner.practice = world.practice;
    expect(planner.active()[0]?.cycles_completed).toBe(4);
    // The chain's time does not go back: trades that were due stay due.
    for (let block = 0; block < 5; block += 1) world.pass(SECOND);
    expect(planner.active()).toEqual([]);
    const [record] = planner.records();
    const spends = record ? spendsOf(world.practice, record) : [];
    expect(spends).toHaveLength(6);
    expect(new Set(spends.map(({ chained }) => chained.block.height)).size).toBe(6);
    world.close();
  });
});

describe('a cycle', () => {
  test('is a transaction through the exchanges allowed that pays the owner at once; the last one sells the remainder', () => {
    const { world, planner, token, wish } = scene();
    const allowed = ['EXAV2', 'EXCV2', 'EXD'];
    planner.create({
      ...wish,
      amount_in: 6_000.000003,
      interval: 'minutely',
      interval_length: 5,
      cycles: 5,
      dex_allowlist: allowed,
    });
    const held = planner.holds(ADA);
    world.pass(SECOND);
    const [placed] = planner.records();
    const plan = placed?.first.plan;
    if (!placed || !plan) throw new Error('no plan');
    const whole = world.practice.chain.state.transaction(placed.placed.txHash)?.tx;
    const locked = whole?.outputs[placed.placed.index]?.value ?? new Map();
    expect(lovelaceIn(locked)).toBe(
      6_000_000_003n + 5n * (plan.feePerCycle + plan.returnedPerCycle) + plan.deposit,
    );
    const gift = planner.holds(token);
    let [bought, lovelace] = [0n, planner.holds(ADA)];
    expect(lovelace).toBe(held - lovelaceIn(locked) - (whole?.fee ?? 0n));
    for (let cycle = 0; cycle < 5; cycle += 1) {
      world.pass(cycle === 0 ? SECOND : 300 * SECOND);
      world.pass(SECOND);
      const more = planner.holds(token) - gift - bought;
      expect(more).toBeGreaterThan(0n);
      bought += more;
      const back = plan.returnedPerCycle + (cycle === 4 ? plan.deposit : 0n);
      expect(planner.holds(ADA) - lovelace).toBe(back);
      lovelace = planner.holds(ADA);
    }
    const [ended] = planner.records();
    expect(ended).toMatchObject({ state: 'filled', received: bought });
    const sold = spendsOf(world.practice, placed).map(
      ({ before, after }) =>
        lovelaceIn(before.value) -
        (after ? lovelaceIn(after.value) : plan.deposit) -
        plan.feePerCycle -
        plan.returnedPerCycle,
    );
    expect(sold).toEqual([1_200_000_000n, 1_200_000_000n, 1_200_000_000n, 1_200_000_000n, 1_200_000_003n]);
    const pools = world.practice.market.exchanges.map(
      ({ code }) => [scriptAddress(code, 'pool'), code] as const,
    );
    const used = spendsOf(world.practice, placed).flatMap(({ chained }) =>
      chained.tx.outputs.flatMap(({ address }) => new Map(pools).get(address) ?? []),
    );
    // EXD takes no recurring orders; the others share what is large.
    expect(new Set(used)).toEqual(new Set(['EXAV2', 'EXCV2']));
    world.close();
  });

  test('waits while the exchanges allowed are worse than the slippage, stays due, and is carried out when they are back', () => {
    const { world, planner, token, wish } = scene();
    const { market } = world.practice;
    planner.create({ ...wish, slippage: 1, interval: 'minutely', dex_allowlist: ['EXAV2'] });
    world.pass(SECOND);
    world.pass(SECOND);
    const [first] = planner.active();
    expect(first?.cycles_completed).toBe(1);
    const due = Date.parse(first?.next_execution ?? '');
    world.pass(due - world.now - 1);
    // Somebody buys that exchange's pool up, far beyond the others.
    const pool = market.poolsOf(token).find(({ exchange }) => exchange === 'EXAV2');
    if (!pool) throw new Error('no pool');
    market.fill(
      { poolId: pool.id, tokenIn: ADA, tokenOut: token, amountIn: pool.ada / 3n },
      world.practice.marketNow(),
    );
    for (let block = 0; block < 3; block += 1) world.pass(1);
    // Late: the time is past, and it is still the next one.
    const late = planner.active()[0];
    expect(late).toMatchObject({ cycles_completed: 1 });
    expect(Date.parse(late?.next_execution ?? '')).toBeLessThan(world.now);
    let blocks = 0;
    while (planner.active()[0]?.cycles_completed === 1 && blocks < 400) {
      world.pass(30 * SECOND);
      blocks += 1;
    }
    expect(planner.active()[0]?.cycles_completed).toBe(2);
    world.close();
  });

  test('sells tokens for ADA and for other tokens, too', () => {
    const { world, planner, token } = scene();
    const other = world.practice.market.tokens.find(
      ({ id, verified }) => verified && id !== token && planner.holds(id) > 0n,
    );
    if (!other) throw new Error('no other token');
    const part = Number(planner.holds(other.id) / 10n) / 10 ** other.decimals;
    const wish = {
      token_in: other.id,
      amount_in: part,
      interval: 'hourly',
      interval_length: 2,
      slippage: 30,
      cycles: 3,
    };
    expect(planner.create({ ...wish, token_out: '' })).toMatch(/^[0-9a-f]{64}$/);
    world.pass(SECOND);
    expect(planner.create({ ...wish, token_out: token })).toMatch(/^[0-9a-f]{64}$/);
    const amber = planner.holds(token);
    world.pass(SECOND);
    for (let hours = 0; hours < 6; hours += 1) world.pass(3_600 * SECOND);
    world.pass(SECOND);
    const [forAda, forToken] = planner.records();
    expect(forAda).toMatchObject({ state: 'filled' });
    expect(forAda?.received).toBeGreaterThan(0n);
    expect(forToken).toMatchObject({ state: 'filled', received: planner.holds(token) - amber });
    world.close();
  });
});

describe('outputs that anyone can pay to the script', () => {
  test('are left alone when they pay no fee, rest where no recurring orders are taken or cannot pay their owner', () => {
    const { world, planner, wish } = scene();
    const { practice } = world;
    planner.create({ ...wish, interval: 'minutely' });
    const made = practice.chain.mempool.at(-1)?.outputs[0];
    const plan = decodePlanDatum(made?.inlineDatum ?? '');
    if (!made || !plan.ok) throw new Error('no plan');
    const odd = (change: Partial<PlanDatum>, address = made.address) => ({
      address,
      value: made.value,
      datum: encodePlanDatum({ ...plan.value, ...change }),
    });
    const outputs = [
      odd({ feePerCycle: 0n }),
      odd({}, scriptAddress('EXA', 'order')),
      odd({ returnedPerCycle: 1n }),
      odd({ wanted: 'ab'.repeat(28) as AssetId }),
      odd({ amountPerCycle: 1n }),
    ];
    const faucet = practice.keys.faucet;
    const source = practice.chain
      .chainableAt(faucet.address)
      .toSorted((left, right) => Number(lovelaceIn(right.output.value) - lovelaceIn(left.output.value)))[0];
    if (!source) throw new Error('no faucet');
    const rest = outputs.reduce<Value>((left, { value }) => subtractValues(left, value), source.output.value);
    const bytes = draftBytes(
      {
        inputs: [source.ref],
        outputs: [
          ...outputs,
          { address: faucet.address, value: subtractValues(rest, new Map([[ADA, 1_000_000n]])) },
        ],
      },
      1_000_000n,
    );
    const taken = practice.chain.submit(withWitnesses(bytes, [faucet.witness(bodyHash(bytes))]));
    expect(taken.ok).toBe(true);
    for (let minutes = 0; minutes < 6; minutes += 1) world.pass(60 * SECOND);
    // Only the one that the service built was carried out.
    expect(planner.records().map(({ state, received }) => [state, received > 0n])).toEqual([
      ['filled', true],
      ...outputs.map(() => ['open', false]),
    ]);
    world.close();
  });
});

describe('a cancellation', () => {
  test('brings back what is unspent: the cycles left, their fees and the deposit', () => {
    const { world, planner, token, wish } = scene();
    planner.create({ ...wish, interval: 'hourly', amount_in: 100.000001, cycles: 3 });
    world.pass(SECOND);
    world.pass(SECOND);
    const [plan] = planner.active();
    expect(plan?.cycles_completed).toBe(1);
    const [record] = planner.records();
    const terms = record?.rest.plan;
    const [before, bought] = [planner.holds(ADA), planner.holds(token)];
    const hash = planner.cancel([plan?._id ?? '']);
    world.pass(SECOND);
    const fee = world.practice.chain.state.transaction(hash)?.tx.fee ?? 0n;
    const left = 100_000_001n - 33_333_333n;
    const beside =
      2n * ((terms?.feePerCycle ?? 0n) + (terms?.returnedPerCycle ?? 0n)) + (terms?.deposit ?? 0n);
    expect(planner.holds(ADA)).toBe(before + left + beside - fee);
    expect(planner.holds(token)).toBe(bought);
    expect(planner.active()).toEqual([]);
    expect(planner.records()).toMatchObject([{ state: 'taken-back', received: record?.received }]);
    expect(planner.cancel([plan?._id ?? ''])).toBe('order_already_cancelled');
    world.pass(3_600 * SECOND);
    expect(planner.holds(token)).toBe(bought);
    world.close();
  });
});
