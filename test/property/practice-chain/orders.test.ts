import fc from 'fast-check';
import { expect, test } from 'vitest';

import { ADA } from '#domain/asset.ts';
import { addValues, subtractValues, type Value } from '#domain/amount.ts';
import type { LedgerTx } from '../../../src-main/practice/chain/transaction.ts';
import { byPriority, type Offer } from '../../../src-main/practice/market/matching.ts';
import { OrderHistory, type OrderRecord } from '../../../src-main/practice/orders/order-history.ts';
import type { Practice } from '../../../src-main/practice/practice.ts';
import { leastFor } from '../../../src-main/practice/orders/order-output.ts';
import { PracticeTrader } from '../../support/practice-traders.ts';
import { TestWorld } from '../../support/practice-world.ts';

/** EXAV2 and EXH fill in parts, EXA does not. */
const EXCHANGES = ['EXAV2', 'EXAV2', 'EXH', 'EXA'] as const;
const TRADERS = [71, 72, 73] as const;

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('place' as const),
        who: fc.nat(TRADERS.length - 1),
        dex: fc.constantFrom(...EXCHANGES),
        buys: fc.boolean(),
        worth: fc.integer({ min: 10, max: 900 }),
        percent: fc.integer({ min: -15, max: 15 }),
        multiples: fc.constantFrom(1, 1, 1, 3),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('cancel' as const),
        who: fc.nat(TRADERS.length - 1),
        count: fc.integer({ min: 1, max: 4 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 90 }) }),
    },
  ),
  { minLength: 15, maxLength: 45, size: 'max' },
);

function total({ chain }: Practice): Value {
  return [...chain.state.all()].reduce<Value>((sum, { output }) => addValues(sum, output.value), new Map());
}

/** All transactions after genesis of the world's keys and of the traders. */
function sent({ chain, keys }: Practice, traders: readonly PracticeTrader[]): readonly LedgerTx[] {
  const addresses = [
    ...[keys.faucet, ...keys.batchers.values(), ...keys.makers].map((key) => key.address),
    ...traders.map(({ wallet }) => wallet.address),
  ];
  const hashes = new Set(addresses.flatMap((address) => chain.state.address(address)?.transactions ?? []));
  return [...hashes].flatMap((hash) => {
    const found = chain.state.transaction(hash);
    return found && found.block.height > 0 ? [found.tx] : [];
  });
}

function offerOf({ rest, sequence }: OrderRecord): Offer {
  return { sold: rest.sold.quantity, minimum: rest.datum.minimumReceived, sequence, partial: true };
}

/** The sold part of an order was paid at its price or better, and so was every single fill. */
function expectNeverWorse(order: OrderRecord): void {
  if (order.state === 'mempool') return;
  const left = order.state === 'filled' ? 0n : order.rest.sold.quantity;
  const part = order.first.sold.quantity - left;
  expect(order.received).toBeGreaterThanOrEqual(leastFor(order.first, part));
}

/** No order was served before another of the same side that asks less, or came first at the same price. */
function expectPriority(before: readonly OrderRecord[], after: ReadonlyMap<string, OrderRecord>): void {
  const groups = Map.groupBy(
    before.filter(({ exchange, state }) => exchange !== 'EXA' && state === 'open'),
    ({ exchange, rest }) => `${exchange} ${rest.sold.asset} ${rest.datum.wanted}`,
  );
  for (const group of groups.values()) {
    const inOrder = group.toSorted((left, right) => byPriority(offerOf(left), offerOf(right)));
    const served = inOrder.map((order) => (after.get(order.id)?.received ?? 0n) > order.received);
    const last = served.lastIndexOf(true);
    inOrder.slice(0, Math.max(0, last)).forEach((order, place) => {
      const now = after.get(order.id);
      expect(served[place] || now?.state === 'taken-back' || worth(order) < 3_000_000n).toBe(true);
    });
  }
}

function worth({ rest }: OrderRecord): bigint {
  return rest.sold.asset === ADA ? rest.sold.quantity : rest.datum.minimumReceived;
}

test('through any placing, filling, parting and taking back: nothing is lost, nobody is paid less than wanted, nobody is passed over', () => {
  let [filled, parted, takenBack] = [0, 0, 0];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), steps, (seed, made) => {
      const world = new TestWorld({ seed });
      const { practice } = world;
      const token = world.token('AMBER');
      const genesis = total(practice);
      const traders = TRADERS.map((number) => new PracticeTrader(practice, number));
      for (const { wallet } of traders) expect(practice.fund(wallet.address).ok).toBe(true);
      world.pass(2);
      const pass = (seconds: number): void => {
        world.pass(seconds);
        // Fills made then wait in the mempool until the next block.
        const before = practice.orders.all();
        world.pass(1);
        expectPriority(before, new Map(practice.orders.all().map((order) => [order.id, order])));
      };
      for (const step of made) {
        const trader = traders['who' in step ? step.who : 0] as PracticeTrader;
        if (step.kind === 'place') {
          const { buys, worth: value, dex, multiples } = step;
          const market = practice.market.averagePrice(token)?.adaPerToken ?? 1;
          const price = Number((market * (1 + step.percent / 1_000)).toPrecision(5));
          const amount = buys ? value : Number((Math.min(value, 150) / market).toFixed(6));
          trader.place({ token, buys, amount, price, dex, multiples });
        } else if (step.kind === 'cancel') {
          const open = trader.orders().filter(({ state }) => state === 'open');
          trader.cancel(open.slice(0, step.count).map(({ id }) => id));
        } else pass(step.seconds);
      }
      pass(2);
      pass(2);
      const all = practice.orders.all();
      all.forEach(expectNeverWorse);
      // Reading bit by bit gives the same as reading the whole chain at once.
      expect(new OrderHistory(practice.chain, practice.market.exchanges).all()).toEqual(all);
      const fees = sent(practice, traders).reduce((sum, tx) => sum + tx.fee, 0n);
      expect([...subtractValues(genesis, total(practice))]).toEqual([[ADA, fees]]);
      filled += all.filter(({ state }) => state === 'filled').length;
      takenBack += all.filter(({ state }) => state === 'taken-back').length;
      parted += all.filter(({ first, rest }) => first.sold.quantity !== rest.sold.quantity).length;
    }),
    { numRuns: 12 },
  );
  // Otherwise the laws held of nothing.
  expect(Math.min(filled, parted, takenBack)).toBeGreaterThan(3);
});
