import type { TestLine } from '#domain/connection-test.ts';
import type { Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import type { Result } from '#domain/result.ts';
import type { AddressRules, LiveAddresses } from '../features/vault/live-keys.ts';
import type { ProfileMode } from '../gate/handlers.ts';
import type { ExchangeName } from '../gate/wire.ts';
import type { ScriptList } from '../inspect/inspection-input.ts';
import type { KnownPools } from '../exchanges/known-pools.ts';
import type { CandleCache, Charts } from '../ports/charts.ts';
import type { Clock, Log, PracticeHost, Random, ReplayHost, SmallFiles } from '../ports/system.ts';
import type { Journal, SettingsStore, SignatureClaims } from '../ports/journal.ts';
import type { Ledger, ReferenceSource, StatedClock } from '../ports/ledger.ts';
import type { SecretStore } from '../ports/secret-store.ts';
import type { Service } from '../ports/service.ts';
import type { Checkpoint } from '../trading/trade-book.ts';
import type { WalletParts } from '../wallet/wallet-access.ts';

/** A profile's stores on disk, separate from those of every other profile. */
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

/** Where the ledger is reached. */
export type LedgerAddresses = Pick<LiveAddresses, 'ledgerUrl' | 'ledgerApi' | 'submitUrl' | 'secondLedger'>;

/** The ledger, and the back-end that vouches for what it says, where there are two. */
export interface LedgerConnection extends Connection<Ledger & StatedClock> {
  readonly secondSource: ReferenceSource | undefined;
  /** The failure of every trade if these back-ends lack the history that trades need. */
  readonly lacks: Failure | undefined;
}

/** Makes clients of remote APIs. Addresses and keys are checked by the rules of the HTTP core. */
export interface Connector extends AddressRules {
  service(baseUrl: string, key: string): Result<Connection<Service>, Failure>;
  /** Of the charts API and its stream. */
  charts(chartsUrl: string, chartsWsUrl: string, key: string): Result<Connection<Charts>, Failure>;
  /** The key goes to the first back-end alone: a submit API and a second back-end are asked without one. */
  ledger(addresses: LedgerAddresses, key: string | undefined): Result<LedgerConnection, Failure>;
  /** Asks the practice ledger for practice funds. */
  fund(ledgerUrl: string, key: string, address: string): Promise<Result<undefined, Failure>>;
  readonly test: ConnectionTester;
}

/** Asks a service or a ledger back-end what shows how good the connection is. Nothing that it asks changes anything. */
export interface ConnectionTester {
  /** Without a key only the address is tested. Failures: those of the address and the key. */
  service(
    addresses: Pick<LiveAddresses, 'baseUrl'> & { readonly chartsUrl?: string | undefined },
    key: string | undefined,
    signal?: AbortSignal,
  ): Promise<Result<readonly TestLine[], Failure>>;
  /** Both back-ends, each alone; the key goes to the first one. Failures: those of the addresses and the key. */
  ledger(
    addresses: LedgerAddresses,
    key: string | undefined,
    network: NetworkName,
    signal?: AbortSignal,
  ): Promise<Result<readonly TestLine[], Failure>>;
}

/** The parts that profiles are built from. */
export interface ProfileParts {
  readonly version: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Settings of the application, whatever the profile. */
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  /** Names the data folder in the keychain: `[a-z0-9]`, at most 40 characters. */
  readonly place: string;
  readonly practice: PracticeHost;
  readonly replay: ReplayHost;
  readonly connect: Connector;
  /** Names are `practice`, `replay` (with a session) and `live-<network>-<id>`; each has its own directory. Failures: `storage-…`. */
  readonly openProfile: (name: string, session?: string) => Result<ProfileStore, Failure>;
  /** Fresh files in memory, for wallets that last only for the session. */
  readonly sessionFiles: () => SmallFiles;
  /** The exchanges that are known by name before the service names any. */
  readonly exchanges: Readonly<Record<ProfileMode, readonly ExchangeName[]>>;
  /** The pools that prices are compared with. */
  readonly pools: (mode: ProfileMode, network: NetworkName) => KnownPools;
  /** The scripts that lock orders. */
  readonly scripts: (mode: ProfileMode, network: NetworkName) => ScriptList;
  /** Milliseconds between two looks at the chain; shorter in tests. */
  readonly pollMs?: number;
  /** Cheaper key derivation, for tests alone. */
  readonly walletCost?: WalletParts['cost'];
  /** For tests that stop the process at a step. */
  readonly checkpoint?: Checkpoint;
}
