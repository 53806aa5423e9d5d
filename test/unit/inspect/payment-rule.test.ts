import { describe, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { addValues, subtractValues, type Value } from '#domain/amount.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { similarAddress } from '../../../src-main/cardano/similar-address.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import { DEFAULT_POLICY, type PolicyFacts } from '../../../src-main/inspect/policy.ts';
import { groundsOf } from '../../../src-main/inspect/rules/second-proof.ts';
import { prove } from '../../../src-main/proof/prove.ts';
import { withBodyField } from '../../support/edit-cbor.ts';
import { FEE, goodPayment, output } from '../../support/good-payment.ts';
import {
  BYSTANDER,
  frankenAddress,
  GEM,
  myAddress,
  ORDER_SCRIPT,
  PAYMENT,
  STAKE,
  strangerAddress,
} from '../../support/good-trade.ts';

const thief = formatAddress(
  addressOf(0, { kind: 'key', hash: '99'.repeat(28) }, { kind: 'key', hash: STAKE }),
);
const script = formatAddress(
  addressOf(0, { kind: 'script', hash: ORDER_SCRIPT }, { kind: 'key', hash: STAKE }),
);
const ada = (amount: bigint): Value => new Map([[ADA, amount]]);

function judged(input: InspectionInput) {
  const inspected = inspectTransaction(input);
  if (!inspected.ok) throw new Error(JSON.stringify(inspected.failure));
  return inspected.value.report;
}

const blocksOf = (input: InspectionInput): readonly string[] =>
  judged(input).findings.flatMap(({ severity, rule }) => (severity === 'block' ? [rule] : []));

/** Why the second proof objects, whatever the first one said. */
function objectionsTo(input: InspectionInput): readonly string[] {
  const grounds = groundsOf(input, undefined);
  if (!grounds) throw new Error('it was agreed to');
  return prove({ ...grounds, cbor: input.cbor }).objections.map(({ code }) => code);
}

describe('a payment', () => {
  it('passes both proofs, which say the same about it', () => {
    const { input } = goodPayment();
    const report = judged(input);
    expect(report.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(report.verdict).toBe('pass');
    const grounds = groundsOf(input, undefined);
    const proof = grounds && prove({ ...grounds, cbor: input.cbor }).proof;
    expect(proof?.sentences).toEqual({
      send: `You send 25 ADA and 1 GEM to ${strangerAddress}.`,
      receive: '',
      tokens: 'GEM is the token 7e7e7e7e7e7e7e7e…7e47454d.',
      costs: 'The network fee is 0.18 ADA.',
      returns: '',
    });
    expect(proof?.gone).toEqual(
      new Map([
        [ADA, 25_180_000n],
        [GEM, 1_000n],
      ]),
    );
    expect(proof?.cost).toBe(FEE);
  });

  it('goes to an address of the wallet itself, where that is what was typed', () => {
    const own = goodPayment();
    const terms = { kind: 'send', to: myAddress, pays: own.pays } as const;
    const [first] = own.input.agreed.agreement.transactions;
    if (!first) throw new Error('one was agreed to');
    const task = { ...terms };
    const agreement = { ...own.input.agreed.agreement, transactions: [{ ...first, task }] };
    const input = {
      ...own.with(own.paying([output(myAddress, own.pays), output(myAddress, own.change)])),
      terms,
      agreed: { ...own.input.agreed, agreement },
    };
    expect(blocksOf(input)).toEqual([]);
    expect(judged(input).findings).toContainEqual({
      rule: 'V18',
      severity: 'info',
      message: 'The address is one of your own.',
    });
    // A payment that the page meant for oneself, and that goes to somebody else.
    const { cbor } = own.input;
    expect(blocksOf({ ...input, cbor })).toContain('V18');
    expect(objectionsTo({ ...input, cbor })).toContain('not-paid');
  });
});

/** Thefts: by the page, the back-end, or the builder of the bytes. */
const thefts: Readonly<Record<string, () => InspectionInput>> = {
  'pays another address': () => {
    const { pays, change, paying, with: of } = goodPayment();
    return of(paying([output(thief, pays), output(myAddress, change)]));
  },
  'pays an address with the recipient’s key and another stake part': () => {
    const { pays, change, paying, with: of } = goodPayment();
    return of(paying([output(frankenAddress, pays), output(myAddress, change)]));
  },
  'pays less than was typed': () => {
    const { pays, change, paying, with: of } = goodPayment();
    const less = subtractValues(pays, ada(1n));
    return of(paying([output(strangerAddress, less), output(myAddress, addValues(change, ada(1n)))]));
  },
  'pays more than was typed': () => {
    const { pays, change, paying, with: of } = goodPayment();
    const more = addValues(pays, ada(1n));
    return of(paying([output(strangerAddress, more), output(myAddress, subtractValues(change, ada(1n)))]));
  },
  'sends a token along that was not typed': () => {
    const { pays, change, paying, with: of } = goodPayment();
    const along: Value = new Map([[BYSTANDER, 7n]]);
    return of(
      paying([
        output(strangerAddress, addValues(pays, along)),
        output(myAddress, subtractValues(change, along)),
      ]),
    );
  },
  'pays twice': () => {
    const { pays, change, paying, with: of } = goodPayment();
    return of(
      paying([
        output(strangerAddress, pays),
        output(strangerAddress, pays),
        output(myAddress, subtractValues(change, pays)),
      ]),
    );
  },
  'pays in two parts': () => {
    const { pays, change, paying, with: of } = goodPayment();
    const part = ada(10_000_000n);
    return of(
      paying([
        output(strangerAddress, subtractValues(pays, part)),
        output(strangerAddress, part),
        output(myAddress, change),
      ]),
    );
  },
  'pays somebody else besides': () => {
    const { pays, change, paying, with: of } = goodPayment();
    const tip = ada(1_500_000n);
    return of(
      paying([
        output(strangerAddress, pays),
        output(thief, tip),
        output(myAddress, subtractValues(change, tip)),
      ]),
    );
  },
  'keeps the change': () => {
    const { pays, change, paying, with: of } = goodPayment();
    return of(paying([output(strangerAddress, pays), output(thief, change)]));
  },
  'gives the change’s staking away': () => {
    const { pays, change, paying, with: of } = goodPayment();
    return of(paying([output(strangerAddress, pays), output(frankenAddress, change)]));
  },
  'locks a part of the change in a script': () => {
    const { pays, change, paying, with: of } = goodPayment();
    const locked = ada(3_000_000n);
    return of(
      paying([
        output(strangerAddress, pays),
        output(script, locked),
        output(myAddress, subtractValues(change, locked)),
      ]),
    );
  },
  'burns the change as a fee': () => {
    const { pays, change, paying, with: of } = goodPayment();
    const burnt = 5_000_000n;
    return of(
      paying(
        [output(strangerAddress, pays), output(myAddress, subtractValues(change, ada(burnt)))],
        FEE + burnt,
      ),
    );
  },
  'delegates along with it': () => {
    const { input, with: of } = goodPayment();
    // Certificate: stake delegation of our own key.
    return of(withBodyField(input.cbor, 4, `8183028200581c${STAKE}581c${'77'.repeat(28)}`));
  },
  'asks for the stake key’s signature': () => {
    const { input, with: of } = goodPayment();
    return of(withBodyField(input.cbor, 14, `81581c${STAKE}`));
  },
  'reads another output along': () => {
    const { input, with: of } = goodPayment();
    return of(withBodyField(input.cbor, 18, `81825820${'12'.repeat(32)}00`));
  },
  'never expires': () => {
    const { input, with: of } = goodPayment();
    return of(withBodyField(input.cbor, 3, undefined));
  },
};

describe('a payment that does anything else', () => {
  it.each(Object.keys(thefts))('%s: is blocked by the first proof, and by the second alone', (name) => {
    const make = thefts[name];
    if (!make) throw new Error('there is such a theft');
    const input = make();
    // Without an agreement there is no second proof, and no bound that a fee could break.
    const { agreed: _agreed, ...alone } = input;
    expect(blocksOf(name.startsWith('burns') ? input : alone)).not.toEqual([]);
    expect(objectionsTo(input)).not.toEqual([]);
  });
});

function policy(facts: Partial<PolicyFacts>): PolicyFacts {
  return {
    limits: DEFAULT_POLICY,
    worth: 25_000_000n,
    signedToday: 0n,
    slippageBps: undefined,
    impactBps: undefined,
    unverified: [],
    exchanges: [],
    seenRecipients: new Set(),
    seenScripts: new Set(),
    ...facts,
  };
}

describe('what the user is told about a recipient', () => {
  const rulesOf = (facts: Partial<PolicyFacts>): readonly string[] =>
    judged({ ...goodPayment().input, policy: policy(facts) }).findings.map(
      ({ rule, severity }) => `${rule} ${severity}`,
    );

  it('that nothing was ever sent there, until a payment was', () => {
    expect(rulesOf({})).toContain('P7 warn');
    // A service that was paid a fee there does not make it a place that the user sends to.
    expect(rulesOf({ seenRecipients: new Set([strangerAddress]) })).toContain('P7 warn');
    expect(rulesOf({ sentTo: new Set([strangerAddress]) })).not.toContain('P7 warn');
  });

  it('that it looks like one that was paid before, and is another', () => {
    const { input } = goodPayment();
    const letters = [...strangerAddress];
    // A vanity address: the same beginning and end, and something else between.
    const vanity = letters
      .map((letter, at) => (at > 24 && at < letters.length - 8 ? (letter === 'q' ? 'p' : 'q') : letter))
      .join('');
    expect(vanity).not.toBe(strangerAddress);
    const found = judged({ ...input, policy: policy({ seenRecipients: new Set([vanity]) }) }).findings;
    expect(found.find(({ rule }) => rule === 'P13')).toMatchObject({ severity: 'warn' });
    const known = { seenRecipients: new Set([vanity]), sentTo: new Set([strangerAddress]) };
    expect(judged({ ...input, policy: policy(known) }).findings.map(({ rule }) => rule)).not.toContain('P13');
  });

  it('the user’s limits hold, and tokens do not get around them', () => {
    const limits = { ...DEFAULT_POLICY, perTrade: 20_000_000n };
    expect(rulesOf({ limits })).toContain('P1 block');
    expect(rulesOf({ limits, worthIsLeast: true })).toContain('P1 block');
    const roomy = { ...DEFAULT_POLICY, perTrade: 30_000_000n, perDay: 30_000_000n };
    expect(rulesOf({ limits: roomy, worthIsLeast: true })).toEqual(
      expect.arrayContaining(['P1 warn', 'P2 warn']),
    );
    expect(rulesOf({ limits: roomy })).not.toContain('P1 warn');
    expect(
      rulesOf({ limits: { ...DEFAULT_POLICY, perDay: 30_000_000n }, signedToday: 6_000_000n }),
    ).toContain('P2 block');
    expect(rulesOf({ limits: { ...DEFAULT_POLICY, cost: 100_000n } })).toContain('P11 block');
  });
});

describe('a frozen coin', () => {
  it('is not spent by a payment, and asked about in anything else', () => {
    const { input } = goodPayment();
    const [coin = ''] = input.resolved.keys();
    const frozen = new Map([[coin, 'cold savings']]);
    expect(blocksOf({ ...input, frozen })).toContain('P12');
    const swap = { ...input, terms: { kind: 'any' } as const, frozen };
    expect(judged(swap).findings.find(({ rule }) => rule === 'P12')).toMatchObject({
      severity: 'warn',
      message: expect.stringContaining('“cold savings”') as string,
    });
    expect(blocksOf({ ...input, frozen: new Map([[`${'0'.repeat(64)}#0`, '']]) })).not.toContain('P12');
  });
});

describe('addresses that look alike', () => {
  const of = (payment: string, stake = STAKE): string =>
    formatAddress(addressOf(0, { kind: 'key', hash: payment }, { kind: 'key', hash: stake }));

  it('begin alike, whatever kind of address it is', () => {
    expect(similarAddress(of(PAYMENT), of(PAYMENT, '31'.repeat(28)))).toBe(true);
    expect(similarAddress(of('11'.repeat(28)), of('ee'.repeat(28), '31'.repeat(28)))).toBe(false);
    expect(similarAddress(of(PAYMENT), of(PAYMENT))).toBe(false);
  });
});
