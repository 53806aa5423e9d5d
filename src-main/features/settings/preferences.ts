import * as v from 'valibot';
import { preferences as schema, type PreferencesView } from '#contract/settings.ts';
import type { ProtectionView } from '#contract/vault.ts';
import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import type { SettingsStore } from '../../ports/journal.ts';
import { fieldsOf, KeptValue } from '../../ports/kept-entries.ts';
import { Topic } from '../../gate/topic.ts';
import { DONE, type MainCalls } from '../../gate/handlers.ts';

const KEY = 'preferences';

export const DEFAULT_PREFERENCES: PreferencesView = {
  theme: 'dark',
  slippageBps: 100,
  excluded: [],
  unlockMinutes: 0,
  autoLockMinutes: 10,
  acknowledged: [],
  priceColours: 'green-red',
  startOffline: false,
  newsOfReleases: false,
  builtAtReview: [],
  notify: { filled: true, partlyFilled: true, cancelled: true, drifted: true },
  notifyPlans: { cycle: false, late: true, finished: true },
  alertSound: true,
  language: 'system',
  layout: {},
};

/** The user's choices, kept in the settings. A stored value that does not fit gives way to its default alone, and stays. */
export class Preferences {
  readonly topic: Topic<PreferencesView>;
  readonly #kept: KeptValue<Readonly<Record<string, unknown>>>;
  /** Names of stored values that do not fit, and give way to no default on disk. */
  #unfit: ReadonlySet<string>;
  readonly #listeners = new Set<(value: PreferencesView) => void>();

  constructor(settings: SettingsStore) {
    const unfit = new Set<string>();
    this.#kept = new KeptValue(settings, KEY, (stored) =>
      fieldsOf(stored, (name, value) => {
        const read = readPart(name, value);
        if (read === undefined) unfit.add(name);
        return read;
      }),
    );
    this.#unfit = unfit;
    this.topic = new Topic(v.parse(schema, { ...DEFAULT_PREFERENCES, ...this.#kept.value }));
  }

  get value(): PreferencesView {
    return this.topic.value;
  }

  /** How long the wallet stays open. */
  get protection(): ProtectionView {
    const { autoLockMinutes, unlockMinutes } = this.value;
    return { autoLockMinutes, unlockMinutes };
  }

  /** Changes what is given and leaves the rest. */
  change(changes: { readonly [K in keyof PreferencesView]?: PreferencesView[K] | undefined }): void {
    const values = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const next = v.parse(schema, { ...this.value, ...values });
    const unfit = new Set([...this.#unfit].filter((name) => !Object.hasOwn(values, name)));
    this.#kept.keep(Object.fromEntries(Object.entries(next).filter(([name]) => !unfit.has(name))));
    this.#unfit = unfit;
    this.topic.set(next);
    for (const listener of this.#listeners) listener(next);
  }

  onChange(listener: (value: PreferencesView) => void): void {
    this.#listeners.add(listener);
  }
}

function readPart(name: string, stored: unknown): unknown {
  const part = Object.entries(schema.entries).find(([known]) => known === name)?.[1];
  const value = part && v.safeParse(part, stored);
  return value?.success === true ? value.output : undefined;
}

type ProtectionChange = { readonly [K in keyof ProtectionView]?: ProtectionView[K] | undefined };

/** The calls that the trading window may make alone; what lowers a protection goes through the vault window. */
export function preferenceCalls(
  preferences: Preferences,
  lowersProtection: (now: ProtectionView, change: ProtectionChange) => boolean,
): Pick<MainCalls<'preferences'>, 'preferences.set'> {
  return {
    'preferences.set': (changes) => {
      if (lowersProtection(preferences.value, changes))
        return Promise.resolve(failed(failure('password-needed')));
      preferences.change(changes);
      return Promise.resolve(DONE);
    },
  };
}
