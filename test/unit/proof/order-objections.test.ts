import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { LimitTask, RecurringTask, SwapTask } from '../../../src-main/agreement/agreement.ts';
import { orderObjections } from '../../../src-main/proof/order-objections.ts';
import type { Order, Survey } from '../../../src-main/proof/survey.ts';
import type { Cycles, OrderScript } from '../../../src-main/proof/terms.ts';
import { held } from '../../support/good-cancel.ts';
import { BYSTANDER, GEM, ORDER_SCRIPT, PAYMENT, STAKE, STRANGER } from '../../support/good-trade.ts';
import { said, surveyedCancel, surveyedTrade, withOrder, withTask } from '../../support/surveyed.ts';

const trade = surveyedTrade();
const sale = surveyedTrade('token', 1);
const split = surveyedTrade('token', 2);
const swap = trade.agreed.task as SwapTask;
const [order] = trade.orders as [Order];

function objected(survey: Survey): readonly string[] {
  return said(orderObjections(survey));
}

/** The order holding something else. */
function holding(survey: Survey, value: Order['output']['value']): Survey {
  const [first] = survey.orders as [Order];
  return withOrder(survey, { output: { ...first.output, value } });
}

describe('the orders of a trade', () => {
  it('are as they were agreed to in the good trades', () => {
    expect(objected(trade)).toEqual([]);
    expect(objected(sale)).toEqual([]);
    expect(objected(split)).toEqual([]);
    expect(objected(surveyedTrade('ada', 2))).toEqual([]);
  });

  it('are at least one', () => {
    expect(objected({ ...trade, orders: [] })[0]).toBe(
      'no-order: It places no order: you would get nothing.',
    );
  });

  it('are none in a cancellation, whose bounds let it lock nothing', () => {
    expect(objected({ ...surveyedCancel(), orders: [{ ...order, terms: undefined }] })).toEqual([]);
  });

  it('are as many as a limit order was to be divided into', () => {
    const limit: LimitTask = {
      kind: 'limit',
      pay: { asset: GEM, quantity: quantity(3_000_001n) },
      receive: ADA,
      atLeast: 831_600n,
      orders: 2,
    };
    expect(objected(withTask(split, limit))).toEqual([]);
    expect(objected(withTask(split, { ...limit, orders: 3 }))).toEqual([
      'orders-number: It places 2 orders, and you asked for 3.',
    ]);
    expect(objected(withTask(split, { ...limit, orders: 1 }))).toEqual([
      'orders-number: It places 2 orders, and you asked for 1.',
    ]);
  });

  it('pay the proceeds to me, at my own stake part or at none', () => {
    const owner = 'order-owner: The proceeds of an order go to somebody else.';
    const stake = 'order-owner: The proceeds of an order go to an address whose stake part is not yours.';
    expect(objected(withOrder(trade, {}, { owner: STRANGER }))).toEqual([owner]);
    expect(objected(withOrder(trade, {}, { owner: STAKE }))).toEqual([owner]);
    expect(objected(withOrder(trade, {}, { ownerStake: STRANGER }))).toEqual([stake]);
    expect(objected(withOrder(trade, {}, { ownerStake: PAYMENT }))).toEqual([stake]);
    expect(objected(withOrder(trade, {}, { ownerStake: undefined }))).toEqual([]);
  });

  it('can be taken back by me alone, with either key', () => {
    expect(objected(withOrder(trade, {}, { canceller: PAYMENT }))).toEqual([]);
    expect(objected(withOrder(trade, {}, { canceller: STAKE }))).toEqual([]);
    expect(objected(withOrder(trade, {}, { canceller: STRANGER }))).toEqual([
      'order-canceller: Somebody else can take an order back.',
    ]);
  });

  it('buy what was asked for, as far as they name it', () => {
    expect(objected(withOrder(trade, {}, { wanted: undefined }))).toEqual([]);
    expect(objected(withOrder(trade, {}, { wanted: BYSTANDER }))).toEqual([
      'order-wants-other: An order buys something else than you asked for.',
    ]);
  });

  it('are no recurring ones', () => {
    const recurring: Cycles = {
      interval: '1day',
      cycles: 10n,
      completed: 0n,
      amountPerCycle: 10_000_000n,
      slippage: 10_000n,
    };
    expect(objected(withOrder(trade, {}, { recurring }))).toEqual([
      'order-recurring: An order is a recurring one, which you did not ask for.',
    ]);
  });
});

describe('the datum of an order', () => {
  const unspendable =
    'datum-unspendable: An order is placed in a way that its script can never spend: what it holds would be lost.';
  const placed = (script: OrderScript | undefined, output: Partial<Order['output']>): readonly string[] =>
    objected(withOrder(trade, { script, output: { ...order.output, ...output } }));
  const old: OrderScript = { exchange: 'EXA', form: 'practice', plutus: 1 };

  it('can be seen', () => {
    expect(objected(withOrder(trade, { datum: undefined, terms: undefined }))).toEqual([
      'datum-unseen: The terms of an order cannot be seen.',
    ]);
  });

  it('lies elsewhere, and no script next to it, where a script of the first version reads it', () => {
    const { inlineDatum } = order.output;
    expect(placed(old, { inlineDatum })).toEqual([unspendable]);
    expect(placed(old, { inlineDatum: undefined })).toEqual([]);
    expect(placed(old, { inlineDatum: undefined, carriesScript: true })).toEqual([unspendable]);
    // The form of an exchange's orders says which version its scripts have, where no list does.
    expect(placed({ exchange: 'EXA', form: 'vyfi' }, { inlineDatum })).toEqual([unspendable]);
  });

  it('may lie in the output for scripts of later versions, and for unknown ones', () => {
    const { inlineDatum } = order.output;
    expect(placed({ ...old, plutus: 2 }, { inlineDatum, carriesScript: true })).toEqual([]);
    expect(placed({ ...old, plutus: 3 }, { inlineDatum })).toEqual([]);
    expect(placed(undefined, { inlineDatum })).toEqual([]);
    expect(placed({ exchange: 'EXA' }, { inlineDatum })).toEqual([]);
  });
});

describe('an order whose terms cannot be read', () => {
  const noOwner = 'order-owner: The terms of an order cannot be read, and do not name you.';
  const another = 'order-owner: The terms of an order cannot be read, and name somebody else.';
  const FEES = 'fe'.repeat(28);
  const naming = (hashes: readonly string[], script?: OrderScript, survey = trade): readonly string[] => {
    const datum = `9f${hashes.map((hash) => `581c${hash}`).join('')}ff`;
    return objected(withOrder(survey, { datum, script, terms: undefined }));
  };

  it('is none of its exchange, whose orders can be read', () => {
    expect(naming([PAYMENT], { exchange: 'EXA', form: 'practice' })).toEqual([
      'order-unreadable: The terms of an order are not those of an order at EXA.',
    ]);
  });

  it('names me', () => {
    expect(naming([PAYMENT])).toEqual([]);
    expect(naming([PAYMENT, STAKE])).toEqual([]);
    expect(naming([STAKE])).toEqual([noOwner]);
    expect(naming([])).toEqual([noOwner]);
    expect(objected(withOrder(trade, { datum: 'ff', script: undefined, terms: undefined }))).toEqual([
      noOwner,
    ]);
  });

  it("names nobody else but its script, the exchange's own, and the tokens that are traded", () => {
    expect(naming([PAYMENT, STRANGER])).toEqual([another]);
    expect(naming([STRANGER])).toEqual([noOwner, another]);
    expect(naming([PAYMENT, ORDER_SCRIPT, GEM.slice(0, 56)])).toEqual([]);
    expect(naming([PAYMENT, GEM.slice(0, 56)], undefined, sale)).toEqual([]);
    expect(naming([PAYMENT, BYSTANDER.slice(0, 56)])).toEqual([another]);
    expect(naming([PAYMENT, FEES], { exchange: 'EXA' })).toEqual([another]);
    expect(naming([PAYMENT, FEES], { exchange: 'EXA', alsoNames: [FEES] })).toEqual([]);
  });
});

describe('what orders sell', () => {
  const sells = (sold: string, agreed = '100 ADA'): readonly string[] => [
    `sold-other: The orders sell ${sold}, and you sell ${agreed}.`,
  ];

  it('is of ADA what they hold besides the fee and the deposit that they state', () => {
    expect(objected(holding(trade, held(104_000_001n)))).toEqual(sells('100.000001 ADA'));
    expect(objected(holding(trade, held(103_999_999n)))).toEqual(sells('99.999999 ADA'));
    expect(objected(withOrder(trade, {}, { fee: 1_799_999n }))).toEqual(sells('100.000001 ADA'));
    expect(objected(withOrder(trade, {}, { deposit: 2_200_001n }))).toEqual(sells('99.999999 ADA'));
  });

  it('is what they say, where they say it, and they hold it', () => {
    const stated = { sells: 100_000_000n, fee: undefined };
    expect(objected(withOrder(trade, {}, stated))).toEqual([]);
    expect(objected(withOrder(trade, {}, { ...stated, sells: 99_999_999n }))).toEqual(sells('99.999999 ADA'));
    const { output } = order;
    const of = (value: bigint) => ({ output: { ...output, value: held(value) } });
    expect(objected(withOrder(trade, of(100_000_000n), stated))).toEqual([]);
    expect(objected(withOrder(trade, of(99_999_999n), stated))).toEqual(sells('100 ADA'));
  });

  it('is at most what they hold, where they say nothing', () => {
    for (const unstated of [{ fee: undefined }, { deposit: undefined }]) {
      expect(objected(withOrder(trade, {}, unstated))).toEqual([]);
      const less = { output: { ...order.output, value: held(99_999_999n) } };
      expect(objected(withOrder(trade, less, unstated))).toEqual(sells('99.999999 ADA'));
    }
    const unread = { script: undefined, terms: undefined };
    expect(objected(withOrder(trade, unread))).toEqual([]);
  });

  it('is of a token all that they hold of it', () => {
    const agreed = '3,000.001 GEM';
    expect(objected(holding(sale, held(4_000_000n, 3_000_002n)))).toEqual(sells('3,000.002 GEM', agreed));
    expect(objected(holding(sale, held(4_000_000n, 3_000_000n)))).toEqual(sells('3,000 GEM', agreed));
    const stated = withOrder(sale, {}, { sells: 3_000_000n });
    expect(objected(stated)).toEqual(sells('3,000 GEM', agreed));
    // An order that says to sell the right amount would hold more than is sold.
    const over = holding(withOrder(sale, {}, { sells: 3_000_001n }), held(4_000_000n, 3_000_002n));
    expect(objected(over)).toEqual(sells('3,000.001 GEM', agreed));
  });

  it('comes with the fee and the deposit that an order of tokens states', () => {
    expect(objected(withOrder(sale, {}, { deposit: 2_200_001n }))).toEqual([
      'overhead-other: An order holds 4 ADA for fee and deposit, and its terms state 4.000001 ADA.',
    ]);
    expect(objected(withOrder(sale, {}, { deposit: 2_199_999n }))).toEqual([]);
    expect(objected(withOrder(sale, {}, { deposit: undefined, fee: 4_000_001n }))).toEqual([]);
    expect(objected(withOrder(sale, {}, { fee: undefined, deposit: 4_000_001n }))).toEqual([]);
    expect(objected(withOrder(sale, { script: undefined, terms: undefined }))).toEqual([]);
    // In an order of ADA it is part of what it sells, and objected to as that.
    expect(objected(withOrder(trade, {}, { fee: 104_000_001n, deposit: 0n }))).toEqual(
      sells('-0.000001 ADA'),
    );
  });
});

describe('the parts of a split', () => {
  const objection =
    'share-below: An order enforces less than half of its share of the minimum that you agreed to.';
  // 60 of 100 parts of the ADA are sold for a least of 60 of 100 parts of 831,600 there.
  const ofAda = surveyedTrade('ada', 2);

  it('each enforce half of their part of the least', () => {
    expect(objected(withOrder(ofAda, {}, { least: 249_480n }))).toEqual([]);
    expect(objected(withOrder(ofAda, {}, { least: 249_479n }))).toEqual([objection]);
    // 1,800,001 of 3,000,001: a unit more than 60 of 100 parts.
    expect(objected(withOrder(split, {}, { least: 249_481n }))).toEqual([]);
    expect(objected(withOrder(split, {}, { least: 249_480n }))).toEqual([objection]);
  });

  it('are taken to sell what they hold besides an even overhead, where they do not say', () => {
    expect(objected(withOrder(ofAda, {}, { least: 249_480n, fee: undefined }))).toEqual([]);
    expect(objected(withOrder(ofAda, {}, { least: 249_479n, fee: undefined }))).toEqual([objection]);
  });

  it('are judged as far as their terms can be read', () => {
    expect(objected(withOrder(ofAda, { script: undefined, terms: undefined }))).toEqual([]);
  });

  it('are not spoken of where there is one order, whose least is judged as such', () => {
    expect(objected(withOrder(trade, {}, { least: 0n }))).toEqual([]);
  });
});

describe('a recurring order', () => {
  const task: RecurringTask = {
    kind: 'dca',
    pay: swap.pay,
    receive: GEM,
    interval: '1day',
    cycles: 10,
    amountPerCycle: 10_000_000n,
    slippageBps: 100,
  };
  const cycles: Cycles = {
    interval: '1day',
    cycles: 10n,
    completed: 0n,
    amountPerCycle: 10_000_000n,
    slippage: 10_000n,
  };
  const planned = (change: Partial<Cycles>): readonly string[] =>
    objected(withOrder(withTask(trade, task), {}, { recurring: { ...cycles, ...change }, least: 0n }));

  it('is one, and a recurring one', () => {
    expect(planned({})).toEqual([]);
    expect(objected(withTask(trade, task))).toEqual([
      'order-not-recurring: The order is not a recurring one: all of it may be traded at once.',
    ]);
    const one = withOrder(withTask(trade, task), {}, { recurring: cycles, least: 0n });
    const [first] = one.orders as [Order];
    const half = {
      ...first,
      output: { ...first.output, value: held(54_000_000n) },
    };
    expect(objected({ ...one, orders: [half, half] })).toEqual([
      'orders-number: It places 2 orders, and a recurring order is a single one.',
    ]);
  });

  it('trades when, as often, in the parts and within the tolerance that were chosen', () => {
    expect(planned({ interval: '1week' })).toEqual([
      'order-interval: The order trades at other times than you chose.',
    ]);
    expect(planned({ cycles: 11n })).toEqual([
      'order-cycles: The order has 11 trades to make, and you asked for 10.',
    ]);
    expect(planned({ cycles: 9n })).toEqual([
      'order-cycles: The order has 9 trades to make, and you asked for 10.',
    ]);
    expect(planned({ completed: 1n })).toEqual([
      'order-cycles: The order has 9 trades to make, and you asked for 10.',
    ]);
    expect(planned({ amountPerCycle: 10_000_001n })).toEqual([
      'order-parts: The order divides what it sells differently from what you chose.',
    ]);
    expect(planned({ slippage: 9_999n })).toEqual([]);
    expect(planned({ slippage: 10_001n })).toEqual([
      'order-slippage: The trades of the order may be worse than the market by more than you allowed.',
    ]);
  });
});
