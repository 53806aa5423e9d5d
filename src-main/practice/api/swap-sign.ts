import { parseWitnessSet, spliceWitnesses, verifyWitness } from '../../cardano/witness.ts';
import { fromHex } from '../../cardano/hex.ts';
import type { Chain } from '../chain/chain.ts';
import { neededKeys } from '../chain/rules.ts';
import { decodeTransaction } from '../chain/transaction.ts';
import { jsonObject, textField } from './request-body.ts';
import { malformed, ServiceError } from './requests.ts';

/**
 * Puts a wallet's signatures into a transaction, leaving every other byte as it is. Answers the signed transaction
 * as hex. @throws ServiceError when a field cannot be read, a signature is not over this transaction's body, or its
 * key is not one that the transaction needs.
 */
export function signSwap(chain: Chain, body: Uint8Array): string {
  const fields = jsonObject(body);
  const cbor = textField(fields, 'txCbor').trim().toLowerCase();
  const name = 'signatures' in fields ? 'signatures' : 'Signatures' in fields ? 'Signatures' : 'signatures';
  const signatures = textField(fields, name).trim();
  const bytes = fromHex(cbor);
  if (!bytes) throw malformed('txCbor', 'must be hex');
  const tx = decodeTransaction(bytes);
  if (!tx.ok) throw malformed('txCbor', `is not a transaction: ${tx.failure}`);
  const witnesses = parseWitnessSet(signatures);
  if (!witnesses.ok) throw malformed(name, `must be the hex of a witness set: ${witnesses.failure}`);
  if (witnesses.value.length === 0) throw malformed(name, 'holds no signature');
  const needed = neededKeys(tx.value, (ref) => chain.resolve(ref));
  for (const witness of witnesses.value) {
    if (!verifyWitness(tx.value.hash, witness))
      throw new ServiceError(400, 'invalid_signature', 'A signature is not over this transaction.', {
        field: name,
        key_hash: witness.keyHash,
      });
    if (!needed.has(witness.keyHash))
      throw new ServiceError(
        400,
        'foreign_signature',
        'The transaction does not need a signature of this key.',
        {
          field: name,
          key_hash: witness.keyHash,
        },
      );
  }
  const spliced = spliceWitnesses(cbor, witnesses.value);
  if (!spliced.ok) throw malformed('txCbor', `cannot be signed: ${spliced.failure}`);
  return spliced.value;
}
