import { expect, it } from 'vitest';
import { auditTransaction } from '../../../src-main/audit/audit.ts';
import type { AuditedOrder } from '../../../src-main/audit/audited-order.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import { decodeTransaction, type Transaction } from '../../../src-main/cardano/transaction.ts';
import { auditScripts } from '../../../src-main/composition/order-scripts.ts';
import { proveInput, type ResolvedInputs } from '../../../src-main/inspect/resolution.ts';
import { TestWorld } from '../../support/practice-world.ts';

const scripts = auditScripts('preprod');

interface Executed {
  readonly tx: Transaction;
  readonly resolved: ResolvedInputs;
  readonly order: AuditedOrder;
}

/** Fills of resting orders whose prices the crowd's trades reach. */
function fills(world: TestWorld, wanted: number): readonly Executed[] {
  const found: Executed[] = [];
  for (let turn = 0; turn < 400 && found.length < wanted; turn += 1) {
    world.pass(turn % 2 === 0 ? 20 : 2);
    const { chain } = world.practice;
    for (const { bytes } of chain.mempool) {
      const decoded = decodeTransaction(toHex(bytes));
      if (!decoded.ok) throw new Error(decoded.failure);
      const tx = decoded.value;
      const resolved = new Map(
        tx.body.inputs.flatMap((reference) => {
          const hash = reference.slice(0, 64);
          const parent = chain.inMempool(hash) ?? chain.state.transaction(hash)?.tx;
          const proven = parent && proveInput(reference, toHex(parent.bytes));
          return proven?.ok === true ? [[reference, proven.value] as const] : [];
        }),
      );
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
