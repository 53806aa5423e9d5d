/** An option as a command reads it: the kind of its value, the sign for it in the help, and the help itself. */
export type Option =
  | { readonly type: 'boolean'; readonly help: string }
  | { readonly type: 'string' | 'strings'; readonly takes: string; readonly help: string };

/** The options of a command by name: those that take a text, those that may be given more than once, and switches. */
export type OptionTable = Readonly<Record<string, Option>>;

export const text = (takes: string, help: string) => ({ type: 'string', takes, help }) as const;
export const texts = (takes: string, help: string) => ({ type: 'strings', takes, help }) as const;
export const flag = (help: string) => ({ type: 'boolean', help }) as const;

/** The options of every command. */
export const commonOptions = {
  json: flag('one object on stdout, progress on stderr'),
  help: flag('this text'),
} as const satisfies OptionTable;

/** The options that name the service and the ledger of a command. */
export const connectionOptions = {
  'base-url': text('U', 'main API of the service, https (plain http on this machine only)'),
  'charts-url': text(
    'U',
    'charts API of the service (asked by check-connection alone; the others check its form)',
  ),
  'ledger-url': text('U', 'ledger back-end'),
  'ledger-api': text(
    'A',
    'what it speaks: blockfrost (default), koios or ogmios. Ogmios knows no history: trades also need a second back-end that does',
  ),
  'submit-url': text('U', "a node's submit API, which takes the transactions in its place"),
  'second-ledger-url': text('U', 'a second back-end: it confirms what a transaction spends'),
  'second-ledger-api': text('A', 'what that one speaks: koios (default), blockfrost or ogmios'),
  'api-key-env': text('V', "environment variable that holds the service's API key"),
  'ledger-key-env': text('V', "environment variable that holds the ledger back-end's token"),
  network: text('N', 'mainnet, preprod (default) or preview'),
} as const satisfies OptionTable;

const TOKENS =
  'ADA, the ticker of a token that the service calls verified, or a full token id (the only way to name any other)';

/** The options that say what is traded. */
export const orderOptions = {
  in: text('T', TOKENS),
  out: text('T', TOKENS),
  amount: text(
    'A',
    'how much of --in is paid, in whole units: 25, 0.5 or 12,345.6. An ambiguous number, such as 10,000, is refused with both readings; the same holds for prices, percentages and counts',
  ),
  slippage: text('P', 'percent from 0.01 to 50; default 1 (not for limit)'),
  exclude: text('A,B', 'exchange codes that must not be used (not for dca)'),
} as const satisfies OptionTable;

/** The options that name the keys of a command. */
export const walletOptions = {
  'mnemonic-file': text('F', 'recovery words as plain text; needs no password (a password file is not used)'),
  'backup-file': text('F', 'an encrypted backup, opened with --password-file'),
  'password-file': text('F', 'password in the first line of a file'),
} as const satisfies OptionTable;

/** The options that name the address that trades. */
export const fromOption = {
  from: text(
    'ADDR',
    'trade from this address of the wallet, and cancel what was placed from it; default: the first one (swap, limit, dca, cancel, send, export)',
  ),
} as const satisfies OptionTable;

/** The options of every command that is about all of a wallet's addresses. */
export const accountOptions = {
  ...connectionOptions,
  ...walletOptions,
  address: text('A', 'this address instead of the first one of the keys'),
  'account-key': text(
    'K',
    "an account's public key (acct_xvk1…) in place of the keys (dca list, orders, balance)",
  ),
} as const satisfies OptionTable;

/** The options of a trade that is signed and followed, as `swap` has them. */
export const followOptions = {
  wait: text('W', 'submitted, placed or filled (default)'),
  timeout: text('S', 'seconds to wait for that; default 600'),
  yes: flag(
    'sign without asking, but never at a price worse than quoted, nor with a warning of a rule that --accept does not name, nor for a ticker that the ledger does not confirm: then name the id',
  ),
  accept: text(
    'R,R',
    'rules whose warnings are accepted in advance, such as V16: costs above 4 ADA and 2 % of the trade',
  ),
  journal: text('F', "where the trade is recorded; default: the wallet's own file in the data folder"),
  receipt: text('F', 'a new file for the signed receipt'),
  'assemble-locally': flag(
    'if the service fails or cheats after the signature, assemble the transaction here; without this the command ends and says so',
  ),
} as const satisfies OptionTable;
const { wait, timeout, yes, accept, journal, receipt, 'assemble-locally': assembleLocally } = followOptions;

/** The options that say how long a command waits, and for what. */
export const waitOptions = { wait, timeout } as const;
export const receiptOptions = { receipt } as const;

/** The options of every command that builds. */
export const coreOptions = { ...connectionOptions, ...fromOption, journal } as const;

/** The options of every command that signs. */
export const traderOptions = {
  ...coreOptions,
  ...walletOptions,
  ...waitOptions,
  accept,
  yes,
  'assemble-locally': assembleLocally,
} as const;

const { in: pay, out: bought, amount, slippage, exclude } = orderOptions;
const LADDER =
  'a ladder: N orders, one transaction each, from the first price to this one (in the same form), under one agreement and at one exchange';

/** The options of a limit order. */
export const limitOrderOptions = {
  in: pay,
  out: bought,
  amount,
  exclude,
  dex: text('CODE', 'use this exchange only'),
  price: text('P', 'one price: ADA per token; or'),
  'tokens-per-ada': text('P', 'tokens per ADA; or'),
  percent: text('P', 'from the market price, such as --percent=-2.5'),
  multiples: text('N', 'N equal orders in one transaction; the remainder of the division goes to the last'),
  to: text('P', LADDER),
  count: text('N', LADDER),
  sizes: text('S', 'of a ladder: equal (default), linear or geometric'),
  spacing: text('S', 'of its prices: linear (default) or geometric'),
  'off-market': flag(
    'the price is intended although it is more than 5 % worse than the market, or no market price is known; accepts rule P10',
  ),
} as const satisfies OptionTable;

/** The options that say what a recurring order is. */
export const dcaOrderOptions = {
  in: pay,
  out: bought,
  amount,
  slippage,
  cycles: text(
    'N',
    'how many trades --amount is divided into; the remainder of the division goes to the last',
  ),
  every: text('I', 'one of 1min, 5min, 15min, 30min, 1hour, 2hour, 4hour, 1day, 1week, 1month'),
  exchanges: text('A,B', 'the only exchange codes that may be used; default: all'),
} as const satisfies OptionTable;

/** The options that say which orders are cancelled. */
export const selectionOptions = {
  order: text('ID,ID', 'ids as orders shows them, or'),
  all: flag('every order that can be cancelled; --pair and --older-than narrow this down'),
  pair: text('T', 'orders of this token only'),
  'older-than': text('30m|12h|7d', 'orders of at least this age'),
} as const satisfies OptionTable;

/** The options that say what is paid, and from what. */
export const paymentOptions = {
  to: text(
    'ADDR',
    "the recipient's whole address; addresses of scripts and of the old form (Byron) are refused",
  ),
  amount: text(
    'A',
    'ADA, or max: all that can be sent. May be left out with --token: the least ADA that the network asks for is then added',
  ),
  token: texts('T=A', 'a token and how much of it in whole units; may be given several times'),
  coins: text('H#I,H#I', 'spend exactly these outputs of the wallet; default: as few as it takes'),
  gather: flag(
    'instead of all these: brings what is at other addresses of the wallet to the one that trades, as much as fits into one transaction',
  ),
} as const satisfies OptionTable;

/** The options that name a wallet whose keys are elsewhere. */
export const watchedOptions = {
  address: text('A', 'the wallet by its address, or'),
  'account-key': text(
    'K',
    "by its account's public key (acct_xvk1…, or hex): the bundle then also gives each key's derivation path, in the wallet's first account or in that of --account",
  ),
  account: text('N', "that account's number, from 0"),
  'native-script': text(
    'F',
    'a shared wallet by its native script: JSON as cardano-cli reads it; with --address A if its address has a stake part. Complete once enough have signed, in any order',
  ),
} as const satisfies OptionTable;

/** The options of every command that exports. */
export const exportOptions = {
  ...coreOptions,
  ...watchedOptions,
  bundle: text('F', 'the new file; with the other options of the command itself, but for keys'),
  'tx-file': text(
    'F',
    'the transaction besides, as cardano-cli reads it: transaction witness can sign it in place of Touchstone',
  ),
} as const satisfies OptionTable;

/** The keys of a machine without a network. */
export const offlineKeyOptions = {
  'mnemonic-file': text(
    'F',
    'recovery words (12 to 24), with --account N; for scripts also their CIP-1854 keys; or',
  ),
  'encrypted-key': text('F', 'a root key encrypted by EMIP-3, with --password-file and --account N; or'),
  'password-file': walletOptions['password-file'],
  account: text('N', "the account's number, from 0 (default)"),
  skey: texts('F', 'a signing key of cardano-cli, once for each key'),
  address: text('A', 'with --skey: names your own address, whose stake part then counts as yours'),
} as const satisfies OptionTable;
