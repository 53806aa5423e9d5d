import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CommandPlace } from '../../support/command-line.ts';
import { WORDS } from '../../support/right-command-line.ts';

const PASSWORD = 'a password that nobody may see';
const place = new CommandPlace();
const password = place.file('password.txt', `${PASSWORD}\n`);

async function addressIn(...args: readonly string[]): Promise<unknown> {
  const { code, json } = await place.json(['keys', 'address', ...args]);
  expect(code).toBe(0);
  return json['address'];
}

describe.concurrent('keys new', () => {
  test.each([12, 15, 24])('%i words, shown once, lead to the address that was shown', async (count) => {
    const { code, json } = await place.json(['keys', 'new', '--words', String(count)]);
    const words = String(json['words']);
    expect(code).toBe(0);
    expect(words.split(' ')).toHaveLength(count);
    expect(json['network']).toBe('preprod');
    const file = place.file(`new-${count}.txt`, words);
    expect(await addressIn('--mnemonic-file', file)).toBe(json['address']);
  });

  test('every run makes others', async () => {
    const [one, other] = await Promise.all([place.json(['keys', 'new']), place.json(['keys', 'new'])]);
    expect(one.json['words']).not.toBe(other.json['words']);
  });

  test('kept as plain words, for their owner alone', async () => {
    const out = place.path('plain.txt');
    const { code, stdout } = await place.run(['keys', 'new', '--out', out]);
    expect(code).toBe(0);
    const [words = '', , address = ''] = stdout.split('\n');
    expect(readFileSync(out, 'utf8')).toBe(`${words}\n`);
    if (process.platform !== 'win32') expect(statSync(out).mode & 0o777).toBe(0o600);
    expect(`First address: ${String(await addressIn('--mnemonic-file', out))}`).toBe(address);
  });

  test('kept encrypted: opens with its password and no other, and holds no word', async () => {
    const out = place.path('backup.json');
    const made = await place.json(['keys', 'new', '--out', out, '--password-file', password]);
    expect(made.code).toBe(0);
    const backup = JSON.parse(readFileSync(out, 'utf8')) as Record<string, unknown>;
    // Of these names, three are on the list of recovery words themselves.
    expect(Object.keys(backup)).toEqual(['format', 'version', 'network', 'address', 'keystore']);
    const content = Object.values(backup).join('\n');
    for (const word of new Set(String(made.json['words']).split(' ')))
      expect(content).not.toMatch(new RegExp(`\\b${word}\\b`));
    expect(await addressIn('--backup-file', out, '--password-file', password)).toBe(made.json['address']);

    const other = place.file('other.txt', `${PASSWORD}!`);
    const refused = await place.json(['keys', 'address', '--backup-file', out, '--password-file', other]);
    expect(refused.code).toBe(1);
    expect(refused.json.failure?.code).toBe('wrong-password');
    expect(refused.stdout + refused.stderr).not.toContain(PASSWORD);

    const elsewhere = ['--backup-file', out, '--password-file', password, '--network', 'mainnet'];
    const foreign = await place.json(['keys', 'address', ...elsewhere]);
    expect(foreign.code).toBe(1);
    expect(foreign.json.failure?.code).toBe('backup-other-network');
  });
});

describe.concurrent('keys import', () => {
  test('shows the address, whatever the case, the blanks and the line ends', async () => {
    const plain = await addressIn('--mnemonic-file', place.file('words.txt', WORDS));
    expect(plain).toMatch(/^addr_test1q/);
    const lines = WORDS.toUpperCase().split(' ').join('\r\n');
    const windows = place.file('windows.txt', `\uFEFF${lines}\r\n\r\n`);
    const { code, json } = await place.json(['keys', 'import', '--mnemonic-file', windows]);
    expect(code).toBe(0);
    expect(json).toEqual({ address: plain, network: 'preprod' });
  });

  test('another network has other addresses', async () => {
    const file = place.file('mainnet.txt', WORDS);
    expect(await addressIn('--mnemonic-file', file, '--network', 'mainnet')).toMatch(/^addr1q/);
  });

  test('keeps an encrypted backup, with a password from a file of Windows', async () => {
    const words = place.file('imported.txt', WORDS);
    const windows = place.file('windows-password.txt', `\uFEFF${PASSWORD}\r\nsecond line\r\n`);
    const out = place.path('imported.json');
    const args = ['--mnemonic-file', words, '--out', out, '--password-file', windows];
    const { code, stdout, stderr } = await place.run(['keys', 'import', ...args]);
    expect(code).toBe(0);
    expect(stdout + stderr + readFileSync(out, 'utf8')).not.toMatch(/abandon/);
    expect(await addressIn('--backup-file', out, '--password-file', password)).toBe(
      await addressIn('--mnemonic-file', words),
    );
  });
});

describe.concurrent('files that stay as they are', () => {
  test.each([
    ['new', []],
    ['new', ['--password-file', password]],
    ['import', ['--mnemonic-file', place.file('again.txt', WORDS), '--password-file', password]],
  ])('keys %s %j writes over no file', async (verb, args) => {
    const out = place.file(`precious-${verb}.txt`, 'the only copy of other keys');
    const { code, stdout, stderr } = await place.run(['keys', verb, ...args, '--out', out]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/already exists and is never overwritten/);
    expect(readFileSync(out, 'utf8')).toBe('the only copy of other keys');
  });

  test('a password that is too short, or for nothing, or a place that is not there, makes no file', async () => {
    const short = place.file('short.txt', 'short\n');
    const out = place.path('never.json');
    const weak = await place.json(['keys', 'new', '--out', out, '--password-file', short]);
    expect(weak).toMatchObject({ code: 1, json: { failure: { code: 'password-too-weak' } } });
    expect(await place.run(['keys', 'new', '--password-file', password])).toMatchObject({ code: 2 });
    const empty = place.file('empty.txt', '\r\n');
    expect((await place.run(['keys', 'new', '--out', out, '--password-file', empty])).stderr).toMatch(
      /first line of the file is empty/,
    );
    const nowhere = await place.run(['keys', 'new', '--out', place.path('none/words.txt')]);
    expect(nowhere).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/ENOENT/) });
    expect(existsSync(out)).toBe(false);
  });
});

test.concurrent.each([
  ['empty', ''],
  ['of words', WORDS],
  ['of another program', '{"format":"other","keystore":"AAAA"}'],
])('a backup that is none, but %s, is refused as such', async (name, content) => {
  const file = place.file(`backup ${name}`, content);
  const args = ['keys', 'address', '--backup-file', file, '--password-file', password];
  const { code, json, stdout, stderr } = await place.json(args);
  expect(code).toBe(1);
  expect(json.failure?.code).toBe('backup-malformed');
  expect(stdout + stderr).not.toMatch(/abandon/);
});
