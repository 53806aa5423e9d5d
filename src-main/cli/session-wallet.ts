import type { Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { ok, type Result } from '#domain/result.ts';
import { parseAddress } from '../cardano/address.ts';
import { SessionStore } from '../keychain/session-store.ts';
import { systemClock, systemRandom } from '../system/clock.ts';
import { memoryFiles } from '../system/small-files.ts';
import type { ScryptCost } from '../wallet/keystore-format.ts';
import type { Authority } from '../wallet/signing.ts';
import { Wallet } from '../wallet/wallet.ts';
import { connectionOptions, requireConnection, withConnection, type Connection } from './connection.ts';
import { anyOf, firstLine, readTextFile, type Run, type Values } from './options.ts';
import { UsageError, type ExitCode } from './terminal.ts';
import { takes, usage } from './words.ts';

/** A wallet for one command: nothing is stored. */
export interface SessionWallet {
  readonly wallet: Wallet;
  readonly authority: Authority;
}

/** Where a command's keys come from, read from the files that were named. */
export type KeySource =
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'backup'; readonly content: string; readonly password: string };

const SESSION_COST: ScryptCost = { log2N: 10, r: 8, p: 1 };

/** The options that name the keys of a command. */
export const walletOptions = {
  'mnemonic-file': { type: 'string' },
  'backup-file': { type: 'string' },
  'password-file': { type: 'string' },
} as const;

/**
 * Reads the files of `--mnemonic-file` (recovery words as plain text) or of `--backup-file` (encrypted, opened with
 * `--password-file`). Plain words need no password; a password file given with them is read but not used.
 * @throws UsageError
 */
export function readKeySource(values: Values<typeof walletOptions>): KeySource {
  const words = values['mnemonic-file'];
  const backup = values['backup-file'];
  if (words !== undefined && backup !== undefined) throw new UsageError(usage.twoKeySources);
  if (words === undefined && backup === undefined) throw new UsageError(usage.noKeySource);
  if (backup !== undefined)
    return {
      kind: 'backup',
      content: readTextFile(values, 'backup-file', takes.backup),
      password: firstLine(values, 'password-file', takes.password),
    };
  if (values['password-file'] !== undefined) readTextFile(values, 'password-file', takes.password);
  return { kind: 'words', words: readTextFile(values, 'mnemonic-file', takes.words) };
}

/** Failures: `phrase-malformed`, those of a backup and its password. */
export async function openSessionWallet(
  source: KeySource,
  network: NetworkName,
): Promise<Result<SessionWallet, Failure>> {
  if (source.kind === 'words') {
    // In memory for this command, sealed with random bytes, which cannot be guessed however cheap a guess is.
    const wallet = await emptyWallet(network, SESSION_COST);
    return opened(wallet, await wallet.importForNow(source.words));
  }
  const wallet = await emptyWallet(network);
  const restored = await wallet.restoreBackup(source.content, source.password);
  return opened(wallet, restored.ok ? ok(source.password) : restored);
}

function opened(wallet: Wallet, password: Result<string, Failure>): Result<SessionWallet, Failure> {
  if (password.ok) return ok({ wallet, authority: { password: password.value } });
  wallet.close();
  return password;
}

/** The first address of the keys. Failures: as of `openSessionWallet`. */
export async function firstAddress(
  source: KeySource,
  network: NetworkName,
): Promise<Result<string, Failure>> {
  if (source.kind === 'words') {
    const wallet = await emptyWallet(network);
    const address = wallet.previewImport(source.words);
    wallet.close();
    return address;
  }
  const keys = await openSessionWallet(source, network);
  if (!keys.ok) return keys;
  const address = keys.value.wallet.address(0);
  keys.value.wallet.close();
  return address;
}

/** A wallet without keys, in memory. `cost`: of trying a password, the usual one when absent. */
export function emptyWallet(network: NetworkName, cost?: ScryptCost): Promise<Wallet> {
  return Wallet.open({
    ...(cost === undefined ? {} : { cost }),
    profile: 'command-line',
    network,
    files: memoryFiles(),
    sessionFiles: memoryFiles(),
    secrets: new SessionStore(),
    clock: systemClock,
    random: systemRandom,
  });
}

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

async function addressOf(
  values: Values<typeof addressOptions>,
  network: Connection['network'],
): Promise<Result<string, Failure>> {
  const given = values.address;
  if (given === undefined) return firstAddress(readKeySource(values), network);
  if (anyOf(values, walletOptions)) throw new UsageError(usage.addressAndKeys);
  const parsed = parseAddress(given);
  if (!parsed.ok) throw new UsageError(usage.address(parsed.failure));
  if ((parsed.value.network === 1) !== (network === 'mainnet'))
    throw new UsageError(usage.addressNetwork(network));
  return ok(given.trim());
}
