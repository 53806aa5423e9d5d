import { isDeepStrictEqual } from 'node:util';
import type { PolicyLimitsView, ProfileTermsView } from '#contract/profile.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import { done, type MainCalls, type OpenProfile } from '../../gate/handlers.ts';
import { type SaveBudget, saveWithin } from '../../gate/outside.ts';
import { DEFAULT_POLICY } from '../../inspect/policy.ts';
import type { Windows } from '../../ports/windows.ts';
import { type LiveProfile, type LiveProfiles, storeOf, termsOf } from './live-profiles.ts';
import { policyView } from './policy-store.ts';
import { readProfileFile, writeProfileFile } from './profile-file.ts';
import type { VaultProfile } from './vault-openings.ts';
import type { TaskOf, VaultWindow } from './vault-window.ts';

export interface ProfileProposalParts {
  readonly profiles: Pick<OpenProfile<VaultProfile>, 'current'>;
  readonly vault: VaultWindow;
  readonly live: LiveProfiles;
  readonly windows: Windows;
  readonly budget: SaveBudget;
}

type ProposalCalls = Omit<MainCalls<'profile'>, 'profile.switch' | 'profile.test' | 'profile.secrets'>;

/** The trading window's proposals for live profiles. Only the vault window can agree to them. */
export function profileProposals(parts: ProfileProposalParts): ProposalCalls {
  const { profiles, vault, live, windows, budget } = parts;
  const add = async (wanted: ProfileTermsView, limits?: PolicyLimitsView) => {
    const fit = live.check(wanted);
    if (!fit.ok) return fit;
    return done(
      await vault.open({
        ...{ kind: 'profile-add', wanted: fit.value },
        ...(limits && { limits: { file: limits, here: policyView(DEFAULT_POLICY) } }),
      }),
    );
  };
  return {
    'profile.add': (wanted) => add(wanted),
    'profile.import': ({ text, name }) => {
      const read = readProfileFile(text);
      if (!read.ok) return Promise.resolve(read);
      const { terms, limits } = read.value;
      return add(name === undefined ? terms : { ...terms, name }, limits);
    },
    'profile.change': async ({ id, name, colour, addresses, excluded }) => {
      const open = openOne(profiles, live, id);
      if (!open.ok) return open;
      const { profile, entry } = open.value;
      const now = termsOf(entry);
      const changed = {
        name: name ?? now.name,
        colour: colour ?? now.colour,
        addresses: addresses ?? now.addresses,
        excluded: excluded ?? now.excluded,
      };
      const wanted = live.check(changed, entry);
      if (!wanted.ok) return wanted;
      const asksPassword = profile.wallet.holdsKey();
      return done(await vault.open({ kind: 'profile-change', now, wanted: wanted.value, asksPassword }));
    },
    'profile.delete': async ({ id }) => {
      const open = openOne(profiles, live, id);
      if (!open.ok) return open;
      const { profile, entry } = open.value;
      const objection = whyNotDeleted(profile);
      if (objection) return failed(objection);
      return done(await vault.open({ kind: 'profile-delete', now: termsOf(entry), kept: folderOf(entry) }));
    },
    'profile.export': async () => {
      const open = openOne(profiles, live);
      if (!open.ok) return open;
      const { profile, entry } = open.value;
      const limits = await profile.policy.current();
      const text = writeProfileFile(termsOf(entry), limits.ok ? policyView(limits.value) : undefined);
      return saveWithin(budget, windows, `touchstone-profile-${network(entry)}-${entry.id}.json`, text);
    },
  };
}

/**
 * Agrees to what the vault window shows of a live profile. Failures: of the password, of the terms, `keychain-refused`,
 * `live-profile-closed`, `profile-has-wallet`, `profile-has-open-trades`.
 */
export async function agreeToProfile(
  task: TaskOf<'profile-add' | 'profile-change' | 'profile-delete'>,
  password: string,
  parts: {
    readonly profile: VaultProfile;
    readonly live: LiveProfiles;
    /** Closes the open profile and deletes it; practice is opened. Failures: `keychain-refused`. */
    readonly remove: (id: string) => Promise<Result<undefined, Failure>>;
    /** Whether the window is still open for this. */
    readonly stillAsked: () => Result<undefined, Failure>;
  },
): Promise<Result<unknown, Failure>> {
  const { profile, live, remove, stillAsked } = parts;
  if (task.kind === 'profile-add') return live.add(task.wanted);
  const { id } = profile;
  const entry = id === undefined ? undefined : live.get(id);
  if (id === undefined || !entry || !isDeepStrictEqual(termsOf(entry), task.now))
    return failed(failure('live-profile-closed'));
  if (task.kind === 'profile-delete') {
    const objection = whyNotDeleted(profile);
    return objection ? failed(objection) : remove(id);
  }
  if (profile.wallet.holdsKey()) {
    const right = await profile.wallet.checkPassword(password);
    if (!right.ok) return right;
  }
  // The window may have been opened for something else while the password was checked.
  const asked = stillAsked();
  return asked.ok ? live.change(id, task.wanted) : asked;
}

/** The open live profile, by its id where one is named. Failures: `profile-unknown`, `live-profile-closed`. */
function openOne(
  profiles: ProfileProposalParts['profiles'],
  live: LiveProfiles,
  id?: string,
): Result<{ readonly profile: VaultProfile; readonly entry: LiveProfile }, Failure> {
  if (id !== undefined && !live.get(id)) return failed(failure('profile-unknown'));
  const profile = profiles.current();
  if (!profile.ok) return profile;
  const open = profile.value.id;
  const entry = open === undefined ? undefined : live.get(open);
  // The settings belong to the profile's wallet, whose password only the open profile can check.
  if (!entry || (id !== undefined && id !== open)) return failed(failure('live-profile-closed'));
  return { ok: true, value: { profile: profile.value, entry } };
}

function whyNotDeleted({ wallet, openTrades }: VaultProfile): Failure | undefined {
  if (wallet.holdsKey()) return failure('profile-has-wallet');
  const count = openTrades();
  return count === 0 ? undefined : failure('profile-has-open-trades', { count });
}

function network({
  addresses,
}: Pick<ProfileTermsView, 'addresses'>): ProfileTermsView['addresses']['network'] {
  return addresses.network;
}

/** Below the data folder; it stays after the profile is deleted. */
function folderOf(profile: LiveProfile): string {
  return `profiles/${storeOf(profile)}`;
}
