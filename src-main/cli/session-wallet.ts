import type { Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { ok, type Result } from '#domain/result.ts';
import { SessionStore } from '../keychain/session-store.ts';
import { systemClock, systemRandom } from '../system/clock.ts';
import { memoryFiles } from '../system/small-files.ts';
import type { ScryptCost } from '../wallet/keystore-format.ts';
import type { Authority } from '../wallet/signing.ts';
import { Wallet } from '../wallet/wallet.ts';
import { firstLine, readTextFile, type Values } from './options.ts';
import { UsageError } from './terminal.ts';
import { takes, usage } from './words.ts';
import type { walletOptions } from './option-groups.ts';

/** A wallet for one command: nothing is stored. */
export interface SessionWallet {
  readonly wallet: Wallet;
  readonly authority: Authority;
}

/** Where a command's keys come from, read from the files that were named. */
export type KeySource =
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'backup'; readonly content: string; readonly password: string }
  /** An address, or an account's public key: nothing can be signed. */
  | { readonly kind: 'watched'; readonly text: string };

const SESSION_COST: ScryptCost = { log2N: 10, r: 8, p: 1 };

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

/** Failures: `phrase-malformed`, those of a backup and its password, those of `readWatched`. */
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
  if (source.kind === 'watched') {
    const watched = await wallet.watch(source.text);
    return opened(wallet, watched.ok ? ok('') : watched);
  }
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
