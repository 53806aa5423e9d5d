import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { Estimate, SwapIntent } from '#domain/quote.ts';
import { inEnglish } from '#domain/sentences/sentence.ts';
import type { Token } from '#domain/token.ts';
import { priceImpact, priceOfPools, quoteNotices } from '../../../src-main/trading/kinds/market-price.ts';
import { SOME_TOKEN } from '../../support/journal-entry.ts';

const intent: SwapIntent = {
  pay: { asset: ADA, quantity: quantity(25_000_000n) },
  receive: SOME_TOKEN,
  slippageBps: 100,
  excluded: [],
};
const token: Token = {
  id: SOME_TOKEN,
  ticker: 'TOK',
  name: 'Token',
  verified: true,
  decimals: 2,
  tickerSource: 'ledger',
  decimalsSource: 'ledger',
};

function estimate(changes: Partial<Estimate> = {}): Estimate {
  return {
    expected: quantity(1_000n),
    lowest: quantity(990n),
    routes: [{ exchange: 'EXA', amountIn: quantity(25_000_000n), expectedOut: quantity(1_000n) }],
    ...changes,
  };
}

describe('price impact', () => {
  const decimals = () => 2;
  it('is the fraction lost against the spot price', () => {
    // 25 ADA at 2 ADA a token are 12.5 tokens; 10 are expected.
    expect(priceImpact(intent, 1_000n, decimals, { pay: 1, receive: 2 })).toBeCloseTo(0.2);
  });
  it('is nothing when the quote is better than the average, and unknown without a price', () => {
    expect(priceImpact(intent, 1_000n, decimals, { pay: 1, receive: 3 })).toBe(0);
    expect(priceImpact(intent, 1_000n, decimals, { pay: 1, receive: undefined })).toBeUndefined();
  });
  it('takes the price of all pools together, and none of empty ones', () => {
    const pool = { exchange: 'EXA', poolId: 'p' };
    expect(
      priceOfPools([
        { ...pool, ada: 100, tokens: 10 },
        { ...pool, ada: 300, tokens: 10 },
      ]),
    ).toBe(20);
    expect(priceOfPools([{ ...pool, ada: 100, tokens: 0 }])).toBeUndefined();
    expect(priceOfPools([])).toBeUndefined();
  });
});

describe('notices of a quote', () => {
  const noticesOf = (changes: Partial<Estimate>, tokens: readonly Token[] = [token], impact = 0.001) =>
    quoteNotices(intent, estimate(changes), tokens, impact);

  it('has nothing to say of a plain one', () => {
    expect(noticesOf({})).toEqual([]);
  });
  it.each([
    ['an unverified token', {}, [{ ...token, verified: false }], 0.001, /TOK is not verified/],
    [
      'a token that service and ledger call differently',
      {},
      [
        {
          ...token,
          ...{ ticker: '', tickerSource: 'disputed' as const },
          tickerClaims: { service: 'TILL', ledger: 'AMBER' },
        },
      ],
      0.001,
      /^The service calls the token .+….+ by the name TILL, the ledger by the name AMBER: check its id/,
    ],
    ['an impact of 6 %', {}, [token], 0.06, /High price impact: 6\.0 %/],
    ['an impact of 30 %', {}, [token], 0.3, /lose 30 %/],
    ['a floor below the tolerance', { lowest: quantity(950n) }, [token], 0.001, /5\.0 % below/],
    ['no route', { routes: [] }, [token], 0.001, /which exchanges/],
    [
      'shares that do not add up',
      { routes: [{ exchange: 'EXA', amountIn: quantity(24_000_000n), expectedOut: quantity(1_000n) }] },
      [token],
      0.001,
      /do not add up/,
    ],
  ] as const)('tells of %s', (_name, changes, tokens, impact, sentence) => {
    expect(inEnglish(...noticesOf(changes, tokens, impact))).toMatch(sentence);
  });
});
