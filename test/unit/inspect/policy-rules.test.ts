import { describe, expect, it } from 'vitest';
import { failure, failureText } from '#domain/failure.ts';
import type { AssetId } from '#domain/asset.ts';
import type { Facts, OrderFact, OutputFact } from '../../../src-main/inspect/facts.ts';
import {
  DEFAULT_POLICY,
  type PolicyFacts,
  type PolicyLimits,
  type TokenFact,
} from '../../../src-main/inspect/policy.ts';
import type { Rule } from '../../../src-main/inspect/rule.ts';
import {
  impactLimit,
  perDayLimit,
  perTradeLimit,
  slippageLimit,
} from '../../../src-main/inspect/rules/limits.ts';
import {
  allowedExchanges,
  firstSeenRecipient,
  firstSeenScript,
  firstSeenToken,
  verifiedOnly,
} from '../../../src-main/inspect/rules/familiarity.ts';
import { policyFacts } from '../../support/policy-facts.ts';
import { findings } from '../../support/rule-findings.ts';

const HASH = 'ab'.repeat(28);
const OTHER = 'cd'.repeat(28);
const ADDRESS = 'addr_test1vz' + 'q'.repeat(50);
const rules = [
  perTradeLimit,
  perDayLimit,
  slippageLimit,
  impactLimit,
  verifiedOnly,
  allowedExchanges,
  firstSeenRecipient,
  firstSeenScript,
  firstSeenToken,
];

interface Case {
  readonly limits?: Partial<PolicyLimits>;
  readonly policy?: Partial<PolicyFacts>;
  readonly kind?: 'swap' | 'limit' | 'dca' | 'cancel';
  readonly orders?: readonly {
    readonly exchange?: string;
    readonly scriptHash: string;
    readonly pools?: number;
  }[];
  readonly outputs?: readonly Pick<OutputFact, 'role' | 'addressText'>[];
  readonly allScriptsKnown?: boolean;
}

const SPARE = '5e'.repeat(28);
/** The app's own list: which exchange a script is of, and the codes that mean one of them. */
const KNOWN = new Map([
  [HASH, { exchange: 'EXA' }],
  [OTHER, { exchange: 'Minswap V2' }],
  [SPARE, { exchange: 'PRACTICE1' }],
]);
const CODES = new Map([
  ['EXA', 'EXA'],
  ['EXB', 'EXB'],
  ['MINSWAPV2', 'Minswap V2'],
  ['WINGRIDER', 'WingRiders V1'],
]);

/** Codes without a script of their own: an exchange's orders of several hops, and an exchange that is not in the list. */
const OTHER_CODES = new Map([
  ['MS2HOP', 'Minswap V2'],
  ['CSWAP', undefined],
]);

/** Only what the rules of the policy look at. */
function facts({
  limits,
  policy,
  kind = 'swap',
  orders = [],
  outputs = [],
  allScriptsKnown = true,
}: Case): Facts {
  const given = {
    terms: { kind },
    scripts: { complete: allScriptsKnown, known: KNOWN, codes: CODES, otherCodes: OTHER_CODES },
    policy: policyFacts({ limits: { ...DEFAULT_POLICY, ...limits }, ...policy }),
  };
  const placed = orders.map(({ exchange, scriptHash, pools }) => ({
    scriptHash,
    terms: pools === undefined ? undefined : { pools },
    script: exchange === undefined ? undefined : { exchange },
  }));
  return { context: given, outputs, orders: placed as readonly Partial<OrderFact>[] } as unknown as Facts;
}

const judge = (rule: Rule, given: Case): readonly string[] => findings(rule, facts(given));

describe('the rules of the limits', () => {
  it('have ids in order, and say what holds and what is left out', () => {
    expect(rules.map(({ id }) => id)).toEqual(['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P9']);
    for (const { holds, leavesOut } of rules) {
      expect(holds).toMatch(/\.$/);
      expect(leavesOut).toMatch(/\.$/);
    }
  });

  it('have nothing to say where there is no policy', () => {
    const none = {
      context: { terms: { kind: 'swap' }, scripts: { complete: true, known: KNOWN } },
      outputs: [{ role: 'foreign', addressText: ADDRESS }],
      orders: [{ scriptHash: HASH, script: undefined }],
    } as unknown as Facts;
    for (const rule of rules) expect(rule.judge(none), rule.id).toEqual([]);
  });

  it('have nothing to say of a usual trade under the first limits', () => {
    const usual: Case = {
      orders: [{ exchange: 'EXA', scriptHash: HASH }],
      outputs: [{ role: 'own', addressText: ADDRESS }],
    };
    for (const rule of rules) expect(judge(rule, usual), rule.id).toEqual([]);
  });

  it('are reported as limits, and not as a fault of the service', () => {
    const told = (rule: string) => failureText(failure('inspection-blocked', { rule, finding: 'Found.' }));
    expect(told('P1').what).toBe('The trade is outside your limits: Found.');
    expect(told('P1').advice).toContain('Settings, Limits');
    expect(told('V1').what).toBe('The transaction is not what you accepted: Found.');
  });

  it('P1 blocks above the limit of a trade, and asks where the worth is not known', () => {
    const limits = { perTrade: 50_000_000n };
    expect(judge(perTradeLimit, { limits })).toEqual([]);
    expect(judge(perTradeLimit, { limits, policy: { worth: 50_000_001n } })).toEqual([
      'block: The trade is worth 50.000001 ADA; your limit for one trade is 50 ADA.',
    ]);
    expect(judge(perTradeLimit, { limits, policy: { worth: undefined } })).toEqual([
      'warn: The worth of this trade in ADA is not known, so your limit of 50 ADA for one trade cannot be applied.',
    ]);
    expect(judge(perTradeLimit, { policy: { worth: undefined } })).toEqual([]);
  });

  it('P2 adds what was signed within a day', () => {
    const limits = { perDay: 120_000_000n };
    expect(judge(perDayLimit, { limits, policy: { signedToday: 70_000_000n } })).toEqual([]);
    expect(judge(perDayLimit, { limits, policy: { signedToday: 70_000_001n } })).toEqual([
      'block: The trade is worth 50 ADA; of your limit of 120 ADA for 24 hours 49.999999 ADA is left.',
    ]);
    expect(judge(perDayLimit, { limits, policy: { signedToday: 900_000_000n } })).toEqual([
      'block: The trade is worth 50 ADA; of your limit of 120 ADA for 24 hours 0 ADA is left.',
    ]);
    expect(judge(perDayLimit, { limits, policy: { worth: undefined } })).toEqual([
      'warn: The worth of this trade in ADA is not known, so your limit of 120 ADA for 24 hours cannot be applied.',
    ]);
    expect(judge(perDayLimit, { policy: { worth: undefined, signedToday: 1n } })).toEqual([]);
    const cancel = { kind: 'cancel', limits, policy: { worth: 0n, signedToday: 900_000_000n } } as const;
    expect(judge(perDayLimit, cancel)).toEqual([]);
  });

  it('P3 blocks a wider tolerance', () => {
    expect(judge(slippageLimit, { limits: { slippageBps: 100 } })).toEqual([]);
    expect(judge(slippageLimit, { limits: { slippageBps: 50 } })).toEqual([
      'block: The slippage tolerance is 1 %; your limit is 0.5 %.',
    ]);
    expect(judge(slippageLimit, { limits: { slippageBps: 50 }, policy: { slippageBps: undefined } })).toEqual(
      [],
    );
  });

  describe('P3, what the orders really leave', () => {
    const sold = `${OTHER}534f4c44` as AssetId;
    const wanted = `${HASH}474f4c44` as AssetId;
    /** The findings for orders that sell equal parts, and enforce so much of the 10,000 units expected of all. */
    const enforcing = (
      minimums: readonly (bigint | undefined)[],
      policy: Partial<PolicyFacts> = {},
      terms: { readonly kind?: string; readonly expected?: bigint | undefined } = {},
    ) => {
      const pay = { asset: sold, quantity: 100n };
      const output = { value: new Map([[sold, 100n / BigInt(minimums.length)]]) };
      return findings(slippageLimit, {
        context: { policy: policyFacts(policy) },
        trade: { kind: 'swap', pay, receive: wanted, expected: 10_000n, ...terms },
        orders: minimums.map((minimumReceived) => ({
          output,
          terms: minimumReceived === undefined ? undefined : { wanted, minimumReceived },
        })),
      });
    };
    const leaves = (gap: string): string => `The orders may bring ${gap} % less than what is expected`;

    it('is what was allowed, with a rounding of the whole and of each order', () => {
      expect(enforcing([9_894n])).toEqual([]);
      expect(enforcing([9_893n])).toEqual([`warn: ${leaves('1.07')}; you allowed 1 %.`]);
      expect(enforcing([5_000n, 4_893n])).toEqual([]);
      expect(enforcing([5_000n, 4_892n])).toEqual([`warn: ${leaves('1.08')}; you allowed 1 %.`]);
    });

    it('is blocked beyond the limit, whatever was allowed', () => {
      const limits = { ...DEFAULT_POLICY, slippageBps: 200 };
      expect(enforcing([9_794n], { limits })).toEqual([`warn: ${leaves('2.06')}; you allowed 1 %.`]);
      expect(enforcing([9_793n], { limits })).toEqual([`block: ${leaves('2.07')}; your limit is 2 %.`]);
      expect(enforcing([9_793n], { limits, slippageBps: undefined })).toEqual([
        `block: ${leaves('2.07')}; your limit is 2 %.`,
      ]);
    });

    it('is asked about beyond ten percent even where more was allowed, or nothing was said', () => {
      for (const slippageBps of [undefined, 5_000]) {
        expect(enforcing([8_994n], { slippageBps })).toEqual([]);
        expect(enforcing([8_993n], { slippageBps })).toEqual([`warn: ${leaves('10.07')}.`]);
      }
    });

    it('is not judged of other trades, nor where nothing is expected or the least cannot be read', () => {
      expect(enforcing([1n], {}, { kind: 'limit' })).toEqual([]);
      expect(enforcing([1n], {}, { kind: 'dca' })).toEqual([]);
      expect(enforcing([1n], {}, { expected: undefined })).toEqual([]);
      expect(enforcing([1n], {}, { expected: 0n })).toEqual([]);
      expect(enforcing([1n, undefined])).toEqual([]);
    });
  });

  it('P4 blocks a larger impact, asks where it is not known, and leaves limit orders alone', () => {
    const limits = { impactBps: 31 };
    expect(judge(impactLimit, { limits })).toEqual([]);
    expect(judge(impactLimit, { limits, policy: { impactBps: 31.01 } })).toEqual([
      'block: The price impact is 0.3101 %; your limit is 0.31 %.',
    ]);
    expect(judge(impactLimit, { limits, policy: { impactBps: undefined } })).toEqual([
      'warn: The price impact of this trade is not known, so your limit of 0.31 % cannot be applied.',
    ]);
    expect(judge(impactLimit, { limits, kind: 'limit', policy: { impactBps: undefined } })).toEqual([]);
  });

  it('P4 without a limit reports from one percent on, and asks from ten', () => {
    const told = (impactBps: number | undefined) => judge(impactLimit, { policy: { impactBps } });
    expect(told(99.99)).toEqual([]);
    expect(told(100)).toEqual([
      'info: The price is 1 % worse than the market price that the service states.',
    ]);
    expect(told(999.99)).toEqual([
      'info: The price is 9.9999 % worse than the market price that the service states.',
    ]);
    expect(told(1_000)).toEqual(['warn: You lose 10 % against the market price that the service states.']);
    expect(told(9_999)).toEqual(['warn: You lose 99.99 % against the market price that the service states.']);
    expect(told(undefined)).toEqual([
      'info: How far the price is from the market is not known: no price of the market is known here.',
    ]);
  });

  it('P6 blocks an order at an exchange that was left out of the trade, however it is written', () => {
    const orders = [{ exchange: 'Minswap V2', scriptHash: HASH }];
    const excluding = (...excluded: string[]) => judge(allowedExchanges, { orders, policy: { excluded } });
    expect(excluding('MINSWAPV2')).toEqual([
      'block: Minswap V2 would be used, which you left out of this trade.',
    ]);
    expect(excluding('EXB', 'WINGRIDER')).toEqual([]);
  });

  it('P9 asks about an unverified token and about decimals that nobody confirms, the first time', () => {
    const token = {
      id: `${HASH}474f4c44` as AssetId,
      name: 'GOLD',
      verified: true,
      decimals: 3,
      decimalsFromService: false,
      traded: true,
    };
    const told = (change: Partial<typeof token>) =>
      judge(firstSeenToken, { policy: { tokens: [{ ...token, ...change }] } });
    expect(judge(firstSeenToken, {})).toEqual([]);
    expect(told({})).toEqual([]);
    expect(told({ traded: false })).toEqual([
      `info: You have not traded GOLD before. That it is verified is the service’s word. Its id is ${token.id}.`,
    ]);
    expect(told({ verified: false })).toEqual([`info: GOLD is not verified. Its id is ${token.id}.`]);
    expect(told({ verified: false, traded: false })).toEqual([
      `warn: GOLD is not verified, and you have not traded it before. Its id is ${token.id}.`,
    ]);
    const decimals =
      'That one GOLD is 1000 base units is stated by the service alone: amounts could be wrong by factors of ten.';
    expect(told({ decimalsFromService: true })).toEqual([`info: ${decimals}`]);
    expect(told({ decimalsFromService: true, traded: false })[1]).toBe(`warn: ${decimals}`);
  });

  describe('P9 on the ticker of a token', () => {
    const token = {
      ...{ id: `${HASH}474f4c44` as AssetId, name: 'GOLD', verified: true, decimals: 3 },
      ...{ decimalsFromService: false, traded: true },
    };
    const told = (change: Partial<TokenFact>, kind: 'swap' | 'send' = 'swap') =>
      findings(firstSeenToken, {
        context: { policy: policyFacts({ tokens: [{ ...token, ...change }] }) },
        send: kind === 'send' ? {} : undefined,
      });

    it.each(['swap', 'send'] as const)('asks once where the service alone has it: %s', (kind) => {
      const stated = `That the token ${token.id} is GOLD is stated by the service alone. Compare its id.`;
      expect(told({ tickerFromService: true }, kind)).toEqual([`warn: ${stated}`]);
      expect(told({ tickerFromService: true, agreed: true }, kind)).toEqual([`info: ${stated}`]);
    });

    it.each(['swap', 'send'] as const)('asks where service and ledger contradict each other: %s', (kind) => {
      const tickerClaims = { service: 'GOLD', ledger: 'LEAD and 5 more' };
      const disputed = `The service calls the token ${token.id} by the name GOLD, the ledger by the name LEAD?and?5?more: it is shown by its id. Compare that.`;
      expect(told({ tickerClaims }, kind)).toEqual([`warn: ${disputed}`]);
      expect(told({ tickerClaims, agreed: true }, kind)).toEqual([`info: ${disputed}`]);
    });

    it('names the others that go by it', () => {
      const namesakes = [1, 2, 3, 4].map((at) => `${OTHER}${'0'.repeat(at * 2)}` as AssetId);
      const findings = told({ namesakes });
      expect(findings).toHaveLength(3);
      expect(findings[0]).toBe(
        `warn: Another token that is known here goes by the name of GOLD, or by one like it: ${namesakes[0]}. This one's id is ${token.id}.`,
      );
      expect(told({ namesakes, agreed: true })[0]).toMatch(/^info: Another token/);
      // Both were agreed to by that name: which of them is meant this time, it does not say.
      const [first] = namesakes;
      const both = told({ namesakes, agreed: true, agreedNamesakes: first === undefined ? [] : [first] });
      expect(both.map((text) => text.slice(0, 5))).toEqual(['warn:', 'info:', 'info:']);
    });

    it.each(['swap', 'send'] as const)('blocks one that was called differently here: %s', (kind) => {
      const tickerChanged = { before: 'LEAD', now: 'GOLD', byLedger: false };
      expect(told({ tickerChanged, agreed: true, tickerFromService: true }, kind)).toEqual([
        `block: The token ${token.id} is now said to be called GOLD; here it was called LEAD before. One token may be passed off as another, so it is not moved.`,
      ]);
    });
  });

  describe('P9 on a token that was renamed', () => {
    const tickerChanged = { before: 'LEAD', now: 'GOLD', byLedger: true };
    const token = {
      ...{ id: `${HASH}474f4c44` as AssetId, name: 'GOLD', verified: true, decimals: 3 },
      ...{ decimalsFromService: false, traded: true, tickerChanged },
    };
    const told = (change: Partial<TokenFact>, kind: 'swap' | 'send' = 'swap') =>
      findings(firstSeenToken, {
        context: { policy: policyFacts({ tokens: [{ ...token, ...change }] }) },
        send: kind === 'send' ? {} : undefined,
      });
    const renamed = `warn: The ledger now calls the token ${token.id} by the name GOLD; here it was called LEAD before. Agree only if you know that it was renamed, or that the former name was wrong.`;

    it.each(['swap', 'send'] as const)(
      'asks where the ledger says so, with both names and the id: %s',
      (kind) => {
        expect(told({}, kind)).toEqual([renamed]);
      },
    );

    it('still says all else about it', () => {
      const namesakes = [`${OTHER}00` as AssetId];
      expect(told({ namesakes, verified: false, traded: false }).map((text) => text.slice(0, 22))).toEqual([
        renamed.slice(0, 22),
        'warn: Another token th',
        'warn: GOLD is not veri',
      ]);
    });

    it('blocks where its decimals are others, too', () => {
      expect(told({ decimalsBefore: 6 })[0]).toMatch(/^block: .*decimals/);
    });
  });

  it('P5 blocks each unverified token where only verified ones are allowed', () => {
    const policy = { unverified: ['SCAM', 'abababab…'] };
    expect(judge(verifiedOnly, { policy })).toEqual([]);
    expect(judge(verifiedOnly, { limits: { verifiedOnly: true } })).toEqual([]);
    expect(judge(verifiedOnly, { limits: { verifiedOnly: true }, policy })).toEqual([
      'block: SCAM is not verified, and your limits allow verified tokens only.',
      'block: abababab… is not verified, and your limits allow verified tokens only.',
    ]);
  });

  it('P6 blocks exchanges that are not allowed, by what the service says and by the scripts', () => {
    const limits = { exchanges: ['EXA', 'EXA2HOP'] };
    const known = [{ exchange: 'EXA', scriptHash: HASH }];
    const notAllowed = (exchange: string): string =>
      `block: ${exchange} would be used, which is not one of the exchanges that you allow.`;
    expect(judge(allowedExchanges, { limits, orders: known })).toEqual([]);
    expect(judge(allowedExchanges, { limits, orders: known, policy: { exchanges: ['EXB'] } })).toEqual([
      notAllowed('EXB'),
    ]);
    const lied = [...known, { exchange: 'EXB', scriptHash: OTHER }];
    expect(judge(allowedExchanges, { limits, orders: lied })).toEqual([notAllowed('EXB')]);
    expect(judge(allowedExchanges, { limits, orders: lied, policy: { exchanges: ['EXB'] } })).toEqual([
      notAllowed('EXB'),
    ]);
    expect(judge(allowedExchanges, { orders: lied, policy: { exchanges: ['EXB'] } })).toEqual([]);
  });

  it('P6 blocks a recurring order that may trade anywhere, where not every exchange is allowed', () => {
    const limits = { exchanges: ['EXA'] };
    const orders = [{ exchange: 'EXA', scriptHash: HASH }];
    const dca = { kind: 'dca', orders } as const;
    expect(judge(allowedExchanges, { ...dca, limits, policy: { exchanges: [] } })).toEqual([
      'block: The recurring order may trade at any exchange; choose those that you allow.',
    ]);
    expect(judge(allowedExchanges, { ...dca, limits, policy: { exchanges: ['EXA'] } })).toEqual([]);
    expect(judge(allowedExchanges, { ...dca, policy: { exchanges: [] } })).toEqual([]);
    expect(judge(allowedExchanges, { orders, limits, policy: { exchanges: [] } })).toEqual([]);
  });

  it('P6 takes two spellings of one exchange for one', () => {
    const limits = { exchanges: ['EXCHANGEAV2'] };
    const orders = [{ exchange: 'Exchange A v2', scriptHash: HASH }];
    expect(judge(allowedExchanges, { limits, orders, policy: { exchanges: ['EXCHANGE_A_V2'] } })).toEqual([]);
    expect(judge(allowedExchanges, { limits, orders, policy: { exchanges: ['EXCHANGEA'] } })).toHaveLength(1);
  });

  describe('P6, where a service calls an exchange by another name', () => {
    const atMinswap = [{ exchange: 'Minswap V2', scriptHash: OTHER }];
    const atSpare = [{ exchange: 'PRACTICE1', scriptHash: SPARE }];
    const leftOut = (exchange: string): string =>
      `block: ${exchange} would be used, which you left out of this trade.`;
    const unproven =
      'warn: An order is at PRACTICE1, and this app does not know which code the service uses for it: that you did not leave it out rests on the service’s word alone.';

    it('blocks the script of an exchange that was left out, whatever the service calls it', () => {
      for (const stated of [[], ['NICE'], ['EXA'], ['MINSWAPV2']])
        expect(
          judge(allowedExchanges, {
            orders: atMinswap,
            policy: { exchanges: stated, excluded: ['MINSWAPV2'] },
          }),
        ).toEqual([leftOut('Minswap V2')]);
    });

    it('knows an exchange by a code that is spelled quite differently', () => {
      const orders = [{ exchange: 'WingRiders V1', scriptHash: OTHER }];
      const policy = { exchanges: ['NICE'], excluded: ['WINGRIDER'] };
      expect(judge(allowedExchanges, { orders, policy })).toEqual([leftOut('WingRiders V1')]);
    });

    it('blocks what the service itself says it uses although it was left out', () => {
      const policy = { exchanges: ['NICE'], excluded: ['NICE', 'EXB'] };
      expect(judge(allowedExchanges, { orders: atMinswap, policy })).toContain(leftOut('NICE'));
    });

    it('does not let a stated code put a script on the list of allowed exchanges', () => {
      const limits = { exchanges: ['NICE', 'EXA'] };
      for (const orders of [atMinswap, atSpare])
        expect(judge(allowedExchanges, { limits, orders, policy: { exchanges: ['NICE'] } })).toEqual([
          `block: ${orders[0]?.exchange} would be used, which is not one of the exchanges that you allow.`,
        ]);
    });

    it('asks where a code that was left out, or was chosen, may be that of a script without one', () => {
      const judged = (policy: Partial<PolicyFacts>, orders = atSpare): readonly string[] =>
        judge(allowedExchanges, { orders, policy: { exchanges: ['NICE'], ...policy } });
      expect(judged({ excluded: ['OTHERWISE'] })).toEqual([unproven]);
      expect(judged({ excluded: ['EXA', 'MINSWAPV2'] })).toEqual([]);
      expect(judged({ chosen: ['NICE'] })).toEqual([unproven]);
    });

    it('asks wherever the order is, where the list does not know a code that was left out', () => {
      const judged = (policy: Partial<PolicyFacts>, orders = atMinswap): readonly string[] =>
        judge(allowedExchanges, { orders, policy: { exchanges: ['NICE'], ...policy } });
      const unknown = (code: string): string =>
        `warn: You left out ${code}, and this app does not know which exchange that code means: that no order is there rests on the service’s word alone.`;
      expect(judged({ excluded: ['MINSWAP_2'] })).toEqual([unknown('MINSWAP_2')]);
      expect(judged({ excluded: ['EXB', 'SUNDAE3', 'M2'] }, [...atMinswap, ...atMinswap])).toEqual([
        unknown('SUNDAE3'),
        unknown('M2'),
      ]);
      // A code that the list knows, by whichever spelling or name, and an order where the user wants it.
      expect(judged({ excluded: ['EXB', 'wing_rider', 'WingRiders V1', 'EXA', 'CSWAP'] })).toEqual([]);
      expect(judged({ excluded: ['SUNDAE3'], chosen: ['MINSWAPV2'] })).toEqual([]);
      expect(judged({ excluded: ['SUNDAE3', 'MINSWAPV2'] })).toEqual([leftOut('Minswap V2')]);
      expect(judged({ excluded: ['SUNDAE3'] }, [])).toEqual([]);
    });

    it('blocks orders over several pools where their code was left out, and asks where that cannot be seen', () => {
      const judged = (
        pools: number | undefined,
        excluded: readonly string[],
        chosen: readonly string[] = [],
      ) =>
        judge(allowedExchanges, {
          orders: [{ exchange: 'Minswap V2', scriptHash: OTHER, ...(pools === undefined ? {} : { pools }) }],
          policy: { exchanges: ['NICE'], excluded, chosen },
        });
      const unseen =
        'warn: You left out MS2HOP, and this app cannot see over how many pools the order at Minswap V2 goes: that it is not such an order rests on the service’s word alone.';
      expect(judged(1, ['MS2HOP'])).toEqual([]);
      expect(judged(2, ['MS2HOP'])).toEqual([leftOut('MS2HOP')]);
      expect(judged(3, ['ms2_hop'], ['MINSWAPV2'])).toEqual([leftOut('ms2_hop')]);
      expect(judged(undefined, ['MS2HOP'])).toEqual([unseen]);
      expect(judged(undefined, ['MS2HOP'], ['MINSWAPV2'])).toEqual([unseen]);
      expect(judged(2, ['EXB'])).toEqual([]);
      expect(judged(1, ['MS2HOP', 'MINSWAPV2'])).toEqual([leftOut('Minswap V2')]);
      const elsewhere = [{ exchange: 'EXA', scriptHash: HASH }];
      expect(
        judge(allowedExchanges, { orders: elsewhere, policy: { exchanges: ['NICE'], excluded: ['MS2HOP'] } }),
      ).toEqual([]);
    });

    it('blocks a script under whatever name it had when a trade was signed there', () => {
      const codesAt = new Map([[SPARE, ['BEFORE']]]);
      const policy = { exchanges: ['NICE'], excluded: ['BEFORE'], codesAt };
      expect(judge(allowedExchanges, { orders: atSpare, policy })).toEqual([leftOut('PRACTICE1')]);
      const renamed = { ...policy, codesAt: new Map([[OTHER, ['BEFORE']]]) };
      expect(judge(allowedExchanges, { orders: atMinswap, policy: renamed })).toEqual([
        leftOut('Minswap V2'),
      ]);
      // The app knows what this code means: a service that once used it for another exchange changes nothing.
      const misnamed = { exchanges: ['NICE'], excluded: ['EXB'], codesAt: new Map([[OTHER, ['EXB']]]) };
      expect(judge(allowedExchanges, { orders: atMinswap, policy: misnamed })).toEqual([]);
    });

    it('blocks an exchange that was not chosen', () => {
      const policy = { exchanges: ['EXA'], chosen: ['EXA'] };
      expect(judge(allowedExchanges, { orders: atMinswap, policy })).toEqual([
        'block: Minswap V2 would be used, which is not one of the exchanges that you chose for this trade.',
      ]);
      expect(
        judge(allowedExchanges, { orders: atMinswap, policy: { ...policy, chosen: ['MINSWAPV2'] } }),
      ).toEqual([]);
    });
  });

  it('P6 blocks a script of nobody where all scripts are known, and asks where they are not', () => {
    const limits = { exchanges: ['EXA'] };
    const orders = [{ scriptHash: OTHER }, { scriptHash: OTHER }];
    const words =
      'An order is locked by a script (cdcdcdcdcdcdcdcd…cdcdcdcd) of an unknown exchange, so your list of allowed exchanges cannot be applied.';
    expect(judge(allowedExchanges, { limits, orders })).toEqual([`block: ${words}`]);
    expect(judge(allowedExchanges, { limits, orders, allScriptsKnown: false })).toEqual([`warn: ${words}`]);
  });

  it('P7 asks once about each new recipient', () => {
    const outputs = [
      { role: 'own', addressText: 'addr_test1own' },
      { role: 'foreign', addressText: ADDRESS },
      { role: 'foreign', addressText: ADDRESS },
    ] as const;
    expect(judge(firstSeenRecipient, { outputs })).toEqual([
      `warn: You have not paid the address ${ADDRESS.slice(0, 16)}…qqqqqqqq before.`,
    ]);
    const policy = { seenRecipients: new Set([ADDRESS]) };
    expect(judge(firstSeenRecipient, { outputs, policy })).toEqual([]);
  });

  it("P8 asks once about each new script, and never about a known exchange's", () => {
    const orders = [{ exchange: 'EXA', scriptHash: HASH }, { scriptHash: OTHER }, { scriptHash: OTHER }];
    expect(judge(firstSeenScript, { orders })).toEqual([
      'warn: You have not placed an order at the script cdcdcdcdcdcdcdcd…cdcdcdcd before.',
    ]);
    expect(judge(firstSeenScript, { orders, policy: { seenScripts: new Set([OTHER]) } })).toEqual([]);
  });
});
