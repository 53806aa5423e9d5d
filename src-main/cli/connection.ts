import { fileURLToPath } from 'node:url';
import { failure, type Failure } from '#domain/failure.ts';
import { DEFAULT_LEDGER_API, LEDGER_APIS, type LedgerApi } from '#domain/ledger-apis.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { connector } from '../app/connector.ts';
import { PracticeHelper } from '../app/practice-helper.ts';
import { environmentVariable } from '../system/environment.ts';
import { parseAccessKey } from '../http/access-key.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { openLedger, parseLedgerUrl, type OpenLedger } from '../ledger/back-ends.ts';
import { TokenCatalogue } from '../market/token-catalogue.ts';
import type { Ledger, ReferenceSource, StatedClock } from '../ports/ledger.ts';
import type { PracticeEndpoints } from '../ports/system.ts';
import { ServiceClient } from '../service/service-client.ts';
import { systemClock, systemRandom } from '../system/clock.ts';
import { ledgerFindings } from '../trading/ledger-findings.ts';
import { forkHelper } from '../system/processes.ts';
import { anyOf, required, type Values, type WithText } from './options.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';
import { failureWords, progress, takes, usage } from './words.ts';
import { connectionOptions } from './option-groups.ts';

export interface ConnectionArguments extends LedgerArguments {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly network: NetworkName;
}

export interface LedgerArguments {
  readonly ledgerUrl: string;
  /** Blockfrost when absent. */
  readonly ledgerApi?: LedgerApi;
  /** A node's submit API, which transactions go to instead. */
  readonly submitUrl?: string;
  /** A second back-end; with the Koios API where no other is named. */
  readonly secondLedgerUrl?: string;
  readonly secondLedgerApi?: LedgerApi;
  readonly ledgerKey?: string;
}

/** How tickers that were typed are taken. */
export interface TypedTickers {
  /** Nobody is asked before a signature, so that a ticker counts only if the ledger confirms whose it is. */
  readonly confirmedOnly: boolean;
  /** Called with a line that names the token a ticker was taken for. */
  readonly found: (line: string) => void;
}

/** A service and a ledger, reached by the same clients as in the app. */
export interface Connection {
  readonly service: ServiceClient;
  readonly ledger: Ledger & StatedClock;
  readonly secondSource: ReferenceSource | undefined;
  /** The failure of every trade if the ledger back-ends lack the history that trades need. */
  readonly lacks: Failure | undefined;
  readonly tokens: TokenCatalogue;
  readonly tickers: TypedTickers;
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
  // Checked here so that missing options are reported in the order in which the help lists them.
  required(values, 'ledger-url', takes.ledgerUrl);
  const chartsUrl = values['charts-url'];
  // No command asks for charts, but a wrong address is still reported.
  if (chartsUrl !== undefined) checked('charts-url', parseBaseUrl(chartsUrl, { pathAllowed: true }));
  required(values, 'api-key-env', takes.keyVariable);
  return {
    baseUrl,
    apiKey: readKey(values, 'api-key-env'),
    network: readNetwork(values),
    ...requireLedger(values),
  };
}

/** The ledger options, for commands that need no service. @throws UsageError if one is missing or invalid. */
export function requireLedger(values: Values<typeof connectionOptions>): LedgerArguments {
  const ledgerUrl = required(values, 'ledger-url', takes.ledgerUrl);
  const secondLedgerUrl = values['second-ledger-url'];
  const submitUrl = values['submit-url'];
  const ledgerApi = readApi(values, 'ledger-api');
  const secondLedgerApi = readApi(values, 'second-ledger-api');
  const ledgerKey = values['ledger-key-env'] && readKey(values, 'ledger-key-env');
  return {
    ledgerUrl,
    ...(ledgerKey === undefined ? {} : { ledgerKey }),
    ...(ledgerApi === undefined ? {} : { ledgerApi }),
    ...(submitUrl === undefined ? {} : { submitUrl }),
    ...(secondLedgerApi === undefined ? {} : { secondLedgerApi }),
    ...(secondLedgerUrl === undefined ? {} : { secondLedgerUrl }),
  };
}

/** @throws UsageError when an option names an API that no ledger back-end has. */
function readApi(
  values: Values<typeof connectionOptions>,
  option: 'ledger-api' | 'second-ledger-api',
): LedgerApi | undefined {
  const name = values[option];
  if (name === undefined) return undefined;
  const api = LEDGER_APIS.find((one) => one === name);
  if (api === undefined) throw new UsageError(usage.ledgerApi(option, LEDGER_APIS));
  return api;
}

/** @throws UsageError when `--network` is not one of the three. */
export function readNetwork(values: WithText<'network'>): NetworkName {
  const name = values.network ?? 'preprod';
  if (name === 'mainnet' || name === 'preprod' || name === 'preview') return name;
  throw new UsageError(usage.network);
}

/** @throws UsageError when an address or a key is not one. */
export function connect(options: ConnectionArguments, tickers: TypedTickers): Connection {
  const base = checked('base-url', parseBaseUrl(options.baseUrl));
  const key = checked('api-key-env', parseAccessKey(options.apiKey));
  const opened = connectLedger(options);
  const { ledger, secondSource, lacks } = opened;
  const service = new ServiceClient({ clock: systemClock, random: systemRandom, base, key });
  return {
    service,
    ledger,
    secondSource,
    lacks,
    tokens: new TokenCatalogue(service, ledger, systemClock),
    tickers,
    network: options.network,
    async close() {
      await Promise.all([service.close(), opened.close()]);
    },
  };
}

/** Connects to the ledger only. @throws UsageError if an address or the key is invalid. */
export function connectLedger(options: LedgerArguments): OpenLedger {
  const { ledgerApi = DEFAULT_LEDGER_API, secondLedgerApi = 'koios', submitUrl, secondLedgerUrl } = options;
  const ledgerBase = checked('ledger-url', parseLedgerUrl(options.ledgerUrl, ledgerApi));
  const submitBase =
    submitUrl === undefined
      ? undefined
      : checked('submit-url', parseBaseUrl(submitUrl, { pathAllowed: true }));
  const secondBase =
    secondLedgerUrl === undefined
      ? undefined
      : checked('second-ledger-url', parseLedgerUrl(secondLedgerUrl, secondLedgerApi));
  if (secondBase?.host === ledgerBase.host)
    checked('second-ledger-url', failed(failure('second-ledger-same')));
  const ledgerKey =
    options.ledgerKey === undefined
      ? undefined
      : checked('ledger-key-env', parseAccessKey(options.ledgerKey));
  return openLedger(
    {
      first: { base: ledgerBase, api: ledgerApi, key: ledgerKey },
      submit: submitBase && { base: submitBase },
      second: secondBase && { base: secondBase, api: secondLedgerApi },
    },
    { clock: systemClock, random: systemRandom },
  );
}

/** Checks that the ledger serves the named network. Failures: `wrong-network`, those of the ledger. */
export async function checkNetwork({ ledger, network }: Connection): Promise<Result<undefined, Failure>> {
  const found = await ledger.network();
  if (!found.ok) return found;
  return found.value === network
    ? ok(undefined)
    : failed(failure('wrong-network', { found: found.value, expected: network }));
}

/** Says what is odd about the ledger back-end, or about this machine's clock next to it. It stops nothing. */
export async function warnOfLedger({ ledger, network }: Connection, terminal: Terminal): Promise<void> {
  for (const finding of await ledgerFindings(ledger, network, systemClock)) {
    const { what, advice } = failureWords(finding);
    terminal.progress(progress.warning(what, advice));
  }
}

/** Connects for one command, checks the network, and closes the connection afterwards. @throws UsageError as `connect` does */
export async function withConnection(
  options: ConnectionArguments,
  terminal: Terminal,
  work: (connection: Connection) => Promise<ExitCode>,
): Promise<ExitCode> {
  const connection = connect(options, { confirmedOnly: false, found: (line) => terminal.progress(line) });
  try {
    const [right] = await Promise.all([checkNetwork(connection), warnOfLedger(connection, terminal)]);
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
