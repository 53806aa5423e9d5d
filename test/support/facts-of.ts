import { decodeTransaction } from '../../src-main/cardano/transaction.ts';
import { gatherFacts, type Facts } from '../../src-main/inspect/facts.ts';
import type { InspectionInput } from '../../src-main/inspect/inspection-input.ts';
import { TransactionTree } from './attack-kinds/transaction-tree.ts';

/** The facts about a transaction after an edit of its bytes. */
export function factsOf(
  input: InspectionInput,
  edit: (tx: TransactionTree) => void = () => undefined,
): Facts {
  const tree = new TransactionTree(input.cbor);
  edit(tree);
  const { cbor } = tree;
  const tx = decodeTransaction(cbor);
  if (!tx.ok) throw new Error(tx.failure);
  return gatherFacts({ ...input, cbor }, tx.value);
}
