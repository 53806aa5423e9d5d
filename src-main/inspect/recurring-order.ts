import { formatAddress, parseAddressBytes } from '../cardano/address.ts';
import type { KnownScripts, OrderTerms } from '../cardano/order-forms/order-form.ts';
import { decodeTransaction } from '../cardano/transaction.ts';
import { readRestingOrder } from './resting-order.ts';

export type RecurringOrderTerms = OrderTerms;

/**
 * The terms of the one recurring order that a transaction (hex) places, as its bytes state them; `undefined` where it
 * places none, several, or one in a form that is not understood. For what is told beforehand: it is no judgement.
 */
export function recurringOrderOf(cbor: string, known: KnownScripts): OrderTerms | undefined {
  const decoded = decodeTransaction(cbor);
  if (!decoded.ok) return undefined;
  const found = decoded.value.body.outputs.flatMap(({ addressBytes, value, datum }) => {
    const address = parseAddressBytes(addressBytes);
    if (!address.ok || datum.kind !== 'inline') return [];
    const read = readRestingOrder(
      { address: formatAddress(address.value), value, inlineDatum: datum.hex },
      known,
    );
    return read?.terms.recurring === undefined ? [] : [read.terms];
  });
  return found.length === 1 ? found[0] : undefined;
}
