import { inLanguage } from '../../words/in-language.ts';

/** How a connection is. */
export type Light = keyof typeof LIGHTS;

/** Texts around the desk: title bar and its menus, banners, status line. */
export const words = inLanguage('app/words/frame', {
  walletLocked: 'The wallet is locked.',
  offList: ({ token, list }: { readonly token: string; readonly list: string }) =>
    `${token} is off the list ${list}.`,
  onList: ({ token, list }: { readonly token: string; readonly list: string }) =>
    `${token} is on the list ${list}.`,
  searchTokens: 'Search tokens',
  starting: 'Starting',
  whatWentWrong: 'What went wrong',
  close: 'Close',

  newVersion: ({ version, own, overdue }: NewVersion) =>
    `Touchstone ${version} is out; this is ${own}${overdue ? ', which should no longer be used' : ''}.`,
  whatIsNew: 'What is new…',
  skipVersion: 'Skip this version',
  enterApiKey: 'Enter the API key',
  startAgain: 'Start it again',
  openSettings: 'Open settings',
  keyMissing: 'The API key of this profile is missing. Nothing can be quoted until it is entered.',
  backToPractice: 'Back to practice',
  dismiss: 'Dismiss',
  waitingForKeychain: 'Waiting for the keychain…',
  tryAgain: 'Try again',
  watchAgain: 'Watch it again',
  importWords: 'Import words',

  connections: 'Connections',
  serviceStarting: 'Service: starting',
  serviceAnswers: ({ host }: { readonly host: string | undefined }) =>
    `Service: ${host ?? 'the service'} answers`,
  serviceNotReached: 'Service: not reached',
  serviceNotSetUp: 'Service: not set up',
  ledgerAsking: ({ host }: { readonly host: string | undefined }) =>
    `Ledger: asking ${host ?? 'the ledger back-end'}`,
  ledgerNoWallet: 'Ledger: no wallet to look at',
  ledgerBalance: ({ host, old }: { readonly host: string | undefined; readonly old: string }) =>
    `Ledger: ${host ?? 'the ledger back-end'}, balance ${old}`,
  chartStream: ({ pair, period, state, at, why }: ChartStream) =>
    `Chart ${pair}, ${period}: ${state}; ${at === undefined ? 'no message yet' : `last message at ${at}`}.${why === undefined ? '' : ` ${why}`}`,
  withLight: ({ text, light }: { readonly text: string; readonly light: Light }) =>
    `${text} (${LIGHTS[light]})`,

  chartsAndWorkspaces: ({ layout }: { readonly layout: string }) => `Charts and workspaces: ${layout}`,
  workspaceOpened: ({ name }: { readonly name: string }) => `Workspace ${name}.`,
  workspaces: 'Workspaces…',

  practiceOfThePast: 'practice market of the past, on this computer',
  practiceHere: 'practice market on this computer',
  details: 'details',

  adaInDollars: ({ age }: { readonly age: string }) => `ADA in dollars, according to the service ${age} ago`,
  rateOld: ({ age }: { readonly age: string }) => `${age} old`,
  openPalette: 'Open the palette',
  unlockFor: ({ minutes }: { readonly minutes: string }) => `Unlock for ${minutes}`,
  lockWallet: 'Lock the wallet',
  settings: 'Settings',

  wallet: 'Wallet',
  walletUnavailable: 'The wallet is not available.',
  watchOnlyShared: 'Watch-only: several sign for it together, where their keys are.',
  watchOnlyAlone: 'Watch-only: its key is elsewhere, and nothing can be signed here.',
  asksEachTime: 'Each signature asks for the password.',
  unlocked: ({ left, idleMinutes }: { readonly left: string; readonly idleMinutes: number }) =>
    `Unlocked for ${left}${idleMinutes === 0 ? '.' : `, or until ${idleMinutes} min without use.`}`,
  notAvailable: 'Not available',
  watchOnly: 'Watch-only',
  copyAddress: 'Copy the address',
  sessionOnly: 'The key is kept for this session only. Note its words.',
  receive: 'Receive',
  send: 'Send',
  coins: 'Coins and labels',
  fund: 'Fund with play money',
  lock: 'Lock',
  tradesWith: ({ address }: { readonly address: string }) => `Trades with ${address}`,
  tradeWith: ({ address }: { readonly address: string }) => `Trade with ${address}`,
  stopWatching: 'Stop watching',
  saveBackup: 'Save an encrypted backup',
  changePassword: 'Change password',
  removeWallet: 'Remove this wallet',
});

export interface NewVersion {
  readonly version: string;
  readonly own: string;
  readonly overdue: boolean;
}

export interface ChartStream {
  readonly pair: string;
  readonly period: string;
  readonly state: string;
  /** Time of the last message. */
  readonly at: string | undefined;
  readonly why: string | undefined;
}

const LIGHTS = { good: 'good', waiting: 'waiting', bad: 'failed', off: 'off' } as const;
