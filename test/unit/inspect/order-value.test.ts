import { describe, expect, it } from 'vitest';

import type { Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { DEFAULT_LIMITS, type InspectionLimits } from '../../../src-main/inspect/inspection-input.ts';
import { orderValue } from '../../../src-main/inspect/rules/order-value.ts';
import { BYSTANDER, GEM } from '../../support/good-trade.ts';
import { findings } from '../../support/rule-findings.ts';

/** 100 ADA for GEM, and the other way round. */
const buying = { kind: 'swap', pay: { asset: ADA, quantity: 100_000_000n }, receive: GEM };
const selling = { kind: 'swap', pay: { asset: GEM, quantity: 5_000n }, receive: ADA };
/** A fee and a deposit of 4 ADA together. */
const FOUR = { batcherFee: 1_800_000n, deposit: 2_200_000n };

const holding = (lovelace: bigint, gem = 0n): Value =>
  new Map([[ADA, lovelace], ...(gem > 0n ? [[GEM, gem] as const] : [])]);

const order = (value: Value, terms?: object, index = 0): object => ({ index, output: { value }, terms });

interface Given {
  readonly limits?: Partial<InspectionLimits>;
  /** Lovelace that the trade is worth. */
  readonly worth?: bigint;
}

function said(trade: object, orders: readonly object[], { limits, worth }: Given = {}): readonly string[] {
  return findings(orderValue, {
    trade,
    orders,
    limits: { ...DEFAULT_LIMITS, ...limits },
    context: {
      tokens: new Map([[GEM, { ticker: 'GEM', decimals: 3 }]]),
      ...(worth === undefined ? {} : { policy: { worth } }),
    },
  });
}

describe('orders', () => {
  it('are there where a trade is wanted', () => {
    expect(said(buying, [])).toEqual(['block: The transaction places no order: you would get nothing.']);
    expect(findings(orderValue, { orders: [] })).toEqual([]);
  });

  it('that hold what is sold and what their terms explain are not spoken of', () => {
    expect(said(buying, [order(holding(104_000_000n), FOUR)])).toEqual([]);
    expect(said(selling, [order(holding(4_000_000n, 5_000n), FOUR)])).toEqual([]);
  });

  it('hold no other token, and are shown by their number', () => {
    const also = new Map([...holding(104_000_000n, 7n)]);
    expect(said(buying, [order(also, FOUR, 2)])).toEqual(['block: Order 3 also holds 0.007 GEM.']);
  });

  it('each hold some of what is sold', () => {
    const none = 'block: Order 2 holds none of the';
    const whole = order(holding(104_000_000n), FOUR);
    expect(said(buying, [whole, order(holding(4_000_000n), FOUR, 1)])).toEqual([
      `${none} ADA that you sell.`,
    ]);
    expect(said(buying, [whole, order(holding(4_000_001n), FOUR, 1)])).toEqual([
      'warn: The orders sell 100.000001 ADA, not the 100 ADA that you accepted.',
    ]);
    expect(said(buying, [whole, order(holding(4_000_000n), undefined, 1)])).toEqual([]);
    const tokens = order(holding(4_000_000n, 5_000n), FOUR);
    expect(said(selling, [tokens, order(holding(4_000_000n), FOUR, 1)])).toEqual([
      `${none} GEM that you sell.`,
    ]);
  });

  it('next to a token hold the ADA that their terms explain: less is blocked, more asked about', () => {
    const held = (lovelace: bigint) => said(selling, [order(holding(lovelace, 5_000n), FOUR)]);
    expect(held(3_999_999n)).toEqual(['block: Order 1 holds 3.999999 ADA, its terms explain 4 ADA.']);
    expect(held(4_000_001n)).toEqual(['warn: Order 1 holds 4.000001 ADA, its terms explain 4 ADA.']);
  });

  it('take no more for fee and deposit than the limit, whether or not the quote states it', () => {
    const taking = (batcherFee: bigint, deposit: bigint | undefined, held: bigint) =>
      said({ ...buying, stated: { deposits: 5_000_001n } }, [
        order(holding(100_000_000n + held), { batcherFee, deposit }),
      ]);
    expect(taking(3_000_000n, 2_000_000n, 5_000_000n)).toEqual([]);
    expect(taking(5_000_000n, undefined, 5_000_000n)).toEqual([]);
    expect(taking(3_000_000n, 2_000_001n, 5_000_001n)).toEqual([
      'block: Order 1 takes 5.000001 ADA for fee and deposit, more than your limit of 5 ADA.',
      'block: The orders take 5.000001 ADA for fees and deposits, 5 ADA is allowed.',
    ]);
    expect(taking(5_000_001n, undefined, 4_000_000n)).toEqual([
      'block: Order 1 takes 5.000001 ADA as its fee, more than your limit of 5 ADA.',
    ]);
  });
});

describe('what the orders sell together', () => {
  const ask = { limits: { feesWithin: 'ask' } } as const;
  const sells = (what: string): string => `The orders sell ${what} that you accepted.`;
  const less = 'block: The orders hold less ADA than you sell.';

  it('is not less than was accepted', () => {
    expect(said(buying, [order(holding(103_999_999n), FOUR)])).toEqual([
      `block: ${sells('99.999999 ADA, not the 100 ADA')}`,
    ]);
    expect(said(selling, [order(holding(4_000_000n, 4_999n), FOUR)])).toEqual([
      `block: ${sells('4.999 GEM, not the 5 GEM')}`,
    ]);
  });

  it('may be more where it is ADA, which is asked about, and never where it is a token', () => {
    expect(said(buying, [order(holding(104_000_001n), FOUR)])).toEqual([
      `warn: ${sells('100.000001 ADA, not the 100 ADA')}`,
    ]);
    expect(said(selling, [order(holding(4_000_000n, 5_001n), FOUR)])).toEqual([
      `block: ${sells('5.001 GEM, not the 5 GEM')}`,
    ]);
  });

  it('may be less by the fees alone, where these may be taken out of it', () => {
    expect(said(buying, [order(holding(100_000_000n), FOUR)], ask)).toEqual([
      `warn: ${sells('96 ADA, not the 100 ADA')}`,
    ]);
    expect(said(buying, [order(holding(99_999_999n), FOUR)], ask)).toEqual([
      `block: ${sells('95.999999 ADA, not the 100 ADA')}`,
      less,
    ]);
    expect(said(selling, [order(holding(4_000_000n, 4_999n), FOUR)], ask)).toEqual([
      `block: ${sells('4.999 GEM, not the 5 GEM')}`,
    ]);
  });

  it('is at least what they hold, where their terms do not say what is fee', () => {
    expect(said(buying, [order(holding(99_999_999n))])).toEqual([less]);
    expect(said(buying, [order(holding(100_000_000n))])).toEqual([]);
  });
});

/** As many orders as there are shares, none of which says what it takes: they hold `beside` more than is sold. */
const unread = (beside: bigint, count = 1, sold = 100_000_000n): readonly object[] =>
  Array.from({ length: count }, (_, index) =>
    order(holding(index === 0 ? sold + beside - BigInt(count - 1) : 1n), undefined, index),
  );

describe('fees and deposits', () => {
  const takes = (what: string): string => `The orders take ${what} ADA for fees and deposits`;

  it('are asked about beyond what the quote stated of either, and blocked beyond the limit', () => {
    for (const stated of [
      { batcher: 1_000_000n, deposits: 3_000_000n },
      { batcher: 4_000_000n },
      { deposits: 4_000_000n },
    ]) {
      expect(said({ ...buying, stated }, unread(4_000_000n))).toEqual([]);
      expect(said({ ...buying, stated }, unread(4_000_001n))).toEqual([
        `warn: ${takes('4.000001')}, the quote stated 4 ADA.`,
      ]);
      expect(said({ ...buying, stated }, unread(5_000_001n))).toEqual([
        `block: ${takes('5.000001')}, 5 ADA is allowed.`,
      ]);
    }
    for (const stated of [undefined, { service: 1n }]) {
      expect(said({ ...buying, stated }, unread(5_000_000n))).toEqual([]);
      expect(said({ ...buying, stated }, unread(5_000_001n))).toEqual([
        `block: ${takes('5.000001')}, 5 ADA is allowed.`,
      ]);
    }
  });

  it('are allowed for each order, and no more by what the quote states', () => {
    const stated = { batcher: 90_000_000n };
    expect(said({ ...buying, stated }, unread(10_000_000n, 2))).toEqual([]);
    expect(said({ ...buying, stated }, unread(10_000_001n, 2))).toEqual([
      `block: ${takes('10.000001')}, 10 ADA is allowed.`,
    ]);
  });

  it('are blocked beyond what was stated where that is the user’s own measure, else by the limit', () => {
    const own = { limits: { beyondStated: 'block' } } as const;
    const stated = { batcher: 1_000_000n, deposits: 3_000_000n };
    expect(said({ ...buying, stated }, unread(4_000_000n), own)).toEqual([]);
    expect(said({ ...buying, stated }, unread(4_000_001n), own)).toEqual([
      `block: ${takes('4.000001')}, 4 ADA is allowed.`,
    ]);
    expect(said(buying, unread(5_000_001n), own)).toEqual([`block: ${takes('5.000001')}, 5 ADA is allowed.`]);
    expect(said(buying, unread(4_000_001n), own)).toEqual([]);
  });

  it('are asked about beyond ten ADA and a tenth of the ADA that is sold', () => {
    const sold = (quantity: bigint, beside: bigint) =>
      said({ ...buying, pay: { asset: ADA, quantity } }, unread(beside, 3, quantity));
    expect(sold(50_000_000n, 10_000_000n)).toEqual([]);
    expect(sold(100_000_010n, 10_000_001n)).toEqual([]);
    expect(sold(100_000_009n, 10_000_001n)).toEqual([
      `warn: ${takes('10.000001')}, more than a tenth of the 100.000009 ADA that you trade.`,
    ]);
  });

  it('are measured by the ADA that is enforced, where ADA is bought', () => {
    const orders = Array.from({ length: 3 }, (_, index) =>
      order(holding(index === 0 ? 4_000_001n : 3_000_000n, 1_000n), undefined, index),
    );
    const sale = { ...selling, pay: { asset: GEM, quantity: 3_000n }, expected: 900_000_000n };
    expect(said({ ...sale, atLeast: 100_000_010n }, orders, { worth: 1n })).toEqual([]);
    expect(said({ ...sale, atLeast: 100_000_009n }, orders, { worth: 900_000_000n })).toEqual([
      `warn: ${takes('10.000001')}, more than a tenth of the 100.000009 ADA that you trade.`,
    ]);
  });

  it('are measured by what the trade is worth, where that is known and neither side is ADA', () => {
    const between = { ...selling, receive: BYSTANDER, atLeast: 7n };
    const orders = [order(holding(12_000_000n, 5_000n))];
    expect(said(between, orders, { worth: 120_000_000n })).toEqual([]);
    expect(said(between, orders, { worth: 119_999_999n })).toEqual([
      `warn: ${takes('12')}, more than a tenth of the 119.999999 ADA that you trade.`,
    ]);
    expect(said(between, orders)).toEqual([]);
  });

  it('of a recurring order are explained by its terms, and where there are none asked about beyond the limit', () => {
    const plan = { ...buying, kind: 'dca', cycles: 10 };
    const large = `warn: ${takes('20.000001')}.`;
    const stating = order(holding(120_000_001n), { recurring: {} });
    expect(said(plan, [stating])).toEqual([]);
    expect(said(plan, unread(20_000_000n))).toEqual([]);
    expect(said(plan, unread(20_000_001n))).toEqual([large]);
    expect(said(plan, [order(holding(120_000_001n), {})])).toEqual([large]);
    expect(said(plan, [stating, ...unread(0n, 1, 0n)])).toEqual([large]);
    expect(said({ ...plan, stated: { batcher: 20_000_001n } }, unread(20_000_001n))).toEqual([]);
  });

  it('of a usual trade are measured by its size, whatever its orders call themselves', () => {
    const orders = Array.from({ length: 3 }, (_, index) =>
      order(holding(index === 0 ? 112_000_000n : 0n), { recurring: {} }, index),
    );
    expect(said(buying, orders)).toEqual([
      `warn: ${takes('12')}, more than a tenth of the 100 ADA that you trade.`,
    ]);
  });
});

describe('what may be kept for filling the orders', () => {
  const own = { limits: { beyondStated: 'block' } } as const;
  const keeping = (stated: object, given: Given, ...fees: readonly bigint[]): readonly string[] =>
    said(
      { ...buying, stated },
      [
        order(holding(104_000_000n)),
        ...fees.map((batcherFee, at) => order(holding(0n), { batcherFee }, at + 1)),
      ],
      given,
    );
  const keeps = (kept: string, stated: string): string =>
    `Whoever fills the orders may keep ${kept} ADA, the quote stated ${stated} ADA.`;

  it('is asked about beyond the fees that were stated, summed over the orders', () => {
    const stated = { batcher: 1_800_000n, deposits: 2_200_000n };
    expect(keeping(stated, {}, 1_000_000n, 800_000n)).toEqual([]);
    expect(keeping(stated, {}, 1_000_000n, 800_001n)).toEqual([`warn: ${keeps('1.800001', '1.8')}`]);
    expect(keeping(stated, {}, 2_000_000n, 2_000_001n)).toEqual([`warn: ${keeps('4.000001', '1.8')}`]);
    expect(keeping({ deposits: 4_000_000n }, {}, 4_000_001n)).toEqual([]);
  });

  it('is blocked beyond all that was stated, where that is the user’s own measure', () => {
    const stated = { batcher: 1_800_000n, deposits: 2_200_000n };
    expect(keeping(stated, own, 1_000_000n, 800_000n)).toEqual([]);
    expect(keeping(stated, own, 2_000_000n, 2_000_000n)).toEqual([`warn: ${keeps('4', '1.8')}`]);
    expect(keeping(stated, own, 2_000_000n, 2_000_001n)).toEqual([`block: ${keeps('4.000001', '1.8')}`]);
    expect(keeping({ batcher: 4_000_000n }, own, 4_000_001n)).toEqual([`block: ${keeps('4.000001', '4')}`]);
  });
});
