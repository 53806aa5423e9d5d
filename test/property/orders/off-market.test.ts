import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offMarketRefusal } from '../../../src-main/cli/limit-order.ts';
import { parseAssetId } from '#domain/asset.ts';
import { failureText } from '#domain/failure.ts';
import { readPrice, type LimitPrice, type Side } from '#domain/limit-price.ts';
import { OFF_MARKET_BPS, offMarket, worstOffMarket } from '#domain/off-market.ts';
import type { Token } from '#domain/token.ts';

const DECIMALS = 6;
const MARKET = 0.25;

function fromMarket(percent: string): LimitPrice {
  const price = readPrice({ form: 'percent', text: percent }, DECIMALS, MARKET);
  if (!price.ok) throw new Error(price.failure.code);
  return price.value;
}

const standing = (side: Side, percent: string) => offMarket(side, fromMarket(percent), DECIMALS, MARKET);

describe('a limit price against the market', () => {
  test.each([
    ['buy', '5', undefined],
    ['buy', '5.01', 501],
    ['buy', '-90', undefined],
    ['sell', '-5', undefined],
    ['sell', '-5.01', 501],
    ['sell', '-99.9', 9990],
    ['sell', '900', undefined],
    ['buy', '900', 90_000],
  ] as const)('to %s at %s %% from it', (side, percent, bps) => {
    expect(standing(side, percent)).toEqual(bps === undefined ? undefined : { kind: 'off', bps });
  });

  test.each([undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])('%s is no market', (market) => {
    expect(offMarket('buy', fromMarket('-2'), DECIMALS, market)).toEqual({ kind: 'unknown' });
  });

  test('is asked about exactly from more than the bound on, on the losing side alone', () => {
    const bps = fc.integer({ min: -9_999, max: 1_000_000 });
    fc.assert(
      fc.property(bps, fc.constantFrom<Side>('buy', 'sell'), (away, side) => {
        const sign = away < 0 ? '-' : '';
        const percent = `${sign}${Math.floor(Math.abs(away) / 100)}.${String(Math.abs(away) % 100).padStart(2, '0')}`;
        const loss = side === 'buy' ? away : -away;
        const found = standing(side, percent);
        expect(found).toEqual(loss > OFF_MARKET_BPS ? { kind: 'off', bps: loss } : undefined);
      }),
    );
  });

  test('of several the worst is named, and a market that is not known before all', () => {
    expect(worstOffMarket([undefined, undefined])).toBeUndefined();
    expect(worstOffMarket([undefined, { kind: 'off', bps: 600 }, { kind: 'off', bps: 900 }])).toEqual({
      kind: 'off',
      bps: 900,
    });
    expect(worstOffMarket([{ kind: 'off', bps: 600 }, { kind: 'unknown' }])).toEqual({ kind: 'unknown' });
  });
});

describe('on the command line', () => {
  const id = parseAssetId('ab'.repeat(28));
  if (id === undefined) throw new Error('not an id');
  const token = { id, ticker: 'AMBER' } as const;
  const market = (spot: number | undefined) => ({
    side: 'sell' as const,
    spot,
    token: {
      ...token,
      name: '',
      verified: true,
      decimals: DECIMALS,
      tickerSource: 'ledger',
      decimalsSource: 'service',
    } as Token,
  });

  test('such a price is refused with the figure', () => {
    const refusal = offMarketRefusal(market(9_080), [{ lovelace: 9_080_000n, units: 1_000_000n }]);
    expect(refusal?.code).toBe('limit-off-market');
    if (refusal === undefined) return;
    const { what, advice } = failureText(refusal);
    expect(what).toBe(
      'The price is 99.9 % below the market, which is at 9080 ADA: the order could lose that much.',
    );
    expect(advice).toContain('--off-market');
  });

  test('a price that nothing can be held against is refused as such', () => {
    expect(offMarketRefusal(market(undefined), [fromMarket('0')])?.code).toBe('limit-market-unknown');
    expect(offMarketRefusal(market(MARKET), [fromMarket('-5'), fromMarket('3')])).toBeUndefined();
  });
});
