import { inLanguage } from '../../words/in-language.ts';

/** Texts of the vault window about wallets, passwords and keys. */
export const words = inLanguage('features/vault/words', {
  windowTitle: 'Touchstone vault',
  windowTitleOf: ({ profile }: { readonly profile: string }) => `Touchstone vault · ${profile}`,
  sessionOnly:
    'Without a system keychain the key is kept for this session only. Note its words or save a backup.',
  nothingToDo: 'There is nothing to do here.',

  cancel: 'Cancel',
  oneMoment: 'One moment…',
  keychain: 'Waiting for your system’s keychain. If it asks to be opened, answer it; Cancel gives up.',
  password: 'Spending password',
  copyAddress: 'Copy the address',
  showAddress: 'Show the address',
  walletReady: 'The wallet is ready.',
  makingKey: 'Making the key…',
  encryptingKey: 'Encrypting the key…',
  decrypting: 'Decrypting…',

  practiceTitle: 'Practice wallet',
  makeWallet: 'Make the wallet',
  practiceAbout:
    'It signs like a real one and holds play money only. The password is asked for each trade, so choose one you can type.',
  practiceReady: 'The practice wallet is ready.',
  newTitle: 'New wallet',
  newAbout:
    'The next page shows recovery words. Whoever has them has the money, and without them a lost computer loses the money. Have pen and paper ready, and nobody looking.',
  showWords: 'Show the words',
  numberOfWords: 'Number of words',
  someWords: ({ count }: { readonly count: number }) => `${count} words`,
  writeTitle: 'Write these words down',
  writeAbout: 'In this order, on paper. No photo, no file, no clipboard.',
  written: 'I wrote them down',
  recoveryWords: 'Recovery words',
  proveTitle: 'Show that you have them',
  wordAt: ({ place }: { readonly place: number }) => `Word ${place}`,
  lookAtNotes: 'Look at your notes. The words can be shown again.',
  showAgain: 'Show the words again',

  newPassword: 'New spending password',
  confirmPassword: 'Confirm password',
  notTheSame: 'The two do not match yet.',
  beforeTyping: 'At least 10 characters. Four words that have nothing to do with each other are good.',
  tooShort: 'Too short: at least 10 characters.',
  guessedAtOnce: 'Guessed at once.',
  weak: 'Weak: easily guessed.',
  fair: 'Not strong enough yet.',
  strong: 'Strong.',

  importTitle: 'Import recovery words',
  keepWallet: 'Keep this wallet',
  deriving: 'Deriving…',
  wordsInOrder: 'Recovery words, in order',
  wordsOfWallet: ({ count }: { readonly count: number }) => `${count} words. A wallet has 24, 15 or 12.`,
  compareFirst: 'Compare the first address of these words with the one you know:',

  apiKey: 'API key of the service',
  ledgerKey: 'Access token of the ledger back-end',
  keepKey: 'Keep it',
  keyKept: 'The key is kept.',
  // The host comes between these two, in bold.
  sentOnlyTo: 'It is kept in the system keychain and sent to',
  sentOnlyToEnd: 'only. No window can read it back.',

  deleteApiKey: 'Delete the API key of the service',
  deleteLedgerKey: 'Delete the access token of the ledger back-end',
  deleteKey: 'Delete it',
  deleteAbout:
    'It is deleted from where it is kept on this computer. Whoever issued it can still revoke or replace it.',
  // The host comes between these two, in bold.
  deleteAboutSent: 'It is deleted from where it is kept on this computer, and nothing is sent to',
  deleteAboutSentEnd: 'with it any more. Whoever issued it can still revoke or replace it.',
  keyDeleted: 'It is deleted from this computer.',
  noLiveWallet: 'There is no live wallet yet, so no password is asked for.',

  restoreTitle: 'Restore a backup',
  restore: 'Restore',
  restoreAbout: 'Choose the backup file and enter the spending password that it was saved under.',
  backupFile: 'Backup file',
  backupPassword: 'Spending password of the backup',
  tooLargeForBackup: 'This file is too large for a backup.',
  restored: 'The wallet is restored.',

  unlockTitle: 'Unlock the wallet',
  unlockFor: ({ time }: { readonly time: string }) => `Unlock for ${time}`,
  unlockForLabel: 'Unlock for',
  signWithoutPassword: 'Sign without the password for',
  unlocked: 'The wallet is unlocked.',
  changeTitle: 'Change password',
  change: 'Change it',
  encrypting: 'Encrypting…',
  presentPassword: 'Present spending password',
  passwordChanged: 'The password is changed. Backups saved before still open with the old one.',
  backupTitle: 'Save an encrypted backup',
  saveFile: 'Save the file',
  backupAbout:
    'The file holds the key, encrypted under your spending password. It opens with that password only, here or on another computer.',
  noFileChosen: 'No file was chosen. Nothing was saved.',
  backupSavedAs: ({ path }: { readonly path: string }) => `The backup is saved as ${path}.`,
  backupSaved: 'The backup is saved as a file.',
  removeTitle: 'Remove this wallet',
  remove: 'Remove the wallet',
  removeAbout:
    'The key is deleted from this computer. Without its recovery words or a backup the money is lost for good.',
  haveWords: 'I have the recovery words or a backup',
  removed: 'The wallet is removed from this computer.',

  watchTitle: 'Watch a wallet',
  watch: 'Watch this wallet',
  watchAbout:
    'Its balance, orders and plans are shown, and trades can be built and inspected. Its key stays where it is, so nothing can be signed here.',
  whatToWatch: 'Address, public key of the account, or native script',
  watchForms:
    'addr1… or addr_test1…, or acct_xvk1… of the wallet’s account. Put each of several addresses on a separate line. Where several sign together: the script as JSON, after the address if that has a stake part. Never a private key.',
  watchAccount: 'Number of the account',
  watchAccountHint:
    'From 0, which is the first account of its words. Devices that sign by codes need it to find the key.',
  watchAccountWrong: 'A whole number from 0 to 9999.',
  compareWithSigners:
    'Compare this address with those who sign together. Trades are built for it, and funds are received there:',
  compareAddress:
    'Compare this address with the one you know. Trades are built for it, and funds are received there:',
  compareAddresses: ({ count }: { readonly count: number }) =>
    `Compare these ${count} addresses with those you know. Trades are built for one of them at a time, the first to begin with:`,
  neededToSpend: 'Needed to spend from it:',
  keysNamedTwice: ({ keys, fewest }: { readonly keys: number; readonly fewest: number }) =>
    `This script names ${keys === 1 ? 'one key' : `${keys} keys`} in more than one place. One signature of such a key counts in each of them, so ${fewest} ${fewest === 1 ? 'key is' : 'keys are'} enough to spend. Watch it only if all who sign know that.`,
  watched: 'The wallet is watched. Nothing can be signed here.',
  unwatch: 'Stop watching',
  unwatchAbout:
    'This computer forgets the address. Nothing happens to what is there, and it can be watched again.',
  unwatched: 'The wallet is no longer watched.',

  bringTitle: 'Keys for this bundle',
  lookAtKeys: 'Look at these keys',
  useKeys: 'Use these keys',
  bringAbout: 'They are kept in memory, for this bundle alone, and overwritten once it is signed.',
  whatYouHave: 'What you have',
  kindWords: 'Recovery words',
  kindFiles: 'Key files',
  kindEncrypted: 'Encrypted key',
  wordsOfAnyWallet: ({ count }: { readonly count: number }) =>
    `${count} words. A wallet has 24, 21, 18, 15 or 12.`,
  account: 'Account number',
  accountHint: 'The first account is 0.',
  keyFiles: 'Payment key, and stake key where there is one (.skey)',
  ownAddress: 'Your address',
  ownAddressHint: 'Where your address has a stake part and its key is not here; otherwise leave it empty.',
  encryptedKey: 'Encrypted root key (EMIP-3)',
  encryptedKeyPassword: 'Its password',
  notKeyFiles: ({ most }: { readonly most: number }) =>
    `These are not key files: they are too large, or more than ${most}.`,
  bundleIsFor: 'The bundle is for the wallet of',
  copyWalletAddress: 'Copy the wallet’s address',
  firstAddressIs: 'The first address of these keys is',
  copyKeysAddress: 'Copy the keys’ address',
  rightKeys: 'A key of that wallet is among them.',
  wrongKeys: 'None of these keys belongs to that wallet.',
  keysAtHand: 'The keys are at hand for this bundle.',
});
