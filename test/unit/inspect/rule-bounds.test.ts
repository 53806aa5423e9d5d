import { describe, expect, it } from 'vitest';

import { minimumFeeSigned, WITNESS_BYTES } from '../../../src-main/cardano/fees.ts';
import {
  distinctInputs,
  hashOfRawBytes,
  knownFields,
  onePlainTransaction,
} from '../../../src-main/inspect/rules/decoding.ts';
import { governance, references, signers } from '../../../src-main/inspect/rules/forbidden-fields.ts';
import { networkFee, validity } from '../../../src-main/inspect/rules/ledger-terms.ts';
import { findings } from '../../support/rule-findings.ts';

const own = { paymentKeyHashes: new Set(), stakeKeyHashes: new Set() };
const parameters = { minFeeA: 44n, minFeeB: 155_381n, coinsPerUtxoByte: 4_310n, maxTxSize: 16_384 };

describe('D1, size', () => {
  const sized = (length: number, keys: number, present: number): object => ({
    tx: { bytes: { length }, witnesses: { vkeys: Array.from({ length: present }) } },
    context: { parameters, own },
    ownSigners: Array.from({ length: keys }),
    foreignSigners: ['other'],
  });

  it('counts each signature that is missing, and none twice', () => {
    const most = parameters.maxTxSize;
    expect(findings(onePlainTransaction, sized(most - 3 * WITNESS_BYTES, 2, 0))).toEqual([]);
    expect(findings(onePlainTransaction, sized(most - 3 * WITNESS_BYTES + 1, 2, 0))).toEqual([
      `block: The signed transaction would have ${most + 1} bytes, more than the network accepts.`,
    ]);
    expect(findings(onePlainTransaction, sized(most - 2 * WITNESS_BYTES, 2, 1))).toEqual([]);
    expect(findings(onePlainTransaction, sized(most, 2, 5))).toEqual([]);
    expect(findings(onePlainTransaction, sized(most + 1, 2, 5))).toHaveLength(1);
  });
});

describe('D2, D4 and D7, form', () => {
  const outputs = (...all: readonly boolean[]): object => ({
    tx: { body: { mintHoldsZero: false, outputs: all.map((holdsZero) => ({ holdsZero })) } },
  });

  it('no amount is zero, and there are outputs', () => {
    const zero = 'block: The transaction moves an amount of zero, which no honest builder does.';
    const none = 'block: The transaction has no outputs: everything would go to the fee.';
    expect(findings(knownFields, outputs(false, false))).toEqual([]);
    expect(findings(knownFields, outputs(false, true))).toEqual([zero]);
    expect(findings(knownFields, outputs())).toEqual([none]);
    const minted = { tx: { body: { mintHoldsZero: true, outputs: [{ holdsZero: false }] } } };
    expect(findings(knownFields, minted)).toEqual([zero]);
  });

  it('the hash is that of both decoders', () => {
    const unconfirmed = ["block: The transaction's hash cannot be confirmed."];
    const tx = { bodyHash: 'aa' };
    expect(findings(hashOfRawBytes, { tx, second: { ok: true, value: { bodyHash: 'aa' } } })).toEqual([]);
    expect(findings(hashOfRawBytes, { tx, second: { ok: true, value: { bodyHash: 'ab' } } })).toEqual(
      unconfirmed,
    );
    expect(findings(hashOfRawBytes, { tx, second: { ok: false, failure: 'no' } })).toEqual(unconfirmed);
  });

  it('each list of inputs is without repetition, and nothing is both spent and read', () => {
    const body = { inputs: ['a', 'b'], referenceInputs: ['c'], collateral: ['a'] };
    const twice = 'block: The transaction names the same input twice.';
    const shared = 'block: The transaction spends an input that it only claims to read.';
    expect(findings(distinctInputs, { tx: { body } })).toEqual([]);
    for (const list of ['inputs', 'referenceInputs', 'collateral'])
      expect(findings(distinctInputs, { tx: { body: { ...body, [list]: ['d', 'd'] } } })).toEqual([twice]);
    const read = { ...body, referenceInputs: ['c', 'b'] };
    expect(findings(distinctInputs, { tx: { body: read } })).toEqual([shared]);
  });
});

describe('F1, governance', () => {
  it.each([
    [4, 'would change your staking or register something'],
    [6, 'would change protocol parameters'],
    [19, 'would cast a vote'],
    [20, 'would submit a governance proposal'],
    [21, 'makes a statement about the treasury'],
    [22, 'would donate to the treasury'],
  ])('field %i is blocked, by its name', (key, what) => {
    expect(findings(governance, { tx: { body: { keys: new Set([0, key]) } } })).toEqual([
      `block: The transaction ${what}.`,
    ]);
  });
});

describe('F5, network fee', () => {
  const paying = (fee: bigint, scripts: boolean, present = 0): object => ({
    tx: {
      bytes: { length: 1_000 },
      body: { fee },
      witnesses: { hasRedeemers: scripts, vkeys: Array.from({ length: present }) },
    },
    context: { parameters, own },
    ownSigners: ['mine'],
    foreignSigners: ['other'],
  });
  const told = (fee: bigint, scripts = false, present = 0): string | undefined =>
    findings(networkFee, paying(fee, scripts, present))[0];

  it('is far too high, or unusually high, from one lovelace above its bounds', () => {
    expect(told(5_000_001n, true)).toBe('block: The network fee of 5.000001 ADA is far too high.');
    expect(told(5_000_000n, true)).toBe('warn: The network fee of 5 ADA is unusually high.');
    expect(told(2_000_001n, true)).toBe('warn: The network fee of 2.000001 ADA is unusually high.');
    expect(told(2_000_000n, true)).toBeUndefined();
    expect(told(2_000_001n)).toBe('block: The network fee of 2.000001 ADA is far too high.');
    expect(told(2_000_000n)).toBe('warn: The network fee of 2 ADA is unusually high.');
    expect(told(1_000_001n)).toBe('warn: The network fee of 1.000001 ADA is unusually high.');
  });

  it('is held against what is needed with the signatures that are missing, where no script runs', () => {
    for (const [present, missing] of [
      [0, 2],
      [1, 1],
      [5, 0],
    ] as const) {
      const least = minimumFeeSigned(1_000, missing, parameters);
      expect(told(2n * least, false, present)).toBeUndefined();
      expect(told(2n * least + 1n, false, present)).toMatch(/^warn: .*more than twice what is needed/);
      expect(told(2n * least + 1n, true, present)).toBeUndefined();
    }
  });
});

describe('F7, validity', () => {
  const TIP = 100_000;
  const valid = (validFrom: bigint | undefined, left: bigint, tip: number | undefined = TIP): object => ({
    tx: { body: { validFrom, validUntil: BigInt(TIP) + left } },
    context: { tipSlot: tip },
  });

  it('is reported from a second beyond two hours, and blocked beyond a day and once it is over', () => {
    expect(findings(validity, valid(undefined, 7_200n))).toEqual([]);
    expect(findings(validity, valid(undefined, 7_201n))).toEqual([
      'warn: The transaction stays valid for 120 minutes.',
    ]);
    expect(findings(validity, valid(undefined, 86_400n))).toEqual([
      'warn: The transaction stays valid for 1440 minutes.',
    ]);
    expect(findings(validity, valid(undefined, 86_401n))).toEqual([
      'block: The transaction would stay valid for more than a day.',
    ]);
    expect(findings(validity, valid(undefined, 1n))).toEqual([]);
    expect(findings(validity, valid(undefined, 0n))).toEqual(['block: The transaction is no longer valid.']);
  });

  it('has a start that is not after its end, and is reported when it is not reached', () => {
    expect(findings(validity, valid(BigInt(TIP), 60n))).toEqual([]);
    expect(findings(validity, valid(BigInt(TIP) + 1n, 60n))).toEqual([
      'warn: The transaction is not valid yet, but will be in 1 seconds.',
    ]);
    expect(findings(validity, valid(BigInt(TIP) + 60n, 60n))).toContain(
      'block: The transaction is never valid.',
    );
    expect(findings(validity, valid(BigInt(TIP) + 59n, 60n))).toHaveLength(1);
  });

  it('is measured from its own start where the present is not known', () => {
    const unknown = (validFrom: bigint | undefined): object => ({
      tx: { body: { validFrom, validUntil: 100_000n } },
      context: {},
    });
    expect(findings(validity, unknown(undefined))).toEqual([]);
    expect(findings(validity, unknown(100_000n - 7_200n))).toEqual([]);
    expect(findings(validity, unknown(100_000n - 86_401n))).toEqual([
      'block: The transaction would stay valid for more than a day.',
    ]);
    expect(findings(validity, { tx: { body: {} }, context: {} })).toEqual([
      'warn: The transaction stays valid forever once it is signed.',
    ]);
  });

  it('is reported when the ledger is more than twenty minutes ahead of the clock', () => {
    const ahead = (by: number): object => ({
      tx: { body: { validUntil: BigInt(TIP) + 60n } },
      context: { tipSlot: TIP, clockSlot: TIP - by },
    });
    expect(findings(validity, ahead(1_200))).toEqual([]);
    expect(findings(validity, ahead(1_201))).toEqual([
      "warn: The ledger says that it is 20 minutes later than this computer's clock: the transaction may stay valid for that much longer than shown here.",
    ]);
  });
});

describe('F8 and F9, who signs and what is read', () => {
  const signing = (foreignSigners: readonly string[], requiredSigners: readonly string[]): object => ({
    tx: { body: { requiredSigners } },
    ownSigners: ['a', 'b'],
    foreignSigners,
    context: { own: { stakeKeyHashes: new Set(['stake']) } },
  });

  it('others are counted, and the stake key is named', () => {
    expect(findings(signers, signing([], ['payment']))).toEqual([]);
    expect(findings(signers, signing(['x'], []))).toEqual(['warn: 1 key of someone else must sign too.']);
    expect(findings(signers, signing(['x', 'y'], []))).toEqual([
      'warn: 2 keys of someone else must sign too.',
    ]);
    expect(findings(signers, signing([], ['payment', 'stake']))).toEqual([
      'info: Needs 2 of your keys, including the stake key.',
    ]);
  });

  it('a script in an output is blocked, in the collateral’s return too', () => {
    const none = { hasReferenceScript: false };
    const body = { outputs: [none, none], collateralReturn: none, referenceInputs: [] as string[] };
    const stores = ['block: The transaction stores a script in an output, which a trade never needs.'];
    const script = { hasReferenceScript: true };
    expect(findings(references, { tx: { body } })).toEqual([]);
    expect(findings(references, { tx: { body: { ...body, outputs: [none, script] } } })).toEqual(stores);
    expect(findings(references, { tx: { body: { ...body, collateralReturn: script } } })).toEqual(stores);
    expect(findings(references, { tx: { body: { ...body, referenceInputs: ['a', 'b'] } } })).toEqual([
      'info: Reads 2 other outputs without spending them.',
    ]);
  });
});
