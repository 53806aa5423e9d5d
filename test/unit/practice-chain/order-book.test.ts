import { describe, expect, test } from 'vitest';

import { ADA } from '#domain/asset.ts';
import { scriptAddress } from '../../../src-main/practice/chain/scripts.ts';
import type { OrderRecord } from '../../../src-main/practice/orders/order-history.ts';
import { leastFor } from '../../../src-main/practice/orders/order-output.ts';
import { PracticeTrader } from '../../support/practice-traders.ts';
import { TestWorld } from '../../support/practice-world.ts';

/** Two funded wallets and the price of an exchange's own pool, from which the crowd moves it hardly away in a few blocks. */
function scene(exchange: string, ticker = 'AMBER') {
  const world = new TestWorld();
  const { practice } = world;
  const [alice, bob] = [new PracticeTrader(practice, 81), new PracticeTrader(practice, 82)];
  for (const { wallet } of [alice, bob]) expect(practice.fund(wallet.address).ok).toBe(true);
  world.pass(1);
  const token = world.token(ticker);
  const pool = () => {
    const found = practice.market.poolsOf(token).find((item) => item.exchange === exchange);
    if (!found) throw new Error(`no pool of ${ticker} at ${exchange}`);
    return found;
  };
  const decimals = practice.market.token(token)?.decimals ?? 0;
  /** ADA for one token so many percent from the pool's price. */
  const price = (percent: number): number =>
    Number(
      ((Number(pool().ada) / Number(pool().tokens)) * 10 ** (decimals - 6) * (1 + percent / 100)).toPrecision(
        6,
      ),
    );
  const place = (trader: PracticeTrader, buys: boolean, amount: number, percent: number): OrderRecord => {
    const known = new Set(trader.orders().map(({ id }) => id));
    const hash = trader.place({ token, buys, amount, price: price(percent), dex: exchange });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    return trader.orders().find(({ id }) => !known.has(id)) as OrderRecord;
  };
  const now = ({ id }: OrderRecord): OrderRecord => practice.orders.byId(id) as OrderRecord;
  const spender = (order: OrderRecord) =>
    practice.chain.state.transaction(practice.chain.state.spentBy(order.placed) ?? '');
  return { world, practice, alice, bob, token, pool, place, now, spender };
}

describe('an exchange that fills in parts', () => {
  test('matches two orders that cross at the older one’s price, in one transaction without the pool', () => {
    const { world, alice, bob, token, place, now, spender } = scene('EXAV2');
    // Both inside the pool's own spread: only they trade with each other.
    const ask = place(alice, false, 30, 0.02);
    world.pass(1);
    const bid = place(bob, true, 1_000, 0.1);
    world.pass(1);
    const held = { alice: alice.lovelace, bob: bob.holds(token) };
    world.pass(1);
    const filled = now(ask);
    expect(filled).toMatchObject({ state: 'filled', received: ask.first.datum.minimumReceived });
    expect(alice.lovelace - held.alice).toBe(filled.received + ask.first.datum.deposit);
    expect(spender(ask)?.tx.hash).toBe(spender(bid)?.tx.hash);
    const pools = scriptAddress('EXAV2', 'pool');
    expect(spender(ask)?.tx.outputs.filter(({ address }) => address === pools)).toEqual([]);
    const goesOn = now(bid);
    expect(goesOn).toMatchObject({ state: 'open', received: ask.first.sold.quantity });
    expect(goesOn.first.sold.quantity - goesOn.rest.sold.quantity).toBe(filled.received);
    expect(bob.holds(token)).toBe(held.bob);

    // Proceeds of the fill wait in the order and come back with the rest.
    const before = bob.lovelace;
    const cancel = bob.cancel([bid.id]);
    world.pass(1);
    const fee = world.practice.chain.state.transaction(cancel)?.tx.fee ?? 0n;
    const { datum } = bid.first;
    expect(bob.lovelace).toBe(before + goesOn.rest.sold.quantity + datum.batcherFee + datum.deposit - fee);
    expect(bob.holds(token)).toBe(held.bob + ask.first.sold.quantity);
    expect(now(bid)).toMatchObject({ state: 'taken-back', received: ask.first.sold.quantity });
  });

  test('serves who asks less first, and of those who ask the same the older', () => {
    const { world, alice, bob, place, now } = scene('EXAV2');
    const later = place(alice, false, 10, 0.05);
    world.pass(1);
    const latest = place(alice, false, 10, 0.05);
    world.pass(1);
    const cheapest = place(alice, false, 10, 0.03);
    world.pass(1);
    const wanted = cheapest.first.datum.minimumReceived + later.first.datum.minimumReceived;
    place(bob, true, Number(wanted) / 1e6 + 3, 0.12);
    world.pass(1);
    world.pass(1);
    expect(now(cheapest).state).toBe('filled');
    expect(now(later).state).toBe('filled');
    expect(now(latest).state).toBe('open');
    expect(now(latest).received).toBeGreaterThan(0n);
  });

  test('sells to the pool what its price allows, and the rest as it comes back', () => {
    const { world, practice, alice, place, now, spender, token, pool } = scene('EXBV3', 'TILL');
    const before = alice.holds(token);
    const bid = place(alice, true, 3_000, 2.5);
    world.pass(1);
    world.pass(1);
    const parted = now(bid);
    expect(parted.state).toBe('open');
    const sold = bid.first.sold.quantity - parted.rest.sold.quantity;
    expect(sold * 4n).toBeGreaterThanOrEqual(bid.first.sold.quantity);
    expect(parted.received).toBeGreaterThanOrEqual(leastFor(bid.first, sold));
    expect(parted.rest.datum.minimumReceived).toBe(leastFor(bid.first, parted.rest.sold.quantity));
    expect(spender(bid)?.tx.outputs.map(({ address }) => address)).toContain(scriptAddress('EXBV3', 'pool'));
    expect(alice.holds(token)).toBe(before);
    // Somebody sells to the pool again and again, which brings its price back.
    for (let blocks = 0; blocks < 60 && now(bid).state === 'open'; blocks += 1) {
      practice.market.fill(
        { poolId: pool().id, tokenIn: token, tokenOut: ADA, amountIn: pool().tokens / 40n },
        practice.marketNow(),
      );
      world.pass(1);
    }
    const filled = now(bid);
    expect(filled.state).toBe('filled');
    expect(filled.received).toBeGreaterThanOrEqual(bid.first.datum.minimumReceived);
    expect(alice.holds(token) - before).toBe(filled.received);
  });

  test('never parts a swap', () => {
    const { world, practice, alice, pool, token } = scene('EXBV3', 'TILL');
    const excluded = practice.market.exchanges.map(({ code }) => code).filter((code) => code !== 'EXBV3');
    const hash = alice.swap({ token, amount: 3_000, slippage: 1, excluded });
    // Somebody takes the pool's price away before the swap is on chain.
    practice.market.fill(
      { poolId: pool().id, tokenIn: ADA, tokenOut: token, amountIn: 800_000_000n },
      practice.marketNow(),
    );
    for (let blocks = 0; blocks < 3; blocks += 1) world.pass(1);
    expect(practice.chain.state.transaction(hash)).toBeDefined();
    const [order] = alice.orders();
    expect(order).toMatchObject({ state: 'open', received: 0n });
    expect(order?.rest).toEqual(order?.first);
  });
});

describe('an exchange that fills whole orders only', () => {
  test('leaves an order alone that nobody takes whole, and matches two that suit each other whole', () => {
    const { world, alice, bob, place, now, spender } = scene('EXA');
    const ask = place(alice, false, 30, 0.02);
    world.pass(1);
    const small = place(bob, true, 5, 0.2);
    world.pass(1);
    world.pass(1);
    expect(now(ask)).toMatchObject({ state: 'open', received: 0n });
    expect(now(small).state).toBe('open');
    const price = Number(ask.first.datum.minimumReceived) / 1e6;
    const suiting = place(bob, true, Number((price * 1.0005).toFixed(6)), 0.1);
    world.pass(1);
    world.pass(1);
    expect(now(ask)).toMatchObject({ state: 'filled', received: suiting.first.sold.quantity });
    expect(now(suiting)).toMatchObject({ state: 'filled', received: ask.first.sold.quantity });
    expect(spender(ask)?.tx.hash).toBe(spender(suiting)?.tx.hash);
    expect(now(small).state).toBe('open');
  });
});

describe('the market makers', () => {
  /** Orders of the world's makers that rest, by token. */
  function book(world: TestWorld) {
    const { keys, orders } = world.practice;
    const addresses = new Set(keys.makers.map(({ address }) => address));
    return Map.groupBy(
      orders.open().filter(({ owner }) => addresses.has(owner)),
      ({ rest }) => (rest.sold.asset === ADA ? rest.datum.wanted : rest.sold.asset),
    );
  }

  test('quote both sides of the main pairs from the start, and none of their orders cross', () => {
    const world = new TestWorld();
    const pairs = book(world);
    expect(pairs.size).toBe(8);
    for (const orders of pairs.values()) {
      const bids = orders.filter(({ rest }) => rest.sold.asset === ADA);
      expect(bids).toHaveLength(8);
      expect(orders).toHaveLength(16);
    }
    world.pass(1);
    world.pass(1);
    expect(book(world)).toEqual(pairs);
    expect([...book(new TestWorld()).keys()]).toEqual([...pairs.keys()]);
  });

  test('follow the price through hours, and never have more than a few dozen orders each', () => {
    const world = new TestWorld();
    const first = book(world);
    for (let turn = 0; turn < 240; turn += 1) world.pass(30);
    const pairs = book(world);
    expect([...pairs.keys()].toSorted()).toEqual([...first.keys()].toSorted());
    for (const [token, orders] of pairs) {
      expect(orders.length).toBeGreaterThan(6);
      expect(orders.length).toBeLessThan(25);
      const best = Math.min(
        ...orders.map((order) => {
          const pool = world.practice.market.pool(order.rest.route.poolId);
          const now = Number(pool?.ada) / Number(pool?.tokens);
          const { sold, datum } = order.rest;
          const asked = Number(datum.minimumReceived) / Number(sold.quantity);
          return Math.abs((sold.asset === ADA ? 1 / asked : asked) / now - 1);
        }),
      );
      expect(best, token).toBeLessThan(0.05);
    }
    expect(pairs).not.toEqual(first);
  });
});
