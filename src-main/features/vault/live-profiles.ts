import * as v from 'valibot';
import { exchangeChoice } from '#contract/codec.ts';
import { profileColour, profileId, type ProfileTermsView, liveAddresses } from '#contract/profile.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { PRACTICE_NAME, REPLAY_NAME, readProfileName, sameProfileName } from '#domain/profile.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { SettingsStore } from '../../ports/journal.ts';
import type { Random } from '../../ports/system.ts';
import { checkAddresses, type LiveKeyParts, LiveKeys } from './live-keys.ts';

export interface LiveParts extends LiveKeyParts {
  readonly settings: SettingsStore;
  readonly random: Random;
}

const LIST = 'profiles';
/** A list that could not be read at all is kept here when a new one takes its place. */
const SET_ASIDE = 'profiles.unread';
const OPEN = 'profile.open';
const MOST_PROFILES = 30;
const ID_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 8;

const storedProfile = v.strictObject({
  id: profileId,
  name: v.pipe(
    v.string(),
    v.check((text) => readProfileName(text) === text && !sameProfileName(text, PRACTICE_NAME)),
  ),
  colour: profileColour,
  addresses: liveAddresses,
  excluded: exchangeChoice,
});
/** A live profile as it is kept. */
export type LiveProfile = v.InferOutput<typeof storedProfile>;

const storedList = v.looseObject({ list: v.array(v.unknown()) });
/** The parts of an unreadable entry that still bar other profiles from using the same values. */
const claimed = v.object({
  id: v.optional(v.fallback(v.string(), '')),
  name: v.optional(v.fallback(v.string(), '')),
});

/**
 * The live profiles: their terms, which are settings, and their keys, which are secrets. An entry that does not fit is
 * left out, and kept as it is: a newer version may have written it.
 */
export class LiveProfiles {
  readonly keys: LiveKeys;
  readonly #parts: LiveParts;
  #list: readonly LiveProfile[] = [];
  #unread: readonly unknown[] = [];
  #setAside: unknown;
  /** Fields of another version. */
  #more: Readonly<Record<string, unknown>> = {};

  constructor(parts: LiveParts) {
    this.#parts = parts;
    this.keys = new LiveKeys(parts);
    const list = parts.settings.get(LIST);
    const stored = v.safeParse(storedList, list);
    if (stored.success) this.#read(stored.output);
    else this.#setAside = list;
  }

  all(): readonly LiveProfile[] {
    return this.#list;
  }

  get(id: string): LiveProfile | undefined {
    return this.#list.find((profile) => profile.id === id);
  }

  /** The profile that was open last; `undefined` for practice. */
  lastOpen(): LiveProfile | undefined {
    const open = this.#parts.settings.get(OPEN);
    return this.#list.find(({ id }) => id === open);
  }

  /** @throws StorageError */
  remember(open: LiveProfile | undefined): void {
    this.#parts.settings.set(OPEN, open?.id ?? 'practice');
  }

  /**
   * The profile that these terms would make. `of` is the profile that they are to replace. Failures:
   * `profile-name-refused`, `profile-name-taken`, `profiles-full`, `profile-network-fixed`, those of the addresses.
   */
  check(terms: ProfileTermsView, of?: LiveProfile): Result<ProfileTermsView, Failure> {
    const name = readProfileName(terms.name);
    if (name === undefined) return failed(failure('profile-name-refused'));
    const others = this.#list.filter(({ id }) => id !== of?.id).map((other) => other.name);
    const renamed = !of || !sameProfileName(of.name, name);
    const unread = renamed ? this.#claims().map((claim) => claim.name ?? '') : [];
    if ([PRACTICE_NAME, REPLAY_NAME, ...others, ...unread].some((other) => sameProfileName(other, name)))
      return failed(failure('profile-name-taken', { name }));
    if (!of && this.#list.length >= MOST_PROFILES)
      return failed(failure('profiles-full', { most: MOST_PROFILES }));
    const [network, wanted] = [of?.addresses.network, terms.addresses.network];
    if (network !== undefined && network !== wanted)
      return failed(failure('profile-network-fixed', { network, wanted }));
    const fit = checkAddresses(terms.addresses, this.#parts.connect);
    return fit.ok ? ok({ ...terms, name }) : fit;
  }

  /** Failures as of `check`. @throws StorageError */
  add(terms: ProfileTermsView): Result<LiveProfile, Failure> {
    const fit = this.check(terms);
    if (!fit.ok) return fit;
    const profile: LiveProfile = { id: this.#newId(), ...fit.value };
    this.#keep([...this.#list, profile]);
    return ok(profile);
  }

  /** Failures as of `check`; `profile-unknown`. @throws StorageError */
  change(id: string, terms: ProfileTermsView): Result<LiveProfile, Failure> {
    const before = this.get(id);
    if (!before) return failed(failure('profile-unknown'));
    const fit = this.check(terms, before);
    if (!fit.ok) return fit;
    const profile: LiveProfile = { ...before, ...fit.value };
    this.#keep(this.#list.map((other) => (other.id === id ? profile : other)));
    return ok(profile);
  }

  /** Its keys are removed before, by `keys`. @throws StorageError */
  remove(id: string): void {
    this.#keep(this.#list.filter((other) => other.id !== id));
  }

  #read({ list, ...more }: v.InferOutput<typeof storedList>): void {
    this.#more = more;
    const { fitting, others } = sorted(list);
    [this.#list, this.#unread] = [fitting, others];
  }

  /** The values claimed by entries that could not be read. */
  #claims(): readonly v.InferOutput<typeof claimed>[] {
    return this.#unread.flatMap((item) => {
      const read = v.safeParse(claimed, item);
      return read.success ? [read.output] : [];
    });
  }

  #keep(list: readonly LiveProfile[]): void {
    const { settings } = this.#parts;
    if (this.#setAside !== undefined) settings.set(SET_ASIDE, this.#setAside);
    settings.set(LIST, { ...this.#more, list: [...list, ...this.#unread] });
    [this.#list, this.#setAside] = [list, undefined];
  }

  #newId(): string {
    for (;;) {
      const bytes = [...this.#parts.random.bytes(ID_LENGTH)];
      const id = bytes.map((byte) => ID_LETTERS[byte % ID_LETTERS.length]).join('');
      const taken = [...this.#list, ...this.#claims()].some((other) => other.id === id);
      if (v.is(profileId, id) && !taken) return id;
    }
  }
}

/** The entries that are profiles of which nothing is another one's, and the others as they are. */
function sorted(items: readonly unknown[]): {
  readonly fitting: readonly LiveProfile[];
  readonly others: readonly unknown[];
} {
  const fitting: LiveProfile[] = [];
  const others: unknown[] = [];
  for (const item of items) {
    const read = v.safeParse(storedProfile, item);
    if (read.success && !fitting.some((other) => shares(other, read.output))) fitting.push(read.output);
    else others.push(item);
  }
  return { fitting, others };
}

function shares(one: LiveProfile, other: LiveProfile): boolean {
  return one.id === other.id || sameProfileName(one.name, other.name);
}

/** The name under which a live profile keeps its journal, wallet, limits and lists: no other one's. */
export function storeOf({ id, addresses: { network } }: LiveProfile): string {
  return `live-${network}-${id}`;
}

/** All that is set of it. */
export function termsOf({ name, colour, addresses, excluded }: LiveProfile): ProfileTermsView {
  return { name, colour, addresses, excluded };
}
