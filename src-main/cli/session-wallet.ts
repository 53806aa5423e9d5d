import { readFileSync } from 'node:fs';
import type { Failure } from '../../src-preload/domain/failure.ts';
import type { NetworkName } from '../../src-preload/domain/network.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import { SessionStore } from '../keychain/session-store.ts';
import { systemClock } from '../system/clock.ts';
import { systemRandom } from '../system/random.ts';
import { memoryFiles } from '../system/small-files.ts';
import { Wallet, type Authority } from '../wallet/wallet.ts';
import { required, text } from './connection.ts';
import { UsageError } from './terminal.ts';

/** A wallet for one command: nothing of it is kept. */
export interface SessionWallet {
  readonly wallet: Wallet;
  readonly authority: Authority;
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** The options that name the keys of a command. */
export const walletOptions = {
  'mnemonic-file': { type: 'string' },
  'backup-file': { type: 'string' },
  'password-file': { type: 'string' },
} as const;

/**
 * The wallet of `--mnemonic-file` (recovery words as plain text) or of `--backup-file` (encrypted, opened with
 * `--password-file`). Plain words need no password: the wallet lives in memory for this command, sealed with a
 * password of its own. Failures: `phrase-malformed`, those of a backup. @throws UsageError
 */
export async function openSessionWallet(
  values: Values,
  network: NetworkName,
): Promise<Result<SessionWallet, Failure>> {
  const backupFile = text(values, 'backup-file');
  if (backupFile !== undefined) {
    const password = lineOf(required(values, 'password-file'));
    const wallet = await emptyWallet(network);
    const restored = await wallet.restoreBackup(readText(backupFile), password);
    return restored.ok ? ok({ wallet, authority: { password } }) : failed(restored.failure);
  }
  return importWords(readText(required(values, 'mnemonic-file')), network);
}

/** A wallet of these words, in memory. */
export async function importWords(
  phrase: string,
  network: NetworkName,
): Promise<Result<SessionWallet, Failure>> {
  const wallet = await emptyWallet(network);
  const password = Buffer.from(systemRandom.bytes(24)).toString('base64');
  const imported = await wallet.import(phrase, password);
  return imported.ok ? ok({ wallet, authority: { password } }) : failed(imported.failure);
}

export function emptyWallet(network: NetworkName): Promise<Wallet> {
  return Wallet.open({
    profile: 'command-line',
    network,
    files: memoryFiles(),
    sessionFiles: memoryFiles(),
    secrets: new SessionStore(),
    clock: systemClock,
    random: systemRandom,
  });
}

/** First line of a file: passwords are written by editors that end lines. @throws UsageError */
export function lineOf(path: string): string {
  const [line = ''] = readText(path).split(/\r?\n/);
  if (line === '') throw new UsageError(`${path} holds no password in its first line`);
  return line;
}

/** @throws UsageError when the file cannot be read. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}
