import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { ApprovedTx } from '../inspect/approved-tx.ts';
import type { SecretCall } from '../ports/secret-store.ts';
import type { SmallFiles } from '../ports/small-files.ts';
import { lendReceiptKey, type LentReceiptKey } from '../receipt/receipt-key.ts';
import { accountPublicKey, deriveAccount, PublicAccount, type AccountSeed } from './account.ts';
import { backupText, parseBackup, parseKeystore } from './keystore-format.ts';
import { KeystoreFiles } from './keystore-files.ts';
import { Mutex } from './mutex.ts';
import type { OwnKeys } from './own-keys.ts';
import { passwordTrouble } from './password.ts';
import { NewPhrase, parsePhrase, type PhraseLength } from './recovery-phrase.ts';
import { SecretBytes, wipingAfter } from './secret-bytes.ts';
import { LONGEST_LEAVE_MINUTES, type SigningLeave } from './signing-leave.ts';
import { hashToSign, neededPaths, signHash } from './signer.ts';
import { Vault, type VaultParts } from './vault.ts';
import { WalletState, type WalletStatus } from './wallet-state.ts';

export interface WalletParts extends VaultParts {
  /** Takes the place of `files` when secrets last for this session only, so that nothing half-usable stays behind. */
  readonly sessionFiles: SmallFiles;
}

/** Leave to use the key: the password for this one time, or the unlock that is still running. */
export type Authority = { readonly password: string } | 'unlocked';

/** Troubles that end only with a restored wallet: these do not stop an import or a restore. */
const GONE: readonly Failure['code'][] = [
  'keystore-missing',
  'keystore-corrupt',
  'keystore-foreign',
  'keychain-entry-lost',
  'keychain-locked-or-lost',
];

/**
 * The wallet of one profile. One lock stands around everything that changes it or uses its key. It signs approved
 * transactions and nothing else, and no method hands a key out.
 */
export class Wallet {
  readonly #parts: WalletParts;
  readonly #state: WalletState;
  readonly #vault: Vault;
  readonly #mutex = new Mutex();
  /** Receipt keys of what was signed, by body hash, until they are taken. */
  readonly #receiptKeys = new Map<string, LentReceiptKey>();

  private constructor(parts: WalletParts) {
    this.#parts = parts;
    this.#state = new WalletState(parts.clock, parts.secrets);
    this.#vault = new Vault(this.#state.sessionOnly ? { ...parts, files: parts.sessionFiles } : parts);
  }

  /** Opens the wallet of a profile; `status` tells how it stands. */
  static async open(parts: WalletParts, call?: SecretCall): Promise<Wallet> {
    const wallet = new Wallet(parts);
    await wallet.refresh(call);
    return wallet;
  }

  status(): WalletStatus {
    return this.#state.status();
  }

  /** Calls back after every change of `status`; answers how to stop. */
  onChange(listener: () => void): () => void {
    return this.#state.onChange(listener);
  }

  /** Looks at keystore and keychain again, for instance after the user opened the keychain. */
  async refresh(call?: SecretCall): Promise<WalletStatus> {
    const loaded = await this.#exclusively(() => this.#load(call));
    if (!loaded.ok) this.#state.outOfReach(loaded.failure);
    return this.status();
  }

  /** New recovery words, to be shown, proven and given to `create`. */
  newPhrase(length: PhraseLength): NewPhrase {
    return new NewPhrase(this.#parts.random, length);
  }

  /** First address of recovery words, for comparing before anything is kept. Failure: `phrase-malformed`. */
  previewImport(phrase: string): Result<string, Failure> {
    const entropy = parsePhrase(phrase);
    if (!entropy.ok) return entropy;
    const seed = deriveAccount(entropy.value);
    entropy.value.wipe();
    seed.privateKey.wipe();
    return ok(new PublicAccount(seed.publicKey, this.#parts.network).address(0));
  }

  /**
   * Makes the wallet of new words once they are proven. Failures: `wallet-exists`, `phrase-proof-wrong`,
   * `password-too-weak`, `password-guessable`, the wallet's trouble, `keychain-…`, `wallet-unwritable`.
   */
  create(phrase: NewPhrase, proof: readonly string[], password: string): Promise<Result<void, Failure>> {
    return this.#exclusively(async () => {
      const standing = this.#standing();
      if (standing) return failed(standing);
      if (!phrase.proven(proof)) return failed(failure('phrase-proof-wrong'));
      return this.#keepPhrase(phrase.entropy(), password);
    });
  }

  /**
   * Makes the wallet of existing words; also in place of a keystore that can no longer be opened. Failures as of
   * `create`, and `phrase-malformed`.
   */
  import(phrase: string, password: string): Promise<Result<void, Failure>> {
    return this.#exclusively(async () => {
      const weak = await passwordTrouble(password);
      if (weak) return failed(weak);
      const entropy = parsePhrase(phrase);
      if (!entropy.ok) return entropy;
      const way = await this.#clearWay();
      if (way.ok) return this.#keepPhrase(entropy.value, password);
      entropy.value.wipe();
      return way;
    });
  }

  /** Makes the wallet of a backup file. Failures as of `import`, `backup-…` and `wrong-password`. */
  restoreBackup(text: string, password: string): Promise<Result<void, Failure>> {
    return this.#withPassword(password, async (secret) => {
      const file = parseBackup(text);
      if (!file.ok) return file;
      const opened = await this.#vault.openBackup(file.value, secret);
      if (!opened.ok) return opened;
      return wipingAfter([opened.value], async () => {
        const way = await this.#clearWay();
        if (!way.ok) return way;
        const publicKey = accountPublicKey(opened.value);
        return this.#keep({ privateKey: opened.value, publicKey }, file.value.header.account, secret);
      });
    });
  }

  /** Unlocks for some minutes. Failures: `no-wallet`, `wrong-password`, `password-delayed`, the wallet's trouble. */
  unlock(password: string, minutes: number): Promise<Result<void, Failure>> {
    return this.#withPassword(password, async (secret) => {
      const opened = await this.#open(secret);
      if (!opened.ok) return opened;
      this.#state.unlock(opened.value, minutes);
      return ok(undefined);
    });
  }

  /** Only tells whether the password is right. Failures as of `unlock`. */
  checkPassword(password: string): Promise<Result<void, Failure>> {
    return this.#withPassword(password, async (secret) => {
      const opened = await this.#open(secret);
      if (!opened.ok) return opened;
      opened.value.wipe();
      return ok(undefined);
    });
  }

  /** Forgets the key at once, whatever else is going on. */
  lock(): void {
    this.#state.lock();
  }

  /** The user did something: idleness starts anew. */
  touch(): void {
    this.#state.touch();
  }

  /** Minutes without `touch` after which an unlocked wallet locks; 0 turns this off. */
  setAutoLock(minutes: number): void {
    this.#state.setAutoLock(minutes);
  }

  /** Failures as of `unlock`, and `password-too-weak`, `password-guessable`, `keychain-…`. A crash leaves the old password or the new one. */
  async changePassword(current: string, next: string): Promise<Result<void, Failure>> {
    const weak = await passwordTrouble(next);
    if (weak) return failed(weak);
    const nextSecret = SecretBytes.ofText(next);
    return this.#withPassword(current, (secret) =>
      wipingAfter([nextSecret], () => this.#ready(() => this.#vault.changePassword(secret, nextSecret))),
    );
  }

  /** The text of an encrypted backup file, which opens with the same password on any machine. Failures as of `unlock`. */
  exportBackup(password: string): Promise<Result<string, Failure>> {
    return this.#withPassword(password, (secret) =>
      this.#ready(async (account) => {
        const content = await this.#vault.backup(secret);
        if (!content.ok) return content;
        const file = parseKeystore(content.value);
        return file.ok ? ok(backupText(content.value, file.value, account.address(0))) : file;
      }),
    );
  }

  /** Removes keystore and keychain entries. Failures as of `unlock`. */
  remove(password: string): Promise<Result<void, Failure>> {
    return this.#withPassword(password, async (secret) => {
      const opened = await this.#open(secret);
      if (!opened.ok) return opened;
      opened.value.wipe();
      await this.#vault.remove();
      this.#state.found(undefined);
      return ok(undefined);
    });
  }

  /** Base address of payment key `0/index`, Bech32; without a password. Failures: `no-wallet`, the wallet's trouble. */
  address(index: number): Result<string, Failure> {
    const account = this.#state.account();
    return account.ok ? ok(account.value.address(index)) : account;
  }

  /** Hashes (hex) of the stake key, and of the payment and change keys below an index. Failures as of `address`. */
  ownKeys(count: number): Result<OwnKeys, Failure> {
    const account = this.#state.account();
    if (!account.ok) return account;
    const hashes = (stake: boolean): ReadonlySet<string> =>
      new Set(
        account.value
          .paths(count)
          .filter(({ role }) => (role === 2) === stake)
          .map((path) => account.value.keyHash(path)),
      );
    return ok({ paymentKeyHashes: hashes(false), stakeKeyHashes: hashes(true) });
  }

  /** Hashes (hex) of the stake key and of the payment and change keys below an index. Failures as of `address`. */
  ownKeyHashes(count: number): Result<readonly string[], Failure> {
    const account = this.#state.account();
    return account.ok ? ok(account.value.paths(count).map((path) => account.value.keyHash(path))) : account;
  }

  /**
   * Signs an approved transaction with exactly the keys that it needs and uses the approval up. Answers a CIP-30
   * witness set as hex (`a100…`). Failures: as of `unlock`, `wallet-locked`, `approval-expired`, `key-not-ours`,
   * `approved-bytes-differ`.
   */
  sign(approved: ApprovedTx, authority: Authority): Promise<Result<string, Failure>> {
    return this.#signWith(approved, () =>
      authority === 'unlocked'
        ? Promise.resolve(this.#state.heldKey())
        : this.#openWith(SecretBytes.ofText(authority.password)),
    );
  }

  /** Leave to sign all of a set, whose first transaction was signed with this authority. */
  leave(authority: Authority): SigningLeave {
    return authority === 'unlocked' ? this.#leaveOfUnlock() : this.#leaveOfPassword(authority.password);
  }

  /**
   * The key for the receipt of a transaction that `sign` has signed: made while the wallet was open, so that nobody is
   * asked for the password again. Handed out once; `undefined` when nothing of that hash was signed.
   */
  takeReceiptKey(bodyHash: string): LentReceiptKey | undefined {
    const lent = this.#receiptKeys.get(bodyHash);
    this.#receiptKeys.delete(bodyHash);
    return lent;
  }

  /** Locks; the wallet is not used afterwards. */
  close(): void {
    this.#receiptKeys.clear();
    this.#state.close();
  }

  #lendReceiptKey(privateKey: SecretBytes, bodyHash: string): void {
    const { random, network } = this.#parts;
    this.#receiptKeys.set(bodyHash, lendReceiptKey(privateKey.bytes, random.bytes(32), network, bodyHash));
  }

  async #load(call: SecretCall | undefined): Promise<Result<void, Failure>> {
    const loaded = this.#strandedOnDisk() ?? (await this.#vault.load(call));
    if (!loaded.ok) return loaded;
    this.#state.found(loaded.value && new PublicAccount(loaded.value, this.#parts.network));
    return ok(undefined);
  }

  /** A keystore on disk whose keychain is not there is out of reach; it must not look like a first start. */
  #strandedOnDisk(): Result<never, Failure> | undefined {
    if (!this.#state.sessionOnly) return undefined;
    const onDisk = new KeystoreFiles(this.#parts.files).load();
    if (onDisk.ok && !onDisk.value) return undefined;
    const { install } = this.#parts.secrets.status();
    return failed(failure('keychain-unavailable', install === undefined ? {} : { install }));
  }

  /** What stands in the way of a new wallet. */
  #standing(): Failure | undefined {
    return this.#state.trouble ?? (this.#state.account().ok ? failure('wallet-exists') : undefined);
  }

  /** Whether words or a backup may become this profile's wallet; puts a keystore aside that is past opening. */
  async #clearWay(): Promise<Result<void, Failure>> {
    if (!isGone(this.#state.trouble)) return refusal(this.#standing());
    const proof = await this.#vault.proveKeychainOpen();
    if (!proof.ok) return proof;
    const loaded = await this.#load({ interactive: true });
    if (!loaded.ok) this.#state.outOfReach(loaded.failure);
    if (!isGone(this.#state.trouble)) return refusal(this.#standing());
    this.#vault.setAside();
    return ok(undefined);
  }

  /** Takes the entropy over and wipes it. */
  async #keepPhrase(entropy: SecretBytes, password: string): Promise<Result<void, Failure>> {
    const secret = SecretBytes.ofText(password);
    return wipingAfter([entropy, secret], async () => {
      const weak = await passwordTrouble(password);
      if (weak) return failed(weak);
      const seed = deriveAccount(entropy);
      return wipingAfter([seed.privateKey], () => this.#keep(seed, 0, secret));
    });
  }

  async #keep(seed: AccountSeed, account: number, password: SecretBytes): Promise<Result<void, Failure>> {
    const kept = await this.#vault.keep(seed, account, password);
    if (kept.ok) this.#state.found(new PublicAccount(seed.publicKey, this.#parts.network));
    return kept;
  }

  async #ready<T>(
    action: (account: PublicAccount) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    const account = this.#state.account();
    return account.ok ? action(account.value) : account;
  }

  #open(password: SecretBytes): Promise<Result<SecretBytes, Failure>> {
    return this.#ready(() => this.#vault.open(password));
  }

  #signWith(
    approved: ApprovedTx,
    open: () => Promise<Result<SecretBytes, Failure>>,
  ): Promise<Result<string, Failure>> {
    return this.#exclusively(() =>
      this.#ready(async (account) => {
        const paths = neededPaths(account, approved);
        if (!paths.ok) return paths;
        const key = await open();
        if (!key.ok) return key;
        return wipingAfter([key.value], () => {
          const hash = hashToSign(approved);
          if (!hash.ok) return hash;
          // By the class's own method: an object that only looks like an approval throws here.
          const redeemed = ApprovedTx.prototype.redeem.call(approved, this.#parts.clock.now());
          if (!redeemed.ok) return redeemed;
          const witnessSet = signHash(key.value, account, paths.value, hash.value);
          this.#lendReceiptKey(key.value, approved.bodyHash);
          return ok(witnessSet);
        });
      }),
    );
  }

  #leaveOfUnlock(): SigningLeave {
    const listeners = new Set<() => void>();
    const stop = this.onChange(() => {
      if (this.status().state === 'unlocked') return;
      stop();
      for (const listener of listeners) listener();
    });
    return {
      sign: (approved) => this.sign(approved, 'unlocked'),
      onOver: (listener) => void listeners.add(listener),
      end: stop,
    };
  }

  #leaveOfPassword(password: string): SigningLeave {
    const kept = this.#state.keep(SecretBytes.ofText(password), LONGEST_LEAVE_MINUTES);
    let needed = true;
    const over = kept.finished();
    return {
      sign: (approved) =>
        this.#signWith(approved, async () => {
          const secret = kept.key();
          if (!secret) return failed(failure('set-leave-over'));
          const key = await this.#openWith(secret.copy());
          // Locked while the key was being opened: it is not used.
          if (!key.ok || kept.key()) return key;
          key.value.wipe();
          return failed(failure('set-leave-over'));
        }),
      onOver: (listener) =>
        void over.then(() => {
          if (needed) listener();
        }),
      end: () => {
        needed = false;
        kept.end();
      },
    };
  }

  /** Takes the secret over and wipes it. */
  #openWith(secret: SecretBytes): Promise<Result<SecretBytes, Failure>> {
    return wipingAfter([secret], () => this.#open(secret));
  }

  #withPassword<T>(
    password: string,
    action: (secret: SecretBytes) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    const secret = SecretBytes.ofText(password);
    return this.#exclusively(() => wipingAfter([secret], () => action(secret)));
  }

  /** Runs alone; a disk that refuses is a failure of its own, everything else that throws is a bug. */
  #exclusively<T>(action: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
    return this.#mutex.run(async () => {
      try {
        return await action();
      } catch (error) {
        if (isDiskError(error)) return failed(failure('wallet-unwritable'));
        throw error;
      }
    });
  }
}

function isGone(trouble: Failure | undefined): boolean {
  return trouble !== undefined && GONE.includes(trouble.code);
}

function refusal(standing: Failure | undefined): Result<void, Failure> {
  return standing ? failed(standing) : ok(undefined);
}

/** Node's file errors carry the system call that failed. */
function isDiskError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}
