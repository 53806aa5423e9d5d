import * as v from 'valibot';
import { failure, longText, none, secretText, shortText } from './codec.ts';
import { policyLimits, policyTask } from './policy-limits.ts';
import { profileMark, profileTasks } from './profile-views.ts';
import { protectionTask } from './protection-views.ts';
import { call, topic } from './table.ts';

/**
 * The table of the vault window: its own page in its own session, the only place where recovery words,
 * passwords and keys are typed or shown. It never learns anything of the market.
 */
export const vaultTask = v.variant('kind', [
  v.strictObject({ kind: v.literal('idle') }),
  v.strictObject({ kind: v.literal('create'), practice: v.boolean() }),
  v.strictObject({ kind: v.literal('quick-practice') }),
  v.strictObject({ kind: v.literal('import'), practice: v.boolean() }),
  v.strictObject({ kind: v.literal('restore'), practice: v.boolean() }),
  v.strictObject({ kind: v.literal('watch') }),
  v.strictObject({ kind: v.literal('unwatch'), address: shortText }),
  v.strictObject({ kind: v.literal('unlock'), minutes: v.number() }),
  v.strictObject({ kind: v.literal('change-password') }),
  v.strictObject({ kind: v.literal('backup') }),
  v.strictObject({ kind: v.literal('remove') }),
  v.strictObject({ kind: v.literal('api-key'), host: shortText }),
  v.strictObject({ kind: v.literal('ledger-key'), host: shortText }),
  v.strictObject({
    kind: v.literal('forget-key'),
    key: v.picklist(['api-key', 'ledger-key']),
    /** The hosts that it is for; absent where none are configured. */
    host: v.optional(shortText),
    asksPassword: v.boolean(),
  }),
  policyTask,
  ...profileTasks,
  protectionTask,
]);
export type VaultTask = v.InferOutput<typeof vaultTask>;

export const vaultTable = {
  task: topic(
    v.strictObject({
      task: vaultTask,
      sessionOnly: v.boolean(),
      /** The profile whose wallet and keys this is about. */
      profile: profileMark,
      keychainNote: v.optional(failure),
      theme: v.picklist(['dark', 'light', 'system']),
    }),
  ),
  /** Makes new words and answers them with the positions (from 1) that must be typed back as proof. */
  'vault.newPhrase': call(
    v.strictObject({ words: v.picklist([12, 15, 24]) }),
    v.strictObject({ words: v.array(shortText), prove: v.array(v.number()) }),
  ),
  'vault.create': call(
    v.strictObject({ proof: v.pipe(v.array(shortText), v.maxLength(24)), password: secretText }),
    none,
    120_000,
  ),
  'vault.quickPractice': call(v.strictObject({ password: secretText }), none, 120_000),
  /** First address of the words, so that the user can compare it before anything is kept. */
  'vault.previewImport': call(v.strictObject({ phrase: secretText }), v.strictObject({ address: shortText })),
  'vault.import': call(v.strictObject({ phrase: secretText, password: secretText }), none, 120_000),
  /** The address of what would be watched: an address, or an account's public key. */
  'vault.previewWatched': call(v.strictObject({ watched: longText }), v.strictObject({ address: shortText })),
  'vault.watch': call(v.strictObject({ watched: longText }), none),
  'vault.unwatch': call(none, none),
  'vault.restore': call(
    v.strictObject({ backup: v.pipe(v.string(), v.maxLength(16_384)), password: secretText }),
    none,
    120_000,
  ),
  'vault.unlock': call(
    v.strictObject({
      password: secretText,
      minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(240)),
    }),
    none,
    120_000,
  ),
  'vault.changePassword': call(v.strictObject({ current: secretText, next: secretText }), none, 120_000),
  'vault.backup': call(
    v.strictObject({ password: secretText }),
    v.strictObject({
      saved: v.boolean(),
      /** Where the file is; absent when nothing was saved. */
      path: v.optional(longText),
    }),
    300_000,
  ),
  'vault.remove': call(v.strictObject({ password: secretText }), none, 120_000),
  'vault.setKey': call(v.strictObject({ key: secretText }), none, 120_000),
  /** Deletes the key of the task; without a password only while there is no live wallet. */
  'vault.forgetKey': call(v.strictObject({ password: v.optional(secretText) }), none, 120_000),
  /** Sets the limits of the profile, all of them at once. */
  'vault.setPolicy': call(v.strictObject({ password: secretText, limits: policyLimits }), none, 120_000),
  /**
   * Does to the live profile what the task says; without a password only where the profile has no wallet to lose. An
   * added profile is not opened by this.
   */
  'vault.agreeToProfile': call(v.strictObject({ password: v.optional(secretText) }), none, 120_000),
  /** Takes the times of the task into use. */
  'vault.setProtection': call(v.strictObject({ password: secretText }), none, 120_000),
  'vault.cancel': call(none, none),
} as const;

export type VaultTable = typeof vaultTable;
