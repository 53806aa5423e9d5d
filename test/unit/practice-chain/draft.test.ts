import * as chainLibrary from '@emurgo/cardano-serialization-lib-nodejs';
import { describe, expect, test } from 'vitest';

import { ADA, type AssetId } from '#domain/asset.ts';
import {
  bodyHash,
  draftBytes,
  leastLovelace,
  withLeastFee,
  withWitnesses,
  witnessSize,
  type Draft,
} from '../../../src-main/practice/chain/draft.ts';
import { epochOf, minimumFee, minimumLovelace } from '../../../src-main/practice/chain/parameters.ts';
import { decodeTransaction } from '../../../src-main/practice/chain/transaction.ts';
import { ada, alice, bob, TOKEN } from '../../support/practice-chain.ts';

const input = { txHash: '11'.repeat(32), index: 3 };

describe('writing a transaction', () => {
  test('and reading it gives the same figures', () => {
    const draft: Draft = {
      inputs: [input],
      outputs: [
        { address: alice.address, value: ada(5, [TOKEN, (1n << 64n) - 1n]) },
        { address: bob.address, value: ada(2), datum: 'd87980' },
      ],
      validFrom: 10,
      invalidFrom: 20,
      requiredSigners: [alice.keyHash],
    };
    const read = decodeTransaction(draftBytes(draft, 123_456n));
    if (!read.ok) throw new Error(read.failure);
    expect(read.value).toMatchObject({
      inputs: [input],
      fee: 123_456n,
      validFrom: 10n,
      invalidFrom: 20n,
      requiredSigners: [alice.keyHash],
      isValid: true,
      witnesses: [],
    });
    expect(
      read.value.outputs.map(({ address, value, inlineDatum }) => ({ address, value, inlineDatum })),
    ).toEqual([
      { address: alice.address, value: ada(5, [TOKEN, (1n << 64n) - 1n]), inlineDatum: undefined },
      { address: bob.address, value: ada(2), inlineDatum: 'd87980' },
    ]);
  });

  test.each([1, 2, 23, 24, 40])('%i signatures make it longer by exactly what was counted', (count) => {
    const bytes = draftBytes({ inputs: [input], outputs: [] }, 1n);
    const witness = alice.witness(bodyHash(bytes));
    const full = withWitnesses(
      bytes,
      Array.from({ length: count }, () => witness),
    );
    expect(full.length - bytes.length).toBe(witnessSize(count));
    expect(decodeTransaction(full)).toMatchObject({ ok: true, value: { hash: bodyHash(bytes) } });
  });
});

test('a thousand drafts do not enlarge the memory of the chain library, which never shrinks', () => {
  const { memory } = (chainLibrary as unknown as { readonly __wasm: { readonly memory: WebAssembly.Memory } })
    .__wasm;
  const draft: Draft = {
    inputs: [input],
    outputs: [
      {
        address: alice.address,
        value: ada(5, [TOKEN, 7n]),
        datum: `9f${`5840${'00'.repeat(64)}`.repeat(3)}ff`,
      },
    ],
    requiredSigners: [alice.keyHash],
  };
  draftBytes(draft, 1n);
  const before = memory.buffer.byteLength;
  for (let nth = 0; nth < 1_000; nth += 1) draftBytes(draft, 1n);
  expect(memory.buffer.byteLength).toBe(before);
});

describe('fees and least amounts', () => {
  test('the least fee is exactly that of the signed size, at every length of the change', () => {
    for (let held = 1_200_000n; held < 1n << 60n; held *= 7n) {
      const at = (fee: bigint): Draft => ({
        inputs: [input],
        outputs: [{ address: alice.address, value: new Map([[ADA, held - fee]]) }],
      });
      const drafted = withLeastFee(at, 2);
      if (!drafted) throw new Error('no draft');
      const least = minimumFee(drafted.bytes.length + witnessSize(2));
      expect(drafted.fee).toBeGreaterThanOrEqual(least);
      expect(drafted.fee - least).toBeLessThanOrEqual(4n * 44n);
    }
  });

  test('answers nothing when the fee cannot be paid', () => {
    expect(withLeastFee(() => undefined, 1)).toBeUndefined();
  });

  test('an output’s least ADA is that of its own size, known before the ADA is', () => {
    const names: AssetId[] = [TOKEN, `${'cd'.repeat(28)}${'ff'.repeat(32)}` as AssetId];
    for (const value of [
      new Map(),
      new Map([[TOKEN, 1n]]),
      new Map(names.map((name) => [name, 1n << 63n])),
    ]) {
      const least = leastLovelace({ address: alice.address, value });
      const outputs = [{ address: alice.address, value: new Map([...value, [ADA, least] as const]) }];
      const read = decodeTransaction(draftBytes({ inputs: [input], outputs }, 1n));
      expect(read.ok && minimumLovelace(read.value.outputs[0]?.size ?? 0)).toBe(least);
    }
  });

  test('preprod’s Shelley slots began with epoch 4', () => {
    expect(epochOf(86_400)).toEqual({ epoch: 4, slotInEpoch: 0 });
    expect(epochOf(86_400 + 432_000 + 5)).toEqual({ epoch: 5, slotInEpoch: 5 });
  });
});
