import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import { auditScripts } from '../../src-main/app/order-scripts.ts';
import { decodeTransaction, type Transaction } from '../../src-main/cardano/transaction.ts';
import { proveInputBy, type ResolvedInput } from '../../src-main/cardano/resolution.ts';
import { read, transactions, transactionSets } from './vectors.ts';

/** An output as written in the explorer's file. */
interface ListedOutput {
  readonly tx_hash: string;
  readonly output_index: number;
  readonly address: string;
  readonly amount: readonly { readonly unit: string; readonly quantity: string }[];
  readonly data_hash: string | null;
  readonly inline_datum: string | null;
}

export const listedOutputs = JSON.parse(read('utxos/scalus-utxos.json')) as readonly ListedOutput[];

/** The audit's scripts for mainnet. */
export const mainnet = auditScripts('mainnet');

/** Every available real transaction that can be decoded, by its hash. */
export function realTransactions(): ReadonlyMap<string, Transaction> {
  const found = new Map<string, Transaction>();
  for (const file of Object.keys(transactionSets) as (keyof typeof transactionSets)[])
    for (const { cbor } of transactions(file)) {
      const decoded = decodeTransaction(cbor, { historic: true });
      if (decoded.ok) found.set(decoded.value.bodyHash, decoded.value);
    }
  return found;
}

/** The inputs of real transactions, as far as known: from their parents' bytes, or by the explorer's word. */
export function realInputs(
  real: ReadonlyMap<string, Transaction>,
  tx: Transaction,
): Map<string, ResolvedInput> {
  const resolved = new Map<string, ResolvedInput>();
  for (const reference of tx.body.inputs) {
    const parent = real.get(reference.slice(0, 64));
    const proven = parent && proveInputBy(reference, parent);
    const listed = listedOutputs.find((one) => `${one.tx_hash}#${one.output_index}` === reference);
    if (proven?.ok === true) resolved.set(reference, proven.value);
    else if (listed) resolved.set(reference, asTold(listed));
  }
  return resolved;
}

function asTold({ address, amount, data_hash, inline_datum }: ListedOutput): ResolvedInput {
  const datum =
    inline_datum !== null
      ? { kind: 'inline' as const, hex: inline_datum }
      : data_hash !== null
        ? { kind: 'hash' as const, hash: data_hash }
        : undefined;
  return {
    address,
    value: new Map(amount.map(({ unit, quantity }) => [assetOf(unit), BigInt(quantity)])),
    known: 'told',
    ...(datum ? { datum } : {}),
  };
}

function assetOf(unit: string): AssetId {
  return unit === 'lovelace' ? ADA : (parseAssetId(unit) ?? ADA);
}
