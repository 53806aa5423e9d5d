import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { formatAddress } from '../cardano/address.ts';
import { typedAddress } from '../cardano/typed-address.ts';
import { connectionOptions, requireConnection, withConnection, type Connection } from './connection.ts';
import { anyOf, type Run, type Values } from './options.ts';
import { firstAddress, readKeySource, walletOptions } from './session-wallet.ts';
import { UsageError, type ExitCode } from './terminal.ts';
import { usage } from './words.ts';

/** The options of every command that reads an address and signs nothing. */
export const addressOptions = {
  ...connectionOptions,
  ...walletOptions,
  address: { type: 'string' },
} as const;

/** Connects for one command about the named address, or the first one of the keys, and closes the connection afterwards. */
export async function withAddress(
  { values, terminal }: Run<typeof addressOptions>,
  work: (address: string, connection: Connection) => Promise<ExitCode>,
): Promise<ExitCode> {
  const where = requireConnection(values);
  const address = await addressOf(values, where.network);
  if (!address.ok) return terminal.failure(address.failure);
  return withConnection(where, terminal, (connection) => work(address.value, connection));
}

/** In the one spelling that journals, services and back-ends have: Bech32 may be typed in capitals. @throws UsageError */
export async function addressOf(
  values: Pick<Values<typeof addressOptions>, 'address' | keyof typeof walletOptions>,
  network: Connection['network'],
): Promise<Result<string, Failure>> {
  const given = values.address;
  if (given === undefined) return firstAddress(readKeySource(values), network);
  if (anyOf(values, walletOptions)) throw new UsageError(usage.addressAndKeys);
  const address = typedAddress(given, network);
  if (address.ok) return ok(formatAddress(address.value));
  const { code, data } = address.failure;
  if (code === 'address-elsewhere') throw new UsageError(usage.addressNetwork(network));
  if (code === 'address-malformed') throw new UsageError(usage.address(String(data?.['reason'])));
  return address;
}
