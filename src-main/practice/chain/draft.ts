import CSL from '@emurgo/cardano-serialization-lib-nodejs';

import { lovelaceIn, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { scanCbor } from '../../cardano/cbor-scanner.ts';
import { freeing, type Hold } from '../../cardano/freeing.ts';
import { blake2b256 } from '../../cardano/hash.ts';
import { concatBytes, hexBytes } from '../../cardano/hex.ts';
import { minimumFee, minimumLovelace } from './parameters.ts';
import type { TxInput } from './transaction.ts';

/** An output to be written. */
export interface DraftOutput {
  /** Bech32. */
  readonly address: string;
  readonly value: Value;
  /** Hex of an inline datum. */
  readonly datum?: string;
}

/** A transaction to be written: everything but the fee and the signatures. */
export interface Draft {
  readonly inputs: readonly TxInput[];
  readonly outputs: readonly DraftOutput[];
  /** First slot of validity, and the first slot after it. */
  readonly validFrom?: number;
  readonly invalidFrom?: number;
  /** Key hashes in hex. */
  readonly requiredSigners?: readonly string[];
}

const LARGEST_QUANTITY = (1n << 64n) - 1n;

/** Bytes that a tagged set of `count` vkey witnesses adds to a transaction whose witness set is the empty map. */
export function witnessSize(count: number): number {
  if (count === 0) return 0;
  const emptyMap = 1;
  const mapKeyAndTag = 5;
  return mapKeyAndTag + arrayHead(count).length + count * 101 - emptyMap;
}

/** The unsigned Conway transaction of a draft, written by CSL: `[body, {}, true, null]`. */
export function draftBytes(draft: Draft, fee: bigint): Uint8Array {
  return freeing((hold) =>
    hold(CSL.Transaction.new(bodyOf(draft, fee, hold), hold(CSL.TransactionWitnessSet.new()))).to_bytes(),
  );
}

/** BLAKE2b-256 of the body inside a transaction's bytes, hex. */
export function bodyHash(transaction: Uint8Array): string {
  const scanned = scanCbor(transaction);
  const body = scanned.ok && scanned.value.kind === 'array' ? scanned.value.items[0] : undefined;
  if (!body) throw new RangeError('not a transaction');
  return blake2b256(transaction.subarray(body.start, body.end));
}

/** A transaction whose fee covers its size. */
export interface PaidDraft {
  readonly bytes: Uint8Array;
  readonly fee: bigint;
}

/**
 * Finds the smallest fee that covers the signed size. `at(fee)` returns the draft with that fee taken from some
 * output, or `undefined` when there is not enough to pay it.
 */
export function withLeastFee(
  at: (fee: bigint) => Draft | undefined,
  witnesses: number,
): PaidDraft | undefined {
  let fee = minimumFee(300);
  for (let round = 0; round < 8; round += 1) {
    const draft = at(fee);
    if (!draft) return undefined;
    const bytes = draftBytes(draft, fee);
    const least = minimumFee(bytes.length + witnessSize(witnesses));
    // A larger fee can change the encoded length of the change output by one byte either way, never by more than it pays for.
    if (least === fee || (round > 3 && least < fee)) return { bytes, fee };
    fee = least;
  }
  return undefined;
}

/** The minimum lovelace for the output's size, whatever it holds now. */
export function leastLovelace(output: DraftOutput): bigint {
  const held = lovelaceIn(output.value);
  for (let least = minimumLovelace(outputSize(output, held)); ;) {
    const again = minimumLovelace(outputSize(output, held > least ? held : least));
    if (again <= least) return least;
    least = again;
  }
}

/** The largest quantity of a token that an output can hold, to find the most ADA it may need; nothing for ADA. */
export function mostOf(asset: AssetId): Value {
  return new Map([[asset, asset === ADA ? 0n : LARGEST_QUANTITY]]);
}

/** The transaction with these vkey witnesses (encoded pairs) as its whole witness set. */
export function withWitnesses(unsigned: Uint8Array, witnesses: readonly Uint8Array[]): Uint8Array {
  const scanned = scanCbor(unsigned);
  const set = scanned.ok && scanned.value.kind === 'array' ? scanned.value.items[1] : undefined;
  if (!set) throw new RangeError('not a transaction');
  const list = concatBytes(hexBytes('d90102'), arrayHead(witnesses.length), ...witnesses);
  return concatBytes(unsigned.subarray(0, set.start), hexBytes('a100'), list, unsigned.subarray(set.end));
}

/** Bytes that an output takes in a body; `lovelace`: as if it held this amount. */
export function outputSize(output: DraftOutput, lovelace = lovelaceIn(output.value)): number {
  const value = new Map(output.value);
  value.set(ADA, lovelace);
  return freeing((hold) => outputOf({ ...output, value }, hold).to_bytes().length);
}

function bodyOf(draft: Draft, fee: bigint, hold: Hold): CSL.TransactionBody {
  const inputs = hold(CSL.TransactionInputs.new());
  for (const { txHash, index } of draft.inputs)
    inputs.add(hold(CSL.TransactionInput.new(hold(CSL.TransactionHash.from_hex(txHash)), index)));
  const outputs = hold(CSL.TransactionOutputs.new());
  for (const output of draft.outputs) outputs.add(outputOf(output, hold));
  const body = hold(CSL.TransactionBody.new_tx_body(inputs, outputs, bigNum(fee, hold)));
  if (draft.validFrom !== undefined)
    body.set_validity_start_interval_bignum(bigNum(BigInt(draft.validFrom), hold));
  if (draft.invalidFrom !== undefined) body.set_ttl(bigNum(BigInt(draft.invalidFrom), hold));
  if (draft.requiredSigners && draft.requiredSigners.length > 0) {
    const signers = hold(CSL.Ed25519KeyHashes.new());
    for (const hash of draft.requiredSigners) signers.add(hold(CSL.Ed25519KeyHash.from_hex(hash)));
    body.set_required_signers(signers);
  }
  return body;
}

function outputOf(output: DraftOutput, hold: Hold): CSL.TransactionOutput {
  const address = hold(CSL.Address.from_bech32(output.address));
  const written = hold(CSL.TransactionOutput.new(address, valueOf(output.value, hold)));
  if (output.datum !== undefined) written.set_plutus_data(hold(CSL.PlutusData.from_hex(output.datum)));
  return written;
}

function valueOf(value: Value, hold: Hold): CSL.Value {
  const assets = hold(CSL.MultiAsset.new());
  for (const [asset, quantity] of value) if (asset !== ADA) addAsset(assets, asset, quantity, hold);
  const coin = bigNum(lovelaceIn(value), hold);
  return hold(assets.len() === 0 ? CSL.Value.new(coin) : CSL.Value.new_with_assets(coin, assets));
}

function addAsset(assets: CSL.MultiAsset, asset: AssetId, quantity: bigint, hold: Hold): void {
  const policy = hold(CSL.ScriptHash.from_hex(asset.slice(0, 56)));
  const name = hold(CSL.AssetName.new(hexBytes(asset.slice(56))));
  const before = assets.set_asset(policy, name, bigNum(quantity, hold));
  if (before) hold(before);
}

function bigNum(value: bigint, hold: Hold): CSL.BigNum {
  return hold(CSL.BigNum.from_str(value.toString()));
}

function arrayHead(length: number): Uint8Array {
  return length < 24 ? Uint8Array.of(0x80 | length) : Uint8Array.of(0x98, length);
}
