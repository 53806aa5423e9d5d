import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { bodyHash } from '../../../src-main/practice/chain/draft.ts';
import { openStore } from '../../../src-main/practice/chain/store.ts';
import { ada, alice, bob, FIRST_SLOT, rulesBroken, signed, testChain } from '../../support/practice-chain.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const FEE = 300_000n;
const directory = temporaryDirectories();
const genesisOutputs = [{ address: alice.address, value: ada(100) }];

describe('the chain', () => {
  test('begins with the genesis block, and empty blocks move only the tip', () => {
    const { chain, wait } = testChain(genesisOutputs);
    expect(chain.tip).toMatchObject({ height: 0, slot: FIRST_SLOT });
    wait(2);
    const block = chain.produceBlock();
    expect(block).toMatchObject({ height: 1, slot: FIRST_SLOT + 2, transactions: [] });
    expect(block.previous).not.toBe(block.hash);
    expect(chain.tip).toBe(block);
  });

  test('never lets a slot come before the tip’s, whatever the clock does', () => {
    const { chain, wait } = testChain(genesisOutputs);
    wait(10);
    chain.produceBlock();
    wait(-60);
    expect(chain.produceBlock().slot).toBe(FIRST_SLOT + 10);
  });

  test('takes a transaction that spends one still in the mempool, and keeps them in order', () => {
    const { chain, genesis } = testChain(genesisOutputs);
    const first = signed(
      { inputs: [genesis(0)], outputs: [{ address: bob.address, value: ada(99.7) }] },
      FEE,
      alice,
    );
    const input = { txHash: bodyHash(first), index: 0 };
    const second = signed(
      { inputs: [input], outputs: [{ address: alice.address, value: ada(99.4) }] },
      FEE,
      bob,
    );
    expect(rulesBroken(chain, second)).toContain('BadInputsUTxO');
    expect(rulesBroken(chain, first)).toEqual([]);
    expect(rulesBroken(chain, second)).toEqual([]);
    expect(chain.spendableAt(bob.address)).toEqual([]);
    expect(chain.chainableAt(alice.address)).toHaveLength(1);
    expect(chain.produceBlock().transactions).toEqual([bodyHash(first), bodyHash(second)]);
    expect(chain.spendableAt(alice.address)).toHaveLength(1);
  });

  test('drops what has expired when the block is made, with what was built on it', () => {
    const { chain, genesis, wait, store } = testChain(genesisOutputs);
    const draft = { inputs: [genesis(0)], outputs: [{ address: bob.address, value: ada(99.7) }] };
    const short = signed({ ...draft, invalidFrom: FIRST_SLOT + 5 }, FEE, alice);
    const input = { txHash: bodyHash(short), index: 0 };
    const child = signed(
      { inputs: [input], outputs: [{ address: alice.address, value: ada(99.4) }] },
      FEE,
      bob,
    );
    expect(rulesBroken(chain, short)).toEqual([]);
    expect(rulesBroken(chain, child)).toEqual([]);
    wait(5);
    expect(chain.produceBlock().transactions).toEqual([]);
    expect(chain.waiting).toBe(0);
    expect(store.mempool()).toEqual([]);
    expect(rulesBroken(chain, signed(draft, FEE, alice))).toEqual([]);
  });

  test('indexes an address by its transactions, once each', () => {
    const { chain, genesis } = testChain(genesisOutputs);
    const outputs = [
      { address: alice.address, value: ada(50) },
      { address: alice.address, value: ada(49.7) },
    ];
    const bytes = signed({ inputs: [genesis(0)], outputs }, FEE, alice);
    expect(rulesBroken(chain, bytes)).toEqual([]);
    chain.produceBlock();
    expect(chain.state.address(alice.address)?.transactions).toEqual([genesis(0).txHash, bodyHash(bytes)]);
    expect(chain.state.unspentAt(alice.address)).toHaveLength(2);
    expect(chain.state.address(bob.address)).toBeUndefined();
  });
});

describe('the store', () => {
  test('gives back blocks, tip and mempool as they were', () => {
    const file = join(directory(), 'chain.sqlite');
    const before = testChain(genesisOutputs, file);
    const first = signed(
      { inputs: [before.genesis(0)], outputs: [{ address: bob.address, value: ada(99.7) }] },
      FEE,
      alice,
    );
    expect(rulesBroken(before.chain, first)).toEqual([]);
    before.wait(2);
    before.chain.produceBlock();
    const input = { txHash: bodyHash(first), index: 0 };
    const waiting = signed(
      { inputs: [input], outputs: [{ address: alice.address, value: ada(99.4) }] },
      FEE,
      bob,
    );
    expect(rulesBroken(before.chain, waiting)).toEqual([]);
    before.wait(2);
    const tip = before.chain.tip;
    before.store.close();

    const after = testChain(genesisOutputs, file);
    expect(after.chain.tip).toEqual(tip);
    expect(after.chain.state.spentBy(after.genesis(0))).toBe(bodyHash(first));
    expect(after.chain.state.resolve(input)).toEqual(before.chain.state.resolve(input));
    expect(after.chain.inMempool(bodyHash(waiting))?.hash).toBe(bodyHash(waiting));
    expect(rulesBroken(after.chain, waiting)).toContain('BadInputsUTxO');
    expect(after.chain.produceBlock().transactions).toEqual([bodyHash(waiting)]);
    after.store.close();
  });

  test('keeps all of a piece of work or none of it', () => {
    const store = openStore(join(directory(), 'chain.sqlite'));
    store.note('a', '1');
    const work = (): void =>
      store.atomically(() => {
        store.note('a', '2');
        store.atomically(() => store.addToMempool('ff', new Uint8Array([1])));
        throw new Error('stop');
      });
    expect(work).toThrow('stop');
    expect(store.noted('a')).toBe('1');
    expect(store.mempool()).toEqual([]);
    store.close();
  });

  test('belongs to one process at a time', () => {
    const file = join(directory(), 'chain.sqlite');
    const first = openStore(file);
    first.note('a', '1');
    expect(() => openStore(file)).toThrow(/locked/);
    first.close();
    const second = openStore(file);
    expect(second.noted('a')).toBe('1');
    second.close();
  });
});
