import { inLanguage } from '../../words/in-language.ts';

/** Texts of the desk on a computer without a network, where bundles are checked and signed. */
export const words = inLanguage('features/offline/words', {
  offline: 'Offline: this Touchstone makes no network call',
  theme: 'Theme',
  dark: 'Dark',
  light: 'Light',
  asSystem: 'As the system',
  alwaysOffline: 'Always start offline',

  openTitle: 'Open what the other computer exported',
  openAbout:
    'A watch-only wallet builds a trade on a computer with a network and exports it as a bundle: a file, or codes on its screen. Here it is proven again, from its bytes and your keys alone, and signed. Nothing but signatures leaves.',
  openBundle: 'Open a bundle',
  bundle: 'Bundle',
  readPictures: 'Read pictures of codes',
  reading: 'Reading…',
  pictures: 'Pictures of codes',
  codesHere: ({ received, needed }: { readonly received: number; readonly needed: number }) =>
    `${received} of ${needed} codes are here. Read more pictures, in whatever order.`,
  tooLarge: 'This file is too large for a bundle.',
  tooManyPictures: ({ count, most }: { readonly count: number; readonly most: number }) =>
    `These are ${count} pictures; at most ${most} are read at once.`,
  noCode: 'No code was found in these pictures.',
  someUnread: ({ unread, count }: { readonly unread: number; readonly count: number }) =>
    `${unread} of ${count} pictures show no code that can be read.`,
  allReadBefore: 'All of these codes had been read before.',

  whatItDoes: 'What it does',
  transactions: ({ count }: { readonly count: number }) => `${count} transactions`,
  rule: ({ rule }: { readonly rule: string }) => `Rule ${rule}`,
  agreed: 'What was agreed to',
  whose: 'Whose it is',
  copyWalletAddress: 'Copy the wallet’s address',
  judgedByWallet: 'Judged by the keys of this computer’s wallet.',
  judgedByBrought: 'Judged by the keys that you brought.',
  judgedByBundle: 'No keys are here yet: so far only the bundle says which keys are the wallet’s.',

  stepBundle: '1 · Bundle',
  fingerprint: 'Fingerprint',
  network: 'Network',
  exported: 'Exported',
  onChainIn: 'Must be on chain in',
  timeHasPassed: 'that time has passed',
  compareFingerprint: 'Compare the fingerprint with the one on the other computer.',
  putAway: 'Dismiss',
  noneOpen: 'No bundle is open.',

  stepKeys: '2 · Keys',
  forBundleAlone: ({ what }: { readonly what: string }) => `${what}, for this bundle alone`,
  copyAddress: 'Copy the address',
  forgetKeys: 'Forget these keys',
  keysForgotten: 'The keys that you brought have signed, and are forgotten.',
  walletHere: 'The wallet of this computer',
  noWallet: 'There is no wallet here yet. Create one from your recovery words, or bring keys for one bundle.',
  backup: 'Back up',
  changePassword: 'Change the password',
  remove: 'Remove',
  importWords: 'Import words',
  newWallet: 'New wallet',
  restore: 'Restore a backup',
  bringKeys: 'Bring keys for this bundle',

  perTrade: 'Your limit per trade',
  perDay: 'Your limit in 24 hours',
  cost: 'Your limit on costs',
  changeLimits: 'Limits…',

  stepSign: '3 · Check and sign',
  signed: ({ count }: { readonly count: number }) =>
    `Signed: ${count === 1 ? 'one signature' : `${count} signatures`}.`,
  signAbout:
    'The approval window shows all that the transaction does. It signs what you agree to there, and nothing else.',
  checkAndSign: 'Check it and sign',

  stepBack: '4 · Bring the signatures back',
  backAbout: 'By file or by codes, to the computer that exported the trade: it checks them and sends it.',

  signedTitle: 'Signed. Bring the signatures back',
  transaction: 'Transaction',
  saveSignatures: 'Save the signatures',
  saveReceipt: 'Save the receipt',
  saved: 'Saved.',
  savedTo: ({ path }: { readonly path: string }) => `Saved to ${path}`,
  showAsCode: 'Or show them to the other computer as a code:',
  signaturesCode: 'The signatures as a code',
});
