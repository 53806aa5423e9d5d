import { describe, expect, test } from 'vitest';

import { ADA } from '#domain/asset.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { encodeOrderDatum, type OrderDatum } from '../../../src-main/practice/orders/datum.ts';
import type { DraftOutput } from '../../../src-main/practice/chain/draft.ts';
import { POOL_RIDER, poolDatum, poolValue, scriptAddress } from '../../../src-main/practice/chain/scripts.ts';
import {
  ada,
  alice,
  batcher,
  bob,
  rulesBroken,
  signed,
  testChain,
  TOKEN,
} from '../../support/practice-chain.ts';

const FEE = 400_000n;
const STAKE = 'cd'.repeat(28);
const POOL = 'ee'.repeat(28);

const datum: OrderDatum = {
  ownerPaymentKeyHash: alice.keyHash,
  ownerStakeKeyHash: STAKE,
  wanted: TOKEN,
  minimumReceived: 500n,
  batcherFee: 2_000_000n,
  deposit: 2_000_000n,
  route: POOL,
};
const owner = formatAddress(addressOf(0, { kind: 'key', hash: alice.keyHash }, { kind: 'key', hash: STAKE }));
const orderAddress = scriptAddress('EXA', 'order');
const order: DraftOutput = { address: orderAddress, value: ada(14), datum: encodeOrderDatum(datum) };

/** An order of ten ADA for 500 TOKEN, a second one like it, and the batcher's purse with tokens. */
function world(first: DraftOutput = order) {
  const made = testChain([
    first,
    order,
    { address: batcher.address, value: ada(100, [TOKEN, 10_000n]) },
    { address: bob.address, value: ada(100) },
  ]);
  return {
    ...made,
    order: made.genesis(0),
    second: made.genesis(1),
    purse: made.genesis(2),
    bobs: made.genesis(3),
  };
}

function fill(payments: readonly DraftOutput[], orders = 1, sold = 0n) {
  const paidAda = payments.reduce((sum, item) => sum + (item.value.get(ADA) ?? 0n), 0n);
  const paidTokens = payments.reduce((sum, item) => sum + (item.value.get(TOKEN) ?? 0n), 0n);
  const left = BigInt(orders) * 14_000_000n + 100_000_000n - paidAda - FEE;
  const rest: DraftOutput = {
    address: batcher.address,
    value: new Map([
      [ADA, left],
      [TOKEN, 10_000n + sold - paidTokens],
    ]),
  };
  return [...payments, rest];
}

describe('the order validator', () => {
  const ways: Record<string, { payment: DraftOutput; taken: boolean }> = {
    'the minimum and the deposit': { payment: { address: owner, value: ada(2, [TOKEN, 500n]) }, taken: true },
    'more than both': { payment: { address: owner, value: ada(3, [TOKEN, 700n]) }, taken: true },
    'one unit below the minimum': { payment: { address: owner, value: ada(2, [TOKEN, 499n]) }, taken: false },
    'a deposit short by one lovelace': {
      payment: { address: owner, value: ada(1.999999, [TOKEN, 500n]) },
      taken: false,
    },
    'someone else': { payment: { address: bob.address, value: ada(2, [TOKEN, 500n]) }, taken: false },
    'the owner’s key with another stake part': {
      payment: { address: alice.address, value: ada(2, [TOKEN, 500n]) },
      taken: false,
    },
  };
  test.each(Object.entries(ways))('a fill that pays %s', (_name, { payment, taken }) => {
    const { chain, order: input, purse } = world();
    const bytes = signed({ inputs: [input, purse], outputs: fill([payment]) }, FEE, batcher);
    expect(rulesBroken(chain, bytes)).toEqual(taken ? [] : ['ScriptWitnessNotValidatingUTXOW']);
  });

  test('one payment does not do for two orders', () => {
    const { chain, order: first, second, purse } = world();
    const payment: DraftOutput = { address: owner, value: ada(4, [TOKEN, 1_000n]) };
    const inputs = [first, second, purse];
    const once = signed({ inputs, outputs: fill([payment], 2) }, FEE, batcher);
    expect(rulesBroken(chain, once)).toEqual(['ScriptWitnessNotValidatingUTXOW']);
    const each: DraftOutput = { address: owner, value: ada(2, [TOKEN, 500n]) };
    expect(rulesBroken(chain, signed({ inputs, outputs: fill([each, each], 2) }, FEE, batcher))).toEqual([]);
  });

  test('the owner may take it back, anyone else may not', () => {
    const { chain, order: input, bobs } = world();
    const back = [{ address: owner, value: ada(13.6) }];
    expect(rulesBroken(chain, signed({ inputs: [input], outputs: back }, FEE))).toEqual([
      'ScriptWitnessNotValidatingUTXOW',
    ]);
    const stolen = [{ address: bob.address, value: ada(113.6) }];
    expect(rulesBroken(chain, signed({ inputs: [input, bobs], outputs: stolen }, FEE, bob))).toEqual([
      'ScriptWitnessNotValidatingUTXOW',
    ]);
    expect(rulesBroken(chain, signed({ inputs: [input], outputs: back }, FEE, alice))).toEqual([]);
  });

  test('an order that wants ADA is paid minimum and deposit together, and what earlier parts brought', () => {
    // Fourteen ADA: fee and deposit, and ten that it was paid before.
    const wantsAda = encodeOrderDatum({ ...datum, wanted: ADA, minimumReceived: 5_000_000n });
    for (const [amount, taken] of [
      [16.999999, false],
      [17, true],
    ] as const) {
      const {
        chain,
        order: input,
        purse,
      } = world({
        ...order,
        value: ada(14, [TOKEN, 100n]),
        datum: wantsAda,
      });
      const outputs = fill([{ address: owner, value: ada(amount) }], 1, 100n);
      const broken = rulesBroken(chain, signed({ inputs: [input, purse], outputs }, FEE, batcher));
      expect(broken).toEqual(taken ? [] : ['ScriptWitnessNotValidatingUTXOW']);
    }
  });

  test('an owner without a stake key is paid at an enterprise address', () => {
    const {
      chain,
      order: input,
      purse,
    } = world({
      ...order,
      datum: encodeOrderDatum({ ...datum, ownerStakeKeyHash: undefined }),
    });
    const outputs = fill([{ address: alice.address, value: ada(2, [TOKEN, 500n]) }]);
    expect(rulesBroken(chain, signed({ inputs: [input, purse], outputs }, FEE, batcher))).toEqual([]);
  });

  test.each([
    ['no datum', {}],
    ['a datum that is no order', { datum: '182a' }],
  ])('an output with %s stays where it is', (_name, part) => {
    const { chain, order: input } = world({ address: orderAddress, value: ada(14), ...part });
    const outputs = [{ address: owner, value: ada(13.6) }];
    expect(rulesBroken(chain, signed({ inputs: [input], outputs }, FEE, alice, batcher))).toEqual([
      'ScriptWitnessNotValidatingUTXOW',
    ]);
  });
});

describe('the pool validator', () => {
  const before = { token: TOKEN, ada: 1_000_000_000n, tokens: 1_000_000n };
  const poolAddress = scriptAddress('EXA', 'pool');
  const pool: DraftOutput = {
    address: poolAddress,
    value: poolValue(before),
    datum: poolDatum({ id: POOL, feePpm: 3_000 }),
  };

  function spend(after: DraftOutput, signer = batcher) {
    const { chain, genesis } = testChain([
      pool,
      { address: signer.address, value: ada(1_000, [TOKEN, 500_000n]) },
    ]);
    const left = new Map([
      [ADA, 1_000_000_000n + POOL_RIDER + 1_000_000_000n - (after.value.get(ADA) ?? 0n) - FEE],
      [TOKEN, 1_500_000n - (after.value.get(TOKEN) ?? 0n)],
    ]);
    const outputs = [after, { address: signer.address, value: left }];
    return rulesBroken(chain, signed({ inputs: [genesis(0), genesis(1)], outputs }, FEE, signer));
  }
  const reserves = (lovelace: bigint, tokens: bigint): DraftOutput => ({
    ...pool,
    value: poolValue({ token: TOKEN, ada: lovelace, tokens }),
  });
  const refused = ['ScriptWitnessNotValidatingUTXOW'];

  test('lets the batcher trade as long as the product does not fall', () => {
    expect(spend(reserves(1_000_000_000n, 1_000_000n))).toEqual([]);
    expect(spend(reserves(1_250_000_000n, 800_000n))).toEqual([]);
    expect(spend(reserves(1_250_000_000n, 799_999n))).toEqual(refused);
    expect(spend(reserves(999_999_999n, 1_000_000n))).toEqual(refused);
  });

  test('wants the same address, the same datum and the batcher', () => {
    expect(spend({ ...pool, address: batcher.address })).toEqual(refused);
    expect(spend({ ...pool, datum: poolDatum({ id: 'dd'.repeat(28), feePpm: 3_000 }) })).toEqual(refused);
    expect(spend(pool, bob)).toEqual(refused);
  });

  test('wants the same two assets', () => {
    const other = `${'cd'.repeat(28)}4f` as typeof TOKEN;
    const { chain, genesis } = testChain([
      pool,
      { address: batcher.address, value: ada(1_000, [other, 2_000_000n]) },
    ]);
    const outputs = [
      {
        ...pool,
        value: new Map([
          [ADA, 2_002_000_000n - FEE - 500_000_000n],
          [other, 2_000_000n],
        ]),
      },
      { address: batcher.address, value: ada(500, [TOKEN, 1_000_000n]) },
    ];
    const bytes = signed({ inputs: [genesis(0), genesis(1)], outputs }, FEE, batcher);
    expect(rulesBroken(chain, bytes)).toEqual(refused);
  });
});

test('a script that is not known cannot be spent by anyone', () => {
  const address = formatAddress(addressOf(0, { kind: 'script', hash: '5e'.repeat(28) }));
  const { chain, genesis } = testChain([{ address, value: ada(14), datum: encodeOrderDatum(datum) }]);
  const outputs = [{ address: owner, value: ada(13.6) }];
  expect(rulesBroken(chain, signed({ inputs: [genesis(0)], outputs }, FEE, alice, batcher))).toEqual([
    'MissingScriptWitnessesUTXOW',
  ]);
});
