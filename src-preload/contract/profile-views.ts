import * as v from 'valibot';
import { PROFILE_COLOURS } from '#domain/profile.ts';
import { exchangeChoice, none, savedFile, shortText } from './codec.ts';
import { policyLimits } from './policy-limits.ts';
import { liveAddresses } from './protection-views.ts';
import { acting } from './table.ts';

/** Names a live profile wherever things are kept for it. Practice is named by its own word. */
export const profileId = v.pipe(v.string(), v.regex(/^(?!practice$)[a-z0-9]{8}$/));
export const profileColour = v.picklist(PROFILE_COLOURS);
const network = liveAddresses.entries.network;
/** As it was typed; main reads it. */
const typedName = v.pipe(v.string(), v.maxLength(200));

/** The mark of the profile that a window acts for, shown in every window. */
export const profileMark = v.strictObject({
  name: shortText,
  network,
  /** Absent for practice, which has a look of its own. */
  colour: v.optional(profileColour),
});
export type ProfileMarkView = v.InferOutput<typeof profileMark>;

/** A live profile in the list from which the user chooses. */
export const listedProfile = v.strictObject({
  id: profileId,
  name: shortText,
  colour: profileColour,
  network,
  /** Host of its service. */
  host: v.optional(shortText),
});

/** All that is set of a live profile. Its keys are not: they are in the keychain. */
export const profileTerms = v.strictObject({
  name: shortText,
  colour: profileColour,
  /** Its network among them, which never changes. */
  addresses: liveAddresses,
  /** Exchanges that a new ticket leaves out, by code. */
  excluded: exchangeChoice,
});
export type ProfileTermsView = v.InferOutput<typeof profileTerms>;

/** Characters of a profile's file. */
const MOST_FILE = 16_384;
/** The vault window may have to be opened. */
const OPENING_MS = 150_000;

/** The trading window's calls about profiles. All but the first and the last only open the vault window, which asks. */
export const profileCalls = {
  /** Opens practice, the replay or a live profile, after the present one is closed. Failure: `profile-unknown`. */
  'profile.switch': acting(
    v.strictObject({ profile: v.union([v.picklist(['practice', 'replay']), profileId]) }),
    none,
    60_000,
  ),
  /** Failures: `profile-name-…`, `profiles-full`, those of the addresses. */
  'profile.add': acting(v.strictObject({ ...profileTerms.entries, name: typedName }), none, OPENING_MS),
  /**
   * Omitted fields stay unchanged. Further failures: `live-profile-closed`, `profile-unknown`,
   * `profile-network-fixed`.
   */
  'profile.change': acting(
    v.strictObject({
      id: profileId,
      name: v.optional(typedName),
      colour: v.optional(profileColour),
      addresses: v.optional(liveAddresses),
      excluded: v.optional(exchangeChoice),
    }),
    none,
    OPENING_MS,
  ),
  /** Failures: `live-profile-closed`, `profile-unknown`, `profile-has-wallet`, `profile-has-open-trades`. */
  'profile.delete': acting(v.strictObject({ id: profileId }), none, OPENING_MS),
  /** A file's text, and a name in place of the file's. Failures besides those of adding: `profile-file-…`. */
  'profile.import': acting(
    v.strictObject({ text: v.pipe(v.string(), v.maxLength(MOST_FILE)), name: v.optional(typedName) }),
    none,
    OPENING_MS,
  ),
  /** Saves the open live profile as a file without its keys. Failures: `live-profile-closed`, of saving. */
  'profile.export': acting(none, savedFile, 300_000),
} as const;

/** The vault window's tasks about a live profile: the page that agrees sends nothing but the password. */
export const profileTasks = [
  v.strictObject({
    kind: v.literal('profile-add'),
    wanted: profileTerms,
    /** Data of an older version for this network, from before profiles had names, becomes this profile's. */
    takesOver: v.boolean(),
    /** From a file: its limits, and those that the profile will have. */
    limits: v.optional(v.strictObject({ file: policyLimits, here: policyLimits })),
  }),
  v.strictObject({
    kind: v.literal('profile-change'),
    now: profileTerms,
    wanted: profileTerms,
    asksPassword: v.boolean(),
  }),
  v.strictObject({
    kind: v.literal('profile-delete'),
    now: profileTerms,
    /** The folder of its trades below the data folder, which stays. */
    kept: shortText,
  }),
] as const;
