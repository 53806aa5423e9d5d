import * as v from 'valibot';
import { TEST_SUBJECTS, TEST_VERDICTS, TESTED_PARTIES } from '#domain/connection-test.ts';
import { epoch, longText, shortText } from './codec.ts';

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
