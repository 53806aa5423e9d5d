import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ADA, type AssetId } from '#domain/asset.ts';
import { addValues, subtractValues, valuesEqual, type Value } from '#domain/amount.ts';
import type { Chain } from '../../../src-main/practice/chain/chain.ts';
import { bodyHash, type Draft } from '../../../src-main/practice/chain/draft.ts';
import { decodeTransaction } from '../../../src-main/practice/chain/transaction.ts';
import { decodeRoute, encodeRoute } from '../../../src-main/practice/orders/datum.ts';
import { ada, alice, batcher, bob, signed, testChain, TOKEN } from '../../support/practice-chain.ts';

const FEE = 400_000n;
const people = [alice, bob, batcher];

function total(chain: Chain): Value {
  return [...chain.state.all()].reduce<Value>((sum, { output }) => addValues(sum, output.value), new Map());
}

/** One attempt to pay: which output is spent, by whose signature, to whom, and how far off the sums are. */
interface Attempt {
  readonly pick: number;
  /** Another's signature in place of the owner's. */
  readonly signer: number | undefined;
  readonly to: number;
  readonly part: number;
  readonly off: bigint;
  readonly tokensOff: bigint;
  readonly block: boolean;
}

const attempt: fc.Arbitrary<Attempt> = fc.record({
  pick: fc.nat(50),
  signer: fc.option(fc.nat(2), { nil: undefined }),
  to: fc.nat(2),
  part: fc.integer({ min: 1, max: 99 }),
  off: fc.oneof({ weight: 4, arbitrary: fc.constant(0n) }, fc.bigInt({ min: -5_000_000n, max: 5_000_000n })),
  tokensOff: fc.oneof({ weight: 4, arbitrary: fc.constant(0n) }, fc.bigInt({ min: -5n, max: 5n })),
  block: fc.boolean(),
});

function attemptBytes(chain: Chain, step: Attempt): Uint8Array | undefined {
  const owned = people.flatMap((key) => chain.chainableAt(key.address).map((item) => ({ key, item })));
  const chosen = owned[step.pick % owned.length];
  const to = people[step.to];
  if (!chosen || !to) return undefined;
  const { value } = chosen.item.output;
  const lovelace = value.get(ADA) ?? 0n;
  const tokens = value.get(TOKEN) ?? 0n;
  const first = ((lovelace - FEE) * BigInt(step.part)) / 100n;
  const outputs = [
    { address: to.address, value: withTokens(first, (tokens * BigInt(step.part)) / 100n) },
    {
      address: chosen.key.address,
      value: withTokens(
        lovelace - FEE - first + step.off,
        tokens - (tokens * BigInt(step.part)) / 100n + step.tokensOff,
      ),
    },
  ];
  if (outputs.some((output) => [...output.value.values()].some((part) => part < 0n))) return undefined;
  const draft: Draft = { inputs: [chosen.item.ref], outputs };
  return signed(draft, FEE, step.signer === undefined ? chosen.key : (people[step.signer] ?? alice));
}

function withTokens(lovelace: bigint, tokens: bigint): Map<AssetId, bigint> {
  return new Map([[ADA, lovelace] as const, ...(tokens === 0n ? [] : [[TOKEN, tokens] as const])]);
}

describe('laws of the practice ledger', () => {
  test('whatever is tried, what there is and the fees that were paid are what genesis made, for each asset', () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.array(attempt, { minLength: 1, maxLength: 25 }), (steps) => {
        const { chain } = testChain([
          { address: alice.address, value: ada(500, [TOKEN, 1n << 63n]) },
          { address: bob.address, value: ada(40) },
          { address: batcher.address, value: ada(3, [TOKEN, 7n]) },
        ]);
        const genesis = total(chain);
        let fees = 0n;
        for (const step of steps) {
          const bytes = attemptBytes(chain, step);
          if (bytes && chain.submit(bytes).ok) {
            fees += FEE;
            taken += 1;
          }
          if (step.block) chain.produceBlock();
        }
        chain.produceBlock();
        expect(
          valuesEqual(subtractValues(genesis, total(chain)), fees > 0n ? new Map([[ADA, fees]]) : new Map()),
        ).toBe(true);
      }),
      { numRuns: 200 },
    );
    expect(taken).toBeGreaterThan(60);
  });

  test('a good transaction with any byte changed is refused, unless its body is the same', () => {
    const { genesis } = testChain([{ address: alice.address, value: ada(100, [TOKEN, 5n]) }]);
    const draft: Draft = {
      inputs: [genesis(0)],
      outputs: [{ address: bob.address, value: ada(99.6, [TOKEN, 5n]) }],
      requiredSigners: [bob.keyHash],
    };
    const good = signed(draft, FEE, alice, bob);
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const bytes = Uint8Array.from(good);
        bytes[at] = (bytes[at] ?? 0) ^ mask;
        const { chain } = testChain([{ address: alice.address, value: ada(100, [TOKEN, 5n]) }]);
        const result = chain.submit(bytes);
        expect(!result.ok || result.value.hash === bodyHash(good)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test('reading never throws', () => {
    const { genesis } = testChain([{ address: alice.address, value: ada(100) }]);
    const good = signed(
      { inputs: [genesis(0)], outputs: [{ address: bob.address, value: ada(99.6) }] },
      FEE,
      alice,
    );
    const changed = fc
      .array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
      .map((edits) => {
        const bytes = Uint8Array.from(good);
        for (const [at, value] of edits) bytes[at] = value;
        return bytes;
      });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), changed), (bytes) => {
        const read = decodeTransaction(bytes);
        expect(read.ok || typeof read.failure === 'string').toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('an order’s route is read as it was written', () => {
    const codes = Array.from({ length: 40 }, (_, index) => `EX${index}`);
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 28, maxLength: 28 }),
        fc.subarray(codes),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('swap', 'limit'),
        (pool, excluded, known, kind) => {
          const list = codes.slice(0, known);
          const poolId = Buffer.from(pool).toString('hex');
          const written = encodeRoute({ kind, poolId, excluded }, list);
          expect(written.length).toBeLessThanOrEqual(128);
          expect(decodeRoute(written, list)).toEqual({
            kind,
            poolId,
            excluded: list.filter((code) => excluded.includes(code)),
          });
        },
      ),
    );
  });
});
