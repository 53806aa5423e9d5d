import type { TestLine } from '#domain/connection-test.ts';
import type { FailureText } from '#domain/failures/text.ts';
import { inLanguage } from '../words/in-language.ts';

/** Subject of a side sheet. */
export type Detailed = 'order' | 'plan';

/** Texts shared by several features. */
export const words = inLanguage('widgets/words', {
  sparse: 'Sparse',
  usual: 'Usual',
  dense: 'Dense',
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
  code: ({ at, round, needed }: { readonly at: number; readonly round: number; readonly needed: number }) =>
    `Code ${at} of ${round}. Any ${needed} or a few more are enough, in whatever order they are read.`,
  oneCode: 'One code holds all of it.',
  makingCodes: 'Making the codes…',
  tooDense: 'These codes are too dense for most phones: choose sparser ones, or show them large.',
  ratherDense:
    'These codes are dense: if a phone does not read them, show them larger or choose sparser ones.',
  size: 'Size',
  density: 'Density',
  shownFor: 'Each shown for',
  codeTime: 'Time of a code',
  atPrice: ({ price }: { readonly price: string }) => `, at ${price} ADA`,
  copyHash: ({ of }: { readonly of: string }) => `Copy the hash of the transaction that ${of}`,
  openExplorer: 'Open in explorer',
  external: 'external',
  externalTitle: "Not in this program's journal",
  bringsBack: ({ amounts }: { readonly amounts: string }) =>
    `Cancelling it brings back about ${amounts}, before the network fee. The exact amount is shown before you sign.`,
  steps: ({ steps }: { readonly steps: number }) => `All ${steps} steps here`,
  record: 'The service’s record, as received',
  notInList: ({ what }: { readonly what: Detailed }) => `This ${what} is not in the list of this profile.`,
  itsTransaction: 'Its transaction',
  move: 'Move…',
  cancel: ({ what }: { readonly what: Detailed }) => `Cancel the ${what}`,
  close: 'Close',
  morePaidElsewhere: ({ more }: { readonly more: string }) => `Other pools would pay ${more} more now`,
  money: ({ money }: { readonly money: FailureText['money'] }) => MONEY[money],
  details: 'Details',
  copyDetails: 'Copy the details',
  tryAgain: 'Try again',
  verdict: ({ verdict }: { readonly verdict: TestLine['verdict'] }) => VERDICTS[verdict],
  party: ({ of }: { readonly of: TestLine['of'] }) => PARTIES[of],
  verified: 'verified',
  verifiedTitle: 'Verified by the service',
  unverified: 'unverified',
  unverifiedTitle: 'Not verified by the service',
  copyAddress: "Copy the wallet's address",
  otherWallet: 'not the one that trades',

  // The limits of a profile.
  perTrade: 'Most per trade',
  perDay: 'Most in 24 hours',
  mostCost: 'Most that one trade may cost',
  largestSlippage: 'Largest slippage tolerance',
  largestImpact: 'Largest price impact',
  betterPrice: 'Better price elsewhere',
  warningFrom: ({ share }: { readonly share: string }) => `warning from ${share}`,
  noLimit: 'no limit',
  tokensAllowed: 'Tokens',
  verifiedTokens: 'verified only',
  allTokens: 'all',
  exchangesAllowed: 'Exchanges',
  allExchanges: 'all',
  onlyExchanges: ({ names }: { readonly names: string }) => `only ${names}`,
  unknownScripts: 'Orders at unknown scripts',
  unknownAsk: 'ask (expert mode)',
  unknownBlocked: 'blocked where all are known',
  limitDiffers: ({
    limit,
    file,
    here,
  }: {
    readonly limit: string;
    readonly file: string;
    readonly here: string;
  }) => `${limit}: the file says “${file}”, a new profile has “${here}”.`,
});

const MONEY: Readonly<Record<FailureText['money'], string>> = {
  none: 'No money moved.',
  locked: 'An order or a deposit is on chain.',
  settled: 'What you paid and got is shown with the trade.',
  unknown: 'It is not known yet whether money moved.',
};
const VERDICTS: Readonly<Record<TestLine['verdict'], string>> = {
  fine: 'Fine',
  attention: 'Look at this',
  failed: 'Failed',
};
/** Said before what was found, where it is not plain of whom. */
const PARTIES: Readonly<Record<TestLine['of'], string>> = {
  service: '',
  charts: 'Charts: ',
  ledger: '',
  'second-ledger': 'Second back-end: ',
};
