import { describe, expect, it } from 'vitest';
import type { AssetId } from '#domain/asset.ts';
import { poolAssets } from '../../../src-main/practice/chain/scripts.ts';
import type { Pool } from '../../../src-main/practice/market/types.ts';
import { unspentPool } from '../../../src-main/practice/traders/fill-transaction.ts';
import { TestWorld } from '../../support/practice-world.ts';

/** Reserves of a token's pools, as the market has them and as they are on chain. */
function reserves({ practice }: TestWorld, token: AssetId) {
  const codes = practice.market.exchanges.map(({ code }) => code);
  const onChain = ({ id, exchange }: Pool) => {
    const pool = { id, exchange, token } as Pool;
    const { output } = unspentPool(practice.chain, pool, codes);
    return { ada: poolAssets(output)?.ada, tokens: poolAssets(output)?.tokens };
  };
  const pools = practice.market.poolsOf(token);
  return {
    market: pools.map(({ ada, tokens }) => ({ ada, tokens })),
    chain: pools.map(onChain),
    hashes: pools.map(
      ({ id, exchange }) => unspentPool(practice.chain, { id, exchange, token } as Pool, codes).ref.txHash,
    ),
  };
}

describe('the crowd', () => {
  it('moves the pools on chain once a price is asked for, and no others', () => {
    const world = new TestWorld();
    const [amber, other] = [world.token('AMBER'), world.practice.market.tokens.at(-1)?.id as AssetId];
    world.pass(600);
    expect(reserves(world, amber).chain).not.toEqual(reserves(world, amber).market);
    const before = reserves(world, other).hashes;
    world.practice.quoted([amber]);
    world.pass(2);
    // Sent with this block, and on chain with the next.
    expect(reserves(world, amber).chain).toEqual(reserves(world, amber).market);
    world.pass(2);
    for (const hash of reserves(world, amber).hashes)
      expect(world.practice.chain.state.transaction(hash)).toBeDefined();
    expect(reserves(world, other).hashes).toEqual(before);
  });

  it('moves the pools of the token that has the most in one transaction', () => {
    const world = new TestWorld();
    const { tokens } = world.practice.market;
    const [most] = tokens
      .map(({ id }) => id)
      .toSorted((a, b) => world.practice.market.poolsOf(b).length - world.practice.market.poolsOf(a).length);
    if (most === undefined) throw new Error('no token');
    world.pass(600);
    world.practice.quoted([most]);
    world.pass(2);
    expect(world.practice.market.poolsOf(most).length).toBeGreaterThan(10);
    expect(reserves(world, most).chain).toEqual(reserves(world, most).market);
  });
});
