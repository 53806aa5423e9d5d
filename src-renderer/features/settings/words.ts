import type { SecretPlacesView } from '#contract/profile.ts';
import { inLanguage } from '../../words/in-language.ts';

/** Texts of the settings, except for profiles and the way to trading live. */
export const words = inLanguage('features/settings/words', {
  settings: 'Settings',
  general: 'General',
  limits: 'Limits',
  service: 'Service',
  secrets: 'Secrets',
  releases: 'Releases',
  tradeForReal: 'Trade for real…',

  language: 'Language',
  languageNote: 'reloads the window',
  english: 'English',
  german: 'Deutsch',
  theme: 'Theme',
  asSystem: 'As the system',
  dark: 'Dark',
  light: 'Light',
  upAndDown: 'Prices up and down',
  upAndDownNote: 'a sign says the same as the colour',
  priceColours: 'Colours of prices',
  greenRed: 'Green, red',
  blueOrange: 'Blue, orange',
  slippage: 'Slippage tolerance',
  slippageNote: 'of a new ticket, %',
  slippagePercent: 'Slippage tolerance, percent',
  unlockFor: 'Unlock for',
  unlockForNote: 'without asking; password to extend',
  lockAgain: 'Lock again',
  lockAgainNote: 'when unused; password to extend',
  lockAgainAfter: 'Lock again after',
  minutes: ({ minutes }: { readonly minutes: number }) => `${minutes} min`,
  never: 'never',
  start: 'Start Touchstone',
  startNote: 'offline: only to sign, no network',
  toTrade: 'To trade',
  offline: 'Offline',
  notifyOrders: 'Notify me when an order is',
  notifyOrdersNote: 'one notice for each',
  orderFilled: 'filled',
  orderPartlyFilled: 'partly filled',
  orderCancelled: 'cancelled',
  orderFarOff: 'far off the market',
  letBrowser: 'Let the browser show them',
  browserRefuses: 'The browser does not let Touchstone show them; they are shown in this window.',
  notifyPlans: 'Notify me about recurring plans',
  notifyPlansNote: 'trades, delays and completion',
  planTrade: 'each trade',
  planLate: 'late',
  planFinished: 'finished',
  build: 'Build trades',
  buildNote: 'of this profile, so that the ticket shows true fees',
  whileTyping: 'While I type',
  atReview: 'At review',
  alert: 'When an alert goes off',
  alertNote: 'in addition to its notice',
  sound: 'Sound',
  silent: 'Silent',
  exchangesUsed: 'Exchanges used',
  exchangesUsedNote: 'of a new ticket; click one to leave it out',
  exchangesByDefault: 'Exchanges used by default',
  noneNamed: 'The service has named none yet.',

  limitsAbout:
    'Every trade of this profile is held against these, whatever this window says. They are changed in the vault window, with the password.',
  perDayNote: 'of what was signed',
  costNote: 'in all',
  withoutExchanges: ({
    count,
    of,
    names,
  }: {
    readonly count: number;
    readonly of: number;
    readonly names: string;
  }) => `${count} of ${of}, without ${names}`,
  newRecipients: 'New recipients',
  askOnce: 'ask once',
  changeLimits: 'Change limits…',
  limitsNeedWallet: 'Limits are set with the password of a wallet; there is none in this profile yet.',

  secretsOf: ({ profile }: { readonly profile: string }) =>
    `Where the secrets of ${profile} are. This window never sees one of them.`,
  secretsHere: 'Where the secrets of this profile are. This window never sees one of them.',
  secretApiKey: 'API key of the service',
  secretLedgerKey: 'Access token of the ledger',
  secretWalletKey: 'Key of the wallet',
  secretReceiptSeeds: 'Seeds of receipts',
  secretPresent: 'Stored',
  secretAbsent: 'None',
  secretOtherHost: 'For other addresses',
  secretUnreadable: 'Cannot be read',
  noneKept: ({ keychain }: Keychain) => `None is kept. It would be in ${keychainWords(keychain)}.`,
  inKeychain: ({ keychain }: Keychain) => `In ${keychainWords(keychain)}, as an entry of Touchstone.`,
  inHalves: ({ keychain }: Keychain) =>
    `Half in ${keychainWords(keychain)}, half in an encrypted file of the data folder: neither opens without the other and your password.`,
  inMemory: 'In memory, until Touchstone ends.',
  sentOnlyTo: ({ host }: { readonly host: string }) => `Sent to ${host} only.`,
  inJournal:
    'In the journal, until the receipt of the trade is complete. No funds depend on them, and they are removed automatically.',
  inPractice: 'In the memory of practice, which makes a new one with each start.',
  test: 'Test',
  testing: 'Testing…',
  lookedAgain: 'Checked again.',
  deleteSecret: 'Delete…',

  newVersions: 'New versions',
  notifyVersions: 'Notify me of new versions',
  noReleaseAddress: 'this build has no address to ask',
  asksHost: ({ host }: { readonly host: string }) => `asks ${host}; nothing about you is sent`,
  off: 'Off',
  daily: 'Once a day',
  nobodyAsked: ({ version }: { readonly version: string }) =>
    `Nobody is asked. This is Touchstone ${version}.`,
  newest: ({ version }: { readonly version: string }) => `Touchstone ${version} is the newest version.`,
  newerIsOut: ({ release, version }: { readonly release: string; readonly version: string }) =>
    `Touchstone ${release} is out; this is ${version}.`,
  asked: ({ ago }: { readonly ago: string }) => `Asked ${ago}.`,
  asking: ({ host }: { readonly host: string }) => `${host} is being asked…`,
  askingReleases: 'The release address is being asked…',
  whatIsNew: 'What is new…',
  checkRelease: 'Check a release',
  checkReleaseMore: 'Check a release…',
  downloaded: 'A file that you downloaded',
  downloadedAbout:
    'Before you install a release, check that its file is the one that was signed. You need the file and its signed manifest.',
  releaseKeys: 'Release keys',
  noReleaseKeys:
    'This build holds none: it was made before the first release, so it cannot prove any release. A build from a release’s page can.',
});

export type KeychainName = NonNullable<SecretPlacesView['keychain']>;

/** Absent where it is not known which one it is. */
type Keychain = { readonly keychain: KeychainName | undefined };

const KEYCHAINS: Readonly<Record<KeychainName, string>> = {
  macos: 'the macOS keychain',
  windows: 'the Windows Credential Manager',
  'secret-service': 'the system keychain (Secret Service)',
};

function keychainWords(keychain: KeychainName | undefined): string {
  return keychain === undefined ? 'the system keychain' : KEYCHAINS[keychain];
}
