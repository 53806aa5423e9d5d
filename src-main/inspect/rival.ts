import { parseAddress } from '../cardano/address.ts';
import { decodeTransaction, type OutputReference } from '../cardano/transaction.ts';
import { verifyWitness } from '../cardano/witness.ts';
import { proveInput } from '../cardano/resolution.ts';

/** The facts that a transaction's bytes prove, whoever supplied them; they do not prove that it is on chain. */
export interface Rival {
  /** Outputs that it spends or puts at risk. */
  readonly names: ReadonlySet<OutputReference>;
  /** Outputs that are spent once it is on chain, whether or not its scripts failed there. */
  readonly spends: ReadonlySet<OutputReference>;
  /** Hashes (hex) of the keys that signed it. */
  readonly signers: ReadonlySet<string>;
  /** First slot in which it is valid, and the first in which it no longer is. */
  readonly validFrom: bigint | undefined;
  readonly validUntil: bigint | undefined;
}

/**
 * Reads the bytes (hex) that are said to be of a transaction: `undefined` where they cannot be read, or where their body
 * hashes to another id. Only signatures that verify over that hash count.
 *
 * Where its scripts fail, a transaction takes its collateral and leaves its inputs. The flag that says so lies outside
 * the hash and every signature: whoever shows the bytes may have turned it, so it is not read. Without collateral
 * nothing can fail, since the ledger runs no script without it, and the inputs are spent; with collateral, only what is
 * both an input and collateral is certainly spent.
 */
export function readRival(txHash: string, cbor: string): Rival | undefined {
  const decoded = decodeTransaction(cbor);
  if (!decoded.ok || decoded.value.bodyHash !== txHash) return undefined;
  const { bodyHash, body, witnesses } = decoded.value;
  const inputs = new Set(body.inputs);
  const collateral = new Set(body.collateral);
  const signed = witnesses.vkeys.filter((witness) => verifyWitness(bodyHash, witness));
  return {
    names: new Set([...inputs, ...collateral]),
    spends: collateral.size === 0 ? inputs : new Set(body.inputs.filter((input) => collateral.has(input))),
    signers: new Set(signed.map(({ keyHash }) => keyHash)),
    validFrom: body.validFrom,
    validUntil: body.validUntil,
  };
}

/**
 * The hash (hex) of the key that alone can spend an output, proven by the bytes (hex) of the transaction that made it;
 * `undefined` where they prove nothing, and where a script holds it.
 */
export function keyOfOutput(reference: OutputReference, parentCbor: string): string | undefined {
  const proven = proveInput(reference, parentCbor);
  const address = proven.ok ? parseAddress(proven.value.address) : proven;
  return address.ok && address.value.payment.kind === 'key' ? address.value.payment.hash : undefined;
}
