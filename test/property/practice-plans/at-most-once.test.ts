import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import '../../support/fast-check-seed.ts';

import { ADA } from '#domain/asset.ts';
import { addValues, lovelaceIn, quantityIn, subtractValues, type Value } from '#domain/amount.ts';
import { DCA_INTERVALS, legalInterval, runAfter } from '#domain/dca.ts';
import { slotToUnix } from '#domain/network.ts';
import { epochMs, MINUTE_MS } from '#domain/time.ts';
import { decodePlanDatum } from '../../../src-main/practice/orders/datum.ts';
import { decodeTransaction } from '../../../src-main/practice/chain/transaction.ts';
import { PlanWorld } from '../../support/practice-plan-world.ts';
import { PracticePlanner, spendsOf } from '../../support/practice-plans.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const directory = temporaryDirectory();
let worlds = 0;
const DAY = 1_440 * MINUTE_MS;

type Event =
  | { readonly kind: 'pass' | 'jump'; readonly ms: number }
  | { readonly kind: 'kill' }
  | { readonly kind: 'kill-in-block'; readonly writes: number };

const jumps = fc.oneof(
  fc.integer({ min: -40 * DAY, max: 40 * DAY }),
  fc.integer({ min: -3 * MINUTE_MS, max: 12 * MINUTE_MS }),
  fc.constantFrom(31 * DAY, -31 * DAY, 1, -1),
);
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.integer({ min: 0, max: 20 * MINUTE_MS }),
    }),
    weight: 4,
  },
  { arbitrary: fc.record({ kind: fc.constant('jump' as const), ms: jumps }), weight: 2 },
  { arbitrary: fc.constant({ kind: 'kill' as const }), weight: 1 },
  {
    arbitrary: fc.record({
      kind: fc.constant('kill-in-block' as const),
      writes: fc.integer({ min: 0, max: 5 }),
    }),
    weight: 2,
  },
);

const plan = fc.record({
  every: fc.constantFrom(...DCA_INTERVALS),
  cycles: fc.integer({ min: 1, max: 7 }),
  micros: fc.integer({ min: 30_000_000, max: 900_000_000 }),
});

let base = '';
let genesis: Value = new Map();

beforeAll(() => {
  base = `${directory.path}/base`;
  const world = new PlanWorld(base);
  genesis = total(world);
  world.practice.fund(new PracticePlanner(world.practice, 93).wallet.address);
  world.pass(1_000);
  world.close();
});

afterAll(() => directory.remove());

test('whatever the clock does and whenever it is killed, each cycle runs once, in order, not before its time, and nothing is lost', () => {
  fc.assert(
    fc.property(plan, fc.array(event, { maxLength: 12 }), ({ every, cycles, micros }, events) => {
      const world = new PlanWorld(`${directory.path}/world-${(worlds += 1)}`, { from: base });
      const planner = new PracticePlanner(world.practice, 93);
      const wish = {
        token_in: '',
        token_out: world.token('AMBER'),
        amount_in: micros / 1e6,
        interval: every.interval,
        interval_length: every.length,
        slippage: 60,
        cycles,
      };
      expect(planner.create(wish)).toMatch(/^[0-9a-f]{64}$/);
      world.pass(1_000);
      for (const event of events) {
        happen(world, event);
        planner.practice = world.practice;
        check(world, planner, micros, cycles);
      }
      // The clock runs for as long as the plan takes, and one block follows another.
      const [order] = planner.records();
      const start = epochMs(slotToUnix('preprod', order?.placedAt ?? 0) * 1000);
      const last = runAfter(start, every, cycles - 1);
      world.moveClock(Math.max(0, last - world.now));
      for (let block = 0; block <= cycles; block += 1) world.pass(1);
      check(world, planner, micros, cycles);
      expect(planner.active()).toEqual([]);
      expect(planner.records()).toMatchObject([{ state: 'filled' }]);
      world.close();
    }),
    { numRuns: 14 },
  );
}, 180_000);

function happen(world: PlanWorld, event: Event): void {
  switch (event.kind) {
    case 'pass':
      return world.pass(event.ms);
    case 'jump':
      return world.moveClock(event.ms);
    case 'kill':
      return world.kill();
    default:
      return world.killInBlock(event.writes);
  }
}

function check(world: PlanWorld, planner: PracticePlanner, micros: number, cycles: number): void {
  const [order] = planner.records();
  const plan = order?.first.plan;
  if (!order || !plan) throw new Error('no plan');
  const spends = spendsOf(world.practice, order);
  const start = epochMs(slotToUnix('preprod', order.placedAt) * 1000);
  const interval = legalInterval(plan.interval.interval, plan.interval.length);
  if (!interval) throw new RangeError('a plan has one of the ten intervals');
  expect(spends.length).toBeLessThanOrEqual(cycles);
  const heights = spends.map(({ chained }) => chained.block.height);
  expect(heights).toEqual([...new Set(heights)].toSorted((left, right) => left - right));
  let sold = 0n;
  let paid = 0n;
  spends.forEach(({ chained, before, after }, done) => {
    const read = decodePlanDatum(before.inlineDatum ?? '');
    expect(read.ok && read.value.completed).toBe(done);
    expect(slotToUnix('preprod', chained.block.slot) * 1000).toBeGreaterThanOrEqual(
      runAfter(start, interval, done),
    );
    const isLast = done === cycles - 1;
    expect(after === undefined).toBe(isLast);
    const less = lovelaceIn(before.value) - (after ? lovelaceIn(after.value) : plan.deposit);
    sold += less - plan.feePerCycle - plan.returnedPerCycle;
    const toOwner = chained.tx.outputs.filter(({ address }) => address === planner.wallet.address);
    expect(toOwner).toHaveLength(1);
    expect(lovelaceIn(toOwner[0]?.value ?? new Map())).toBe(
      plan.returnedPerCycle + (isLast ? plan.deposit : 0n),
    );
    paid += quantityIn(toOwner[0]?.value ?? new Map(), plan.wanted);
  });
  const now = planner.records()[0];
  expect(now?.received).toBe(paid);
  const rests = now?.state === 'open' ? now.rest.sold.quantity : 0n;
  expect(sold + rests).toBe(BigInt(micros));
  // Nothing is made and nothing is lost but the network's fees.
  const lost = [...subtractValues(genesis, total(world))];
  expect(lost).toEqual([[ADA, feesOf(world)]]);
}

function total({ practice }: PlanWorld): Value {
  return [...practice.chain.state.all()].reduce<Value>(
    (sum, { output }) => addValues(sum, output.value),
    new Map(),
  );
}

function feesOf({ store }: PlanWorld): bigint {
  return store
    .blocks()
    .slice(1)
    .flatMap(({ transactions }) => transactions)
    .reduce((sum, bytes) => {
      const tx = decodeTransaction(new Uint8Array(bytes));
      return sum + (tx.ok ? tx.value.fee : 0n);
    }, 0n);
}
