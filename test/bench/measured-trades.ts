import { lovelaceIn, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { parseAddress } from '../../src-main/cardano/address.ts';
import { blake2b256 } from '../../src-main/cardano/hash.ts';
import { hexBytes } from '../../src-main/cardano/hex.ts';
import type { InspectionInput } from '../../src-main/inspect/inspection-input.ts';
import { agreedTo } from '../support/agreed.ts';
import { mainnetProofScripts, testProofScripts } from '../support/proving.ts';
import { allBases } from '../support/attack-kinds/bases.ts';
import { hexOf, intNode, treeOf } from '../support/attack-kinds/cbor-tree.ts';
import { listOf, TransactionTree } from '../support/attack-kinds/transaction-tree.ts';

/** A trade together with the bytes of every transaction that its inputs are outputs of. */
export interface MeasuredTrade {
  readonly name: string;
  /** Everything but `resolved`, which is worked out from the parents. */
  readonly input: InspectionInput;
  /** Parent transactions (hex) by their hash. */
  readonly parents: ReadonlyMap<string, string>;
}

/**
 * Practice's and real trades, each with a parent written for every input: the trade's references are turned to these,
 * and nothing else of its bytes is changed.
 */
export function measuredTrades(): readonly MeasuredTrade[] {
  return (
    allBases()
      .filter(({ input: { terms } }) => terms.kind !== 'cancel')
      // The real recurring order costs more than the app has anybody agree to, and is blocked.
      .filter(({ input: { terms, network } }) => terms.kind !== 'dca' || network !== 'mainnet')
      .map(({ name, input }) => {
        const tx = new TransactionTree(input.cbor);
        const parents = new Map<string, string>();
        const inputs = listOf(tx.field(0)).children;
        for (const [index, { address, value }] of [...input.resolved.values()].entries()) {
          const parent = parentOf(address, value, index);
          parents.set(parent.hash, parent.cbor);
          inputs[index] = treeOf(`825820${parent.hash}00`);
        }
        const listed = input.network === 'mainnet' ? mainnetProofScripts : testProofScripts;
        const scripts = { ...input.scripts, listed };
        return { name, input: agreedTo({ ...input, cbor: tx.cbor, resolved: new Map(), scripts }), parents };
      })
  );
}

function parentOf(
  address: string,
  value: Value,
  index: number,
): { readonly hash: string; readonly cbor: string } {
  const parsed = parseAddress(address);
  if (!parsed.ok) throw new Error(parsed.failure);
  const tx = new TransactionTree(
    `84a30081825820${String(index).padStart(64, '0')}00018002${hexOf(intNode(170_000n))}a0f5f6`,
  );
  const output = tx.addOutput(parsed.value.hex, lovelaceIn(value));
  for (const [asset, held] of value) if (asset !== ADA) output.setToken(asset, held);
  return { hash: blake2b256(hexBytes(hexOf(tx.body))), cbor: tx.cbor };
}
