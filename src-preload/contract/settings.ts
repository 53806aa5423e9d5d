import * as v from 'valibot';
import { TEST_SUBJECTS, TEST_VERDICTS, TESTED_PARTIES } from '#domain/connection-test.ts';
import { LANGUAGE_CHOICES } from '#domain/words/catalogue.ts';
import { assetId, epoch, exchangeChoice, longText, none, shortText, slippageChoice } from './codec.ts';
import { profileId } from './profile.ts';
import { KEYCHAIN_MS, acting, type DeskTable, quiet, topic } from './table.ts';

const panelSize = v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(4_000));

/** Sizes of the desk's parts in pixels where the user moved a splitter, and where the book is. */
export const deskLayout = v.strictObject({
  markets: v.optional(panelSize),
  ticket: v.optional(panelSize),
  lower: v.optional(panelSize),
  book: v.optional(panelSize),
  /** The book is among the tables even where there is room for it next to the chart. */
  bookBelow: v.optional(v.boolean()),
});

export const preferences = v.strictObject({
  theme: v.picklist(['dark', 'light', 'system']),
  slippageBps: slippageChoice,
  excluded: exchangeChoice,
  unlockMinutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(240)),
  autoLockMinutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(240)),
  acknowledged: v.pipe(v.array(assetId), v.maxLength(1000)),
  /** Colours of prices that go up and down; a sign or a shape always says the same. */
  priceColours: v.picklist(['green-red', 'blue-orange']),
  /** The next start is without a network: nothing but signing what another computer exported. */
  startOffline: v.boolean(),
  /** Whether to ask for a newer version at the start and once a day. */
  newsOfReleases: v.boolean(),
  /** Profiles whose transactions are built when they are reviewed, and never ahead: to spare the service. */
  builtAtReview: v.pipe(v.array(v.union([v.picklist(['practice', 'replay']), profileId])), v.maxLength(64)),
  /** The order events that trigger a system notification. */
  notify: v.strictObject({
    filled: v.boolean(),
    partlyFilled: v.boolean(),
    cancelled: v.boolean(),
    /** Absent in what an earlier version kept. */
    drifted: v.optional(v.boolean(), true),
  }),
  /** The recurring-order events that trigger a system notification: each executed cycle, late ones, finished ones. */
  notifyPlans: v.strictObject({ cycle: v.boolean(), late: v.boolean(), finished: v.boolean() }),
  /** Whether the window sounds when an alert goes off. */
  alertSound: v.boolean(),
  /** The language of what the windows say; absent in what an earlier version kept. */
  language: v.optional(v.picklist(LANGUAGE_CHOICES), 'system'),
  layout: deskLayout,
});
export type PreferencesView = v.InferOutput<typeof preferences>;

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

/** The trading window's calls and topics for preferences, and for tests of the connections. */
export const deskSettings = {
  preferences: topic(preferences),
  /** Failure: `password-needed` where the wallet would stay open for longer. */
  'preferences.set': quiet(v.partial(preferences), none),
  /**
   * Asks the live service, or the ledger, what shows how good the connection is; nothing that is asked changes anything.
   * One test runs at a time. Failures: `live-only`, `test-under-way`, `not-configured`, those of addresses and keys.
   */
  'profile.test': quiet(v.strictObject({ part: v.picklist(['service', 'ledger']) }), connectionTest, 60_000),
  /** Where the secrets of the open profile live. */
  'profile.secrets': acting(none, secretPlaces, KEYCHAIN_MS),
} as const satisfies DeskTable;
