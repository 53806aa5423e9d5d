import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { approvalTable } from '#contract/index.ts';
import { approvalTask } from '../../src-main/features/approval/approval-view.ts';
import { inputsOf, proveInput, type ResolvedInput } from '../../src-main/cardano/resolution.ts';
import { parseAddress } from '../../src-main/cardano/address.ts';
import { goodTrade } from '../support/good-trade.ts';
import { reviewedAs } from '../support/reviewed.ts';
import { transactions } from '../support/vectors.ts';

/** Real transactions prove the inputs of each other where both are there; the first owner found counts as the user. */
describe('the approval window', () => {
  it('describes every real transaction of Conway in texts that its table carries', () => {
    const vectors = transactions('conway-blocks.jsonl');
    const parents = new Map(vectors.map(({ hash, cbor }) => [hash, cbor]));
    const { input: good } = goodTrade();
    let proven = 0;
    for (const { hash, cbor } of vectors) {
      const spent = inputsOf(cbor);
      if (!spent.ok) throw new Error(`${hash} cannot be decoded`);
      const resolved = new Map<string, ResolvedInput>();
      for (const reference of [...spent.value.inputs, ...spent.value.collateral]) {
        const parent = parents.get(reference.slice(0, 64));
        const input = parent === undefined ? undefined : proveInput(reference, parent);
        if (input?.ok) resolved.set(reference, input.value);
      }
      proven += resolved.size;
      const owner = [...resolved.values()].map(({ address }) => parseAddress(address)).find(({ ok }) => ok);
      const payment = owner?.ok ? [owner.value.payment.hash] : [];
      const own = { paymentKeyHashes: new Set(payment), stakeKeyHashes: new Set<string>() };
      const { tokens: _none, ...rest } = good;
      const reviewed = reviewedAs({
        ...rest,
        cbor,
        terms: { kind: 'any' },
        network: 'mainnet',
        missingInputs: 'ask',
        own,
        resolved,
      });
      const task = approvalTask(reviewed, {
        practice: false,
        profile: { name: 'Live', colour: 'blue', network: 'mainnet' },
        asksPassword: true,
        watchOnly: false,
      });
      expect(v.parse(approvalTable.task.output, { task, inView: true, theme: 'system' }).task).toEqual(task);
      expect(task.bodyHash).toBe(hash);
      for (const places of [task.inputs, task.outputs, task.collateral])
        expect(new Set(places.map(({ name }) => name)).size).toBe(places.length);
    }
    expect(vectors).toHaveLength(718);
    expect(proven).toBeGreaterThan(50);
  }, 120_000);
});
