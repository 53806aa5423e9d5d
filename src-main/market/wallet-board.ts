import type { AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import type { Elsewhere, RestingSale } from '#domain/resting-sale.ts';
import type { EpochMs } from '#domain/time.ts';
import type { Token } from '#domain/token.ts';
import type { Trade } from '#domain/trade.ts';
import type { Clock } from '../ports/system.ts';
import type { Listed } from '../ports/listed.ts';
import type { Service } from '../ports/service.ts';
import type { ListedRow } from './listed-rows.ts';
import type { Polling, PollingGroup } from './polling.ts';
import type { TokenNames } from './token-names.ts';
import { RestingWatch, type CompareElsewhere } from './resting-watch.ts';

/** Rows are put together at most this often. */
const PAUSE_MS = 100;
/** Milliseconds between two looks at the service, while the list is on screen and while it is not. */
const SHOWN_MS = { active: 15_000, idle: 120_000, hidden: 300_000 } as const;
const UNSHOWN_MS = { active: 60_000, idle: 300_000, hidden: 300_000 } as const;
/** The same for each address besides the one that trades, and at least so much for each of them: one turn in that time. */
const OTHERS_MS = { active: 600_000, idle: 1_800_000 } as const;
const APART_MS = 20_000;
/** How often they are asked at once at most. */
const OTHERS_AGAIN_MS = 60_000;

export interface WalletBoardParts {
  readonly service: Service;
  readonly clock: Clock;
  readonly polling: Polling;
  /** Bech32: the wallet's addresses that may own some, the one that trades first; empty while there is no wallet. */
  readonly addresses: () => readonly string[];
  /** The trades of the journal as they are now, as far as they were read. */
  readonly trades: () => Iterable<Trade>;
  /** The address when it is only looked at: nothing of it can be cancelled from here. */
  readonly lookedAt?: string;
  /** Why some of them cannot be read. */
  readonly pastFailure?: () => Failure | undefined;
  /** A token as known without a request; and the names of a list of tokens, read on demand. */
  readonly known: (id: AssetId) => Token | undefined;
  readonly names: Pick<TokenNames, 'want' | 'onChange'>;
  /** Compares what rests with the pools elsewhere; absent where nobody can. */
  readonly compare?: CompareElsewhere;
}

/** Rows of a profile's wallet, merged from journal and service and kept fresh; `Changes` is what listeners get. */
export abstract class WalletBoard<Changes> {
  readonly #parts: WalletBoardParts;
  readonly #polled: PollingGroup;
  readonly #key: string;
  readonly #resting: RestingWatch | undefined;
  readonly #listeners = new Set<(changes: Changes) => void>();
  readonly #unfollow: () => void;
  #addresses: readonly string[] = [];
  readonly #at = new Map<string, EpochMs>();
  /** Why an address's rows are missing or old. */
  readonly #failures = new Map<string, Failure>();
  #othersAskedAt = -Infinity;
  #scheduled = false;
  #shown = true;
  #started = false;
  #stopped = false;

  /** `name` is the list's own among those of a profile. */
  constructor(parts: WalletBoardParts, name: string) {
    this.#parts = parts;
    this.#polled = parts.polling.group();
    // Its own wallet's list is polled next to it.
    this.#key = parts.lookedAt === undefined ? name : `${name} of ${parts.lookedAt}`;
    this.#unfollow = parts.names.onChange(() => this.changed());
    this.#resting =
      parts.compare && new RestingWatch(parts.polling, this.#key, parts.compare, () => this.changed());
  }

  /** The address is not the wallet's any more: forgets what the service reported of it. */
  protected abstract forget(address: string): void;
  /** Asks the service, and keeps the answer unless the signal was aborted meanwhile. */
  protected abstract load(address: string, signal: AbortSignal): Promise<Listed<unknown>>;
  /** Asks for what rows are explained with, once the service was asked and somebody is there to read it. */
  protected abstract explain(signal: AbortSignal): Promise<void>;
  /** Puts the rows together. */
  protected abstract merge(trades: readonly Trade[]): Changes;
  /** The rows from the last merge that wait to be filled. */
  protected abstract resting(): readonly RestingSale[];

  /** The price that pools elsewhere would pay for a row. */
  protected elsewhereOf(id: string): Elsewhere | undefined {
    return this.#resting?.of(id);
  }

  /** A row as it is listed, with nothing to cancel where the address is only looked at. */
  protected listable<Row extends Pick<ListedRow, 'cancellable' | 'returning'>>(row: Row): Row {
    return this.#parts.lookedAt !== undefined ? { ...row, cancellable: false, returning: [] } : row;
  }

  start(): void {
    this.#started = true;
    this.#settle();
    this.#plan();
    this.changed();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unfollow();
    this.#parts.names.want(this.#key, []);
    await Promise.all([this.#polled.leave(), this.#resting?.stop()]);
  }

  /** Asks the service now for what the address that trades owns. */
  refresh(): void {
    if (this.#settle() && this.#started) this.#plan();
    this.#polled.poke(this.#key);
  }

  /** The same for all addresses: for the others soon, as the budget allows. */
  refreshAll(): void {
    this.refresh();
    const now = this.#parts.clock.monotonic();
    if (now - this.#othersAskedAt < OTHERS_AGAIN_MS) return;
    this.#othersAskedAt = now;
    for (const address of this.#addresses.slice(1)) this.#polled.want(this.#keyOf(address));
  }

  /** Whether the list is on screen: if not, it is asked for more rarely. */
  show(shown: boolean): void {
    this.#shown = shown;
    if (!this.#started) return;
    this.#plan();
    this.#watchResting();
  }

  /** The journal or the wallet changed: the rows are merged again, soon. */
  changed(): void {
    if (this.#scheduled || this.#stopped) return;
    this.#scheduled = true;
    setTimeout(() => {
      this.#scheduled = false;
      if (!this.#stopped) this.#merge();
    }, PAUSE_MS).unref();
  }

  /** When the service last listed the rows of the address that trades. */
  get at(): EpochMs | undefined {
    return this.listedAt(this.#addresses[0] ?? '');
  }

  /** When the service last listed the rows of an address. */
  protected listedAt(address: string): EpochMs | undefined {
    return this.#at.get(address);
  }

  /** Why rows are missing or old. */
  get failure(): Failure | undefined {
    const [first] = this.#addresses.flatMap((address) => this.#failures.get(address) ?? []);
    return first ?? this.#parts.pastFailure?.();
  }

  onChange(listener: (changes: Changes) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Has tokens asked for that are not known. */
  protected learn(tokens: Iterable<AssetId>): void {
    this.#parts.names.want(this.#key, tokens);
  }

  #keyOf(address: string): string {
    return `${this.#key} at ${address}`;
  }

  /** Follows the wallet to the addresses that it has now; answers whether they are others. */
  #settle(): boolean {
    const now = this.#parts.addresses();
    const before = this.#addresses;
    if (now.length === before.length && now.every((address, at) => address === before[at])) return false;
    this.#addresses = now;
    for (const address of before.filter((one) => !now.includes(one))) {
      this.#at.delete(address);
      this.#failures.delete(address);
      this.forget(address);
    }
    this.changed();
    return true;
  }

  #plan(): void {
    const others = this.#addresses.slice(1);
    const rarely = (usual: number): number => Math.max(usual, others.length * APART_MS);
    const every = { active: rarely(OTHERS_MS.active), idle: rarely(OTHERS_MS.idle) };
    this.#polled.set([
      {
        key: this.#key,
        host: 'service',
        every: this.#shown ? SHOWN_MS : UNSHOWN_MS,
        rank: 0,
        run: async (signal) => {
          if (this.#settle()) this.#plan();
          const [first] = this.#addresses;
          return first === undefined ? true : this.#look(first, signal);
        },
      },
      ...others.map((address) => ({
        key: this.#keyOf(address),
        host: 'service' as const,
        every,
        rank: 1,
        run: (signal: AbortSignal) => this.#look(address, signal),
      })),
    ]);
  }

  async #look(address: string, signal: AbortSignal): Promise<boolean> {
    const { clock, polling } = this.#parts;
    const reported = await this.load(address, signal);
    if (signal.aborted || !this.#addresses.includes(address)) return true;
    const failure = reported.ok ? reported.leftOut : reported.failure;
    if (failure) this.#failures.set(address, failure);
    else this.#failures.delete(address);
    if (reported.ok) this.#at.set(address, clock.now());
    if (address === this.#addresses[0] && polling.state === 'active') await this.explain(signal);
    this.changed();
    return reported.ok;
  }

  #watchResting(): void {
    if (!this.#resting) return;
    const sales = this.resting();
    const ids = new Set(sales.map(({ id }) => id));
    this.#resting.keep((id) => ids.has(id));
    this.#resting.watch(this.#shown ? sales : []);
  }

  #merge(): void {
    const changes = this.merge([...this.#parts.trades()]);
    this.#watchResting();
    for (const listener of [...this.#listeners]) listener(changes);
  }
}
