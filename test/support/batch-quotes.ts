import { quantity, type Value } from '#domain/amount.ts';
import type { LimitPrice } from '#domain/limit-price.ts';
import { epochMs } from '#domain/time.ts';
import { ADA_TOKEN, type Token } from '#domain/token.ts';
import type { OutputName } from '#domain/trade.ts';
import type { CancelQuote, LadderQuote, MovedOrder } from '../../src-main/trading/kinds/quote.ts';
import { GEM, ORDER_SCRIPT } from './good-trade.ts';

export const GEM_TOKEN: Token = { ...ADA_TOKEN, id: GEM, ticker: 'GEM', decimals: 3 };

/** A level's deviations: base units, and the price in lovelace per base unit. */
interface LevelChange extends Partial<Pick<LadderQuote, 'id' | 'payToken' | 'receiveToken'>> {
  readonly sells?: bigint;
  readonly atLeast?: bigint;
  readonly exchange?: string | undefined;
  readonly price?: LimitPrice;
}

/** A level of a ladder that buys 20 GEM for 10 ADA at EXA, but for what is changed. */
export function levelQuote(change: LevelChange = {}): LadderQuote {
  const { id, payToken, receiveToken, sells, atLeast, exchange, price } = {
    id: 'level',
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
    kind: 'ladder',
    ...bare(id, [payToken, receiveToken]),
    task: { kind: 'limit', pay, receive, atLeast, orders: 1 },
    claims: { expected: atLeast },
    routes: [],
    payToken,
    receiveToken,
    spot: { pay: undefined, receive: undefined },
    priceImpact: undefined,
    order: { pay, receive, wantedPrice: '0.5', multiples: 1, exchange, excluded: [] },
    terms: {
      typed: { form: 'ada-per-token', text: '0.5' },
      price,
      level: { batchId: 'ladder', at: 0, of: 2 },
    },
    parts: [{ pay: sells, atLeast }],
  };
}

/** Takes back the contents of outputs of one transaction, by their indexes. */
export function cancelQuote(indexes: readonly number[], holds: Value, id = 'cancel'): CancelQuote {
  const outputs = indexes.map((index): OutputName => `${'ab'.repeat(32)}#${index}`);
  return {
    kind: 'cancel',
    ...bare(id, [GEM_TOKEN, ADA_TOKEN]),
    task: { kind: 'cancel', orders: outputs, holds },
    claims: {},
    ids: outputs,
  };
}

/** An order that buys 20 GEM for 10 ADA, moved from 0.5 ADA to 0.4: then it buys 25. */
export function movedOrder(): MovedOrder {
  const { terms, ...level } = levelQuote({ atLeast: 25_000n, price: { lovelace: 400n, units: 1n } });
  const { level: _place, ...price } = terms;
  const holds: Value = new Map([[ADA_TOKEN.id, 14_000_000n]]);
  const replaces = {
    order: `${'ab'.repeat(32)}#0` as const,
    script: ORDER_SCRIPT,
    fee: 1_800_000n,
    deposit: 2_200_000n,
    others: 0n,
  };
  const task = { ...level.task, replaces };
  const next = { ...level, kind: 'limit', id: 'new order', terms: price, task } as const;
  return { from: { lovelace: 500n, units: 1n }, quotes: [{ ...cancelQuote([0], holds), next }, next] };
}

function bare(id: string, tokens: readonly Token[]) {
  return { id, tokens, notices: [], at: epochMs(0), expiresAt: epochMs(1) };
}
