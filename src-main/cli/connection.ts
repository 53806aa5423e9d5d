import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import type { NetworkName } from '../../src-preload/domain/network.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import { environmentVariable } from '../environment.ts';
import { parseAccessKey, type AccessKey } from '../http/access-key.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { BlockfrostLedger } from '../ledger/blockfrost.ts';
import { TokenCatalogue } from '../market/token-catalogue.ts';
import { ServiceClient } from '../service/service-client.ts';
import { systemClock } from '../system/clock.ts';
import { systemRandom } from '../system/random.ts';
import { UsageError } from './terminal.ts';

/** The options that say which service and ledger a command speaks to. */
export const connectionOptions = {
  'base-url': { type: 'string' },
  'charts-url': { type: 'string' },
  'ledger-url': { type: 'string' },
  'api-key-env': { type: 'string' },
  'ledger-key-env': { type: 'string' },
  network: { type: 'string' },
} as const;

export interface ConnectionArguments {
  readonly baseUrl: string;
  readonly ledgerUrl: string;
  readonly apiKey: string;
  readonly ledgerKey?: string;
  readonly network: NetworkName;
}

/** A service and a ledger, reached by the same clients as in the app. */
export interface Connection {
  readonly service: ServiceClient;
  readonly ledger: BlockfrostLedger;
  readonly tokens: TokenCatalogue;
  readonly network: NetworkName;
  close(): Promise<void>;
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** Reads the connection options; `undefined` when none was given. @throws UsageError when some are missing or wrong. */
export function readConnection(values: Values): ConnectionArguments | undefined {
  if (text(values, 'base-url') === undefined && text(values, 'ledger-url') === undefined) return undefined;
  const keyVariable = required(values, 'api-key-env');
  const apiKey = environmentVariable(keyVariable);
  if (apiKey === undefined) throw new UsageError(`the environment variable ${keyVariable} holds no API key`);
  const ledgerVariable = text(values, 'ledger-key-env');
  const ledgerKey = ledgerVariable === undefined ? undefined : environmentVariable(ledgerVariable);
  if (ledgerVariable !== undefined && ledgerKey === undefined)
    throw new UsageError(`the environment variable ${ledgerVariable} holds no access token`);
  return {
    baseUrl: required(values, 'base-url'),
    ledgerUrl: required(values, 'ledger-url'),
    apiKey,
    network: readNetwork(values),
    ...(ledgerKey === undefined ? {} : { ledgerKey }),
  };
}

/** @throws UsageError when `--network` is not one of the three. */
export function readNetwork(values: Values): NetworkName {
  const name = text(values, 'network') ?? 'preprod';
  if (name === 'mainnet' || name === 'preprod' || name === 'preview') return name;
  throw new UsageError(`--network takes mainnet, preprod or preview, not "${name}"`);
}

/** Failures: `service-address-refused`, `api-key-malformed`. */
export function connect(given: ConnectionArguments): Result<Connection, Failure> {
  const base = parseBaseUrl(given.baseUrl);
  if (!base.ok) return base;
  const ledgerBase = parseBaseUrl(given.ledgerUrl, { pathAllowed: true });
  if (!ledgerBase.ok) return ledgerBase;
  const key = parseAccessKey(given.apiKey);
  if (!key.ok) return key;
  const ledgerKey = optionalKey(given.ledgerKey);
  if (!ledgerKey.ok) return ledgerKey;
  const common = { clock: systemClock, random: systemRandom };
  const service = new ServiceClient({ ...common, base: base.value, key: key.value });
  const ledger = new BlockfrostLedger({
    ...common,
    base: ledgerBase.value,
    ...(ledgerKey.value === undefined ? {} : { key: ledgerKey.value }),
  });
  return ok({
    service,
    ledger,
    tokens: new TokenCatalogue(service, ledger, systemClock),
    network: given.network,
    async close() {
      await Promise.all([service.close(), ledger.close()]);
    },
  });
}

/** Checks that the ledger serves the network that was named. Failures: `wrong-network`, those of the ledger. */
export async function checkNetwork({ ledger, network }: Connection): Promise<Result<undefined, Failure>> {
  const found = await ledger.network();
  if (!found.ok) return found;
  return found.value === network
    ? ok(undefined)
    : failed(failure('wrong-network', { found: found.value, expected: network }));
}

export function text(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @throws UsageError when the option is missing. */
export function required(values: Values, name: string): string {
  const value = text(values, name);
  if (value === undefined) throw new UsageError(`--${name} is needed`);
  return value;
}

function optionalKey(value: string | undefined): Result<AccessKey | undefined, Failure> {
  return value === undefined ? ok(undefined) : parseAccessKey(value);
}
