import { addValues, subtractValues, type Value } from '#domain/amount.ts';
import { decodeTransaction, type Transaction } from '../cardano/transaction.ts';
import { sameButSignatures, verifyWitness } from '../cardano/witness.ts';
import { sha256 } from './receipt-key.ts';
import type { SignedContent } from './receipt.ts';
import type { Checks } from './verdict.ts';
import { holderOfText } from '../proof/address.ts';
import type { RawTransaction } from '../proof/transaction.ts';

/**
 * Checks a transaction of a receipt by its bytes: hashes, every signature, and that the keys named have signed.
 * Returns it decoded, or `undefined` when its bytes are not a transaction, or not the one named.
 */
export function verifyTransaction(
  { hash, signedHash, cbor }: SignedContent['transaction'],
  signers: readonly string[],
  checks: Checks,
): Transaction | undefined {
  const decoded = decodeTransaction(cbor);
  if (!decoded.ok) {
    checks.hold('transaction-readable', false, '', `The transaction cannot be read: ${decoded.failure}.`);
    return undefined;
  }
  const tx = decoded.value;
  const same = checks.hold(
    'transaction-hash',
    tx.bodyHash === hash,
    'The transaction hash is the BLAKE2b-256 of the body in the file.',
    'The hash of the transaction in the file is not the one named.',
  );
  checks.hold(
    'signed-hash',
    sha256(tx.bytes) === signedHash,
    'The SHA-256 of the signed transaction is right.',
    'The SHA-256 of the signed transaction is not the one named.',
  );
  const { vkeys } = tx.witnesses;
  const wrong = vkeys.filter((witness) => !verifyWitness(tx.bodyHash, witness)).length;
  checks.hold(
    'witnesses',
    wrong === 0,
    `Every signature of the transaction is right (${vkeys.length}).`,
    `${wrong} of ${vkeys.length} signatures of the transaction are wrong.`,
  );
  const present = new Set(vkeys.map(({ keyHash }) => keyHash));
  const missing = signers.filter((key) => !present.has(key));
  checks.hold(
    'signers',
    signers.length > 0 && missing.length === 0,
    `Every key that had to sign has signed (${signers.length}).`,
    missing.length === 0 ? 'No key is named that signed.' : `No signature of key ${missing.join(', ')}.`,
  );
  return same ? tx : undefined;
}

/** Rules A1 and A2 again: what was sent is what was signed, except for signatures. */
export function verifySameTransaction(signed: Transaction, assembled: Transaction, checks: Checks): void {
  checks.hold(
    'same-transaction',
    sameButSignatures(signed, assembled),
    'What was assembled differs from what was signed only in its signatures.',
    'What was assembled is not what was signed.',
  );
}

/** An output as a receipt states it. */
export interface ReadOutput {
  readonly index: number;
  /** Bech32; hex where the bytes are of a kind that has no Bech32 text here. */
  readonly address: string;
  readonly value: Value;
  /** Hash of the key that can spend it; `undefined` when it is no key's. */
  readonly key: string | undefined;
  /** Hash of the script that locks it; `undefined` when none does. */
  readonly script: string | undefined;
  /** Raw bytes of its datum, hex; `undefined` when there is none or it cannot be seen. */
  readonly datum: string | undefined;
}

/** The outputs of a transaction, whose they are and what their datums hold. Nothing of the inspector is used. */
export function readOutputs({ outputs, data }: RawTransaction): readonly ReadOutput[] {
  return outputs.map(({ holder, value, inlineDatum, datumHash }, index) => ({
    index,
    address: holder.text,
    value,
    key: holder.kind === 'key' ? holder.hash : undefined,
    script: holder.kind === 'script' ? holder.hash : undefined,
    datum: inlineDatum ?? (datumHash === undefined ? undefined : data.get(datumHash)),
  }));
}

/** Hash of the key that guards an address; `undefined` when no key does. */
export function paymentKeyOf(address: string): string | undefined {
  const { kind, hash } = holderOfText(address);
  return kind === 'key' ? hash : undefined;
}

/**
 * The account's payment keys that occur in a transaction (hex), wherever they do: in its outputs, its datums, among
 * those who must sign; and in the addresses that it spends from.
 */
export function ownPaymentKeys(
  cbor: string,
  spentAddresses: readonly string[],
  own: ReadonlySet<string>,
): string[] {
  const spending = new Set(spentAddresses.map(paymentKeyOf));
  return [...own].filter((key) => cbor.includes(key) || spending.has(key)).toSorted();
}

export function sumOf(values: readonly Value[]): Value {
  return values.reduce<Value>((sum, value) => addValues(sum, value), new Map());
}

/** The account's change in value through the transaction, negative where it has less. */
export function netOf(returned: Value, spent: Value): Value {
  return subtractValues(returned, spent);
}
