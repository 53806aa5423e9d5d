import type { Chain } from './chain/chain.ts';
import { bodyHash, withWitnesses } from './chain/draft.ts';
import type { LedgerTx } from './chain/transaction.ts';
import type { WorldKey } from './chain/keys.ts';

/** Transactions of the world's own: those of its batchers, market makers and faucet. */

/** The transaction with the signatures of these keys. */
export function signedBy(unsigned: Uint8Array, keys: Iterable<WorldKey>): Uint8Array {
  const hash = bodyHash(unsigned);
  return withWitnesses(
    unsigned,
    [...keys].map((key) => key.witness(hash)),
  );
}

/** Sends it to the mempool. @throws Error saying `what` was refused: the world makes only what its ledger takes. */
export function sendOwn(chain: Chain, signed: Uint8Array, what: string): LedgerTx {
  const taken = chain.submit(signed);
  if (!taken.ok) throw new Error(`${what} was refused: ${JSON.stringify(taken.failure)}`);
  return taken.value;
}
