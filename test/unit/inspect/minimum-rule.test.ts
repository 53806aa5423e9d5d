import { describe, expect, it } from 'vitest';

import { ADA, type AssetId } from '#domain/asset.ts';
import { minimumReceivedEnforced } from '../../../src-main/inspect/rules/order-fill.ts';
import { BYSTANDER, GEM } from '../../support/good-trade.ts';
import { findings } from '../../support/rule-findings.ts';

const tokens = new Map([[GEM, { ticker: 'GEM', decimals: 0 }]]);

interface Placed {
  readonly sells?: bigint;
  readonly least?: bigint;
  /** `undefined`: a pool that is not known. */
  readonly wanted?: AssetId | undefined;
  /** Whether its terms are read. */
  readonly read?: boolean;
  readonly otherPair?: boolean;
  /** Lovelace that it holds; its terms do not say what of it is fee. */
  readonly lovelace?: bigint;
}

interface Wish {
  readonly kind?: 'swap' | 'limit' | 'dca';
  readonly expected?: bigint;
  readonly atLeast?: bigint;
}

/** The findings for orders that sell BYSTANDER, or ADA if they say so, for GEM: 100 units altogether. */
function told(placed: readonly Placed[], { kind = 'swap', ...figures }: Wish): readonly string[] {
  const pay = { asset: placed[0]?.lovelace === undefined ? BYSTANDER : ADA, quantity: 100n };
  const orders = placed.map(({ sells = 100n / BigInt(placed.length), ...order }, index) => ({
    index,
    otherPair: order.otherPair ?? false,
    output: { value: new Map([[pay.asset, order.lovelace ?? sells]]) },
    terms:
      order.read === false
        ? undefined
        : { wanted: 'wanted' in order ? order.wanted : GEM, minimumReceived: order.least ?? 0n },
  }));
  return findings(minimumReceivedEnforced, {
    trade: { kind, pay, receive: GEM, ...figures },
    context: { tokens },
    orders,
  });
}

describe('V7, what the orders buy', () => {
  const unread = 'warn: What an order buys, or enforces as the least to receive, cannot be read.';

  it('is judged of a trade only', () => {
    expect(findings(minimumReceivedEnforced, { orders: [{ index: 0, otherPair: true }] })).toEqual([]);
  });

  it('is what is wanted', () => {
    expect(told([{ least: 50n }, { least: 50n }], { atLeast: 100n })).toEqual([]);
    expect(told([{ least: 50n }, { least: 50n, wanted: ADA }], {})).toEqual([
      'block: Order 2 buys another token than GEM.',
    ]);
  });

  it('is recognised by the pair that it trades', () => {
    const elsewhere = { read: false, otherPair: true };
    expect(told([{ least: 50n }, elsewhere], {})).toEqual([
      'block: Order 2 does not trade between what you sell and what you buy.',
      unread,
    ]);
    expect(told([elsewhere], {})).toEqual([
      'block: Order 1 does not trade between what you sell and what you buy.',
      unread,
    ]);
  });

  it('is asked about where it cannot be read, and once', () => {
    expect(told([{ read: false }, { read: false }], { atLeast: 100n })).toEqual([unread]);
    expect(told([{ wanted: undefined, least: 100n }], { atLeast: 100n })).toEqual([unread]);
  });
});

describe('V7, the least of orders for which none was agreed', () => {
  const nothing = 'warn: The orders enforce nothing as the least to receive.';

  it('is asked about where it is nothing', () => {
    expect(told([{ least: 0n }], {})).toEqual([nothing]);
    expect(told([{ least: 0n }, { least: 0n }], { kind: 'limit' })).toEqual([nothing]);
    expect(told([{ least: 0n }, { least: 1n }], {})).toEqual([]);
  });

  it('is none of a recurring order, nor where nothing is placed', () => {
    expect(told([{ least: 0n }], { kind: 'dca' })).toEqual([]);
    expect(told([], {})).toEqual([]);
  });
});

describe('V7, the least of all orders together', () => {
  it('is what was accepted, to the base unit', () => {
    expect(told([{ least: 20_000n }], { atLeast: 20_000n })).toEqual([]);
    expect(told([{ least: 20_001n }], { atLeast: 20_000n })).toEqual([]);
    // One order alone is no part of anything: it is objected to once.
    for (const least of [19_999n, 1n, 0n])
      expect(told([{ least }], { atLeast: 20_000n })).toEqual([
        `block: The orders enforce only ${least === 19_999n ? '19,999' : least} GEM; you accepted at least 20,000 GEM.`,
      ]);
  });

  it('rests on what orders ask for beyond their part by a rounding at most, and is asked about up to a percent', () => {
    // Of 20,000 that are expected, each half is expected to bring 10,000, and one more for rounding.
    const padded = (missing: bigint) =>
      told([{ least: 9_999n - missing }, { least: 10_001n + missing }], {
        expected: 20_000n,
        atLeast: 20_000n,
      });
    const words = (figure: string): string =>
      `An order that asks for more than its share may never be filled. Without what it asks for beyond that, the orders enforce only ${figure} GEM; you accepted at least 20,000 GEM.`;
    expect(padded(0n)).toEqual([]);
    expect(padded(10n)).toEqual([]);
    expect(padded(11n)).toEqual([`warn: ${words('19,989')}`]);
    expect(padded(200n)).toEqual([`warn: ${words('19,800')}`]);
    expect(padded(201n)).toEqual([`block: ${words('19,799')}`]);
  });
});

describe('V7, the part of each order', () => {
  const little = (severity: string, least: number): string =>
    `${severity}: Order 1 enforces only ${least} GEM for its share of what you sell.`;

  it('is asked about from five percent below what was accepted, and blocked from half of it', () => {
    const sharing = (least: bigint) => told([{ least }, { read: false }], { atLeast: 2_000n })[0];
    expect(sharing(950n)).toMatch(/cannot be read/);
    expect(sharing(949n)).toBe(little('warn', 949));
    expect(sharing(500n)).toBe(little('warn', 500));
    expect(sharing(499n)).toBe(little('block', 499));
  });

  it('is nothing where nothing was accepted as the least', () => {
    expect(told([{ least: 0n }, { least: 0n }], { atLeast: 0n })).toEqual([]);
  });

  it('is measured by the least that the order can sell, where it does not say what of its ADA is fee', () => {
    // Two times 54 ADA for 100: with 1.5 ADA more for fees than the average, each sells 48.5 at least.
    const selling = (least: bigint) =>
      findings(minimumReceivedEnforced, {
        trade: { kind: 'swap', pay: { asset: ADA, quantity: 100_000_000n }, receive: GEM, atLeast: 2_000n },
        context: { tokens },
        orders: [least, 2_000n - least].map((minimumReceived, index) => ({
          index,
          output: { value: new Map([[ADA, 54_000_000n]]) },
          terms: { wanted: GEM, minimumReceived },
        })),
      });
    expect(selling(922n)).toEqual([]);
    expect(selling(921n)).toEqual([little('warn', 921)]);
  });
});

describe('V7, an order that asks for more than its part', () => {
  const high = (at: number, asks: string, expected: string): string =>
    `warn: Order ${at} asks for at least ${asks} GEM, where about ${expected} GEM is expected: it may never be filled.`;

  it('may do so by a rounding where it is the only one', () => {
    const asking = (least: bigint) => told([{ least }], { expected: 9_994n });
    expect(asking(10_000n)).toEqual([]);
    expect(asking(10_001n)).toEqual([high(1, '10,001', '9,995')]);
  });

  it('may do so by five percent where there are several, as the prices of a split differ', () => {
    // Each half is expected to bring 9,500, one more for rounding among them.
    const asking = (least: bigint) => told([{ least: 9_499n }, { least }], { expected: 18_998n });
    expect(asking(10_000n)).toEqual([]);
    expect(asking(10_001n)).toEqual([high(2, '10,001', '9,500')]);
  });

  it('is not known where nothing says what is expected', () => {
    expect(told([{ least: 10n ** 12n }], { atLeast: 1n })).toEqual([]);
    expect(told([{ least: 10n ** 12n }, { least: 1n }], {})).toEqual([]);
  });
});
