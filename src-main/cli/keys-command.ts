import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { readNetwork } from './connection.ts';
import { required, text, type OptionTable, type Values } from './options.ts';
import {
  emptyWallet,
  firstAddress,
  PASSWORD_FILE,
  readKeySource,
  walletOptions,
  WORDS_FILE,
} from './session-wallet.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';
import { checkNew, firstLine, readTextFile, writeNewFile } from './text-file.ts';

const network = { network: { type: 'string' } } as const;
const kept = { out: { type: 'string' }, 'password-file': { type: 'string' } } as const;

/** The verbs of `keys`, with the options of each. */
export const keysVerbs: Readonly<
  Record<
    string,
    {
      readonly options: OptionTable;
      readonly run: (values: Values, terminal: Terminal) => Promise<ExitCode>;
    }
  >
> = {
  new: { options: { ...network, ...kept, words: { type: 'string' } }, run: newKeys },
  import: { options: { ...network, ...kept, 'mnemonic-file': { type: 'string' } }, run: importKeys },
  address: { options: { ...network, ...walletOptions }, run: showAddress },
};

/** New recovery words, shown once; with `--out` kept as an encrypted backup, or as plain words without a password. */
async function newKeys(values: Values, terminal: Terminal): Promise<ExitCode> {
  const name = readNetwork(values);
  const count = Number(text(values, 'words') ?? '24');
  if (count !== 12 && count !== 15 && count !== 24) throw new UsageError('--words takes 12, 15 or 24');
  const out = text(values, 'out');
  const password = newPassword(values);
  const wallet = await emptyWallet(name);
  const phrase = wallet.newPhrase(count);
  const words = phrase.words().join(' ');
  phrase.wipe();
  const address = await keep(wallet, words, out, password);
  if (!address.ok) return terminal.failure(address.failure);
  terminal.result(
    { address: address.value, network: name, words, ...(out === undefined ? {} : { file: out }) },
    [
      words,
      '',
      `First address: ${address.value}`,
      ...(out === undefined
        ? []
        : [`Kept in ${out}, ${password === undefined ? 'as plain words' : 'encrypted with your password'}`]),
      'Whoever has these words has the money. Write them down and keep them away from others.',
    ],
  );
  return 0;
}

/** Checks recovery words, tells their first address, and with `--out` keeps them as an encrypted backup file. */
async function importKeys(values: Values, terminal: Terminal): Promise<ExitCode> {
  const name = readNetwork(values);
  const words = readTextFile(values, 'mnemonic-file', WORDS_FILE);
  const out = text(values, 'out');
  if (out !== undefined)
    required(values, 'password-file', `the backup is encrypted with it: ${PASSWORD_FILE}`);
  const address = await keep(await emptyWallet(name), words, out, newPassword(values));
  if (!address.ok) return terminal.failure(address.failure);
  terminal.result({ address: address.value, network: name, ...(out === undefined ? {} : { file: out }) }, [
    `First address: ${address.value}`,
    ...(out === undefined ? [] : [`Encrypted backup kept in ${out}`]),
  ]);
  return 0;
}

async function showAddress(values: Values, terminal: Terminal): Promise<ExitCode> {
  const name = readNetwork(values);
  const address = await firstAddress(readKeySource(values), name);
  if (!address.ok) return terminal.failure(address.failure);
  terminal.result({ address: address.value, network: name }, [address.value]);
  return 0;
}

/** The password of a file to be written. @throws UsageError when there is no file that it is for. */
function newPassword(values: Values): string | undefined {
  if (text(values, 'password-file') === undefined) return undefined;
  required(values, 'out', 'the password is for the file that it names');
  return firstLine(values, 'password-file', PASSWORD_FILE);
}

/**
 * Writes words to a new file, encrypted when there is a password. Answers their first address. Failures:
 * `phrase-malformed`, `password-too-weak`, `password-guessable`. @throws UsageError when the file exists or cannot be made.
 */
async function keep(
  wallet: Wallet,
  words: string,
  out: string | undefined,
  password: string | undefined,
): Promise<Result<string, Failure>> {
  try {
    const address = wallet.previewImport(words);
    if (!address.ok || out === undefined) return address;
    checkNew(out);
    const content = password === undefined ? ok(words) : await encrypted(wallet, words, password);
    if (!content.ok) return content;
    writeNewFile(out, `${content.value.trimEnd()}\n`);
    return address;
  } finally {
    wallet.close();
  }
}

async function encrypted(wallet: Wallet, words: string, password: string): Promise<Result<string, Failure>> {
  const imported = await wallet.import(words, password);
  return imported.ok ? wallet.exportBackup(password) : imported;
}
