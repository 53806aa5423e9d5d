import { describe, expect, test } from 'vitest';
import { epochMs } from '#domain/time.ts';
import { failureText } from '#domain/failure.ts';
import shipped from '../../../resources/releases.json' with { type: 'json' };
import { releaseChannel } from '../../../src-main/release/channel.ts';
import { goodWords, judgeFile, judgeManifest } from '../../../src-main/release/judge.ts';
import { manifestText } from '../../../src-main/release/manifest.ts';
import { openManifest } from '../../../src-main/release/signed-manifest.ts';
import { compareVersions, highestVersion, isVersion } from '../../../src-main/release/version.ts';
import { GOOD_FILE, GOOD_TERMS, NOW, Signer } from '../../support/releases.ts';
import { must } from '../../support/trader.ts';

const signer = new Signer();
const keys = [signer.key];
const now = epochMs(NOW);
const here = { now, version: '9.1.0' };

function codeOf(text: string): string {
  const opened = openManifest(text, keys);
  return opened.ok ? 'good' : opened.failure.code;
}

describe('a version', () => {
  test('is ordered as semver orders it', () => {
    const order = ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta.2', '1.0.0-beta.11'];
    const all = [...order, '1.0.0-rc.1', '1.0.0', '1.0.9', '1.0.10', '1.9.0', '1.10.0', '2.0.0'];
    expect(all.toReversed().toSorted(compareVersions)).toEqual(all);
    expect(highestVersion('0.9.0', '0.10.0', '0.2.0')).toBe('0.10.0');
    expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
  });

  test.each([
    '1.0',
    '01.0.0',
    '1.0.0+build',
    'v1.0.0',
    '1.0.0 ',
    '１.0.0',
    '1.0.0-',
    '1.0.0-01',
    '9'.repeat(50),
  ])('is not %s', (text) => {
    expect(isVersion(text)).toBe(false);
  });
});

describe('a signed manifest', () => {
  test('opens by its key, whose fingerprint is told', () => {
    const { manifest, key, fingerprint } = must(
      openManifest(signer.manifest(), [new Signer('old').key, ...keys]),
    );
    expect(manifest).toMatchObject({ product: 'touchstone', version: '9.2.0', files: GOOD_TERMS.files });
    expect(key.id).toBe('test-1');
    expect(fingerprint).toMatch(/^(?:[0-9a-f]{4} ){3}[0-9a-f]{4}$/);
  });

  test('is refused without a signature, by another key, and by a known name with another key', () => {
    const text = signer.manifest();
    const bare = (JSON.parse(text) as { signed: string }).signed;
    expect(codeOf(bare)).toBe('release-unsigned');
    expect(codeOf(text.replace(/"signature":"[0-9a-f]+"/, '"signature":""'))).toBe('release-unsigned');
    expect(codeOf(new Signer('other').manifest())).toBe('release-key-unknown');
    expect(codeOf(new Signer('test-1').manifest())).toBe('release-altered-manifest');
    expect(openManifest(text, [])).toMatchObject({ failure: { code: 'release-no-keys' } });
  });

  test('is refused when the key signed it for another product', () => {
    expect(codeOf(signer.anything({ product: 'whetstone' }))).toBe('release-other-product');
  });

  test('is unreadable when it is something else, or without end', () => {
    expect(codeOf('')).toBe('release-unreadable');
    expect(codeOf('[]')).toBe('release-unreadable');
    expect(codeOf('['.repeat(100_000))).toBe('release-unreadable');
    expect(codeOf('a'.repeat(10_000_000))).toBe('release-unreadable');
    expect(codeOf(signer.sign('not JSON'))).toBe('release-unreadable');
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['an extra key', { more: 1 }],
    ['a later form', { formatVersion: 2 }],
    ['no file', { files: [] }],
    ['a version that is none', { version: '9.2' }],
    ['a version in look-alike digits', { version: '９.2.0' }],
    ['a time that is no time', { releasedAt: -1 }],
    ['an end before its beginning', { expiresAt: GOOD_TERMS.releasedAt }],
    ['an end in ten years', { expiresAt: NOW + 3_650 * 86_400_000 }],
    ['a minimum above itself', { minimum: '9.3.0' }],
    ['a previous version above itself', { previous: '9.2.1' }],
    ['a page by http', { page: 'http://releases.touchstone.example/' }],
    ['a page that is a script', { page: 'javascript:alert(1)' }],
    ['a page with a user name', { page: 'https://touchstone.example@evil.example/' }],
    ['a page with a port', { page: 'https://releases.touchstone.example:8443/' }],
    ['a page by number', { page: 'https://127.0.0.1/' }],
    ['a page in look-alike letters', { page: 'https://releases.touchstоne.example/' }],
    ['notes that turn text round', { notes: 'exe.\u202Egnp' }],
    ['notes with a hidden blank', { notes: 'a\u200Bb' }],
    ['notes that control a terminal', { notes: '\u001B[2J' }],
    ['notes without end', { notes: 'a'.repeat(5_000) }],
  ])('is refused with %s, although it is signed', (_what, change) => {
    expect(codeOf(signer.anything(change))).toBe('release-unreadable');
  });

  test.each([
    '../evil.exe',
    'a/b.exe',
    'a\\b.exe',
    'C:evil.exe',
    '.hidden',
    'a..b',
    'con.exe',
    'LPT1',
    'a\u0000.exe',
    'a.exe.',
    'a b.exe',
    'é.exe',
    '',
  ])('is refused with a file called %j', (name) => {
    expect(codeOf(signer.anything({ files: [{ ...GOOD_FILE, name }] }))).toBe('release-unreadable');
  });

  test('is refused when two files differ in capitals alone', () => {
    const files = [GOOD_FILE, { ...GOOD_FILE, name: GOOD_FILE.name.toUpperCase() }];
    expect(codeOf(signer.anything({ files }))).toBe('release-unreadable');
  });

  test('is not written with what would be refused', () => {
    expect(manifestText({ ...GOOD_TERMS, page: 'http://x.example/' })).toMatchObject({
      failure: { code: 'release-unreadable', data: { reason: 'the page is not a plain https address' } },
    });
  });

  test('names a file that stands in no folder of any system, and a message that quotes nothing of it', () => {
    const opened = openManifest(signer.anything({ 'evil‮': 1 }), keys);
    expect(opened.ok).toBe(false);
    if (!opened.ok) expect(failureText(opened.failure).what).toMatch(/^[\x20-\x7e]+$/);
  });
});

describe('a manifest that is signed well', () => {
  const { manifest } = must(openManifest(signer.manifest(), keys));
  const judged = (change: Partial<Parameters<typeof judgeManifest>[1]>): string => {
    const result = judgeManifest(manifest, { ...here, ...change });
    return result.ok ? 'good' : result.failure.code;
  };

  test('holds until its end, and no moment longer', () => {
    expect(judged({})).toBe('good');
    expect(judged({ now: epochMs(manifest.expiresAt - 1) })).toBe('good');
    expect(judged({ now: manifest.expiresAt })).toBe('release-expired');
  });

  test('is not revived by a clock that was set back', () => {
    const seen = { version: '9.3.0', releasedAt: epochMs(manifest.expiresAt + 1) };
    expect(judged({ seen })).toBe('release-expired');
    expect(judged({ now: epochMs(manifest.releasedAt - 2 * 3_600_000) })).toBe('release-clock');
    expect(judged({ now: epochMs(0) })).toBe('release-clock');
  });

  test('is refused below the version that is running, and taken at it', () => {
    expect(judged({ version: '9.2.1' })).toBe('release-downgrade');
    expect(judged({ version: '9.2.0' })).toBe('good');
    expect(judged({ version: '9.2.0-rc.1' })).toBe('good');
  });

  test('is refused when a later one was seen', () => {
    const { releasedAt } = manifest;
    expect(judged({ seen: { version: '9.2.0', releasedAt } })).toBe('good');
    expect(judged({ seen: { version: '9.2.1', releasedAt } })).toBe('release-goes-back');
    expect(judged({ seen: { version: '9.2.0', releasedAt: epochMs(releasedAt + 1) } })).toBe(
      'release-goes-back',
    );
  });
});

describe('a file', () => {
  const opened = must(openManifest(signer.manifest(), keys));
  const { name, size, sha256 } = GOOD_FILE;

  test('is good by its content, under whatever name', () => {
    const good = must(judgeFile(opened, { name, size, sha256 }, '9.1.0'));
    expect(goodWords(good)).toEqual([
      'Good: this is Touchstone-9.2.0-linux-x64.AppImage of Touchstone 9.2.0 for Linux (x64), byte for byte.',
      `Signed on 2026-11-23 by the release key test-1 (fingerprint ${opened.fingerprint}). The statement holds until 2027-01-24.`,
      'It is newer than this Touchstone.',
      'It does not say that the release is without faults, only that it is the one that was signed.',
    ]);
    const renamed = must(judgeFile(opened, { name: 'other‮.exe', size, sha256 }, '9.2.0'));
    expect(goodWords(renamed)).toContain('It is called other?.exe here, which changes nothing.');
    expect(goodWords(renamed)).toContain('It is the same version as this Touchstone.');
  });

  test('is told apart when it was altered and when it is not listed', () => {
    const altered = { size, sha256: '0'.repeat(64) };
    for (const called of [name, name.toUpperCase(), 'Touchstone-9.2.0-linux-x64 (1).AppImage'])
      expect(judgeFile(opened, { name: called, ...altered }, '9.1.0')).toMatchObject({
        failure: { code: 'release-file-altered', data: { file: name } },
      });
    expect(judgeFile(opened, { name: 'x.exe', ...altered }, '9.1.0')).toMatchObject({
      failure: { code: 'release-file-unlisted' },
    });
    expect(judgeFile(opened, { name, size: size + 1, sha256 }, '9.1.0').ok).toBe(false);
  });
});

describe('the channel of the build', () => {
  test('is data that can be read, and is https', () => {
    const channel = releaseChannel(shipped);
    expect(channel.address ?? 'https://').toMatch(/^https:\/\//);
    expect(new Set(channel.keys.map(({ publicKey }) => publicKey)).size).toBe(channel.keys.length);
  });

  test.each([
    { address: 'http://a.example/r.json', pages: null, keys: [] },
    { address: 'https://localhost/r.json', pages: null, keys: [] },
    { address: null, pages: 'https://a.example/no-slash', keys: [] },
    { address: null, pages: null, keys: [{ id: 'Test', publicKey: 'ab'.repeat(32) }] },
    { address: null, pages: null, keys: [signer.key, signer.key] },
    { address: null, pages: null, keys: [], more: 1 },
  ])('refuses to be %j', (json) => {
    expect(() => releaseChannel(json)).toThrow();
  });
});
