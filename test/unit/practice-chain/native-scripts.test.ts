import { describe, expect, test } from 'vitest';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { fromHex, hexBytes, toHex } from '../../../src-main/cardano/hex.ts';
import { nativeScriptHash, type NativeScript } from '../../../src-main/cardano/native-script.ts';
import { withNativeScript } from '../../../src-main/cardano/script-witness.ts';
import { spliceWitnesses } from '../../../src-main/cardano/witness.ts';
import { bodyHash, draftBytes, type Draft } from '../../../src-main/practice/chain/draft.ts';
import { decodeTransaction } from '../../../src-main/practice/chain/transaction.ts';
import { ada, alice, bob, FIRST_SLOT, rulesBroken, testChain } from '../../support/practice-chain.ts';

const FEE = 300_000n;
const key = (hash: string): NativeScript => ({ kind: 'key', hash });
const both: NativeScript = { kind: 'all', scripts: [key(alice.keyHash), key(bob.keyHash)] };
const addressAt = (script: NativeScript): string =>
  formatAddress(addressOf(0, { kind: 'script', hash: nativeScriptHash(script) }));

type Signer = typeof alice;

/** A payment from the script's address, with that script (or another one, or none) and signatures. */
function spending(
  script: NativeScript,
  signers: readonly Signer[],
  {
    brought = script,
    more = {},
  }: { readonly brought?: NativeScript | undefined; readonly more?: Partial<Draft> } = {},
) {
  const { chain, genesis } = testChain([{ address: addressAt(script), value: ada(100) }]);
  const draft: Draft = {
    inputs: [genesis(0)],
    outputs: [{ address: bob.address, value: ada(99.7) }],
    ...more,
  };
  const bytes = draftBytes(draft, FEE);
  const carrying = withNativeScript(toHex(bytes), brought);
  if (!carrying.ok) throw new Error(carrying.failure);
  return { chain, unsigned: carrying.value, bytes: signedBy(carrying.value, bytes, signers) };
}

function signedBy(cbor: string, unsigned: Uint8Array, signers: readonly Signer[]): Uint8Array {
  const witnesses = signers.map((signer) => {
    // `[public key, signature]`, each a byte string with a two-byte head.
    const pair = toHex(signer.witness(bodyHash(unsigned)));
    return { publicKey: pair.slice(6, 70), signature: pair.slice(74) };
  });
  const spliced = spliceWitnesses(cbor, witnesses);
  if (!spliced.ok) throw new Error(spliced.failure);
  return hexBytes(spliced.value);
}

describe('what a native script locks', () => {
  test('is spent with its script and the signatures that it asks for', () => {
    const { chain, bytes } = spending(both, [alice, bob]);
    expect(rulesBroken(chain, bytes)).toEqual([]);
  });

  test('is not spent with fewer', () => {
    for (const signers of [[], [alice], [bob]]) {
      const { chain, bytes } = spending(both, signers);
      expect(rulesBroken(chain, bytes)).toEqual(['ScriptWitnessNotValidatingUTXOW']);
    }
  });

  test('is not spent without its script, nor with another one besides', () => {
    const { chain, bytes } = spending(both, [alice, bob], { brought: key(alice.keyHash) });
    expect(rulesBroken(chain, bytes)).toEqual([
      'MissingScriptWitnessesUTXOW',
      'ExtraneousScriptWitnessesUTXOW',
    ]);
  });

  test.each([
    ['from its slot on', 'from', FIRST_SLOT, { validFrom: FIRST_SLOT }, []],
    ['before it', 'from', FIRST_SLOT + 1, { validFrom: FIRST_SLOT }, ['ScriptWitnessNotValidatingUTXOW']],
    ['at a time that is not stated', 'from', 0, {}, ['ScriptWitnessNotValidatingUTXOW']],
    ['until its slot', 'until', FIRST_SLOT + 9, { invalidFrom: FIRST_SLOT + 9 }, []],
    [
      'after it',
      'until',
      FIRST_SLOT + 8,
      { invalidFrom: FIRST_SLOT + 9 },
      ['ScriptWitnessNotValidatingUTXOW'],
    ],
    ['without an end', 'until', FIRST_SLOT + 8, {}, ['ScriptWitnessNotValidatingUTXOW']],
  ] as const)('is spent in its time: %s', (_, kind, slot, more, broken) => {
    const script: NativeScript = { kind: 'all', scripts: [key(alice.keyHash), { kind, slot: Number(slot) }] };
    const { chain, bytes } = spending(script, [alice], { more });
    expect(rulesBroken(chain, bytes)).toEqual(broken);
  });

  test('has a script that is read, or the transaction is none', () => {
    const { unsigned } = spending(both, []);
    const at = unsigned.indexOf('8201828200');
    expect(at).toBeGreaterThan(0);
    // Of an unknown kind, with a superfluous field, and without its parts.
    for (const wrong of ['8206828200', '8301828200', '820100'.padEnd(10, '0')]) {
      const bytes = fromHex(unsigned.replace('8201828200', wrong));
      expect(bytes && decodeTransaction(bytes).ok).toBe(false);
    }
  });
});
