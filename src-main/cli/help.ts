import {
  accountOptions,
  commonOptions,
  connectionOptions,
  followOptions,
  fromOption,
  orderOptions,
  walletOptions,
  type Option,
  type OptionTable,
} from './option-groups.ts';
import {
  commandNames,
  commandWords,
  tables,
  verbsOf,
  wordOf,
  type CommandName,
  type CommandWord,
} from './option-tables.ts';

/** The help: each option by its row in the tables that the commands read, and prose on how a command behaves. */

const SUMMARIES: Readonly<Record<CommandWord, string>> = {
  quote: 'asks for a price and compares it with pools on the ledger (at practice when no service is named)',
  swap: 'trades: quote, build, inspect, sign, submit, follow until filled',
  limit: 'places limit orders: one, several equal ones in one transaction, or a ladder of prices',
  dca: 'recurring orders, which divide a total over trades at fixed times',
  orders: 'lists the orders of a wallet or an address',
  cancel: 'cancels orders, one or many',
  send: 'pays ADA and tokens to an address',
  resume: 'continues a trade that was signed, or reports its outcome',
  balance: 'shows what a wallet or an address holds',
  'check-connection': 'tests a service and a ledger by questions that change nothing',
  inspect: 'judges any transaction before it is signed',
  audit: "recomputes what a transaction's fills should have paid, and compares that with what they did pay",
  'verify-receipt': "proves a trade's receipt from its file alone",
  'check-release': 'says whether a downloaded file belongs to a signed release',
  keys: '',
  export: 'has a trade built and writes it as a bundle, to be signed on another machine',
  offline: 'judges and signs a bundle; uses no network',
  frames: 'writes a bundle, or signatures, as pictures of codes that a camera reads',
  'import-witness': 'takes the signatures of an exported trade, sends it and follows it',
  demo: 'runs a complete practice trade, from new keys to filled',
};

/** The end of the sentence on options that a command has in common with `swap`, and paragraphs on how it behaves. */
interface Prose {
  readonly asForSwap?: string;
  readonly notes?: readonly string[];
}

const PLACED = '; default --wait placed';

const PROSE: Readonly<Partial<Record<CommandName, Prose>>> = {
  limit: {
    asForSwap: PLACED,
    notes: ['A signal stops a ladder after the current transaction; orders already placed remain.'],
  },
  'dca create': { asForSwap: `${PLACED}; --wait filled waits until the last trade was made` },
  'dca cancel': {
    asForSwap: PLACED,
    notes: [
      'What must come back (the unsold rest, unspent fees, deposit) is first checked against the chain and the transaction.',
    ],
  },
  orders: {
    notes: [
      'Each open limit order is compared with the pools of other exchanges, as the ledger back-end reports them.',
    ],
  },
  cancel: {
    asForSwap: PLACED,
    notes: [
      'Before a key is used, the transaction must cancel exactly these orders and pay all that they hold to the wallet, less the network fee. A fee that the service states for itself (at most 2 ADA per order) needs --accept V3. Many orders are divided over as few transactions as the service allows. An order that the exchange fills first is reported and is not a failure.',
    ],
  },
  send: {
    asForSwap: `${PLACED}. The first payment to an address needs --accept P7`,
    notes: [
      'The service is asked for nothing but the names of tokens: the transaction is built here, from what the ledger says.',
    ],
  },
  resume: { asForSwap: '. No keys are needed: nothing is signed.' },
  'check-connection': {
    notes: [
      'Asks a few questions that change nothing: which host answers, whether the API key is accepted, how answers are written, how far the clocks differ; of the ledger its network, the age of its latest block, and what it can show. Ends with 1 where a line failed.',
    ],
  },
  audit: {
    notes: [
      "Shows, for each order that the transaction executes, what the exchange's own formula pays, given the pool as earlier orders in the batch left it, and what was paid. Exits with 0 if all are exact or no order is executed (the list is then empty), 3 if some cannot be checked, 4 if any is not exact, 2 if the input cannot be read, 1 if the ledger does not answer. With --tx, the transactions on either side of it at the same pools are read too. If someone traded the same way before an order and reversed that trade after it, this is shown, with what the order lost by it; the exit code stays the same.",
    ],
  },
  'check-release': {
    notes: [
      'Uses no network. Refuses a file or manifest with even one byte changed; a manifest that is unsigned, expired, signed with another key or for another product; and a version older than this Touchstone.',
    ],
  },
  export: {
    notes: [
      'The trade is inspected here and recorded as exported: from then on it may reach the chain without this machine. Warnings are agreed to where it is signed. What is valid for less than five minutes is not exported.',
    ],
  },
  'offline inspect': {
    notes: ["Exit codes as of inspect. Which keys are the wallet's is the bundle's own word here."],
  },
  'offline sign': {
    asForSwap: ". Rule O3 asks about each token once: its name and decimals are the exporter's word",
    notes: [
      "Both proofs run again, on the bytes of the parent transactions in the bundle, with this machine's own keys, clock and rules; what the bundle says can only narrow them. Asks about anything signed here earlier that may still go through (V12), and refuses to sign what is valid for less than five minutes.",
    ],
  },
  'import-witness': { asForSwap: '. An incomplete set is kept until the rest comes' },
};

const WIDTH = 120;
/** Where the help of an option begins. */
const COLUMN = 23;

/** Text after `first`, in lines of at most 120 characters, of which all but the first are indented. */
function wrapped(first: string, text: string, indent: number): string[] {
  const lines = [first];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    const longer = /(?:^|\s)$/.test(line) ? line + word : `${line} ${word}`;
    if (longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(' '.repeat(indent) + word);
  }
  return lines;
}

const paragraphs = (notes: readonly string[]): string[] =>
  notes.flatMap((note) => ['', ...wrapped('  ', note, 2)]);

/** Options that follow each other with the same help share an entry. */
function entries(options: OptionTable): string[] {
  const shared: { heads: string; help: string }[] = [];
  for (const [name, option] of Object.entries(options)) {
    const head = `--${name}${option.type === 'boolean' ? '' : ` ${option.takes}`}`;
    const last = shared.at(-1);
    if (last?.help === option.help) last.heads += ` ${head}`;
    else shared.push({ heads: head, help: option.help });
  }
  return shared.flatMap(({ heads, help }) => {
    const lines = wrapped('  ', heads, 2);
    const last = lines.pop() ?? '';
    return [...lines, ...wrapped(last.length + 2 > COLUMN ? `${last}  ` : last.padEnd(COLUMN), help, COLUMN)];
  });
}

/** The commands that take an option. */
function takers(option: Option): CommandWord[] {
  const taking = commandNames.filter((name) => Object.values<Option>(tables[name]).includes(option));
  return [...new Set(taking.map(wordOf))];
}

interface Group {
  readonly title: string;
  readonly options: OptionTable;
  /** The commands that take it, named after its title. */
  readonly takers?: readonly CommandWord[];
  readonly notes?: readonly string[];
}

/** Options that several commands have in common. */
const GROUPS: readonly Group[] = [
  {
    title: 'Service and ledger',
    options: connectionOptions,
    takers: takers(connectionOptions['base-url']),
  },
  { title: 'The trade', options: orderOptions, takers: takers(orderOptions.in) },
  {
    title: 'Keys',
    options: { ...walletOptions, ...fromOption, 'account-key': accountOptions['account-key'] },
    takers: takers(walletOptions['mnemonic-file']),
    notes: [
      'A wallet is all addresses of its account that were used: they are looked for on the ledger. Payments spend from all of them; a trade is built from one.',
    ],
  },
  {
    title: 'swap (most of it for limit, dca and cancel too)',
    options: followOptions,
    notes: [
      'A trade that an earlier swap left open in the journal is reported and followed. A signal (Ctrl-C) before the signature abandons the trade; after it, the command reports the state of the trade. A second signal stops the command at once: the journal has every step.',
    ],
  },
];

function groupLines({ title, takers: words, options, notes = [] }: Group): string[] {
  const heading = words === undefined ? title : `${title} (${words.join(', ')})`;
  return ['', ...wrapped('', heading, 0), ...entries(options), ...paragraphs(notes)];
}

/** The exports share their options, and so a section. */
const sectionOf = (name: CommandName): CommandName => (wordOf(name) === 'export' ? 'export' : name);

/** The options of a command by name: those with an entry here, and others that were explained before. */
function sectionLines(section: CommandName, shown: Set<Option>): string[] {
  const rows = commandNames
    .filter((name) => sectionOf(name) === section)
    .flatMap((name) => Object.entries<Option>(tables[name]));
  const taken = new Set(rows.map(([, row]) => row));
  const namesIn = (options: OptionTable): string =>
    Object.entries(options)
      .flatMap(([name, row]) => (taken.has(row) ? [`--${name}`] : []))
      .join(', ');
  const above = GROUPS.filter(({ takers: words }) => words?.includes(wordOf(section)) === false)
    .map(({ options }) => namesIn(options))
    .filter((names) => names !== '');
  const followed = namesIn(followOptions);
  const own: Record<string, Option> = {};
  for (const [name, row] of rows) {
    if (!shown.has(row)) own[name] = row;
    shown.add(row);
  }
  const { asForSwap = '', notes = [] } = PROSE[section] ?? {};
  const lines = [
    ...entries(own),
    ...(above.length === 0 ? [] : wrapped('  ', `${above.join(', ')} as above`, 2)),
    ...(followed === '' ? [] : wrapped('  ', `${followed} as for swap${asForSwap}`, 2)),
  ];
  const title = section === 'export' ? `export ${verbsOf('export').join(' | ')}` : section;
  return ['', title, ...lines, ...paragraphs(notes).slice(lines.length === 0 ? 1 : 0)];
}

function sections(): string[] {
  const shown = new Set<Option>(GROUPS.flatMap(({ options }) => Object.values(options)));
  return [...new Set(commandNames.map(sectionOf))]
    .filter((section) => section !== 'quote' && section !== 'swap')
    .flatMap((section) => sectionLines(section, shown));
}

function summary(word: CommandWord): string {
  const text = [verbsOf(word).join(' | '), SUMMARIES[word]].filter((part) => part !== '').join(': ');
  return `  ${word.length < 10 ? word.padEnd(10) : `${word}  `}${text}`;
}

export const HELP = `Touchstone on the command line: npm run --silent touchstone -- COMMAND [OPTIONS]

${commandWords.map(summary).join('\n')}

Every command takes --json: ${commonOptions.json.help}. A failure's object is
{"failure": {"code", "message", "money", "advice", ...}}, with "tx_hash" and "state" once a trade was built.
${GROUPS.flatMap(groupLines).join('\n')}
${sections().join('\n')}

The practice service (a market and a ledger on this machine) is started by: npm run --silent practice --
  [--port 0] [--seed 7] [--api-key K] [--data DIR] [--block-time 2s] [--speed 1] [--exchanges FILE]
  [--dialect spec|wild] [--wild none|NAME,…]
  --speed N runs the market, blocks and recurring orders N times as fast

Exit codes: 0 done; 1 refused or failed, with the failure's code; 2 the command line is wrong; 129, 130 and 143
stopped by SIGHUP, SIGINT and SIGTERM. inspect: 0 pass, 3 warn, 4 block, 2 unreadable; for several, the worst.
verify-receipt: 0 valid, 4 not valid, 2 unreadable. check-release: 0 good, 4 refused, 2 unreadable.
`;
