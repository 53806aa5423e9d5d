import { knownScripts } from '../../../src-main/app/order-scripts.ts';
import { describe, expect, it } from 'vitest';

import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { dcaInterval } from '#domain/dca.ts';
import { slot } from '#domain/time.ts';
import type { InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import { DEFAULT_POLICY, type PolicyFacts } from '../../../src-main/inspect/policy.ts';
import { recurringOrderOf } from '../../../src-main/inspect/resting-order.ts';
import type { TradeTerms } from '../../../src-main/inspect/terms.ts';
import { prove } from '../../../src-main/proof/prove.ts';
import { agreedTo } from '../../support/agreed.ts';
import {
  CHEAP_PLAN,
  CREATE,
  edited,
  EXECUTES,
  holdingAda,
  mainnetScripts,
  planDatum,
  planQuestion,
  PLANNER,
  PLANNER_STAKE,
  PLAN_SCRIPT,
  planWish,
  SNEK,
  withDatum,
} from '../../support/aggregator-plan.ts';
import { assetsOf, realOrders } from '../../support/real-orders.ts';
import { mainnetProofScripts, proofInputOf } from '../../support/proving.ts';

const STRANGER = 'c5'.repeat(28);
const bytesOf = (hex: string) => () => `581c${hex}`;
const become = (hex: string) => () => hex;

/** The verdicts of both proofs on a transaction requested as a plan. */
function judged(
  cbor: string,
  terms: TradeTerms = planWish,
  policy?: PolicyFacts,
  times: Pick<InspectionInput, 'tipSlot' | 'clockSlot'> = {},
) {
  const scripts = knownScripts('live', 'mainnet');
  const input = agreedTo({ ...planQuestion(cbor, terms), ...times, ...(policy ? { policy, scripts } : {}) });
  const inspected = inspectTransaction(input);
  if (!inspected.ok) throw new Error('it cannot be read');
  const { verdict, findings } = inspected.value.report;
  return {
    verdict,
    texts: findings
      .filter(({ severity }) => severity !== 'info')
      .map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`),
    objections: prove(proofInputOf(input, mainnetProofScripts)).objections.map(({ code }) => code),
  };
}

/** The good plan with one part of its datum changed. */
function changed(...edits: readonly (readonly [readonly number[], (hex: string) => string])[]): string {
  const datum = edits.reduce((hex, [path, by]) => edited(hex, path, by), planDatum(CHEAP_PLAN));
  return withDatum(CHEAP_PLAN, datum);
}

const REAL_PLACES = [
  ['MuesliSwap', 'trade'],
  ['Minswap V2', 'trade'],
  ['VyFi', 'receiver'],
  ['Minswap V1', 'trade'],
  ['SundaeSwap V1', 'unproven'],
  ['WingRiders V1', 'receiver'],
  ['SundaeSwap V3', 'nothing'],
  ['WingRiders V2', 'trade'],
  ['Splash', 'nothing'],
];

describe('the real plan', () => {
  const form = mainnetScripts.get(PLAN_SCRIPT)?.form;
  const holds = new Map([
    [ADA, 113_148_000n],
    [SNEK, 1_000_001n],
  ]);

  it('is read to the field, and what it binds at each exchange is proven by its hashes', () => {
    const read = form?.read(planDatum(CREATE), [SNEK, ADA], holds);
    if (!read?.ok) throw new Error(read?.failure);
    const { recurring, ...terms } = read.value;
    expect(terms).toStrictEqual({
      ownerPaymentKeyHash: PLANNER,
      ownerStakeKeyHash: PLANNER_STAKE,
      cancelKeyHash: undefined,
      wanted: ADA,
      minimumReceived: 0n,
      batcherFee: 113_148_000n,
      deposit: undefined,
    });
    const { placesAt = [], ...division } = recurring ?? {};
    expect(division).toStrictEqual({
      amountPerCycle: 100_000n,
      cycles: 10,
      interval: dcaInterval('1hour'),
      feePerCycle: 3_914_800n,
      returnedPerCycle: 0n,
      reservePerCycle: 7_400_000n,
      dueFrom: 149_543_522n,
      sells: SNEK,
    });
    expect(placesAt.map(({ script, binds }) => [mainnetScripts.get(script)?.exchange, binds])).toEqual(
      REAL_PLACES,
    );
  });

  it('is found in the transaction that is built for an estimate, with what it costs', () => {
    expect(recurringOrderOf(CREATE, mainnetScripts)).toMatchObject({
      recurring: { feePerCycle: 3_914_800n, reservePerCycle: 7_400_000n },
    });
  });

  it.each([
    ['tokens missing', new Map([[ADA, 113_148_000n]])],
    ['one unit less', new Map([...holds, [SNEK, 999_999n]])],
    ['enough for another trade a hundred times', new Map([...holds, [SNEK, 1_001_000n]])],
    ['less than its fees', new Map([...holds, [ADA, 39_147_999n]])],
    ['another asset, too', new Map([...holds, [`${'5a'.repeat(28)}5a` as typeof SNEK, 1n]])],
  ])('is refused with %s', (_, held) => {
    expect(form?.read(planDatum(CREATE), [SNEK, ADA], held)).toEqual({
      ok: false,
      failure: 'what it holds is not what its trades sell and cost',
    });
  });

  it('is asked about by both proofs alike, but for its costs: they are beyond the bounds of the rules', () => {
    const { verdict, texts, objections } = judged(CREATE);
    expect(verdict).toBe('block');
    expect(new Set(texts.filter((text) => text.startsWith('block')).map((text) => text.slice(6, 9)))).toEqual(
      new Set(['V2:', 'V15']),
    );
    expect(texts).toContain(
      'warn V11: 7.4 ADA for each trade is set aside for fees and deposits; whether what is not used comes back cannot be read.',
    );
    expect(objections).toEqual(['gone-beyond', 'locked-beyond', 'cost-beyond']);
  });
});

describe('a plan like the real one, within the bounds', () => {
  const trust = 'you trust the service with each trade.';
  const asked = [
    'warn V11: The plan enforces no least: the service decides the price at which each trade is placed.',
    'warn V11: 3.4 ADA for each trade is set aside for fees and deposits; whether what is not used comes back cannot be read.',
    `warn V11: At VyFi the plan binds who is paid, and not what a trade buys: ${trust}`,
    `warn V11: At SundaeSwap V1 it cannot be proven who receives what a trade buys: ${trust}`,
    `warn V11: At WingRiders V1 the plan binds who is paid, and not what a trade buys: ${trust}`,
    `warn V11: At SundaeSwap V3 the plan does not bind who receives what a trade buys: ${trust}`,
    `warn V11: At Splash the plan does not bind who receives what a trade buys: ${trust}`,
  ];

  it('goes through both proofs, and is asked about for all that it does not bind', () => {
    const { verdict, texts, objections } = judged(CHEAP_PLAN);
    expect(texts.filter((text) => text.includes(' V11:'))).toEqual(asked);
    expect([verdict, objections]).toEqual(['warn', []]);
  });

  it('is asked about for an expert just the same', () => {
    const expert = { ...policy, limits: { ...DEFAULT_POLICY, expert: true } };
    const { texts } = judged(CHEAP_PLAN, planWish, expert);
    expect(texts.filter((text) => text.includes(' V11:'))).toEqual(asked);
  });

  it('is asked about where the length of a month is anybody’s guess, and blocked for a week', () => {
    const recurring = planWish.recurring && { ...planWish.recurring, interval: dcaInterval('1month') };
    const monthly = { ...planWish, ...(recurring ? { recurring } : {}) };
    const every = (days: number) =>
      changed([[8], become(`1a${(days * 86_400).toString(16).padStart(8, '0')}`)]);
    for (const days of [28, 29, 30, 31]) {
      const { verdict, texts, objections } = judged(every(days), monthly);
      expect(texts).toContain(
        `warn V11: Its trades are ${days} days apart: how the service counts months is not known.`,
      );
      expect([verdict, objections]).toEqual(['warn', []]);
    }
    for (const days of [7, 27, 32]) {
      const { verdict, objections } = judged(every(days), monthly);
      expect([verdict, objections.length > 0], String(days)).toEqual(['block', true]);
    }
  });

  it.each([
    ['by the ledger, while no clock is known', { tipSlot: slot(149_543_537) }],
    ['by the ledger, while our clock is slow', { tipSlot: slot(149_543_537), clockSlot: slot(149_543_237) }],
    ['by our clock, while the ledger lags', { tipSlot: slot(149_543_237), clockSlot: slot(149_543_537) }],
  ])('is asked about once its first trades are overdue %s', (_by, times) => {
    const minutes = planWish.recurring && { ...planWish.recurring, interval: dcaInterval('1min') };
    const due = (149_543_537 - 300).toString(16).padStart(8, '0');
    const cbor = changed([[8], become('183c')], [[0], become(`1a${due}`)]);
    const terms = { ...planWish, ...(minutes ? { recurring: minutes } : {}) };
    const { texts, objections } = judged(cbor, terms, undefined, times);
    expect(texts).toContain('warn V11: Its first trades are due already: 6 may be made at once.');
    expect(objections).toEqual([]);
  });
});

describe('a plan that sells ADA', () => {
  /** The real plan of another owner, of which 117 trades are left, placed as a new one of ten. */
  const [, minutely = ''] = EXECUTES;
  const order = realOrders(mainnetScripts).find(
    ({ cbor, scriptHash }) => cbor === minutely && scriptHash === PLAN_SCRIPT,
  );
  const token = (order && assetsOf(order, undefined))?.[1] ?? ADA;
  const due = `1a${(149_543_500).toString(16).padStart(8, '0')}`;
  const datum = edited(edited(planDatum(minutely), [0], become(due)), [1], become('0a'));
  const owner = '49c2c4f76f238563c5990a35705da21a365ec249e73a1f9bac2893a7';
  const stake = '5c3906122eae979758ca3df8f32ce27ed5bdcec1a446ecc776c4b2ba';
  /** Ten times 28.5 ADA, 1.5 ADA for the aggregator, and 3.4 ADA set aside. */
  const HELD = 334_000_000n;
  const cbor = withDatum(holdingAda(CHEAP_PLAN, HELD), datum);
  const buying: TradeTerms = {
    kind: 'dca',
    pay: { asset: ADA, quantity: quantity(285_000_000n) },
    receive: token,
    cycles: 10,
    recurring: {
      interval: dcaInterval('1min'),
      cycles: 10,
      amountPerCycle: 28_500_000n,
      slippageBps: 100,
    },
  };
  const own = {
    paymentKeyHashes: new Set([PLANNER, owner]),
    stakeKeyHashes: new Set([PLANNER_STAKE, stake]),
  };
  const said = (terms: TradeTerms) => {
    const input = agreedTo({ ...planQuestion(cbor, terms), own });
    const inspected = inspectTransaction(input);
    if (!inspected.ok) throw new Error('it cannot be read');
    const { verdict, summary, findings } = inspected.value.report;
    const { objections } = prove(proofInputOf(input, mainnetProofScripts));
    return { verdict, summary, findings, objections: objections.map(({ code }) => code) };
  };

  it('goes through both proofs, its token being proven by the hash of its orders at Minswap', () => {
    expect(token).not.toBe(ADA);
    const { verdict, summary, findings, objections } = said(buying);
    expect([verdict, objections]).toEqual(['warn', []]);
    expect(summary).toMatchObject({ keeps: 49_000_000n, comesBack: 0n, atLeast: 0n });
    const trust = findings.filter(({ message }) => message.includes('you trust the service'));
    expect(trust.map(({ message }) => message.slice(0, 12))).toEqual(['At Splash th']);
  });

  it('is blocked by both when another token, or fewer ADA, were to be traded', () => {
    const fewer = { asset: ADA, quantity: quantity(284_000_000n) };
    for (const terms of [
      { ...buying, receive: SNEK },
      { ...buying, pay: fewer },
    ]) {
      const wish = buying.recurring && { ...buying.recurring, amountPerCycle: terms.pay.quantity / 10n };
      const { verdict, objections } = said({ ...terms, ...(wish ? { recurring: wish } : {}) });
      expect([verdict, objections.length > 0]).toEqual(['block', true]);
    }
  });
});

describe('a plan by a thief', () => {
  const place = (script: string, kind = 'd87a'): string =>
    `d8799fd8799f${kind}9f581c${script}ffd87a80ff5820${'ab'.repeat(32)}1901ffff`;
  const LAST = [11, 8] as const;

  it.each([
    ['that pays somebody else', [[[3, 0, 0], bytesOf(STRANGER)]]],
    ['that pays to a foreign stake part', [[[3, 1, 0, 0, 0], bytesOf(STRANGER)]]],
    ['that pays to an address without a stake part', [[[3, 1], become('d87a80')]]],
    ['that somebody else can take back', [[[2, 0], bytesOf(STRANGER)]]],
    ['that somebody else carries out', [[[4, 0], bytesOf(STRANGER)]]],
    ['whose fees go to somebody else', [[[10, 0, 0], bytesOf(STRANGER)]]],
    ['whose fees go to a foreign stake part', [[[10, 1, 0, 0, 0], bytesOf(STRANGER)]]],
    ['that takes more than it has for fees', [[[9], become('1a004b8740')]]],
    ['that sells another asset', [[[6], bytesOf(STRANGER)]]],
    [
      'that sells ADA',
      [
        [[6], become('40')],
        [[7], become('40')],
      ],
    ],
    ['that trades every minute', [[[8], become('183c')]]],
    ['that trades at no interval', [[[8], become('00')]]],
    ['that trades at an interval which does not exist', [[[8], become('190e11')]]],
    [
      'in fewer and larger trades',
      [
        [[1], become('05')],
        [[5], become('1a00030d40')],
      ],
    ],
    [
      'in more and smaller trades',
      [
        [[1], become('14')],
        [[5], become('19c350')],
      ],
    ],
    ['without a trade', [[[1], become('00')]]],
    ['that sells nothing', [[[5], become('00')]]],
    ['that is due since long', [[[0], become('00')]]],
    ['that is due in two days', [[[0], become('1a08eca1e2')]]],
    ['that may trade at an unknown script', [[LAST, (hex: string) => hex + place(STRANGER)]]],
    ['that may be placed again as a plan', [[LAST, (hex: string) => hex + place(PLAN_SCRIPT)]]],
    ['that may pay a key', [[LAST, (hex: string) => hex + place(STRANGER, 'd879')]]],
    ['that names no exchange', [[[11], become('9fff')]]],
    ['whose orders have a foreign stake part', [[[...LAST, 0, 1, 0, 0, 0], bytesOf(STRANGER)]]],
    ['whose Minswap orders are others', [[[11, 1, 1], become(`5820${'00'.repeat(32)}`)]]],
    ['whose Minswap orders are bound by less', [[[11, 1, 2], become('190114')]]],
    ['whose Minswap V1 orders are others', [[[11, 3, 1], become(`5820${'00'.repeat(32)}`)]]],
    ['whose MuesliSwap orders are others', [[[11, 0, 1], become(`5820${'00'.repeat(32)}`)]]],
    ['whose VyFi orders are others', [[[11, 2, 1], become(`5820${'00'.repeat(32)}`)]]],
    ['whose WingRiders V1 orders are others', [[[11, 5, 1], become(`5820${'00'.repeat(32)}`)]]],
    ['whose WingRiders V2 orders are others', [[[11, 7, 1], become(`5820${'00'.repeat(32)}`)]]],
    ['whose Splash orders are others', [[[11, 8, 1], become(`5820${'00'.repeat(32)}`)]]],
  ] as const)('%s is blocked by both proofs', (_, edits) => {
    const { verdict, objections } = judged(changed(...edits));
    expect(verdict).toBe('block');
    expect(objections).not.toEqual([]);
  });

  it('that buys another token than was asked for is blocked by both proofs', () => {
    const other = `${'5a'.repeat(28)}5a` as typeof SNEK;
    const { verdict, objections } = judged(CHEAP_PLAN, { ...planWish, receive: other });
    expect(verdict).toBe('block');
    expect(objections).not.toEqual([]);
  });

  it('that sells less than what leaves the wallet is blocked by both proofs', () => {
    const pay = { asset: SNEK, quantity: quantity(1_000_000n) };
    const { verdict, objections } = judged(CHEAP_PLAN, { ...planWish, pay });
    expect([verdict, objections.includes('sold-other')]).toEqual(['block', true]);
  });

  it('is a plan of no swap', () => {
    const { verdict, objections } = judged(CHEAP_PLAN, {
      ...planWish,
      kind: 'swap',
      atLeast: 0n,
      expected: 1n,
    });
    expect([verdict, objections.includes('order-recurring')]).toEqual(['block', true]);
  });
});

const policy: PolicyFacts = {
  limits: DEFAULT_POLICY,
  worth: 100_000_000n,
  signedToday: 0n,
  slippageBps: 100,
  impactBps: 10,
  unverified: [],
  exchanges: [],
  seenRecipients: new Set(),
  seenScripts: new Set(),
};
const ALL = REAL_PLACES.flatMap(([exchange = '']) => exchange.toUpperCase().replace(/ /g, ''));

describe('the exchanges of a plan', () => {
  const said = (change: Partial<PolicyFacts>) =>
    judged(CHEAP_PLAN, planWish, { ...policy, ...change }).texts.filter((text) => text.includes(' P6:'));

  it('are held against those that the user left out, chose, or allows', () => {
    expect(said({})).toEqual([]);
    expect(said({ excluded: ['SPLASH', 'MINSWAPV2'] })).toEqual([
      'block P6: Minswap V2 would be used, which you left out of this trade.',
      'block P6: Splash would be used, which you left out of this trade.',
    ]);
    expect(said({ chosen: ALL })).toEqual([]);
    expect(said({ chosen: ALL.slice(0, -1) })).toEqual([
      'block P6: Splash would be used, which is not one of the exchanges that you chose for this trade.',
    ]);
    const allowing = (exchanges: readonly string[]) => ({
      limits: { ...DEFAULT_POLICY, exchanges },
      exchanges: ['MINSWAPV2'],
    });
    expect(said(allowing(ALL))).toEqual([]);
    expect(said(allowing(ALL.slice(0, -1)))).toEqual([
      'block P6: Splash would be used, which is not one of the exchanges that you allow.',
    ]);
  });
});
