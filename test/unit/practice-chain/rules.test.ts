import { describe, expect, test } from 'vitest';

import { blake2b256 } from '../../../src-main/cardano/hash.ts';
import { hexBytes, toHex } from '../../../src-main/cardano/hex.ts';
import { bodyHash, draftBytes, withWitnesses, type Draft } from '../../../src-main/practice/chain/draft.ts';
import { minimumFee, minimumLovelace } from '../../../src-main/practice/chain/parameters.ts';
import { decodeTransaction } from '../../../src-main/practice/chain/transaction.ts';
import {
  ada,
  alice,
  bob,
  FIRST_SLOT,
  patched,
  rulesBroken,
  signed,
  testChain,
  TOKEN,
} from '../../support/practice-chain.ts';

const FEE = 300_000n;
const HUNDRED_LESS_FEE = 99.7;

function world() {
  const test = testChain([
    { address: alice.address, value: ada(100) },
    { address: alice.address, value: ada(100, [TOKEN, 1_000n]) },
    { address: bob.address, value: ada(100) },
  ]);
  return { ...test, input: test.genesis(0), tokens: test.genesis(1), bobs: test.genesis(2) };
}

function payment(inputs: Draft['inputs'], amount = HUNDRED_LESS_FEE, more: Partial<Draft> = {}): Draft {
  return { inputs, outputs: [{ address: bob.address, value: ada(amount) }], ...more };
}

/** A transaction from raw parts: body hex, with alice's signature over it. */
function raw(
  body: string,
  rest: { witnesses?: string; valid?: string; auxiliary?: string } = {},
): Uint8Array {
  const { witnesses = 'a0', valid = 'f5', auxiliary = 'f6' } = rest;
  const bytes = hexBytes(`84${body}${witnesses}${valid}${auxiliary}`);
  return witnesses === 'a0' ? withWitnesses(bytes, [alice.witness(bodyHash(bytes))]) : bytes;
}

function bodyHex(draft: Draft, fee = FEE): string {
  const hex = toHex(draftBytes(draft, fee));
  return hex.slice(2, -'a0f5f6'.length);
}

/** The body's map with more entries (encoded) at its end. */
function bodyWith(body: string, entries: number, more: string): string {
  const count = Number.parseInt(body.slice(0, 2), 16);
  return (count + entries).toString(16) + body.slice(2) + more;
}

describe('the practice ledger takes a good transaction', () => {
  test('and its outputs can be spent after the next block', () => {
    const { chain, input } = world();
    const bytes = signed(payment([input]), FEE, alice);
    expect(rulesBroken(chain, bytes)).toEqual([]);
    const hash = bodyHash(bytes);
    expect(chain.state.transaction(hash)).toBeUndefined();
    const block = chain.produceBlock();
    expect(block.transactions).toEqual([hash]);
    expect(chain.state.transaction(hash)?.block.height).toBe(1);
    expect(chain.state.resolve(input)).toBeUndefined();
    expect(chain.state.spentBy(input)).toBe(hash);
    const next = payment([{ txHash: hash, index: 0 }], 99.4);
    expect(rulesBroken(chain, signed(next, FEE, bob))).toEqual([]);
  });

  test('at the least fee of its size and at the least ADA of its output, to the lovelace', () => {
    const { chain, input } = world();
    const size = signed(payment([input]), FEE, alice).length;
    const least = minimumFee(size);
    const change = 100_000_000n - 1_000_000n - least;
    const draft = (fee: bigint): Draft => ({
      inputs: [input],
      outputs: [
        {
          address: bob.address,
          value: new Map([...ada(100).keys()].map((asset) => [asset, 100_000_000n - fee])),
        },
      ],
    });
    expect(change).toBeGreaterThan(0n);
    expect(rulesBroken(chain, signed(draft(least - 1n), least - 1n, alice))).toEqual(['FeeTooSmallUTxO']);
    expect(rulesBroken(chain, signed(draft(least), least, alice))).toEqual([]);
  });

  test('with signatures that nobody asked for, as the real ledger does', () => {
    const { chain, input } = world();
    expect(rulesBroken(chain, signed(payment([input]), FEE, alice, bob))).toEqual([]);
  });

  test('whose signature set is not under a tag', () => {
    const { chain, input } = world();
    expect(
      rulesBroken(chain, patched(signed(payment([input]), FEE, alice), 'a100d9010281', 'a10081')),
    ).toEqual([]);
  });
});

describe('each rule, broken alone, is named', () => {
  test('BadInputsUTxO: an input that never was', () => {
    const { chain, input } = world();
    const missing = { txHash: 'ff'.repeat(32), index: 0 };
    expect(rulesBroken(chain, signed(payment([input, missing]), FEE, alice))).toEqual(['BadInputsUTxO']);
  });

  test('BadInputsUTxO: a reference input that never was', () => {
    const { chain, input } = world();
    const body = bodyWith(bodyHex(payment([input])), 1, `12818258${'20'}${'ee'.repeat(32)}00`);
    expect(rulesBroken(chain, raw(body))).toEqual(['BadInputsUTxO']);
  });

  test('BadInputsUTxO: an input that a block spent, next to one that is good', () => {
    const { chain, input, tokens } = world();
    expect(rulesBroken(chain, signed(payment([input]), FEE, alice))).toEqual([]);
    chain.produceBlock();
    const both: Draft = {
      inputs: [input, tokens],
      outputs: [{ address: bob.address, value: ada(HUNDRED_LESS_FEE, [TOKEN, 1_000n]) }],
    };
    expect(rulesBroken(chain, signed(both, FEE, alice))).toEqual(['BadInputsUTxO']);
  });

  test('every input spent: the newer node’s sentence comes first, with the classic rule next to it', () => {
    const { chain, input } = world();
    const bytes = signed(payment([input]), FEE, alice);
    expect(rulesBroken(chain, bytes)).toEqual([]);
    const again = chain.submit(bytes);
    expect(again.ok).toBe(false);
    const texts =
      !again.ok && again.failure.kind === 'rules' ? again.failure.violations.map(({ text }) => text) : [];
    expect(texts[0]).toBe(
      'ConwayMempoolFailure "All inputs are spent. Transaction has probably already been included"',
    );
    expect(texts[1]).toContain('BadInputsUTxO (fromList [TxIn (TxId {unTxId = SafeHash');
  });

  test('double spending within the mempool', () => {
    const { chain, input } = world();
    expect(rulesBroken(chain, signed(payment([input]), FEE, alice))).toEqual([]);
    const other = payment([input], 50, {
      outputs: [
        { address: bob.address, value: ada(50) },
        { address: alice.address, value: ada(49.7) },
      ],
    });
    expect(rulesBroken(chain, signed(other, FEE, alice))).toContain('BadInputsUTxO');
  });

  test('InputSetEmptyUTxO', () => {
    const { chain } = world();
    const body = bodyHex({ inputs: [], outputs: [] }, FEE);
    expect(rulesBroken(chain, raw(body))).toEqual(['InputSetEmptyUTxO', 'ValueNotConservedUTxO']);
  });

  test('ValueNotConservedUTxO: one lovelace more, one less, a token from nothing, a token lost', () => {
    for (const amount of [HUNDRED_LESS_FEE + 0.000001, HUNDRED_LESS_FEE - 0.000001]) {
      const { chain, input } = world();
      expect(rulesBroken(chain, signed(payment([input], amount), FEE, alice))).toEqual([
        'ValueNotConservedUTxO',
      ]);
    }
    for (const quantity of [999n, 1_001n]) {
      const { chain, tokens } = world();
      const draft: Draft = {
        inputs: [tokens],
        outputs: [{ address: bob.address, value: ada(HUNDRED_LESS_FEE, [TOKEN, quantity]) }],
      };
      expect(rulesBroken(chain, signed(draft, FEE, alice))).toEqual(['ValueNotConservedUTxO']);
    }
  });

  test('ValueNotConservedUTxO prints what went in and what came out', () => {
    const { chain, input } = world();
    const taken = chain.submit(signed(payment([input], 99), FEE, alice));
    expect(taken.ok).toBe(false);
    expect(JSON.stringify(taken)).toContain('(MaryValue (Coin 100000000) (MultiAsset (fromList [])))');
    expect(JSON.stringify(taken)).toContain('(MaryValue (Coin 99300000) (MultiAsset (fromList [])))');
  });

  test('FeeTooSmallUTxO', () => {
    const { chain, input } = world();
    const draft = payment([input], 99.9);
    expect(rulesBroken(chain, signed(draft, 100_000n, alice))).toEqual(['FeeTooSmallUTxO']);
  });

  test('BabbageOutputTooSmallUTxO, one lovelace below its minimum', () => {
    const { chain, input } = world();
    const small = (lovelace: bigint): Uint8Array => {
      const value = new Map([...ada(1).keys()].map((asset) => [asset, lovelace]));
      const rest = new Map([...ada(1).keys()].map((asset) => [asset, 100_000_000n - FEE - lovelace]));
      const outputs = [
        { address: bob.address, value },
        { address: alice.address, value: rest },
      ];
      return signed({ inputs: [input], outputs }, FEE, alice);
    };
    const probe = decodeTransaction(small(900_000n));
    if (!probe.ok) throw new Error(probe.failure);
    const least = minimumLovelace(probe.value.outputs[0]?.size ?? 0);
    expect(rulesBroken(chain, small(least - 1n))).toEqual(['BabbageOutputTooSmallUTxO']);
    expect(rulesBroken(chain, small(least))).toEqual([]);
  });

  test('OutputTooBigUTxO: a value of more than 5,000 bytes', () => {
    const many = Array.from({ length: 130 }, (_, index) => {
      const policy = index.toString(16).padStart(2, '0').repeat(28);
      return [`${policy}00` as typeof TOKEN, 1n << 40n] as const;
    });
    const { chain, genesis } = testChain(
      [0, 1].map((half) => ({
        address: alice.address,
        value: ada(100, ...many.slice(half * 65, half * 65 + 65)),
      })),
    );
    const draft: Draft = {
      inputs: [genesis(0), genesis(1)],
      outputs: [{ address: alice.address, value: ada(199, ...many) }],
    };
    expect(rulesBroken(chain, signed(draft, 1_000_000n, alice))).toEqual(['OutputTooBigUTxO']);
  });

  test('MaxTxSizeUTxO: more than 16,384 bytes', () => {
    const { chain, genesis } = testChain([{ address: alice.address, value: ada(1_000) }]);
    const outputs = Array.from({ length: 450 }, () => ({ address: bob.address, value: ada(2) }));
    const draft: Draft = {
      inputs: [genesis(0)],
      outputs: [...outputs, { address: bob.address, value: ada(98) }],
    };
    expect(rulesBroken(chain, signed(draft, 2_000_000n, alice))).toEqual(['MaxTxSizeUTxO']);
  });

  test('OutsideValidityIntervalUTxO: too early, and from the slot that the interval no longer holds', () => {
    const early = world();
    const later = payment([early.input], HUNDRED_LESS_FEE, { validFrom: FIRST_SLOT + 1 });
    expect(rulesBroken(early.chain, signed(later, FEE, alice))).toEqual(['OutsideValidityIntervalUTxO']);
    early.wait(1);
    expect(rulesBroken(early.chain, signed(later, FEE, alice))).toEqual([]);
    const late = world();
    const until = payment([late.input], HUNDRED_LESS_FEE, { invalidFrom: FIRST_SLOT });
    expect(rulesBroken(late.chain, signed(until, FEE, alice))).toEqual(['OutsideValidityIntervalUTxO']);
    const open = payment([late.input], HUNDRED_LESS_FEE, { invalidFrom: FIRST_SLOT + 1 });
    expect(rulesBroken(late.chain, signed(open, FEE, alice))).toEqual([]);
  });

  test('WrongNetwork: an output on mainnet', () => {
    const { chain, input } = world();
    const bytes = draftBytes(payment([input]), FEE);
    const foreign = patched(bytes, `581d60${bob.keyHash}`, `581d61${bob.keyHash}`);
    expect(rulesBroken(chain, withWitnesses(foreign, [alice.witness(bodyHash(foreign))]))).toEqual([
      'WrongNetwork',
    ]);
  });

  test('WrongNetworkInTxBody: the body says mainnet', () => {
    const { chain, input } = world();
    expect(rulesBroken(chain, raw(bodyWith(bodyHex(payment([input])), 1, '0f01')))).toEqual([
      'WrongNetworkInTxBody',
    ]);
    expect(rulesBroken(chain, raw(bodyWith(bodyHex(payment([input])), 1, '0f00')))).toEqual([]);
  });

  test('MissingVKeyWitnessesUTXOW: none, another’s, a second owner’s, a required signer’s', () => {
    const { chain, input, bobs } = world();
    expect(rulesBroken(chain, draftBytes(payment([input]), FEE))).toEqual(['MissingVKeyWitnessesUTXOW']);
    expect(rulesBroken(chain, signed(payment([input]), FEE, bob))).toEqual(['MissingVKeyWitnessesUTXOW']);
    expect(rulesBroken(chain, signed(payment([input, bobs], 199.7), FEE, alice))).toEqual([
      'MissingVKeyWitnessesUTXOW',
    ]);
    const required = payment([input], HUNDRED_LESS_FEE, { requiredSigners: [bob.keyHash] });
    expect(rulesBroken(chain, signed(required, FEE, alice))).toEqual(['MissingVKeyWitnessesUTXOW']);
    expect(rulesBroken(chain, signed(required, FEE, alice, bob))).toEqual([]);
  });

  test('InvalidWitnessesUTXOW: a signature over other bytes', () => {
    const { chain, input } = world();
    const bytes = draftBytes(payment([input]), FEE);
    const foreign = withWitnesses(bytes, [alice.witness('00'.repeat(32))]);
    expect(rulesBroken(chain, foreign)).toEqual(['InvalidWitnessesUTXOW']);
  });

  test('InvalidWitnessesUTXOW: the body was changed after it was signed', () => {
    const { chain, input } = world();
    const bytes = signed(payment([input]), FEE, alice);
    const longer = patched(bytes, `581d60${bob.keyHash}`, `581d60${alice.keyHash}`);
    expect(rulesBroken(chain, longer)).toEqual(['InvalidWitnessesUTXOW']);
  });

  test('auxiliary data: hash without data, data without hash, and another hash', () => {
    const { chain, input } = world();
    const metadata = 'a1190152a1636d73678162686f';
    const hash = blake2b256(hexBytes(metadata));
    const plain = bodyHex(payment([input]));
    const stating = (stated: string): string => bodyWith(plain, 1, `075820${stated}`);
    const withData = (body: string): Uint8Array => raw(body, { auxiliary: metadata });
    expect(rulesBroken(chain, raw(stating(hash)))).toEqual(['MissingTxMetadata']);
    expect(rulesBroken(chain, withData(plain))).toEqual(['MissingTxBodyMetadataHash']);
    expect(rulesBroken(chain, withData(stating('00'.repeat(32))))).toEqual(['ConflictingMetadataHash']);
    expect(rulesBroken(chain, withData(stating(hash)))).toEqual([]);
  });

  test('a transaction that says of itself that it is invalid', () => {
    const { chain, input } = world();
    expect(rulesBroken(chain, raw(bodyHex(payment([input])), { valid: 'f4' }))).toEqual(['UtxosFailure']);
  });

  test('ExtraneousScriptWitnessesUTXOW: a native script that nothing needs', () => {
    const { chain, input } = world();
    const body = bodyHex(payment([input]));
    const unsigned = raw(body);
    const hex = toHex(unsigned).replace('a100d90102', 'a2018182018000d90102');
    expect(rulesBroken(chain, hexBytes(hex))).toEqual(['ExtraneousScriptWitnessesUTXOW']);
  });

  test('fields that the practice ledger does not carry out: minting, withdrawals, certificates, collateral', () => {
    const { chain, input } = world();
    const plain = bodyHex(payment([input]));
    const reward = `581de0${alice.keyHash}`;
    const fields = {
      mint: `09a1581c${'ab'.repeat(28)}a1434f4e4501`,
      withdrawal: `05a1${reward}00`,
      certificate: `0481820082${'00'}581c${alice.keyHash}`,
      collateral: `0d81825820${input.txHash}00`,
      donation: '1601',
    };
    for (const [name, entry] of Object.entries(fields))
      expect(rulesBroken(chain, raw(bodyWith(plain, 1, entry))), name).toEqual([
        'PracticeUnsupportedBodyField',
      ]);
  });
});

describe('bytes that are not a transaction', () => {
  const { input } = world();
  const good = toHex(signed(payment([input]), FEE, alice));
  const body = bodyHex(payment([input]));
  const cases: Record<string, string> = {
    nothing: '',
    'a map': 'a0',
    'half of one': good.slice(0, 200),
    'a byte after the end': `${good}00`,
    'three items': `83${good.slice(2, -4)}f6`,
    'five items': `85${good.slice(2)}f6`,
    'an unknown body field': `84${bodyWith(body, 1, '181801')}a0f5f6`,
    'a body key twice': `84${bodyWith(body, 1, '021a000493e0')}a0f5f6`,
    'an input twice': `84${body.replace(`81825820${input.txHash}00`, `82825820${input.txHash}00825820${input.txHash}00`)}a0f5f6`,
    'a token of zero': `84${body.replace(/1a05f1[0-9a-f]{4}/, `821a05f15020a1581c${'ab'.repeat(28)}a14100${'00'}`)}a0f5f6`,
    'a flag that is no boolean': `84${body}a000f6`,
  };
  test.each(Object.entries(cases))('%s', (_name, hex) => {
    expect(hex).not.toBe(good);
    const broken = rulesBroken(world().chain, hexBytes(hex));
    expect(broken).toHaveLength(1);
    expect(broken[0]).toMatch(/^not decodable: .+/);
  });
});
