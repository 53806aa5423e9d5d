import { describe, expect, test } from 'vitest';

import { fromHex } from '../../../src-main/cardano/hex.ts';
import { decodeTransaction } from '../../../src-main/practice/chain/transaction.ts';
import { transactions } from '../../support/vectors.ts';

describe('real Conway transactions', () => {
  test('are read with the hash that the chain gave them, but for those that pay Byron addresses', () => {
    const reasons = new Map<string, number>();
    for (const { hash, cbor } of transactions('conway-blocks.jsonl')) {
      const read = decodeTransaction(fromHex(cbor) ?? new Uint8Array());
      if (read.ok) expect(read.value.hash).toBe(hash);
      else reasons.set(read.failure, (reasons.get(read.failure) ?? 0) + 1);
    }
    expect([...reasons]).toEqual([['address: it is a Byron address', 60]]);
  });
});
