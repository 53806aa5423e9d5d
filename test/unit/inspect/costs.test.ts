import { describe, expect, it } from 'vitest';

import { lovelaceIn, quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { dcaInterval } from '#domain/dca.ts';
import type { Task } from '../../../src-main/agreement/agreement.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import { gatherFacts, type Facts } from '../../../src-main/inspect/facts.ts';
import {
  broughtBy,
  figuresOf,
  heldOf,
  laterNetworkFee,
  totalCostOf,
  totalCostText,
} from '../../../src-main/inspect/figures.ts';
import type { InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import type { ResolvedInput } from '../../../src-main/cardano/resolution.ts';
import { agreedTo } from '../../support/agreed.ts';
import { FIRST_ORDER, goodCancel, held, MY_FUNDS, SECOND_ORDER } from '../../support/good-cancel.ts';
import {
  GEM,
  goodTrade,
  myAddress,
  strangerAddress,
  tradeTerms,
  writeDraft,
  type Draft,
} from '../../support/good-trade.ts';

const trade = goodTrade('ada', 2);

function facts(input: InspectionInput): Facts {
  const tx = decodeTransaction(input.cbor);
  if (!tx.ok) throw new Error(tx.failure);
  return gatherFacts(input, tx.value);
}

/** The facts of a good trade whose transaction was changed. */
function factsOf(change: Partial<Draft> = {}): Facts {
  return facts({ ...trade.input, cbor: writeDraft({ ...trade.draft, ...change }) });
}

/** The same, with the terms that each order states changed. */
function stating(...terms: readonly Partial<NonNullable<Facts['orders'][number]['terms']>>[]): Facts {
  const whole = factsOf();
  const orders = whole.orders.map((order, index) => ({
    ...order,
    terms: order.terms && { ...order.terms, ...terms[index] },
  }));
  return { ...whole, orders } as Facts;
}

describe('the figures of a trade', () => {
  it('are the fee, what the orders may keep, and what comes back', () => {
    expect(figuresOf(factsOf())).toEqual({
      networkFee: 230_000n,
      others: 0n,
      keeps: 3_600_000n,
      comesBack: 4_400_000n,
      cost: 3_830_000n,
      feesStated: true,
      gone: new Map([[ADA, 103_830_000n]]),
      locked: new Map([[ADA, 108_000_000n]]),
    });
  });

  it('count what others are paid, to the lovelace', () => {
    const paid = { address: strangerAddress, value: held(1_500_001n) };
    const figures = figuresOf(factsOf({ outputs: [...trade.draft.outputs, paid] }));
    expect([figures.others, figures.cost]).toEqual([1_500_001n, 5_330_001n]);
  });

  it('count as cost all that no order says comes back, unless all say what may be kept of it', () => {
    const none = { batcherFee: undefined, deposit: undefined };
    const kept = (facts: Facts) => {
      const { keeps, comesBack, feesStated } = figuresOf(facts);
      return { keeps, comesBack, feesStated };
    };
    // Neither says anything: all 8 ADA beside the sale may be lost.
    expect(kept(stating(none, none))).toEqual({ keeps: 8_000_000n, comesBack: 0n, feesStated: false });
    // One says that 2.2 ADA comes back.
    const oneSays = stating({ batcherFee: undefined }, none);
    expect(kept(oneSays)).toEqual({ keeps: 5_800_000n, comesBack: 2_200_000n, feesStated: false });
    // Both say what may be kept, and only one what comes back.
    expect(kept(stating({}, { deposit: undefined }))).toEqual({
      keeps: 3_600_000n,
      comesBack: 4_400_000n,
      feesStated: true,
    });
    // Both state all: amounts that neither accounts for do not come back.
    expect(kept(stating({ deposit: 1_000_000n }, { deposit: 1_000_000n }))).toEqual({
      keeps: 6_000_000n,
      comesBack: 2_000_000n,
      feesStated: true,
    });
    // They may keep more than what they do not promise back.
    expect(kept(stating({ batcherFee: 5_000_000n }, {}))).toMatchObject({
      keeps: 6_800_000n,
      comesBack: 1_200_000n,
    });
    // One says neither what may be kept nor what comes back of it, the other may keep more than all.
    expect(kept(stating({ batcherFee: 9_000_000n }, none))).toEqual({
      keeps: 9_000_000n,
      comesBack: 0n,
      feesStated: false,
    });
  });

  it('hold as lost every asset that leaves, and none that comes', () => {
    const sale = goodTrade('token', 1);
    const { gone, locked } = figuresOf(facts(sale.input));
    expect(gone).toEqual(
      new Map([
        [ADA, 2_030_000n],
        [GEM, 3_000_001n],
      ]),
    );
    expect(lovelaceIn(locked)).toBe(4_000_000n);
    const gained = { address: myAddress, value: held(2_000_000n, 3_000n) };
    const { gone: net } = figuresOf(factsOf({ outputs: [...trade.draft.outputs, gained] }));
    expect([...net.keys()]).toEqual([ADA]);
  });
});

describe('the figures of a cancellation', () => {
  const theirs = (known: ResolvedInput['known']): ResolvedInput => ({
    address: strangerAddress,
    value: held(7_000_000n),
    known,
  });
  const THEIRS = `${'a4'.repeat(32)}#0`;
  const withTheirs = (known: ResolvedInput['known'], back: bigint): Facts => {
    const { draft, input } = goodCancel();
    const paid = { address: strangerAddress, value: held(back) };
    const cbor = writeDraft({
      ...draft,
      inputs: [...draft.inputs, THEIRS],
      outputs: [...draft.outputs, paid],
    });
    return facts({ ...input, cbor, resolved: new Map([...input.resolved, [THEIRS, theirs(known)]]) });
  };

  it('are the fee alone where everything comes back', () => {
    expect(figuresOf(facts(goodCancel().input))).toEqual({
      networkFee: 300_000n,
      others: 0n,
      keeps: 0n,
      comesBack: 0n,
      cost: 300_000n,
      feesStated: true,
      gone: new Map([[ADA, 300_000n]]),
      locked: new Map(),
    });
  });

  it('count what does not come back, whoever gets it', () => {
    const { draft, input } = goodCancel({
      outputs: [
        { address: myAddress, value: held(110_000_000n, 2_999n) },
        { address: strangerAddress, value: held(7_700_000n, 1n) },
      ],
    });
    const figures = figuresOf(facts({ ...input, cbor: writeDraft(draft) }));
    expect([figures.cost, figures.others]).toEqual([8_000_000n, 7_700_000n]);
    expect(figures.gone.get(GEM)).toBe(1n);
  });

  it('let others have back what they brought, as far as it is proven that they did', () => {
    expect(figuresOf(withTheirs('proven', 7_000_000n)).others).toBe(0n);
    expect(figuresOf(withTheirs('proven', 7_000_001n)).others).toBe(1n);
    expect(figuresOf(withTheirs('proven', 6_000_000n)).others).toBe(0n);
    expect(figuresOf(withTheirs('two-sources', 7_000_000n)).others).toBe(7_000_000n);
    expect(figuresOf(withTheirs('told', 7_000_000n)).others).toBe(7_000_000n);
  });

  it('take neither the account’s inputs nor the orders for what others brought', () => {
    expect(broughtBy(withTheirs('proven', 7_000_000n))).toEqual([held(7_000_000n)]);
    expect(broughtBy(facts(goodCancel().input))).toEqual([]);
    const whole = withTheirs('proven', 7_000_000n);
    const twice = { ...whole, inputs: [...whole.inputs, ...whole.inputs] };
    expect(broughtBy(twice)).toEqual([held(7_000_000n)]);
    expect(heldOf(twice)).toEqual(heldOf(whole));
  });

  it('take for held what is in the orders that are taken back, and not what the account’s own key holds', () => {
    const { input } = goodCancel();
    expect(heldOf(facts(input))).toEqual(held(108_000_000n, 3_000n));
    const mine = facts({
      ...input,
      terms: { kind: 'cancel', orders: [FIRST_ORDER, SECOND_ORDER, MY_FUNDS] },
    });
    expect(heldOf(mine)).toEqual(held(108_000_000n, 3_000n));
    expect(heldOf(facts({ ...input, resolved: new Map() }))).toEqual(new Map());
  });
});

describe('the figures of what is neither', () => {
  it('have the network fee as the only cost that is known', () => {
    const any = facts({ ...trade.input, terms: { kind: 'any' } });
    expect(figuresOf(any)).toMatchObject({ cost: 230_000n, keeps: 0n, comesBack: 0n, others: 0n });
    expect(figuresOf(any).gone).toEqual(new Map([[ADA, 108_230_000n]]));
  });
});

describe('the total cost', () => {
  const pay = { asset: ADA, quantity: quantity(100_000_000n) };
  /** The trade as the first, or a later one, of so many that one approval covers. */
  const ofSet = (tasks: readonly Task[], at = 0): Facts => {
    const judged = agreedTo(trade.input);
    const [only] = judged.agreed.agreement.transactions;
    if (!only) throw new Error('one transaction was agreed to');
    const transactions = tasks.map((task) => ({ ...only, task }));
    const agreement = { ...judged.agreed.agreement, transactions };
    return facts({ ...judged, agreed: { ...judged.agreed, agreement, at } });
  };
  const [agreed] = agreedTo(trade.input).agreed.agreement.transactions;
  if (!agreed) throw new Error('one transaction was agreed to');
  const task = agreed.task;

  it('is that of one transaction, in the ADA that it trades', () => {
    expect(totalCostOf(factsOf())).toEqual({
      cost: 3_830_000n,
      traded: 100_000_000n,
      shareBps: 383,
      perCycle: undefined,
      transactions: 1,
      cancels: false,
    });
    expect(totalCostOf(ofSet([task]))).toEqual(totalCostOf(factsOf()));
  });

  it('rounds its share up', () => {
    const shareOf = (quantityPaid: bigint) => {
      const terms = { ...tradeTerms(trade.input), pay: { ...pay, quantity: quantity(quantityPaid) } };
      return totalCostOf(facts({ ...trade.input, terms })).shareBps;
    };
    expect(shareOf(100_000_001n)).toBe(383);
    expect(shareOf(99_999_999n)).toBe(384);
    expect(shareOf(0n)).toBeUndefined();
  });

  it('covers all the transactions of a batch, and a later one its own alone', () => {
    expect(laterNetworkFee(230_000n)).toBe(345_000n);
    expect(laterNetworkFee(3n)).toBe(5n);
    expect(totalCostOf(ofSet([task, task, task]))).toMatchObject({
      cost: 3_830_000n + 2n * 3_945_000n,
      traded: 300_000_000n,
      transactions: 3,
    });
    expect(totalCostOf(ofSet([task, task, task], 1))).toMatchObject({
      cost: 3_830_000n,
      traded: 100_000_000n,
      transactions: 1,
    });
  });

  it('adds what the cancellations of a batch take back, and knows no sum where one part is not known', () => {
    const cancel: Task = { kind: 'cancel', orders: [FIRST_ORDER], holds: held(40_000_000n, 5n) };
    expect(totalCostOf(ofSet([cancel, cancel])).traded).toBe(80_000_000n);
    if (task.kind === 'cancel' || task.kind === 'send') throw new Error('a good trade is a trade');
    const swapped: Task = { ...task, pay: { asset: GEM, quantity: quantity(5n) }, receive: GEM };
    expect(totalCostOf(ofSet([task, swapped])).traded).toBeUndefined();
    expect(totalCostOf(ofSet([task, swapped])).shareBps).toBeUndefined();
  });

  it('is held against what is certain to be ADA: paid, taken back, or enforced as the least', () => {
    const tradedOf = (input: InspectionInput) => totalCostOf(facts(input)).traded;
    const sale = goodTrade('token', 1);
    const terms = tradeTerms(sale.input);
    const { atLeast: _, ...open } = terms;
    expect(tradedOf(sale.input)).toBe(831_600n);
    expect(tradedOf({ ...sale.input, terms: { ...terms, atLeast: 800_000n } })).toBe(800_000n);
    expect(tradedOf({ ...sale.input, terms: open })).toBe(831_600n);
    expect(tradedOf({ ...sale.input, terms: { ...terms, kind: 'dca' } })).toBeUndefined();
    expect(tradedOf({ ...sale.input, terms: { ...terms, receive: GEM } })).toBeUndefined();
    expect(totalCostOf(facts(goodCancel().input))).toMatchObject({ traded: 108_000_000n, cancels: true });
  });

  it('is divided by the trades of a recurring order, rounded up', () => {
    const perCycle = (change: object) =>
      totalCostOf(facts({ ...trade.input, terms: { ...tradeTerms(trade.input), kind: 'dca', ...change } }))
        .perCycle;
    const recurring = { interval: dcaInterval('1hour'), amountPerCycle: 1n, slippageBps: 1, cycles: 3 };
    expect(perCycle({ recurring })).toBe(1_276_667n);
    expect(perCycle({ cycles: 4 })).toBe(957_500n);
    expect(perCycle({ recurring, cycles: 4 })).toBe(1_276_667n);
    expect(perCycle({})).toBeUndefined();
  });

  it('is put into one sentence', () => {
    const one = { ...totalCostOf(factsOf()), shareBps: undefined };
    expect(totalCostText(one)).toBe('In all, 3.83 ADA does not come back.');
    expect(totalCostText({ ...one, shareBps: 383 })).toBe(
      'In all, 3.83 ADA does not come back: 3.83 % of the ADA traded.',
    );
    expect(totalCostText({ ...one, shareBps: 383, cancels: true })).toBe(
      'In all, 3.83 ADA does not come back: 3.83 % of the ADA in the orders.',
    );
    expect(totalCostText({ ...one, perCycle: 957_500n })).toBe(
      'In all, 3.83 ADA does not come back, 0.9575 ADA for each trade.',
    );
    expect(totalCostText({ ...one, transactions: 3 })).toBe(
      'In all 3 transactions, up to 3.83 ADA does not come back.',
    );
  });
});
