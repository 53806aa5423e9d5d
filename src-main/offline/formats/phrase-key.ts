import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { parsePhrase } from '../../wallet/recovery-phrase.ts';
import { AccountKeys, type AccountChoice } from './account-keys.ts';

/** To be shown with the first address wherever words are read: nothing else tells whose derivation they are for. */
export const OTHER_DERIVATIONS =
  'Ledger and BitBox02 derive other keys from the same words, and so does Trezor from 24 words (CIP-3). ' +
  "Compare the address with the one that the device or wallet shows: if it is another one, these words give other keys here, and cannot sign for that wallet's funds.";

/**
 * The keys behind 12, 15, 18, 21 or 24 BIP-39 words, as Icarus derives them (CIP-3), without a second passphrase.
 * Failure: `phrase-malformed`, which names positions, never words.
 */
export function readPhraseKeys(words: string, choice: AccountChoice): Result<AccountKeys, Failure> {
  const entropy = parsePhrase(words);
  if (!entropy.ok) return entropy;
  try {
    return ok(AccountKeys.ofEntropy(entropy.value, choice));
  } finally {
    entropy.value.wipe();
  }
}
