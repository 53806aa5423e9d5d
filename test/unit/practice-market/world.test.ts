import { describe, expect, it } from 'vitest';
import { assetNameHex, parseAssetId, policyOf } from '#domain/asset.ts';
import { cast } from '../../../src-main/practice/market/cast.ts';
import { openListings } from '../../../src-main/practice/market/world.ts';
import { defaultExchanges } from '../../support/practice-exchanges.ts';

const tokens = cast.map((member) => member.token);
const exchanges = defaultExchanges();

describe('the cast', () => {
  it('is about thirty tokens with ids of their own that parse', () => {
    expect(tokens.length).toBeGreaterThanOrEqual(30);
    expect(new Set(tokens.map((token) => token.id)).size).toBe(tokens.length);
    expect(new Set(tokens.map((token) => policyOf(token.id))).size).toBe(tokens.length);
    for (const token of tokens) expect(parseAssetId(token.id)).toBe(token.id);
  });

  it('has decimals from 0 to 15 and prices from 1e-8 to 1e4 ADA', () => {
    const decimals = new Set(tokens.map((token) => token.decimals));
    for (const count of [0, 2, 3, 4, 6, 8, 15]) expect(decimals).toContain(count);
    const prices = cast.map((member) => member.price);
    expect(Math.min(...prices)).toBe(1e-8);
    expect(Math.max(...prices)).toBeGreaterThan(9000);
    expect(Math.max(...prices)).toBeLessThanOrEqual(1e4);
  });

  it('has two unverified look-alikes of a verified ticker, one to the letter', () => {
    const amber = tokens.filter((token) => token.name === 'Amber');
    expect(amber.map((token) => token.verified)).toEqual([true, false, false]);
    expect(amber[1]?.ticker).toBe(amber[0]?.ticker);
    expect(amber[2]?.ticker).not.toBe(amber[0]?.ticker);
  });

  it('has an empty asset name, a non-ASCII one and one of 32 bytes', () => {
    const names = tokens.map((token) => assetNameHex(token.id) ?? '');
    expect(names).toContain('');
    expect(names).toContain(Buffer.from('夜明け', 'utf8').toString('hex'));
    expect(Math.max(...names.map((name) => name.length))).toBe(64);
  });

  it('has supplies beyond 2^53 that a ledger quantity can still hold', () => {
    const supplies = tokens.map((token) => token.supply);
    expect(supplies.some((supply) => supply > 2n ** 53n)).toBe(true);
    expect(supplies.every((supply) => supply < 2n ** 63n)).toBe(true);
  });
});

describe('the listings', () => {
  const seeds = [0, 1, 7, 2 ** 31, 123_456_789_012];

  it('hold less than half of each supply, with at most one pool for an exchange', () => {
    for (const seed of seeds) {
      for (const { member, pools } of openListings(seed, exchanges)) {
        const held = pools.reduce((sum, pool) => sum + pool.tokens, 0n);
        expect(held * 2n).toBeLessThan(member.token.supply);
        expect(new Set(pools.map((pool) => pool.exchange)).size).toBe(pools.length);
        expect(pools.length).toBeLessThanOrEqual(member.venues);
      }
    }
  });

  it('use every exchange, several fees, and depths a hundredfold apart for one token', () => {
    for (const seed of seeds) {
      const listings = openListings(seed, exchanges);
      const pools = listings.flatMap((listing) => listing.pools);
      expect(new Set(pools.map((pool) => pool.exchange)).size).toBe(exchanges.length);
      expect(new Set(pools.map((pool) => pool.feePpm)).size).toBeGreaterThan(5);
      const spreads = listings
        .filter((listing) => listing.pools.length > 1)
        .map((listing) => {
          const depths = listing.pools.map((pool) => Number(pool.ada));
          return Math.max(...depths) / Math.min(...depths);
        });
      expect(Math.max(...spreads)).toBeGreaterThan(50);
    }
  });

  it('give a custom list of one exchange its pools', () => {
    const only = exchanges.slice(4, 5);
    const listings = openListings(7, only);
    const listed = listings.filter((listing) => listing.pools.length > 0);
    expect(listed.length).toBeGreaterThan(25);
    for (const { pools } of listed) expect(pools.map((pool) => pool.exchange)).toEqual(['EXBV3']);
  });
});
