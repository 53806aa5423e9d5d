import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { formatAddress } from '../cardano/address.ts';
import { typedAddress } from '../cardano/typed-address.ts';
import { readWatched } from '../wallet/watched.ts';
import { requireConnection, withConnection, type Connection } from './connection.ts';
import { anyOf, type Run, type Values } from './options.ts';
import { firstAddress, openSessionWallet, readKeySource, type KeySource } from './session-wallet.ts';
import { UsageError, type ExitCode } from './terminal.ts';
import { progress, usage } from './words.ts';
import { type accountOptions, walletOptions } from './option-groups.ts';

/**
 * Connects for one command about the named address (or several, to be watched together), or all addresses that the ledger
 * knows of the keys or of an account's public key, the first one first, and closes the connection afterwards.
 */
export async function withAddresses(
  { values, terminal }: Run<typeof accountOptions>,
  work: (addresses: readonly string[], connection: Connection) => Promise<ExitCode>,
): Promise<ExitCode> {
  const where = requireConnection(values);
  const key = values['account-key'];
  if (values.address !== undefined) {
    if (key !== undefined) throw new UsageError(usage.watchedSource);
    const typed = await addressesOf(values, where.network);
    if (!typed.ok) return terminal.failure(typed.failure);
    return withConnection(where, terminal, (connection) => work(typed.value, connection));
  }
  if (key !== undefined && anyOf(values, walletOptions)) throw new UsageError(usage.addressAndKeys);
  const source: KeySource = key === undefined ? readKeySource(values) : { kind: 'watched', text: key };
  const keys = await openSessionWallet(source, where.network);
  if (!keys.ok) return terminal.failure(keys.failure);
  const { wallet } = keys.value;
  try {
    return await withConnection(where, terminal, async (connection) => {
      const found = await wallet.findAddresses(connection.ledger);
      if (!found.ok) terminal.progress(progress.addressesUnknown(found.failure.code));
      const account = wallet.account();
      return account.ok ? work(account.value.addresses, connection) : terminal.failure(account.failure);
    });
  } finally {
    wallet.close();
  }
}

/** Those that were typed, each once. Failures: those of `readWatched` where there are several. @throws UsageError */
async function addressesOf(
  values: Parameters<typeof addressOf>[0],
  network: Connection['network'],
): Promise<Result<readonly string[], Failure>> {
  if (/[\s,;]/.test(values.address?.trim() ?? '')) {
    if (anyOf(values, walletOptions)) throw new UsageError(usage.addressAndKeys);
    const watched = readWatched(values.address ?? '', network);
    return watched.ok ? ok(watched.value.addresses) : watched;
  }
  const address = await addressOf(values, network);
  return address.ok ? ok([address.value]) : address;
}

/** In the one spelling that journals, services and back-ends have: Bech32 may be typed in capitals. @throws UsageError */
export async function addressOf(
  values: Pick<Values<typeof accountOptions>, 'address' | keyof typeof walletOptions>,
  network: Connection['network'],
): Promise<Result<string, Failure>> {
  const text = values.address;
  if (text === undefined) return firstAddress(readKeySource(values), network);
  if (anyOf(values, walletOptions)) throw new UsageError(usage.addressAndKeys);
  const address = typedAddress(text, network);
  if (address.ok) return ok(formatAddress(address.value));
  const { code, data } = address.failure;
  if (code === 'address-elsewhere') throw new UsageError(usage.addressNetwork(network));
  if (code === 'address-malformed') throw new UsageError(usage.address(String(data?.['reason'])));
  return address;
}
