import { inLanguage } from '../../words/in-language.ts';

/** Texts of the approval window around those that main made from the bytes. */
export const words = inLanguage('features/approval/words', {
  windowTitle: 'Touchstone approval',
  windowTitleOf: ({ profile }: { readonly profile: string }) => `Touchstone approval · ${profile}`,

  verdict: 'Verdict:',
  passed: 'Checks passed',
  warnings: 'Warnings',
  blocked: 'Blocked',
  wouldDo: 'What this transaction would do',

  batch: ({ watchOnly, count }: { readonly watchOnly: boolean; readonly count: number }) =>
    `${watchOnly ? 'One agreement' : 'One approval'}, ${count === 1 ? 'one transaction' : `${count} transactions`}`,
  allTransactions: ({ count }: { readonly count: number }) => `All ${count} transactions`,
  firstDoes: 'The first of them does this',
  numberDoes: ({ number }: { readonly number: number }) => `Number ${number} does this`,

  recipient: 'Recipient',
  sendTo: ({ what }: { readonly what: string }) => `Send ${what} to`,
  compareAddress: 'Compare the whole address with what the recipient gave you, in groups of six.',

  otherPrices: 'Comparison with other prices',
  restsOn: 'What this rests on',
  price: 'Price',
  original: 'In English',
  fromBytes: 'enforced by the bytes',
  fromService: 'the service’s word',

  findings: 'Findings',
  notSigned: 'Not signed:',
  rule: ({ rule }: { readonly rule: string }) => `Rule ${rule}`,
  untouched: 'No key touched this transaction, and none will. No money moved.',
  blockedOffline:
    'Do not sign it elsewhere either. Find out where it was changed, then export the trade again on the other computer.',
  outsideLimits:
    'Close this window and trade within your limits, or change them in Settings, Limits, with your password.',
  blockedOnline:
    'Close this window and get a new price in the trading window. If it happens again, exclude the exchange or stop using this service; the report, saved, shows what was found.',
  acceptWorse: 'I accept the lower price',
  acceptWarning: 'I accept this',
  checksRan: ({ checks, quiet }: { readonly checks: number; readonly quiet: boolean }) =>
    `${checks === 1 ? 'One check ran' : `${checks} checks ran`} on the transaction’s bytes${quiet ? '; none found anything wrong.' : '.'}`,

  agreement: 'What you agree to, whatever the service says',
  notes: 'Notes',

  change: 'Change of your wallet',
  /** `number`: which of several transactions it is. */
  changeBy: ({ number }: { readonly number: number | undefined }) =>
    `Change of your wallet by this transaction${number === undefined ? '' : number === 1 ? ', the first of them' : `, number ${number}`}`,
  ordersLater: 'What an order buys arrives later, with the exchange’s own transaction.',
  amounts: ({ label, count }: { readonly label: string; readonly count: number }) =>
    `${label}: ${count} amounts`,

  layerOrders: 'Orders',
  layerInputs: 'Inputs',
  layerCollateral: 'Collateral',
  layerOutputs: 'Outputs',
  layerFields: 'Other fields',
  layerRules: 'Checks that ran',
  layerRaw: 'Raw bytes',
  collateralTaken: 'Taken only if a script of the transaction fails.',
  copyAddressOf: ({ place }: { readonly place: string }) => `Copy the address of ${place}`,
  datum: 'Datum',
  datumOf: ({ place }: { readonly place: string }) => `Datum of ${place}`,
  copyDatumOf: ({ place }: { readonly place: string }) => `Copy the datum of ${place}`,
  exactTransaction: 'The exact transaction, CBOR',
  copyBytes: 'Copy the transaction’s bytes',
  bytesOf: ({ name, count }: { readonly name: string; readonly count: number }) =>
    `${name}, ${count} ${count === 1 ? 'byte' : 'bytes'}`,
  doesNotHold: ({ rule }: { readonly rule: string }) => `Does not hold, see above: ${rule}`,
  notKnownToHold: ({ rule }: { readonly rule: string }) => `Not known to hold, see above: ${rule}`,
  notCovered: ({ what }: { readonly what: string }) => `Not covered: ${what}`,

  token: ({ name }: { readonly name: string }) => `Id of ${name}`,
  copyToken: ({ name }: { readonly name: string }) => `Copy the id of ${name}`,
  hash: 'Transaction hash',
  copyHash: 'Copy the transaction hash',
  onChainBy: 'Must be on chain by',
  localTime: ({ moment }: { readonly moment: string }) => `${moment}, your local time`,

  signWithin: ({ left }: { readonly left: string }) => `Sign within ${left}`,
  checkAgain: 'Check it again',
  expiresIn: ({ left }: { readonly left: string }) => `Expires in ${left}`,
  expired: 'Expired',
  password: 'Spending password',
  saveTransaction: 'Save transaction',
  saveReport: 'Save report',
  close: 'Close',
  cancel: 'Cancel',
  export: 'Export',
  exporting: 'Exporting…',
  sign: 'Sign',
  signing: 'Signing…',
  howToSign: 'Click, or press Space. Enter never signs.',

  savedAs: ({ what, path }: { readonly what: Saved; readonly path: string }) =>
    `${SAVED[what]} was saved as ${path}`,
  saved: ({ what }: { readonly what: Saved }) => `${SAVED[what]} was saved.`,
  nothingSaved: 'Nothing was saved.',

  done: 'Done. The trading window shows what happens next.',
  nothingToApprove: 'There is nothing to approve.',
  keychain: 'Waiting for your system’s keychain. If it asks to be opened, answer it.',
  cannotBeSigned: 'This cannot be signed.',
  tooOldClose: 'This offer is too old. Close, and get a new price in the trading window.',
  tooOldCancel: 'This offer is too old. Cancel, and get a new price in the trading window.',
  watchOnly:
    'This wallet is watch-only: its key is not on this computer. Export it to be signed where the key is.',
  exactlyThese: 'Signing exactly these bytes.',
  warningsFirst: ({ left }: { readonly left: number }) =>
    left === 1 ? 'Accept the warning above first.' : `Accept the ${left} warnings above first.`,
  worseFirst: 'Accept the lower price above first.',
  typeOnce: ({ count }: { readonly count: number }) =>
    `Read it, type your password once for all ${count} transactions, press Sign. Enter does nothing here.`,
  type: 'Read it, type your password, press Sign. Enter does nothing here.',
  press: 'Press Sign. Enter does nothing here.',
  unlocked: 'Read it, then press Sign. Your password is not asked for: the wallet is unlocked.',
});

export type Saved = 'transaction' | 'report';

const SAVED: Readonly<Record<Saved, string>> = { transaction: 'The transaction', report: 'The report' };
