import { describe, expect, it } from 'vitest';

import { dcaInterval } from '#domain/dca.ts';
import { encodePlanDatum, type PlanDatum } from '../../../src-main/practice/orders/datum.ts';
import { recurringOrderOf } from '../../../src-main/inspect/resting-order.ts';
import { held } from '../../support/good-cancel.ts';
import {
  GEM,
  goodTrade,
  myAddress,
  ORDER_SCRIPT,
  PAYMENT,
  STAKE,
  writeDraft,
  type DraftOutput,
} from '../../support/good-trade.ts';

const { draft, input } = goodTrade('ada', 1);
const { known } = input.scripts;
const [single, change] = draft.outputs;
if (!single || !change) throw new Error('a good trade has an order and change');

const PLAN: PlanDatum = {
  ownerPaymentKeyHash: PAYMENT,
  ownerStakeKeyHash: STAKE,
  wanted: GEM,
  amountPerCycle: 10_000_000n,
  cycles: 10,
  completed: 0,
  interval: dcaInterval('1month'),
  slippagePpm: 10_000n,
  feePerCycle: 700_000n,
  returnedPerCycle: 1_200_000n,
  deposit: 2_000_000n,
  route: '',
};

/** An order of ten cycles, which holds what they sell, cost and give back. */
const recurring: DraftOutput = {
  address: single.address,
  value: held(121_000_000n),
  rawDatum: encodePlanDatum(PLAN),
};

const terms = {
  ownerPaymentKeyHash: PAYMENT,
  wanted: GEM,
  batcherFee: 7_000_000n,
  deposit: 14_000_000n,
  recurring: { amountPerCycle: 10_000_000n, cycles: 10, completed: 0, feePerCycle: 700_000n },
};

const placing = (...outputs: readonly DraftOutput[]): string => writeDraft({ ...draft, outputs });

describe('the recurring order that a transaction places', () => {
  it('is recognised by its own bytes, whatever else the transaction makes', () => {
    expect(recurringOrderOf(placing(recurring, change), known)).toMatchObject(terms);
    expect(recurringOrderOf(placing(change, single, recurring), known)).toMatchObject(terms);
  });

  it('is the one that lies at a known script: its datum anywhere else makes no order', () => {
    const mine: DraftOutput = { ...recurring, address: myAddress };
    expect(recurringOrderOf(placing(mine, change), known)).toBeUndefined();
    expect(recurringOrderOf(placing(mine, recurring), known)).toMatchObject(terms);
    expect(recurringOrderOf(placing(recurring, change), new Map())).toBeUndefined();
  });

  it('is not recognised where there is none: an order that is filled at once is no recurring one', () => {
    expect(recurringOrderOf(placing(single, change), known)).toBeUndefined();
    expect(recurringOrderOf(placing(change), known)).toBeUndefined();
  });

  it('is not recognised where there are two, since nobody says which is meant', () => {
    expect(recurringOrderOf(placing(recurring, recurring, change), known)).toBeUndefined();
  });

  it('is not recognised where it does not hold what its cycles sell, cost and give back', () => {
    const short: DraftOutput = { ...recurring, value: held(120_999_999n) };
    expect(recurringOrderOf(placing(short, change), known)).toBeUndefined();
  });

  it('is not recognised where its address, or the transaction, cannot be read', () => {
    const readable = placing(recurring, single);
    // The first header byte is that of an address type that takes no payments.
    const unreadable = readable.replace(`10${ORDER_SCRIPT}${STAKE}`, `f0${ORDER_SCRIPT}${STAKE}`);
    expect(unreadable).not.toBe(readable);
    expect(recurringOrderOf(unreadable, known)).toBeUndefined();
    expect(recurringOrderOf('84a0', known)).toBeUndefined();
  });
});
