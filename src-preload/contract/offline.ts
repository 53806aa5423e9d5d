import * as v from 'valibot';
import { count, epoch, failure, longText, none, savedFile, shortText } from './codec.ts';
import { codesWanted, readFrames, shownCodes } from './codes.ts';
import { liveAddresses, policyInForce } from './profile.ts';
import { preferences } from './settings.ts';
import { acting, type DeskTable, quiet, topic } from './table.ts';

/**
 * The table of the offline desk: the only page of a Touchstone that was started without a network. It opens what another
 * computer exported, has it shown in the approval window, and hands the signatures on. Passwords, words and keys are
 * for the vault and approval windows here, too.
 */

const network = liveAddresses.entries.network;

/** Characters of a bundle: `MOST_BUNDLE_TEXT` in main. */
const MOST_BUNDLE = 8 * 1024 * 1024;

const bundle = v.strictObject({
  fingerprint: shortText,
  network,
  /** Bech32, of the wallet that trades: the bundle's word. */
  address: shortText,
  exportedAt: epoch,
  /** When the first of its transactions can no longer enter the chain. */
  validUntil: v.optional(epoch),
  transactions: count,
  /** Whose keys it was judged by; before any are here, those that the bundle names. */
  judgedBy: v.picklist(['wallet', 'once', 'bundle']),
  verdict: v.picklist(['pass', 'warn', 'block']),
  /** The agreement, in words. */
  agreed: v.array(longText),
  /** The effects of the transactions, in words. */
  sentences: v.array(longText),
  findings: v.array(
    v.strictObject({ rule: shortText, severity: v.picklist(['block', 'warn', 'info']), sentence: longText }),
  ),
});
export type OfflineBundleView = v.InferOutput<typeof bundle>;

const desk = v.strictObject({
  theme: preferences.entries.theme,
  startsOffline: v.boolean(),
  /** Of this computer's own wallet, on the bundle's network. */
  wallet: v.strictObject({
    state: v.picklist(['none', 'locked', 'unlocked', 'unavailable']),
    address: v.optional(shortText),
    sessionOnly: v.boolean(),
    failure: v.optional(failure),
  }),
  /** Keys that were brought for one bundle. */
  once: v.optional(v.strictObject({ what: shortText, address: v.optional(shortText) })),
  bundle: v.optional(bundle),
  /** Those of this computer. */
  limits: policyInForce,
  /** How far a bundle is that is read from codes. */
  frames: v.optional(v.strictObject({ received: count, needed: count })),
  signed: v.optional(
    v.strictObject({
      fingerprint: shortText,
      hashes: v.array(shortText),
      signatures: count,
      hasReceipt: v.boolean(),
    }),
  ),
});
export type OfflineDeskView = v.InferOutput<typeof desk>;

export const offlineTable = {
  desk: topic(desk),
  /** The text of a bundle's file. Failures: `offline-bundle-…`. */
  'offline.open': acting(
    v.strictObject({ text: v.pipe(v.string(), v.maxLength(MOST_BUNDLE)) }),
    none,
    20_000,
    // Quotation marks within a message take two characters.
    2 * MOST_BUNDLE,
  ),
  /** Codes that were read from pictures, in whatever order; the desk says how many are needed. Failures: `ur-…`. */
  'offline.takeFrames': acting(v.strictObject({ frames: readFrames }), none, 20_000, 1_000_000),
  /** Puts the bundle away, with what was made of it and the keys that were brought for it. */
  'offline.putAway': acting(none, none),
  /** Opens the vault window. */
  'offline.openVault': acting(
    v.strictObject({
      task: v.picklist([
        'create',
        'import',
        'restore',
        'backup',
        'change-password',
        'remove',
        'use-keys',
        'policy',
      ]),
    }),
    none,
    150_000,
  ),
  /** Forgets the keys that were brought for one bundle. */
  'offline.forgetKeys': quiet(none, none),
  /** Judges the bundle by the keys that are here, and shows it in the approval window. */
  'offline.review': acting(none, none, 60_000),
  'offline.saveSignatures': acting(none, savedFile, 300_000),
  /** The agreement and the signatures made here, for the user's records. Failure: `offline-unsigned`. */
  'offline.saveReceipt': acting(none, savedFile, 300_000),
  /** The signatures as codes. */
  'offline.codes': quiet(v.strictObject(codesWanted), shownCodes),
  /** Whether the next start is without a network, too. */
  'offline.startOffline': quiet(v.strictObject({ offline: v.boolean() }), none),
  'offline.setTheme': quiet(v.strictObject({ theme: preferences.entries.theme }), none),
} as const satisfies DeskTable;

export type OfflineTable = typeof offlineTable;
