import { describe, expect, test } from 'vitest';

import { ADA } from '#domain/asset.ts';
import { addValues, subtractValues, type Value } from '#domain/amount.ts';
import { epochMs } from '#domain/time.ts';
import { buildSwap, quoteSwap } from '../../../src-main/practice/api/swaps.ts';
import { openStore } from '../../../src-main/practice/chain/store.ts';
import { Practice } from '../../../src-main/practice/practice.ts';
import { bytesOf, sendBuilt } from '../../support/built-by-practice.ts';
import { defaultExchanges } from '../../support/practice-exchanges.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';

const BLOCK_MS = 2_000;

function newWorld(seed: number) {
  let now = 1_790_000_000_000;
  const opened = Practice.open({
    store: openStore(':memory:'),
    seed,
    exchanges: defaultExchanges(),
    now: () => epochMs(now),
    speed: 1,
  });
  if (!opened.ok) throw new Error(opened.failure);
  const practice = opened.value;
  return {
    practice,
    tick: () => {
      now += BLOCK_MS;
      practice.tick();
    },
  };
}

function total(practice: Practice): Value {
  return [...practice.chain.state.all()].reduce<Value>(
    (sum, { output }) => addValues(sum, output.value),
    new Map(),
  );
}

/** A small generator, so that the trades follow from the seed. */
function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe.each([1, 2, 3])('the practice world of seed %i', (seed) => {
  test('through many trades of every kind, nothing is made and nothing is lost', () => {
    const { practice, tick } = newWorld(seed);
    const { chain, market } = practice;
    const wallet = practiceWallet(seed);
    const next = chance(seed);
    const genesis = total(practice);
    for (const token of market.tokens) expect(genesis.get(token.id)).toBe(token.supply);
    expect(practice.fund(wallet.address).ok).toBe(true);
    tick();
    let placed = 0;
    for (let round = 0; round < 25; round += 1) {
      const held = [
        ...new Set(chain.spendableAt(wallet.address).flatMap(({ output }) => [...output.value.keys()])),
      ];
      const tokenIn = held[next(held.length)] ?? ADA;
      const tokenOut =
        [ADA, ...market.tokens.map((token) => token.id)][next(market.tokens.length + 1)] ?? ADA;
      const decimals = tokenIn === ADA ? 6 : (market.token(tokenIn)?.decimals ?? 0);
      const owned = chain
        .spendableAt(wallet.address)
        .reduce((sum, { output }) => sum + (output.value.get(tokenIn) ?? 0n), 0n);
      const amount = Number(owned / BigInt(2 + next(60))) / 10 ** decimals;
      const body = {
        token_in: tokenIn === ADA ? '' : tokenIn,
        token_out: tokenOut === ADA ? '' : tokenOut,
        amount_in: amount,
        slippage: 1 + next(8),
        blacklisted_dexes: next(3) === 0 ? ['EXA', 'EXC', 'EXK'] : [],
      };
      let orders = 0;
      const answer = sendBuilt(practice, wallet, 'both', () => {
        const swap = quoteSwap(market, bytesOf(body), 'spec');
        orders = swap.orders.length;
        return buildSwap(practice, swap, wallet.address);
      });
      if (chain.inMempool(answer)) placed += orders;
      tick();
    }
    for (let blocks = 0; blocks < 5; blocks += 1) tick();
    const fees = [...seen(practice)].reduce((sum, tx) => sum + tx.fee, 0n);
    expect([...subtractValues(genesis, total(practice))]).toEqual([[ADA, fees]]);
    expect(placed).toBeGreaterThan(10);
    expect(seen(practice).length).toBeGreaterThan(placed);
  });
});

/** Every transaction on chain that an address of the world or the wallet took part in, once. */
function seen({ chain, keys }: Practice) {
  const addresses = [keys.faucet, ...keys.batchers.values(), ...keys.makers].map((key) => key.address);
  const wallets = [1, 2, 3].map((seed) => practiceWallet(seed).address);
  const hashes = new Set(
    [...addresses, ...wallets].flatMap((address) => chain.state.address(address)?.transactions ?? []),
  );
  return [...hashes].flatMap((hash) => {
    const found = chain.state.transaction(hash);
    return found && found.block.height > 0 ? [found.tx] : [];
  });
}
