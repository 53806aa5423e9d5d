import { describe, expect, it } from 'vitest';

import { quantity } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { ok } from '#domain/result.ts';
import { practiceForm } from '../../../src-main/exchanges/practice/order.ts';
import { decodeOrderDatum, type OrderDatum } from '../../../src-main/practice/orders/datum.ts';
import type { OrderForm } from '../../../src-main/exchanges/order-form.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import { gatherFacts, type Facts } from '../../../src-main/inspect/facts.ts';
import { DEFAULT_LIMITS, type InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import {
  cancellationFeeAllowed,
  effectiveMinimum,
  expectedShares,
  minimumReceived,
  overheadLimit,
  partsOf,
} from '../../../src-main/inspect/order-sums.ts';
import type { TradeTerms } from '../../../src-main/inspect/terms.ts';
import { goodCancel, held } from '../../support/good-cancel.ts';
import {
  BYSTANDER,
  GEM,
  goodTrade,
  orderDatum,
  ORDER_SCRIPT,
  tradeTerms,
  writeDraft,
} from '../../support/good-trade.ts';

/** Lovelace that each order holds besides what it sells. */
const OVERHEAD = 4_000_000n;
/** By how much fees and deposits that are not stated may differ from one exchange to another. */
const SPREAD = 1_500_000n;

/** Reads orders as practice does, but leaves out the deposit where an order names no route. */
const reticent: OrderForm = {
  name: 'reticent',
  read(datumHex, assets, holds) {
    const read = practiceForm.read(datumHex, assets, holds);
    const order = decodeOrderDatum(datumHex);
    return read.ok && order.ok && order.value.route === '' ? ok({ ...read.value, deposit: undefined }) : read;
  },
};

interface Part {
  /** Lovelace in the order. */
  readonly ada: bigint;
  readonly gem?: bigint;
  readonly least?: bigint;
  /** Left out where its terms do not say what is fee and deposit. */
  readonly states?: boolean;
  readonly wanted?: AssetId;
}

/** A trade of 100 ADA for GEM by these orders, of which nothing is expected or accepted but by `change`. */
function factsOf(parts: readonly Part[], change: Partial<TradeTerms> = {}): Facts {
  const { draft, input } = goodTrade('ada', 1);
  const [order, ...rest] = draft.outputs;
  const { expected: _, atLeast: __, ...terms } = tradeTerms(input);
  if (!order) throw new Error('a good trade has an order');
  const outputs = parts.map(({ ada, gem = 0n, least = 0n, states = false, wanted = GEM }) => {
    const datum: Partial<OrderDatum> = { wanted, minimumReceived: least, route: states ? '70' : '' };
    return { ...order, value: held(ada, gem), datum: orderDatum(datum) };
  });
  return facts({
    ...input,
    cbor: writeDraft({ ...draft, outputs: [...outputs, ...rest] }),
    terms: { ...terms, ...change },
    scripts: {
      known: new Map([[ORDER_SCRIPT, { exchange: 'EXA', plutus: 2, form: reticent }]]),
      complete: true,
    },
  });
}

function facts(input: InspectionInput): Facts {
  const decoded = decodeTransaction(input.cbor);
  if (!decoded.ok) throw new Error(decoded.failure);
  return gatherFacts(input, decoded.value);
}

function parts(lean: 'least' | 'most', ...orders: readonly Part[]): readonly bigint[] {
  const { trade, orders: placed } = factsOf(orders);
  if (!trade) throw new Error('it is a trade');
  return partsOf(trade, placed, lean);
}

describe('the part of the trade that an order sells', () => {
  const stated: Part = { ada: 60_000_000n + OVERHEAD, states: true };

  it('is what it holds beyond its fee and its deposit, where it states both', () => {
    const other: Part = { ada: 40_000_000n + OVERHEAD, states: true };
    expect(parts('least', stated, other)).toEqual([60_000_000n, 40_000_000n]);
    expect(parts('most', stated, other)).toEqual([60_000_000n, 40_000_000n]);
  });

  it('is what it holds of a token that is sold', () => {
    const { trade, orders } = factsOf([{ ada: OVERHEAD, gem: 1_000n, wanted: ADA }], {
      pay: { asset: GEM, quantity: quantity(1_000n) },
      receive: ADA,
    });
    expect(trade && partsOf(trade, orders, 'least')).toEqual([1_000n]);
  });

  it('is derived from what the others sell where it does not state its own fees, give or take what exchanges differ by', () => {
    const silent: Part = { ada: 40_000_000n + OVERHEAD };
    expect(parts('least', stated, silent)).toEqual([60_000_000n, 40_000_000n - SPREAD]);
    expect(parts('most', stated, silent)).toEqual([60_000_000n, 40_000_000n + SPREAD]);
  });

  it('has equal fees with every other one that does not state them', () => {
    const silent: readonly Part[] = [{ ada: 70_000_000n + OVERHEAD }, { ada: 30_000_000n + OVERHEAD }];
    expect(parts('least', ...silent)).toEqual([70_000_000n - SPREAD, 30_000_000n - SPREAD]);
    expect(parts('most', ...silent)).toEqual([70_000_000n + SPREAD, 30_000_000n + SPREAD]);
  });

  it('is never more than it holds', () => {
    const silent: Part = { ada: 41_000_000n };
    expect(parts('most', stated, silent)).toEqual([60_000_000n, 41_000_000n]);
    expect(parts('least', stated, silent)).toEqual([60_000_000n, 40_000_000n - SPREAD]);
  });

  it('is never less than nothing', () => {
    expect(parts('least', { ada: 3_000_000n, states: true })).toEqual([0n]);
    expect(parts('least', { ada: 102_000_000n }, { ada: 3_000_000n })).toEqual([98_000_000n, 0n]);
  });
});

describe('what an order is expected to bring', () => {
  const split: readonly Part[] = [
    { ada: 60_000_000n + OVERHEAD, states: true },
    { ada: 40_000_000n + OVERHEAD, states: true },
  ];
  const all: Part = { ada: 100_000_000n + OVERHEAD, states: true };
  const shares = (orders: readonly Part[], change: Partial<TradeTerms>) =>
    expectedShares(factsOf(orders, change));

  it('is its part of what the trade should bring, and one unit for rounding', () => {
    expect(shares(split, { expected: 1_000n })).toEqual([601n, 401n]);
    expect(shares(split, { expected: 1_001n })).toEqual([602n, 402n]);
  });

  it('is its part of what was accepted where that is more', () => {
    expect(shares(split, { expected: 1_000n, atLeast: 2_000n })).toEqual([1_201n, 801n]);
    expect(shares(split, { expected: 1_000n, atLeast: 500n })).toEqual([601n, 401n]);
  });

  it('is, without an expectation, its part of what was accepted, with what parts of a split differ by', () => {
    expect(shares(split, { atLeast: 950n })).toEqual([601n, 401n]);
  });

  it('is not known of one order alone by what was accepted, nor where nothing was said', () => {
    expect(shares([all], { atLeast: 950n })).toBeUndefined();
    expect(shares(split, {})).toBeUndefined();
    expect(shares([all], {})).toBeUndefined();
  });

  it('is taken to be rather too much where an order does not state its fees', () => {
    const silent: Part = { ada: 100_000_000n + OVERHEAD };
    expect(shares([silent], { expected: 1_000n })).toEqual([1_016n]);
  });

  it('is not known of a trade that sells nothing', () => {
    const pay = { asset: ADA, quantity: quantity(0n) };
    expect(shares(split, { expected: 1_000n, pay })).toBeUndefined();
  });
});

describe('the least that can be counted on', () => {
  const split = (first: bigint, second: bigint): readonly Part[] => [
    { ada: 60_000_000n + OVERHEAD, states: true, least: first },
    { ada: 40_000_000n + OVERHEAD, states: true, least: second },
  ];

  it('is what each order enforces, and of none more than it is expected to bring', () => {
    expect(effectiveMinimum(factsOf(split(590n, 390n), { expected: 1_000n, atLeast: 980n }))).toBe(980n);
    expect(effectiveMinimum(factsOf(split(590n, 9_000n), { expected: 1_000n, atLeast: 980n }))).toBe(991n);
  });

  it('is all that an order enforces where nothing was expected of it', () => {
    const [first] = split(590n, 0n);
    expect(effectiveMinimum(factsOf(first ? [first] : [], {}))).toBe(590n);
  });

  it('leaves out what an order enforces of another asset than the one that is bought', () => {
    const [first, second] = split(590n, 9_000n);
    if (!first || !second) throw new Error('a split has two orders');
    const elsewhere = factsOf([first, { ...second, wanted: BYSTANDER }], { expected: 100_000n });
    expect(effectiveMinimum(elsewhere)).toBe(590n);
    expect(minimumReceived(elsewhere)).toBe(590n);
  });
});

describe('what may be kept for a cancellation', () => {
  const allowed = (claimed: bigint) =>
    cancellationFeeAllowed(facts({ ...goodCancel().input, claims: { cancellationFee: claimed } }));

  it('is what is claimed, up to the most that the app allows for each order', () => {
    expect(allowed(1_000_000n)).toBe(1_000_000n);
    expect(allowed(4_000_000n)).toBe(4_000_000n);
    expect(allowed(4_000_001n)).toBe(4_000_000n);
    expect(cancellationFeeAllowed(facts(goodCancel().input))).toBe(0n);
  });

  it('is nothing where no order is taken back, whatever is claimed', () => {
    const claims = { cancellationFee: 1_000_000n };
    expect(cancellationFeeAllowed(facts({ ...goodTrade().input, claims }))).toBe(0n);
  });
});

describe('the most that an order may hold besides what is sold', () => {
  const { orderOverhead, hopOrderOverhead } = DEFAULT_LIMITS;
  const sold = (asset: AssetId, units = 1_000_000_000n) => ({ asset, quantity: quantity(units) });
  const most = (change: Partial<TradeTerms>): bigint => {
    const given = factsOf([], change);
    if (!given.trade) throw new Error('it is a trade');
    return overheadLimit(given.trade, given);
  };

  it('is one exchange’s where ADA is on either side, and that of both ways where it is on neither', () => {
    expect(hopOrderOverhead).toBeGreaterThan(orderOverhead);
    expect(most({ pay: sold(ADA), receive: GEM })).toBe(orderOverhead);
    expect(most({ pay: sold(GEM), receive: ADA })).toBe(orderOverhead);
    expect(most({ pay: sold(GEM), receive: BYSTANDER })).toBe(hopOrderOverhead);
  });

  it('is that of each cycle of a recurring order, and a hundredth of the ADA that it trades', () => {
    const plan = { kind: 'dca', cycles: 10, expected: 2_000_000_000n } as const;
    expect(most({ ...plan, pay: sold(ADA), receive: GEM })).toBe(10n * orderOverhead + 10_000_000n);
    expect(most({ ...plan, pay: sold(GEM), receive: ADA })).toBe(10n * orderOverhead + 20_000_000n);
  });

  it('is that of each cycle alone where neither side is ADA, or nobody says how much ADA it brings', () => {
    const plan = { kind: 'dca', cycles: 10, expected: 2_000_000_000n } as const;
    expect(most({ ...plan, pay: sold(GEM), receive: BYSTANDER })).toBe(10n * orderOverhead);
    expect(most({ kind: 'dca', cycles: 10, pay: sold(GEM), receive: ADA })).toBe(10n * orderOverhead);
  });

  it('reckons with thirty cycles of a recurring order where nobody says how many it has', () => {
    expect(most({ kind: 'dca', pay: sold(GEM), receive: BYSTANDER })).toBe(30n * orderOverhead);
  });
});
