import { parseAddress } from '../cardano/address.ts';
import { blake2b256 } from '../cardano/hash.ts';
import { fromHex } from '../cardano/hex.ts';
import { decodeTransaction } from '../cardano/transaction.ts';

/** What an output names as its datum. Hex. */
export interface NamedDatum {
  /** Absent for an inline datum, and where there is none. */
  readonly hash?: string;
  /** Absent where its bytes are not with the transaction. */
  readonly datum?: string;
}

/**
 * What a transaction's bytes (hex) say of an output's datum; `undefined` for the bytes of another transaction, or
 * without that output.
 */
export function namedDatum(cbor: string, txHash: string, index: number): NamedDatum | undefined {
  const decoded = decodeTransaction(cbor, { historic: true });
  if (!decoded.ok || decoded.value.bodyHash !== txHash) return undefined;
  const { body, witnesses } = decoded.value;
  const datum = body.outputs[index]?.datum;
  if (datum?.kind === 'inline') return { datum: datum.hex };
  if (datum?.kind !== 'hash') return datum && {};
  const preimage = witnesses.data.get(datum.hash);
  return { hash: datum.hash, ...(preimage === undefined ? {} : { datum: preimage }) };
}

/** Whether these are the bytes (hex) of the datum with this hash. */
export function isDatumOf(hash: string, datum: string): boolean {
  const bytes = fromHex(datum);
  return bytes !== undefined && blake2b256(bytes) === hash;
}

/** Whether an address (Bech32) is a script's. */
export function isScriptAddress(address: string): boolean {
  const parsed = parseAddress(address);
  return parsed.ok && parsed.value.payment.kind === 'script';
}
