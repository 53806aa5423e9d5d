import { quantity, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { LimitPrice } from '#domain/limit-price.ts';
import { epochMs } from '#domain/time.ts';
import { ADA_TOKEN, type Token } from '#domain/token.ts';
import type { OutputName } from '#domain/trade.ts';
import type { Quote } from '../../src-main/trading/kinds/quote.ts';
import { GEM } from './good-trade.ts';

export const GEM_TOKEN: Token = { ...ADA_TOKEN, id: GEM, ticker: 'GEM', decimals: 3 };

/** What is special about a limit order: base units, and the price in lovelace for a base unit. */
interface LimitChange extends Partial<Pick<Quote, 'id' | 'payToken' | 'receiveToken'>> {
  readonly sells?: bigint;
  readonly atLeast?: bigint;
  readonly exchange?: string | undefined;
  readonly price?: LimitPrice;
}

/** Buys 20 GEM for 10 ADA at EXA, unless told otherwise. */
export function limitQuote(change: LimitChange = {}): Quote {
  const { id, payToken, receiveToken, sells, atLeast, exchange, price } = {
    id: 'limit',
    payToken: ADA_TOKEN,
    receiveToken: GEM_TOKEN,
    sells: 10_000_000n,
    atLeast: 20_000n,
    exchange: 'EXA',
    price: { lovelace: 500n, units: 1n },
    ...change,
  };
  const pay = { asset: payToken.id, quantity: quantity(sells) };
  const { id: receive } = receiveToken;
  return {
    ...plainQuote(id, payToken, receiveToken),
    intent: { pay, receive, slippageBps: 0, excluded: [] },
    estimate: { expected: quantity(atLeast), atLeast: quantity(atLeast), routes: [] },
    purpose: {
      kind: 'limit',
      order: { pay, receive, wantedPrice: '0.5', multiples: 1, exchange, excluded: [] },
      terms: { typed: { form: 'ada-per-token', text: '0.5' }, price },
      parts: [{ pay: sells, atLeast }],
    },
  };
}

/** Takes back what lies in the outputs of one transaction, by their indexes. */
export function cancelQuote(indexes: readonly number[], holds: Value, id = 'cancel'): Quote {
  const outputs = indexes.map((index): OutputName => `${'ab'.repeat(32)}#${index}`);
  return {
    ...plainQuote(id, ADA_TOKEN, ADA_TOKEN),
    otherTokens: [GEM_TOKEN],
    purpose: { kind: 'cancel', ids: outputs, outputs, holds },
  };
}

function plainQuote(id: string, payToken: Token, receiveToken: Token): Quote {
  return {
    id,
    intent: {
      pay: { asset: ADA, quantity: quantity(0n) },
      receive: ADA,
      slippageBps: 0,
      excluded: [],
    },
    estimate: { expected: quantity(0n), atLeast: quantity(0n), routes: [] },
    payToken,
    receiveToken,
    spot: { pay: undefined, receive: undefined },
    priceImpact: undefined,
    notices: [],
    at: epochMs(0),
    expiresAt: epochMs(1),
  };
}
