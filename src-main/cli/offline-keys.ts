import { failureText } from '#domain/failure.ts';
import { readSigningKey } from '../offline/formats/signing-key.ts';
import type { OfflineSource } from '../offline/open-keys.ts';
import { firstLine, readTextFile, type Values } from './options.ts';
import { UsageError } from './terminal.ts';
import { wholeNumber } from './typed-numbers.ts';
import { takes, usage } from './words.ts';
import type { offlineKeyOptions } from './option-groups.ts';

const MOST_ACCOUNT = 2 ** 31 - 1;

/** @throws UsageError when the files cannot be read, or name no key, or keys in two ways. */
export function readOfflineSource(values: Values<typeof offlineKeyOptions>): OfflineSource {
  const { skey: files = [], address } = values;
  const ways = [
    files.length > 0,
    values['mnemonic-file'] !== undefined,
    values['encrypted-key'] !== undefined,
  ];
  if (ways.filter(Boolean).length !== 1) throw new UsageError(usage.offlineKeys);
  if (files.length === 0) {
    if (address !== undefined) throw new UsageError(usage.addressOfFiles);
    const account = readAccount(values);
    if (values['mnemonic-file'] !== undefined)
      return { kind: 'words', words: readTextFile(values, 'mnemonic-file', takes.words), account };
    const text = readTextFile(values, 'encrypted-key', takes.encryptedKey);
    return { kind: 'encrypted', text, password: firstLine(values, 'password-file', takes.password), account };
  }
  const keys = files.map((path) => {
    const key = readSigningKey(readTextFile({ skey: path }, 'skey', takes.skey));
    if (key.ok) return key.value;
    throw new UsageError(usage.keyUnreadable(failureText(key.failure).what), key.failure);
  });
  return { kind: 'files', keys, address };
}

function readAccount(values: Values<typeof offlineKeyOptions>): number {
  const typed = values.account;
  if (typed === undefined) return 0;
  const account = wholeNumber('account', typed, 0, MOST_ACCOUNT);
  if (account === undefined) throw new UsageError(usage.wholeNumber('account', 0, MOST_ACCOUNT));
  return account;
}
