import * as v from 'valibot';
import { exchangeCode, failure, longText, none, savedFile, secretText, shortText } from './codec.ts';
import { policyInForce, policyLimits, profileMark, profileTasks } from './profile.ts';
import { KEYCHAIN_MS, acting, call, type DeskTable, topic } from './table.ts';

const minutes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(240));

/** How long the wallet stays open: `autoLockMinutes` of 0 is for ever, `unlockMinutes` of 0 the usual time. */
export const protection = v.strictObject({ unlockMinutes: minutes, autoLockMinutes: minutes });
export type ProtectionView = v.InferOutput<typeof protection>;

/** A proposal of the trading window for the vault window: the page that agrees sends nothing but the password. */
const protectionTask = v.strictObject({
  kind: v.literal('protection'),
  now: protection,
  wanted: protection,
});

/** The vault window's task of changing the limits. */
const policyTask = v.strictObject({
  kind: v.literal('policy'),
  limits: policyLimits,
  /** The limits could not be trusted: `limits` are the first ones, and setting them makes trading possible again. */
  lost: v.boolean(),
  /** Exchanges known so far. */
  exchanges: v.array(v.strictObject({ code: exchangeCode, name: shortText })),
});

/**
 * The table of the vault window: its own page in its own session, the only place where recovery words,
 * passwords and keys are typed or shown. It never learns anything of the market.
 */
export const vaultTask = v.variant('kind', [
  v.strictObject({ kind: v.literal('idle') }),
  /** The task of the window was given up, but not by the user there: it stays until the user closes it. */
  v.strictObject({ kind: v.literal('left'), why: failure }),
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
  /** Keys for one bundle, on a machine without a network: `address` is that of the wallet which trades. */
  v.strictObject({ kind: v.literal('use-keys'), network: profileMark.entries.network, address: shortText }),
  policyTask,
  ...profileTasks,
  protectionTask,
]);
export type VaultTask = v.InferOutput<typeof vaultTask>;

/** Characters of a key's file. */
const MOST_KEY_FILE = 16_384;

const keyAccount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1));

/** Keys as the user has them. */
export const broughtKeys = v.variant('kind', [
  v.strictObject({ kind: v.literal('words'), words: secretText, account: keyAccount }),
  v.strictObject({
    kind: v.literal('encrypted'),
    text: v.pipe(v.string(), v.maxLength(MOST_KEY_FILE)),
    password: secretText,
    account: keyAccount,
  }),
  v.strictObject({
    kind: v.literal('files'),
    files: v.pipe(v.array(v.pipe(v.string(), v.maxLength(MOST_KEY_FILE))), v.minLength(1), v.maxLength(3)),
    /** The user's own address: its stake key counts as the user's, too. */
    address: v.optional(shortText),
  }),
]);
export type BroughtKeysView = v.InferOutput<typeof broughtKeys>;

/** Addresses, a public key, or a native script with many keys. */
const watchedText = v.pipe(v.string(), v.maxLength(12_000));

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
  /**
   * The addresses that would be watched, the trading one first; and, for a native script, who signs, line by line: each
   * part is one `level` deeper than the part containing it, and a signature names its key's hash. `namedTwice`: how many
   * keys it names in more than one place, and how many keys can be enough to spend.
   */
  'vault.previewWatched': call(
    v.strictObject({ watched: watchedText }),
    v.strictObject({
      addresses: v.array(shortText),
      signers: v.optional(
        v.array(
          v.strictObject({
            level: v.pipe(v.number(), v.integer(), v.minValue(0)),
            text: shortText,
            key: v.optional(shortText),
          }),
        ),
      ),
      namedTwice: v.optional(
        v.strictObject({
          keys: v.pipe(v.number(), v.integer(), v.minValue(1)),
          fewest: v.pipe(v.number(), v.integer(), v.minValue(1)),
        }),
      ),
    }),
  ),
  'vault.watch': call(v.strictObject({ watched: watchedText }), none),
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
  'vault.backup': call(v.strictObject({ password: secretText }), savedFile, 300_000),
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
  /** Whose keys these are, to be compared before they are used; of single keys there is no address. */
  'vault.previewKeys': call(
    v.strictObject({ keys: broughtKeys }),
    v.strictObject({
      address: v.optional(shortText),
      /** Whether the key of the wallet that trades is among them. */
      right: v.boolean(),
      /** Explanation of other derivations, where the address is another one. */
      note: v.optional(longText),
    }),
    120_000,
  ),
  /** Uses these keys for the bundle on the desk; they are forgotten with it. Failures: `phrase-malformed`, those of key files. */
  'vault.useKeys': call(v.strictObject({ keys: broughtKeys }), none, 120_000),
  'vault.cancel': call(none, none),
} as const;

export type VaultTable = typeof vaultTable;

/** The trading window's calls and topics for what only the vault window may change: it opens that window. */
export const deskVault = {
  /** The limits of the profile. They are changed in the vault window, with the password: no call here does. */
  limits: topic(policyInForce),
  'wallet.openVault': acting(
    v.strictObject({
      task: v.picklist([
        'create',
        'quick-practice',
        'import',
        'restore',
        'watch',
        'unlock',
        'change-password',
        'backup',
        'remove',
        'api-key',
        'ledger-key',
        'forget-api-key',
        'forget-ledger-key',
        'policy',
      ]),
    }),
    none,
    KEYCHAIN_MS,
  ),
  /** Opens the vault window for a change of preferences that `preferences.set` refuses: there it needs the password. */
  'preferences.lower': acting(protection, none, KEYCHAIN_MS),
} as const satisfies DeskTable;
