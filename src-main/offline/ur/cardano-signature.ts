import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import * as shape from '../../cardano/cbor-shape.ts';
import { cborBytes } from '../../cardano/cbor-writer.ts';
import { hexBytes, toHex } from '../../cardano/hex.ts';
import { parseWitnessSet } from '../../cardano/witness.ts';
import { needed, readItem, readRequestId, writeFields, writeRequestId } from './registry-items.ts';
import type { UrMessage } from './ur-part.ts';

/** The answer to a request: `cardano-signature` of Keystone's registry. */
export interface CardanoSignature {
  /** The UUID of the request that is answered. */
  readonly requestId: string | undefined;
  /** Hex of a witness set that holds signatures and nothing else, byte for byte as it came. */
  readonly witnessSet: string;
}

const TYPE = 'cardano-signature';
const FIELDS: ReadonlySet<number> = new Set([1, 2]);

/**
 * Reads an answer. Its witness set is one of at least one signature; whether they are good, and of which transaction,
 * has still to be verified. Refused with `ur-hash-only`, `ur-other-type` and `ur-contents`.
 */
export function readSignature(message: UrMessage): Result<CardanoSignature, Failure> {
  return readItem(message, TYPE, (item) => {
    const fields = shape.fields(item, 'the answer', FIELDS);
    const requestId = fields.get(1);
    const witnessSet = toHex(shape.bytes(needed(fields, 2, 'the answer'), 'the witness set'));
    const fault = faultOf(witnessSet);
    if (fault !== undefined) shape.refuse(fault);
    return { requestId: requestId && readRequestId(requestId), witnessSet };
  });
}

/** An answer as Keystone writes it. @throws RangeError when a part of it is ill-formed: a bug of the caller. */
export function writeSignature({ requestId, witnessSet }: CardanoSignature): UrMessage {
  const fault = faultOf(witnessSet);
  if (fault !== undefined) throw new RangeError(fault);
  const cbor = writeFields({
    1: requestId === undefined ? undefined : writeRequestId(requestId),
    2: cborBytes(hexBytes(witnessSet)),
  });
  return { type: TYPE, cbor };
}

function faultOf(witnessSet: string): string | undefined {
  const witnesses = parseWitnessSet(witnessSet);
  if (!witnesses.ok) return witnesses.failure;
  return witnesses.value.length === 0 ? 'the witness set holds no signature' : undefined;
}
