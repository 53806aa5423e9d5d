import { slotToUnix, unixToSlot } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import { type Block, blockAfter, LedgerState, type Unspent } from './ledger-state.ts';
import { violationsOf, type RuleContext, type ScriptRules, type Violation } from './rules.ts';
import type { ChainStore } from './store.ts';
import { decodeTransaction, type LedgerTx, refKey, type TxInput, type TxOutput } from './transaction.ts';

/** Why a transaction was refused. */
export type Refusal =
  | { readonly kind: 'not-decodable'; readonly reason: string }
  | { readonly kind: 'rules'; readonly violations: readonly Violation[] };

export interface ChainOptions {
  readonly store: ChainStore;
  readonly now: () => EpochMs;
  readonly scripts: ScriptRules;
  /** Transactions of the first block, used only when the store is empty. They create what they pay out. */
  readonly genesis: () => readonly Uint8Array[];
}

/**
 * The practice chain: a mempool in front of a ledger. A transaction is validated on arrival, against the chain and
 * the mempool together, and again when the next block includes it (its validity interval may have passed by then).
 */
export class Chain {
  readonly #options: ChainOptions;
  readonly #state = new LedgerState();
  readonly #mempool = new Map<string, LedgerTx>();
  readonly #mempoolOutputs = new Map<string, Unspent>();
  readonly #mempoolSpent = new Map<string, string>();
  #tip: Block;

  constructor(options: ChainOptions) {
    this.#options = options;
    if (!options.store.tip()) this.#writeGenesis();
    for (const { block, transactions } of options.store.blocks())
      transactions.forEach((bytes, index) => this.#state.apply(stored(bytes), block, index));
    const tip = options.store.tip();
    if (!tip) throw new RangeError('a chain has a genesis block');
    this.#tip = tip;
    for (const bytes of options.store.mempool()) this.#hold(stored(bytes));
  }

  get tip(): Block {
    return this.#tip;
  }

  /** The state after all blocks, without the mempool. */
  get state(): LedgerState {
    return this.#state;
  }

  /** The chain's time: the clock's, but never before the tip's. */
  timeNow(): EpochMs {
    return epochMs(Math.max(slotToUnix('preprod', this.#tip.slot) * 1000, this.#options.now()));
  }

  /** The current slot, never before the tip's. */
  slotNow(): number {
    return Math.max(this.#tip.slot, unixToSlot('preprod', this.#options.now() / 1000));
  }

  /** Validates a transaction and adds it to the mempool; durable when this returns. */
  submit(bytes: Uint8Array): Result<LedgerTx, Refusal> {
    const decoded = decodeTransaction(bytes);
    if (!decoded.ok) return failed({ kind: 'not-decodable', reason: decoded.failure });
    const tx = decoded.value;
    const violations = violationsOf(tx, this.#context(this.slotNow()));
    if (violations.length > 0) return failed({ kind: 'rules', violations });
    this.#options.store.addToMempool(tx.hash, tx.bytes);
    this.#hold(tx);
    return ok(tx);
  }

  /** Produces the next block from everything in the mempool that is still valid; the rest is dropped. */
  produceBlock(): Block {
    const waiting = [...this.#mempool.values()];
    const slot = this.slotNow();
    this.#emptyMempool();
    const good: LedgerTx[] = [];
    const dropped: LedgerTx[] = [];
    for (const tx of waiting) {
      const isGood = violationsOf(tx, this.#context(slot)).length === 0;
      (isGood ? good : dropped).push(tx);
      if (isGood) this.#hold(tx);
    }
    this.#emptyMempool();
    const block = blockAfter(
      this.#tip,
      slot,
      good.map((tx) => tx.hash),
    );
    this.#options.store.atomically(() => {
      this.#options.store.addBlock({ block, transactions: good.map((tx) => tx.bytes) });
      for (const tx of dropped) this.#options.store.removeFromMempool(tx.hash);
    });
    good.forEach((tx, index) => this.#state.apply(tx, block, index));
    this.#tip = block;
    return block;
  }

  /** Number of transactions in the mempool. */
  get waiting(): number {
    return this.#mempool.size;
  }

  /** The mempool's transactions, in order of arrival. */
  get mempool(): readonly LedgerTx[] {
    return [...this.#mempool.values()];
  }

  inMempool(hash: string): LedgerTx | undefined {
    return this.#mempool.get(hash);
  }

  /** The unspent output of a reference, including the mempool's. */
  resolve(ref: TxInput): TxOutput | undefined {
    if (this.#mempoolSpent.has(refKey(ref))) return undefined;
    return this.#state.resolve(ref) ?? this.#mempoolOutputs.get(refKey(ref))?.output;
  }

  /** Outputs of an address that are on chain and not spent in the mempool. */
  spendableAt(address: string): readonly Unspent[] {
    return this.#state.unspentAt(address).filter(({ ref }) => !this.#mempoolSpent.has(refKey(ref)));
  }

  /** Like `spendableAt`, plus outputs of transactions in the mempool: for chaining transactions. */
  chainableAt(address: string): readonly Unspent[] {
    const waiting = [...this.#mempoolOutputs].filter(
      ([key, { output }]) => output.address === address && !this.#mempoolSpent.has(key),
    );
    return [...this.spendableAt(address), ...waiting.map(([, unspent]) => unspent)];
  }

  #context(slot: number): RuleContext {
    return {
      resolve: (ref) => this.resolve(ref),
      wasSpent: (ref) => this.#mempoolSpent.has(refKey(ref)) || this.#state.spentBy(ref) !== undefined,
      slot: BigInt(slot),
      scripts: this.#options.scripts,
    };
  }

  #emptyMempool(): void {
    this.#mempool.clear();
    this.#mempoolOutputs.clear();
    this.#mempoolSpent.clear();
  }

  #hold(tx: LedgerTx): void {
    this.#mempool.set(tx.hash, tx);
    for (const input of tx.inputs) this.#mempoolSpent.set(refKey(input), tx.hash);
    tx.outputs.forEach((output, index) => {
      const ref = { txHash: tx.hash, index };
      this.#mempoolOutputs.set(refKey(ref), { ref, output });
    });
  }

  #writeGenesis(): void {
    const transactions = this.#options.genesis();
    const hashes = transactions.map((bytes) => stored(bytes).hash);
    const block = blockAfter(undefined, unixToSlot('preprod', this.#options.now() / 1000), hashes);
    this.#options.store.addBlock({ block, transactions });
  }
}

/** A transaction that this ledger accepted before: if it cannot be read, the store is damaged. */
function stored(bytes: Uint8Array): LedgerTx {
  const decoded = decodeTransaction(new Uint8Array(bytes));
  if (!decoded.ok) throw new RangeError(`the practice store is damaged: ${decoded.failure}`);
  return decoded.value;
}
