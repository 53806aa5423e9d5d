import type { Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { ok, type Result } from '#domain/result.ts';
import { SessionStore } from '../keychain/session-store.ts';
import { systemClock } from '../system/clock.ts';
import { systemRandom } from '../system/random.ts';
import { memoryFiles } from '../system/small-files.ts';
import type { ScryptCost } from '../wallet/keystore-format.ts';
import type { Authority } from '../wallet/signing.ts';
import { Wallet } from '../wallet/wallet.ts';
import { text, type Values } from './options.ts';
import { UsageError } from './terminal.ts';
import { firstLine, readTextFile } from './text-file.ts';

/** A wallet for one command: nothing of it is kept. */
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

export const WORDS_FILE = 'a file with the recovery words as plain text';
export const PASSWORD_FILE = 'a file with the password in its first line';

/**
 * Reads the files of `--mnemonic-file` (recovery words as plain text) or of `--backup-file` (encrypted, opened with
 * `--password-file`). Plain words need no password; a password file beside them is read and not used.
 * @throws UsageError
 */
export function readKeySource(values: Values): KeySource {
  const words = text(values, 'mnemonic-file');
  const backup = text(values, 'backup-file');
  if (words !== undefined && backup !== undefined)
    throw new UsageError('--mnemonic-file and --backup-file both name keys; give one of them');
  if (words === undefined && backup === undefined)
    throw new UsageError('--mnemonic-file or --backup-file is needed: the file that holds the keys');
  if (backup !== undefined)
    return {
      kind: 'backup',
      content: readTextFile(values, 'backup-file', 'an encrypted backup'),
      password: firstLine(values, 'password-file', PASSWORD_FILE),
    };
  if (text(values, 'password-file') !== undefined) readTextFile(values, 'password-file', PASSWORD_FILE);
  return { kind: 'words', words: readTextFile(values, 'mnemonic-file', WORDS_FILE) };
}

/** Failures: `phrase-malformed`, those of a backup and its password. */
export async function openSessionWallet(
  source: KeySource,
  network: NetworkName,
): Promise<Result<SessionWallet, Failure>> {
  if (source.kind === 'words') {
    // In memory for this command, sealed with random bytes, which nobody guesses however cheap a guess is.
    const wallet = await emptyWallet(network, SESSION_COST);
    const password = Buffer.from(systemRandom.bytes(24)).toString('base64');
    return opened(wallet, password, await wallet.import(source.words, password));
  }
  const wallet = await emptyWallet(network);
  return opened(wallet, source.password, await wallet.restoreBackup(source.content, source.password));
}

function opened(
  wallet: Wallet,
  password: string,
  result: Result<void, Failure>,
): Result<SessionWallet, Failure> {
  if (result.ok) return ok({ wallet, authority: { password } });
  wallet.close();
  return result;
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
