import * as v from 'valibot';
import { epoch, failure, longText, none, shortText } from './codec.ts';
import { acting, type DeskTable, quiet, topic } from './table.ts';

/** The user may spend minutes looking for the file, and hashing a large one takes a while. */
const CHOOSING_MS = 900_000;

/** A newer release, from a manifest with a valid signature. */
const offered = v.strictObject({
  version: shortText,
  releasedAt: epoch,
  expiresAt: epoch,
  /** Plain text, with its line breaks. */
  notes: longText,
  /** Where it is described and can be downloaded; main opens it. */
  page: shortText,
  /** The running version is older than the oldest that may still be used. */
  overdue: v.boolean(),
  /** The user has dismissed the notice. */
  dismissed: v.boolean(),
});

/** The known releases, and the result of the last check. Paths and bytes stay in main. */
export const releases = v.strictObject({
  /** The version that is running. */
  version: shortText,
  /** The keys that this build trusts: name and fingerprint of each. */
  keys: v.array(v.strictObject({ id: shortText, fingerprint: shortText })),
  /** The host asked for new versions; absent if this build knows none. */
  host: v.optional(shortText),
  news: v.strictObject({
    state: v.picklist(['off', 'waiting', 'asking', 'current', 'newer', 'refused']),
    /** When it was last asked. */
    at: v.optional(epoch),
    /** Why the last manifest was rejected, or could not be read. */
    failure: v.optional(failure),
    release: v.optional(offered),
  }),
  check: v.strictObject({
    /** Names of the chosen files, without their folders. */
    manifest: v.optional(shortText),
    file: v.optional(shortText),
    state: v.picklist(['open', 'checking', 'good', 'refused']),
    /** Description of the file, in words made in main. */
    words: v.optional(v.array(longText)),
    failure: v.optional(failure),
  }),
});
export type ReleasesView = v.InferOutput<typeof releases>;

const named = v.strictObject({ version: shortText });

/** The trading window's calls and topics for releases. */
export const deskReleases = {
  /** The known newer versions, and the check of a downloaded file. */
  releases: topic(releases),
  /**
   * Asks the user for a file, and checks once both have been chosen. The page learns only its name. Failure:
   * `release-choosing` while another dialog is open.
   */
  'releases.choose': acting(v.strictObject({ what: v.picklist(['manifest', 'file']) }), none, CHOOSING_MS),
  /** Forgets the chosen files. */
  'releases.clear': quiet(none, none),
  /** Opens the page of the release that was shown, in the user's browser. Failure: `release-unknown`. */
  'releases.openPage': acting(named, none),
  /** Dismisses the notice of this version for good. Failure: `release-unknown`. */
  'releases.dismiss': quiet(named, none),
} as const satisfies DeskTable;
