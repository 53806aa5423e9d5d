import { describe, expect, test } from 'vitest';
import { CommandPlace } from '../../support/command-line.ts';
import { but, KEY, swapWith, WORDS } from '../../support/right-command-line.ts';

const place = new CommandPlace({ SERVICE_KEY: KEY });
const words = place.file('words.txt', WORDS);
const swap = swapWith(words);

describe.concurrent('a command line that is wrong', () => {
  test.each([
    ['no command', [], 'command-line-wrong', /a command is needed/],
    ['an unknown option', [...swap, '--hurry'], 'command-line-wrong', /no option --hurry here/],
    ['a word alone', ['keys', 'import', 'abandon'], 'command-line-wrong', /argument 1 has no option/],
    ['the key itself', ['quote', `--api-key=${KEY}`], 'command-line-wrong', /secrets are never given/],
    ['no number', but(swap, '--amount', 'much'), 'amount-malformed', /not "much"/],
    ['no file', but(swap, '--mnemonic-file', '/no/such'), 'command-line-wrong', /cannot be read \(ENOENT\)/],
  ])('%s: exit code 2, in words and as one object, without a secret', async (_name, args, code, says) => {
    const ended = await place.json(args);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(says);
    expect(ended.json.failure).toMatchObject({
      code,
      message: expect.stringMatching(says),
      advice: expect.stringMatching(/--help/),
    });
    expect(ended.stdout + ended.stderr).not.toMatch(/abandon/);
    expect(ended.stdout + ended.stderr).not.toContain(KEY);
  });

  test('without --json leaves stdout empty', async () => {
    expect(await place.run(['swap', '--hurry'])).toMatchObject({ code: 2, stdout: '' });
  });
});

test.concurrent.each([['help'], ['-h'], ['swap --help'], ['keys --help'], ['keys new --help']])(
  'help: %s',
  async (line) => {
    const args = line.split(' ');
    const { code, stdout, stderr } = await place.run(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const word of ['quote', 'swap', 'balance', 'keys', 'demo', '--mnemonic-file', 'Exit codes'])
      expect(stdout).toContain(word);
  },
);

describe.concurrent('files with keys', () => {
  test.each([
    ['empty', '', 'not 0'],
    ['of one word', 'abandon', 'not 1'],
    ['of a word that is none', WORDS.replace('art', 'artful'), 'word 24'],
    ['with a wrong checksum', `${'abandon '.repeat(23)}zoo`, 'checksum'],
  ])('%s are refused by position, never by word', async (name, content, says) => {
    const file = place.file(`${name}.txt`, content);
    const { code, json, stdout, stderr } = await place.json(but(swap, '--mnemonic-file', file));
    expect(code).toBe(1);
    expect(json.failure).toMatchObject({ code: 'phrase-malformed', message: expect.stringContaining(says) });
    expect(stdout + stderr).not.toMatch(/abandon|artful|zoo/);
  });
});

test('a service that nobody runs is unreachable, on stderr for people and as one object for programs', async () => {
  const [told, spoken] = await Promise.all([place.json(swap), place.run(swap)]);
  expect(told.code).toBe(1);
  expect(told.json.failure).toMatchObject({ code: 'ledger-unreachable', money: 'none' });
  expect(spoken).toMatchObject({ code: 1, stdout: '' });
  expect(spoken.stderr).toMatch(/127\.0\.0\.1:9 cannot be reached[^]*--ledger-url[^]*\(ledger-unreachable\)/);
});
