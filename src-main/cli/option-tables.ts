import {
  accountOptions,
  connectionOptions,
  dcaOrderOptions,
  exportOptions,
  flag,
  followOptions,
  limitOrderOptions,
  offlineKeyOptions,
  orderOptions,
  paymentOptions,
  selectionOptions,
  text,
  texts,
  traderOptions,
  walletOptions,
  watchedOptions,
  type OptionTable,
} from './option-groups.ts';

const OFFLINE_LIMITS =
  'of this machine, which hold for whatever is signed here: each is kept until it is set again (none, or all for exchanges, lifts it). Without options they are shown. Where its windows have limits of their own, set them there: they take the password, and trust no file that changed';
const STATUS_OF_PLANS = 'plans in the journal remain when the service no longer lists them';
const { network } = connectionOptions;
const { wait, timeout, accept, yes, receipt, journal } = followOptions;

/** Every command, by the words that name it, with the options that it takes. */
export const tables = {
  quote: { ...connectionOptions, ...orderOptions },
  swap: { ...traderOptions, ...orderOptions, receipt },
  limit: { ...traderOptions, ...limitOrderOptions, receipt },
  'dca create': { ...traderOptions, ...dcaOrderOptions, receipt },
  'dca list': {
    ...accountOptions,
    address: text('A', 'plans of this address instead of the first one of the keys'),
    status: text('S', `running (default), ended or all; ${STATUS_OF_PLANS}`),
    journal: text('F', "what was placed here; default: the wallet's own"),
  },
  'dca cancel': { ...traderOptions, plan: text('ID', 'an id as dca list shows it') },
  orders: {
    ...accountOptions,
    address: text('A', 'orders of this address (or of several: "A B") instead of those of the keys'),
    status: text('S', 'open (default), filled, cancelled or all'),
    pair: text('T', 'orders of this token only'),
    journal: text(
      'F',
      "what was placed here, in addition to what the service lists; default: the wallet's own",
    ),
  },
  cancel: { ...traderOptions, ...selectionOptions },
  send: { ...traderOptions, receipt, ...paymentOptions },
  resume: {
    ...connectionOptions,
    wait,
    timeout,
    receipt,
    journal: text('F', 'the journal that the trade is recorded in'),
    trade: text(
      'HASH',
      "its transaction's hash; default: the open trade of the journal, or else the last one",
    ),
    'assemble-locally': flag('assemble the transaction here; without this the service is asked again'),
  },
  balance: accountOptions,
  'check-connection': connectionOptions,
  inspect: {
    bundle: text(
      'F',
      'a JSON bundle: network, tx, account, inputs, parents, intent, tipSlot (form: docs/cli.md); or -: one bundle per line on standard input; one JSON answer per line, in the same order',
    ),
  },
  audit: {
    ...connectionOptions,
    bundle: text('F', 'a JSON bundle, the same as for inspect: network, tx, inputs, parents; or'),
    tx: text(
      'HASH',
      "a transaction on chain, with --ledger-url and the other ledger options; needs no service. The network is the ledger's; --network makes any other one an error",
    ),
  },
  'verify-receipt': {
    receipt: text(
      'F',
      'a receipt, or an export of all receipts (a JSON array), whose chain must have no gap',
    ),
    previous: text('F', 'another receipt, whose link to this one is also checked'),
  },
  'check-release': {
    manifest: text('M', "the release's signed manifest, as downloaded"),
    file: text('F', 'the downloaded file; its content counts, not its name'),
    'public-key': text(
      'K',
      'a release key (64 hex digits) to use instead of the ones built into this Touchstone; make sure that you trust its source',
    ),
  },
  'keys new': {
    network,
    out: text('F', 'a new file: an encrypted backup with --password-file, plain words without'),
    'password-file': walletOptions['password-file'],
    words: text('12|15|24', 'how many; default 24'),
  },
  'keys import': {
    network,
    out: text('F', 'a new file for an encrypted backup, with --password-file'),
    'password-file': walletOptions['password-file'],
    'mnemonic-file': walletOptions['mnemonic-file'],
  },
  'keys address': { network, ...walletOptions },
  'export swap': { ...exportOptions, ...orderOptions },
  'export limit': {
    ...exportOptions,
    ...limitOrderOptions,
    level: text(
      'N',
      'of a ladder: which order, from 1. Each needs its own round, after the previous one is on chain',
    ),
  },
  'export dca': { ...exportOptions, ...dcaOrderOptions },
  'export cancel': {
    ...exportOptions,
    ...selectionOptions,
    plan: text('ID', 'of cancel: a recurring order, in place of orders that rest'),
  },
  'export send': { ...exportOptions, ...paymentOptions },
  export: {
    ...watchedOptions,
    again: text(
      'HASH',
      'writes the bundle of an exported trade once more, from the journal (--journal, or that of --address, --account-key or --native-script): where the file could not be written, or is lost',
    ),
    bundle: exportOptions.bundle,
    'tx-file': exportOptions['tx-file'],
    network,
    journal,
  },
  'offline inspect': {
    bundle: text('F', 'the file of a bundle, or'),
    frames: text('DIR', 'a folder with pictures of codes'),
    'tx-file': text('F', 'writes the transaction out, as cardano-cli reads it'),
  },
  'offline sign': {
    bundle: text('F', 'the file of a bundle, or'),
    frames: text('DIR', 'a folder with pictures of codes'),
    ...offlineKeyOptions,
    out: text(
      'F',
      "a new file for the signature (TxWitness ConwayEra); further keys' go to F-2, F-3, … next to it",
    ),
    accept,
    yes,
    receipt: text(
      'F',
      'a new file for the receipt of what was agreed and signed, for verify-receipt to check (not with --skey)',
    ),
  },
  'offline limits': {
    'per-trade': text('ADA', OFFLINE_LIMITS),
    'per-day': text('ADA', OFFLINE_LIMITS),
    cost: text('ADA', OFFLINE_LIMITS),
    slippage: text('P', OFFLINE_LIMITS),
    impact: text('P', OFFLINE_LIMITS),
    exchanges: text('A,B', OFFLINE_LIMITS),
    'verified-only': text('yes|no', OFFLINE_LIMITS),
    'unknown-scripts': text('ask|block', OFFLINE_LIMITS),
  },
  frames: {
    bundle: text('F', 'the bundle that is written, or'),
    witness: texts('F', 'a signature that is written, once for each'),
    out: text('DIR', 'a folder for the pictures'),
    fingerprint: text(
      'X',
      "of a device's master key: then the bundle is written as a request for that device (--account-key)",
    ),
    transaction: text(
      'N',
      'which transaction, from 1, if the bundle has several: a device signs one at a time',
    ),
    'bytes-per-code': text('N', 'from 50 to 1000, default 400; fewer make codes that are easier to film'),
  },
  'import-witness': {
    ...connectionOptions,
    wait,
    timeout,
    bundle: text('F', 'the bundle that was exported here'),
    witness: texts(
      'F',
      'a signature, once for each key: a TxWitness file, a signed transaction, or a CIP-30 witness set. The others that offline sign wrote next to it (F-2, …) are picked up too',
    ),
    frames: text('DIR', 'signatures in pictures of codes'),
    journal,
    yes,
    'assemble-locally': followOptions['assemble-locally'],
  },
  demo: {
    seed: text('N', 'of the practice world; default 7'),
    amount: text('A', 'how much ADA is paid; default 25'),
    out: text('TOKEN', 'what is bought'),
    screenshot: text('FILE', 'a new file for the picture of the swap view'),
    'no-screenshot': flag('takes no picture'),
  },
} as const satisfies Readonly<Record<string, OptionTable>>;

export type CommandName = keyof typeof tables;

/** The first word of a command's name: `dca` of `dca create`. */
export type CommandWord<Name extends string = CommandName> = Name extends `${infer Word} ${string}`
  ? Word
  : Name;

export const commandNames = Object.keys(tables) as CommandName[];
export const commandWords = [...new Set(commandNames.map(wordOf))];

export function wordOf(name: CommandName): CommandWord {
  return name.split(' ')[0] as CommandWord;
}

/** The words that may follow the first one, if the command needs a second. */
export function verbsOf(word: string): string[] {
  return commandNames
    .filter((name) => name.startsWith(`${word} `))
    .map((name) => name.slice(word.length + 1));
}
