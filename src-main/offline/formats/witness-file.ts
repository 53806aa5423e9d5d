import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { scanCbor, type CborItem } from '../../cardano/cbor-scanner.ts';
import * as shape from '../../cardano/cbor-shape.ts';
import { cborArray, cborBytes } from '../../cardano/cbor-writer.ts';
import { hexBytes, toHex } from '../../cardano/hex.ts';
import { decodeTransaction } from '../../cardano/transaction.ts';
import { readVkeyWitness, type VkeyWitness } from '../../cardano/witness-set.ts';
import { parseWitnessSet } from '../../cardano/witness.ts';
import { FILE_LIMIT, otherEra, readEnvelope, readTransactionFile, writeEnvelope } from './text-envelope.ts';

const CONWAY = 'TxWitness ConwayEra';
const DESCRIPTION = 'Key Witness ShelleyEra';
const BOOTSTRAP = 'it signs for a Byron address, and only signatures of payment and stake keys are taken';

/**
 * Reads the signatures of a file: the one of a cardano-cli witness (`TxWitness ConwayEra`), those of a signed
 * transaction, or those of a CIP-30 witness set in hex. None of them is verified here. Failure: `witness-file-malformed`.
 */
export function readWitnessFile(file: string): Result<readonly VkeyWitness[], Failure> {
  const read = readSignatures(file);
  if (!read.ok) return failed(failure('witness-file-malformed', { reason: read.failure }));
  return read.value.length > 0 ? read : malformed('it holds no signature');
}

/** The signatures of several files together. Failure as of `readWitnessFile`. */
export function readWitnessFiles(files: readonly string[]): Result<readonly VkeyWitness[], Failure> {
  const all: VkeyWitness[] = [];
  for (const file of files) {
    const read = readWitnessFile(file);
    if (!read.ok) return read;
    all.push(...read.value);
  }
  return ok(all);
}

/** Writes a key's signature as cardano-cli does: the pair of public key (32 bytes) and signature (64 bytes). */
export function writeWitnessFile(witness: Pick<VkeyWitness, 'publicKey' | 'signature'>): string {
  const pair = cborArray([cborBytes(hexBytes(witness.publicKey)), cborBytes(hexBytes(witness.signature))]);
  return writeEnvelope({ type: CONWAY, description: DESCRIPTION, cborHex: toHex(pair) });
}

function readSignatures(file: string): Result<readonly VkeyWitness[], string> {
  if (file.length > FILE_LIMIT) return failed(`it has more than ${FILE_LIMIT} characters`);
  const typed = file.trim();
  if (/^[0-9a-fA-F]+$/.test(typed)) return parseWitnessSet(typed);
  const envelope = readEnvelope(file);
  if (!envelope.ok) return envelope;
  const { type, cborHex } = envelope.value;
  const signed = type === CONWAY ? undefined : readTransactionFile(file);
  if (signed?.ok) return ofTransaction(signed.value);
  if (type !== CONWAY) return failed(whyNoWitness(type));
  const scanned = scanCbor(hexBytes(cborHex));
  if (!scanned.ok) return scanned;
  const witness = shape.reading(() => readKeyWitness(scanned.value));
  return witness.ok ? ok([witness.value]) : witness;
}

/** The signatures of a whole transaction; the caller verifies which transaction they sign. */
function ofTransaction(cbor: string): Result<readonly VkeyWitness[], string> {
  const decoded = decodeTransaction(cbor);
  if (!decoded.ok) return decoded;
  const { vkeys } = decoded.value.witnesses;
  return vkeys.length > 0 ? ok(vkeys) : failed('the transaction in it is not signed');
}

/**
 * The pair itself, as the ledger's CDDL has it and cardano-cli writes it since 10.1, or `[0, pair]`, as it did before
 * (cardano-api, `legacyKeyWitnessEncode`; `[1, …]` was a bootstrap witness, which the CDDL writes as four items).
 */
function readKeyWitness(item: CborItem): VkeyWitness {
  const items = shape.array(item, 'the signature');
  const [first, second] = items;
  if (items.length === 4) shape.refuse(BOOTSTRAP);
  if (items.length !== 2 || first?.kind !== 'int' || !second) return readVkeyWitness(item);
  if (first.value === 1n) shape.refuse(BOOTSTRAP);
  if (first.value !== 0n) shape.refuse('it holds a script or something else that is not a key’s signature');
  return readVkeyWitness(second);
}

function whyNoWitness(type: string): string {
  const era = otherEra(type);
  if (type.startsWith('TxWitness') && era !== undefined)
    return `it is a signature of the ${era} era, and only those of Conway are taken`;
  if (/^(?:(?:Unw|W)itnessed )?Tx/.test(type)) return 'it holds a whole transaction, not a signature';
  return type.includes('SigningKey') ? 'it holds a key, not a signature' : 'it holds something else';
}

function malformed(reason: string): Result<never, Failure> {
  return failed(failure('witness-file-malformed', { reason }));
}
