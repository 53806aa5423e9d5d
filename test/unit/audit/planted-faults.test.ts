import { describe, expect, it } from 'vitest';
import { FilledWorld, toldOf, type SeenFill } from '../../support/planted-fills.ts';

const ROUNDS = 3;
const ORDERS = 25;

function fillsOf(world: FilledWorld): Promise<readonly SeenFill[]> {
  return world.fills(ROUNDS, ORDERS);
}

describe('the audit, from bytes alone,', () => {
  it('says nothing against honest fills, one by one or in batches as the ledger sorts them', async () => {
    const single = await fillsOf(new FilledWorld(11));
    const batched = await fillsOf(new FilledWorld(12, () => ({ kind: 'batch', order: 'ledger' })));
    expect(batched.filter(({ orders }) => orders.length > 1).length).toBeGreaterThan(5);
    const orders = [...single, ...batched].flatMap((fill) => fill.orders);
    expect(orders.length).toBeGreaterThan(100);
    expect(orders.filter(({ exact, proven }) => exact !== true || !proven)).toEqual([]);
    for (const fill of [...single, ...batched])
      expect(toldOf(fill)).toEqual({ underpaid: false, reordered: false, sandwiched: false });
  });

  it('finds every fill that pays less than the formula, by a single base unit too, and no other', async () => {
    const fills = await fillsOf(
      new FilledWorld(13, (random) =>
        random.below(2) === 0
          ? { kind: 'underpay', amount: random.below(2) === 0 ? '1' : '250000' }
          : undefined,
      ),
    );
    const planted = fills.filter((fill) => fill.planted);
    expect(planted.length).toBeGreaterThan(10);
    for (const fill of fills) expect(toldOf(fill).underpaid).toBe(fill.planted !== undefined);
    for (const { planted: misdeed, orders } of planted) {
      const [order] = orders;
      const short = (order?.mustPay ?? 0n) - (order?.paid ?? 0n);
      expect(short).toBeGreaterThan(0n);
      expect(short).toBeLessThanOrEqual(BigInt(misdeed?.kind === 'underpay' ? misdeed.amount : 0));
    }
  });

  it('finds every batch that was executed in another order than the ledger’s, with exact payments', async () => {
    const fills = await fillsOf(
      new FilledWorld(14, (random) => ({
        kind: 'batch',
        order: random.below(2) === 0 ? 'reversed' : 'ledger',
      })),
    );
    const reversed = fills.filter(({ planted }) => planted?.kind === 'batch' && planted.order === 'reversed');
    expect(reversed.length).toBeGreaterThan(3);
    for (const fill of fills) expect(toldOf(fill).reordered).toBe(reversed.includes(fill));
    for (const { orders } of reversed) {
      expect(orders.map(({ ledgerPosition }) => ledgerPosition)).toEqual(
        orders.map((_, index) => orders.length - 1 - index),
      );
      expect(orders.every(({ exact }) => exact)).toBe(true);
    }
  });

  it('tells the trades around an order, by whom, and what it lost by them', async () => {
    const fills = await fillsOf(
      new FilledWorld(15, (random) =>
        random.below(2) === 0 ? { kind: 'sandwich', percent: 20 + random.below(200) } : undefined,
      ),
    );
    const planted = fills.filter((fill) => fill.planted);
    expect(planted.length).toBeGreaterThan(8);
    for (const fill of fills)
      expect(toldOf(fill).sandwiched, fill.planted?.kind).toBe(fill.planted !== undefined);
    for (const { orders, around } of planted) {
      // The formula still holds: only the trades around the order show what was done.
      expect(orders.map(({ exact }) => exact)).toEqual([true]);
      const [seen] = around;
      expect(seen?.before.sold.asset).toBe(orders[0]?.sold?.asset);
      expect(seen?.after.sold).toEqual(seen?.before.bought);
      expect(seen?.lost).toBeGreaterThan(0n);
    }
  });
});
