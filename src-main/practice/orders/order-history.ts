import { blake2b256 } from '../../cardano/hash.ts';
import type { Chain } from '../chain/chain.ts';
import type { ChainedTx } from '../chain/ledger-state.ts';
import { scriptAddress, scriptName } from '../chain/scripts.ts';
import { type LedgerTx, refKey, type TxInput, type TxOutput } from '../chain/transaction.ts';
import type { Exchange } from '../market/types.ts';
import { isTakenBack, outcomeOf, type OrderOutcome, type OrderRules } from './order-outcome.ts';
import { ownerAddress, readRestingOrder, type RestingOrder } from './order-output.ts';

/** The whole life of one order, as recorded on chain. */
export interface OrderRecord {
  /** 24 hex digits derived from the output that placed it. */
  readonly id: string;
  readonly exchange: string;
  /** Bech32. */
  readonly owner: string;
  /** The output that placed it. */
  readonly placed: TxInput;
  /** Slot of its block; in the mempool, the current slot. */
  readonly placedAt: number;
  /** Its position on the chain (block, transaction, output): older orders have smaller numbers. */
  readonly sequence: number;
  /** As it was placed. */
  readonly first: RestingOrder;
  /** The output that holds it, or the last one that did. */
  readonly current: TxInput;
  /** The part that is still open; once the order has ended, the part that was open before its end. */
  readonly rest: RestingOrder;
  readonly state: 'mempool' | 'open' | 'filled' | 'taken-back';
  /** Base units of the wanted asset received so far. */
  readonly received: bigint;
  /** The last transaction that changed it, and its slot. */
  readonly changedBy: string | undefined;
  readonly changedAt: number;
}

/** One exchange's order address, and how many of its transactions have been read. */
interface Watched {
  readonly code: string;
  readonly address: string;
  readonly rules: OrderRules;
  read: number;
}

const text = new TextEncoder();

/**
 * Every order ever placed, derived only from the chain's transactions at the exchanges' addresses, so that a
 * restart finds the same orders under the same ids.
 */
export class OrderHistory {
  readonly #chain: Chain;
  readonly #watched: readonly Watched[];
  readonly #byId = new Map<string, OrderRecord>();
  readonly #openByRef = new Map<string, string>();

  constructor(chain: Chain, exchanges: readonly Exchange[]) {
    this.#chain = chain;
    const codes = exchanges.map(({ code }) => code);
    this.#watched = exchanges.map(({ code, partialFills }) => ({
      code,
      address: scriptAddress(scriptName(code, codes), 'order'),
      rules: { codes, partialFills },
      read: 0,
    }));
  }

  /** All orders, oldest first; those in the mempool last. */
  all(): readonly OrderRecord[] {
    this.#catchUp();
    const onChain = [...this.#byId.values()].toSorted((left, right) => left.sequence - right.sequence);
    return [...onChain, ...this.#inMempool()];
  }

  /** Orders on chain that have not ended. */
  open(): readonly OrderRecord[] {
    this.#catchUp();
    return [...this.#openByRef.values()].map((id) => this.#known(id));
  }

  byId(id: string): OrderRecord | undefined {
    this.#catchUp();
    return this.#byId.get(id) ?? this.#inMempool().find((order) => order.id === id);
  }

  /** The open order in an on-chain output. */
  at(ref: TxInput): OrderRecord | undefined {
    this.#catchUp();
    const id = this.#openByRef.get(refKey(ref));
    return id === undefined ? undefined : this.#known(id);
  }

  #known(id: string): OrderRecord {
    const order = this.#byId.get(id);
    if (!order) throw new RangeError(`no order ${id}`);
    return order;
  }

  #catchUp(): void {
    const { state } = this.#chain;
    for (const watched of this.#watched) {
      const transactions = state.address(watched.address)?.transactions ?? [];
      for (; watched.read < transactions.length; watched.read += 1) {
        const chained = state.transaction(transactions[watched.read] ?? '');
        if (chained) this.#read(chained, watched);
      }
    }
  }

  #read({ tx, block, index: place }: ChainedTx, watched: Watched): void {
    const taken = new Set<TxOutput>();
    for (const input of tx.inputs) {
      const id = this.#openByRef.get(refKey(input));
      const order = id === undefined ? undefined : this.#known(id);
      if (order?.exchange !== watched.code) continue;
      this.#openByRef.delete(refKey(input));
      const spent = this.#outputOf(input);
      const outcome = spent && outcomeOf(tx, { output: spent, order: order.rest }, watched.rules, taken);
      const changed = { ...changedBy(order, tx, outcome), changedAt: block.slot };
      this.#byId.set(order.id, changed);
      if (changed.state === 'open') this.#openByRef.set(refKey(changed.current), order.id);
    }
    tx.outputs.forEach((output, index) => {
      if (taken.has(output)) return;
      const placed = this.#placed(output, { txHash: tx.hash, index }, watched, block.slot);
      if (!placed) return;
      const order = { ...placed, sequence: sequenceOf(block.height, place, index) };
      this.#byId.set(order.id, order);
      this.#openByRef.set(refKey(order.current), order.id);
    });
  }

  #outputOf({ txHash, index }: TxInput): TxOutput | undefined {
    return this.#chain.state.transaction(txHash)?.tx.outputs[index];
  }

  #placed(output: TxOutput, ref: TxInput, watched: Watched, slot: number): OrderRecord | undefined {
    if (output.address !== watched.address) return undefined;
    const order = readRestingOrder(output, watched.rules.codes);
    if (!order) return undefined;
    return {
      id: orderIdOf(ref),
      exchange: watched.code,
      owner: ownerAddress(order.datum),
      placed: ref,
      placedAt: slot,
      sequence: Number.MAX_SAFE_INTEGER,
      first: order,
      current: ref,
      rest: order,
      state: 'open',
      received: order.received,
      changedBy: undefined,
      changedAt: slot,
    };
  }

  /** Orders placed by transactions in the mempool, except continuations of orders that are already on chain. */
  #inMempool(): readonly OrderRecord[] {
    return this.#chain.mempool.flatMap((tx) =>
      tx.outputs.flatMap((output, index) => {
        const watched = this.#watched.find(({ address }) => address === output.address);
        const order =
          watched && this.#placed(output, { txHash: tx.hash, index }, watched, this.#chain.slotNow());
        if (!order) return [];
        const byOwner = isTakenBack(tx, order.first.datum);
        const goesOn = !byOwner && tx.inputs.some((input) => this.#isOrderAt(input, output.address));
        return goesOn ? [] : [{ ...order, state: 'mempool' as const }];
      }),
    );
  }

  #isOrderAt(input: TxInput, address: string): boolean {
    const parent = this.#chain.inMempool(input.txHash) ?? this.#chain.state.transaction(input.txHash)?.tx;
    return parent?.outputs[input.index]?.address === address;
  }
}

function sequenceOf(height: number, transaction: number, output: number): number {
  return (height * 2 ** 18 + transaction) * 2 ** 10 + output;
}

/** Id of the order placed by an output. */
function orderIdOf(placed: TxInput): string {
  return blake2b256(text.encode(`order ${refKey(placed)}`)).slice(0, 24);
}

function changedBy(
  order: OrderRecord,
  tx: LedgerTx,
  outcome: OrderOutcome | undefined,
): Omit<OrderRecord, 'changedAt'> {
  const changed = { ...order, changedBy: tx.hash };
  switch (outcome?.kind) {
    case 'partly-filled':
      return {
        ...changed,
        current: { txHash: tx.hash, index: outcome.index },
        rest: outcome.rest,
        received: outcome.rest.received,
      };
    case 'filled':
      return { ...changed, state: 'filled', received: outcome.received };
    default:
      return { ...changed, state: 'taken-back' };
  }
}
