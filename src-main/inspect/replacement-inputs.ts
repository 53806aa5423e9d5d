import { formatAddress, parseAddressBytes } from '../cardano/address.ts';
import { spendingAlong } from '../cardano/spent-along.ts';
import { decodeTransaction } from '../cardano/transaction.ts';

interface CancelledBefore {
  /** Hash of the cancellation. */
  readonly cancellation: string;
  /** Its bytes (hex) as they were approved here. */
  readonly bytes: string | undefined;
  /** Bech32 address that the order's funds came back to. */
  readonly address: string;
  /** Lovelace. */
  readonly feePerByte: bigint;
}

/**
 * A transaction (hex) that depends on a cancellation: as it came if it spends an output of that already or cannot be
 * made to, else with the first output of it that came back to the wallet, and can be spent along, among its inputs, and
 * back to the wallet.
 */
export function dependentOn(
  cbor: string,
  { cancellation, bytes, address, feePerByte }: CancelledBefore,
): string {
  const [built, parent] = [decodeTransaction(cbor), decodeTransaction(bytes ?? '')];
  if (!built.ok || !parent.ok || parent.value.bodyHash !== cancellation) return cbor;
  if (built.value.body.inputs.some((input) => input.startsWith(`${cancellation}#`))) return cbor;
  for (const [index, { addressBytes }] of parent.value.body.outputs.entries()) {
    const parsed = parseAddressBytes(addressBytes);
    if (!parsed.ok || formatAddress(parsed.value) !== address) continue;
    const dependent = spendingAlong(cbor, parent.value, index, feePerByte);
    if (dependent !== undefined) return dependent;
  }
  return cbor;
}
