import * as v from 'valibot';
import { epoch, failure, longText, none, shortText } from './codec.ts';
import { call } from './table.ts';

/** The user may look for the file for minutes, and hashing a large one takes a while. */
const CHOOSING_MS = 900_000;

/** A newer release, from a manifest whose signature holds. */
const offered = v.strictObject({
  version: shortText,
  releasedAt: epoch,
  expiresAt: epoch,
  /** Plain text, line by line. */
  notes: longText,
  /** Where it is described and can be had; main opens it. */
  page: shortText,
  /** This version is older than the oldest that may still be used. */
  overdue: v.boolean(),
  /** The user has put the notice away. */
  dismissed: v.boolean(),
});

/** What is known of releases, and what became of the last check. Paths and bytes stay in main. */
export const releases = v.strictObject({
  /** The version that is running. */
  version: shortText,
  /** The keys that this build trusts: what each is called, and its fingerprint. */
  keys: v.array(v.strictObject({ id: shortText, fingerprint: shortText })),
  /** Host that is asked for new versions; absent: this build knows none. */
  host: v.optional(shortText),
  news: v.strictObject({
    state: v.picklist(['off', 'waiting', 'asking', 'current', 'newer', 'refused']),
    /** When it was last asked. */
    at: v.optional(epoch),
    /** Why what was last read is not believed, or could not be read. */
    failure: v.optional(failure),
    release: v.optional(offered),
  }),
  check: v.strictObject({
    /** Names of what was chosen, without their folders. */
    manifest: v.optional(shortText),
    file: v.optional(shortText),
    state: v.picklist(['open', 'checking', 'good', 'refused']),
    /** In words, made in main: what the file is. */
    words: v.optional(v.array(longText)),
    failure: v.optional(failure),
  }),
});
export type ReleasesView = v.InferOutput<typeof releases>;

const named = v.strictObject({ version: shortText });

export const releaseCalls = {
  /**
   * Asks the user for a file, and checks once both are there. The page learns its name alone. Failure of choosing:
   * `release-choosing`, while another choice is open.
   */
  'releases.choose': call(v.strictObject({ what: v.picklist(['manifest', 'file']) }), none, CHOOSING_MS),
  /** Forgets what was chosen. */
  'releases.clear': call(none, none),
  /** Opens the page of the release that was shown, in the user's browser. Failure: `release-unknown`. */
  'releases.openPage': call(named, none),
  /** Puts the notice of this version away, for good. Failure: `release-unknown`. */
  'releases.dismiss': call(named, none),
} as const;
