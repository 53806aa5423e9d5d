import type { Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import type { Result } from '#domain/result.ts';
import type { ScriptList } from '../inspect/inspection-input.ts';
import type { CandleCache } from '../ports/candle-cache.ts';
import type { Charts } from '../ports/charts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { Log } from '../ports/log.ts';
import type { PracticeHost } from '../ports/practice-host.ts';
import type { Random } from '../ports/random.ts';
import type { ReferenceSource } from '../ports/reference-source.ts';
import type { SecretStore } from '../ports/secret-store.ts';
import type { Service } from '../ports/service.ts';
import type { SettingsStore } from '../ports/settings.ts';
import type { SignatureClaims } from '../ports/signature-claims.ts';
import type { SmallFiles } from '../ports/small-files.ts';
import type { Windows } from '../ports/windows.ts';
import type { Checkpoint } from '../trading/trade-book.ts';
import type { WalletParts } from '../wallet/wallet.ts';

export type ProfileMode = 'practice' | 'live';

/** An exchange as it is named to the user. */
export interface ExchangeName {
  readonly code: string;
  readonly name: string;
}

/** What a profile keeps on disk, apart from every other profile. */
export interface ProfileStore {
  readonly journal: Journal;
  /** Shared with every other journal of the data folder, the command line's included. */
  readonly claims: SignatureClaims;
  readonly walletFiles: SmallFiles;
  /** Candles that may be forgotten at any time. */
  readonly candles: CandleCache;
  close(): void;
}

/** A client together with how to end it. */
export interface Connection<Client> {
  readonly client: Client;
  close(): Promise<void>;
}

/** Makes clients of remote APIs. Addresses and keys are checked by the rules of the HTTP core. */
export interface Connector {
  /** The host (and port) of an address that may be used. Failure: `service-address-refused`. */
  hostOf(url: string): Result<string, Failure>;
  /** Failure: `api-key-malformed`. */
  checkKey(key: string): Result<undefined, Failure>;
  service(baseUrl: string, key: string): Result<Connection<Service>, Failure>;
  /** Of the charts API and its stream. */
  charts(chartsUrl: string, chartsWsUrl: string, key: string): Result<Connection<Charts>, Failure>;
  ledger(url: string, key: string | undefined): Result<Connection<Ledger>, Failure>;
  /** A second back-end, asked without a key. */
  secondSource(second: SecondLedger): Result<Connection<ReferenceSource>, Failure>;
  /** Asks the practice ledger for practice funds. */
  fund(ledgerUrl: string, key: string, address: string): Promise<Result<undefined, Failure>>;
}

/** Everything that the application is built from. */
export interface AppParts {
  readonly version: string;
  readonly shell: 'electron' | 'chromium';
  readonly platform: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Settings of the application, whatever the profile. */
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  /** Names the data folder in the keychain: `[a-z0-9]`, at most 40 characters. */
  readonly place: string;
  readonly windows: Windows;
  readonly practice: PracticeHost;
  readonly connect: Connector;
  /** Names are `practice` and `live-<network>`; each has a directory of its own. Failures: `storage-…`. */
  readonly openProfile: (name: string) => Result<ProfileStore, Failure>;
  /** Fresh files in memory, for wallets that last for the session only. */
  readonly sessionFiles: () => SmallFiles;
  readonly exchanges: readonly ExchangeName[];
  /** The scripts that lock orders. */
  readonly scripts: (mode: ProfileMode, network: NetworkName) => ScriptList;
  /** Milliseconds between two looks at the chain; shorter in tests. */
  readonly pollMs?: number;
  /** Cheaper key derivation, for tests alone. */
  readonly walletCost?: WalletParts['cost'];
  /** For tests that stop the process at a step. */
  readonly checkpoint?: Checkpoint;
}

/** A live profile's addresses, as the user entered them. */
export interface LiveAddresses {
  readonly network: NetworkName;
  readonly baseUrl: string;
  readonly chartsUrl: string;
  readonly chartsWsUrl: string;
  readonly ledgerUrl: string;
  readonly secondLedger?: SecondLedger | undefined;
}

/** A back-end run by somebody else, which vouches for what transactions spend. */
export interface SecondLedger {
  readonly url: string;
  readonly api: 'koios' | 'blockfrost';
}
