import type { Failure } from '../../src-preload/domain/failure.ts';
import type { NetworkName } from '../../src-preload/domain/network.ts';
import { ok, type Result } from '../../src-preload/domain/result.ts';
import { TokenCatalogue } from '../market/token-catalogue.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { Service } from '../ports/service.ts';
import type { SmallFiles } from '../ports/small-files.ts';
import type { TradingAccount } from '../trading/review-desk.ts';
import { Trading } from '../trading/trading.ts';
import { Wallet } from '../wallet/wallet.ts';
import { OWN_KEY_INDEXES } from '../wallet/own-keys.ts';
import type { AppParts, Connection, ProfileMode, ProfileStore } from './app-parts.ts';
import { SwitchedLedger } from './switched-ledger.ts';
import { SwitchedService } from './switched-service.ts';

const POLL_MS = { practice: 1_000, live: 5_000 } as const;

/** One profile at work: its wallet, its journal, its trades, and whatever clients it has at the moment. */
export class Profile {
  readonly mode: ProfileMode;
  readonly network: NetworkName;
  readonly wallet: Wallet;
  readonly service = new SwitchedService();
  readonly ledger = new SwitchedLedger();
  readonly catalogue: TokenCatalogue;
  readonly trading: Trading;
  readonly #store: ProfileStore;
  #connections: readonly Connection<unknown>[] = [];
  #watching = false;

  private constructor(
    parts: AppParts,
    mode: ProfileMode,
    network: NetworkName,
    store: ProfileStore,
    wallet: Wallet,
  ) {
    this.mode = mode;
    this.network = network;
    this.wallet = wallet;
    this.#store = store;
    this.catalogue = new TokenCatalogue(this.service, this.ledger, parts.clock);
    this.trading = new Trading({
      service: this.service,
      ledger: this.ledger,
      journal: store.journal,
      clock: parts.clock,
      random: parts.random,
      log: parts.log,
      network,
      token: (id) => this.catalogue.get(id),
      pollMs: parts.pollMs ?? POLL_MS[mode],
      orderScripts: parts.orderScripts(mode),
      ...(parts.checkpoint === undefined ? {} : { checkpoint: parts.checkpoint }),
    });
  }

  /**
   * Opens what the profile keeps. `sessionFiles` answers the files in memory of a profile, by its name: they outlast
   * a change of profile. Failures: `storage-…`.
   */
  static async open(
    parts: AppParts,
    mode: ProfileMode,
    network: NetworkName,
    sessionFiles: (name: string) => SmallFiles,
  ): Promise<Result<Profile, Failure>> {
    const name = mode === 'practice' ? 'practice' : `live-${network}`;
    const store = parts.openProfile(name);
    if (!store.ok) return store;
    const wallet = await Wallet.open({
      files: store.value.walletFiles,
      sessionFiles: sessionFiles(name),
      secrets: parts.secrets,
      clock: parts.clock,
      random: parts.random,
      network,
      profile: name,
      ...(parts.walletCost === undefined ? {} : { cost: parts.walletCost }),
    });
    return ok(new Profile(parts, mode, network, store.value, wallet));
  }

  get connected(): boolean {
    return this.#connections.length > 0;
  }

  /** Takes new clients into use; trades left open are resumed with the first ones. */
  connect(service: Connection<Service>, ledger: Connection<Ledger>): void {
    void this.#closeConnections();
    this.#connections = [service, ledger];
    this.service.use(service.client);
    this.ledger.use(ledger.client);
    if (!this.#watching) this.trading.start();
    else this.trading.look();
    this.#watching = true;
  }

  /** From now on every call answers why there is no client. */
  disconnect(why: Failure): void {
    this.service.drop(why);
    this.ledger.drop(why);
    void this.#closeConnections();
  }

  /** Whose trades these are. Failures: `no-wallet`, the wallet's trouble. */
  account(): Result<TradingAccount, Failure> {
    const address = this.wallet.address(0);
    if (!address.ok) return address;
    const own = this.wallet.ownKeys(OWN_KEY_INDEXES);
    return own.ok ? ok({ address: address.value, own: own.value }) : own;
  }

  /** Locks the wallet, ends every call and closes the journal. */
  async close(): Promise<void> {
    this.wallet.close();
    // Calls under way end now; what they leave unknown is journalled and resumed with the next start.
    await this.#closeConnections();
    await this.trading.stop();
    this.#store.close();
  }

  async #closeConnections(): Promise<void> {
    const connections = this.#connections;
    this.#connections = [];
    await Promise.all(connections.map((connection) => connection.close()));
  }
}
