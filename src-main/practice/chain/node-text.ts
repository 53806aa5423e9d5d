import { ADA, type AssetId } from '#domain/asset.ts';
import type { Value } from '#domain/amount.ts';
import type { TxInput } from './transaction.ts';

/** Writes figures the way a Cardano node prints them in a refusal, since clients look for these spellings. */

export function nodeInputs(refs: readonly TxInput[]): string {
  const items = refs.map(
    ({ txHash, index }) => `TxIn (TxId {unTxId = SafeHash "${txHash}"}) (TxIx {unTxIx = ${index}})`,
  );
  return `(fromList [${items.join(',')}])`;
}

export function nodeKeyHashes(hashes: readonly string[]): string {
  return `(fromList [${hashes.map((hash) => `KeyHash {unKeyHash = "${hash}"}`).join(',')}])`;
}

export function nodeScriptHashes(hashes: readonly string[]): string {
  return `(fromList [${hashes.map((hash) => `ScriptHash "${hash}"`).join(',')}])`;
}

export function nodeCoin(coin: bigint): string {
  return `(Coin ${coin})`;
}

export function nodeValue(value: Value): string {
  const policies = new Map<string, string[]>();
  for (const [asset, quantity] of value) {
    if (asset === ADA) continue;
    const entries = policies.get(policyPart(asset)) ?? [];
    policies.set(policyPart(asset), [...entries, `("${asset.slice(56)}",${quantity})`]);
  }
  const assets = [...policies].map(
    ([policy, entries]) => `(PolicyID {policyID = ScriptHash "${policy}"},fromList [${entries.join(',')}])`,
  );
  return `(MaryValue ${nodeCoin(value.get(ADA) ?? 0n)} (MultiAsset (fromList [${assets.join(',')}])))`;
}

export function nodeSlot(slot: bigint | undefined): string {
  return slot === undefined ? 'SNothing' : `SJust (SlotNo ${slot})`;
}

export function nodeHash(hash: string | undefined): string {
  return hash === undefined ? 'SNothing' : `(SafeHash "${hash}")`;
}

function policyPart(asset: AssetId): string {
  return asset.slice(0, 56);
}
