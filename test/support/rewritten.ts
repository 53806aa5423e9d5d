import { formatAddress, parseAddressBytes } from '../../src-main/cardano/address.ts';
import { toHex } from '../../src-main/cardano/hex.ts';
import { decodeTransaction } from '../../src-main/cardano/transaction.ts';
import { draftBytes, type Draft, type DraftOutput } from '../../src-main/practice/chain/draft.ts';

/** A transaction of the service, open to rewriting. */
export interface Written {
  readonly draft: Draft;
  readonly fee: bigint;
}

/** A change by somebody while it is on its way. */
export type Change = (written: Written) => Written;

/** Answers the service's transaction with the change in it. */
export function rewriting(change: Change): (answer: Record<string, unknown>) => Record<string, unknown> {
  return (answer) => {
    const { draft, fee } = change(read(String(answer['cbor'])));
    return { ...answer, cbor: toHex(draftBytes(draft, fee)) };
  };
}

function read(cbor: string): Written {
  const decoded = decodeTransaction(cbor);
  if (!decoded.ok) throw new Error(decoded.failure);
  const { inputs, outputs, fee, requiredSigners, validFrom, validUntil } = decoded.value.body;
  const draft: Draft = {
    inputs: inputs.map((reference) => {
      const [txHash = '', index = ''] = reference.split('#');
      return { txHash, index: Number(index) };
    }),
    outputs: outputs.map(({ addressBytes, value, datum }): DraftOutput => {
      const address = parseAddressBytes(addressBytes);
      if (!address.ok) throw new Error(address.failure);
      return {
        address: formatAddress(address.value),
        value,
        ...(datum.kind === 'inline' ? { datum: datum.hex } : {}),
      };
    }),
    requiredSigners: [...requiredSigners],
    ...(validFrom === undefined ? {} : { validFrom: Number(validFrom) }),
    ...(validUntil === undefined ? {} : { invalidFrom: Number(validUntil) }),
  };
  return { draft, fee };
}
