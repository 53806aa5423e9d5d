import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { parseAddress } from '../cardano/address.ts';
import { connectionOptions, requireConnection, withConnection, type Connection } from './connection.ts';
import { text, type Values } from './options.ts';
import { firstAddress, readKeySource, walletOptions } from './session-wallet.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';

/** The options of every command that looks at an address and signs nothing. */
export const addressOptions = {
  ...connectionOptions,
  ...walletOptions,
  address: { type: 'string' },
} as const;

/** Connects for one command about the address that was named, or the keys' first one, and closes again. */
export async function withAddress(
  values: Values,
  terminal: Terminal,
  work: (address: string, connection: Connection) => Promise<ExitCode>,
): Promise<ExitCode> {
  const where = requireConnection(values);
  const address = await addressOf(values, where.network);
  if (!address.ok) return terminal.failure(address.failure);
  return withConnection(where, terminal, (connection) => work(address.value, connection));
}

async function addressOf(values: Values, network: Connection['network']): Promise<Result<string, Failure>> {
  const given = text(values, 'address');
  if (given === undefined) return firstAddress(readKeySource(values), network);
  if (Object.keys(walletOptions).some((name) => values[name] !== undefined))
    throw new UsageError('--address takes the place of keys; leave their files out');
  const parsed = parseAddress(given);
  if (!parsed.ok) throw new UsageError(`--address takes an address such as addr1…: ${parsed.failure}`);
  if ((parsed.value.network === 1) !== (network === 'mainnet'))
    throw new UsageError(`--address is not one of ${network}; name its network with --network`);
  return ok(given.trim());
}
