import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CommandPlace } from '../../support/command-line.ts';

const TOOL = fileURLToPath(new URL('../../../src-main/setup/release-manifest.ts', import.meta.url));
const place = new CommandPlace({});
const PASSPHRASE = 'four plain words here';

function tool(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const env = { ...process.env, ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, [TOOL, ...args], { env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

const packages = place.path('packages');
mkdirSync(packages);
for (const name of [
  'Touchstone-9.9.0-win-x64.exe',
  'Touchstone-9.9.0-universal.dmg',
  'touchstone_9.9.0_amd64.deb',
])
  writeFileSync(join(packages, name), `the bytes of ${name}`);
writeFileSync(join(packages, 'touchstone.cdx.json'), '{}');
writeFileSync(join(packages, 'latest-linux.yml'), 'left over');
const notes = place.file('notes.txt', 'What is new.\r\nAnd more.\n');
const keyFile = place.path('key.pem');
const page = 'https://releases.touchstone.example/9.9.0/';

test('a key is made, a folder is signed by it, and each file proves itself by the command line', async () => {
  const made = tool(['new-key', '--id', '2026-1', '--out', keyFile, '--passphrase-env', 'PASS'], {
    PASS: PASSPHRASE,
  });
  expect(made).toMatchObject({ status: 0, stderr: '' });
  const entry = JSON.parse(made.stdout) as { id: string; publicKey: string };
  expect(entry).toEqual({ id: '2026-1', publicKey: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(statSync(keyFile).mode & 0o077).toBe(0);
  expect(readFileSync(keyFile, 'utf8')).toContain('BEGIN ENCRYPTED PRIVATE KEY');
  expect(tool(['new-key', '--id', '2026-1', '--out', keyFile]).status).toBe(1);

  const channel = place.file('channel.json', JSON.stringify({ address: null, pages: null, keys: [entry] }));
  const make = ['make', '--packages', packages, '--notes', notes, '--page', page, '--version', '9.9.0'];
  const withKey = [...make, '--key-id', '2026-1', '--passphrase-env', 'PASS'];
  const signed = tool([...withKey, '--key-file', keyFile, '--channel', channel], { PASS: PASSPHRASE });
  expect(signed).toMatchObject({ status: 0, stderr: '' });
  expect(signed.stdout).toMatch(/^touchstone-release\.json: Touchstone 9\.9\.0, 4 files, until /);

  const sums = spawnSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: packages, encoding: 'utf8' });
  expect(sums.stdout.match(/: OK$/gm)).toHaveLength(4);
  const manifest = join(packages, 'touchstone-release.json');
  const text = (JSON.parse(readFileSync(manifest, 'utf8')) as { signed: string }).signed;
  expect(JSON.parse(text)).toMatchObject({ notes: 'What is new.\nAnd more.', page, product: 'touchstone' });
  for (const name of ['Touchstone-9.9.0-universal.dmg', 'touchstone_9.9.0_amd64.deb']) {
    const file = ['--manifest', manifest, '--file', join(packages, name)];
    const { json, code } = await place.json(['check-release', ...file, '--public-key', entry.publicKey]);
    expect(code).toBe(0);
    expect(json).toMatchObject({ good: true, file: { name } });
  }

  // The same with an environment variable, again over its earlier output, none of which is mistaken for a package.
  const pem = readFileSync(keyFile, 'utf8');
  const again = tool([...withKey, '--key-env', 'PEM', '--channel', channel], { PASS: PASSPHRASE, PEM: pem });
  expect(again.stdout).toContain('4 files');
});

test('nothing is signed by a key that the app does not know, and no secret is quoted', () => {
  const make = ['make', '--packages', packages, '--notes', notes, '--page', page, '--key-id', '2026-1'];
  const unknown = tool([...make, '--key-file', keyFile, '--passphrase-env', 'PASS'], { PASS: PASSPHRASE });
  expect(unknown.status).toBe(1);
  expect(unknown.stderr).toContain('the app does not know this key as 2026-1');
  const wrong = tool([...make, '--key-file', keyFile, '--passphrase-env', 'PASS'], { PASS: 'wrong' });
  expect(wrong.stderr).toBe('release-manifest: the key cannot be read with this passphrase\n');
  expect(tool([...make, '--key-env', 'NOT_THERE']).stderr).toContain('the variable NOT_THERE is not set');
  expect(tool([...make]).stderr).toContain('one of --key-file and --key-env names the key');
  expect(tool(['make']).status).toBe(2);
  expect(tool(['steal']).status).toBe(2);
});

test('a package whose purpose its name does not say is not guessed at', () => {
  const odd = place.path('odd');
  mkdirSync(odd);
  writeFileSync(join(odd, 'Touchstone.exe'), 'x');
  const plain = place.path('plain.pem');
  const entry = JSON.parse(tool(['new-key', '--id', 'k', '--out', plain]).stdout) as object;
  const channel = place.file('plain.json', JSON.stringify({ address: null, pages: null, keys: [entry] }));
  const make = [
    'make',
    '--packages',
    odd,
    '--notes',
    notes,
    '--page',
    page,
    '--key-id',
    'k',
    '--key-file',
    plain,
  ];
  expect(tool([...make, '--channel', channel]).stderr).toBe(
    'release-manifest: Touchstone.exe: its name does not say x64, arm64 or universal\n',
  );
});
