import { describe, expect, it } from 'vitest';

import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { Agreement, Bounds, Task } from '../../../src-main/agreement/agreement.ts';
import { agreementLines } from '../../../src-main/inspect/summary.ts';
import { FIRST_ORDER, goodCancel, held } from '../../support/good-cancel.ts';
import { GEM, goodTrade } from '../../support/good-trade.ts';
import { agreementOn, taskOf } from '../../support/proving.ts';

const { input } = goodTrade();
const swap = taskOf(input);
const cancel = taskOf(goodCancel().input);
const recurring: Task = {
  kind: 'dca',
  pay: { asset: ADA, quantity: quantity(100_000_000n) },
  receive: GEM,
  interval: '1day',
  cycles: 10,
  amountPerCycle: 10_000_000n,
  slippageBps: 100,
};

/** Figures of which no two are alike, so that each must be in its own place. */
const BOUNDS: Bounds = {
  gone: held(117_000_000n),
  locked: held(112_000_000n, 5_000n),
  back: held(1_500_000n, 831_600n),
  others: 3_000_000n,
  networkFee: 2_000_000n,
  cost: 17_000_000n,
};

/** The lines of so many transactions of one task; the bounds are those of all of them. */
function lines(task: Task, change: Partial<Bounds> = {}, transactions = 1): readonly string[] {
  const agreement = agreementOn(task, input);
  const [only] = agreement.transactions;
  const whole = { ...BOUNDS, ...change };
  const all: Agreement['transactions'] = only ? Array.from({ length: transactions }, () => only) : [];
  return agreementLines({ ...agreement, transactions: all, whole });
}

describe('the bounds of a trade in words', () => {
  const costs =
    'Of the costs, up to 2 ADA is for the network, 3 ADA for the service or others, the rest for exchanges.';

  it('say what may leave, what of it is cost and for whom, what is locked, and the least for it', () => {
    expect(lines(swap)).toEqual([
      'At most 117 ADA leaves for good: what you sell, and at most 17 ADA of costs.',
      costs,
      'At most 112 ADA and 5 GEM is locked in orders that pay you at least 1.5 ADA and 831.6 GEM in all, or wait.',
    ]);
  });

  it('speak of all the transactions where there are several', () => {
    expect(lines(swap, {}, 2)[0]).toBe(
      'At most 117 ADA leaves for good in all 2 transactions: what you sell, and at most 17 ADA of costs.',
    );
  });

  it('promise nothing where nothing is bound to come back', () => {
    const locked = 'At most 112 ADA and 5 GEM is locked in orders that pay to you.';
    for (const back of [new Map(), held(0n)])
      expect(lines(swap, { back })[2]).toBe(`${locked} Nothing is certain to come back.`);
    // A zero beside something is no reason to hide the rest.
    expect(lines(swap, { back: held(0n, 831_600n) })[2]).toContain('831.6 GEM in all, or wait.');
  });

  it('say of a recurring order that no least is enforced, whatever the bounds say', () => {
    for (const back of [new Map(), BOUNDS.back])
      expect(lines(recurring, { back })).toEqual([
        'At most 117 ADA leaves for good: what you sell, and at most 17 ADA of costs.',
        costs,
        'At most 112 ADA and 5 GEM is locked in orders that pay to you; of what they bring, no least amount is enforced.',
      ]);
  });

  it('write a token that is not known by its id', () => {
    const { tokens: _none, ...unnamed } = input;
    const agreement = agreementOn(swap, unnamed);
    expect(agreementLines({ ...agreement, whole: BOUNDS })[2]).toContain(
      '112 ADA and 5,000 base units of 7e7e7e7e…47454d is locked',
    );
  });
});

describe('the bounds of a cancellation in words', () => {
  it('say that all that leaves is cost, for whom, and what comes back at once', () => {
    expect(lines(cancel, { gone: held(5_000_000n) })).toEqual([
      'At most 5 ADA leaves for good, all of it costs: 2 ADA to the network and 3 ADA to the service or others.',
      'At least 1.5 ADA and 831.6 GEM comes back in the same transaction.',
    ]);
  });

  it('speak of all the transactions where there are several', () => {
    expect(lines(cancel, { gone: held(5_000_000n) }, 3)).toEqual([
      'At most 5 ADA leaves for good in all 3 transactions, all of it costs: 2 ADA to the network and 3 ADA to the service or others.',
      'At least 1.5 ADA and 831.6 GEM comes back in the same transactions.',
    ]);
  });

  it('promise nothing where nothing is bound to come back', () => {
    expect(lines({ kind: 'cancel', orders: [FIRST_ORDER], holds: new Map() }, { back: new Map() })[1]).toBe(
      'Nothing is certain to come back.',
    );
  });
});
