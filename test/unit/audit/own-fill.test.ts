import { describe, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import type { MarketAtDecision } from '#domain/fill-audit.ts';
import { slot } from '#domain/time.ts';
import {
  auditOwnFill,
  decisionPoolsOf,
  parentsOf,
  readWithHash,
} from '../../../src-main/exchanges/own-fill.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import type { Transaction } from '../../../src-main/cardano/transaction.ts';
import { auditScripts } from '../../../src-main/app/order-scripts.ts';
import { FilledWorld, type SeenFill } from '../../support/planted-fills.ts';

const scripts = auditScripts('preprod');
const ROUNDS = 3;
const ORDERS = 25;

/** Reads the world's transactions as anybody can: by hash, from bytes. */
function reader(world: FilledWorld): (hash: string) => Transaction {
  const { chain } = world.practice;
  world.practice.tick();
  return (hash) => {
    const held = chain.state.transaction(hash)?.tx;
    const read = readWithHash(hash, held ? toHex(held.bytes) : '');
    if (!read.ok) throw new Error(read.failure);
    return read.value;
  };
}

function must<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.value;
}

/** A fill's transaction, its parents, and the pool as it was that many of its transactions before. */
function withPool(read: (hash: string) => Transaction, txHash: string, back: number) {
  const tx = read(txHash);
  const parents = new Map(parentsOf(tx).map((hash) => [hash, read(hash)]));
  const poolOf = (one: Transaction) =>
    one.body.inputs.find((reference) => {
      const output = read(reference.slice(0, 64)).body.outputs[Number(reference.slice(65))];
      return (
        output && [...scripts.pools.keys()].some((script) => toHex(output.addressBytes).includes(script))
      );
    });
  let reference = poolOf(tx);
  for (let step = 0; step < back && reference; step += 1) reference = poolOf(read(reference.slice(0, 64)));
  if (!reference) return undefined;
  const maker = read(reference.slice(0, 64));
  const address = toHex(maker.body.outputs[Number(reference.slice(65))]?.addressBytes ?? new Uint8Array());
  const script = [...scripts.pools.keys()].find((one) => address.includes(one)) ?? '';
  const decision: MarketAtDecision = {
    slot: slot(1),
    pools: [{ reference, script, assets: ['ADA' as never, 'ADA' as never] }],
  };
  expect(decisionPoolsOf(tx, decision)).toEqual([reference.slice(0, 64)]);
  return { tx, parents: new Map([...parents, [maker.bodyHash, maker]]), decision };
}

function sum(parts: object): bigint {
  return (Object.values(parts) as bigint[]).reduce((total, part) => total + part, 0n);
}

describe('the audit of an own order in a fill', () => {
  it('raises no alarm about any honest fill, alone or in a batch, and leaves no rest', async () => {
    let seen = 0;
    for (const world of [
      new FilledWorld(31),
      new FilledWorld(32, () => ({ kind: 'batch', order: 'ledger' })),
    ]) {
      const fills = await world.fills(ROUNDS, ORDERS);
      const read = reader(world);
      for (const { txHash, orders } of fills) {
        const tx = read(txHash);
        const parents = new Map(parentsOf(tx).map((hash) => [hash, read(hash)]));
        for (const { order } of orders) {
          const { fill, before } = must(auditOwnFill(tx, { reference: order }, parents, undefined, scripts));
          expect(fill).toMatchObject({ exact: true, proven: true, order, orders: orders.length });
          expect(fill.shortfall).toMatchObject({
            since: 'fill',
            parts: { delay: 0n, underpaid: 0n, rest: 0n },
          });
          expect(sum(fill.shortfall?.parts ?? {})).toBe((fill.shortfall?.paper ?? 0n) - (fill.paid ?? 0n));
          expect(before).toHaveLength(fill.position ?? 0);
          seen += 1;
        }
      }
    }
    expect(seen).toBeGreaterThan(100);
  });

  it('tells what an order cost that was executed after others, and which those were', async () => {
    const world = new FilledWorld(33, () => ({ kind: 'batch', order: 'reversed' }));
    const fills = (await world.fills(ROUNDS, ORDERS)).filter(({ orders }) => orders.length > 1);
    const read = reader(world);
    let ordered = 0;
    for (const { txHash, orders } of fills) {
      const tx = read(txHash);
      const parents = new Map(parentsOf(tx).map((hash) => [hash, read(hash)]));
      const last = orders.at(-1)?.order;
      if (last === undefined) throw new Error('an empty batch');
      const { fill, before } = must(auditOwnFill(tx, { reference: last }, parents, undefined, scripts));
      expect(before).toEqual(orders.slice(0, -1).map(({ order }) => order));
      if (fill.shortfall?.parts.ordering !== 0n) ordered += 1;
    }
    expect(ordered).toBeGreaterThan(3);
  });

  it('says how much an order was underpaid, and what the pool did since the decision', async () => {
    const world = new FilledWorld(34, () => ({ kind: 'underpay', amount: '1' }));
    const fills = await world.fills(ROUNDS, ORDERS);
    const read = reader(world);
    const told = new Set<string>();
    let short = 0;
    for (const { txHash, orders } of fills)
      for (const back of [0, 1, 2]) {
        const [first] = orders;
        const given = withPool(read, txHash, back);
        if (!first || !given) continue;
        const own = { reference: first.order };
        const { fill } = must(auditOwnFill(given.tx, own, given.parents, given.decision, scripts));
        told.add(`${back} ${fill.since.kind}`);
        const underpaid = (first.mustPay ?? 0n) - (first.paid ?? 0n);
        short += Number(underpaid);
        expect(fill.shortfall).toMatchObject({ since: 'decision', parts: { underpaid, rest: 0n } });
        if (back === 0) expect(fill.shortfall?.parts.delay).toBe(0n);
      }
    expect(short).toBeGreaterThan(20);
    expect([...told].toSorted()).toEqual(['0 nothing', '1 one', '2 several']);
  });

  it('tells one owner’s trades around an order in the same batch and what it lost by them, and no others', async () => {
    let told = 0;
    let kept = 0;
    for (const order of ['ledger', 'reversed'] as const) {
      const world = new FilledWorld(37, () => ({ kind: 'batch', order }));
      const fills = (await world.roundTrips(1)).filter(({ orders }) => orders.length > 1);
      const read = reader(world);
      for (const { txHash, orders } of fills) {
        const tx = read(txHash);
        const parents = new Map(parentsOf(tx).map((hash) => [hash, read(hash)]));
        for (const [at, { order: reference }] of orders.entries()) {
          const { fill } = must(auditOwnFill(tx, { reference }, parents, undefined, scripts));
          const [before, after] = [orders[at - 1], orders[at + 1]];
          const isBetween =
            before?.sold?.asset === ADA &&
            orders[at]?.sold?.asset === ADA &&
            after?.bought === ADA &&
            before.paid === after.sold?.quantity;
          expect(fill.around).toEqual(
            isBetween
              ? { before: before.order, after: after.order, lost: expect.any(BigInt) as bigint }
              : undefined,
          );
          if (fill.around) {
            expect(fill.around.lost).toBeGreaterThan(0n);
            told += 1;
          } else kept += 1;
        }
      }
    }
    expect(told).toBeGreaterThan(5);
    expect(kept).toBeGreaterThan(told);
  });

  it('does not take another pool, or one that bytes do not prove, for the pool at the decision', async () => {
    const world = new FilledWorld(35);
    const fills = await world.fills(1, ORDERS);
    const read = reader(world);
    const unlike = fills.flatMap(({ txHash, orders }) => {
      const given = withPool(read, txHash, 1);
      return given ? [{ ...given, order: orders[0]?.order ?? ('' as `${string}#${number}`) }] : [];
    });
    const [one, ...others] = unlike;
    if (!one) throw new Error('no fill');
    const since = (parents: ReadonlyMap<string, Transaction>, decision: MarketAtDecision): unknown =>
      must(auditOwnFill(one.tx, { reference: one.order }, parents, decision, scripts)).fill.since;
    const strangers = others.filter(
      ({ decision }) => decision.pools[0]?.script !== one.decision.pools[0]?.script,
    );
    expect(strangers.length).toBeGreaterThan(0);
    for (const { parents, decision } of strangers)
      expect(since(new Map([...parents, ...one.parents]), decision)).toEqual({ kind: 'unknown' });
    const named = one.decision.pools[0]?.reference.slice(0, 64) ?? '';
    const without = new Map([...one.parents].filter(([hash]) => hash !== named));
    if (!parentsOf(one.tx).includes(named)) expect(since(without, one.decision)).toEqual({ kind: 'unknown' });
  });

  it('refuses a transaction that does not spend the order, fills none, or has another hash', async () => {
    const world = new FilledWorld(36);
    const [fill, other] = (await world.fills(1, ORDERS)) as readonly [SeenFill, SeenFill];
    const read = reader(world);
    const tx = read(fill.txHash);
    const stranger = other.orders[0]?.order ?? ('' as `${string}#${number}`);
    expect(auditOwnFill(tx, { reference: stranger }, new Map(), undefined, scripts)).toEqual({
      ok: false,
      failure: 'it does not spend the order',
    });
    const own = { reference: fill.orders[0]?.order ?? stranger };
    expect(auditOwnFill({ ...tx, isValid: false }, own, new Map(), undefined, scripts).ok).toBe(false);
    const bytes = world.practice.chain.state.transaction(fill.txHash)?.tx.bytes ?? new Uint8Array();
    expect(readWithHash(other.txHash, toHex(bytes))).toEqual({
      ok: false,
      failure: 'its bytes are those of a different transaction',
    });
    // Without its parents nothing of it is checkable, and nothing is made up.
    expect(must(auditOwnFill(tx, own, new Map(), undefined, scripts)).fill).toMatchObject({
      ...{ exact: undefined, mustPay: undefined, shortfall: undefined, proven: false },
    });
  });
});
