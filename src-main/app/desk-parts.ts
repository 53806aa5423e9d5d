import type { ReleaseParts } from '../features/releases/release-calls.ts';
import { Preferences } from '../features/settings/preferences.ts';
import { Front } from '../gate/front.ts';
import { PageDoor, SaveBudget } from '../gate/outside.ts';
import { FileChooser } from '../gate/own-file.ts';
import { chosenLocale, type Locale } from '../gate/locale.ts';
import type { Windows } from '../ports/windows.ts';
import { ProfileClock } from '../profile/profile-clock.ts';
import { ProfileHost } from '../profile/profile-host.ts';
import type { ProfileParts } from '../profile/profile-parts.ts';

/** Everything that the application is built from. */
export interface AppParts extends ProfileParts {
  readonly shell: 'electron' | 'chromium';
  readonly platform: string;
  readonly windows: Windows;
  readonly releases: ReleaseParts;
}

/** The same, with everything that several features share. */
export interface DeskParts extends AppParts {
  /** Of the open profile: a replay has its own time. */
  readonly clock: ProfileClock;
  readonly front: Front;
  readonly door: PageDoor;
  readonly preferences: Preferences;
  readonly locale: Locale;
  readonly profiles: ProfileHost;
  /** For files that the trading window saves. */
  readonly budget: SaveBudget;
  readonly chooser: FileChooser;
}

export function deskParts(given: AppParts): DeskParts {
  const clock = new ProfileClock(given.clock);
  const parts = { ...given, clock };
  const { windows } = parts;
  const front = new Front(clock);
  const door = new PageDoor(windows, front, clock);
  const deskWaits = () => front.objection('desk');
  const preferences = new Preferences(parts.settings);
  return {
    ...parts,
    front,
    door,
    preferences,
    locale: chosenLocale(preferences),
    profiles: new ProfileHost(parts, clock),
    budget: new SaveBudget(clock, deskWaits),
    chooser: new FileChooser(windows, parts.releases.files, deskWaits),
  };
}
