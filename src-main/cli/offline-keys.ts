import { failure, type Failure, failureText } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { parseAddress } from '../cardano/address.ts';
import { AccountKeys } from '../offline/formats/account-keys.ts';
import { decryptRootKey } from '../offline/formats/encrypted-key.ts';
import { readPhraseKeys } from '../offline/formats/phrase-key.ts';
import type { Signer } from '../offline/formats/signer.ts';
import { readSigningKey } from '../offline/formats/signing-key.ts';
import { keysOfAccount, keysOfFiles, type OfflineKeys } from '../offline/sign.ts';
import { firstLine, readTextFile, type Values } from './options.ts';
import { UsageError } from './terminal.ts';
import { wholeNumber } from './typed-numbers.ts';
import { takes, usage } from './words.ts';

/** The options that name keys on a machine without a network. */
export const offlineKeyOptions = {
  'mnemonic-file': { type: 'string' },
  'encrypted-key': { type: 'string' },
  'password-file': { type: 'string' },
  account: { type: 'string' },
  skey: { type: 'strings' },
  address: { type: 'string' },
} as const;

const MOST_ACCOUNT = 2 ** 31 - 1;

/** Where the keys are, read from the files that were named. */
export type OfflineSource =
  | { readonly kind: 'words'; readonly words: string; readonly account: number }
  | {
      readonly kind: 'encrypted';
      readonly text: string;
      readonly password: string;
      readonly account: number;
    }
  | { readonly kind: 'files'; readonly keys: readonly Signer[]; readonly address: string | undefined };

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

/**
 * Failures: `phrase-malformed`, `encrypted-key-…`, and of `--address` `address-malformed` and `key-not-ours`.
 */
export function openOfflineKeys(source: OfflineSource, network: NetworkName): Result<OfflineKeys, Failure> {
  switch (source.kind) {
    case 'words': {
      const keys = readPhraseKeys(source.words, { account: source.account, network });
      return keys.ok ? ok(keysOfAccount(keys.value)) : keys;
    }
    case 'encrypted': {
      const root = decryptRootKey(source.text, source.password);
      if (!root.ok) return root;
      const keys = AccountKeys.ofRoot(root.value, { account: source.account, network });
      root.value.wipe();
      return ok(keysOfAccount(keys));
    }
    case 'files':
      return openFiles(source.keys, source.address);
  }
}

/** The stake part of the user's own address counts as own by the user's word. */
function openFiles(keys: readonly Signer[], address: string | undefined): Result<OfflineKeys, Failure> {
  if (address === undefined) return ok(keysOfFiles(keys, []));
  const parsed = parseAddress(address.trim());
  if (!parsed.ok) return failed(failure('address-malformed', { reason: parsed.failure }));
  const { payment, stake } = parsed.value;
  if (payment.kind !== 'key' || !keys.some(({ keyHash }) => keyHash === payment.hash))
    return failed(failure('key-not-ours'));
  const staking = stake !== undefined && stake !== 'pointer' && stake.kind === 'key' ? [stake.hash] : [];
  return ok(keysOfFiles(keys, staking));
}

function readAccount(values: Values<typeof offlineKeyOptions>): number {
  const typed = values.account;
  if (typed === undefined) return 0;
  const account = wholeNumber('account', typed, 0, MOST_ACCOUNT);
  if (account === undefined) throw new UsageError(usage.wholeNumber('account', 0, MOST_ACCOUNT));
  return account;
}
