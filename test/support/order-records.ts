import { ADA } from '#domain/asset.ts';
import { quantity } from '#domain/amount.ts';
import type { ServiceOrder } from '#domain/order.ts';
import { epochMs } from '#domain/time.ts';
import type { Token } from '#domain/token.ts';
import type { PlacedOrder, Trade } from '#domain/trade.ts';
import type { MergeContext } from '../../src-main/features/orders/merge-orders.ts';
import { journalEntry, SOME_TOKEN } from './journal-entry.ts';

export const TOKEN: Token = {
  id: SOME_TOKEN,
  ticker: 'TOK',
  name: 'Some token',
  verified: true,
  decimals: 3,
  tickerSource: 'ledger',
  decimalsSource: 'service',
};

/** An order as the service lists it: 20 ADA for 1,000 TOK at 0.02. */
export function told(change: Partial<ServiceOrder> = {}): ServiceOrder {
  return {
    id: 'service-1',
    status: 'LIMIT',
    sells: ADA,
    buys: SOME_TOKEN,
    exchange: 'EXB',
    owner: 'addr_test1owner',
    amountIn: '20',
    expectedOut: '1000',
    actualOut: '0',
    submittedAt: epochMs(1_000_000),
    updatedAt: epochMs(1_000_000),
    txHash: '11'.repeat(32),
    outputIndex: 0,
    updateTxHash: undefined,
    outOfRange: false,
    stopLoss: false,
    batcherFee: '2',
    deposit: '1.5',
    record: [['_id', 'service-1']],
    ...change,
  };
}

export function placedOrder(change: Partial<PlacedOrder> = {}): PlacedOrder {
  return {
    index: 0,
    exchange: 'EXB',
    minimum: quantity(1_000_000n),
    deposit: quantity(1_500_000n),
    batcherFee: quantity(2_000_000n),
    pay: quantity(20_000_000n),
    ...change,
  };
}

/** A limit trade of one order: 20 ADA for 1,000 TOK. */
export function limitTrade(change: Partial<Trade> = {}): Trade {
  return journalEntry({
    kind: 'limit',
    state: 'placed',
    pay: { asset: ADA, quantity: quantity(20_000_000n) },
    atLeast: quantity(1_000_000n),
    orders: [placedOrder()],
    hasReceipt: true,
    limit: {
      typed: { form: 'ada-per-token', text: '0.02' },
      price: { lovelace: 20n, units: 1n },
    },
    ...change,
  }).trade;
}

export const CONTEXT: MergeContext = {
  walletOf: () => 'addr_test1owner',
  token: (id) => (id === SOME_TOKEN ? TOKEN : undefined),
  priceOf: (id) => (id === SOME_TOKEN ? 0.025 : undefined),
  cancelOf: () => undefined,
};
