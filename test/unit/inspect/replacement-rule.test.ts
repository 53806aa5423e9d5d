import { describe, expect, it } from 'vitest';
import practice from '../../../resources/practice-order-scripts.json' with { type: 'json' };
import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import type { LimitTask, Replaced } from '../../../src-main/agreement/agreement.ts';
import { agreementHash } from '../../../src-main/agreement/agreement-json.ts';
import { spendingAlong } from '../../../src-main/cardano/spent-along.ts';
import { decodeTransaction, slice, type Transaction } from '../../../src-main/cardano/transaction.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import { proveInput } from '../../../src-main/cardano/resolution.ts';
import { prove } from '../../../src-main/proof/prove.ts';
import { dependentOn } from '../../../src-main/inspect/replacement-inputs.ts';
import { cborHead } from '../../../src-main/cardano/cbor-writer.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import { editParts, withBodyField } from '../../support/edit-cbor.ts';
import {
  GEM,
  goodTrade,
  myAddress,
  ORDER_SCRIPT,
  orderDatum,
  STAKE,
  STRANGER,
  strangerAddress,
  writeDraft,
  type Draft,
} from '../../support/good-trade.ts';
import { agreementOn, proofInputOf, testProofScripts } from '../../support/proving.ts';

/** A limit order of 100 ADA for 831.6 GEM that replaces another; both proofs judge whatever was built for it. */

const base = goodTrade('ada', 1);
const [cancelHash = '', cancelBytes = ''] = [...base.parents][0] ?? [];
/** Another transaction that paid the wallet: its outputs are there whether or not the order was cancelled. */
const unrelated = writeDraft({
  inputs: [`${'02'.repeat(32)}#0`],
  outputs: [{ address: myAddress, value: new Map([[ADA, 640_000_000n]]) }],
  fee: 200_000n,
  requiredSigners: [],
});
const unrelatedHash = decoded(unrelated).bodyHash;

function decoded(cbor: string): Transaction {
  const read = decodeTransaction(cbor);
  if (!read.ok) throw new Error(read.failure);
  return read.value;
}

const replaces: Replaced = {
  order: `${'a1'.repeat(32)}#0`,
  script: ORDER_SCRIPT,
  fee: 1_800_000n,
  deposit: 2_200_000n,
  others: 0n,
  cancellation: cancelHash,
};
const task = (change: Partial<Replaced> = {}): LimitTask => ({
  kind: 'limit',
  pay: { asset: ADA, quantity: quantity(100_000_000n) },
  receive: GEM,
  atLeast: 831_600n,
  orders: 1,
  replaces: { ...replaces, ...change },
});

const change = base.draft.outputs[1];
const order = base.draft.outputs[0];
if (!change || !order) throw new Error('a good trade has an order and its change');

/** From outputs of the cancellation; or of the other transaction alone, all of it in ADA. */
const fromCancellation: Draft = base.draft;
const fromUnrelated: Draft = {
  ...base.draft,
  inputs: [`${unrelatedHash}#0`],
  outputs: [order, { address: myAddress, value: new Map([[ADA, 640_000_000n - 104_000_000n - 230_000n]]) }],
};

interface Verdict {
  readonly first: readonly string[];
  readonly second: readonly string[];
}

/** The rules of the first proof that block, the second proof among them, and what the second objects to by itself. */
function judged(cbor: string, agreed: LimitTask = task(), more: readonly string[] = []): Verdict {
  const parents = new Map([...base.parents, [unrelatedHash, unrelated]]);
  for (const parent of more) parents.set(decoded(parent).bodyHash, parent);
  const tx = decoded(cbor);
  const resolved = new Map(
    [...tx.body.inputs, ...tx.body.collateral].map((name) => {
      const proven = proveInput(name, parents.get(name.slice(0, 64)) ?? '');
      if (!proven.ok) throw new Error(proven.failure);
      return [name, proven.value];
    }),
  );
  const input: InspectionInput = {
    ...base.input,
    cbor,
    parents,
    resolved,
    terms: {
      kind: 'limit',
      pay: agreed.pay,
      receive: GEM,
      expected: agreed.atLeast,
      atLeast: agreed.atLeast,
    },
  };
  const agreement = agreementOn(agreed, input);
  const whole = { ...input, agreed: { agreement, at: 0, hash: agreementHash(agreement) }, claims: {} };
  const inspection = inspectTransaction(whole);
  if (!inspection.ok) throw new Error(inspection.failure.code);
  const blocks = inspection.value.report.findings.filter(({ severity }) => severity === 'block');
  const { objections } = prove(proofInputOf(input, testProofScripts, { parents, task: agreed }));
  return {
    first: [...new Set(blocks.map(({ rule }) => rule))],
    second: [...new Set(objections.map(({ code }) => code))],
  };
}

/** With an argument for its first input's script. */
function withRedeemer(cbor: string): string {
  const redeemer = 'a10581840000d87980821a000f42401a1dcd6500';
  return editParts(cbor, () => ({ witnesses: redeemer }));
}

const orderAt = (script: string): string =>
  formatAddress(addressOf(0, { kind: 'script', hash: script }, { kind: 'key', hash: STAKE }));

describe('an order that replaces another', () => {
  it('is right when it spends what the cancellation gave back', () => {
    expect(judged(writeDraft(fromCancellation))).toEqual({ first: [], second: [] });
  });

  it('is blocked by both proofs when it spends other funds alone: the old order may have been filled', () => {
    const verdict = judged(writeDraft(fromUnrelated));
    expect(verdict).toEqual({ first: ['V17'], second: ['replacement-independent'] });
    // The same bytes are right where they replace nothing.
    const { replaces: _none, ...plain } = task();
    expect(judged(writeDraft(fromUnrelated), plain)).toEqual({ first: [], second: [] });
  });

  it.each([
    ['collateral', 13],
    ['a reference input', 18],
  ])('is blocked when the cancellation is named by %s alone, which spends nothing', (_name, field) => {
    const reference = `81825820${cancelHash}00`;
    const verdict = judged(withBodyField(writeDraft(fromUnrelated), field, reference));
    expect(verdict.first).toContain('V17');
    expect(verdict.second).toContain('replacement-independent');
  });

  it('is blocked when it spends the collateral of a cancellation whose script failed: that took nothing back', () => {
    // Anybody may send it, signed, marked as failing where its script does fail: then it is on chain, and the order is too.
    const output = toHex(
      slice(decoded(unrelated).bytes, decoded(unrelated).body.outputs[0]?.span ?? { start: 0, end: 0 }),
    );
    const failedOne = editParts(withBodyField(unrelated, 16, output), () => ({ isValid: 'f4' }));
    const cancellation = decoded(failedOne).bodyHash;
    const cbor = writeDraft({ ...fromUnrelated, inputs: [`${cancellation}#1`] });
    const verdict = judged(cbor, task({ cancellation }), [failedOne]);
    expect(verdict).toEqual({ first: ['V17'], second: ['replacement-independent'] });
    // The same funds are good for an order that replaces nothing.
    const { replaces: _none, ...plain } = task();
    expect(judged(cbor, plain, [failedOne])).toEqual({ first: [], second: [] });
  });

  it('is blocked while nobody knows which transaction cancels, and for any other one', () => {
    const { cancellation: _open, ...unknown } = replaces;
    for (const wrong of [unknown, { ...unknown, cancellation: 'ab'.repeat(32) }])
      expect(judged(writeDraft(fromCancellation), { ...task(), replaces: wrong })).toEqual({
        first: ['V17'],
        second: ['replacement-independent'],
      });
  });

  it('is blocked at another exchange than where the old one was, its own terms in order', () => {
    const verdict = judged(writeDraft(fromCancellation), task({ script: practice.EXH.script }));
    expect(verdict).toEqual({ first: ['V17'], second: ['replacement-elsewhere'] });
    const elsewhere = { ...order, address: orderAt(practice.EXH.script) };
    const moved = judged(writeDraft({ ...fromCancellation, outputs: [elsewhere, change] }));
    expect(moved.first).toContain('V17');
    expect(moved.second).toContain('replacement-elsewhere');
  });

  const withOrder = (datum: Parameters<typeof orderDatum>[0], more = 0n): string =>
    writeDraft({
      ...fromCancellation,
      outputs: [
        {
          ...order,
          value: new Map([[ADA, 104_000_000n + more]]),
          datum: orderDatum({ minimumReceived: 831_600n, ...datum }),
        },
        { ...change, value: new Map([...change.value, [ADA, (change.value.get(ADA) ?? 0n) - more]]) },
      ],
    });

  it.each<[string, string]>([
    ['a worse price', withOrder({ minimumReceived: 831_599n })],
    ['another owner', withOrder({ ownerPaymentKeyHash: STRANGER })],
    ['proceeds to a stake key of others', withOrder({ ownerStakeKeyHash: STRANGER })],
    ['more sold than came back', withOrder({}, 1_000_000n)],
    ['less sold than agreed to', withOrder({}, -1_000_000n)],
    ['a higher fee for the exchange', withOrder({ batcherFee: 2_800_000n }, 1_000_000n)],
    ['a deposit that goes to the exchange instead', withOrder({ batcherFee: 4_000_000n, deposit: 0n })],
    ['another token bought', withOrder({ wanted: ADA })],
  ])('is blocked by both proofs with %s', (_name, cbor) => {
    const { first, second } = judged(cbor);
    expect(first).not.toEqual([]);
    expect(second).not.toEqual([]);
  });

  it('is blocked by both proofs where the service takes a fee that the first order did not pay', () => {
    const taken = 1_000_000n;
    const cbor = writeDraft({
      ...fromCancellation,
      outputs: [
        order,
        { ...change, value: new Map([...change.value, [ADA, (change.value.get(ADA) ?? 0n) - taken]]) },
        { address: strangerAddress, value: new Map([[ADA, taken]]) },
      ],
    });
    const { first, second } = judged(cbor);
    expect(first).toContain('V15');
    expect(second).toContain('others-beyond');
    expect(judged(cbor, task({ others: taken }))).toMatchObject({ second: [] });
  });
});

describe('a transaction that is made to depend on the cancellation', () => {
  const at = { cancellation: cancelHash, bytes: cancelBytes, address: myAddress, feePerByte: 44n };

  it('spends what came back and gives it back, for the fee of the bytes that it has more', () => {
    const before = writeDraft(fromUnrelated);
    const after = dependentOn(before, at);
    const [old, longer] = [decoded(before), decoded(after)];
    expect(longer.body.inputs).toEqual([...old.body.inputs, `${cancelHash}#0`]);
    expect(longer.body.fee - old.body.fee).toBe(BigInt((after.length - before.length) / 2) * 44n);
    expect(longer.body.outputs.slice(0, -1).map(({ value }) => value)).toEqual(
      old.body.outputs.map(({ value }) => value),
    );
    // The second proof adds it all up: nothing is lost but the fee.
    expect(judged(after)).toEqual({ first: [], second: [] });
  });

  it('stays as it is where it depends on it already', () => {
    const cbor = writeDraft(fromCancellation);
    expect(dependentOn(cbor, at)).toBe(cbor);
  });

  it.each([
    ['the journal lacks the cancellation', writeDraft(fromUnrelated), { ...at, bytes: undefined }],
    ['the journal has other bytes under its hash', writeDraft(fromUnrelated), { ...at, bytes: unrelated }],
    ['nothing came back to this address', writeDraft(fromUnrelated), { ...at, address: strangerAddress }],
    ['a script runs', withRedeemer(writeDraft(fromUnrelated)), at],
    ['a script may fail', withBodyField(writeDraft(fromUnrelated), 13, `81825820${'ab'.repeat(32)}00`), at],
    ['it is no transaction', '00', at],
  ])('stays as it is, to be blocked, where %s', (_name, cbor, known) => {
    expect(dependentOn(cbor, known)).toBe(cbor);
  });

  it('is not made where a set is signed already, or where the output does not pay for its own bytes', () => {
    const signature = base.sign(writeDraft(fromUnrelated)).slice(2);
    const parts = writeDraft(fromUnrelated);
    const signed = parts.replace('a0f5f6', `a1${signature}f5f6`);
    expect(signed).not.toBe(parts);
    expect(dependentOn(signed, at)).toBe(signed);
    const parent = decoded(cancelBytes);
    expect(spendingAlong(parts, parent, 0, 10_000_000_000n)).toBeUndefined();
    expect(spendingAlong(parts, parent, 9, 44n)).toBeUndefined();
  });

  it('is made where the data of an order come along by their hash, which no input changes', () => {
    const hash = `5820${'ab'.repeat(32)}`;
    const cbor = withBodyField(writeDraft(fromUnrelated), 11, hash);
    const after = decoded(dependentOn(cbor, at));
    expect(after.body.inputs).toContain(`${cancelHash}#0`);
    expect(after.body.scriptDataHash).toBe(hash.slice(4));
  });

  it('spends another output where the first one does not pay for its own bytes', () => {
    const back = (lovelace: bigint): Draft['outputs'][number] => ({
      address: myAddress,
      value: new Map([[ADA, lovelace]]),
    });
    const outputs = [back(1_000n), { ...back(9_000_000n), address: strangerAddress }, back(5_000_000n)];
    const bytes = writeDraft({ inputs: [replaces.order], outputs, fee: 200_000n, requiredSigners: [] });
    const cancellation = decoded(bytes).bodyHash;
    const after = decoded(dependentOn(writeDraft(fromUnrelated), { ...at, bytes, cancellation }));
    expect(after.body.inputs).toContain(`${cancellation}#2`);
  });

  it('keeps every form in which lists are written', () => {
    const plain = writeDraft(fromUnrelated);
    const untagged = withBodyField(plain, 0, `${toHex(cborHead(4, 1n))}825820${unrelatedHash}00`);
    for (const cbor of [plain, untagged]) expect(decoded(dependentOn(cbor, at)).body.inputs).toHaveLength(2);
  });
});
