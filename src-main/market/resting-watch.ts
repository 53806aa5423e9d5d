import type { Elsewhere, RestingSale } from '#domain/resting-sale.ts';
import type { Polling, PolledJob, PollingGroup } from './polling.ts';

/** Compares sales of one pair of assets with the pools elsewhere. The answer is keyed by the sales' ids. */
export type CompareElsewhere = (
  sales: readonly RestingSale[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Elsewhere>>;

/** Milliseconds between two comparisons of a pair. Nothing is compared while the page is hidden. */
const EVERY_MS = { active: 60_000, idle: 300_000 } as const;
/** After everything that the lists themselves need. */
const RANK = 9;
/** The latest block, the pools' outputs, and proofs of those that would be used. */
const COST = 4;

/** Compares the sales of one list with the pools elsewhere, pair by pair, within the profile's budget of requests. */
export class RestingWatch {
  readonly #polled: PollingGroup;
  readonly #name: string;
  readonly #compare: CompareElsewhere;
  readonly #onFound: () => void;
  readonly #found = new Map<string, Elsewhere>();
  #pairs: ReadonlyMap<string, readonly RestingSale[]> = new Map();
  #polledPairs = '';

  /** `name` is the list's own among those of a profile; `onFound` is called when a finding is new. */
  constructor(polling: Polling, name: string, compare: CompareElsewhere, onFound: () => void) {
    this.#polled = polling.group();
    this.#name = name;
    this.#compare = compare;
    this.#onFound = onFound;
  }

  /** The sales to compare from now on; none while the list is not on screen. */
  watch(sales: readonly RestingSale[]): void {
    this.#pairs = Map.groupBy(sales, ({ sells, wants }) => [sells, wants].toSorted().join(' '));
    const pairs = [...this.#pairs.keys()];
    if (pairs.join() === this.#polledPairs) return;
    this.#polledPairs = pairs.join();
    this.#polled.set(pairs.map((pair) => this.#jobOf(pair)));
  }

  /** The latest result. */
  of(id: string): Elsewhere | undefined {
    return this.#found.get(id);
  }

  /** Forgets what was found for sales that are no longer `listed`. */
  keep(listed: (id: string) => boolean): void {
    for (const id of [...this.#found.keys()]) if (!listed(id)) this.#found.delete(id);
  }

  /** Aborts what is under way and resolves when it has ended. */
  stop(): Promise<void> {
    return this.#polled.leave();
  }

  #jobOf(pair: string): PolledJob {
    return {
      key: `${this.#name} elsewhere ${pair}`,
      host: 'ledger',
      every: EVERY_MS,
      rank: RANK,
      cost: COST,
      run: (signal) => this.#look(pair, signal),
    };
  }

  async #look(pair: string, signal: AbortSignal): Promise<boolean> {
    const found = await this.#compare(this.#pairs.get(pair) ?? [], signal);
    if (signal.aborted) return true;
    for (const [id, one] of found) this.#found.set(id, one);
    if (found.size > 0) this.#onFound();
    return [...found.values()].every(({ kind }) => kind !== 'unchecked');
  }
}
