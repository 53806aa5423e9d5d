import type { Executed } from '../../src-main/exchanges/around.ts';
import { toHex } from '../../src-main/cardano/hex.ts';
import { decodeTransaction } from '../../src-main/cardano/transaction.ts';
import { proveInput } from '../../src-main/cardano/resolution.ts';
import type { Chain } from '../../src-main/practice/chain/chain.ts';

/** A transaction as anyone can read it: its own bytes, and those of the transactions that created its inputs. */
export function readExecuted(chain: Chain, bytes: Uint8Array): Executed {
  const decoded = decodeTransaction(toHex(bytes));
  if (!decoded.ok) throw new Error(decoded.failure);
  const tx = decoded.value;
  const resolved = new Map(
    tx.body.inputs.flatMap((reference) => {
      const hash = reference.slice(0, 64);
      const parent = chain.inMempool(hash) ?? chain.state.transaction(hash)?.tx;
      const proven = parent && proveInput(reference, toHex(parent.bytes));
      return proven?.ok === true ? [[reference, proven.value] as const] : [];
    }),
  );
  return { tx, resolved };
}
