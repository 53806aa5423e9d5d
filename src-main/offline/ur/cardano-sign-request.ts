import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { CborItem } from '../../cardano/cbor-scanner.ts';
import * as shape from '../../cardano/cbor-shape.ts';
import { cborArray, cborBytes, cborInt, cborTag, cborText } from '../../cardano/cbor-writer.ts';
import { hexBytes, toHex } from '../../cardano/hex.ts';
import { decodeTransaction } from '../../cardano/transaction.ts';
import { readKeyPath, writeKeyPath, type KeyPath } from './key-path.ts';
import { needed, readItem, readRequestId, readText, writeFields, writeRequestId } from './registry-items.ts';
import type { UrMessage } from './ur-part.ts';

/*
 * `cardano-sign-request` of Keystone's registry (`@keystonehq/bc-ur-registry-cardano` 0.5.0; no CIP has it). Its sibling
 * over a hash alone, `cardano-sign-tx-hash-request`, is neither read nor written, by intent: what nobody can see, nobody
 * can agree to.
 */

/** An input that a key of the wallet unlocks, as whoever asks states it: nothing here proves it. */
export interface RequestedInput {
  /** Lower-case hex of 32 bytes. */
  readonly transactionHash: string;
  readonly index: number;
  /** Lovelace. */
  readonly amount: bigint;
  readonly key: KeyPath;
  /** As text. Whether it is one of the key's, the device judges. */
  readonly address: string;
}

/** A key that has to sign for another reason than an input: a certificate, a withdrawal, a required signer. */
export interface RequestedSigner {
  /** Lower-case hex of 28 bytes. */
  readonly keyHash: string;
  readonly key: KeyPath;
}

export interface CardanoSignRequest {
  /** A UUID, which the answer repeats. */
  readonly requestId: string | undefined;
  /** The bytes of the whole transaction. */
  readonly transaction: Uint8Array;
  readonly inputs: readonly RequestedInput[];
  readonly signers: readonly RequestedSigner[];
  /** The name of the app that asks, by its own word. */
  readonly origin: string | undefined;
}

const TYPE = 'cardano-sign-request';
const INPUT_TAG = 2201n;
const SIGNER_TAG = 2204n;

const REQUEST_FIELDS: ReadonlySet<number> = new Set([1, 2, 3, 4, 5]);
const INPUT_FIELDS: ReadonlySet<number> = new Set([1, 2, 3, 4, 5]);
const SIGNER_FIELDS: ReadonlySet<number> = new Set([1, 2]);

const AMOUNT = /^(?:0|[1-9][0-9]{0,19})$/;
const ADDRESS = /^[0-9A-Za-z_]{1,200}$/;
const ORIGIN = /^[\x20-\x7e]{1,100}$/;
const MAX_UINT64 = (1n << 64n) - 1n;

/**
 * Reads a request. Its transaction is one that decodes (`decodeTransaction`); who asks, what the inputs hold and which
 * keys they need are mere claims. Refused with `ur-hash-only`, `ur-other-type` and `ur-contents`.
 */
export function readSignRequest(message: UrMessage): Result<CardanoSignRequest, Failure> {
  return readItem(message, TYPE, (item) => {
    const fields = shape.fields(item, 'the request', REQUEST_FIELDS);
    const requestId = fields.get(1);
    const origin = fields.get(5);
    return {
      requestId: requestId && readRequestId(requestId),
      transaction: readTransaction(needed(fields, 2, 'the request')),
      inputs: shape.array(needed(fields, 3, 'the request'), 'the inputs').map(readInput),
      signers: shape.array(needed(fields, 4, 'the request'), 'the other signers').map(readSigner),
      origin: origin && readText(origin, 'the name of who asks', ORIGIN),
    };
  });
}

/** A request as Keystone writes it. @throws RangeError when a part of it is ill-formed: a bug of the caller. */
export function writeSignRequest(request: CardanoSignRequest): UrMessage {
  const { requestId, transaction, inputs, signers, origin } = request;
  const decoded = decodeTransaction(toHex(transaction));
  if (!decoded.ok) throw new RangeError(`not a transaction: ${decoded.failure}`);
  if (origin !== undefined && !ORIGIN.test(origin)) throw new RangeError('not the name of an app');
  const cbor = writeFields({
    1: requestId === undefined ? undefined : writeRequestId(requestId),
    2: cborBytes(transaction),
    3: cborArray(inputs.map(writeInput)),
    4: cborArray(signers.map(writeSigner)),
    5: origin === undefined ? undefined : cborText(origin),
  });
  return { type: TYPE, cbor };
}

function readTransaction(item: CborItem): Uint8Array {
  const bytes = shape.bytes(item, 'the transaction');
  const decoded = decodeTransaction(toHex(bytes));
  if (!decoded.ok) shape.refuse(`it is not a whole transaction: ${decoded.failure}`);
  return bytes;
}

function readInput(item: CborItem): RequestedInput {
  const fields = shape.fields(shape.tagged(item, INPUT_TAG, 'an input'), 'an input', INPUT_FIELDS);
  const amount = BigInt(readText(needed(fields, 3, 'an input'), 'an amount', AMOUNT));
  if (amount > MAX_UINT64) shape.refuse('an amount is too large');
  return {
    transactionHash: toHex(shape.bytes(needed(fields, 1, 'an input'), 'the hash of an input', 32)),
    index: shape.index(needed(fields, 2, 'an input'), 'the index of an input'),
    amount,
    key: readKeyPath(needed(fields, 4, 'an input')),
    address: readText(needed(fields, 5, 'an input'), 'an address', ADDRESS),
  };
}

function writeInput({ transactionHash, index, amount, key, address }: RequestedInput): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(transactionHash) || !ADDRESS.test(address) || amount < 0n || amount > MAX_UINT64)
    throw new RangeError('not an input');
  const fields = {
    1: cborBytes(hexBytes(transactionHash)),
    2: cborInt(BigInt(index)),
    3: cborText(String(amount)),
    4: writeKeyPath(key),
    5: cborText(address),
  };
  return cborTag(INPUT_TAG, writeFields(fields));
}

function readSigner(item: CborItem): RequestedSigner {
  const fields = shape.fields(shape.tagged(item, SIGNER_TAG, 'a signer'), 'a signer', SIGNER_FIELDS);
  return {
    keyHash: toHex(shape.bytes(needed(fields, 1, 'a signer'), 'the key of a signer', 28)),
    key: readKeyPath(needed(fields, 2, 'a signer')),
  };
}

function writeSigner({ keyHash, key }: RequestedSigner): Uint8Array {
  if (!/^[0-9a-f]{56}$/.test(keyHash)) throw new RangeError('not the hash of a key');
  return cborTag(SIGNER_TAG, writeFields({ 1: cborBytes(hexBytes(keyHash)), 2: writeKeyPath(key) }));
}
