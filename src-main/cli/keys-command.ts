import { readFileSync, writeFileSync } from 'node:fs';
import type { Wallet } from '../wallet/wallet.ts';
import { readNetwork, required, text } from './connection.ts';
import { emptyWallet, lineOf, openSessionWallet, walletOptions } from './session-wallet.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';

type Values = Readonly<Record<string, string | boolean | undefined>>;

export const keysOptions = {
  ...walletOptions,
  network: { type: 'string' },
  words: { type: 'string' },
  out: { type: 'string' },
} as const;

/** `keys new|import|address`. */
export async function keysCommand(
  verb: string | undefined,
  values: Values,
  terminal: Terminal,
): Promise<ExitCode> {
  switch (verb) {
    case 'new':
      return newKeys(values, terminal);
    case 'import':
      return importKeys(values, terminal);
    case 'address':
      return showAddress(values, terminal);
    default:
      throw new UsageError('keys takes new, import or address');
  }
}

/** New recovery words, shown once; with `--out` kept as an encrypted backup, or as plain words without a password. */
async function newKeys(values: Values, terminal: Terminal): Promise<ExitCode> {
  const network = readNetwork(values);
  const count = Number(text(values, 'words') ?? '24');
  if (count !== 12 && count !== 15 && count !== 24) throw new UsageError('--words takes 12, 15 or 24');
  const wallet = await emptyWallet(network);
  const phrase = wallet.newPhrase(count);
  const words = phrase.words().join(' ');
  phrase.wipe();
  const address = wallet.previewImport(words);
  if (!address.ok) return terminal.failure(address.failure);
  const out = text(values, 'out');
  if (out !== undefined) {
    const kept =
      text(values, 'password-file') === undefined ? words : await encrypted(wallet, words, values, terminal);
    if (kept === undefined) return 1;
    writeNew(out, `${kept.trimEnd()}\n`);
  }
  wallet.close();
  terminal.result({ address: address.value, network, words, ...(out === undefined ? {} : { file: out }) }, [
    words,
    '',
    `First address: ${address.value}`,
    ...(out === undefined ? [] : [`Kept in ${out}`]),
    'Whoever has these words has the money. Write them down and keep them away from others.',
  ]);
  return 0;
}

/** Checks recovery words, tells their first address, and with `--out` keeps them as an encrypted backup file. */
async function importKeys(values: Values, terminal: Terminal): Promise<ExitCode> {
  const network = readNetwork(values);
  const wallet = await emptyWallet(network);
  const words = readFileSync(required(values, 'mnemonic-file'), 'utf8');
  const address = wallet.previewImport(words);
  if (!address.ok) return terminal.failure(address.failure);
  const out = text(values, 'out');
  if (out !== undefined) {
    const kept = await encrypted(wallet, words, values, terminal);
    if (kept === undefined) return 1;
    writeNew(out, `${kept.trimEnd()}\n`);
  }
  wallet.close();
  terminal.result({ address: address.value, network, ...(out === undefined ? {} : { file: out }) }, [
    `First address: ${address.value}`,
    ...(out === undefined ? [] : [`Encrypted backup kept in ${out}`]),
  ]);
  return 0;
}

async function showAddress(values: Values, terminal: Terminal): Promise<ExitCode> {
  const network = readNetwork(values);
  const opened = await openSessionWallet(values, network);
  if (!opened.ok) return terminal.failure(opened.failure);
  const address = opened.value.wallet.address(0);
  opened.value.wallet.close();
  if (!address.ok) return terminal.failure(address.failure);
  terminal.result({ address: address.value, network }, [address.value]);
  return 0;
}

async function encrypted(
  wallet: Wallet,
  words: string,
  values: Values,
  terminal: Terminal,
): Promise<string | undefined> {
  const password = lineOf(required(values, 'password-file'));
  const imported = await wallet.import(words, password);
  const backup = imported.ok ? await wallet.exportBackup(password) : imported;
  if (backup.ok) return backup.value;
  terminal.failure(backup.failure);
  return undefined;
}

/** Never writes over a file: it could hold the only copy of other keys. @throws UsageError */
function writeNew(path: string, content: string): void {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new UsageError(
      code === 'EEXIST' ? `${path} exists already` : `${path} cannot be written (${code})`,
    );
  }
}
