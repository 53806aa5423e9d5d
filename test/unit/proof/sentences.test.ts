import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { DCA_INTERVALS } from '#domain/dca.ts';
import type {
  CancelTask,
  LimitTask,
  RecurringTask,
  SwapTask,
} from '../../../src-main/agreement/agreement.ts';
import { amount, amounts, sentencesOf, shortText, type Described } from '../../../src-main/proof/words.ts';
import { held } from '../../support/good-cancel.ts';
import { BYSTANDER, GEM } from '../../support/good-trade.ts';

const tokens = [{ id: GEM, ticker: 'GEM', decimals: 3 }];
const swap: SwapTask = {
  kind: 'swap',
  pay: { asset: ADA, quantity: quantity(100_000_000n) },
  receive: GEM,
  expected: 0n,
  atLeast: 0n,
  slippageBps: 100,
};
const limit: LimitTask = { kind: 'limit', pay: swap.pay, receive: GEM, atLeast: 0n, orders: 1 };
const plan: RecurringTask = {
  kind: 'dca',
  pay: swap.pay,
  receive: GEM,
  interval: '1day',
  cycles: 10,
  amountPerCycle: 10_000_000n,
  slippageBps: 100,
};
const cancel: CancelTask = { kind: 'cancel', orders: [`${'a1'.repeat(32)}#0`], holds: new Map() };

function described(change: Partial<Described>) {
  return sentencesOf({
    task: swap,
    tokens,
    expected: undefined,
    atLeast: undefined,
    net: new Map(),
    networkFee: 200_000n,
    keeps: 0n,
    others: 0n,
    comesBack: 0n,
    cost: 200_000n,
    feesStated: true,
    ...change,
  });
}

describe('the sentence on what is sent', () => {
  it('names the amount, and what is done with it', () => {
    expect(described({}).send).toBe('You send 100 ADA.');
    expect(described({ task: limit }).send).toBe('You offer 100 ADA.');
    const sale = { asset: GEM, quantity: quantity(5_000n) };
    expect(described({ task: { ...swap, pay: sale } }).send).toBe('You send 5 GEM.');
    expect(described({ task: { ...plan, pay: sale, amountPerCycle: 500n } }).send).toBe(
      'You set 5 GEM aside, for 10 trades of 0.5 GEM, every day.',
    );
    expect(described({ task: { ...plan, cycles: 1 } }).send).toBe(
      'You set 100 ADA aside, for one trade, every day.',
    );
  });

  it('names every interval', () => {
    const said = DCA_INTERVALS.map(({ id }) => described({ task: { ...plan, interval: id } }).send);
    expect(said.map((text) => /, ([a-z0-9 ]+)\.$/.exec(text)?.[1])).toEqual([
      'every minute',
      'every 5 minutes',
      'every 15 minutes',
      'every 30 minutes',
      'every hour',
      'every 2 hours',
      'every 4 hours',
      'every day',
      'every week',
      'every month',
    ]);
  });

  it('counts the orders that are taken back', () => {
    expect(described({ task: cancel }).send).toBe('You take back one order.');
    const two: CancelTask = { ...cancel, orders: [...cancel.orders, `${'a2'.repeat(32)}#0`] };
    expect(described({ task: two }).send).toBe('You take back 2 orders.');
  });
});

describe('the sentence on what is received', () => {
  const gets = (change: Partial<Described>): string => described(change).receive;

  it('says about what a trade brings, and what is enforced', () => {
    expect(gets({ expected: 1_500n, atLeast: 1_000n })).toBe('You get about 1.5 GEM, at least 1 GEM.');
    expect(gets({ atLeast: 1_000n })).toBe('You get at least 1 GEM.');
    expect(gets({ expected: 1_500n })).toBe(
      'You get about 1.5 GEM; what is enforced as the least cannot be read.',
    );
    expect(gets({})).toBe('What is enforced as the least to get cannot be read.');
    expect(gets({ expected: 1_500n, atLeast: 0n })).toBe('You get about 1.5 GEM, at least 0 GEM.');
  });

  it('says of a limit order what is enforced alone', () => {
    expect(gets({ task: limit, expected: 1_500n, atLeast: 1_000n })).toBe('You get at least 1 GEM.');
    expect(gets({ task: limit, expected: 1_500n })).toBe(
      'What is enforced as the least to get cannot be read.',
    );
  });

  it('says of a recurring order that nothing is enforced', () => {
    expect(gets({ task: plan, atLeast: 0n })).toBe('');
    expect(gets({ task: plan, expected: 1_500n, atLeast: 0n })).toBe(
      'You get about 1.5 GEM; no least amount is enforced.',
    );
    expect(gets({ task: plan, atLeast: 1_000n })).toBe('You get at least 1 GEM.');
  });

  it('says of a cancellation how the wallet changes', () => {
    const changed = (net: Described['net']): string => gets({ task: cancel, net });
    expect(changed(new Map())).toBe('Your wallet does not change.');
    expect(changed(held(5_000_000n, 1_000n))).toBe('You get 5 ADA and 1 GEM.');
    expect(changed(held(-5_000_000n))).toBe('5 ADA leaves your wallet.');
    expect(
      changed(
        new Map([
          [ADA, -200_000n],
          [GEM, 1_000n],
        ]),
      ),
    ).toBe('0.2 ADA leaves your wallet, and you get 1 GEM.');
  });
});

describe('the sentence on costs', () => {
  const costs = (change: Partial<Described>): string => described(change).costs;

  it('names each part, and who keeps it', () => {
    expect(costs({})).toBe('Costs 0.2 ADA, of which 0.2 ADA is the network fee.');
    expect(costs({ keeps: 1_000_000n, cost: 1_200_000n })).toBe(
      'Costs 1.2 ADA, of which 0.2 ADA is the network fee and 1 ADA the exchange fee.',
    );
    expect(costs({ others: 1_000_000n, cost: 1_200_000n })).toBe(
      'Costs 1.2 ADA, of which 0.2 ADA is the network fee and 1 ADA the service fee.',
    );
    expect(costs({ task: cancel, others: 1_000_000n, cost: 1_200_000n })).toBe(
      'Costs 1.2 ADA, of which 0.2 ADA is the network fee and 1 ADA a cancellation fee.',
    );
    expect(costs({ keeps: 1_000_000n, others: 2_000_000n, cost: 3_200_000n })).toBe(
      'Costs 3.2 ADA, of which 0.2 ADA is the network fee, 1 ADA the exchange fee and 2 ADA the service fee.',
    );
  });

  it('says that they are a most where not every order states its fee', () => {
    expect(costs({ feesStated: false, keeps: 1_000_000n, cost: 1_200_000n })).toBe(
      'Costs at most 1.2 ADA, of which 0.2 ADA is the network fee and up to 1 ADA for the exchanges.',
    );
  });
});

describe('the sentence on what comes back', () => {
  it('says when it does', () => {
    expect(described({ comesBack: 0n }).returns).toBe('');
    expect(described({ comesBack: 1n }).returns).toBe('0.000001 ADA comes back when the order closes.');
    expect(described({ task: plan, comesBack: 2_000_000n }).returns).toBe(
      '2 ADA comes back with the trades, or when the order ends.',
    );
  });
});

describe('an amount', () => {
  it('is exact, without useless zeros, its whole part in groups of three', () => {
    const ada = (units: bigint): string => amount(ADA, units);
    expect(ada(0n)).toBe('0 ADA');
    expect(ada(1n)).toBe('0.000001 ADA');
    expect(ada(1_200_000n)).toBe('1.2 ADA');
    expect(ada(-1_200_000n)).toBe('-1.2 ADA');
    expect(ada(999_000_000n)).toBe('999 ADA');
    expect(ada(1_000_000_000n)).toBe('1,000 ADA');
    expect(ada(1_234_567_000_010n)).toBe('1,234,567.00001 ADA');
    expect(amount(GEM, 1_234_000n, [{ id: GEM, ticker: 'GEM', decimals: 0 }])).toBe('1,234,000 GEM');
  });

  it('is in base units of a shortened id where nothing is known of its token', () => {
    expect(amount(GEM, 1_500n)).toBe('1,500 base units of 7e7e7e7e…47454d');
    const long = ('5a'.repeat(28) + '0123456789abcdef00') as AssetId;
    expect(amount(long, 1n)).toBe('1 base units of 5a5a5a5a…23456789abcdef00');
    expect(amount('5a'.repeat(28) as AssetId, 1n)).toBe('1 base units of 5a5a5a5a5a5a5a5a…5a5a5a5a');
  });

  it('has the name of its token only where that is plain and its own', () => {
    const named = (ticker: string, others: Described['tokens'] = []): string =>
      amount(GEM, 1n, [{ id: GEM, ticker, decimals: 0 }, ...others]);
    const bare = '1 7e7e7e7e…47454d';
    for (const plain of ['GEM', 'g', '$GEM', 'G.E-M_1+', 'M'.repeat(24), 'GADA'])
      expect(named(plain)).toBe(`1 ${plain}`);
    for (const odd of [
      '',
      '1GEM',
      'GEM!',
      ' GEM',
      'GEM ',
      'Ğem',
      '.GEM',
      'A'.repeat(25),
      'ADA',
      'ada',
      'tAda',
      'Lovelace',
      '$ADA',
      '$',
      '$$GEM',
      '$1M',
      'A.D.A',
    ])
      expect(named(odd), odd).toBe(bare);
    const other = (ticker: string, id = BYSTANDER): Described['tokens'] => [{ id, ticker, decimals: 0 }];
    expect(named('GEM', other('OTHER'))).toBe('1 GEM');
    for (const same of ['GEM', 'gem', 'G.E.M', '$GEM']) expect(named('GEM', other(same)), same).toBe(bare);
    // ADA has no name that a token could take.
    expect(named('GEM', other('GEM', ADA))).toBe('1 GEM');
  });
});

describe('a value', () => {
  it('names ADA first, then the tokens in the order of their words', () => {
    const known = [...tokens, { id: BYSTANDER, ticker: 'KEEP', decimals: 0 }];
    expect(
      amounts(
        new Map([
          [BYSTANDER, 5n],
          [GEM, 6_000n],
          [ADA, 1_000_000n],
        ]),
        known,
      ),
    ).toBe('1 ADA and 5 KEEP and 6 GEM');
    expect(
      amounts(
        new Map([
          [GEM, 6_000n],
          [BYSTANDER, 5n],
        ]),
        known,
      ),
    ).toBe('5 KEEP and 6 GEM');
    expect(amounts(new Map(), known)).toBe('nothing');
  });
});

describe('a long text', () => {
  it('is shown by its start and its end', () => {
    expect(shortText('a'.repeat(28))).toBe('a'.repeat(28));
    expect(shortText('0123456789abcdefghijklmnopqrs')).toBe('0123456789abcdef…lmnopqrs');
  });
});
