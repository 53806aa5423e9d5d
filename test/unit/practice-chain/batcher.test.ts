import { describe, expect, test } from 'vitest';

import { ADA, type AssetId } from '#domain/asset.ts';
import { addValues, subtractValues, type Value } from '#domain/amount.ts';
import { epochMs } from '#domain/time.ts';
import { encodeOrderDatum, encodeRoute, type OrderDatum } from '../../../src-main/practice/orders/datum.ts';
import {
  bodyHash,
  withLeastFee,
  withWitnesses,
  type Draft,
  type DraftOutput,
} from '../../../src-main/practice/chain/draft.ts';
import { openStore } from '../../../src-main/practice/chain/store.ts';
import { poolDatum, scriptAddress } from '../../../src-main/practice/chain/scripts.ts';
import { worldKey } from '../../../src-main/practice/accounts.ts';
import type { Pool } from '../../../src-main/practice/market/types.ts';
import { Practice } from '../../../src-main/practice/practice.ts';
import { defaultExchanges } from '../../support/practice-exchanges.ts';

const trader = worldKey(99, 'trader');
const LOVELACE = 1_000_000n;

function newWorld(speed = 1) {
  let now = 1_790_000_000_000;
  const opened = Practice.open({
    store: openStore(':memory:'),
    seed: 7,
    exchanges: defaultExchanges(),
    now: () => epochMs(now),
    speed,
  });
  if (!opened.ok) throw new Error(opened.failure);
  const practice = opened.value;
  const tick = (): void => {
    now += 2_000;
    practice.tick();
  };
  expect(practice.fund(trader.address).ok).toBe(true);
  tick();
  const pool = practice.market.pools().find((item) => item.ada > 100_000n * LOVELACE) as Pool;
  return { practice, tick, pool, codes: practice.market.exchanges.map((exchange) => exchange.code) };
}

type World = ReturnType<typeof newWorld>;

function usual({ pool, codes, practice }: World): OrderDatum {
  return {
    ownerPaymentKeyHash: trader.keyHash,
    ownerStakeKeyHash: undefined,
    wanted: pool.token,
    minimumReceived: 1n,
    batcherFee: practice.market.exchange(pool.exchange)?.batcherFee ?? 0n,
    deposit: 2n * LOVELACE,
    route: encodeRoute({ kind: 'swap', poolId: pool.id, excluded: [] }, codes),
  };
}

/** Pays outputs from the trader's, and makes a block. Answers the transaction's hash. */
function send({ practice, tick }: World, outputs: readonly DraftOutput[]): string {
  const spent = practice.chain.spendableAt(trader.address);
  const held = total(spent.map(({ output }) => output.value));
  const at = (fee: bigint): Draft => {
    const paid = addValues(total(outputs.map((output) => output.value)), new Map([[ADA, fee]]));
    const change = { address: trader.address, value: subtractValues(held, paid) };
    return { inputs: spent.map((item) => item.ref), outputs: [...outputs, change] };
  };
  const bytes = withLeastFee(at, 1)?.bytes ?? new Uint8Array();
  const hash = bodyHash(bytes);
  const taken = practice.chain.submit(withWitnesses(bytes, [trader.witness(hash)]));
  expect(taken, JSON.stringify(taken.ok ? '' : taken.failure)).toMatchObject({ ok: true });
  tick();
  return hash;
}

function total(values: readonly Value[]): Value {
  return values.reduce<Value>(addValues, new Map());
}

/** An order output of fifty ADA, or as told. */
function orderOutput(world: World, more: { value?: Value; datum?: string } = {}): DraftOutput {
  const { value = new Map([[ADA, 50n * LOVELACE]]), datum } = more;
  return {
    address: scriptAddress(world.pool.exchange, 'order'),
    value,
    ...(datum === undefined ? {} : { datum }),
  };
}

/** An order that a batcher fills: fifty ADA with fee and deposit beside it. */
function goodOrder(world: World): DraftOutput {
  const datum = usual(world);
  const value = new Map([[ADA, 50n * LOVELACE + datum.batcherFee + datum.deposit]]);
  return orderOutput(world, { value, datum: encodeOrderDatum(datum) });
}

describe('a batcher', () => {
  test('fills an order in the block after the order’s, and pays the owner proceeds and deposit', () => {
    const world = newWorld();
    const { practice, tick, pool } = world;
    const datum = usual(world);
    const ref = { txHash: send(world, [goodOrder(world)]), index: 0 };
    expect(practice.chain.state.spentBy(ref)).toBeUndefined();
    const placedIn = practice.chain.state.transaction(ref.txHash)?.block.height ?? 0;
    tick();
    const fill = practice.chain.state.transaction(practice.chain.state.spentBy(ref) ?? '');
    expect(fill?.block.height).toBe(placedIn + 1);
    const paid = fill?.tx.outputs.find((output) => output.address === trader.address);
    expect(paid?.value.get(ADA)).toBe(datum.deposit);
    expect(paid?.value.get(pool.token)).toBeGreaterThan(0n);
    const onChain = fill?.tx.outputs.find((output) => output.inlineDatum === poolDatum(pool));
    expect(onChain?.address).toBe(scriptAddress(pool.exchange, 'pool'));
  });

  test('fills many orders of one pool in one block, each from what the one before left', () => {
    const world = newWorld();
    const { practice, tick } = world;
    const hash = send(
      world,
      Array.from({ length: 10 }, () => goodOrder(world)),
    );
    tick();
    const received = Array.from({ length: 10 }, (_, index) => {
      const fill = practice.chain.state.transaction(
        practice.chain.state.spentBy({ txHash: hash, index }) ?? '',
      );
      return (
        fill?.tx.outputs.find((output) => output.address === trader.address)?.value.get(world.pool.token) ??
        0n
      );
    });
    expect(received.every((tokens) => tokens > 0n)).toBe(true);
    for (let index = 1; index < received.length; index += 1)
      expect(received[index]).toBeLessThan(received[index - 1] ?? 0n);
  });

  const differing = (change: (world: World) => Partial<OrderDatum>) => (world: World) =>
    orderOutput(world, { datum: encodeOrderDatum({ ...usual(world), ...change(world) }) });
  const left: Record<string, (world: World) => DraftOutput> = {
    'has no datum': (world) => orderOutput(world),
    'has a datum of something else': (world) => orderOutput(world, { datum: '182a' }),
    'names no pool': differing(() => ({ route: 'ab'.repeat(28) })),
    'has a route too short for a pool': differing(() => ({ route: 'ab' })),
    'rests at another exchange than its pool': (world) => ({
      ...goodOrder(world),
      address: scriptAddress(world.codes.find((code) => code !== world.pool.exchange) ?? '', 'order'),
    }),
    'pays less than the batcher asks': differing(() => ({ batcherFee: 1n })),
    'has a deposit too small for the payment': differing(() => ({ deposit: 0n })),
    'holds less than its fee and deposit': differing(() => ({ deposit: 90n * LOVELACE })),
    'wants what it sells': differing(() => ({ wanted: ADA })),
    'wants what nobody knows': differing(() => ({ wanted: 'ef'.repeat(28) as AssetId })),
    'wants more than the pools give': differing(() => ({ minimumReceived: 1n << 62n })),
    'wants a token that its pool does not have': differing((world) => ({
      wanted: world.practice.market.tokens.find((token) => token.id !== world.pool.token)?.id ?? ADA,
    })),
  };
  test.each(Object.entries(left))('leaves an order alone that %s, and continues', (_name, make) => {
    const world = newWorld();
    const ref = { txHash: send(world, [make(world)]), index: 0 };
    for (let blocks = 0; blocks < 3; blocks += 1) world.tick();
    expect(world.practice.chain.state.spentBy(ref)).toBeUndefined();
    const next = { txHash: send(world, [goodOrder(world)]), index: 0 };
    world.tick();
    expect(world.practice.chain.state.spentBy(next)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('is not led astray by outputs that anyone can pay to the pool’s address', () => {
    const world = newWorld();
    const { practice, tick } = world;
    const gifts = practice.chain
      .spendableAt(trader.address)
      .flatMap(({ output }) => [...output.value.keys()]);
    const token = gifts.find((asset) => asset !== ADA) ?? ADA;
    const pool = practice.market.poolsOf(token)[0] as Pool;
    const value = new Map([[ADA, 10n * LOVELACE] as const, [token, 5n] as const]);
    const fake = { address: scriptAddress(pool.exchange, 'pool'), value, datum: poolDatum(pool) };
    const hash = send(world, [fake, goodOrder({ ...world, pool })]);
    tick();
    expect(practice.chain.state.spentBy({ txHash: hash, index: 0 })).toBeUndefined();
    expect(practice.chain.state.spentBy({ txHash: hash, index: 1 })).toMatch(/^[0-9a-f]{64}$/);
  });
});

test('the market lives faster than the clock when asked to', () => {
  const { practice, tick } = newWorld(600);
  const before = practice.market.time;
  tick();
  expect(practice.market.time - before).toBe(2_000 * 600);
});
