import { describe, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import type { OutputName } from '#domain/trade.ts';
import { holderOfText } from '../../../src-main/proof/address.ts';
import { bytesOf, hash256 } from '../../../src-main/proof/cbor.ts';
import type { ProofInput } from '../../../src-main/proof/proof.ts';
import { isOwn, surveyOf, tradedAssets, type Survey } from '../../../src-main/proof/survey.ts';
import { readTransaction, type RawTransaction } from '../../../src-main/proof/transaction.ts';
import { FIRST_ORDER, goodCancel, held, MY_FUNDS, SECOND_ORDER } from '../../support/good-cancel.ts';
import {
  GEM,
  goodTrade,
  myAddress,
  ORDER_SCRIPT,
  PAYMENT,
  STAKE,
  STRANGER,
  strangerAddress,
} from '../../support/good-trade.ts';
import { proofInputOf, testProofScripts } from '../../support/proving.ts';
import { holder, output, surveyed, unreadableByABug } from '../../support/surveyed.ts';

const good = goodTrade('ada', 1);
const [[parentHash] = ['']] = good.parents;
const attestedInput = proofInputOf(good.input, testProofScripts);
const proven = { ...attestedInput, parents: good.parents, attested: new Map() };
const mine = holderOfText(myAddress);

/** The survey of the good trade, or of a question like it, with another transaction than its bytes. */
function surveyOfTx(change: Partial<RawTransaction>, given: ProofInput = attestedInput): Survey {
  const [agreed] = given.agreement.transactions;
  if (!agreed) throw new Error('nothing was agreed');
  return surveyOf(given, agreed, { ...readTransaction(given.cbor), ...change });
}

describe('an input', () => {
  const [first, second] = readTransaction(attestedInput.cbor).inputs;

  it('holds what its parent made, as far as its bytes are there', () => {
    const { inputs, forged } = surveyed(proven);
    expect(forged).toEqual([]);
    expect(inputs).toMatchObject([
      { name: first, holder: mine, proven: true, restOfFailed: false, own: true, agreed: false },
      { name: second, holder: mine, proven: true, restOfFailed: false, own: true, agreed: false },
    ]);
    expect(inputs.map(({ value }) => value.get(ADA))).toEqual([600_000_000n, 40_000_000n]);
  });

  it('holds what is reported about it, where nobody has those bytes', () => {
    const { inputs, forged } = surveyed(attestedInput);
    expect(forged).toEqual([]);
    expect(inputs.map(({ proven: byBytes }) => byBytes)).toEqual([false, false]);
    expect(inputs.map(({ value }) => value.get(ADA))).toEqual([600_000_000n, 40_000_000n]);
    expect(inputs.map(({ own }) => own)).toEqual([true, true]);
    const lie = new Map(
      [...attestedInput.attested.keys()].map((name) => [name, { address: strangerAddress, value: held(1n) }]),
    );
    expect(surveyed({ ...attestedInput, attested: lie }).inputs).toMatchObject([
      { own: false, value: held(1n) },
      { own: false, value: held(1n) },
    ]);
    expect(surveyed({ ...proven, attested: lie }).inputs).toEqual(surveyed(proven).inputs);
  });

  it('is of nobody where nothing is known of it', () => {
    const { inputs } = surveyed({ ...attestedInput, attested: new Map() });
    const unknown = {
      holder: undefined,
      value: new Map(),
      proven: false,
      restOfFailed: false,
      own: false,
      agreed: false,
    };
    expect(inputs).toEqual([
      { ...unknown, name: first },
      { ...unknown, name: second },
    ]);
    // Not even where its parent is known, which has no such output.
    const none = surveyOfTx({ inputs: [`${parentHash}#2`] }, proven);
    expect(none.inputs).toEqual([{ ...unknown, name: `${parentHash}#2` }]);
    expect(none.forged).toEqual([]);
  });

  it('is not proven by other bytes than those of its parent, which are named once', () => {
    for (const other of [attestedInput.cbor, 'ff', 'zz', '']) {
      const { inputs, forged } = surveyed({ ...attestedInput, parents: new Map([[parentHash, other]]) });
      expect(forged).toEqual([parentHash]);
      expect(inputs.map(({ proven: byBytes }) => byBytes)).toEqual([false, false]);
    }
    // Bytes of a transaction that made none of the inputs are not looked at.
    const hash = 'ab'.repeat(32);
    expect(surveyed({ ...attestedInput, parents: new Map([[hash, 'ff']]) }).forged).toEqual([]);
  });

  it('is not taken for unproven where a bug keeps its parent from being read', () => {
    const parents = new Map([[parentHash, unreadableByABug()]]);
    expect(() => surveyed({ ...attestedInput, parents })).toThrow('a bug');
  });

  it('counts once, however often it occurs, and so does collateral', () => {
    const name = first as OutputName;
    const survey = surveyOfTx({ inputs: [name, name], collateral: [name, name] }, proven);
    expect(survey.inputs).toHaveLength(1);
    expect(survey.collateral).toEqual(survey.inputs);
  });

  it('of the collateral alone is proven in the same way', () => {
    const { collateral } = surveyOfTx({ inputs: [], collateral: [first as OutputName] }, proven);
    expect(collateral).toMatchObject([{ name: first, proven: true, own: true }]);
  });

  it('is an order to be taken back only where a cancellation names it', () => {
    const { inputs } = surveyed(proofInputOf(goodCancel().input, testProofScripts));
    expect(inputs.map(({ name, agreed, own }) => [name, agreed, own])).toEqual([
      [FIRST_ORDER, true, false],
      [SECOND_ORDER, true, false],
      [MY_FUNDS, false, true],
    ]);
  });
});

describe('an output', () => {
  const script = holder('script', ORDER_SCRIPT);

  it("is mine by its payment key, an order by its script, or somebody else's", () => {
    const outputs = [
      output(holder('key', PAYMENT), held(1n)),
      output(script, held(2n)),
      output(holder('key', STRANGER), held(3n)),
      output(holder('odd', ''), held(4n)),
      output(holder('script', PAYMENT), held(5n)),
      output(holder('key', STAKE), held(6n)),
    ];
    const survey = surveyOfTx({ outputs });
    const ada = (some: Survey['ownOutputs']) => some.map(({ value }) => value.get(ADA));
    expect(ada(survey.ownOutputs)).toEqual([1n]);
    expect(ada(survey.orders.map((order) => order.output))).toEqual([2n, 5n]);
    expect(ada(survey.otherOutputs)).toEqual([3n, 4n, 6n]);
  });

  it('that is an order has the datum in it, or the one of its hash, and terms where both are known', () => {
    const [order] = surveyed(attestedInput).orders;
    const { datum = '', script: known, terms } = order ?? {};
    expect(known).toMatchObject({ form: 'practice' });
    expect(terms).toMatchObject({ owner: PAYMENT, wanted: GEM, least: 831_600n });
    const placed = (
      change: Parameters<typeof output>[2],
      data: RawTransaction['data'] = new Map(),
      at = script,
    ) => surveyOfTx({ outputs: [output(at, held(104_000_000n), change)], data }).orders[0];
    const hash = hash256(bytesOf(datum));
    expect(placed({ inlineDatum: datum })).toMatchObject({ datum, terms });
    expect(placed({ datumHash: hash }, new Map([[hash, datum]]))).toMatchObject({ datum, terms });
    expect(placed({ datumHash: hash })).toMatchObject({ datum: undefined, terms: undefined });
    expect(placed({}, new Map([[hash, datum]]))).toMatchObject({ datum: undefined, terms: undefined });
    const elsewhere = placed({ inlineDatum: datum }, new Map(), holder('script', STRANGER));
    expect(elsewhere).toMatchObject({ datum, script: undefined, terms: undefined });
  });
});

describe('what is mine', () => {
  it('is what my payment keys control', () => {
    expect(isOwn(holder('key', PAYMENT), attestedInput)).toBe(true);
    for (const other of [
      holder('key', STAKE),
      holder('script', PAYMENT),
      holder('odd', PAYMENT),
      holder('key', STRANGER),
    ])
      expect(isOwn(other, attestedInput)).toBe(false);
  });
});

describe('what a trade is between', () => {
  it('is what is paid and what is received, and nothing for a cancellation', () => {
    const [trade] = attestedInput.agreement.transactions;
    const [cancel] = proofInputOf(goodCancel().input, testProofScripts).agreement.transactions;
    expect(trade && tradedAssets(trade)).toEqual([ADA, GEM]);
    expect(cancel && tradedAssets(cancel)).toEqual([]);
  });
});
