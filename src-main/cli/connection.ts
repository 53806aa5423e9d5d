import { fileURLToPath } from 'node:url';
import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { connector } from '../composition/connector.ts';
import { PracticeHelper } from '../composition/practice-helper.ts';
import { environmentVariable } from '../environment.ts';
import { parseAccessKey } from '../http/access-key.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { BlockfrostLedger } from '../ledger/blockfrost.ts';
import { KoiosSource } from '../ledger/koios.ts';
import { TokenCatalogue } from '../market/token-catalogue.ts';
import type { PracticeEndpoints } from '../ports/practice-host.ts';
import { ServiceClient } from '../service/service-client.ts';
import { systemClock } from '../system/clock.ts';
import { forkHelper } from '../system/fork-helper.ts';
import { systemRandom } from '../system/random.ts';
import { anyOf, required, type Values, type WithText } from './options.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';
import { failureWords, takes, usage } from './words.ts';

/** The options that name the service and the ledger of a command. */
export const connectionOptions = {
  'base-url': { type: 'string' },
  'charts-url': { type: 'string' },
  'ledger-url': { type: 'string' },
  'second-ledger-url': { type: 'string' },
  'api-key-env': { type: 'string' },
  'ledger-key-env': { type: 'string' },
  network: { type: 'string' },
} as const;

export interface ConnectionArguments {
  readonly baseUrl: string;
  readonly ledgerUrl: string;
  /** A second back-end, with the Koios API. */
  readonly secondLedgerUrl?: string;
  readonly apiKey: string;
  readonly ledgerKey?: string;
  readonly network: NetworkName;
}

/** A service and a ledger, reached by the same clients as in the app. */
export interface Connection {
  readonly service: ServiceClient;
  readonly ledger: BlockfrostLedger;
  readonly secondSource: KoiosSource | undefined;
  readonly tokens: TokenCatalogue;
  readonly network: NetworkName;
  close(): Promise<void>;
}

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Reads the connection options; `undefined` when none was given. @throws UsageError when some are missing or wrong. */
export function readConnection(values: Values<typeof connectionOptions>): ConnectionArguments | undefined {
  return anyOf(values, connectionOptions) ? requireConnection(values) : undefined;
}

/** @throws UsageError when one of the connection options is missing or wrong. */
export function requireConnection(values: Values<typeof connectionOptions>): ConnectionArguments {
  const baseUrl = required(values, 'base-url', takes.baseUrl);
  const ledgerUrl = required(values, 'ledger-url', takes.ledgerUrl);
  const chartsUrl = values['charts-url'];
  // No command asks for charts, but a wrong address is still reported.
  if (chartsUrl !== undefined) checked('charts-url', parseBaseUrl(chartsUrl, { pathAllowed: true }));
  required(values, 'api-key-env', takes.keyVariable);
  const secondLedgerUrl = values['second-ledger-url'];
  const ledgerKey = values['ledger-key-env'] && readKey(values, 'ledger-key-env');
  return {
    baseUrl,
    ledgerUrl,
    apiKey: readKey(values, 'api-key-env'),
    network: readNetwork(values),
    ...(ledgerKey === undefined ? {} : { ledgerKey }),
    ...(secondLedgerUrl === undefined ? {} : { secondLedgerUrl }),
  };
}

/** @throws UsageError when `--network` is not one of the three. */
export function readNetwork(values: WithText<'network'>): NetworkName {
  const name = values.network ?? 'preprod';
  if (name === 'mainnet' || name === 'preprod' || name === 'preview') return name;
  throw new UsageError(usage.network);
}

/** @throws UsageError when an address or a key is not one. */
export function connect(given: ConnectionArguments): Connection {
  const base = checked('base-url', parseBaseUrl(given.baseUrl));
  const ledgerBase = checked('ledger-url', parseBaseUrl(given.ledgerUrl, { pathAllowed: true }));
  const secondBase =
    given.secondLedgerUrl === undefined
      ? undefined
      : checked('second-ledger-url', parseBaseUrl(given.secondLedgerUrl, { pathAllowed: true }));
  if (secondBase?.host === ledgerBase.host)
    checked('second-ledger-url', failed(failure('second-ledger-same')));
  const key = checked('api-key-env', parseAccessKey(given.apiKey));
  const ledgerKey =
    given.ledgerKey === undefined ? undefined : checked('ledger-key-env', parseAccessKey(given.ledgerKey));
  const common = { clock: systemClock, random: systemRandom };
  const service = new ServiceClient({ ...common, base, key });
  const ledger = new BlockfrostLedger({ ...common, base: ledgerBase, key: ledgerKey });
  const secondSource = secondBase && new KoiosSource({ ...common, base: secondBase });
  return {
    service,
    ledger,
    secondSource,
    tokens: new TokenCatalogue(service, ledger, systemClock),
    network: given.network,
    async close() {
      await Promise.all([service.close(), ledger.close(), secondSource?.close()]);
    },
  };
}

/** Checks that the ledger serves the named network. Failures: `wrong-network`, those of the ledger. */
export async function checkNetwork({ ledger, network }: Connection): Promise<Result<undefined, Failure>> {
  const found = await ledger.network();
  if (!found.ok) return found;
  return found.value === network
    ? ok(undefined)
    : failed(failure('wrong-network', { found: found.value, expected: network }));
}

/** Connects for one command, checks the network, and closes the connection afterwards. @throws UsageError as `connect` does */
export async function withConnection(
  given: ConnectionArguments,
  terminal: Terminal,
  work: (connection: Connection) => Promise<ExitCode>,
): Promise<ExitCode> {
  const connection = connect(given);
  try {
    const right = await checkNetwork(connection);
    return right.ok ? await work(connection) : terminal.failure(right.failure);
  } finally {
    await connection.close();
  }
}

/** The value of the variable that an option names. The option's value is never repeated: it could be the key itself. */
function readKey(values: Values<typeof connectionOptions>, option: 'api-key-env' | 'ledger-key-env'): string {
  const name = values[option] ?? '';
  const key = VARIABLE_NAME.test(name) ? environmentVariable(name) : undefined;
  if (key !== undefined) return key;
  throw new UsageError(usage.keyVariable(option));
}

function checked<T>(option: string, result: Result<T, Failure>): T {
  if (result.ok) return result.value;
  const { what, advice } = failureWords(result.failure);
  throw new UsageError(usage.about(option, what, advice), result.failure);
}

const ENTRY = fileURLToPath(new URL('../practice/main.ts', import.meta.url));

/** A practice service for one command: in a separate process, on this machine only, in memory. */
export interface OwnPractice {
  readonly endpoints: PracticeEndpoints;
  /** Funds an address from the faucet. Failures: `ledger-…`. */
  fund(address: string): Promise<Result<void, Failure>>;
  stop(): Promise<void>;
}

/** Starts practice with some of its options. It ends with this process, no matter how that ends. Failure: `practice-unavailable`. */
export async function startPractice(options: readonly string[]): Promise<Result<OwnPractice, Failure>> {
  const helper = new PracticeHelper(forkHelper, ENTRY, options);
  const started = await helper.start();
  if (!started.ok) return started;
  const endpoints = started.value;
  const { ledgerUrl, apiKey } = endpoints;
  return ok({
    endpoints,
    fund: (address) => connector(systemClock, systemRandom).fund(ledgerUrl, apiKey, address),
    stop: () => helper.stop(),
  });
}
