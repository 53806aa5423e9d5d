import type { Value } from '#domain/amount.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { formatAddress, parseAddressBytes } from '../cardano/address.ts';
import { toHex } from '../cardano/hex.ts';
import { decodeTransaction, type OutputReference } from '../cardano/transaction.ts';
import type { OutputDatum, TransactionOutput } from '../cardano/transaction-output.ts';

/**
 * How an input's value is known. `proven`: by the parent transaction's bytes, whose body hashes to the input's
 * transaction id. `two-sources`: two back-ends tell the same. `told`: one does.
 */
export type Knowledge = 'proven' | 'two-sources' | 'told';

/** What an input spends. */
export interface ResolvedInput {
  /** Bech32; hex where the address is of a kind that has no Bech32 text here. */
  readonly address: string;
  readonly value: Value;
  readonly known: Knowledge;
  readonly datum?: OutputDatum;
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
  return output ? ok(provenOutput(output)) : failed('the parent transaction has no such output');
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
