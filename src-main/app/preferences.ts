import * as v from 'valibot';
import { preferences as schema, type PreferencesView } from '#contract/views.ts';
import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import type { SettingsStore } from '../ports/settings.ts';
import { Topic } from '../gate/topic.ts';
import type { Desk } from './desk.ts';
import { DONE, type MainCalls } from '../gate/handlers.ts';

/** Minutes that an unlock lasts while the user has chosen none. */
export const DEFAULT_UNLOCK_MINUTES = 15;

type Times = Pick<PreferencesView, 'autoLockMinutes' | 'unlockMinutes'>;

/**
 * Whether a change keeps the wallet open for longer than now. Of all preferences only these two protect anything: what
 * a trade may do is bounded by the limits, which the vault window alone changes, and what it is by the approval window.
 */
function lowersProtection(
  now: Times,
  change: { readonly [K in keyof Times]?: Times[K] | undefined },
): boolean {
  const { autoLockMinutes = now.autoLockMinutes, unlockMinutes = now.unlockMinutes } = change;
  return (
    idleTime(autoLockMinutes) > idleTime(now.autoLockMinutes) ||
    (unlockMinutes || DEFAULT_UNLOCK_MINUTES) > (now.unlockMinutes || DEFAULT_UNLOCK_MINUTES)
  );
}

function idleTime(autoLockMinutes: number): number {
  return autoLockMinutes === 0 ? Number.POSITIVE_INFINITY : autoLockMinutes;
}

const KEY = 'preferences';

export const DEFAULT_PREFERENCES: PreferencesView = {
  theme: 'dark',
  slippageBps: 100,
  excluded: [],
  unlockMinutes: 0,
  autoLockMinutes: 10,
  acknowledged: [],
  priceColours: 'green-red',
  notify: { filled: true, partlyFilled: true, cancelled: true },
  notifyPlans: { cycle: false, late: true, finished: true },
  layout: {},
};

/** The user's choices, kept in the settings. A stored value that does not fit gives way to its default alone. */
export class Preferences {
  readonly topic: Topic<PreferencesView>;
  readonly #settings: SettingsStore;
  readonly #listeners = new Set<(value: PreferencesView) => void>();

  constructor(settings: SettingsStore) {
    this.#settings = settings;
    this.topic = new Topic(readStored(settings.get(KEY)));
  }

  get value(): PreferencesView {
    return this.topic.value;
  }

  /** Changes what is given and leaves the rest. */
  change(changes: { readonly [K in keyof PreferencesView]?: PreferencesView[K] | undefined }): void {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const next = v.parse(schema, { ...this.value, ...given });
    this.#settings.set(KEY, next);
    this.topic.set(next);
    for (const listener of this.#listeners) listener(next);
  }

  onChange(listener: (value: PreferencesView) => void): void {
    this.#listeners.add(listener);
  }
}

function readStored(stored: unknown): PreferencesView {
  const known = typeof stored === 'object' && stored !== null ? stored : {};
  const next: Record<string, unknown> = { ...DEFAULT_PREFERENCES };
  for (const [key, part] of Object.entries(schema.entries)) {
    const value = v.safeParse(part, Reflect.get(known, key));
    if (value.success) next[key] = value.output;
  }
  return v.parse(schema, next);
}

export function preferenceCalls({ preferences, host, vault }: Desk): MainCalls<'preferences'> {
  return {
    'preferences.set': (changes) => {
      if (lowersProtection(preferences.value, changes))
        return Promise.resolve(failed(failure('password-needed')));
      preferences.change(changes);
      return Promise.resolve(DONE);
    },
    'preferences.lower': async (wanted) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      // Without a wallet there is no password; another profile's wallet must not be opened wider from here.
      const { address, failure: trouble } = profile.value.wallet.status();
      if (address === undefined) return failed(trouble ?? failure('no-wallet'));
      const { autoLockMinutes, unlockMinutes } = preferences.value;
      const opened = await vault.open({
        kind: 'protection',
        now: { autoLockMinutes, unlockMinutes },
        wanted,
      });
      return opened.ok ? DONE : opened;
    },
  };
}
