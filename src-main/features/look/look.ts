import type { Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { ok, type Result } from '#domain/result.ts';
import { typedAddress } from '../../cardano/typed-address.ts';

/** A list of an address's orders, kept fresh while it is looked at. */
interface LookedList {
  start(): void;
  refresh(): void;
  stop(): Promise<void>;
}

/** The view of an address. */
export interface LookedAt<Orders extends LookedList, Plans extends LookedList> {
  readonly address: string;
  readonly orders: Orders;
  readonly plans: Plans;
}

/**
 * A read-only look at the orders of any address. Its lists are their own: nothing of them reaches the journal, the
 * notices or an inspection, and the wallet's own lists go on next to them.
 */
export class Look<Orders extends LookedList, Plans extends LookedList> {
  readonly #network: NetworkName;
  readonly #open: (address: string) => { readonly orders: Orders; readonly plans: Plans };
  readonly #listeners = new Set<() => void>();
  #current: LookedAt<Orders, Plans> | undefined;

  constructor(
    network: NetworkName,
    open: (address: string) => { readonly orders: Orders; readonly plans: Plans },
  ) {
    this.#network = network;
    this.#open = open;
  }

  get current(): LookedAt<Orders, Plans> | undefined {
    return this.#current;
  }

  /** Looks at an address. Failures: `address-malformed`, `address-elsewhere`. */
  at(typed: string): Result<undefined, Failure> {
    const address = readAddress(typed, this.#network);
    if (!address.ok) return address;
    if (this.#current?.address === address.value) return ok(this.refresh());
    this.#end();
    const lists = this.#open(address.value);
    this.#current = { address: address.value, ...lists };
    lists.orders.start();
    lists.plans.start();
    this.refresh();
    this.#changed();
    return ok(undefined);
  }

  /** Asks for the lists now. */
  refresh(): undefined {
    this.#current?.orders.refresh();
    this.#current?.plans.refresh();
  }

  leave(): void {
    if (!this.#current) return;
    this.#end();
    this.#changed();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#current?.orders.stop(), this.#current?.plans.stop()]);
    this.#current = undefined;
  }

  #end(): void {
    void this.#current?.orders.stop();
    void this.#current?.plans.stop();
    this.#current = undefined;
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The address in lower case, as services write it. The two test networks share one form of address. */
function readAddress(typed: string, network: NetworkName): Result<string, Failure> {
  const here = typedAddress(typed, network);
  return here.ok ? ok(typed.trim().toLowerCase()) : here;
}
