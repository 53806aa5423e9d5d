import type { Value } from '#domain/amount.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { formatAddress, parseAddress, parseAddressBytes } from './address.ts';
import { fromHex, toHex } from './hex.ts';
import { decodeTransaction, type OutputReference, type Transaction } from './transaction.ts';
import type { OutputDatum, TransactionOutput } from './transaction-output.ts';
import { blake2b256 } from './hash.ts';

/**
 * How an input's value is known. `proven`: by the parent transaction's bytes, whose body hashes to the input's
 * transaction id. `two-sources`: two back-ends report the same. `told`: only one does.
 */
export type Knowledge = 'proven' | 'two-sources' | 'told';

/** The output that an input spends. */
export interface ResolvedInput {
  /** Bech32; hex where the address is of a kind that has no Bech32 text here. */
  readonly address: string;
  readonly value: Value;
  readonly known: Knowledge;
  readonly datum?: OutputDatum;
  /** It is what a transaction whose scripts failed gave back of its collateral: nothing else of that one happened. */
  readonly restOfFailed?: true;
}

/** Inputs by reference, `hash#index`. A reference that is absent could not be looked up. */
export type ResolvedInputs = ReadonlyMap<string, ResolvedInput>;

/**
 * Reads an output out of its transaction's raw bytes (hex) and proves it: the body must hash to the transaction id.
 * The failure says why it proves nothing.
 */
export function proveInput(reference: OutputReference, parentCbor: string): Result<ResolvedInput, string> {
  const parent = decodeTransaction(parentCbor, { historic: true });
  if (!parent.ok) return failed(`the parent transaction cannot be read: ${parent.failure}`);
  return proveInputBy(reference, parent.value);
}

/** The same for bytes that are already decoded: one transaction can have made what hundreds of inputs spend. */
export function proveInputBy(reference: OutputReference, parent: Transaction): Result<ResolvedInput, string> {
  const cut = reference.indexOf('#');
  if (parent.bodyHash !== reference.slice(0, cut)) return failed('the bytes are of another transaction');
  const { body, isValid } = parent;
  const index = Number(reference.slice(cut + 1));
  // A transaction whose scripts failed has one output: the collateral's rest, numbered after the ones not made.
  const output = isValid
    ? body.outputs[index]
    : index === body.outputs.length
      ? body.collateralReturn
      : undefined;
  if (!output) return failed('the parent transaction has no such output');
  return ok({ ...provenOutput(output), ...(isValid ? {} : { restOfFailed: true }) });
}

function provenOutput({ addressBytes, value, datum }: TransactionOutput): ResolvedInput {
  const address = parseAddressBytes(addressBytes);
  return {
    address: address.ok ? formatAddress(address.value) : toHex(addressBytes),
    value,
    known: 'proven',
    ...(datum.kind === 'none' ? {} : { datum }),
  };
}

/** The outputs that a transaction (hex) spends or puts at risk, to be looked up before it can be judged. */
interface TransactionInputs {
  readonly inputs: readonly OutputReference[];
  readonly collateral: readonly OutputReference[];
  /** All of it, as it was read. */
  readonly read: Transaction;
}

/** Failure: `transaction-undecodable`. */
export function inputsOf(cbor: string): Result<TransactionInputs, Failure> {
  const decoded = decodeTransaction(cbor);
  if (!decoded.ok) return failed(failure('transaction-undecodable', { reason: decoded.failure }));
  const { inputs, collateral } = decoded.value.body;
  return ok({ inputs, collateral, read: decoded.value });
}

/** A transaction's effect on outputs, by its own bytes. */
export interface Spending {
  readonly hash: string;
  readonly inputs: readonly OutputReference[];
  readonly collateral: readonly OutputReference[];
  /** Whether its scripts succeeded, by a flag that the hash does not cover. */
  readonly isValid: boolean;
  /** How many outputs it makes if they do. */
  readonly outputs: number;
  /** An output of it, proven by its hash. The failure says why there is none. */
  readonly output: (index: number) => Result<ResolvedInput, string>;
}

/** `undefined` for bytes (hex) that are not a transaction. */
export function readSpending(cbor: string): Spending | undefined {
  const decoded = decodeTransaction(cbor);
  if (!decoded.ok) return undefined;
  const { bodyHash, body, isValid } = decoded.value;
  return {
    hash: bodyHash,
    inputs: body.inputs,
    collateral: body.collateral,
    isValid,
    outputs: body.outputs.length,
    output: (index) => proveInputBy(`${bodyHash}#${index}`, decoded.value),
  };
}

/** An output's datum as the output names it. Hex. */
interface NamedDatum {
  /** Absent for an inline datum, and where there is none. */
  readonly hash?: string;
  /** Absent where its bytes are not with the transaction. */
  readonly datum?: string;
}

/**
 * An output's datum as named in a transaction's bytes (hex); `undefined` for the bytes of another transaction, or
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
