import type { ProfileColour } from '#domain/profile.ts';
import { inLanguage } from '../../words/in-language.ts';

/** Texts of the vault window about limits, protection and profiles: terms that the user agrees to there. */
export const terms = inLanguage('features/vault/terms-words', {
  limitsTitle: 'Trading limits',
  setLimits: 'Set the limits',
  limitsSet: 'The limits are set.',
  checkingPassword: 'Checking the password…',
  limitsAbout: 'A trade outside these is blocked. No window but this one can change them.',
  limitsLost:
    'The limits that were set can no longer be trusted. Check every line: no trade is made until you set them.',
  perTrade: 'Most per trade, ADA',
  perDay: 'Most in 24 hours, ADA',
  cost: 'Most that one trade may cost, ADA',
  slippage: 'Largest slippage tolerance, %',
  impact: 'Largest price impact, %',
  betterPrice: 'Warn of a better price elsewhere, %',
  allowedExchanges: 'Allowed exchanges',
  noneNamed: 'The service has named none yet: all are allowed.',
  allExchanges: 'All, including future ones.',
  onlySome: ({ count }: { readonly count: number }) => `Only these ${count}.`,
  allowOne: 'Allow at least one exchange.',
  verifiedOnly: 'Verified tokens only',
  expert: 'Expert mode',
  expertAbout: 'An order at a script that no known exchange uses asks instead of being blocked.',
  noLimit: 'No limit.',
  atMost: ({ most }: { readonly most: string }) => `${most} at most.`,
  from: ({ share }: { readonly share: string }) => `From ${share}.`,
  amountWanted: 'Enter an amount of ADA such as 500, or leave it empty.',
  percentWanted: ({ least, most }: { readonly least: string; readonly most: string }) =>
    `Enter a percentage from ${least} to ${most}.`,

  protectionTitle: 'Keep the wallet unlocked for longer',
  protectionAbout:
    'While the wallet is unlocked, whoever sits at this computer can sign within your limits. The trading window asks for this change; if you did not, cancel it.',
  locksAgain: 'Locks again when unused',
  unlockFor: 'Unlock for, unless you choose',
  never: 'never',
  minutes: ({ minutes }: { readonly minutes: number }) => `${minutes} min`,
  changed: 'Changed.',
  asNow: 'as now',
  now: ({ what }: { readonly what: string }) => `now ${what}`,

  addTitle: 'Add a live profile',
  add: 'Add this profile',
  added: 'The profile is added. Switch to it, then enter its key.',
  changeTitle: 'Change this profile',
  change: 'Keep the changes',
  profileChanged: 'The profile is changed.',
  deleteProfile: 'Delete this profile',
  deleted: 'The profile and its keys are deleted.',
  deleteAbout: ({ folder }: { readonly folder: string }) =>
    `Its keys leave the keychain, and its settings are deleted. The record of its trades stays in the data folder, in ${folder}; Touchstone does not open it again. The trading window asks for this; if you did not, cancel it.`,
  profileAbout:
    'Your orders are built by this service, and this ledger says what you have. Compare each address with what its operator publishes. The trading window asks for this; if you did not, cancel it.',
  takesOver: ({ network }: { readonly network: string }) =>
    `An older Touchstone kept a journal, and perhaps a wallet, for ${network}. They become this profile’s.`,
  proposed: 'What is proposed',
  fileSetsNoLimits:
    'A file never sets limits: the profile starts with the usual ones, and they are changed with the password of its wallet.',
  noWallet: 'This profile has no wallet yet, so no password is asked for.',
  name: 'Name',
  colour: 'Colour',
  colourName: ({ colour }: { readonly colour: ProfileColour }): string => colour,
  network: 'Network',
  mainApi: 'Main API',
  chartsApi: 'Charts API',
  chartsStream: 'Charts stream',
  ledger: 'Ledger back-end',
  sentTo: 'Transactions are sent to',
  sentToLedger: 'the ledger back-end',
  secondLedger: 'Second ledger back-end',
  noSecondLedger: 'none',
  leftOut: 'Exchanges left out',
  noneLeftOut: 'none',
});
