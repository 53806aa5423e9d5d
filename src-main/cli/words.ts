import { failureText, type Failure, type FailureCode } from '#domain/failure.ts';
import type { FailureText } from '#domain/failures/text.ts';
import type { SpokenTestLine } from '#domain/sentences/test-lines.ts';
import type { Trade, TradeState } from '#domain/trade.ts';
import { commandWords } from './option-tables.ts';

/** The sentences of the command line; `help.ts` has its help. Those of failures come from the domain. */

const COMMANDS = `${commandWords.slice(0, -1).join(', ')} or ${commandWords.at(-1) ?? ''}`;
const A_TOKEN = 'ADA, the ticker of a verified token, or a full token id';

/** Error messages about a command line. */
export const usage = {
  noCommand: `a command is needed: ${COMMANDS}`,
  unknownCommand: `there is no such command: use ${COMMANDS}`,
  unknownVerb: (name: string, verbs: readonly string[]) =>
    `${name} takes ${verbs.slice(0, -1).join(', ')} or ${verbs.at(-1) ?? ''}`,

  sentToken: '--token takes a token and how much of it in whole units, such as --token AMBER=12.5',
  nothingToSend: 'send needs --amount, in ADA or max, or --token',
  gatherAlone: '--gather goes without --to, --amount, --token and --coins',
  coins: '--coins takes outputs as hash#index, separated by commas',

  withoutOption: (position: number) =>
    `argument ${position} has no option: every value follows its option, as in --amount 25`,
  unknownOption: (shown: string, secret: boolean, known: readonly string[]) =>
    `there is no option ${shown} here${secret ? ' (secrets are never given on a command line: name a file or an environment variable)' : ''}; this command takes ${known.map((one) => `--${one}`).join(', ')}`,
  twice: (option: string) => `--${option} is given twice`,
  switchWithValue: (option: string) => `--${option} is a switch and takes no value`,
  withoutValue: (option: string) => `--${option} needs a value`,
  missing: (option: string, what: string) => `--${option} is needed: ${what}`,
  oneOf: (option: string, choices: readonly string[]) => `--${option} takes ${choices.join(', ')}`,
  wholeNumber: (option: string, least: number, most: number) =>
    `--${option} takes a whole number from ${least} to ${most}`,
  about: (option: string, what: string, advice: string) => `--${option}: ${what} ${advice}`,

  fileNotText: (option: string, path: string) => `--${option}: ${path} is not plain text in UTF-8`,
  firstLineEmpty: (option: string) => `--${option}: the first line of the file is empty`,
  fileExists: (option: string, path: string) =>
    `--${option}: ${path} already exists and is never overwritten; name a new file`,
  fileNotWritten: (option: string, path: string, code: string) =>
    `--${option}: ${path} cannot be written (${code})`,
  fileNotRead: (option: string, path: string, code: string) =>
    `--${option}: ${path} cannot be read (${code})`,
  fileTooLarge: (option: string, path: string) => `--${option}: ${path} is too large`,

  auditOf:
    'give the transaction to audit with either --bundle (a file) or --tx (one on chain, with --ledger-url)',
  txHash: '--tx takes a transaction hash: 64 hex digits',
  network: '--network takes mainnet, preprod or preview',
  ledgerApi: (option: string, apis: readonly string[]) => `--${option} takes ${apis.join(', ')}`,
  keyVariable: (option: string) =>
    `--${option} takes the name of an environment variable that holds the key; no variable has that name, or it is empty`,
  twoKeySources: '--mnemonic-file and --backup-file both name keys; give one of them',
  noKeySource: '--mnemonic-file or --backup-file is needed: the file that holds the keys',
  addressAndKeys: '--address replaces the keys; leave out their files',
  address: (why: string) => `--address takes an address such as addr1…: ${why}`,
  addressNetwork: (network: string) => `--address is not one of ${network}; name its network with --network`,
  wordCount: '--words takes 12, 15 or 24',

  amount: (typed: string) => `--amount takes a number above zero such as 25 or 0.5, not "${typed}"`,
  slippage: (typed: string) =>
    `--slippage takes percent from 0.01 to 50 with at most two decimals, not "${typed}"`,
  exchangeCodes: (option: string) =>
    `--${option} takes exchange codes separated by commas, such as EXA,EXBV3`,
  exchangeCode: '--dex takes an exchange code such as EXB',
  price:
    'one of --price (ADA per token), --tokens-per-ada and --percent (from the market, such as --percent=-2.5) is needed',
  multiplesOfLadder: '--multiples and --count do not go together',
  ladderIncomplete: 'a ladder needs both --to (its last price) and --count (how many orders)',
  notALadder: '--sizes and --spacing are for a ladder: give --to and --count too',
  receiptOfLadder: '--receipt is for one transaction; a ladder has several',
  ordersToCancel: 'either --order ID[,ID] or one of --all, --pair and --older-than is needed',
  orderIds: '--order takes ids from the list of orders, separated by commas',
  age: '--older-than takes an age such as 30m, 12h or 7d',
  level: '--level takes which order of a ladder is exported, from 1 to --count',
  framesOf: 'either --bundle or one or more --witness name what is written as codes',
  bundleOrFrames: 'either --bundle (a file) or --frames (a folder with pictures of codes) is needed',
  masterFingerprint: '--fingerprint takes the eight hex digits that the device shows for its master key',
  oneTransaction: (count: number) =>
    `a device signs one transaction at a time: name it with --transaction, from 1 to ${count}`,
  folderNotRead: (path: string) => `--frames: the folder ${path} cannot be read`,
  watchedSource:
    'one of --address (the wallet’s address), --account-key (acct_xvk1…, or its hex) and --native-script (a file; with --address if its address has a stake part) is needed',
  accountOfKey: '--account goes with --account-key: it gives that account’s number in the wallet, from 0',
  nativeScript: '--native-script takes a native script as JSON, as cardano-cli reads it',
  offlineKeys:
    'the keys that sign are named by one of --mnemonic-file, --encrypted-key (with --password-file) and --skey (once for each key)',
  receiptOfFiles:
    '--receipt goes with recovery words or an encrypted root key: nothing is derived from a single key',
  addressOfFiles: '--address goes with --skey: it names the stake part of your own address',
  keyUnreadable: (why: string) => `--skey: ${why}`,
  publicKey: '--public-key takes a release key: 64 hex digits (Ed25519)',
  planId: '--plan takes an id from the list of plans',
  planAlone: '--plan names a recurring order; use another command to cancel resting orders',

  nobodyToAsk: '--yes is needed when nobody can be asked (standard input is not a terminal)',
  rules: '--accept takes rules separated by commas, such as V2,F5',
  goal: '--wait takes submitted, placed or filled',
  timeout: '--timeout takes seconds: more than 0, at most 86400',
} as const;

/** The kind of value that an option takes, for those that are needed and missing. */
export const takes = {
  exportedTrade: 'the hash of an exported transaction',
  baseUrl: 'the address of the service, such as https://api.example',
  ledgerUrl: 'the address of a ledger back-end',
  keyVariable: "the name of the environment variable that holds the service's API key",
  words: 'a file with the recovery words as plain text',
  password: 'a file with the password in its first line',
  backup: 'an encrypted backup',
  backupPassword: 'it encrypts the backup: a file with the password in its first line',
  passwordOut: 'the password is for the file that it names',
  token: (verb: string) => `what is ${verb}: ${A_TOKEN}`,
  amount: 'how much of --in is paid, in whole units',
  recipient: 'the address of the recipient, whole',
  cycles: 'into how many trades the amount is divided',
  every: (intervals: readonly string[]) => `how often it trades: ${intervals.join(', ')}`,
  plan: 'the id of a plan, as dca list shows it',
  journal: 'the journal that the trade is recorded in',
  nativeScript: 'the native script of a shared wallet, as JSON',
  offlineBundle: 'the file of a bundle',
  skey: 'a signing key of cardano-cli, or one in Bech32',
  encryptedKey: 'a root key encrypted by EMIP-3, as hex',
  witnesses: 'a file with a signature, once for each',
  frames: 'a folder for the pictures',
  witnessOut: 'a new file for the signature',
  bundle: 'a file with a bundle, or - for one bundle per line on standard input',
  receipt: 'the file of one receipt, or of all receipts',
  otherReceipt: 'another receipt, of the same wallet',
  manifest: 'a release’s signed manifest',
  releaseFile: 'the downloaded file',
} as const;

/** The state of a trade in words, or that it waits for the depth at which its validity counts as passed. */
export function standingWords({ state, passedAt }: Pick<Trade, 'state' | 'passedAt'>): string {
  return passedAt === undefined
    ? STATE_WORDS[state]
    : 'Its validity has passed without it: waiting until that is deep enough in the chain. Do not repeat it yet';
}

/** Each state of a trade. */
const STATE_WORDS: Readonly<Record<TradeState, string>> = {
  built: 'Built',
  approved: 'Accepted',
  exported: 'Exported to be signed elsewhere',
  signed: 'Signed, not sent',
  assembled: 'Signed and assembled, not sent',
  submitting: 'Being sent',
  'submission-unknown': 'Not known yet whether it arrived; looking for it',
  submitted: 'In the ledger’s queue',
  placed: 'On chain: the order waits to be filled',
  'partly-filled': 'Partly filled: the rest waits',
  filled: 'Filled',
  closed: 'Closed without a fill',
  discarded: 'Discarded before it was signed',
  expired: 'Expired before it was on chain',
  refused: 'Refused',
};

/** Whether a failure affects money. */
export const MONEY_WORDS = {
  none: 'No money was moved.',
  locked: 'Funds are in an order on chain.',
  settled: 'The trade shows what was paid and received.',
  unknown: 'It is not known yet whether money was moved.',
} as const;

/** The verdict of `inspect`. */
export const VERDICT_WORDS = {
  pass: 'PASS: no rule objects to this transaction.',
  warn: 'WARN: read the warnings before anything is signed.',
  block: 'BLOCK: this transaction must not be signed.',
} as const;

/** Sentences of `audit` about a transaction's fills. */
export const auditWords = {
  nothing: (hash: string) => `Transaction ${hash} executes no order of a known exchange.`,
  subject: (hash: string) => `Transaction ${hash}`,
  order: (order: string, venue: string | undefined, exact: boolean | undefined) =>
    `${exact === undefined ? 'NOT CHECKABLE' : exact ? 'EXACT' : 'NOT EXACT'}  ${venue ?? 'unknown exchange'}  order ${order}`,
  sold: (amount: string) => `  sold        ${amount}`,
  paid: (mustPay: string, paid: string, difference: bigint, amount: (quantity: bigint) => string) =>
    difference === 0n
      ? `  paid        ${paid}, exactly what the exchange's formula gives`
      : `  paid        ${paid}, where the exchange's formula gives ${mustPay}: ${amount(difference < 0n ? -difference : difference)} too ${difference < 0n ? 'little' : 'much'}`,
  reason: (reason: string) => `  because     ${reason}`,
  place: (position: number, ledgerPosition: number) =>
    `  executed    number ${position + 1} in its batch; number ${ledgerPosition + 1} in the ledger's input order`,
  notProven: '  not proven  some inputs are known only from what the bundle or the ledger back-end says',
  summary: (count: { readonly exact: number; readonly notExact: number; readonly notCheckable: number }) =>
    `${count.exact} exact, ${count.notExact} not exact, ${count.notCheckable} not checkable.`,
  around: (order: string, trader: string) =>
    `Seen around order ${order}: ${trader} traded the same way at its pool before it, and undid that after it.`,
  trade: (hash: string, sold: string, bought: string) => `${sold} for ${bought}, in ${hash}`,
  before: (trade: string) => `  before      ${trade}`,
  after: (trade: string) => `  after       ${trade}`,
  lost: (amount: string) => `  lost        ${amount}, which the order would have been paid more without it`,
  neighbours: (pool: string, before: number, after: number) =>
    `Read at pool ${pool}: ${before} ${before === 1 ? 'transaction' : 'transactions'} before it, ${after} after it.`,
  notRead: (side: 'before' | 'after', why: string) => `  not read    more ${side} it: ${why}`,
  unreadableParents: (count: number) =>
    `${count} of the bundle's parents cannot be read and ${count === 1 ? 'proves' : 'prove'} nothing.`,
} as const;

/** Progress reports of commands. */
export const progress = {
  warning: (what: string, advice: string) => `Warning: ${what} ${advice}`,
  stopping: 'Stopping after the current step; a second signal stops at once.',
  networkTried: (what: string) => `A network access was attempted and blocked: ${what}`,
  ownPractice: 'No service was named: asking practice.',
  tickerFound: (ticker: string, id: string) => `${ticker} is the token ${id}, by the service and the ledger.`,
  tickerStated: (ticker: string, id: string) =>
    `${ticker} is the token ${id}, by the word of the service alone: compare its id.`,
  addressesUnknown: (code: string) =>
    `  Other addresses of this wallet cannot be looked for now (${code}): only its first one is known`,
  elsewhere: (amounts: string, more: number) =>
    `  At other addresses of this wallet: ${amounts}${more > 0 ? ` and ${more} more` : ''}. A trade is built from one address: send --gather brings them there, and --from names another one to trade from`,
  ledgerTrouble: (code: string) => `  The ledger cannot be reached or read now (${code}); trying again`,
  olderTrade: (hash: string, state: TradeState) =>
    `An older trade is still open: ${hash} is ${state} (${STATE_WORDS[state]}). It is followed in the meantime.`,
  olderChanged: (hash: string, state: TradeState) => `The older trade ${hash} is now ${state}.`,
  quoted: 'Quoted',
  inspected: (rules: number, hash: string) => `Built and inspected: ${rules} rules run, body ${hash}`,
  token: (name: string, id: string) => `  Token ${name}: ${id}`,
  agreed: (line: string) => `  You agree: ${line}`,
  /** Not a rule's finding: nothing has to be accepted for it. */
  bestPrice: (tone: 'warn' | 'note', sentence: string) => `  ${tone} price: ${sentence}`,
  priceMoved: 'The price moved since the quote.',
  question: 'Type yes to sign this: ',
  signed: (assembler: 'local' | 'service' | undefined, byOthers: boolean, hash: string) =>
    `Signed, assembled by ${assembler === 'local' ? 'Touchstone' : 'the service'}, ${byOthers ? 'on chain without being sent from here' : 'submitted'}: ${hash}`,
  sentByOthers:
    'It was on chain before it was sent from here: the service sent it, or another command or program. It is one trade, not two.',
  placed: (count: number, of: number) => `  ${count} of ${of} on chain`,
  listingOrders: 'Reading the list of orders',
  cancelFound: (done: number, of: number) => `  ${done} of ${of} orders looked up on the ledger`,
  cancelDivided: (done: number, of: number) => `  ${done} of ${of} orders divided over transactions`,
  cancelPlaced: 'On chain',
  cancelDone: 'The orders are cancelled',
  sendDone: 'On chain: the recipient has it',
  detail: (detail: string) => `The other side said: ${detail}`,
} as const;

const VERDICTS = { fine: 'ok', attention: 'look', failed: 'failed' } as const;
const PARTIES = {
  service: 'Service',
  charts: 'Charts',
  ledger: 'Ledger',
  'second-ledger': 'Second ledger',
} as const;

/** Final reports of commands. */
export const results = {
  namesUnread: (count: number) =>
    `The names of ${count} ${count === 1 ? 'token' : 'tokens'} were not read: amounts of these are in base units.`,
  noOrders: 'No such orders.',
  ownedBy: (address: string) => `owned by ${address}`,
  noPlans: 'No such plans.',
  testLine: ({ of, verdict, what, means, advice }: SpokenTestLine) => [
    `${VERDICTS[verdict].padEnd(10)} ${PARTIES[of]}: ${what}`,
    `           ${means}${advice === undefined ? '' : ` ${advice}`}`,
  ],
  tested: (verdict: SpokenTestLine['verdict']) =>
    ({
      fine: 'Nothing was found that would prevent a trade.',
      attention: 'A trade can be made over this connection; see the lines marked "look".',
      failed: 'No trade can be made over this connection until the lines marked "failed" are fixed.',
    })[verdict],
  cancels: (orders: number, held: string) =>
    `Cancels ${orders === 1 ? 'one order, which holds' : `${orders} orders, which hold`} ${held}`,
  cancelled: (orders: number) =>
    orders === 1 ? 'One order is cancelled.' : `${orders} orders are cancelled.`,
  filledFirst: (id: string) => `${id} was filled first: the trade went through.`,
  ordersBack: 'The orders are cancelled.',
  sent: (what: string, to: string) => `Sent ${what} to ${to}.`,
  cancelsPlan: (rest: string) => `Cancels the plan; what comes back: ${rest}`,
  planCancelled: 'The plan is cancelled; its rest is back in the wallet.',
  placed: (orders: number) => `${orders} orders placed.`,
  ladder: (orders: number) => `A ladder of ${orders} orders, ${orders} signatures under one approval`,
  ladderFees: (fee: number, deposit: number) =>
    `Each pays about ${fee} ADA as the exchange fee and holds ${deposit} ADA as a deposit.`,
  ladderExchange: (exchange: string) => `All of them at ${exchange}`,
  severalAddresses: (addresses: number) => `${addresses} addresses of this wallet hold together:`,
  firstAddress: (address: string) => `First address: ${address}`,
  /** `open`: a new file inherits its folder's permissions, as on Windows. */
  wordsSaved: (file: string, { encrypted, open }: { readonly encrypted: boolean; readonly open: boolean }) =>
    `Saved in ${file}, ${encrypted ? 'encrypted with your password' : 'as plain words'}${
      open ? '. Anyone who can read its folder can read it: move it somewhere private' : ''
    }`,
  backupSaved: (file: string) => `Encrypted backup saved in ${file}`,
  wordsWarning: 'Anyone who has these words has the money. Write them down and keep them secret.',
} as const;

/** Sentences of the commands for signing away from the network. */
export const offlineWords = {
  rounds: (round: number, rounds: number) =>
    `Round ${round} of ${rounds}: each transaction spends what the one before it left, so each is exported, signed and imported separately.`,
  together: (count: number, later: number) =>
    [
      count === 1
        ? 'One transaction goes into this bundle.'
        : `${count} transactions go into this bundle: none spends what another needs.`,
      ...(later === 0
        ? []
        : [
            later === 1
              ? 'One more has to wait for the next round, since it spends funds that this bundle needs.'
              : `${later} more have to wait, for up to ${later} rounds, since they spend funds that this bundle needs.`,
          ]),
    ].join(' '),
  nextRound: (next: number, rounds: number) => `When it is on chain, export round ${next} of ${rounds}.`,
  recorded: (hash: string) => `Recorded as exported: ${hash}`,
  written: (file: string) => `Bundle written to ${file}`,
  fingerprint: (fingerprint: string) => `Fingerprint    ${fingerprint}`,
  validUntil: (time: string) => `Valid until    ${time}`,
  wallet: (address: string) => `Wallet         ${address}`,
  network: (network: string) => `Network        ${network}`,
  ofKeys: (address: string) => `These keys     ${address}`,
  transaction: (at: number, of: number, hash: string) => `Transaction ${at} of ${of}: body ${hash}`,
  agreed: (line: string) => `Agreement      ${line}`,
  baseUnits: (gone: string, least: string) => `In base units: ${gone} leaves, at least ${least} comes`,
  signer: (keyHash: string, places: readonly (string | undefined)[]) =>
    [
      'Signed by key',
      keyHash,
      ...places.flatMap((place) => (place === undefined ? [] : [`at ${place}`])),
    ].join(' '),
  question: 'Type yes to sign this: ',
  witnessWritten: (file: string) => `Signature written to ${file}`,
  receiptWritten: (file: string) => `Receipt written to ${file}`,
  noReceipt: 'No receipt was written: several people sign for this wallet, and no single key speaks for it.',
  framesWritten: (codes: number, needed: number, folder: string) =>
    needed === 1
      ? `One code written to ${folder}`
      : `${codes} codes written to ${folder}; any ${needed} or a few more of them are enough`,
  dense: (tooDense: boolean) =>
    tooDense
      ? 'These codes are too dense for most phones: take fewer bytes with --bytes-per-code.'
      : 'These codes are dense: if a phone cannot read them, take fewer bytes with --bytes-per-code.',
  sendQuestion: 'Type yes to send this: ',
} as const;

/** The steps of the demo. */
export const demoSteps = [
  'Starting the practice service: a market and a ledger on this machine',
  'Making a wallet: 24 recovery words, kept in memory for this run only',
  'Funding it from the practice faucet',
  'Trading: quote, build, inspect, sign, submit, wait until filled',
  'Taking a picture of the swap view',
] as const;

const AGAIN = 'Run the command again for a fresh price.';
const RESUME =
  'The trade is signed, and nothing was sent from here: resume with the same journal asks the service again, and resume --assemble-locally does without it.';
const SENT_AGAIN =
  'Do not repeat the trade before then: resume with the same journal sends the same bytes again, or says how the trade ended.';
const RECORDED_LATER =
  'Make the journal writable again (free disk space, permissions). Do not repeat the trade: it is signed, and resume with the same journal continues it.';
const BY_ID = 'Check its policy id, then name it by its full id (policy id and asset name in hex).';
const ADDRESS = 'Check the network, and the address after --base-url.';
const LEDGER_ADDRESS = 'Check the network, and the address after --ledger-url.';

/** Advice for the command line, where the app would send people to a window. */
const ADVICE: Readonly<Partial<Record<FailureCode, string>>> = {
  'already-on-chain':
    'It was not signed a second time. The journal of the command that sent it shows what was paid and received; for one more trade, run the command again.',
  'approval-expired': AGAIN,
  'backup-other-network': 'Name that network with --network, or use the backup of another wallet.',
  'data-folder-unusable':
    'Make it a folder that you may write to, or name a journal elsewhere with --journal.',
  'data-directory-busy': 'Wait until the other command has ended, or name another file with --journal.',
  'inputs-spent': `If another command or program trades with this wallet, look at its trade first. ${AGAIN}`,
  'ledger-key-refused': 'Check the value of the variable that --ledger-key-env names.',
  'ledger-quota-used':
    'Use another token or back-end (--ledger-url, --ledger-key-env), or wait until tomorrow.',
  'ledger-redirected': LEDGER_ADDRESS,
  'ledger-unreachable': LEDGER_ADDRESS,
  'pool-out-of-sync': AGAIN,
  'price-moved': AGAIN,
  'quote-expired': AGAIN,
  'quote-unknown': AGAIN,
  'signed-elsewhere':
    'It was not signed a second time. resume with that journal continues the trade, or says how it ended; a journal of the application is continued by the application.',
  'ledger-cannot-prove':
    'Name a back-end that keeps the history: --second-ledger-url, or another --ledger-url with its --ledger-api.',
  'ledgers-disagree':
    'Do not repeat the trade: look up its hash on the ledger some other way. Then find out which of --ledger-url and --second-ledger-url is wrong, and resume with the right one.',
  'second-ledger-same': 'Name one that somebody else runs, or leave --second-ledger-url out.',
  'service-built-nothing': AGAIN,
  'service-changed-transaction': `${RESUME} Stop trading with this service; its answer is kept as evidence.`,
  'service-did-not-sign': RESUME,
  'service-key-refused': 'Check the value of the variable that --api-key-env names.',
  'service-redirected': ADDRESS,
  'service-unreachable': ADDRESS,
  'signature-incomplete': RESUME,
  'sources-disagree': 'Nothing was signed. Find out which one is wrong: --ledger-url or --second-ledger-url.',
  'storage-busy':
    'Close that program or wait until it is done, then run the command again, or name another file with --journal.',
  'storage-failed': 'Check the disk and the permissions, or name another file with --journal.',
  'storage-gone':
    'Put the file back in its place, from where it was moved to or from a copy, before you trade again.',
  'storage-full': 'Free some disk space, or name a file on another disk with --journal.',
  'storage-corrupt':
    'Restore it from a copy, or name another file with --journal. Trades already sent continue.',
  'submission-refused': `It is signed, so it could still get on chain until it expires. ${SENT_AGAIN}`,
  'submission-unknown': 'Do not repeat the trade before you know: look for its hash on the ledger.',
  'ticker-disputed': BY_ID,
  'ticker-unconfirmed': BY_ID,
  'token-unacknowledged': BY_ID,
  'token-unknown': 'Name it by the ticker of a verified token, or by its full id.',
  'trade-not-in-that-state':
    'Find out its state before you trade again: resume with the same journal reports it.',
  'wrong-network': 'Check --network and --ledger-url.',
};

/** The failure, whether money is affected, and the advice for the command line. */
export function failureWords(item: Failure): FailureText {
  const words = failureText(item);
  if (item.code === 'transaction-expired')
    return { ...words, advice: words.money === 'unknown' ? SENT_AGAIN : AGAIN };
  if (item.code === 'inputs-spent' && item.data?.['unproven'] === true) return words;
  // A step after the signature could not be recorded: another journal would not know the trade.
  if (item.code.startsWith('storage-') && words.money === 'unknown' && item.data?.['signed'] === true)
    return { ...words, advice: RECORDED_LATER };
  return { ...words, advice: ADVICE[item.code] ?? words.advice };
}
