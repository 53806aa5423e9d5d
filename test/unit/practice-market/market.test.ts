import { describe, expect, it } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import { epochMs } from '#domain/time.ts';
import { Market } from '../../../src-main/practice/market/market.ts';
import type { MarketQuote, Pool } from '../../../src-main/practice/market/types.ts';
import { defaultExchanges } from '../../support/practice-exchanges.ts';

const exchanges = defaultExchanges();
const now = epochMs(1_750_000_000_000);
const market = new Market({ seed: 7, exchanges, now });
const ada = (whole: number): bigint => BigInt(Math.round(whole * 1e6));

function byTicker(ticker: string, verified = true): AssetId {
  const found = market.tokens.find((token) => token.ticker === ticker && token.verified === verified);
  if (found === undefined) throw new Error(`no ${ticker}`);
  return found.id;
}

const amber = byTicker('AMBER');
const kelp = byTicker('KELP');
const halyard = byTicker('HALY');

function quoted(
  tokenIn: AssetId,
  tokenOut: AssetId,
  amountIn: bigint,
  excluded: readonly string[] = [],
): MarketQuote {
  const quote = market.quote({ tokenIn, tokenOut, amountIn, excluded });
  if (!quote.ok) throw new Error(quote.failure.code);
  return quote.value;
}

function refusal(
  tokenIn: AssetId,
  tokenOut: AssetId,
  amountIn: bigint,
  excluded: readonly string[] = [],
): string {
  const quote = market.quote({ tokenIn, tokenOut, amountIn, excluded });
  return quote.ok ? 'ok' : quote.failure.code;
}

const total = (quote: MarketQuote, part: 'amountIn' | 'expectedOut' | 'batcherFee' | 'deposit'): bigint =>
  quote.orders.reduce((sum, order) => sum + order[part], 0n);

describe('quotes', () => {
  it('a small trade goes to one exchange: a second batcher fee would not pay', () => {
    const quote = quoted(ADA, amber, ada(25));
    expect(quote.orders).toHaveLength(1);
    expect(quote.batcherFees).toBe(quote.orders[0]?.batcherFee);
  });

  it('a large one is split, and its sums are exact', () => {
    for (const [tokenIn, tokenOut, amountIn] of [
      [ADA, amber, ada(50_000)],
      [amber, ADA, ada(80_000)],
      [ADA, kelp, ada(40_000)],
    ] as const) {
      const quote = quoted(tokenIn, tokenOut, amountIn);
      expect(quote.orders.length).toBeGreaterThan(3);
      expect(total(quote, 'amountIn')).toBe(amountIn);
      expect(total(quote, 'expectedOut')).toBe(quote.expectedOut);
      expect(total(quote, 'batcherFee')).toBe(quote.batcherFees);
      expect(total(quote, 'deposit')).toBe(quote.deposits);
      expect(quote.priceImpactPpm).toBeGreaterThan(0);
      expect(quote.legs).toHaveLength(1);
    }
  });

  it('token to token passes through ADA: two legs, one order for each exchange of the first', () => {
    const amountIn = 200n * 10n ** 8n;
    const quote = quoted(halyard, amber, amountIn);
    const [sale, purchase] = quote.legs;
    expect(quote.legs.map((leg) => leg.direction)).toEqual(['sell', 'buy']);
    expect(purchase?.amountIn).toBe(sale?.expectedOut);
    expect(quote.expectedOut).toBe(purchase?.expectedOut);
    expect(quote.orders.map((order) => order.exchange)).toEqual(sale?.shares.map((share) => share.exchange));
    expect(total(quote, 'amountIn')).toBe(amountIn);
    expect(total(quote, 'expectedOut')).toBe(quote.expectedOut);
    expect(quote.batcherFees).toBe((sale?.batcherFees ?? 0n) + (purchase?.batcherFees ?? 0n));
    expect(quote.deposits).toBe(sale?.deposits);
  });

  it('excluded exchanges are not used, on either leg', () => {
    const excluded = ['EXA', 'EXAV2', 'EXB', 'EXCV2', 'NOT-A-CODE'];
    const quote = quoted(halyard, amber, 200n * 10n ** 8n, excluded);
    for (const leg of quote.legs) {
      for (const share of leg.shares) expect(excluded).not.toContain(share.exchange);
    }
  });

  it('says why there is none', () => {
    const everyone = exchanges.map((exchange) => exchange.code);
    const unknown = 'ab'.repeat(28) as AssetId;
    const shelf = byTicker('SHELF', false);
    expect(refusal(ADA, amber, ada(25), everyone)).toBe('all-exchanges-excluded');
    expect(refusal(ADA, unknown, ada(25))).toBe('token-unknown');
    expect(refusal(unknown, ADA, 25n)).toBe('token-unknown');
    expect(refusal(ADA, shelf, ada(25))).toBe('no-pool');
    expect(refusal(shelf, amber, 25n)).toBe('no-pool');
    expect(refusal(amber, amber, 25n)).toBe('same-token');
    expect(refusal(ADA, ADA, 25n)).toBe('same-token');
    expect(refusal(ADA, amber, ada(0.5))).toBe('amount-too-small');
    expect(refusal(ADA, amber, 0n)).toBe('amount-too-small');
    expect(refusal(amber, ADA, 1n)).toBe('amount-too-small');
    expect(refusal(amber, kelp, 1n)).toBe('amount-too-small');
    expect(refusal(ADA, amber, ada(1e9))).toBe('not-enough-liquidity');
  });

  it('pools on excluded exchanges only are as good as none', () => {
    const cinder = byTicker('CNDR');
    const code = (market.poolsOf(cinder)[0] as Pool).exchange;
    expect(refusal(ADA, cinder, ada(10))).toBe('ok');
    expect(refusal(ADA, cinder, ada(10), [code])).toBe('no-pool');
  });

  it('names the least amount of a sale that is too small, and that amount trades', () => {
    const refused = market.quote({ tokenIn: amber, tokenOut: ADA, amountIn: 1000n });
    if (refused.ok || refused.failure.code !== 'amount-too-small') throw new Error('not refused');
    const minimum = refused.failure.minimum ?? 0n;
    expect(refusal(amber, ADA, (minimum * 101n) / 100n)).toBe('ok');
    expect(refusal(amber, ADA, (minimum * 90n) / 100n)).toBe('amount-too-small');
  });
});

describe('fills', () => {
  it('give what was quoted while nothing moved, move the pool and are logged', () => {
    const own = new Market({ seed: 7, exchanges, now, historySeconds: 0 });
    const quote = own.quote({ tokenIn: ADA, tokenOut: amber, amountIn: ada(9000) });
    if (!quote.ok) throw new Error(quote.failure.code);
    for (const { poolId, amountIn, expectedOut } of quote.value.orders) {
      const before = own.pool(poolId) as Pool;
      const request = { poolId, tokenIn: ADA, tokenOut: amber, amountIn, minimumOut: expectedOut };
      expect(own.preview(request)).toEqual({ ok: true, value: expectedOut });
      const fill = own.fill(request, now);
      if (!fill.ok) throw new Error(fill.failure.code);
      expect(fill.value.out).toBe(expectedOut);
      const after = own.pool(poolId) as Pool;
      expect(after.ada - before.ada).toBe(amountIn);
      expect(before.tokens - after.tokens).toBe(expectedOut);
    }
    const logged = own.tradesSince(0);
    expect(logged.map((trade) => trade.sequence)).toEqual(quote.value.orders.map((_, index) => index + 1));
    expect(logged.every((trade) => trade.source === 'order' && trade.side === 'buy')).toBe(true);
    expect(own.dailyStats(amber)).toEqual({ buys: logged.length, sales: 0, volume: ada(9000) });
    expect(own.tradesSince(logged.length - 1)).toEqual(logged.slice(-1));
  });

  it('below the minimum nothing moves', () => {
    const own = new Market({ seed: 7, exchanges, now, historySeconds: 0 });
    const { id: poolId } = own.poolsOf(amber)[0] as Pool;
    const before = own.snapshot();
    const request = { poolId, tokenIn: ADA, tokenOut: amber, amountIn: ada(100) };
    const preview = own.preview(request);
    if (!preview.ok) throw new Error(preview.failure.code);
    const refused = own.fill({ ...request, minimumOut: preview.value + 1n }, now);
    expect(refused).toEqual({ ok: false, failure: { code: 'below-minimum', out: preview.value } });
    expect(own.snapshot()).toEqual(before);
  });

  it('of a token-to-token order sell, then buy with the ADA that came out', () => {
    const own = new Market({ seed: 7, exchanges, now, historySeconds: 0 });
    const quote = own.quote({ tokenIn: halyard, tokenOut: amber, amountIn: 5n * 10n ** 8n });
    if (!quote.ok) throw new Error(quote.failure.code);
    const order = quote.value.orders[0];
    if (order === undefined) throw new Error('no order');
    const fill = own.fill({ ...order, tokenIn: halyard, tokenOut: amber }, now);
    if (!fill.ok) throw new Error(fill.failure.code);
    const [sale, ...purchases] = fill.value.trades;
    expect(sale?.tokens).toBe(order.amountIn);
    expect(purchases.reduce((sum, trade) => sum + trade.ada, 0n)).toBe(sale?.ada);
    expect(purchases.reduce((sum, trade) => sum + trade.tokens, 0n)).toBe(fill.value.out);
  });

  it('on a pool that is not of the pair are refused', () => {
    const poolId = (market.poolsOf(kelp)[0] as Pool).id;
    const failure = { ok: false, failure: { code: 'pool-unknown', poolId } };
    expect(market.preview({ poolId, tokenIn: ADA, tokenOut: amber, amountIn: ada(10) })).toEqual(failure);
  });
});

describe('market data', () => {
  it('averages all reserves into one price', () => {
    const pools = market.poolsOf(amber);
    const price = market.averagePrice(amber);
    expect(price?.lovelace).toBe(pools.reduce((sum, pool) => sum + pool.ada, 0n));
    expect(price?.tokens).toBe(pools.reduce((sum, pool) => sum + pool.tokens, 0n));
    expect(price?.adaPerToken).toBeGreaterThan(0.2);
    expect(price?.adaPerToken).toBeLessThan(0.9);
    expect(market.averagePrice(byTicker('SHELF', false))).toBeUndefined();
  });

  it('prices every token near its listing in whole tokens, whatever its decimals', () => {
    expect(market.averagePrice(kelp)?.adaPerToken).toBeGreaterThan(5000);
    expect(market.averagePrice(byTicker('MOTE'))?.adaPerToken).toBeLessThan(3e-8);
  });

  it('pairs a token with ADA, and ADA with all that have pools', () => {
    expect(market.pairsOf(amber).map((pair) => pair.ticker)).toEqual(['ADA']);
    expect(market.pairsOf(ADA)).toHaveLength(market.tokens.length - 1);
    expect(market.pairsOf(byTicker('SHELF', false))).toEqual([]);
  });

  it('begins with a day of history', () => {
    const stats = market.dailyStats(amber);
    expect(stats.buys).toBeGreaterThan(500);
    expect(stats.sales).toBeGreaterThan(500);
    expect(stats.volume).toBeGreaterThan(ada(10_000));
    expect(market.time).toBe(now);
  });
});
