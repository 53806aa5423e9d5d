import type { AssetId } from '#domain/asset.ts';
import { parseAddress } from '../../cardano/address.ts';
import { blake2b256 } from '../../cardano/hash.ts';
import { type LedgerTx, refKey, type TxInput, type TxOutput } from './transaction.ts';

/** A block of the practice chain. Empty blocks move the tip and are not stored. */
export interface Block {
  /** Hex, 32 bytes. */
  readonly hash: string;
  readonly previous: string;
  readonly height: number;
  /** Preprod slot. Blocks closer together than a second share one. */
  readonly slot: number;
  /** In order of execution. */
  readonly transactions: readonly string[];
}

const text = new TextEncoder();

/** The block that follows `previous`. Its hash covers everything in it. */
export function blockAfter(
  previous: Pick<Block, 'hash' | 'height'> | undefined,
  slot: number,
  transactions: readonly string[],
): Block {
  const parent = previous?.hash ?? '0'.repeat(64);
  const height = previous ? previous.height + 1 : 0;
  const hash = blake2b256(
    text.encode(['touchstone practice block', parent, height, slot, ...transactions].join(' ')),
  );
  return { hash, previous: parent, height, slot, transactions };
}

/** An unspent output and its reference. */
export interface Unspent {
  readonly ref: TxInput;
  readonly output: TxOutput;
}

/** A transaction on chain. */
export interface ChainedTx {
  readonly tx: LedgerTx;
  readonly block: Block;
  /** Index in its block. */
  readonly index: number;
}

/** The record of an address: its unspent outputs by reference, oldest first, and its transactions, oldest first. */
export interface AddressRecord {
  readonly unspent: Map<string, Unspent>;
  readonly transactions: string[];
}

/** The state after all blocks: unspent outputs, and indexes of what happened. */
export class LedgerState {
  readonly #unspent = new Map<string, Unspent>();
  readonly #spentBy = new Map<string, string>();
  readonly #transactions = new Map<string, ChainedTx>();
  readonly #addresses = new Map<string, AddressRecord>();
  /** Addresses by their payment part's hash. */
  readonly #credentials = new Map<string, string[]>();
  /** Addresses by the hash of their stake key. */
  readonly #accounts = new Map<string, string[]>();
  readonly #minted = new Map<AssetId, { quantity: bigint; firstTx: string }>();

  /** Applies a validated transaction (or one of genesis). @throws RangeError when an input does not exist. */
  apply(tx: LedgerTx, block: Block, index: number): void {
    this.#transactions.set(tx.hash, { tx, block, index });
    for (const input of tx.inputs) this.#spend(input, tx.hash);
    tx.outputs.forEach((output, at) => this.#add({ txHash: tx.hash, index: at }, output));
    if (tx.inputs.length === 0) this.#countGenesis(tx);
  }

  resolve(ref: TxInput): TxOutput | undefined {
    return this.#unspent.get(refKey(ref))?.output;
  }

  /** Hash of the transaction that spent an output, or `undefined`. */
  spentBy(ref: TxInput): string | undefined {
    return this.#spentBy.get(refKey(ref));
  }

  transaction(hash: string): ChainedTx | undefined {
    return this.#transactions.get(hash);
  }

  /** `undefined` for an address that was never used. */
  address(address: string): AddressRecord | undefined {
    return this.#addresses.get(address);
  }

  unspentAt(address: string): readonly Unspent[] {
    return [...(this.#addresses.get(address)?.unspent.values() ?? [])];
  }

  /** The addresses that were ever used whose payment part has this hash. */
  addressesOf(credential: string): readonly string[] {
    return this.#credentials.get(credential) ?? [];
  }

  /** The addresses that were ever used whose stake part is the key of this hash, oldest first. */
  addressesOfAccount(stakeKeyHash: string): readonly string[] {
    return this.#accounts.get(stakeKeyHash) ?? [];
  }

  /** Every unspent output. */
  all(): IterableIterator<Unspent> {
    return this.#unspent.values();
  }

  /** The quantity of an asset that genesis created, and the first transaction that did. Nothing is minted later. */
  issued(asset: AssetId): { readonly quantity: bigint; readonly firstTx: string } | undefined {
    return this.#minted.get(asset);
  }

  #spend(ref: TxInput, by: string): void {
    const key = refKey(ref);
    const unspent = this.#unspent.get(key);
    if (!unspent) throw new RangeError(`no unspent output ${key}`);
    this.#unspent.delete(key);
    this.#spentBy.set(key, by);
    const record = this.#record(unspent.output.address);
    record.unspent.delete(key);
    note(record, by);
  }

  #add(ref: TxInput, output: TxOutput): void {
    const unspent = { ref, output };
    const key = refKey(ref);
    this.#unspent.set(key, unspent);
    const record = this.#record(output.address);
    record.unspent.set(key, unspent);
    note(record, ref.txHash);
  }

  #record(address: string): AddressRecord {
    const known = this.#addresses.get(address);
    if (known) return known;
    const record: AddressRecord = { unspent: new Map(), transactions: [] };
    this.#addresses.set(address, record);
    const parsed = parseAddress(address);
    if (parsed.ok) {
      const { payment, stake } = parsed.value;
      listUnder(this.#credentials, payment.hash, address);
      if (stake !== undefined && stake !== 'pointer' && stake.kind === 'key')
        listUnder(this.#accounts, stake.hash, address);
    }
    return record;
  }

  #countGenesis(tx: LedgerTx): void {
    for (const output of tx.outputs)
      for (const [asset, quantity] of output.value) {
        const known = this.#minted.get(asset) ?? { quantity: 0n, firstTx: tx.hash };
        this.#minted.set(asset, { ...known, quantity: known.quantity + quantity });
      }
  }
}

function listUnder(lists: Map<string, string[]>, key: string, address: string): void {
  const known = lists.get(key);
  if (known) known.push(address);
  else lists.set(key, [address]);
}

function note(record: AddressRecord, txHash: string): void {
  if (record.transactions.at(-1) !== txHash) record.transactions.push(txHash);
}
