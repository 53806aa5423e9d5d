import { describe, expect, it } from 'vitest';

import { quantity, sumValues } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { Agreement } from '../../../src-main/agreement/agreement.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import { gatherFacts, type Facts } from '../../../src-main/inspect/facts.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import type { SummaryFigures } from '../../../src-main/inspect/inspection.ts';
import { block, info, warn } from '../../../src-main/inspect/rule.ts';
import {
  disagreements,
  groundsOf,
  isNeeded,
  secondProof,
} from '../../../src-main/inspect/rules/second-proof.ts';
import { sentence } from '../../../src-main/inspect/words/sentences.ts';
import { withinAgreement } from '../../../src-main/inspect/rules/agreement.ts';
import { agreedTo, groundsFor } from '../../support/agreed.ts';
import { held } from '../../support/good-cancel.ts';
import { BYSTANDER, goodTrade, strangerAddress, tradeTerms, writeDraft } from '../../support/good-trade.ts';
import { findings } from '../../support/rule-findings.ts';

const judged = agreedTo(goodTrade().input);

function factsOf(input: InspectionInput): Facts {
  const tx = decodeTransaction(input.cbor);
  if (!tx.ok) throw new Error(tx.failure);
  return gatherFacts(input, tx.value);
}

describe('S2, two proofs of one transaction', () => {
  const inspected = inspectTransaction(judged);
  if (!inspected.ok) throw new Error(inspected.failure.code);
  const { effect, summary } = inspected.value.report;
  const grounds = groundsFor(judged, inspected.value);
  const differ = (change: Partial<SummaryFigures>, signers = effect.ownSigners): readonly string[] =>
    disagreements(judged.cbor, grounds, { ...summary, ...change }, signers);

  it('agree about a good trade, in whichever order they have its keys', () => {
    expect(findings(secondProof, factsOf(judged))).toEqual([]);
    expect(effect.ownSigners).toHaveLength(2);
    expect(differ({})).toEqual([]);
    expect(differ({}, effect.ownSigners.toReversed())).toEqual([]);
  });

  const terms = tradeTerms(judged);
  const more = (bigger: bigint) => ({ ...terms, pay: { ...terms.pay, quantity: quantity(bigger) } });
  const one = new Map([[BYSTANDER, 1n]]);
  it.each<[string, Partial<SummaryFigures>]>([
    ['the network fee and the words for the costs', { networkFee: summary.networkFee + 1n }],
    ['what others get and the words for the costs', { others: 1n }],
    ['what the exchanges may keep and the words for the costs', { keeps: summary.keeps - 1n }],
    ['what comes back and the words for what comes back', { comesBack: summary.comesBack - 1n }],
    ['what it costs and the words for the costs', { cost: summary.cost + 1n }],
    ['what leaves for good', { gone: sumValues([summary.gone, one]) }],
    ['what is locked', { locked: sumValues([summary.locked, one]) }],
    ['the number of orders', { orders: summary.orders + 1 }],
    ['the words for what you send', { terms: more(terms.pay.quantity + 1n) }],
    ['the words for what you get', { atLeast: (summary.atLeast ?? 0n) - 1n }],
    ['the words for the costs', { feesStated: false }],
  ])('do not agree where they differ about %s', (what, change) => {
    expect(differ(change)).toEqual([`Two proofs differ about ${what}.`]);
  });

  it('do not agree where they differ about the keys that sign', () => {
    expect(differ({}, effect.ownSigners.slice(1))).toEqual([
      'Two proofs differ about your keys that must sign.',
    ]);
  });
});

describe('S2, the second proof', () => {
  const nothing = {
    gone: new Map(),
    locked: new Map(),
    back: new Map(),
    others: 0n,
    networkFee: 0n,
    cost: 0n,
  };

  function agreeingTo(bounds: Agreement['whole'], input = judged): InspectionInput {
    const { agreement } = input.agreed;
    const transactions = agreement.transactions.map(({ task }) => ({ task, bounds }));
    return { ...input, agreed: { ...input.agreed, agreement: { ...agreement, transactions } } };
  }

  it('says what it objects to', () => {
    const found = findings(secondProof, factsOf({ ...judged, agreed: { ...judged.agreed, at: 1 } }));
    expect(found).toEqual(['block: A second proof objects: The agreement has no such transaction.']);
  });

  it('lists five objections at most', () => {
    const trade = goodTrade();
    const [first, second, change] = trade.draft.outputs;
    if (!first || !second || !change) throw new Error('a good trade has two orders and change');
    const left = new Map([...change.value, [ADA, (change.value.get(ADA) ?? 0n) - 1_500_000n]] as const);
    const paid = { address: strangerAddress, value: held(1_500_000n) };
    const outputs = [first, second, { ...change, value: left }, paid];
    const paying = agreedTo({ ...trade.input, cbor: writeDraft({ ...trade.draft, outputs }) });
    const much = new Map([[tradeTerms(judged).receive, 10n ** 12n]]);
    const found = findings(secondProof, factsOf(agreeingTo({ ...nothing, back: much }, paying)));
    expect(found).toHaveLength(5);
    for (const text of found) expect(text).toMatch(/^block: A second proof objects: .+\.$/);
  });

  it('is asked for where something was agreed to, and cannot do without its list of scripts', () => {
    const { agreed: _, ...unasked } = agreeingTo(nothing);
    expect(findings(secondProof, factsOf(unasked))).toEqual([]);
    const { listed: __, ...scripts } = judged.scripts;
    expect(findings(secondProof, factsOf({ ...judged, scripts }))).toEqual([
      'block: A second proof is not possible: the list of order scripts is missing.',
    ]);
    expect(groundsOf({ ...judged, scripts }, 1n)).toBeUndefined();
    expect(groundsOf(unasked, 1n)).toBeUndefined();
  });

  it('is spared where something is blocked already, as no other rule is', () => {
    expect(isNeeded(secondProof, [])).toBe(true);
    expect(isNeeded(secondProof, [info('V1', sentence('V18-own')), warn('V2', sentence('R4-nothing'))])).toBe(
      true,
    );
    expect(
      isNeeded(secondProof, [warn('V2', sentence('R4-nothing')), block('V3', sentence('R3-sums'))]),
    ).toBe(false);
    expect(isNeeded(withinAgreement, [block('V3', sentence('R3-sums'))])).toBe(true);
  });
});

describe('S2, what the second proof rests on', () => {
  it('is what two sources report alike, and never the word of one: bytes prove the rest', () => {
    const value = held(1n);
    const resolved = new Map(
      (['proven', 'two-sources', 'told'] as const).map((known) => [
        known,
        { address: strangerAddress, value, known },
      ]),
    );
    const grounds = groundsOf({ ...judged, resolved }, 1n);
    expect([...(grounds?.attested.keys() ?? [])]).toEqual(['two-sources']);
    expect(grounds?.parents).toBe(judged.parents);
  });

  it('is the least that the orders enforce, where it can be read, next to what is claimed', () => {
    expect(groundsOf(judged, 831_600n)?.claims).toStrictEqual({ expected: 840_000n, atLeast: 831_600n });
    expect(groundsOf(judged, undefined)?.claims).toStrictEqual({ expected: 840_000n });
  });
});
