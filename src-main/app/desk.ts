import type { AppParts } from './app-parts.ts';
import type { DeskFeeds } from './desk-feeds.ts';
import type { Preferences } from './preferences.ts';
import type { ProfileHost } from './profile-host.ts';
import type { VaultDesk } from './vault-desk.ts';

/** What the handlers work with. */
export interface Desk {
  readonly parts: AppParts;
  readonly host: ProfileHost;
  readonly feeds: DeskFeeds;
  readonly preferences: Preferences;
  readonly vault: VaultDesk;
}
