import type { Value } from '../../src-preload/domain/amount.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import { formatAddress, parseAddressBytes } from '../cardano/address.ts';
import { toHex } from '../cardano/hex.ts';
import { decodeTransaction, type OutputReference } from '../cardano/transaction.ts';

/** What an input spends, as the ledger tells it. */
export interface ResolvedInput {
  /** Bech32; hex where the address is of a kind that has no Bech32 text here. */
  readonly address: string;
  readonly value: Value;
  /** True when the parent transaction's bytes prove it: their body hashes to the input's transaction id. */
  readonly proven: boolean;
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
  const cut = reference.indexOf('#');
  if (parent.value.bodyHash !== reference.slice(0, cut))
    return failed('the bytes are of another transaction');
  const { body, isValid } = parent.value;
  const index = Number(reference.slice(cut + 1));
  // A transaction whose scripts failed has one output: the collateral's rest, numbered after the ones not made.
  const output = isValid
    ? body.outputs[index]
    : index === body.outputs.length
      ? body.collateralReturn
      : undefined;
  if (!output) return failed('the parent transaction has no such output');
  const address = parseAddressBytes(output.addressBytes);
  return ok({
    address: address.ok ? formatAddress(address.value) : toHex(output.addressBytes),
    value: output.value,
    proven: true,
  });
}
