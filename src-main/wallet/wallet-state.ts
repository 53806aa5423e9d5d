import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { type EpochMs, epochMs, MINUTE_MS } from '#domain/time.ts';
import type { Clock } from '../ports/system.ts';
import type { SecretStore } from '../ports/secret-store.ts';
import type { PublicAccount } from './account.ts';
import { addressesOf, NOTHING_FOUND, tradingAddressOf, type UsedKeys } from './own-addresses.ts';
import type { SecretBytes } from './secret-bytes.ts';
import type { Watched } from './watched.ts';
import { storeFailure } from './secret-failure.ts';

export interface WalletStatus {
  /** `watching`: it is watch-only, and its keys are elsewhere. */
  readonly state: 'none' | 'watching' | 'locked' | 'unlocked' | 'unavailable';
  /** Why it is unavailable, or that secrets last for this session only. */
  readonly failure?: Failure;
  readonly sessionOnly: boolean;
  /** The address that trades, Bech32: the first one, unless another one was chosen. */
  readonly address?: string;
  /** All of the wallet's addresses that are known, where there are several. */
  readonly addresses?: readonly string[];
  /** True if the watched wallet needs several people's signatures. */
  readonly shared?: true;
  readonly unlockedUntil?: EpochMs;
  readonly autoLockMinutes: number;
}

/** The state of a wallet: absent, watch-only, locked, unlocked for a while, or out of reach; and who listens for changes. */
export class WalletState {
  readonly #clock: Clock;
  readonly #secrets: SecretStore;
  readonly #listeners = new Set<() => void>();
  #account: PublicAccount | undefined;
  #watched: Watched | undefined;
  #used = NOTHING_FOUND;
  #trouble: Failure | undefined;
  #period: UnlockPeriod | undefined;
  /** Passwords kept for batches. */
  readonly #kept = new Set<UnlockPeriod>();
  #autoLockMinutes = 10;

  constructor(clock: Clock, secrets: SecretStore) {
    this.#clock = clock;
    this.#secrets = secrets;
  }

  get sessionOnly(): boolean {
    return this.#secrets.status().kind === 'session';
  }

  /** Of a watch-only wallet. */
  get watched(): Watched | undefined {
    return this.#watched;
  }

  /**
   * The account that the wallet's addresses are derived from, whether or not it has keys; a list of addresses has none.
   */
  get derived(): PublicAccount | undefined {
    return this.#account ?? this.#watched?.account;
  }

  /** Which of its keys are in use. */
  get used(): UsedKeys {
    return this.#used;
  }

  /** Other keys are in use, or another one trades. */
  use(used: UsedKeys): void {
    this.#used = used;
    this.#changed();
  }

  /** All addresses that are known, and the one that trades; `undefined` where there is no wallet. */
  addresses(): { readonly trading: string; readonly all: readonly string[] } | undefined {
    const account = this.derived;
    if (account)
      return { trading: tradingAddressOf(account, this.#used), all: addressesOf(account, this.#used) };
    return this.#watched && { trading: this.#watched.address, all: this.#watched.addresses };
  }

  /** Why the wallet is out of reach. */
  get trouble(): Failure | undefined {
    return this.#trouble;
  }

  status(): WalletStatus {
    const addresses = this.addresses();
    const known = {
      ...(addresses === undefined ? {} : { address: addresses.trading }),
      ...(addresses !== undefined && addresses.all.length > 1 ? { addresses: addresses.all } : {}),
    };
    if (this.#watched)
      return {
        state: 'watching',
        sessionOnly: this.sessionOnly,
        ...known,
        ...(this.#watched.script ? { shared: true } : {}),
        autoLockMinutes: this.#autoLockMinutes,
      };
    const note = this.#trouble ?? (this.sessionOnly ? storeFailure(this.#secrets.status()) : undefined);
    const period = this.#running();
    return {
      state: this.#trouble ? 'unavailable' : !this.#account ? 'none' : period ? 'unlocked' : 'locked',
      ...(note ? { failure: note } : {}),
      sessionOnly: this.sessionOnly,
      ...known,
      ...(period ? { unlockedUntil: period.until } : {}),
      autoLockMinutes: this.#autoLockMinutes,
    };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** There is a wallet, or none; any unlock of another one ends. */
  found(account: PublicAccount | undefined, used = NOTHING_FOUND): void {
    if (!account || account.address(0) !== this.#account?.address(0)) this.#endAll();
    this.#trouble = undefined;
    this.#account = account;
    this.#watched = undefined;
    this.#used = used;
    this.#changed();
  }

  /** There is a watch-only wallet. */
  watch(watched: Watched, used = NOTHING_FOUND): void {
    this.#endAll();
    this.#trouble = undefined;
    this.#account = undefined;
    this.#watched = watched;
    this.#used = used;
    this.#changed();
  }

  outOfReach(trouble: Failure): void {
    this.#endAll();
    this.#trouble = trouble;
    this.#account = undefined;
    this.#watched = undefined;
    this.#changed();
  }

  /** The account of a wallet that can sign. Failures: `no-wallet`, `watch-only`, the wallet's trouble. */
  account(): Result<PublicAccount, Failure> {
    if (this.#watched) return failed(failure('watch-only'));
    if (this.#trouble) return failed(this.#trouble);
    return this.#account ? ok(this.#account) : failed(failure('no-wallet'));
  }

  /** Holds a decrypted key for some minutes, and wipes it then. */
  unlock(key: SecretBytes, minutes: number): void {
    this.#endPeriod();
    const period = new UnlockPeriod(this.#clock, key, minutes, this.#autoLockMinutes);
    this.#period = period;
    void period.finished().then(() => {
      if (this.#period === period) this.lock();
    });
    this.#changed();
  }

  /** Keeps a secret until it is over, idle for too long, or the wallet is locked, and wipes it then. */
  keep(secret: SecretBytes, minutes: number): UnlockPeriod {
    const period = new UnlockPeriod(this.#clock, secret, minutes, this.#autoLockMinutes);
    this.#kept.add(period);
    void period.finished().then(() => {
      period.end();
      this.#kept.delete(period);
    });
    return period;
  }

  lock(): void {
    for (const period of this.#kept) period.end();
    if (!this.#period) return;
    this.#endPeriod();
    this.#changed();
  }

  touch(): void {
    for (const period of this.#kept) period.touch();
    this.#period?.touch();
  }

  setAutoLock(minutes: number): void {
    this.#autoLockMinutes = minutes;
    for (const period of this.#kept) period.setIdleMinutes(minutes);
    this.#period?.setIdleMinutes(minutes);
    this.#changed();
  }

  /** A copy of the key while the unlock runs, which its taker wipes. Failure: `wallet-locked`. */
  heldKey(): Result<SecretBytes, Failure> {
    const key = this.#running()?.key();
    return key ? ok(key.copy()) : failed(failure('wallet-locked'));
  }

  close(): void {
    this.#listeners.clear();
    this.#endAll();
  }

  /** A period that is over is wiped at once; its end reports the lock, so that no question hides it from listeners. */
  #running(): UnlockPeriod | undefined {
    if (this.#period?.over !== true) return this.#period;
    this.#period.end();
    return undefined;
  }

  #endAll(): void {
    for (const period of this.#kept) period.end();
    this.#endPeriod();
  }

  #endPeriod(): void {
    this.#period?.end();
    this.#period = undefined;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** How often the end is looked for at least: a machine that slept may have passed it. */
const LONGEST_WAIT = 15_000;

/**
 * A secret held for a limited time: a decrypted key, or the password for a batch. It ends when its minutes are over by
 * either clock (the monotonic one stops while the machine sleeps, the other can be set), or when the application has
 * been idle for too long.
 */
export class UnlockPeriod {
  readonly #clock: Clock;
  readonly #key: SecretBytes;
  readonly #end: number;
  readonly #stop = new AbortController();
  /** When it ends at the latest, as shown. */
  readonly until: EpochMs;
  #lastTouch: number;
  #idleMinutes: number;

  /** `idleMinutes` of 0 turns the end by idleness off. */
  constructor(clock: Clock, key: SecretBytes, minutes: number, idleMinutes: number) {
    this.#clock = clock;
    this.#key = key;
    this.#end = clock.monotonic() + minutes * MINUTE_MS;
    this.until = epochMs(clock.now() + minutes * MINUTE_MS);
    this.#lastTouch = clock.monotonic();
    this.#idleMinutes = idleMinutes;
  }

  get over(): boolean {
    return this.#left() <= 0 || this.#clock.now() >= this.until;
  }

  /** The secret; `undefined` once the period is over or was ended. */
  key(): SecretBytes | undefined {
    return this.over || this.#stop.signal.aborted ? undefined : this.#key;
  }

  touch(): void {
    if (!this.over) this.#lastTouch = this.#clock.monotonic();
  }

  setIdleMinutes(minutes: number): void {
    this.#idleMinutes = minutes;
  }

  /** Wipes the secret. */
  end(): void {
    this.#stop.abort();
    this.#key.wipe();
  }

  /** Resolves when the period is over or was ended. */
  async finished(): Promise<void> {
    while (!this.#stop.signal.aborted && !this.over)
      await this.#clock.sleep(Math.min(Math.max(this.#left(), 1), LONGEST_WAIT), this.#stop.signal);
  }

  #left(): number {
    const idleEnd =
      this.#idleMinutes === 0 ? Number.POSITIVE_INFINITY : this.#lastTouch + this.#idleMinutes * MINUTE_MS;
    return Math.min(this.#end, idleEnd) - this.#clock.monotonic();
  }
}
