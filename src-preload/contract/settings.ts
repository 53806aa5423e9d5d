import * as v from 'valibot';
import { LANGUAGE_CHOICES } from '#domain/words/catalogue.ts';
import { assetId, exchangeChoice, none, slippageChoice } from './codec.ts';
import { profileId } from './profile.ts';
import { type DeskTable, quiet, topic } from './table.ts';

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

/** The trading window's calls and topics for preferences. */
export const deskSettings = {
  preferences: topic(preferences),
  /** Failure: `password-needed` where the wallet would stay open for longer. */
  'preferences.set': quiet(v.partial(preferences), none),
} as const satisfies DeskTable;
