import type { TradeView } from '#contract/trades.ts';
import type { TokenShape } from '../../src-renderer/format/amount.ts';

export const carb: TokenShape = { id: 'ab'.repeat(28), ticker: 'CARB', name: 'Carbon', decimals: 2 };

/** 100 ADA for about 200 CARB, at least 198; 199 were paid. */
export const boughtCarb: TradeView = {
  id: 't1',
  kind: 'swap',
  state: 'filled',
  pay: { asset: 'ADA', quantity: '100000000' },
  receive: carb.id,
  slippageBps: 100,
  expected: '20000',
  atLeast: '19800',
  filledTotal: '19900',
  routes: [],
  costs: { networkFee: '200000', exchangeFees: '2000000', deposits: '2000000', otherRecipients: '30000' },
  bodyHash: 'a3'.repeat(32),
  orders: [],
  createdAt: 0,
  updatedAt: 0,
};
