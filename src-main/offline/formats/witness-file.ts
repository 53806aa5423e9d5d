import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { scanCbor } from '../../cardano/cbor-scanner.ts';
import * as shape from '../../cardano/cbor-shape.ts';
import { cborArray, cborBytes } from '../../cardano/cbor-writer.ts';
import { hexBytes, toHex } from '../../cardano/hex.ts';
import { decodeTransaction } from '../../cardano/transaction.ts';
import { parseWitnessSet } from '../../cardano/witness.ts';
import { readVkeyWitness, type VkeyWitness } from '../../cardano/witness-set.ts';
import { isTransaction, readEnvelope, type TextEnvelope } from './text-envelope.ts';

/**
 * Reads what came back from whoever signed: cardano-cli's `TxWitness` envelope (a bare pair, or the older pair behind the
 * number 0), a signed transaction's envelope, or a CIP-30 witness set in hex. What the signatures are over is not judged
 * here. Failures: `envelope-malformed`, `witness-file-malformed`.
 */
export function readWitnessFile(text: string): Result<readonly VkeyWitness[], Failure> {
  const plain = text.trim();
  if (/^[0-9a-fA-F]+$/.test(plain)) {
    const set = parseWitnessSet(plain);
    return set.ok ? set : malformed(set.failure);
  }
  const envelope = readEnvelope(text);
  if (!envelope.ok) return envelope;
  const { type, cborHex } = envelope.value;
  if (isTransaction(envelope.value)) return ofTransaction(cborHex);
  if (!/^TxWitness [A-Z][a-z]+Era$/.test(type))
    return malformed('it is no signature: its type is not "TxWitness ConwayEra"');
  const one = readKeyWitness(cborHex);
  return one.ok ? ok([one.value]) : malformed(one.failure);
}

/** The signatures of several files together. Failures as of `readWitnessFile`. */
export function readWitnessFiles(texts: readonly string[]): Result<readonly VkeyWitness[], Failure> {
  const all: VkeyWitness[] = [];
  for (const text of texts) {
    const read = readWitnessFile(text);
    if (!read.ok) return read;
    all.push(...read.value);
  }
  return ok(all);
}

/** A key's signature as cardano-cli reads it. */
export function witnessEnvelope({
  publicKey,
  signature,
}: Pick<VkeyWitness, 'publicKey' | 'signature'>): TextEnvelope {
  const pair = cborArray([cborBytes(hexBytes(publicKey)), cborBytes(hexBytes(signature))]);
  return { type: 'TxWitness ConwayEra', description: 'Key Witness ShelleyEra', cborHex: toHex(pair) };
}

function ofTransaction(cbor: string): Result<readonly VkeyWitness[], Failure> {
  const signed = decodeTransaction(cbor);
  if (!signed.ok) return malformed(signed.failure);
  const { vkeys } = signed.value.witnesses;
  return vkeys.length > 0 ? ok(vkeys) : malformed('the transaction in it is not signed');
}

/** `[vkey, signature]`, or `[0, [vkey, signature]]` as older versions wrote it. */
function readKeyWitness(hex: string): Result<VkeyWitness, string> {
  const scanned = scanCbor(hexBytes(hex));
  if (!scanned.ok) return scanned;
  return shape.reading(() => {
    const [first, second] = shape.pair(scanned.value, 'the signature');
    if (first.kind !== 'int') return readVkeyWitness(scanned.value);
    if (first.value !== 0n)
      shape.refuse('it is no signature of a plain key, but of a script or an old address');
    return readVkeyWitness(second);
  });
}

function malformed(reason: string): Result<never, Failure> {
  return failed(failure('witness-file-malformed', { reason }));
}
