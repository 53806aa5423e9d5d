import * as v from 'valibot';
import { TEST_SUBJECTS, TEST_VERDICTS, TESTED_PARTIES } from '#domain/connection-test.ts';
import { LEDGER_APIS, SECOND_LEDGER_APIS } from '#domain/ledger-apis.ts';
import { PROFILE_COLOURS } from '#domain/profile.ts';
import {
  epoch,
  exchangeChoice,
  exchangeCode,
  failure,
  finite,
  longText,
  none,
  savedFile,
  shortText,
  units,
} from './codec.ts';
import { acting, type DeskTable, KEYCHAIN_MS, quiet, topic } from './table.ts';

const address = v.pipe(v.string(), v.maxLength(300));

/** Where a live profile finds its service, charts and ledger. */
export const liveAddresses = v.strictObject({
  network: v.picklist(['mainnet', 'preprod', 'preview']),
  baseUrl: address,
  chartsUrl: address,
  chartsWsUrl: address,
  ledgerUrl: address,
  /** The API of the ledger back-end; Blockfrost's when absent. */
  ledgerApi: v.optional(v.picklist(LEDGER_APIS)),
  /** A node's submit API, which transactions go to instead. */
  submitUrl: v.optional(address),
  /** A back-end run by somebody else, asked without a key: it vouches for what transactions spend. */
  secondLedger: v.optional(v.strictObject({ url: address, api: v.picklist(SECOND_LEDGER_APIS) })),
});
export type LiveAddressesView = v.InferOutput<typeof liveAddresses>;

/** Lovelace of a limit: a limit of nothing would end all trading and is not one. */
const limit = v.pipe(
  units,
  v.check((text) => text !== '0', 'a limit is more than nothing'),
);

const basisPoints = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));

/** The limits of a profile as windows are shown them and as the vault window sets them. */
export const policyLimits = v.strictObject({
  /** Lovelace; absent: no limit. */
  perTrade: v.optional(limit),
  /** Lovelace within 24 hours; absent: no limit. */
  perDay: v.optional(limit),
  /** Lovelace that one trade may cost, all that does not come back; absent: no limit. */
  cost: v.optional(limit),
  slippageBps: basisPoints(5_000),
  /** Absent: no limit. */
  impactBps: v.optional(basisPoints(10_000)),
  /** A price elsewhere that is better by this share is a warning; absent: half a percent. */
  betterPriceBps: v.optional(basisPoints(10_000)),
  verifiedOnly: v.boolean(),
  /** The only exchanges that may be used, by code; absent: all. */
  exchanges: v.optional(v.pipe(v.array(exchangeCode), v.minLength(1), v.maxLength(100))),
  expert: v.boolean(),
});
export type PolicyLimitsView = v.InferOutput<typeof policyLimits>;

/** The limits for the trading window: those in force, or why there are none to be trusted. */
export const policyInForce = v.strictObject({
  /** Absent while they are being read, and when they cannot be. */
  limits: v.optional(policyLimits),
  /** Why no trade can be reviewed. */
  failure: v.optional(failure),
});
export type PolicyInForceView = v.InferOutput<typeof policyInForce>;

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
  /** Absent for practice, which has its own look. */
  colour: v.optional(profileColour),
});
export type ProfileMarkView = v.InferOutput<typeof profileMark>;

/** A live profile in the list from which the user chooses. */
const listedProfile = v.strictObject({
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

/** The vault window's tasks about a live profile: the page that agrees sends nothing but the password. */
export const profileTasks = [
  v.strictObject({
    kind: v.literal('profile-add'),
    wanted: profileTerms,
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

export const profile = v.strictObject({
  ...profileMark.entries,
  mode: v.picklist(['practice', 'live']),
  /** The live profile that is open; absent in practice. */
  id: v.optional(profileId),
  /** It is a replay, practice in the past: names the session, each of which is a separate world. */
  replay: v.optional(shortText),
  /** Every live profile. */
  profiles: v.array(listedProfile),
  /** Exchanges that the open profile's new tickets leave out, by code, besides those of the preferences. */
  excluded: exchangeChoice,
  /** Whether the service can be called: starting, ready, or why not. */
  service: v.picklist(['starting', 'ready', 'failed', 'not-configured']),
  failure: v.optional(failure),
  /** Why the journal of its trades cannot be read to its end; the lists then lack what was not read. */
  past: v.optional(failure),
  serviceHost: v.optional(shortText),
  ledgerHost: v.optional(shortText),
  /** Oddities of the ledger back-end, or of this machine's clock compared with it. */
  ledgerFindings: v.optional(v.array(failure)),
  hasApiKey: v.boolean(),
  adaUsd: v.optional(finite),
  adaUsdAt: v.optional(epoch),
  /** Exchange codes known so far: the default list and those learned from answers. */
  exchanges: v.array(v.strictObject({ code: exchangeCode, name: shortText })),
});
export type ProfileView = v.InferOutput<typeof profile>;

/** The result of a connection test. */
export const connectionTest = v.strictObject({
  at: epoch,
  lines: v.array(
    v.strictObject({
      of: v.picklist(TESTED_PARTIES),
      about: v.picklist(TEST_SUBJECTS),
      verdict: v.picklist(TEST_VERDICTS),
      what: longText,
      means: longText,
      advice: v.optional(longText),
    }),
  ),
});
export type ConnectionTestView = v.InferOutput<typeof connectionTest>;

/** Where a secret of the open profile lives, and whether it can be read there now. Never the secret. */
const secretPlace = v.strictObject({
  kind: v.picklist(['api-key', 'ledger-key', 'wallet-key', 'receipt-seeds']),
  /** `practice`: made with each start of practice, and kept by it alone. */
  place: v.picklist(['keychain', 'keychain-and-file', 'session', 'journal', 'practice']),
  /** `other-host`: kept for hosts that are no longer configured, so that it is not used. */
  state: v.picklist(['present', 'absent', 'other-host', 'unreadable']),
  /** The hosts that it is sent to. */
  host: v.optional(shortText),
});

export const secretPlaces = v.strictObject({
  /** Absent: the system has no keychain that answers, or none is used. */
  keychain: v.optional(v.picklist(['macos', 'windows', 'secret-service'])),
  secrets: v.array(secretPlace),
});
export type SecretPlaceView = v.InferOutput<typeof secretPlace>;
export type SecretPlacesView = v.InferOutput<typeof secretPlaces>;

/** The trading window's calls and topics for profiles. Changing one only opens the vault window, which asks. */
export const deskProfile = {
  profile: topic(profile),
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
  /**
   * Asks the live service, or the ledger, what shows how good the connection is; nothing that is asked changes anything.
   * One test runs at a time. Failures: `live-only`, `test-under-way`, `not-configured`, those of addresses and keys.
   */
  'profile.test': quiet(v.strictObject({ part: v.picklist(['service', 'ledger']) }), connectionTest, 60_000),
  /** Where the secrets of the open profile live. */
  'profile.secrets': acting(none, secretPlaces, KEYCHAIN_MS),
} as const satisfies DeskTable;
