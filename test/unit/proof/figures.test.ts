import { describe, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import type { LimitTask, RecurringTask, SwapTask } from '../../../src-main/agreement/agreement.ts';
import { broughtByOthers, figuresOf } from '../../../src-main/proof/figures.ts';
import type { Order } from '../../../src-main/proof/survey.ts';
import { held } from '../../support/good-cancel.ts';
import { BYSTANDER, GEM, ORDER_SCRIPT, PAYMENT, STAKE, STRANGER } from '../../support/good-trade.ts';
import {
  holder,
  output,
  spent,
  surveyedCancel,
  surveyedTrade,
  withOrder,
  withTask,
  withTx,
} from '../../support/surveyed.ts';

const trade = surveyedTrade();
const sale = surveyedTrade('token', 2);
const cancel = surveyedCancel();
const swap = trade.agreed.task as SwapTask;
const stranger = holder('key', STRANGER);
const own = [PAYMENT, STAKE].toSorted();

describe('the figures of a trade', () => {
  it('are those that its bytes say', () => {
    const { bodyHash, ...figures } = figuresOf(trade);
    expect(bodyHash).toBe(trade.tx.bodyHash);
    expect(figures).toEqual({
      networkFee: 230_000n,
      others: 0n,
      keeps: 1_800_000n,
      comesBack: 2_200_000n,
      cost: 2_030_000n,
      gone: held(102_030_000n),
      locked: held(104_000_000n),
      back: new Map([[GEM, 831_600n]]),
      orders: 1,
      ordersRead: true,
      signers: own,
      net: held(-104_230_000n),
      feesStated: true,
      held: new Map(),
    });
  });

  it('of which tokens are sold count all ADA that is locked as overhead', () => {
    expect(figuresOf(sale)).toMatchObject({
      keeps: 3_600_000n,
      comesBack: 4_400_000n,
      cost: 3_830_000n,
      gone: held(3_830_000n, 3_000_001n),
      locked: held(8_000_000n, 3_000_001n),
      back: held(831_600n),
      orders: 2,
      net: new Map([
        [ADA, -8_230_000n],
        [GEM, -3_000_001n],
      ]),
    });
  });

  it('count what others are paid as a cost', () => {
    const paid = {
      ...trade,
      otherOutputs: [output(stranger, held(700_000n)), output(stranger, held(1n, 5n))],
    };
    expect(figuresOf(paid)).toMatchObject({ others: 700_001n, cost: 2_730_001n });
    // Where it goes is no gain of the account: only what leaves it counts there.
    expect(figuresOf(paid).gone).toEqual(figuresOf(trade).gone);
  });

  it('count as spent and as returned only what is my own', () => {
    const brought = { ...trade, inputs: [...trade.inputs, spent(stranger, held(5n))] };
    expect(figuresOf(brought).net).toEqual(figuresOf(trade).net);
    const mine = {
      ...trade,
      inputs: [...trade.inputs, spent(holder('key', PAYMENT), held(5n), { own: true })],
    };
    expect(figuresOf(mine).net).toEqual(held(-104_230_005n));
  });

  it('take all besides the stated deposits as kept, as far as fees are not stated', () => {
    expect(figuresOf(withOrder(trade, {}, { fee: undefined }))).toMatchObject({
      keeps: 1_800_000n,
      comesBack: 2_200_000n,
      feesStated: false,
      ordersRead: true,
    });
    expect(figuresOf(withOrder(trade, {}, { fee: undefined, deposit: 1_000_000n }))).toMatchObject({
      keeps: 3_000_000n,
      comesBack: 1_000_000n,
    });
    expect(figuresOf(withOrder(trade, {}, { fee: undefined, deposit: undefined }))).toMatchObject({
      keeps: 4_000_000n,
      comesBack: 0n,
    });
    // One of two that states both.
    expect(figuresOf(withOrder(sale, {}, { fee: undefined, deposit: undefined }))).toMatchObject({
      keeps: 5_800_000n,
      comesBack: 2_200_000n,
      feesStated: false,
    });
  });

  it('take the stated fees where it is the deposits that are not stated', () => {
    expect(figuresOf(withOrder(trade, {}, { fee: 300_000n, deposit: undefined }))).toMatchObject({
      keeps: 300_000n,
      comesBack: 3_700_000n,
      feesStated: true,
    });
    expect(figuresOf(withOrder(trade, {}, { fee: 4_000_001n, deposit: undefined }))).toMatchObject({
      keeps: 4_000_001n,
      comesBack: 0n,
    });
  });

  it('take the larger of what is stated as a fee and what is left besides the deposits', () => {
    expect(figuresOf(withOrder(trade, {}, { fee: 2_500_000n }))).toMatchObject({
      keeps: 2_500_000n,
      comesBack: 1_500_000n,
    });
    expect(figuresOf(withOrder(trade, {}, { deposit: 1_500_000n }))).toMatchObject({
      keeps: 2_500_000n,
      comesBack: 1_500_000n,
    });
  });

  it('are never less than nothing', () => {
    const [order] = trade.orders as [Order];
    const poor = { output: { ...order.output, value: held(90_000_000n) } };
    expect(figuresOf(withOrder(trade, poor, { fee: undefined }))).toMatchObject({ keeps: 0n, comesBack: 0n });
    expect(figuresOf(withOrder(trade, poor))).toMatchObject({ keeps: 1_800_000n, comesBack: 0n });
  });

  it('say whether what every order wants could be read', () => {
    expect(figuresOf(withOrder(sale, { terms: undefined }))).toMatchObject({
      ordersRead: false,
      feesStated: false,
      back: new Map(),
    });
    expect(figuresOf(withOrder(sale, {}, { wanted: undefined }))).toMatchObject({
      ordersRead: false,
      feesStated: true,
      back: new Map(),
    });
  });

  it('count as enforced only what is bought of the asset that was asked for', () => {
    expect(figuresOf(withOrder(sale, {}, { wanted: BYSTANDER })).back).toEqual(held(332_640n));
    expect(figuresOf(withOrder(trade, {}, { wanted: BYSTANDER })).back).toEqual(new Map());
    const { kind: _kind, expected: _expected, slippageBps: _slippage, ...same } = swap;
    const limit: LimitTask = { kind: 'limit', orders: 1, ...same };
    expect(figuresOf(withTask(trade, limit)).back).toEqual(new Map([[GEM, 831_600n]]));
    const plan: RecurringTask = {
      kind: 'dca',
      pay: swap.pay,
      receive: GEM,
      interval: '1day',
      cycles: 10,
      amountPerCycle: 10_000_000n,
      slippageBps: 100,
    };
    // A recurring one is filled at whatever the market gives.
    expect(figuresOf(withTask(trade, plan)).back).toEqual(new Map());
  });
});

describe('the keys that sign', () => {
  const signers = (
    change: Parameters<typeof withTx>[1],
    inputs = trade.inputs,
    collateral = trade.collateral,
  ) => figuresOf({ ...withTx(trade, change), inputs, collateral }).signers;
  const mine = spent(holder('key', PAYMENT), held(1n));

  it('are my own of inputs, of collateral, and of those that are demanded', () => {
    expect(signers({ requiredSigners: [] }, [], [])).toEqual([]);
    expect(signers({ requiredSigners: [] }, [mine], [])).toEqual([PAYMENT]);
    expect(signers({ requiredSigners: [] }, [], [mine])).toEqual([PAYMENT]);
    expect(signers({ requiredSigners: [STAKE] }, [], [])).toEqual([STAKE]);
    expect(signers({ requiredSigners: [STRANGER] }, [spent(stranger, held(1n))], [])).toEqual([]);
    expect(signers({ requiredSigners: [] }, [spent(undefined, held(1n))], [])).toEqual([]);
    // A script of the same hash is no key.
    expect(signers({ requiredSigners: [] }, [spent(holder('script', PAYMENT), held(1n))], [])).toEqual([]);
  });

  it('are each named once, in one order', () => {
    expect(signers({ requiredSigners: own }, [mine, mine], [mine])).toEqual(own);
    expect(signers({ requiredSigners: own.toReversed() }, [], [])).toEqual(own);
  });
});

describe('the figures of a cancellation', () => {
  it('are those that its bytes say', () => {
    expect(figuresOf(cancel)).toMatchObject({
      networkFee: 300_000n,
      others: 0n,
      keeps: 0n,
      comesBack: 0n,
      cost: 300_000n,
      gone: held(300_000n),
      locked: new Map(),
      held: held(108_000_000n, 3_000n),
      net: held(107_700_000n, 3_000n),
      back: held(107_700_000n, 3_000n),
      orders: 0,
      ordersRead: true,
      feesStated: true,
      signers: [PAYMENT],
    });
  });

  it('have as gone all that was mine, or held by my orders, and does not come back', () => {
    const [mine] = cancel.ownOutputs;
    if (!mine) throw new Error('it comes back');
    const kept = { ...cancel, ownOutputs: [{ ...mine, value: held(7_700_000n, 1_000n) }] };
    expect(figuresOf(kept)).toMatchObject({
      gone: held(110_300_000n, 2_000n),
      cost: 110_300_000n,
      back: new Map([[GEM, 1_000n]]),
    });
  });

  it('have as paid to others only what others did not bring', () => {
    const paying = (brought: bigint) =>
      figuresOf({
        ...cancel,
        otherOutputs: [output(stranger, held(5_000_000n))],
        inputs: [...cancel.inputs, spent(stranger, held(brought))],
      }).others;
    expect(paying(0n)).toBe(5_000_000n);
    expect(paying(3_000_000n)).toBe(2_000_000n);
    expect(paying(5_000_001n)).toBe(0n);
  });
});

describe('what others bring', () => {
  it('is neither mine nor held by my orders, and proven by bytes', () => {
    const script = holder('script', ORDER_SCRIPT);
    const brought = (change: Parameters<typeof spent>[2]) =>
      broughtByOthers({ inputs: [spent(script, held(2n)), spent(stranger, held(3n, 1n), change)] });
    expect(brought({})).toEqual(held(5n, 1n));
    expect(brought({ own: true })).toEqual(held(2n));
    expect(brought({ agreed: true })).toEqual(held(2n));
    expect(brought({ proven: false })).toEqual(held(2n));
  });
});
