import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { SecretCall } from '../ports/secret-store.ts';
import { isFileError } from '../ports/storage-trouble.ts';
import type { SmallFiles } from '../ports/system.ts';
import { PublicAccount } from './account.ts';
import { KeystoreFiles } from './keystore-files.ts';
import { Mutex } from './mutex.ts';
import { UsedKeysFile, type UsedKeys } from './own-addresses.ts';
import { SecretBytes, wipingAfter } from './secret-bytes.ts';
import { walletFileFailure } from './secret-failure.ts';
import { Vault, type VaultParts } from './vault.ts';
import { WalletState } from './wallet-state.ts';
import { WatchedFile, type Watched } from './watched.ts';

export interface WalletParts extends VaultParts {
  /** Replaces `files` when secrets last for this session only, so that nothing half-usable is left on disk. */
  readonly sessionFiles: SmallFiles;
}

/**
 * A wallet's state and its vault, behind one lock: everything that changes the wallet or uses its key runs here, one
 * action at a time. It hands keys to the rest of this folder and to nobody else.
 */
export class WalletAccess {
  readonly parts: WalletParts;
  readonly state: WalletState;
  readonly vault: Vault;
  readonly watchedFile: WatchedFile;
  readonly usedKeys: UsedKeysFile;
  readonly #mutex = new Mutex();

  constructor(parts: WalletParts) {
    this.parts = parts;
    this.state = new WalletState(parts.clock, parts.secrets);
    this.vault = new Vault(this.state.sessionOnly ? { ...parts, files: parts.sessionFiles } : parts);
    this.watchedFile = new WatchedFile(parts.files, parts.network);
    this.usedKeys = new UsedKeysFile(this.state.sessionOnly ? parts.sessionFiles : parts.files);
  }

  /** Runs an action alone. A disk error is a failure; anything else that throws is a bug. */
  exclusively<T>(action: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
    return this.#mutex.run(async () => {
      try {
        return await action();
      } catch (error) {
        if (isFileError(error)) return failed(walletFileFailure(error));
        throw error;
      }
    });
  }

  /** Runs an action alone, with the password as bytes that are wiped afterwards. */
  withPassword<T>(
    password: string,
    action: (secret: SecretBytes) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    const secret = SecretBytes.ofText(password);
    return this.exclusively(() => wipingAfter([secret], () => action(secret)));
  }

  /** Runs an action with the account. Failures besides its own: `no-wallet`, the wallet's trouble. */
  async ready<T>(
    action: (account: PublicAccount) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    const account = this.state.account();
    return account.ok ? action(account.value) : account;
  }

  /** The account's private key, which the caller wipes. */
  open(password: SecretBytes): Promise<Result<SecretBytes, Failure>> {
    return this.ready(() => this.vault.open(password));
  }

  /** Reads keystore and keychain, and updates the state. */
  async load(call: SecretCall | undefined): Promise<Result<void, Failure>> {
    const watched = this.#hasKeystore() ? ok(undefined) : this.watchedFile.load();
    if (!watched.ok) return watched;
    if (watched.value) {
      this.watch(watched.value);
      return ok(undefined);
    }
    const loaded = this.#strandedOnDisk() ?? (await this.vault.load(call));
    if (!loaded.ok) return loaded;
    this.found(loaded.value && new PublicAccount(loaded.value, this.parts.network));
    return ok(undefined);
  }

  /** There is a wallet with keys, or none. */
  found(account: PublicAccount | undefined): void {
    this.state.found(account, account && this.usedKeys.load(account));
  }

  /** There is a watch-only wallet. */
  watch(watched: Watched): void {
    this.state.watch(watched, watched.account && this.usedKeys.load(watched.account));
  }

  /** Keeps which keys are in use. */
  use(account: PublicAccount, used: UsedKeys): void {
    this.usedKeys.save(account, used);
    this.state.use(used);
  }

  /** Whether there is a keystore, or was one: what is watched is for a profile without. */
  #hasKeystore(): boolean {
    const { files, sessionFiles } = this.parts;
    return [files, sessionFiles].some((folder) => {
      const keystore = new KeystoreFiles(folder).load();
      return !keystore.ok || keystore.value !== undefined;
    });
  }

  /** A keystore on disk without its keychain is out of reach; it must not look like a first start. */
  #strandedOnDisk(): Result<never, Failure> | undefined {
    if (!this.state.sessionOnly) return undefined;
    const onDisk = new KeystoreFiles(this.parts.files).load();
    if (onDisk.ok && !onDisk.value) return undefined;
    const { install } = this.parts.secrets.status();
    return failed(failure('keychain-unavailable', install === undefined ? {} : { install }));
  }
}
