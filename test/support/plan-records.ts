import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { dcaInterval, type ServicePlan } from '#domain/dca.ts';
import { epochMs } from '#domain/time.ts';
import type { OrderFill, PlacedOrder, Trade } from '#domain/trade.ts';
import type { PlanContext } from '../../src-main/features/dca/merge-plans.ts';
import { restOfPlan } from '../../src-main/trading/kinds/dca-plan.ts';
import { SOME_TOKEN } from './journal-entry.ts';
import { limitTrade } from './order-records.ts';

/** A plan of 100.000003 ADA in 4 trades; each costs 0.5 ADA and gives 1 ADA back, 2 ADA come back at its end. */
export const PLAN_PAY = 100_000_003n;
const EACH = 25_000_000n;
export const NEXT = epochMs(Date.UTC(2027, 0, 2));

export function cycleFill(number: number, received = 1_000n): OrderFill {
  return {
    hash: String(number).padStart(2, '0').repeat(32),
    sold: quantity(number === 4 ? EACH + 3n : EACH),
    received: quantity(received),
  };
}

export function planTrade(change: Partial<Trade> = {}, order: Partial<PlacedOrder> = {}): Trade {
  const { limit: _limit, ...base } = limitTrade();
  return {
    ...base,
    kind: 'dca',
    pay: { asset: ADA, quantity: quantity(PLAN_PAY) },
    receive: SOME_TOKEN,
    slippageBps: 100,
    dca: { every: '1day', cycles: 4, perCycle: quantity(EACH), exchanges: [] },
    orders: [
      {
        index: 0,
        exchange: 'EXA',
        minimum: quantity(0n),
        pay: quantity(PLAN_PAY),
        batcherFee: quantity(2_000_000n),
        deposit: quantity(6_000_000n),
        perCycle: { fee: quantity(500_000n), returned: quantity(1_000_000n) },
        ...order,
      },
    ],
    ...change,
  };
}

export function toldPlan(change: Partial<ServicePlan> = {}): ServicePlan {
  return {
    id: 'plan-1',
    status: 'ACTIVE',
    sells: ADA,
    buys: SOME_TOKEN,
    amountPerCycle: '25',
    interval: dcaInterval('1day'),
    everyWords: 'every day',
    cycles: 4,
    completed: 0,
    remaining: 4,
    next: NEXT,
    nextWords: undefined,
    txHash: undefined,
    outputIndex: undefined,
    record: [],
    ...change,
  };
}

export const PLAN_CONTEXT: PlanContext = {
  walletOf: () => 'addr_test1own',
  now: epochMs(NEXT - 1_000),
  reportedAt: epochMs(NEXT - 1_000),
  graceMs: 10_000,
  token: () => undefined,
  cancelOf: () => undefined,
  restOf: restOfPlan,
  whyLate: () => undefined,
};
