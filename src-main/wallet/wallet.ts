import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Signer } from '../inspect/approved-tx.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { SecretCall } from '../ports/secret-store.ts';
import { backupText, parseKeystore } from './keystore-format.ts';
import {
  createWallet,
  firstAddressOf,
  importWallet,
  importWalletForNow,
  restoreWallet,
  watchInstead,
} from './new-wallet.ts';
import { OWN_KEY_INDEXES, type KeyPlace, type OwnKeys } from './account.ts';
import { findUsedKeys, type OwnAccount, ownKeysReaching, reachOf, tradingWith } from './own-addresses.ts';
import { passwordTrouble } from './password.ts';
import { NewPhrase, type PhraseLength } from './recovery-phrase.ts';
import { SecretBytes, wipingAfter } from './secret-bytes.ts';
import { Signing, type Authority, type SigningLeave } from './signing.ts';
import { ALWAYS, LEFT, type Wanted } from './vault.ts';
import { WalletAccess, type WalletParts } from './wallet-access.ts';
import type { WalletStatus } from './wallet-state.ts';
import { readWatched, type Watched } from './watched.ts';

/**
 * The wallet of one profile. One lock guards everything that changes it or uses its key. It signs approved transactions
 * and nothing else, and no method returns a key.
 */
export class Wallet {
  readonly #access: WalletAccess;
  readonly #signing: Signing;

  private constructor(parts: WalletParts) {
    this.#access = new WalletAccess(parts);
    this.#signing = new Signing(this.#access);
  }

  /** Opens the wallet of a profile; `status` says what state it is in. */
  static async open(parts: WalletParts, call?: SecretCall): Promise<Wallet> {
    const wallet = new Wallet(parts);
    await wallet.refresh(call);
    return wallet;
  }

  status(): WalletStatus {
    return this.#access.state.status();
  }

  /** Whether there is, or may be, a key, whose password then protects what the profile has. */
  holdsKey(): boolean {
    const { state, failure: trouble } = this.status();
    return state !== 'none' && state !== 'watching' && trouble?.code !== 'watched-corrupt';
  }

  /** Calls back after every change of `status`; returns a function that stops this. */
  onChange(listener: () => void): () => void {
    return this.#access.state.onChange(listener);
  }

  /** Looks at keystore and keychain again, for instance after the user opened the keychain. */
  async refresh(call?: SecretCall): Promise<WalletStatus> {
    const loaded = await this.#access.exclusively(() => this.#access.load(call));
    if (!loaded.ok) this.#access.state.outOfReach(loaded.failure);
    return this.status();
  }

  /** New recovery words, to be shown, proven and passed to `create`. */
  newPhrase(length: PhraseLength): NewPhrase {
    return new NewPhrase(this.#access.parts.random, length);
  }

  /** First address of recovery words, to compare before anything is kept. Failure: `phrase-malformed`. */
  previewImport(phrase: string): Result<string, Failure> {
    return firstAddressOf(phrase, this.#access.parts.network);
  }

  /**
   * Makes the wallet of new words once they are proven. Failures: `wallet-exists`, `phrase-proof-wrong`,
   * `password-too-weak`, `password-guessable`, the wallet's trouble, `keychain-…`, `wallet-unwritable`;
   * `request-refused` when it is no longer wanted once the keychain has its half: then there is no wallet.
   */
  create(
    phrase: NewPhrase,
    proof: readonly string[],
    password: string,
    wanted: Wanted = ALWAYS,
  ): Promise<Result<void, Failure>> {
    return createWallet(this.#access, phrase, proof, password, wanted);
  }

  /**
   * Makes the wallet of existing words, also in place of a keystore that can no longer be opened. Failures as of
   * `create`, and `phrase-malformed`.
   */
  import(phrase: string, password: string, wanted: Wanted = ALWAYS): Promise<Result<void, Failure>> {
    return importWallet(this.#access, phrase, password, wanted);
  }

  /**
   * Makes the wallet of existing words where its files are in memory, under random bytes as its password, which it
   * answers: 24 of them are never guessed, so that their strength is not measured. Failures: `phrase-malformed`,
   * `wallet-exists`.
   */
  importForNow(phrase: string): Promise<Result<string, Failure>> {
    return importWalletForNow(this.#access, phrase);
  }

  /** Makes the wallet of a backup file. Failures as of `import`, `backup-…` and `wrong-password`. */
  restoreBackup(text: string, password: string, wanted: Wanted = ALWAYS): Promise<Result<void, Failure>> {
    return restoreWallet(this.#access, text, password, wanted);
  }

  get network(): NetworkName {
    return this.#access.parts.network;
  }

  /** A preview of watching: its addresses, the trading one first, and its script. Failures: those of `readWatched`. */
  previewWatched(text: string): Result<Pick<Watched, 'addresses' | 'script'>, Failure> {
    const watched = readWatched(text, this.#access.parts.network);
    if (!watched.ok) return watched;
    const { addresses, script } = watched.value;
    return ok({ addresses, ...(script && { script }) });
  }

  /**
   * Makes a watch-only wallet of addresses or an account's public key: everything can be seen and built, and nothing
   * signed. Failures: those of `readWatched`, `wallet-exists`, the wallet's trouble, `wallet-unwritable`;
   * `request-refused` when it is no longer wanted once the wallet is free.
   */
  watch(text: string, wanted: Wanted = ALWAYS): Promise<Result<void, Failure>> {
    return watchInstead(this.#access, text, wanted);
  }

  /** Trades with another one of the wallet's addresses. Failures: `address-not-used`, `no-wallet`, `wallet-unwritable`. */
  useAddress(address: string): Promise<Result<void, Failure>> {
    return this.#access.exclusively(() => {
      const { state, watchedFile, parts } = this.#access;
      if (state.derived) {
        const used = tradingWith(state.derived, state.used, address);
        if (used === undefined) return Promise.resolve(failed(failure('address-not-used')));
        this.#access.use(state.derived, used);
        return Promise.resolve(ok(undefined));
      }
      const addresses = state.watched?.addresses;
      if (!addresses) return Promise.resolve(failed(failure('no-wallet')));
      if (!addresses.includes(address)) return Promise.resolve(failed(failure('address-not-used')));
      const text = addresses.join(' ');
      const watched = readWatched(text, parts.network, address);
      if (!watched.ok) return Promise.resolve(watched);
      watchedFile.save(text, address);
      state.watch(watched.value);
      return Promise.resolve(ok(undefined));
    });
  }

  /**
   * Looks for the addresses of the wallet's account that are in use, and keeps where they are derived. Failures: those of
   * the ledger, `wallet-unwritable`.
   */
  async findAddresses(
    ledger: Pick<Ledger, 'accountAddresses' | 'utxosAt'>,
    signal?: AbortSignal,
  ): Promise<Result<void, Failure>> {
    const { state } = this.#access;
    const account = state.derived;
    if (!account) return ok(undefined);
    const found = await findUsedKeys(account, state.used, ledger, signal);
    if (!found.ok) return found;
    return this.#access.exclusively(() => {
      const paths = found.value;
      // The wallet may have become another one meanwhile; what was found for it before is among what is found now.
      if (
        state.derived?.rewardAddress() === account.rewardAddress() &&
        paths.length > state.used.paths.length
      )
        this.#access.use(account, { ...state.used, paths });
      return Promise.resolve(ok(undefined));
    });
  }

  /** Whose trades and payments are made here. Failures: `no-wallet`, the wallet's trouble. */
  account(): Result<OwnAccount, Failure> {
    const own = this.ownKeys(OWN_KEY_INDEXES);
    if (!own.ok) return own;
    const { trading: address, all } = this.#access.state.addresses() ?? { trading: '', all: [] };
    const addresses = [address, ...all.filter((other) => other !== address)];
    return ok({ address, addresses, own: own.value });
  }

  /** Ends a watch-only wallet. Failures: `no-wallet`, `wallet-unwritable`, `request-refused` as of `watch`. */
  unwatch(wanted: Wanted = ALWAYS): Promise<Result<void, Failure>> {
    return this.#access.exclusively(() => {
      if (!wanted()) return Promise.resolve(LEFT);
      const { state, watchedFile, usedKeys } = this.#access;
      if (!state.watched) return Promise.resolve(failed(failure('no-wallet')));
      watchedFile.remove();
      usedKeys.remove();
      state.found(undefined);
      return Promise.resolve(ok(undefined));
    });
  }

  /**
   * Unlocks for some minutes, if that is still wanted when the keychain has answered. Failures: `no-wallet`,
   * `wrong-password`, `password-delayed`, the wallet's trouble; `request-refused` when it is no longer wanted.
   */
  unlock(password: string, minutes: number, wanted: Wanted = ALWAYS): Promise<Result<void, Failure>> {
    return this.#access.withPassword(password, async (secret) => {
      const opened = await this.#access.open(secret);
      if (!opened.ok) return opened;
      if (!wanted()) {
        opened.value.wipe();
        return LEFT;
      }
      this.#access.state.unlock(opened.value, minutes);
      return ok(undefined);
    });
  }

  /** Checks the password and does nothing else. Failures as of `unlock`. */
  checkPassword(password: string): Promise<Result<void, Failure>> {
    return this.#access.withPassword(password, (secret) => this.#check(secret));
  }

  /** Forgets the key at once, whatever else is running. */
  lock(): void {
    this.#access.state.lock();
  }

  /** The user did something: idle time starts over. */
  touch(): void {
    this.#access.state.touch();
  }

  /** Minutes without `touch` after which an unlocked wallet locks; 0 turns this off. */
  setAutoLock(minutes: number): void {
    this.#access.state.setAutoLock(minutes);
  }

  /**
   * Failures as of `unlock`, and `password-too-weak`, `password-guessable`, `keychain-…`. A crash leaves the old password
   * or the new one; a change that is no longer wanted once the keychain has its half leaves the old one.
   */
  async changePassword(
    current: string,
    next: string,
    wanted: Wanted = ALWAYS,
  ): Promise<Result<void, Failure>> {
    const weak = await passwordTrouble(next);
    if (weak) return failed(weak);
    const nextSecret = SecretBytes.ofText(next);
    return this.#access.withPassword(current, (secret) =>
      wipingAfter([nextSecret], () =>
        this.#access.ready(() => this.#access.vault.changePassword(secret, nextSecret, wanted)),
      ),
    );
  }

  /** The text of an encrypted backup file, which the same password opens on any machine. Failures as of `unlock`. */
  exportBackup(password: string): Promise<Result<string, Failure>> {
    return this.#access.withPassword(password, (secret) =>
      this.#access.ready(async (account) => {
        const content = await this.#access.vault.backup(secret);
        if (!content.ok) return content;
        const file = parseKeystore(content.value);
        return file.ok ? ok(backupText(content.value, file.value, account.address(0))) : file;
      }),
    );
  }

  /**
   * Removes keystore and keychain entries, if that is still wanted once the password is proven; what the keychain was
   * asked to delete cannot be taken back. Failures as of `unlock`.
   */
  remove(password: string, wanted: Wanted = ALWAYS): Promise<Result<void, Failure>> {
    return this.#access.withPassword(password, async (secret) => {
      const checked = await this.#check(secret);
      if (!checked.ok) return checked;
      if (!wanted()) return LEFT;
      await this.#access.vault.remove();
      this.#access.usedKeys.remove();
      this.#access.state.found(undefined);
      return ok(undefined);
    });
  }

  /**
   * Base address of payment key `0/index`, Bech32, without a password; with 0, the address that trades, which is the
   * first one unless another one was chosen. Failures: `no-wallet`, `watch-only`, the wallet's trouble.
   */
  address(index: number): Result<string, Failure> {
    const { state } = this.#access;
    const known = index === 0 ? state.addresses() : undefined;
    if (known) return ok(known.trading);
    const account = state.account();
    return account.ok ? ok(account.value.address(index)) : account;
  }

  /** The first address as it reads on a network, whichever one this wallet is of. Failures as of `address`. */
  addressOn(network: NetworkName): Result<string, Failure> {
    const account = this.#access.state.account();
    return account.ok ? ok(account.value.on(network).address(0)) : account;
  }

  /**
   * Hashes (hex) of the stake key, and of the payment and change keys below an index, or as far as keys in use reach.
   * Failures as of `address`.
   */
  ownKeys(count: number): Result<OwnKeys, Failure> {
    const { watched } = this.#access.state;
    if (watched) return ok(watched.ownKeys(this.#reach(count)));
    const account = this.#access.state.account();
    return account.ok ? ok(account.value.ownKeys(this.#reach(count))) : account;
  }

  /** The same as far as those keys reach whose hashes (hex) are named. Failures as of `address`. */
  ownKeysReaching(hashes: ReadonlySet<string>): Result<OwnKeys, Failure> {
    const { derived } = this.#access.state;
    return derived ? ok(ownKeysReaching(derived, hashes)) : this.ownKeys(OWN_KEY_INDEXES);
  }

  /** Where a watched account's keys, as of `ownKeys`, are, for devices that derive them; empty for any other wallet. */
  keyPlaces(count: number): readonly KeyPlace[] {
    return this.#access.state.watched?.places?.(this.#reach(count)) ?? [];
  }

  #reach(count: number): number {
    const { paths } = this.#access.state.used;
    return paths.length === 0 ? count : Math.max(count, reachOf(paths));
  }

  /** Hashes (hex) of the stake key and of the payment and change keys below an index. Failures as of `address`. */
  ownKeyHashes(count: number): Result<readonly string[], Failure> {
    const account = this.#access.state.account();
    return account.ok ? ok(account.value.paths(count).map((path) => account.value.keyHash(path))) : account;
  }

  /**
   * Signs approved transactions by this authority, each with exactly the keys that it needs, and uses up the approval.
   * The key for its receipt comes with the signature, so that nobody is asked for the password again. Failures: as of
   * `unlock`, `wallet-locked`, `approval-expired`, `key-not-ours`, `approved-bytes-differ`.
   */
  signer(authority: Authority): Signer {
    return this.#signing.signer(authority);
  }

  /** Leave to sign all of a batch, whose first transaction is signed with this authority. */
  leave(authority: Authority): SigningLeave {
    return this.#signing.leave(authority);
  }

  /** Locks; the wallet is not used afterwards. */
  close(): void {
    this.#access.state.close();
  }

  async #check(password: SecretBytes): Promise<Result<void, Failure>> {
    const opened = await this.#access.open(password);
    if (!opened.ok) return opened;
    opened.value.wipe();
    return ok(undefined);
  }
}
