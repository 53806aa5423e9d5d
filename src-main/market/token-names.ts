import { ADA, type AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import type { Service } from '../ports/service.ts';
import type { Polling, PollingGroup } from './polling.ts';
import type { TokenCatalogue } from './token-catalogue.ts';

/** Names that are asked for at once when a list comes up, and with each turn after that. */
const AT_FIRST = 20;
const PER_TURN = 4;
const EVERY_MS = { active: 30_000 } as const;
/** Behind everything else that is polled. */
const RANK = 9;
const KEY = 'token-names';
/** Names with these letters make a list to start from: the service has no list of all tokens. */
const STARTING_TERMS = ['a', 'e', 'o'];
/** A command asks for so many names at most. */
const MOST_AT_ONCE = 60;

/** Tokens that the service calls verified, as far as a few searches find them. */
export async function verifiedTokens(service: Pick<Service, 'search'>, signal?: AbortSignal) {
  const lists = await Promise.all(STARTING_TERMS.map((term) => service.search(term, true, signal)));
  return lists.flatMap((list) => (list.ok ? list.value.filter(({ verified }) => verified) : []));
}

/**
 * Asks for the names of a list of tokens once, those first that are probably known: anybody can fill a wallet with others.
 * Answers of how many nothing was learnt, since they were not asked for, or not answered, and whether the key was refused.
 */
export async function readNames(
  ids: readonly AssetId[],
  catalogue: TokenCatalogue,
  service: Pick<Service, 'search'>,
): Promise<{ readonly unread: number; readonly refused: Failure | undefined }> {
  const wanted = ids.filter((id) => !catalogue.knows(id));
  const first = wanted.length > MOST_AT_ONCE ? await verifiedTokens(service) : [];
  const asked = ordered(wanted, new Set(first.map(({ id }) => id))).slice(0, MOST_AT_ONCE);
  const answers = await Promise.all(asked.map((id) => catalogue.get(id)));
  const refused = answers.find((one) => !one.ok && one.failure.code === 'service-key-refused');
  const unread = wanted.filter((id) => !catalogue.answered(id)).length;
  return { unread, refused: refused?.ok === false ? refused.failure : undefined };
}

function ordered(ids: readonly AssetId[], first: ReadonlySet<AssetId>): readonly AssetId[] {
  return ids.toSorted((one, other) => Number(first.has(other)) - Number(first.has(one)));
}

interface TokenNamesParts {
  readonly catalogue: TokenCatalogue;
  readonly service: Pick<Service, 'search'>;
  readonly polling: Polling;
  /** Tokens that the user has to do with already: they are asked for first. */
  readonly familiar: () => Iterable<AssetId>;
}

/**
 * Reads the names of all tokens that lists show, within the budget of requests: strangers decide how many these are. Those
 * that are probably known come first, and what nobody knows is asked for ever more rarely.
 */
export class TokenNames {
  readonly #parts: TokenNamesParts;
  readonly #polled: PollingGroup;
  readonly #wanted = new Map<string, readonly AssetId[]>();
  readonly #listeners = new Set<() => void>();
  /** When each was asked for, as a number of turns. */
  readonly #asked = new Map<AssetId, number>();
  #verified: ReadonlySet<AssetId> | undefined;
  #turns = 0;
  #planned: number | undefined;

  constructor(parts: TokenNamesParts) {
    this.#parts = parts;
    this.#polled = parts.polling.group();
  }

  /** The tokens of a list, in place of those that it had. */
  want(list: string, ids: Iterable<AssetId>): void {
    this.#wanted.set(list, [...new Set(ids)]);
    this.#plan();
  }

  /** Of how many tokens nothing was learnt so far, not even that nobody knows them. */
  unread(ids: Iterable<AssetId>): number {
    return [...new Set(ids)].filter((id) => !this.#parts.catalogue.answered(id)).length;
  }

  /** The listener is called when names were learnt. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** There are new clients: what nobody knew may be known now. */
  startOver(): void {
    this.#asked.clear();
    this.#verified = undefined;
    this.#turns = 0;
    this.#planned = undefined;
    this.#parts.catalogue.startOver();
  }

  stop(): Promise<void> {
    return this.#polled.leave();
  }

  #pending(): readonly AssetId[] {
    const { catalogue } = this.#parts;
    const all = new Set([...this.#wanted.values()].flat());
    for (const id of this.#asked.keys()) if (!all.has(id)) this.#asked.delete(id);
    return [...all].filter((id) => id !== ADA && !catalogue.knows(id) && !catalogue.isUnknown(id));
  }

  #plan(): void {
    const pending = this.#pending();
    const most = this.#turns === 0 ? AT_FIRST : PER_TURN;
    const cost = Math.min(pending.length, most);
    if (cost !== this.#planned) {
      this.#planned = cost;
      const run = (signal: AbortSignal): Promise<boolean> => this.#turn(most, signal);
      const job = { key: KEY, host: 'service', every: EVERY_MS, rank: RANK, cost, run } as const;
      this.#polled.set(cost === 0 ? [] : [job]);
    }
    // A token or two that came in are named at once.
    if (pending.length <= PER_TURN && pending.some((id) => !this.#asked.has(id))) this.#polled.poke(KEY);
  }

  async #turn(most: number, signal: AbortSignal): Promise<boolean> {
    const { catalogue, familiar } = this.#parts;
    const pending = this.#pending();
    const first = new Set([...familiar(), ...(await this.#listed(pending.length, signal))]);
    if (signal.aborted) return true;
    this.#turns += 1;
    const next = ordered(pending, first)
      .toSorted((one, other) => (this.#asked.get(one) ?? 0) - (this.#asked.get(other) ?? 0))
      .slice(0, most);
    for (const id of next) this.#asked.set(id, this.#turns);
    const answers = await Promise.all(next.map((id) => catalogue.get(id)));
    if (signal.aborted) return true;
    this.#plan();
    for (const listener of this.#listeners) listener();
    return answers.every((one, at) => one.ok || catalogue.answered(next[at] ?? ADA));
  }

  async #listed(pending: number, signal: AbortSignal): Promise<ReadonlySet<AssetId>> {
    if (pending <= AT_FIRST || this.#verified) return this.#verified ?? new Set();
    const found = await verifiedTokens(this.#parts.service, signal);
    this.#verified = new Set(found.map(({ id }) => id));
    return this.#verified;
  }
}
