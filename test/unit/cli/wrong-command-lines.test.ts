import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from '../../../src-main/cli/commands.ts';
import { Interruption, Terminal, UsageError } from '../../../src-main/cli/terminal.ts';
import { but, KEY, order, swapWith, there, WORDS } from '../../support/right-command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-usage-'));

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const words = file('words.txt', WORDS);
const swap = swapWith(words);
const limit = ['limit', ...swap.slice(1)];

interface Wrong {
  readonly args: readonly string[];
  readonly says: RegExp;
  readonly code?: string;
}

const wrong: Readonly<Record<string, Wrong>> = {
  'no command': { args: [], says: /a command is needed: quote, swap/ },
  'an unknown command': { args: ['steal'], says: /no such command: use quote, swap/ },
  'a name of every object': { args: ['constructor'], says: /no such command/ },
  'no verb': { args: ['keys'], says: /keys takes new, import or address/ },
  'an unknown verb': { args: ['keys', 'toString'], says: /keys takes new, import or address/ },
  'an unknown option': { args: [...swap, '--hurry'], says: /no option --hurry here.*takes --base-url/ },
  "another command's option": { args: ['balance', ...there, '--amount', '1'], says: /no option --amount/ },
  'an option without value': { args: ['swap', '--amount'], says: /--amount needs a value/ },
  'an option in the place of a value': {
    args: ['swap', '--amount', '--yes'],
    says: /--amount needs a value/,
  },
  'an empty value': { args: but(swap, '--in', ''), says: /--in needs a value/ },
  'a switch with a value': { args: ['swap', '--yes=no'], says: /--yes is a switch/ },
  'an option twice': { args: [...swap, '--amount', '26'], says: /--amount is given twice/ },
  'a word alone': { args: ['keys', 'import', 'abandon'], says: /argument 1 has no option/ },
  'the key itself as an option': { args: ['quote', `--api-key=${KEY}`], says: /secrets are never given/ },
  'no base URL': { args: but(swap, '--base-url'), says: /--base-url is needed/ },
  'no ledger URL': { args: but(swap, '--ledger-url'), says: /--ledger-url is needed/ },
  'no key variable': { args: but(swap, '--api-key-env'), says: /--api-key-env is needed/ },
  'a network without a service': {
    args: ['quote', ...order, '--network', 'mainnet'],
    says: /--base-url is needed/,
  },
  'the key in the place of its name': {
    args: but(swap, '--api-key-env', KEY),
    says: /--api-key-env takes the name of an environment variable/,
  },
  'an empty key': { args: but(swap, '--api-key-env', 'EMPTY_KEY'), says: /--api-key-env .* it is empty/ },
  'a key with a blank': {
    args: but(swap, '--api-key-env', 'BLANK_KEY'),
    says: /--api-key-env: The API key has characters/,
    code: 'api-key-malformed',
  },
  'plain http elsewhere': {
    args: but(swap, '--base-url', 'http://api.example'),
    says: /--base-url: .*plain http is allowed on this machine only/,
    code: 'service-address-refused',
  },
  'an address with a user': {
    args: but(swap, '--ledger-url', 'https://me@ledger.example'),
    says: /--ledger-url: .*user name/,
    code: 'service-address-refused',
  },
  'no charts address': {
    args: [...swap, '--charts-url', 'charts'],
    says: /--charts-url: .*https/,
    code: 'service-address-refused',
  },
  'another network': { args: [...swap, '--network', 'testnet'], says: /mainnet, preprod or preview/ },
  'nothing to pay with': { args: but(swap, '--in'), says: /--in is needed/ },
  'nothing to get': { args: but(swap, '--out'), says: /--out is needed/ },
  'no amount': { args: but(swap, '--amount'), says: /--amount is needed/ },
  'no number': { args: but(swap, '--amount', 'much'), says: /not "much"/, code: 'amount-malformed' },
  'a negative amount': { args: but(swap, '--amount', '-5'), says: /above zero/, code: 'amount-malformed' },
  'an amount of zero': { args: but(swap, '--amount', '0.0'), says: /above zero/, code: 'amount-malformed' },
  'a comma that could mean two': {
    args: but(swap, '--amount', '10,000'),
    says: /--amount: 10,000 could mean 10000 or 10.000. Write 10000 or 10.0./,
    code: 'number-ambiguous',
  },
  'a slippage that could mean two': {
    args: [...swap, '--slippage', '1,500'],
    says: /--slippage: 1,500 could mean 1500 or 1.500. Write 1500 or 1.5./,
    code: 'number-ambiguous',
  },
  'a price that could mean two': {
    args: [...limit, '--price', '9,080'],
    says: /--price: 9,080 could mean 9080 or 9.080. Write 9080 or 9.08./,
    code: 'number-ambiguous',
  },
  'tokens for an ADA that could mean two': {
    args: [...limit, '--tokens-per-ada', '1,250'],
    says: /--tokens-per-ada: 1,250 could mean/,
    code: 'number-ambiguous',
  },
  'a percentage that could mean two': {
    args: [...limit, '--percent=-2,500'],
    says: /--percent: 2,500 could mean/,
    code: 'number-ambiguous',
  },
  'a last price that could mean two': {
    args: [...limit, '--price', '1', '--to', '1,125', '--count', '3'],
    says: /--to: 1,125 could mean/,
    code: 'number-ambiguous',
  },
  'a number of orders that could mean two': {
    args: [...limit, '--price', '1', '--multiples', '1,000'],
    says: /--multiples: 1,000 could mean/,
    code: 'number-ambiguous',
  },
  'a number of trades that could mean two': {
    args: ['dca', 'create', ...swap.slice(1), '--every', '1day', '--cycles', '1,000'],
    says: /--cycles: 1,000 could mean/,
    code: 'number-ambiguous',
  },
  'a price that is none': {
    args: [...limit, '--price', 'cheap'],
    says: /--price: "cheap" is not a price above zero/,
    code: 'price-malformed',
  },
  'groups that are none': {
    args: but(swap, '--amount', '12,34,567'),
    says: /25 or 0.5/,
    code: 'amount-malformed',
  },
  'too fine a slippage': {
    args: [...swap, '--slippage', '0.001'],
    says: /at most two decimals/,
    code: 'slippage-out-of-range',
  },
  'no slippage': { args: [...swap, '--slippage', '0'], says: /0.01 to 50/, code: 'slippage-out-of-range' },
  'any slippage': {
    args: [...swap, '--slippage', '50.01'],
    says: /0.01 to 50/,
    code: 'slippage-out-of-range',
  },
  'no exchange codes': { args: [...swap, '--exclude', 'EXA,,EXB'], says: /--exclude takes exchange codes/ },
  'another goal': { args: [...swap, '--wait', 'forever'], says: /submitted, placed or filled/ },
  'no time': { args: [...swap, '--timeout', '0'], says: /--timeout takes seconds/ },
  'no rules': { args: [...swap, '--accept', 'all'], says: /--accept takes rules/ },
  'nobody to ask': { args: swap.filter((arg) => arg !== '--yes'), says: /--yes is needed/ },
  'no keys': { args: but(swap, '--mnemonic-file'), says: /--mnemonic-file or --backup-file is needed/ },
  'keys twice': { args: [...swap, '--backup-file', words], says: /give one of them/ },
  'a backup without password': {
    args: [...but(swap, '--mnemonic-file'), '--backup-file', words],
    says: /--password-file is needed/,
  },
  'a file that is not there': {
    args: but(swap, '--mnemonic-file', '/no/such'),
    says: /cannot be read \(ENOENT\)/,
  },
  'a folder': { args: but(swap, '--mnemonic-file', folder), says: /cannot be read \(EISDIR\)/ },
  'a password file that is not there': { args: [...swap, '--password-file', '/no/such'], says: /ENOENT/ },
  'UTF-16': {
    args: but(swap, '--mnemonic-file', file('utf16.txt', Buffer.from(WORDS, 'utf16le'))),
    says: /is not plain text in UTF-8/,
  },
  'other bytes': {
    args: but(swap, '--mnemonic-file', file('bytes', Uint8Array.of(0xff, 0xfe, 0xc0))),
    says: /is not plain text in UTF-8/,
  },
  'too large a file': {
    args: but(swap, '--mnemonic-file', file('large', 'abandon '.repeat(40_000))),
    says: /is too large/,
  },
  'an address that is none': {
    args: ['balance', ...there, '--address', 'addr1x'],
    says: /--address takes an address/,
  },
  'an address of another network': {
    args: [
      ...['balance', ...there, '--network', 'mainnet', '--address'],
      'addr_test1qqjwzn2z8x53jlnyeksluvu4fe48av5au3fmwjxqscluxt3p57pyce8wjjyyjq9v99mfm3kymmjjxecde0kgrhry94fsl58gn0',
    ],
    says: /--address is not one of mainnet/,
  },
  'an address and keys': {
    args: ['balance', ...there, '--address', 'addr1x', '--mnemonic-file', words],
    says: /replaces the keys/,
  },
  'a demo without number': { args: ['demo', '--seed', 'seven'], says: /--seed takes a whole number from 0/ },
  'a demo without amount': { args: ['demo', '--amount', 'x'], says: /not "x"/, code: 'amount-malformed' },
};

const terminal = new Terminal(true);
const interruption = new Interruption(terminal);

beforeAll(() => {
  vi.stubEnv('SERVICE_KEY', KEY);
  vi.stubEnv('EMPTY_KEY', '');
  vi.stubEnv('BLANK_KEY', `${KEY} `);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test.each(Object.entries(wrong))('%s', async (_name, { args, says, code }) => {
  const error: unknown = await runCommand(args, terminal, interruption).catch((met: unknown) => met);
  if (!(error instanceof UsageError)) throw new Error('it was taken for right', { cause: error });
  expect(error.message).toMatch(says);
  expect(error.failure?.code).toBe(code);
  expect(error.message).not.toMatch(/abandon/);
  expect(error.message).not.toContain(KEY);
});
