import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { lovelaceIn } from '#domain/amount.ts';
import { parseAddress } from '../cardano/address.ts';
import { scanCbor } from '../cardano/cbor-scanner.ts';
import { cborBytes } from '../cardano/cbor-writer.ts';
import { hexBytes } from '../cardano/hex.ts';
import { decodeTransaction, type OutputReference, type Transaction } from '../cardano/transaction.ts';
import { proveInputBy, type ResolvedInput } from '../cardano/resolution.ts';
import { bundleText, MOST_BUNDLE_TEXT, type OfflineBundle } from './bundle.ts';
import { writeSignRequest, type RequestedInput, type RequestedSigner } from './ur/cardano-sign-request.ts';
import type { UrMessage } from './ur/ur-part.ts';

/** Plain bytes (BCR-2020-006, "bytes"): here the bundle's text, deflated (RFC 1951). */
const BUNDLE_TYPE = 'bytes';

/** A bundle as a message for animated codes. */
export function bundleMessage(bundle: OfflineBundle): UrMessage {
  return { type: BUNDLE_TYPE, cbor: cborBytes(deflateRawSync(bundleText(bundle), { level: 9 })) };
}

/** The text of the bundle in a message, not read yet. Failures: `ur-other-type`, `ur-contents`. */
export function bundleTextIn({ type, cbor }: UrMessage): Result<string, Failure> {
  if (type !== BUNDLE_TYPE) return failed(failure('ur-other-type', { found: type, wanted: BUNDLE_TYPE }));
  const scanned = scanCbor(cbor);
  if (!scanned.ok || scanned.value.kind !== 'bytes') return contents('it is not one run of bytes');
  try {
    const text = inflateRawSync(scanned.value.value, { maxOutputLength: MOST_BUNDLE_TEXT });
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(text));
  } catch {
    // Damaged, longer than any bundle, or no text: the library's words are not for users.
    return contents('it is not a Touchstone bundle');
  }
}

/**
 * A transaction of a bundle as a request to a device that signs by codes: the whole transaction, and where each key that it
 * needs is. `fingerprint`: of the device's master key, eight hex digits, as it shows it. Failure: `offline-no-paths` where
 * the bundle does not say where a key is, as one of a wallet that is watched by its address alone.
 */
export function signRequestMessage(
  bundle: OfflineBundle,
  at: number,
  fingerprint: string,
): Result<UrMessage, Failure> {
  const cbor = bundle.transactions[at]?.cbor ?? '';
  const decoded = decodeTransaction(cbor);
  if (!decoded.ok) return failed(failure('transaction-undecodable', { reason: decoded.failure }));
  const paths = new Map(
    bundle.paths.map(({ keyHash, path }) => [keyHash, { fingerprint, path: `m/${path}` }]),
  );
  const spentOf = spentBy(bundle);
  const inputs: RequestedInput[] = [];
  const named = new Set<string>();
  for (const reference of decoded.value.body.inputs) {
    const spent = spentOf(reference);
    const address = spent && parseAddress(spent.address);
    const holder =
      address?.ok === true && address.value.payment.kind === 'key' ? address.value.payment.hash : '';
    const key = paths.get(holder);
    // An order that is taken back is at a script: its owner is among the other signers.
    if (!spent || !key) continue;
    named.add(holder);
    inputs.push({
      transactionHash: reference.slice(0, 64),
      index: Number(reference.slice(65)),
      amount: lovelaceIn(spent.value),
      key,
      address: spent.address,
    });
  }
  const signers = [...paths].flatMap(([keyHash, key]): RequestedSigner[] =>
    named.has(keyHash) ? [] : [{ keyHash, key }],
  );
  if (inputs.length === 0 && signers.length === 0) return failed(failure('offline-no-paths'));
  return ok(
    writeSignRequest({
      requestId: undefined,
      transaction: hexBytes(cbor),
      inputs,
      signers,
      origin: 'Touchstone',
    }),
  );
}

/** Looks up the outputs that a transaction's inputs spend, proven by the bundle's parents. */
function spentBy({ parents }: OfflineBundle): (reference: OutputReference) => ResolvedInput | undefined {
  const read = new Map<string, Transaction>();
  for (const parent of parents) {
    const decoded = decodeTransaction(parent, { historic: true });
    if (decoded.ok) read.set(decoded.value.bodyHash, decoded.value);
  }
  return (reference) => {
    const parent = read.get(reference.slice(0, 64));
    const proven = parent && proveInputBy(reference, parent);
    return proven?.ok === true ? proven.value : undefined;
  };
}

function contents(reason: string): Result<never, Failure> {
  return failed(failure('ur-contents', { reason }));
}
