import { describe, expect, it } from 'vitest';

import { ADA, type AssetId } from '#domain/asset.ts';
import { failed } from '#domain/result.ts';
import { addressOf, type Address } from '../../../src-main/cardano/address.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import { collateralAtRisk, effectOf, summaryOf } from '../../../src-main/inspect/figures.ts';
import {
  gatherFacts,
  isLockedByScript,
  keysOfInputs,
  roleOf,
  type Facts,
} from '../../../src-main/inspect/facts.ts';
import type { InspectionInput, OwnKeys } from '../../../src-main/inspect/inspection-input.ts';
import type { ResolvedInput } from '../../../src-main/cardano/resolution.ts';
import { FIRST_ORDER, goodCancel, held, MY_FUNDS, proven } from '../../support/good-cancel.ts';
import {
  GEM,
  goodTrade,
  myAddress,
  PAYMENT,
  STAKE,
  STRANGER,
  strangerAddress,
  TIP,
  writeDraft,
  type Draft,
} from '../../support/good-trade.ts';

const trade = goodTrade('ada', 2);
const own: OwnKeys = trade.input.own;

/** The facts of a good trade whose transaction, or whose input, was changed. */
function factsOf(change: Partial<Draft> = {}, input: Partial<InspectionInput> = {}): Facts {
  return facts({ ...trade.input, ...input, cbor: writeDraft({ ...trade.draft, ...change }) });
}

function facts(input: InspectionInput): Facts {
  const tx = decodeTransaction(input.cbor);
  if (!tx.ok) throw new Error(tx.failure);
  return gatherFacts(input, tx.value);
}

/** A form in which every order is between other assets than those of the trade. */
const otherPairs: InspectionInput['scripts'] = {
  ...trade.input.scripts,
  known: new Map(
    [...trade.input.scripts.known].map(([hash, { form, ...script }]) => {
      if (!form) throw new Error('the scripts of practice have forms');
      const read: typeof form.read = (raw, assets, value) =>
        assets ? failed('another pair') : form.read(raw, assets, value);
      return [hash, { ...script, form: { ...form, read } }];
    }),
  ),
};

describe('what a transaction does to the wallet', () => {
  it('lists the orders, what they hold and what they enforce', () => {
    const effect = effectOf(factsOf());
    expect(effect).toMatchObject({
      complete: true,
      networkFee: 230_000n,
      batcherFees: 3_600_000n,
      deposits: 4_400_000n,
      recipients: [],
      receive: GEM,
      minimumReceived: 831_600n,
      collateralAtRisk: 0n,
      validFrom: TIP - 300,
      validUntil: TIP + 3_300,
      inputsProven: true,
      foreignSigners: [],
    });
    expect(effect.net).toEqual(new Map([[ADA, -108_230_000n]]));
    expect([...effect.ownSigners].sort()).toEqual([PAYMENT, STAKE].sort());
    const [order] = effect.orders;
    expect(order).toMatchObject({ index: 0, exchange: 'EXA', value: new Map([[ADA, 64_000_000n]]) });
    expect(order?.form).toBe(factsOf().orders[0]?.script?.form?.name);
    expect(order?.rawDatum).toMatch(/^d8/);
    expect(order?.terms).toMatchObject({ batcherFee: 1_800_000n, deposit: 2_200_000n });
    expect(effect.orders).toHaveLength(2);
  });

  it('names no form for an order that is not between what is traded', () => {
    const [order] = effectOf(factsOf({}, { scripts: otherPairs })).orders;
    expect(order).toMatchObject({ exchange: 'EXA', form: undefined, terms: undefined });
    const { orders } = effectOf(factsOf({}, { scripts: { ...trade.input.scripts, known: new Map() } }));
    expect(orders[0]).toMatchObject({ exchange: undefined, form: undefined });
  });

  it('has no sum of fees or deposits where an order is not readable', () => {
    const [first, ...others] = trade.draft.outputs;
    if (!first) throw new Error('an order comes first');
    const { datum: _, ...bare } = first;
    expect(effectOf(factsOf({ outputs: [{ ...bare, rawDatum: '00' }, ...others] }))).toMatchObject({
      batcherFees: 0n,
      deposits: 0n,
    });
  });

  it('names whom else it pays, by output', () => {
    const paid = { address: strangerAddress, value: held(2_000_000n) };
    const { recipients } = effectOf(factsOf({ outputs: [...trade.draft.outputs, paid] }));
    expect(recipients).toEqual([{ index: 3, ...paid }]);
  });

  it('has no validity where the transaction has none', () => {
    const { validFrom: _from, validUntil: _until, ...endless } = trade.draft;
    const effect = effectOf(facts({ ...trade.input, cbor: writeDraft(endless) }));
    expect([effect.validFrom, effect.validUntil]).toEqual([undefined, undefined]);
    expect(summaryOf(facts({ ...trade.input, cbor: writeDraft(endless) })).validUntil).toBeUndefined();
    expect(summaryOf(factsOf()).validUntil).toBe(TIP + 3_300);
  });

  it('counts its inputs as proven only when every one is, collateral included', () => {
    const [first = '', second = ''] = trade.draft.inputs;
    const known = new Map(trade.input.resolved);
    expect(effectOf(factsOf({}, { resolved: known })).inputsProven).toBe(true);
    const one = known.get(second);
    if (!one) throw new Error('both are known');
    known.set(second, { ...one, known: 'two-sources' });
    expect(effectOf(factsOf({}, { resolved: known })).inputsProven).toBe(false);
    const all = factsOf();
    const collateral = [{ ...all.inputs[0], resolved: undefined }] as Facts['collateral'];
    expect(effectOf({ ...all, collateral }).inputsProven).toBe(false);
    expect(factsOf({}, { resolved: new Map([[first, one]]) })).toMatchObject({ complete: false });
  });

  it('shows what the service claims that a cancellation costs, and only then', () => {
    const { input } = goodCancel();
    expect(summaryOf(facts({ ...input, claims: { cancellationFee: 500_000n } })).claimedFee).toBe(500_000n);
    expect(summaryOf(facts(input))).not.toHaveProperty('claimedFee');
    expect(summaryOf(facts({ ...input, claims: {} }))).not.toHaveProperty('claimedFee');
  });

  it('gives what orders cost as what they hold besides the sale, or what may be kept where that is more', () => {
    expect(summaryOf(factsOf()).overhead).toBe(8_000_000n);
    const outputs = trade.draft.outputs.map(({ datum, ...output }) =>
      datum ? { ...output, datum: { ...datum, batcherFee: 9_000_000n } } : output,
    );
    expect(summaryOf(factsOf({ outputs })).overhead).toBe(18_000_000n);
  });
});

describe('collateral at risk', () => {
  const entry = (ownHash: string | undefined, lovelace: bigint | undefined): Facts['collateral'][number] => ({
    reference: MY_FUNDS,
    resolved: lovelace === undefined ? undefined : proven(myAddress, held(lovelace)),
    address: undefined,
    ownHash,
    cancelled: false,
  });
  const risked = (collateral: Facts['collateral'], returned?: bigint): bigint =>
    collateralAtRisk({
      collateral,
      tx: { body: { collateralReturn: returned === undefined ? undefined : { value: held(returned) } } },
    } as unknown as Facts);

  it('is what the account puts in, less what returns', () => {
    expect(risked([entry(PAYMENT, 5_000_000n), entry(PAYMENT, 2_000_000n)])).toBe(7_000_000n);
    expect(risked([entry(PAYMENT, 5_000_000n)], 4_000_000n)).toBe(1_000_000n);
    expect(risked([entry(PAYMENT, undefined), entry(PAYMENT, 2_000_000n)])).toBe(2_000_000n);
    expect(risked([entry(PAYMENT, 5_000_000n), entry(undefined, 9_000_000n)])).toBe(5_000_000n);
  });

  it('is nothing where others put it in, whatever returns', () => {
    expect(risked([entry(undefined, 5_000_000n)], 4_000_000n)).toBe(0n);
    expect(risked([], 4_000_000n)).toBe(0n);
  });
});

describe('whose an address is', () => {
  const key = (hash: string) => ({ kind: 'key', hash }) as const;
  const script = (hash: string) => ({ kind: 'script', hash }) as const;
  const pointer = { ...addressOf(0, key(PAYMENT)), stake: 'pointer' } as Address;
  const noStake: OwnKeys = { paymentKeyHashes: new Set([PAYMENT]), stakeKeyHashes: new Set() };

  it('is by the payment part first, then by the stake part', () => {
    expect(roleOf(addressOf(0, key(PAYMENT), key(STAKE)), own)).toBe('own');
    expect(roleOf(addressOf(0, key(PAYMENT), key(STRANGER)), own)).toBe('half-own');
    expect(roleOf(addressOf(0, key(PAYMENT), script(STAKE)), own)).toBe('half-own');
    expect(roleOf(pointer, own)).toBe('half-own');
    expect(roleOf(addressOf(0, key(PAYMENT)), own)).toBe('bare-own');
    expect(roleOf(addressOf(0, key(STRANGER), key(STAKE)), own)).toBe('foreign');
    expect(roleOf(addressOf(0, script(PAYMENT), key(STAKE)), own)).toBe('order');
  });

  it('is wholly the account’s without a stake part only where the account has none', () => {
    expect(roleOf(addressOf(0, key(PAYMENT)), noStake)).toBe('own');
    expect(roleOf(addressOf(0, key(PAYMENT), key(STAKE)), noStake)).toBe('half-own');
  });
});

describe('the facts', () => {
  it('take the datum of an order from the output, or by its hash from the witnesses, and no other', () => {
    const whole = factsOf();
    const inline = whole.orders[0]?.rawDatum;
    if (inline === undefined) throw new Error('the order has its datum inline');
    const [order] = whole.tx.body.outputs;
    if (!order) throw new Error('an order comes first');
    const read = (datum: typeof order.datum, data: ReadonlyMap<string, string> = new Map()) => {
      const body = { ...whole.tx.body, outputs: [{ ...order, datum }] };
      const tx = { ...whole.tx, body, witnesses: { ...whole.tx.witnesses, data } };
      return gatherFacts(trade.input, tx, whole.second).orders[0]?.rawDatum;
    };
    const hash = 'dd'.repeat(32);
    const other = new Map([
      ['undefined', '00'],
      ['ee'.repeat(32), '00'],
    ]);
    expect(read({ kind: 'inline', hex: inline })).toBe(inline);
    expect(read({ kind: 'hash', hash }, new Map([[hash, inline]]))).toBe(inline);
    expect(read({ kind: 'hash', hash }, other)).toBeUndefined();
    expect(read({ kind: 'none' }, other)).toBeUndefined();
  });

  it('distinguish an order of another pair from one that cannot be read', () => {
    const [first, ...others] = trade.draft.outputs;
    if (!first) throw new Error('an order comes first');
    const { datum: _, ...bare } = first;
    const tell = (output: Draft['outputs'][number], scripts = trade.input.scripts) => {
      const [order] = factsOf({ outputs: [output, ...others] }, { scripts }).orders;
      return { otherPair: order?.otherPair, refused: order?.refusal !== undefined };
    };
    expect(tell(first)).toEqual({ otherPair: false, refused: false });
    expect(tell(first, otherPairs)).toEqual({ otherPair: true, refused: false });
    expect(tell({ ...bare, rawDatum: '00' })).toEqual({ otherPair: false, refused: true });
    expect(tell({ ...bare, rawDatum: '00' }, otherPairs)).toEqual({ otherPair: false, refused: true });
    expect(tell(bare)).toEqual({ otherPair: false, refused: false });
  });

  it('say which keys must sign, and whose they are', () => {
    const { ownSigners, foreignSigners } = factsOf({ requiredSigners: [PAYMENT, STRANGER] });
    expect([ownSigners, foreignSigners]).toEqual([[PAYMENT], [STRANGER]]);
    const theirs: ResolvedInput = proven(strangerAddress, held(600_000_000n));
    const [first = ''] = trade.draft.inputs;
    const resolved = new Map([...trade.input.resolved, [first, theirs]]);
    expect(factsOf({ requiredSigners: [] }, { resolved }).foreignSigners).toEqual([STRANGER]);
    expect([...keysOfInputs(factsOf())]).toEqual([PAYMENT]);
    expect([...keysOfInputs(factsOf({}, { resolved: new Map() }))]).toEqual([]);
  });

  it('count as taken back only what the user wants back', () => {
    const { input } = goodCancel();
    const cancelled = facts(input).inputs.map((fact) => [fact.cancelled, isLockedByScript(fact)]);
    expect(cancelled).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
    const one = facts({ ...input, terms: { kind: 'cancel', orders: [FIRST_ORDER] } });
    expect(one.inputs.map((fact) => fact.cancelled)).toEqual([true, false, false]);
    expect(factsOf().inputs.map((fact) => fact.cancelled)).toEqual([false, false]);
  });

  it('take an output at no payment address for a stranger’s', () => {
    const whole = factsOf();
    const [order] = whole.tx.body.outputs;
    if (!order) throw new Error('an order comes first');
    const reward = { ...order, addressBytes: Uint8Array.of(0xe0, ...new Uint8Array(28)) };
    const body = { ...whole.tx.body, outputs: [reward] };
    const { outputs } = gatherFacts(trade.input, { ...whole.tx, body }, whole.second);
    expect(outputs[0]).toMatchObject({ role: 'foreign', addressText: `e0${'00'.repeat(28)}` });
  });

  it('count an input once, however often it is named', () => {
    const [first = '', second = ''] = trade.draft.inputs;
    const whole = factsOf();
    const body = { ...whole.tx.body, inputs: [first, second, first] as Facts['tx']['body']['inputs'] };
    expect(gatherFacts(trade.input, { ...whole.tx, body }, whole.second).spent).toEqual(whole.spent);
    expect(whole.spent.get('unknown' as AssetId)).toBeUndefined();
  });
});
