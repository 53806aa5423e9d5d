import { describe, expect, it } from 'vitest';

import { quantity, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { epochMs } from '#domain/time.ts';
import type { OutputName } from '#domain/trade.ts';
import type {
  Agreement,
  CancelTask,
  LimitTask,
  Replaced,
  Task,
} from '../../../src-main/agreement/agreement.ts';
import { beyond, boundsOf, sumOfBounds } from '../../../src-main/agreement/bounds.ts';
import { narrowedBy, type FirstFigures } from '../../../src-main/agreement/narrow.ts';
import { BYSTANDER, GEM } from '../../support/good-trade.ts';

const ada = (amount: number): bigint => BigInt(Math.round(amount * 1e6));
const lovelace = (amount: number): Value => new Map([[ADA, ada(amount)]]);

const swap = (pay: number): Task => ({
  kind: 'swap',
  pay: { asset: ADA, quantity: quantity(ada(pay)) },
  receive: GEM,
  expected: 840_000n,
  atLeast: 831_600n,
  slippageBps: 100,
});
const limit = (pay: number, orders = 1): LimitTask => ({
  kind: 'limit',
  pay: { asset: ADA, quantity: quantity(ada(pay)) },
  receive: GEM,
  atLeast: 5n,
  orders,
});
const replacement = (change: Partial<Replaced> = {}): LimitTask => ({
  ...limit(100),
  replaces: {
    order: `${'ab'.repeat(32)}#0`,
    script: '5c'.repeat(28),
    fee: ada(1.8),
    deposit: ada(2.2),
    others: 0n,
    ...change,
  },
});
const cancel = (...at: readonly number[]): CancelTask => ({
  kind: 'cancel',
  orders: at.map((index): OutputName => `${'ab'.repeat(32)}#${index}`),
  holds: new Map([
    [ADA, ada(100)],
    [GEM, 7n],
  ]),
});

describe('the bounds of the rules', () => {
  it('of a swap grow with the ADA that is paid, and with nothing that a service says', () => {
    const bounds = boundsOf(swap(1_000));
    expect(bounds).toEqual({
      gone: lovelace(1_000 + 44),
      locked: lovelace(1_000 + 30),
      back: new Map([[GEM, 831_600n]]),
      others: ada(12),
      networkFee: ada(2),
      cost: ada(44),
    });
    expect(boundsOf({ ...swap(1_000), expected: 9_999_999n } as Task)).toEqual(bounds);
  });

  it('of a sale count what it must bring, and have a ceiling where there is no ADA at all', () => {
    const pay = { asset: GEM, quantity: quantity(5_000n) };
    const sale = { ...swap(1), pay, receive: ADA, atLeast: ada(500) } as Task;
    expect(boundsOf(sale)).toMatchObject({ others: ada(7), cost: ada(2 + 20 + 7) });
    expect(boundsOf(sale).gone).toEqual(
      new Map([
        [GEM, 5_000n],
        [ADA, ada(29)],
      ]),
    );
    const hop = { ...swap(1), pay, receive: BYSTANDER } as Task;
    expect(boundsOf(hop)).toMatchObject({ others: ada(20), cost: ada(52) });
  });

  it('of limit orders count the orders that were asked for, of recurring ones their trades', () => {
    expect(boundsOf(limit(300, 3))).toMatchObject({ others: ada(5), cost: ada(22), locked: lovelace(315) });
    const recurring: Task = {
      kind: 'dca',
      pay: { asset: ADA, quantity: quantity(ada(1_000)) },
      receive: GEM,
      interval: '1day',
      cycles: 10,
      amountPerCycle: ada(100),
      slippageBps: 100,
    };
    expect(boundsOf(recurring)).toMatchObject({ back: new Map(), cost: ada(2 + 60 + 12) });
  });

  it('of a cancellation leave 2 ADA an order to be claimed and 2.5 ADA to the network', () => {
    expect(boundsOf(cancel(0, 1))).toEqual({
      gone: lovelace(6.5),
      locked: new Map(),
      back: new Map([
        [GEM, 7n],
        [ADA, ada(93.5)],
      ]),
      others: ada(4),
      networkFee: ada(2.5),
      cost: ada(6.5),
    });
  });

  it('of a cancellation promise no ADA back where its costs may take all that the orders hold', () => {
    for (const held of [4.4, 4.5]) {
      const holds = new Map([...lovelace(held), [GEM, 7n] as const]);
      expect(boundsOf({ ...cancel(0), holds }).back).toEqual(new Map([[GEM, 7n]]));
    }
    expect(boundsOf({ ...cancel(0), holds: lovelace(4.6) }).back).toEqual(lovelace(0.1));
  });

  it("are lowered by the user's own limit on costs, and never raised by it", () => {
    expect(boundsOf(swap(1_000), ada(3))).toMatchObject({
      gone: lovelace(1_003),
      others: ada(3),
      networkFee: ada(2),
      cost: ada(3),
    });
    expect(boundsOf(swap(1_000), ada(1))).toMatchObject({ others: ada(1), networkFee: ada(1) });
    expect(boundsOf(swap(1_000), ada(99))).toEqual(boundsOf(swap(1_000)));
  });
});

describe('an order that replaces another', () => {
  it('may cost and hold what that one did, and never more than any order', () => {
    expect(boundsOf(replacement())).toMatchObject({
      gone: lovelace(100 + 2 + 1.8),
      locked: lovelace(104),
      others: 0n,
      cost: ada(2 + 1.8),
    });
    const dearer = replacement({ fee: ada(900), deposit: ada(900), others: ada(900) });
    expect(boundsOf(dearer)).toEqual(boundsOf(limit(100)));
  });

  it('costs what the user allows at most', () => {
    expect(boundsOf(replacement(), ada(1)).cost).toBe(ada(1));
  });
});

describe('what goes beyond a bound', () => {
  it('is counted for each asset by itself, and nothing that lies within', () => {
    const most = new Map([...lovelace(2), [GEM, 7n] as const]);
    expect(beyond(lovelace(2), most)).toEqual(new Map());
    expect(beyond(new Map([...lovelace(3), [GEM, 7n] as const]), most)).toEqual(lovelace(1));
    expect(beyond(new Map([[BYSTANDER, 1n]]), most)).toEqual(new Map([[BYSTANDER, 1n]]));
  });
});

describe('an agreement once its first transaction was built', () => {
  const agreementOn = (...tasks: readonly Task[]): Agreement => agreementWith(undefined, ...tasks);
  const agreementWith = (mostCost: bigint | undefined, ...tasks: readonly Task[]): Agreement => {
    const transactions = tasks.map((task) => ({ task, bounds: boundsOf(task, mostCost) }));
    return {
      network: 'preprod',
      madeAt: epochMs(1),
      transactions,
      whole: sumOfBounds(transactions.map(({ bounds }) => bounds)),
      tokens: [],
    };
  };
  const first = (change: Partial<FirstFigures> = {}): FirstFigures => ({
    networkFee: ada(0.2),
    others: 0n,
    keeps: ada(2),
    comesBack: ada(2),
    laterNetworkFee: ada(0.3),
    ...change,
  });

  it('holds later transactions of a ladder to what the first one costs', () => {
    const narrowed = narrowedBy(agreementOn(limit(100), limit(100), limit(200)), first());
    const [opening, second, third] = narrowed.transactions;
    expect(opening?.bounds).toEqual(boundsOf(limit(100)));
    expect(second?.bounds).toMatchObject({
      gone: lovelace(102.3),
      locked: lovelace(104),
      others: 0n,
      networkFee: ada(0.3),
      cost: ada(2.3),
    });
    expect(third?.bounds).toMatchObject({ others: 0n, locked: lovelace(204) });
    expect(narrowed.whole.cost).toBe(
      narrowed.transactions.reduce((sum, { bounds }) => sum + bounds.cost, 0n),
    );
  });

  it('lets a service fee grow with what a later transaction sells, and no further than the rules allow', () => {
    const paid = (others: number) => {
      const batch = agreementOn(limit(100), limit(50), limit(200));
      const { transactions } = narrowedBy(batch, first({ others: ada(others) }));
      return transactions.map(({ bounds }) => ({ others: bounds.others, cost: bounds.cost }));
    };
    const [opening] = paid(1);
    expect(opening?.others).toBe(ada(3));
    expect(paid(1).slice(1)).toEqual([
      { others: ada(1), cost: ada(3.3) },
      { others: ada(2), cost: ada(4.3) },
    ]);
    expect(paid(3).slice(1)).toEqual([
      { others: ada(2.5), cost: ada(4.8) },
      { others: ada(4), cost: ada(6.3) },
    ]);
  });

  it('lets no fee grow that was paid for nothing', () => {
    const { transactions } = narrowedBy(agreementOn(limit(0), limit(100)), first({ others: ada(1) }));
    expect(transactions[1]?.bounds.others).toBe(ada(1));
  });

  it('agrees to no fee for a cancellation that takes none, alone or in a set', () => {
    const alone = narrowedBy(agreementOn(cancel(0, 1)), first({ keeps: 0n, comesBack: 0n }));
    expect(alone.transactions[0]?.bounds).toMatchObject({ others: 0n, cost: ada(2.5), gone: lovelace(2.5) });
    expect(alone.whole.back.get(ADA)).toBe(ada(97.5));
    const batch = narrowedBy(agreementOn(cancel(0, 1), cancel(2)), first({ keeps: 0n, comesBack: 0n }));
    expect(batch.transactions[1]?.bounds).toMatchObject({
      others: 0n,
      networkFee: ada(0.3),
      cost: ada(0.3),
      back: new Map([
        [GEM, 7n],
        [ADA, ada(99.7)],
      ]),
    });
  });

  it('stays as it was for a cancellation that pays others all that it may', () => {
    for (const most of [undefined, ada(1)]) {
      const before = agreementWith(most, cancel(0));
      const others = before.transactions[0]?.bounds.others ?? 0n;
      expect(narrowedBy(before, first({ others }))).toEqual(before);
    }
  });

  it('names the cancellation that an order comes after, whose costs say nothing of its own', () => {
    const agreed = agreementOn(cancel(0), replacement());
    const free = first({ keeps: 0n, comesBack: 0n, bodyHash: 'cd'.repeat(32) });
    const [, placed] = narrowedBy(agreed, free).transactions;
    expect(placed?.task).toEqual(replacement({ cancellation: 'cd'.repeat(32) }));
    expect(placed?.bounds).toMatchObject({
      locked: lovelace(104),
      networkFee: ada(0.3),
      cost: ada(0.3 + 1.8),
      gone: lovelace(100 + 0.3 + 1.8),
    });
    // Without its hash, nothing may be placed.
    const [, open] = narrowedBy(agreed, first()).transactions;
    expect(open?.task).toEqual(replacement());
  });

  it('stays as it was where it is on no transaction', () => {
    expect(narrowedBy(agreementOn(), first())).toEqual(agreementOn());
  });

  it('is never wider than it was', () => {
    const wide = first({
      networkFee: ada(9),
      others: ada(99),
      keeps: ada(99),
      comesBack: ada(99),
      laterNetworkFee: ada(99),
    });
    for (const made of [
      agreementOn(limit(100), limit(300)),
      agreementOn(cancel(0), cancel(1, 2)),
      agreementOn(cancel(0)),
      agreementOn(cancel(0), replacement()),
      agreementWith(ada(1), cancel(0), replacement()),
    ])
      for (const [at, { bounds }] of narrowedBy(made, wide).transactions.entries()) {
        const before = made.transactions[at]?.bounds;
        expect(bounds.cost <= (before?.cost ?? 0n)).toBe(true);
        expect(bounds.others <= (before?.others ?? 0n)).toBe(true);
        expect(bounds.networkFee <= (before?.networkFee ?? 0n)).toBe(true);
        expect((bounds.gone.get(ADA) ?? 0n) <= (before?.gone.get(ADA) ?? 0n)).toBe(true);
        expect((bounds.locked.get(ADA) ?? 0n) <= (before?.locked.get(ADA) ?? 0n)).toBe(true);
      }
  });
});
