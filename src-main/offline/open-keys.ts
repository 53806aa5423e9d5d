import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { parseAddress } from '../cardano/address.ts';
import { AccountKeys } from './formats/account-keys.ts';
import { decryptRootKey } from './formats/encrypted-key.ts';
import { readPhraseKeys } from './formats/phrase-key.ts';
import type { Signer } from './formats/signer.ts';
import { keysOfAccount, keysOfFiles, type OfflineKeys } from './sign.ts';

/** Where keys are that were brought to a machine without a network. */
export type OfflineSource =
  | { readonly kind: 'words'; readonly words: string; readonly account: number }
  | {
      readonly kind: 'encrypted';
      readonly text: string;
      readonly password: string;
      readonly account: number;
    }
  | { readonly kind: 'files'; readonly keys: readonly Signer[]; readonly address: string | undefined };

/**
 * Failures: `phrase-malformed`, `encrypted-key-…`, and of `--address` `address-malformed` and `key-not-ours`.
 */
export function openOfflineKeys(source: OfflineSource, network: NetworkName): Result<OfflineKeys, Failure> {
  switch (source.kind) {
    case 'words': {
      const choice = { account: source.account, network };
      const keys = readPhraseKeys(source.words, choice);
      if (!keys.ok) return keys;
      const shared = readPhraseKeys(source.words, { ...choice, purpose: 1854 });
      return shared.ok ? ok(keysOfAccount(keys.value, shared.value)) : shared;
    }
    case 'encrypted': {
      const root = decryptRootKey(source.text, source.password);
      if (!root.ok) return root;
      const choice = { account: source.account, network };
      const keys = AccountKeys.ofRoot(root.value, choice);
      const shared = AccountKeys.ofRoot(root.value, { ...choice, purpose: 1854 });
      root.value.wipe();
      return ok(keysOfAccount(keys, shared));
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
