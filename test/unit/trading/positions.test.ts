import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { epochMs } from '#domain/time.ts';
import type { OrderFill, Trade } from '#domain/trade.ts';
import { type Position, positionsOf } from '../../../src-main/trading/positions.ts';
import { journalEntry, SOME_TOKEN } from '../../support/journal-entry.ts';

const OTHER = ('cd'.repeat(28) + '4f54') as AssetId;
const FEES = { network: 200_000n, exchange: 2_000_000n };

let made = 0;

/** A filled trade with a network fee of 0.2 ADA and exchange fees of 2. */
function filled(change: Partial<Trade>): Trade {
  made += 1;
  return journalEntry({
    id: `trade-${made}`,
    state: 'filled',
    updatedAt: epochMs(made * 1_000),
    costs: {
      networkFee: quantity(FEES.network),
      exchangeFees: quantity(FEES.exchange),
      deposits: quantity(2_000_000n),
      otherRecipients: quantity(0n),
    },
    ...change,
  }).trade;
}

const buy = (lovelace: bigint, units: bigint, change: Partial<Trade> = {}): Trade =>
  filled({
    pay: { asset: ADA, quantity: quantity(lovelace) },
    receive: SOME_TOKEN,
    filledTotal: quantity(units),
    ...change,
  });

const sell = (units: bigint, change: Partial<Trade> = {}): Trade =>
  filled({
    pay: { asset: SOME_TOKEN, quantity: quantity(units) },
    receive: ADA,
    filledTotal: quantity(1_000_000n),
    ...change,
  });

const held = (...trades: Trade[]): Position | undefined => positionsOf(trades, () => []).get(SOME_TOKEN);

const fill = (sold: bigint, received: bigint): OrderFill => ({
  hash: 'aa'.repeat(32),
  sold: quantity(sold),
  received: quantity(received),
});

describe('the average cost of what is held', () => {
  it('is what purchases paid with their fees, and no deposit', () => {
    expect(held(buy(100_000_000n, 1_000n), buy(50_000_000n, 250n))).toEqual({
      token: SOME_TOKEN,
      units: 1_250n,
      paid: 154_400_000n,
      buys: 2,
      others: false,
    });
  });

  it('loses the share of the cost that a sale takes, rounded so that the rest is never cheaper', () => {
    const position = held(buy(100_000_000n, 3n), sell(1n));
    expect(position).toMatchObject({ units: 2n, paid: 102_200_000n - 102_200_000n / 3n });
    expect(held(buy(100_000_000n, 3n), sell(3n))).toBeUndefined();
  });

  it('starts over after everything was sold, and says so of what came from elsewhere', () => {
    expect(held(buy(100_000_000n, 10n), sell(10n), buy(40_000_000n, 4n))).toMatchObject({
      units: 4n,
      paid: 42_200_000n,
      buys: 1,
      others: false,
    });
    expect(held(sell(10n), buy(40_000_000n, 4n))).toMatchObject({ units: 4n, others: true });
  });

  it('counts trades in the order of their fills, whatever the order in which they are given', () => {
    const [first, second, third] = [buy(10_000_000n, 10n), sell(10n), buy(90_000_000n, 30n)];
    expect(held(third, second, first)).toEqual(held(first, second, third));
  });

  it('takes a purchase with another token out of the average', () => {
    const swapped = filled({
      pay: { asset: OTHER, quantity: quantity(5n) },
      receive: SOME_TOKEN,
      filledTotal: quantity(7n),
    });
    expect(held(buy(100_000_000n, 10n), swapped)).toMatchObject({ units: 10n, others: true });
    expect(positionsOf([swapped], () => []).size).toBe(0);
  });

  it('counts a payment as leaving, once it is on chain, and a cancellation as nothing', () => {
    const send = (state: Trade['state']): Trade =>
      filled({
        kind: 'send',
        state,
        pay: { asset: ADA, quantity: quantity(0n) },
        send: { to: 'addr_test1friend', pays: [{ asset: SOME_TOKEN, quantity: quantity(4n) }] },
      });
    expect(held(buy(100_000_000n, 10n), send('closed'))).toMatchObject({ units: 6n });
    expect(held(buy(100_000_000n, 10n), send('placed'))).toMatchObject({ units: 10n });
    expect(held(buy(100_000_000n, 10n), sell(4n, { kind: 'cancel', state: 'closed' }))).toMatchObject({
      units: 10n,
    });
  });

  it('counts the parts that were filled of an order that is still open or was cancelled', () => {
    const order = { index: 0, exchange: 'EXA', minimum: undefined, fills: [fill(30_000_000n, 300n)] };
    for (const state of ['partly-filled', 'closed'] as const)
      expect(held(buy(100_000_000n, 300n, { kind: 'limit', state, orders: [order] }))).toMatchObject({
        units: 300n,
        paid: 32_200_000n,
      });
    const refunded = {
      index: 0,
      exchange: 'EXA',
      minimum: undefined,
      received: quantity(5n),
      outcome: 'closed' as const,
    };
    expect(held(buy(100_000_000n, 5n, { state: 'closed', orders: [refunded] }))).toBeUndefined();
  });

  it('places the fills of a recurring order at their own moments, with the fee of each cycle', () => {
    const order = {
      ...{ index: 0, exchange: 'EXA', minimum: undefined },
      fills: [fill(10_000_000n, 10n), fill(10_000_000n, 10n)],
    };
    const dca = { every: '1day', cycles: 4, perCycle: quantity(10_000_000n), exchanges: [] } as const;
    const plan = buy(40_000_000n, 20n, { kind: 'dca', state: 'partly-filled', orders: [order], dca });
    const between = sell(10n, { updatedAt: epochMs(500) });
    const position = positionsOf([plan, between], ({ id }) =>
      id === plan.id ? [epochMs(400), epochMs(600)] : [],
    ).get(SOME_TOKEN);
    expect(position).toMatchObject({ units: 10n, paid: 10_500_000n, buys: 1, others: false });
  });

  it('never falls by a sale: the average of what remains is at least that of before', () => {
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(amounts, amounts, amounts, (paid, units, sold) => {
        fc.pre(sold < units);
        const [bought] = [buy(paid, units)];
        const [before, after] = [held(bought), held(bought, sell(sold))];
        if (before === undefined || after === undefined) throw new Error('something is held');
        expect(after.units).toBe(units - sold);
        expect(after.paid * before.units >= before.paid * after.units).toBe(true);
        // By less than a lovelace.
        expect((after.paid - 1n) * before.units < before.paid * after.units).toBe(true);
      }),
    );
  });
});
