import { text, type FailureData } from './text.ts';

/** Languages of BIP-39's word lists. */
const LANGUAGES: Readonly<Record<string, string>> = {
  chinese: 'Chinese',
  czech: 'Czech',
  french: 'French',
  italian: 'Italian',
  japanese: 'Japanese',
  korean: 'Korean',
  portuguese: 'Portuguese',
  spanish: 'Spanish',
};

/** Failures of keys, passwords and the system keychain. */
export const walletFailures = {
  'no-wallet': () =>
    text('There is no wallet in this profile yet.', 'Create one or import your recovery words.'),
  'wallet-exists': () =>
    text(
      'This profile already has a wallet.',
      'Nothing was changed. Remove the wallet first if you want another one.',
    ),
  'watch-only': () =>
    text(
      'This wallet is watch-only: its key is not on this computer.',
      'Nothing can be signed here. To trade, stop watching, then create or import a wallet.',
    ),
  'address-not-used': () =>
    text(
      'This wallet is not known to have used this address.',
      'Copy one of those that hold something. An address that was never paid is not found on the ledger.',
    ),
  'watched-corrupt': () =>
    text(
      'The file that names the watched address is damaged.',
      'Enter the address or the account key again. No key was in it.',
    ),
  'watched-several': (d: FailureData) =>
    text(
      `Only addresses can be watched together, at most ${d['most'] ?? 20} of them.`,
      'Type addresses alone, separated by spaces or new lines; or one public key.',
    ),
  'watched-script': () =>
    text(
      'This is the address of a script, which no single key signs for.',
      "Enter the address of a wallet, or its account's public key. If the script is yours, enter its JSON after its address.",
    ),
  'script-malformed': (d: FailureData) =>
    text(
      `The script cannot be used: ${d['reason'] ?? 'it cannot be read'}.`,
      'Enter the JSON of a native script as cardano-cli reads it, with sig, all, any, atLeast, after and before.',
    ),
  'script-elsewhere': (d: FailureData) =>
    text(
      `The address is not one of this script, whose own address is ${d['address'] ?? 'another one'}.`,
      'Compare both with those who sign together. A script that differs in one key has another address.',
    ),
  'account-key-malformed': (d: FailureData) =>
    text(
      `This is neither an address nor the public key of an account: ${d['reason'] ?? 'it cannot be read'}.`,
      "Copy an address (addr1…) or the account's public key (acct_xvk1…) from the wallet that holds it.",
    ),
  'wallet-locked': () => text('The wallet is locked.', 'Unlock it with your spending password.'),
  'wrong-password': () =>
    text('The password is not right.', 'Check capitals and keyboard layout, then try again.'),
  'password-delayed': (d: FailureData) =>
    text(
      `Wait ${d['seconds'] ?? '?'}\u00a0s.`,
      'Then type the password again. Each wrong one makes the wait longer.',
    ),
  'password-too-weak': (d: FailureData) =>
    text(
      `The password is too short; it needs at least ${d['least'] ?? 10} characters.`,
      'Choose a longer one.',
    ),
  'password-guessable': (d: FailureData) =>
    text(
      'The password is too easy to guess.',
      `${d['advice'] ?? 'Add more words that are less common.'} Four words that have nothing to do with each other are enough.`,
    ),
  'phrase-malformed': (d: FailureData) =>
    text(
      `These are not valid recovery words: ${d['reason'] ?? 'the checksum does not fit'}.`,
      'Check spelling and order of the words.',
    ),
  'phrase-numbers': () =>
    text(
      'The numbers before the recovery words do not fit: each word needs its own, from 1 on, or none has one.',
      'Type the words alone, in the order of their numbers.',
    ),
  'phrase-foreign': (d: FailureData) =>
    text(
      `These are recovery words in ${LANGUAGES[String(d['language'])] ?? 'another language'}, and Touchstone reads the English list, as Cardano wallets write it.`,
      'A translation would be another wallet. Open the wallet that made these words, and send its funds to an address of a wallet with English words.',
    ),
  'phrase-proof-wrong': () =>
    text('The words do not match the ones shown.', 'Look at your notes and try again.'),
  'keystore-corrupt': () =>
    text('The keystore is damaged.', 'Restore it from your backup file or your recovery words.'),
  'keystore-missing': () =>
    text(
      'The keystore file of this profile is gone.',
      'Put it back, or restore the wallet from your backup file or your recovery words.',
    ),
  'keystore-newer': () =>
    text(
      'The keystore was written by a newer version of Touchstone.',
      'Update Touchstone. The wallet was not touched.',
    ),
  'keystore-foreign': () =>
    text(
      'The keystore belongs to another profile or network.',
      "Put this profile's own keystore back, or restore the wallet from your recovery words.",
    ),
  'wallet-unwritable': () =>
    text(
      "The wallet's files cannot be read or written.",
      'Check free space and permissions of the data folder, then try again.',
    ),
  'backup-malformed': () =>
    text('This is not a Touchstone backup, or it is damaged.', 'Choose the file as it was saved.'),
  'backup-other-network': (d: FailureData) =>
    text(
      `This backup is of a wallet on ${d['network'] ?? 'another network'}.`,
      'Open the profile of that network and restore it there.',
    ),
  'key-not-ours': () =>
    text(
      'The transaction asks for a signature that this wallet cannot give.',
      'It was not signed. Refresh the quote; if it repeats, stop using this service.',
    ),
  'approved-bytes-differ': () =>
    text(
      'The transaction to be signed is not the one that was inspected.',
      'It was not signed. Refresh the quote; if it repeats, report it.',
    ),
  'crypto-self-test-failed': (d: FailureData) =>
    text(
      `A cryptographic check failed at start (${d['primitive'] ?? 'unknown'}), so no key can be used here.`,
      'Install Touchstone again; if it repeats, report it.',
    ),
  'keychain-unavailable': (d: FailureData) =>
    text(
      "The system keychain does not answer, so the wallet's key cannot be read. Your wallet was not touched.",
      String(d['install'] ?? 'Start it and try again.'),
    ),
  'keychain-entry-lost': () =>
    text(
      "The wallet's entry is no longer in the system keychain, or it was changed.",
      'Restore the wallet from your backup file or your recovery words.',
    ),
  'keychain-locked-or-lost': () =>
    text(
      'The system keychain is locked, or its entry was removed. Your wallet was not touched.',
      'Unlock the keychain and try again, or restore from your recovery words.',
    ),
  'keychain-absent': (d: FailureData) =>
    text(
      'This system has no keychain service, so secrets are kept for this session only.',
      String(d['install'] ?? 'Install one to keep them.'),
    ),
  'keychain-timeout': () =>
    text('The system keychain did not answer.', 'Look for its prompt, or log in again, then retry.'),
  'keychain-crashed': () =>
    text('The system keychain is locked or broken: its helper stopped.', 'Unlock the keychain, then retry.'),
  'keychain-refused': () =>
    text('The system keychain could not keep the entry.', 'Unlock the keychain, then retry.'),
  'limits-changed': () =>
    text(
      'Your trading limits were changed or removed by something other than Touchstone, so no trade is made.',
      'Open Settings, Limits, and set them again with your password.',
    ),
  'limits-unreadable': (d: FailureData) =>
    text(
      `Your trading limits cannot be read now (${d['reason'] ?? 'unknown reason'}), so no trade is made.`,
      'Open the system keychain and try again. If it repeats, set the limits again in Settings, Limits.',
    ),
  'limits-outdated': () =>
    text('Your trading limits were changed after this trade was reviewed.', 'Review the trade again.'),
  'limit-used-up': (d: FailureData) =>
    text(
      `Trades signed in the meantime used up your limit for 24 hours: ${d['left'] ?? '0'} ADA of it is left.`,
      'Trade less, wait, or change the limit in Settings, Limits.',
    ),
  'vault-closed': () => text('You closed the window.', 'Nothing was signed or changed.'),
};
