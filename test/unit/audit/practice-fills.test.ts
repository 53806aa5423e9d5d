import { expect, it } from 'vitest';
import type { Executed } from '../../../src-main/exchanges/around.ts';
import { auditTransaction } from '../../../src-main/exchanges/audit.ts';
import type { AuditedOrder } from '../../../src-main/exchanges/audited-order.ts';
import { auditScripts } from '../../../src-main/app/order-scripts.ts';
import { readExecuted } from '../../support/executed.ts';
import { TestWorld } from '../../support/practice-world.ts';

const scripts = auditScripts('preprod');

interface ExecutedOrder extends Executed {
  readonly order: AuditedOrder;
}

/** Fills of resting orders whose prices the crowd's trades reach. */
function fills(world: TestWorld, wanted: number): readonly ExecutedOrder[] {
  const found: ExecutedOrder[] = [];
  for (let turn = 0; turn < 400 && found.length < wanted; turn += 1) {
    world.pass(turn % 2 === 0 ? 20 : 2);
    const { chain } = world.practice;
    for (const { bytes } of chain.mempool) {
      const { tx, resolved } = readExecuted(chain, bytes);
      const { orders } = auditTransaction(tx, resolved, scripts);
      for (const order of orders) found.push({ tx, resolved, order });
    }
  }
  return found;
}

it('practice’s own fills come out exact, from the ledger alone, and one that is short of a base unit does not', () => {
  const found = fills(new TestWorld(), 6);
  const checkable = found.filter(({ order }) => order.exact !== undefined);
  expect(checkable.length).toBeGreaterThan(1);
  for (const { tx, resolved, order } of checkable) {
    expect(order).toMatchObject({ exact: true, proven: true, position: 0, ledgerPosition: 0 });
    const { bought, paid, mustPay } = order;
    if (bought === undefined || paid === undefined) throw new Error('it bought nothing');
    const held = (value: ReadonlyMap<string, bigint>): bigint => value.get(bought) ?? 0n;
    // Take one base unit from each output in turn: only the output that pays the order must make it inexact.
    const short = tx.body.outputs.flatMap((output, index) => {
      if (held(output.value) === 0n) return [];
      const value = new Map(output.value).set(bought, held(output.value) - 1n);
      const outputs = tx.body.outputs.with(index, { ...output, value });
      return auditTransaction({ ...tx, body: { ...tx.body, outputs } }, resolved, scripts).orders;
    });
    const missed = short.filter(({ exact }) => exact === false);
    expect(missed).toHaveLength(1);
    expect(missed[0]).toMatchObject({ mustPay, paid: paid - 1n });
    for (const missing of tx.body.inputs) {
      const part = new Map(resolved);
      part.delete(missing);
      const lines = auditTransaction(tx, part, scripts).orders;
      expect(
        lines.some(({ exact }) => exact === undefined),
        missing,
      ).toBe(true);
    }
  }
});
