import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { readNetwork } from './connection.ts';
import {
  checkNew,
  command,
  firstLine,
  readTextFile,
  required,
  writeNewFiles,
  type Values,
} from './options.ts';
import { emptyWallet, firstAddress, readKeySource } from './session-wallet.ts';
import { UsageError } from './terminal.ts';
import { results, takes, usage } from './words.ts';
import { tables } from './option-tables.ts';

/** New recovery words, shown once; with `--out` written as an encrypted backup, or as plain words if there is no password. */
export const newKeysCommand = command(tables['keys new'], async ({ values, terminal }) => {
  const name = readNetwork(values);
  const count = Number(values.words ?? '24');
  if (count !== 12 && count !== 15 && count !== 24) throw new UsageError(usage.wordCount);
  const out = values.out;
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
      results.firstAddress(address.value),
      ...(out === undefined
        ? []
        : [
            results.wordsSaved(out, {
              encrypted: password !== undefined,
              open: process.platform === 'win32',
            }),
          ]),
      results.wordsWarning,
    ],
  );
  return 0;
});

/** Checks recovery words, reports their first address, and with `--out` writes an encrypted backup file. */
export const importKeysCommand = command(tables['keys import'], async ({ values, terminal }) => {
  const name = readNetwork(values);
  const words = readTextFile(values, 'mnemonic-file', takes.words);
  const out = values.out;
  if (out !== undefined) required(values, 'password-file', takes.backupPassword);
  const address = await keep(await emptyWallet(name), words, out, newPassword(values));
  if (!address.ok) return terminal.failure(address.failure);
  terminal.result({ address: address.value, network: name, ...(out === undefined ? {} : { file: out }) }, [
    results.firstAddress(address.value),
    ...(out === undefined ? [] : [results.backupSaved(out)]),
  ]);
  return 0;
});

/** The first address of the keys. */
export const keysAddressCommand = command(tables['keys address'], async ({ values, terminal }) => {
  const name = readNetwork(values);
  const address = await firstAddress(readKeySource(values), name);
  if (!address.ok) return terminal.failure(address.failure);
  terminal.result({ address: address.value, network: name }, [address.value]);
  return 0;
});

/** The password of the file to write. @throws UsageError when no such file is named. */
function newPassword(
  values: Pick<Values<(typeof tables)['keys new']>, 'out' | 'password-file'>,
): string | undefined {
  if (values['password-file'] === undefined) return undefined;
  required(values, 'out', takes.passwordOut);
  return firstLine(values, 'password-file', takes.password);
}

/**
 * Writes words to a new file, encrypted when there is a password. Answers their first address. Failures:
 * `phrase-malformed`, `password-too-weak`, `password-guessable`, `file-not-written`. @throws UsageError when the file exists.
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
    const written = writeNewFiles([{ path: out, content: `${content.value.trimEnd()}\n` }]);
    return written.ok ? address : written;
  } finally {
    wallet.close();
  }
}

async function encrypted(wallet: Wallet, words: string, password: string): Promise<Result<string, Failure>> {
  const imported = await wallet.import(words, password);
  return imported.ok ? wallet.exportBackup(password) : imported;
}
