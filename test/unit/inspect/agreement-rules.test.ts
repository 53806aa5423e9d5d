import { describe, expect, it } from 'vitest';

import { ADA } from '#domain/asset.ts';
import type { OffMarket } from '#domain/off-market.ts';
import type { Agreement, Bounds } from '../../../src-main/agreement/agreement.ts';
import type { KnownScript } from '../../../src-main/exchanges/order-form.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import { gatherFacts, type Facts } from '../../../src-main/inspect/facts.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import { DEFAULT_POLICY } from '../../../src-main/inspect/policy.ts';
import { costLimit, perDayLimit, offMarketLimit } from '../../../src-main/inspect/rules/limits.ts';
import { totalCostAsked, withinAgreement } from '../../../src-main/inspect/rules/agreement.ts';
import { agreedTo } from '../../support/agreed.ts';
import { FIRST_ORDER, goodCancel, held } from '../../support/good-cancel.ts';
import {
  BYSTANDER,
  GEM,
  goodTrade,
  myAddress,
  ORDER_SCRIPT,
  orderDatum,
  strangerAddress,
  tradeTerms,
  writeDraft,
  type Draft,
} from '../../support/good-trade.ts';
import { policyFacts } from '../../support/policy-facts.ts';
import { findings } from '../../support/rule-findings.ts';

function findingsOf(input: InspectionInput): readonly string[] {
  const inspected = inspectTransaction(input);
  if (!inspected.ok) throw new Error(inspected.failure.code);
  return inspected.value.report.findings.map(
    ({ rule, severity, message }) => `${severity} ${rule}: ${message}`,
  );
}

function of(rule: string, texts: readonly string[]): readonly string[] {
  return texts.filter((text) => text.split(' ')[1] === `${rule}:`);
}

function factsOf(input: InspectionInput): Facts {
  const tx = decodeTransaction(input.cbor);
  if (!tx.ok) throw new Error(tx.failure);
  return gatherFacts(input, tx.value);
}

/** The input with its agreement's only bounds changed. */
function bounded(input: InspectionInput, change: Partial<Bounds>): InspectionInput {
  const judged = agreedTo(input);
  const [only] = judged.agreed.agreement.transactions;
  if (!only) throw new Error('one transaction was agreed to');
  const bounds = { ...only.bounds, ...change };
  const agreement: Agreement = {
    ...judged.agreed.agreement,
    transactions: [{ task: only.task, bounds }],
    whole: bounds,
  };
  return { ...judged, agreed: { ...judged.agreed, agreement } };
}

describe('V15, the agreement made before the service was asked', () => {
  const { input } = goodTrade('ada', 1);

  it('has nothing to say of a transaction within it, to the base unit', () => {
    expect(of('V15', findingsOf(agreedTo(input)))).toEqual([]);
    const exact: Bounds = {
      gone: new Map([[ADA, 102_030_000n]]),
      locked: new Map([[ADA, 104_000_000n]]),
      back: new Map([[GEM, 831_600n]]),
      others: 0n,
      networkFee: 230_000n,
      cost: 2_030_000n,
    };
    expect(of('V15', findingsOf(bounded(input, exact)))).toEqual([]);
  });

  it.each<[string, Partial<Bounds>, string]>([
    ['leaves for good', { gone: new Map([[ADA, 102_029_999n]]) }, 'It would take 0.000001 ADA more'],
    ['is locked', { locked: new Map([[ADA, 103_999_999n]]) }, 'It would lock 0.000001 ADA more'],
    ['must be paid', { back: new Map([[GEM, 831_601n]]) }, 'The orders enforce only 831.6 GEM'],
    ['goes to the network', { networkFee: 229_999n }, 'The network would take 0.23 ADA'],
    ['it costs in all', { cost: 2_029_999n }, 'In all it would cost 2.03 ADA'],
  ])('blocks one base unit beyond what %s', (_, change, words) => {
    expect(of('V15', findingsOf(bounded(input, change)))).toEqual([
      expect.stringContaining(`block V15: ${words}`) as string,
    ]);
  });

  it('blocks a payment to others beyond what was agreed, in a trade and in a cancellation', () => {
    const trade = paying(1_500_000n);
    expect(of('V15', findingsOf(bounded(trade, { others: 1_499_999n }))).join()).toContain(
      'Others would get 1.5 ADA; you agreed to at most 1.499999 ADA',
    );
    expect(of('V15', findingsOf(bounded(trade, { others: 1_500_000n })))).toEqual([]);
  });

  it('holds a cancellation to what comes back, whatever the service claims that it costs', () => {
    const outputs = [
      { address: myAddress, value: held(13_700_000n, 3_000n) },
      { address: strangerAddress, value: held(104_000_000n) },
    ];
    const { input: cancel } = goodCancel({ outputs });
    const drained = { ...agreedTo(cancel), claims: { cancellationFee: 104_000_000n } };
    const found = findingsOf(drained);
    expect(of('V15', found).join()).toContain('Others would get 104 ADA; you agreed to at most 4 ADA');
    expect(of('V15', found).join()).toContain('less comes back than you agreed to');
    expect(of('V3', found).join()).toContain('block V3');
    expect(of('V10', found).join()).toContain('block V10');
  });

  it('blocks anything that is not a transaction of the agreement', () => {
    const judged = agreedTo(input);
    const other = { ...judged, agreed: { ...judged.agreed, at: 1 } };
    expect(of('V15', findingsOf(other))).toEqual(['block V15: You agreed to no such transaction.']);
  });
});

describe('V15, where there is nothing to hold against the agreement', () => {
  it('has nothing to say of a cancellation that gives all back', () => {
    expect(findings(withinAgreement, factsOf(agreedTo(goodCancel().input)))).toEqual([]);
  });

  it('leaves a least that cannot be read to others, and one that was agreed to is enough', () => {
    const { input } = goodTrade('ada', 1);
    expect(findings(withinAgreement, factsOf(agreedTo(input)))).toEqual([]);
    const unread: KnownScript = { exchange: 'EXA', plutus: 2 };
    const scripts = { ...input.scripts, known: new Map([[ORDER_SCRIPT, unread]]) };
    expect(findings(withinAgreement, factsOf(agreedTo({ ...input, scripts })))).toEqual([]);
  });
});

/** Facts of a transaction that costs so much, part of it paid to others, and places no order that costs anything. */
function costing(networkFee: bigint, others: bigint, change: object): object {
  return {
    context: {},
    tx: { body: { fee: networkFee } },
    inputs: [],
    orders: [],
    outputs: [{ role: 'foreign', output: { value: held(others) } }],
    spent: new Map(),
    returned: new Map(),
    ...change,
  };
}

describe('V16, the share of what is traded', () => {
  const purchase = { kind: 'swap', pay: { asset: ADA, quantity: 1_000_000_000n }, receive: GEM };
  const told = (others: bigint, change: object) =>
    findings(totalCostAsked, costing(200_000n, others, change));

  it('is two percent at most, where that is more than 4 ADA, whoever is paid and when', () => {
    expect(told(19_800_000n, { trade: purchase })).toEqual([]);
    expect(told(19_800_001n, { trade: purchase })).toEqual([
      'warn: In all, 20.000001 ADA does not come back: 2.01 % of the ADA traded.',
    ]);
  });

  it('is nobody’s to say between two tokens: beyond 4 ADA it is asked about, and up to there it is not', () => {
    const between = { trade: { kind: 'swap', pay: { asset: BYSTANDER, quantity: 5n }, receive: GEM } };
    expect(told(3_800_000n, between)).toEqual([]);
    expect(told(3_800_001n, between)).toEqual([
      'warn: In all, 4.000001 ADA does not come back. Neither side is certain to be worth any ADA, so its share cannot be stated.',
    ]);
  });

  it('is taken of what the orders hold that are taken back', () => {
    const cancelling = (back: bigint) => ({
      cancel: { kind: 'cancel', orders: [FIRST_ORDER] },
      inputs: [{ reference: FIRST_ORDER, resolved: { value: held(1_000_000_000n) }, cancelled: true }],
      returned: held(back),
    });
    expect(told(19_800_000n, cancelling(980_000_000n))).toEqual([]);
    expect(told(19_800_001n, cancelling(979_999_999n))).toEqual([
      'warn: In all, 20.000001 ADA does not come back: 2.01 % of the ADA in the orders.',
    ]);
  });

  it('is asked about with the first transaction of a batch, for all of them', () => {
    const { agreement } = agreedTo(goodTrade('ada', 1).input).agreed;
    const at = (place: number) => ({ trade: purchase, context: { agreed: { agreement, at: place } } });
    expect(told(30_000_000n, at(0))).toHaveLength(1);
    expect(told(30_000_000n, at(1))).toEqual([]);
  });

  it('is none where nothing is traded or taken back, whatever it costs', () => {
    expect(findings(totalCostAsked, costing(9_000_000n, 0n, {}))).toEqual([]);
  });
});

describe('V16, everything that does not come back', () => {
  const withFee = (batcherFee: bigint) => {
    const trade = goodTrade('ada', 1);
    const [order, change] = trade.draft.outputs;
    if (!order || !change) throw new Error('a good trade has an order and change');
    const datum = orderDatum({ minimumReceived: 831_600n, batcherFee, deposit: 4_000_000n - batcherFee });
    return { ...trade.input, cbor: writeDraft({ ...trade.draft, outputs: [{ ...order, datum }, change] }) };
  };

  it('is asked about beyond 4 ADA and two percent, to the base unit', () => {
    expect(of('V16', findingsOf(agreedTo(withFee(3_770_000n))))).toEqual([]);
    expect(of('V16', findingsOf(agreedTo(withFee(3_770_001n))))).toEqual([
      'warn V16: In all, 4.000001 ADA does not come back: 4.01 % of the ADA traded.',
    ]);
  });

  it('is asked about where more than 4 ADA is paid at once on what a sale is only promised to bring', () => {
    const sale = goodTrade('token', 1);
    const terms = { ...tradeTerms(sale.input), expected: 9_000_000_000n, atLeast: 8_900_000_000n };
    const [order, change] = sale.draft.outputs;
    if (!order || !change) throw new Error('a good trade has an order and change');
    const datum = orderDatum({ wanted: ADA, minimumReceived: 8_900_000_000n });
    const paid = (fee: bigint): Draft => ({
      ...sale.draft,
      outputs: [
        { ...order, datum },
        { ...change, value: new Map([...change.value, [ADA, 635_770_000n - fee]]) },
        { address: strangerAddress, value: held(fee) },
      ],
    });
    const judge = (fee: bigint) => findingsOf({ ...sale.input, terms, cbor: writeDraft(paid(fee)) });
    expect(of('V16', judge(3_770_000n))).toEqual([]);
    expect(of('V16', judge(3_770_001n)).join()).toContain('is paid at once, on the strength of');
  });

  it('counts every transaction that one approval covers', () => {
    const judged = agreedTo(withFee(1_800_000n));
    const [only] = judged.agreed.agreement.transactions;
    if (!only) throw new Error('one transaction was agreed to');
    const three = { ...judged.agreed.agreement, transactions: [only, only, only] };
    const found = findingsOf({ ...judged, agreed: { ...judged.agreed, agreement: three } });
    // 2.03 of the first; the network may take half as much again of each of the others.
    expect(of('V16', found)).toEqual([
      'warn V16: In all 3 transactions, up to 6.32 ADA does not come back: 2.11 % of the ADA traded.',
    ]);
    const later = { ...judged, agreed: { ...judged.agreed, agreement: three, at: 2 } };
    expect(of('V16', findingsOf(later))).toEqual([]);
  });
});

describe('the limits of the user', () => {
  const { input } = goodTrade('ada', 1);

  it('P11 blocks a trade that costs more than the user allows', () => {
    const limited = (cost: bigint) => {
      const facts = policyFacts({ worth: 100_000_000n });
      return of(
        'P11',
        findingsOf({ ...agreedTo(input), policy: { ...facts, limits: { ...facts.limits, cost } } }),
      );
    };
    expect(limited(2_030_000n)).toEqual([]);
    expect(limited(2_029_999n)).toEqual([
      'block P11: In all, 2.03 ADA does not come back: 2.03 % of the ADA traded. Your limit is 2.029999 ADA.',
    ]);
  });

  it('P1 holds for all that one approval covers, whichever of it is judged', () => {
    const limits = { ...DEFAULT_POLICY, perTrade: 60_000_000n };
    const told = (at: number, ...worth: (bigint | undefined)[]) => {
      const policy = { ...policyFacts({ worth: worth[at], limits }), together: { at, worth } };
      return of('P1', findingsOf({ ...input, policy }));
    };
    const twenty = 20_000_000n;
    expect(told(0, twenty, twenty, twenty)).toEqual([]);
    for (const at of [0, 1, 2])
      expect(told(at, twenty, twenty, twenty + 1n)).toEqual([
        'block P1: The 3 transactions that this covers are worth 60.000001 ADA together; your limit for one trade is 60 ADA.',
      ]);
    // Unknown amounts are reported, and known ones count.
    expect(told(0, twenty, undefined).join()).toMatch(/^warn P1: .* cannot be applied\.$/);
    expect(told(0, 60_000_001n, undefined).join()).toMatch(/^block P1: /);
  });

  it('P2 says at the first of several when the limit for a day would stop the others', () => {
    const limits = { ...DEFAULT_POLICY, perDay: 100_000_000n };
    const told = (at: number, signedToday: bigint, ...worth: bigint[]) => {
      const policy = { ...policyFacts({ worth: worth[at], limits, signedToday }), together: { at, worth } };
      return of('P2', findingsOf({ ...input, policy }));
    };
    const thirty = 30_000_000n;
    expect(told(0, 10_000_000n, thirty, thirty, thirty)).toEqual([]);
    expect(told(0, 10_000_001n, thirty, thirty, thirty)).toEqual([
      'warn P2: All 3 transactions are worth 90 ADA; of your limit for 24 hours 89.999999 ADA is left. It would stop this after 2 of them.',
    ]);
    // A later one may bring no warning that was not agreed to: it fits, or it is blocked.
    expect(told(1, 50_000_000n, thirty, thirty, thirty)).toEqual([]);
    expect(told(2, 80_000_000n, thirty, thirty, thirty).join()).toMatch(/^block P2: /);
  });

  it('P2 blocks a move whose new order it would stop, before the old one is taken back', () => {
    const limits = { ...DEFAULT_POLICY, perDay: 100_000_000n };
    const told = (signedToday: bigint, ...worth: (bigint | undefined)[]) => {
      const policy = { ...policyFacts({ worth: 0n, limits, signedToday }), together: { at: 0, worth } };
      return findings(perDayLimit, { context: { policy, terms: { kind: 'cancel', orders: [] } } });
    };
    expect(told(70_000_000n, 0n, 30_000_000n)).toEqual([]);
    expect(told(70_000_001n, 0n, 30_000_000n).join()).toMatch(/^block: .*30 ADA.*29\.999999 ADA/);
    expect(told(0n, 0n, undefined).join()).toMatch(/^warn: .*cannot be applied/);
    // Taking orders back is never stopped, however many there are.
    expect(told(200_000_000n, 0n, 0n, 0n)).toEqual([]);
  });

  it('P11 has no say where nothing is traded or taken back, and does where orders are', () => {
    const policy = policyFacts({ limits: { ...DEFAULT_POLICY, cost: 1_000_000n } });
    const told = (change: object) =>
      findings(costLimit, costing(1_500_000n, 0n, { context: { policy }, ...change }));
    expect(told({})).toEqual([]);
    const spent = { cancel: { kind: 'cancel', orders: [] }, spent: held(1_000_000n) };
    expect(told(spent)).toEqual([]);
    expect(told({ ...spent, spent: held(1_000_001n) })).toEqual([
      'block: In all, 1.000001 ADA does not come back. Your limit is 1 ADA.',
    ]);
  });

  it('P10 asks about a limit price only', () => {
    const policy = { ...policyFacts(), offMarket: { kind: 'unknown' } };
    for (const kind of ['swap', 'dca'])
      expect(findings(offMarketLimit, { context: { policy, terms: { kind } } })).toEqual([]);
  });

  it('P10 asks about a limit price more than five percent worse than the market, and one without a market', () => {
    const terms = { ...tradeTerms(input), kind: 'limit' } as const;
    const off = (offMarket?: OffMarket) => {
      const policy = { ...policyFacts({ worth: 1n }), ...(offMarket ? { offMarket } : {}) };
      return of('P10', findingsOf({ ...input, terms, policy }));
    };
    expect(off()).toEqual([]);
    expect(off({ kind: 'off', bps: 501 })).toEqual([
      'warn P10: This price is 5.01 % worse than the market price.',
    ]);
    expect(off({ kind: 'unknown' }).join()).toContain('is not known');
  });

  it('P9 blocks a token whose decimals are others than at its first sight', () => {
    const fact = {
      id: GEM,
      name: 'GEM',
      verified: true,
      decimals: 3,
      decimalsFromService: false,
      traded: true,
    };
    const policy = policyFacts({ worth: 1n });
    const changed = { ...policy, tokens: [{ ...fact, decimalsBefore: 6 }] };
    expect(of('P9', findingsOf({ ...input, policy: changed })).join()).toContain(
      'block P9: GEM is now said to have 3 decimals; when it was first seen here it had 6.',
    );
    expect(of('P9', findingsOf({ ...input, policy: { ...policy, tokens: [fact] } }))).toEqual([]);
  });
});

function paying(fee: bigint): InspectionInput {
  const trade = goodTrade('ada', 1);
  const [order, change] = trade.draft.outputs;
  if (!order || !change) throw new Error('a good trade has an order and change');
  const left = new Map([...change.value, [ADA, (change.value.get(ADA) ?? 0n) - fee]]);
  const outputs = [order, { ...change, value: left }, { address: strangerAddress, value: held(fee) }];
  return { ...trade.input, cbor: writeDraft({ ...trade.draft, outputs }) };
}
