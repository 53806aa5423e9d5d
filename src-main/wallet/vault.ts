import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { toHex } from '../cardano/hex.ts';
import type { Clock, Random, SmallFiles } from '../ports/system.ts';
import type { SecretCall, SecretRead, SecretStore } from '../ports/secret-store.ts';
import type { AccountSeed } from './account.ts';
import { KeystoreFiles } from './keystore-files.ts';
import { profileMark, type KeystoreFile, type ScryptCost } from './keystore-format.ts';
import { fitsDevice, KEYSTORE_COST, openKeystore, sealKeystore, type DeviceKey } from './keystore.ts';
import { PasswordGate } from './password.ts';
import { secretFailure } from './secret-failure.ts';
import { SecretBytes, wipingAfter } from './secret-bytes.ts';

export interface VaultParts {
  /** Names the profile in the keychain and in the keystore: `[a-z0-9-]`, at most 40 characters. */
  readonly profile: string;
  readonly network: NetworkName;
  readonly files: SmallFiles;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly random: Random;
  /** A cheaper derivation, for tests and for a wallet in memory under a random password; the application sets none. */
  readonly cost?: ScryptCost;
}

/** Whether a task is still wanted: one that the user left while the keychain kept it waiting is not. */
export type Wanted = () => boolean;
export const ALWAYS: Wanted = () => true;
/** The answer to a task that is no longer wanted. */
export const LEFT: Result<never, Failure> = failed(failure('request-refused'));

/** The user is present whenever a password was just typed. */
const PRESENT: SecretCall = { interactive: true };
/** An entry that is only ever written to find out whether the keychain takes one. */
const PROBE = 'probe';
const DEVICE_KEY_LENGTH = 32;
const ENTRY_ID_LENGTH = 16;

/**
 * The encrypted key of one profile: its file, and its half of the key in the keychain. Every change is safe against
 * a crash: keychain entry, read back → file → opened once → old file and old entry go. Until the file is written nothing
 * of a change is in effect, and a change that is no longer wanted by then ends without a trace.
 */
export class Vault {
  readonly #parts: VaultParts;
  readonly #files: KeystoreFiles;
  readonly #gate: PasswordGate;
  readonly #cost: ScryptCost;
  #file: KeystoreFile | undefined;

  constructor(parts: VaultParts) {
    if (!/^[a-z0-9-]{1,40}$/.test(parts.profile)) throw new RangeError('a profile is named by [a-z0-9-]');
    this.#parts = parts;
    this.#files = new KeystoreFiles(parts.files);
    this.#gate = new PasswordGate(parts.files, parts.clock);
    this.#cost = parts.cost ?? KEYSTORE_COST;
  }

  /**
   * Reads the keystore and proves it with the keychain's key, without a password. Returns the account's public key;
   * `undefined` only when there never was a keystore and one could be kept. Failures: `keystore-…`, `keychain-…`.
   */
  async load(call?: SecretCall): Promise<Result<Uint8Array | undefined, Failure>> {
    this.#file = undefined;
    const file = this.#files.load();
    if (!file.ok) return file;
    if (!file.value) return this.#reachable(call);
    const { header } = file.value;
    if (header.kind !== 'keystore') return failed(failure('keystore-corrupt'));
    if (
      header.network !== this.#parts.network ||
      !sameBytes(header.profile, profileMark(this.#parts.profile))
    )
      return failed(failure('keystore-foreign'));
    const device = await this.#deviceKey(header.entryId, call);
    if (!device.ok) return device;
    const fits = await wipingAfter([device.value], () => file.value && fitsDevice(file.value, device.value));
    if (!fits) return failed(failure('keystore-corrupt'));
    this.#file = file.value;
    return ok(header.publicKey.slice());
  }

  /**
   * Decrypts the account's private key for one use; the caller wipes it. Failures: `no-wallet`, `wrong-password`,
   * `password-delayed`, `wallet-unwritable`, `keychain-…`, `keystore-corrupt`.
   */
  async open(password: SecretBytes): Promise<Result<SecretBytes, Failure>> {
    const file = this.#file;
    if (!file) return failed(failure('no-wallet'));
    const opened = await this.#gate.attempt(async () => {
      const device = await this.#deviceKey(file.header.entryId, PRESENT);
      if (!device.ok) return device;
      return wipingAfter([device.value], () => openKeystore(file, password, device.value, this.#cost.log2N));
    });
    if (opened.ok) await this.#tidy(file.header.entryId);
    return opened;
  }

  /**
   * Makes this the profile's keystore, in place of any other, if that is still wanted when the keychain has its half.
   * `gone`: the other one can no longer be opened, and is put aside. Failures: `keychain-…`, `keystore-corrupt`;
   * `request-refused` when it is no longer wanted.
   */
  async keep(
    seed: AccountSeed,
    account: number,
    password: SecretBytes,
    { wanted = ALWAYS, gone = false }: { readonly wanted?: Wanted; readonly gone?: boolean } = {},
  ): Promise<Result<void, Failure>> {
    const { random, secrets } = this.#parts;
    const device: DeviceKey = {
      id: random.bytes(ENTRY_ID_LENGTH),
      key: SecretBytes.take(random.bytes(DEVICE_KEY_LENGTH)),
    };
    return wipingAfter([device.key], async () => {
      this.#files.announce(toHex(device.id));
      const stored = await secrets.set(
        this.#entryName(device.id),
        device.key.bytes.toString('base64'),
        PRESENT,
      );
      if (stored.status !== 'stored') return failed(secretFailure(stored, secrets.status()));
      const sealed = wanted() ? await this.#seal(seed, account, password, device) : undefined;
      if (!sealed || !wanted()) {
        await this.#deleteEntries([toHex(device.id)]);
        return LEFT;
      }
      if (gone) this.#files.setAside();
      this.#files.save(sealed);
      const written = this.#files.load();
      const opened =
        written.ok &&
        written.value &&
        (await openKeystore(written.value, password, device.key, this.#cost.log2N));
      if (!opened || !opened.ok) return failed(failure('keystore-corrupt'));
      opened.value.wipe();
      if (written.value) this.#file = written.value;
      await this.#tidy(device.id);
      return ok(undefined);
    });
  }

  /** A copy of the keystore that the password alone opens. Failures as of `open`. */
  async backup(password: SecretBytes): Promise<Result<Uint8Array, Failure>> {
    const header = this.#file?.header;
    const opened = await this.open(password);
    if (!opened.ok || !header) return opened.ok ? failed(failure('no-wallet')) : opened;
    const seed: AccountSeed = { privateKey: opened.value, publicKey: header.publicKey };
    return wipingAfter([opened.value], async () =>
      ok(await this.#seal(seed, header.account, password, undefined)),
    );
  }

  /** Decrypts a backup. Failures: `wrong-password`, `backup-other-network`, `keystore-corrupt`. */
  async openBackup(file: KeystoreFile, password: SecretBytes): Promise<Result<SecretBytes, Failure>> {
    const { network } = file.header;
    if (network !== this.#parts.network) return failed(failure('backup-other-network', { network }));
    return openKeystore(file, password, undefined, this.#cost.log2N);
  }

  /** Re-encrypts the key under another password. Failures as of `open` and `keep`. */
  async changePassword(
    current: SecretBytes,
    next: SecretBytes,
    wanted: Wanted,
  ): Promise<Result<void, Failure>> {
    const header = this.#file?.header;
    const opened = await this.open(current);
    if (!opened.ok || !header) return opened.ok ? failed(failure('no-wallet')) : opened;
    const seed: AccountSeed = { privateKey: opened.value, publicKey: header.publicKey };
    return wipingAfter([opened.value], () => this.keep(seed, header.account, next, { wanted }));
  }

  /** Makes sure that the keychain is open, so that a missing entry is known to be lost. Failures: `keychain-…`. */
  async proveKeychainOpen(): Promise<Result<void, Failure>> {
    const { secrets, profile } = this.#parts;
    const name = `wallet/${profile}/${PROBE}`;
    const stored = await secrets.set(name, 'open', PRESENT);
    if (stored.status !== 'stored') return failed(secretFailure(stored, secrets.status()));
    await secrets.delete(name, PRESENT);
    return ok(undefined);
  }

  /** Removes keystore and keychain entries. The caller has checked the password. */
  async remove(): Promise<void> {
    this.#file = undefined;
    this.#files.remove();
    await this.#deleteEntries(this.#files.leftovers(undefined));
  }

  /** A first start with a keychain that does not work is reported as such, before anybody makes a wallet for nothing. */
  async #reachable(call: SecretCall | undefined): Promise<Result<undefined, Failure>> {
    const { secrets, profile } = this.#parts;
    const read = await secrets.get(`wallet/${profile}/${PROBE}`, call);
    return read.status === 'value' || read.status === 'absent' || isOpen(read)
      ? ok(undefined)
      : failed(secretFailure(read, secrets.status()));
  }

  #seal(
    { privateKey, publicKey }: AccountSeed,
    account: number,
    password: SecretBytes,
    device: DeviceKey | undefined,
  ): Promise<Uint8Array> {
    const { network, profile, random } = this.#parts;
    const options = { network, profile, account, publicKey, cost: this.#cost, random };
    return sealKeystore(privateKey, password, device, options);
  }

  async #deviceKey(id: Uint8Array, call: SecretCall | undefined): Promise<Result<SecretBytes, Failure>> {
    const { secrets } = this.#parts;
    const read = await secrets.get(this.#entryName(id), call);
    // Where there is a keystore, an absent entry is a lost one, whatever the reason.
    if (read.status === 'absent') return failed(failure('keychain-entry-lost'));
    if (read.status !== 'value') return failed(secretFailure(read, secrets.status()));
    const key = SecretBytes.take(Buffer.from(read.value, 'base64'));
    return key.bytes.length === DEVICE_KEY_LENGTH ? ok(key) : failed(failure('keychain-entry-lost'));
  }

  /** After a keystore was opened: the one before it, and keychain entries of earlier ones, are no longer needed. */
  async #tidy(entryId: Uint8Array): Promise<void> {
    this.#files.settle();
    await this.#deleteEntries(this.#files.leftovers(toHex(entryId)));
  }

  async #deleteEntries(entries: readonly string[]): Promise<void> {
    const gone: string[] = [];
    for (const entry of entries) {
      const deleted = await this.#parts.secrets.delete(this.#entryName(Buffer.from(entry, 'hex')));
      if (deleted.status === 'deleted') gone.push(entry);
    }
    if (gone.length > 0) this.#files.forget(gone);
  }

  #entryName(id: Uint8Array): string {
    return `wallet/${this.#parts.profile}/${toHex(id)}`;
  }
}

/** One entry is lost, so the keychain itself is open. */
function isOpen(read: SecretRead): boolean {
  return read.status === 'locked-or-lost' && read.lost;
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.from(left).equals(right);
}
