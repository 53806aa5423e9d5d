import type { ProfileMarkView, ProfileView } from '#contract/profile.ts';
import { PRACTICE_NAME, REPLAY_NAME } from '#domain/profile.ts';
import type { AddressRules } from '../features/vault/live-keys.ts';
import { type LiveProfile, type LiveProfiles, storeOf } from '../features/vault/live-profiles.ts';
import type { ProfileMode } from '../gate/handlers.ts';

/** Which profile it is, and where its things are kept. */
export interface ProfilePlace {
  readonly mode: ProfileMode;
  /** Of the live profile; `undefined` for practice. */
  readonly id: string | undefined;
  /** Names what is kept for it, on disk, in the settings and in the keychain. */
  readonly store: string;
  /** Of a replay: which one, since each has its own journal and ledger. */
  readonly session?: string;
  readonly mark: ProfileMarkView;
}

const PRACTICE: ProfilePlace = {
  mode: 'practice',
  id: undefined,
  store: 'practice',
  mark: { name: PRACTICE_NAME, network: 'preprod' },
};

/** The place of a replay. */
export function replayPlace(session: string): ProfilePlace {
  return {
    mode: 'practice',
    id: undefined,
    store: 'replay',
    session,
    mark: { name: REPLAY_NAME, network: 'preprod' },
  };
}

/** The place of a live profile; practice's for `undefined`. */
export function placeOf(live: LiveProfile | undefined): ProfilePlace {
  if (!live) return PRACTICE;
  const { id, name, colour, addresses } = live;
  const mark = { name, colour, network: addresses.network };
  return { mode: 'live', id, store: storeOf(live), mark };
}

/** The live profiles as the windows list them. */
export function listedProfiles(
  live: LiveProfiles,
  rules: Pick<AddressRules, 'hostOf'>,
): ProfileView['profiles'] {
  return live.all().map(({ id, name, colour, addresses }) => {
    const host = rules.hostOf(addresses.baseUrl);
    return { id, name, colour, network: addresses.network, ...(host.ok ? { host: host.value } : {}) };
  });
}
