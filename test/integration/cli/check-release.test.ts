import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  PRACTICE_PACKAGE,
  practiceRelease,
  practiceReleaseKey,
  type ReleaseKind,
} from '../../../src-main/practice/api/releases.ts';
import { CommandPlace } from '../../support/command-line.ts';

const place = new CommandPlace({});
const file = place.file(PRACTICE_PACKAGE.name, PRACTICE_PACKAGE.bytes);
const TRUST = ['--public-key', practiceReleaseKey.publicKey] as const;

function manifest(kind: ReleaseKind): string {
  return place.file(`${kind}.json`, JSON.stringify(practiceRelease(kind, Date.now())));
}

const check = (kind: ReleaseKind, ...args: readonly string[]) =>
  place.json(['check-release', '--manifest', manifest(kind), ...args]);

describe('check-release', () => {
  test('says that a file is the one that was signed, in words and as an object', async () => {
    const args = ['check-release', '--manifest', manifest('good'), '--file', file, ...TRUST];
    const told = await place.run(args);
    expect(told.stderr).toBe('');
    expect(told.code).toBe(0);
    expect(told.stdout).toMatch(
      /^Good: this is Touchstone-99\.1\.0-linux-x64\.AppImage of Touchstone 99\.1\.0 for Linux \(x64\), byte for byte\.\nSigned on \d{4}-\d\d-\d\d by the release key that you named \(fingerprint (?:[0-9a-f]{4} ?){4}\)\. The statement holds until \d{4}-\d\d-\d\d\.\nIt is newer than this Touchstone\.\n/,
    );
    const { json, code } = await place.json(args);
    expect(code).toBe(0);
    expect(json).toMatchObject({
      good: true,
      version: '99.1.0',
      than: 'newer',
      file: { platform: 'linux', sha256: createHash('sha256').update(PRACTICE_PACKAGE.bytes).digest('hex') },
      key: { id: 'that you named' },
    });
  });

  test.each<[ReleaseKind, string, number, RegExp]>([
    ['altered', 'release-altered-manifest', 4, /The signature does not hold/],
    ['expired', 'release-expired', 4, /expired on \d{4}-\d\d-\d\d/],
    ['downgraded', 'release-downgrade', 4, /version 0\.0\.1, which is lower than this Touchstone \(/],
    ['unsigned', 'release-unsigned', 4, /This manifest is not signed/],
    ['other-key', 'release-altered-manifest', 4, /not by the release key practice/],
    ['other-product', 'release-other-product', 4, /another product \(whetstone\)/],
    ['ahead', 'release-clock', 4, /this computer’s clock says/],
  ])('refuses a manifest that is %s', async (kind, code, exit, words) => {
    const refused = await check(kind, '--file', file, ...TRUST);
    expect(refused.json).toMatchObject({ good: false, code });
    expect(String(refused.json['message'])).toMatch(words);
    expect(refused.code).toBe(exit);
  });

  test('refuses a file in which one byte differs, and one that is not of the release', async () => {
    const bytes = Buffer.from(PRACTICE_PACKAGE.bytes);
    bytes[20_000] = 0x21;
    const altered = place.file(PRACTICE_PACKAGE.name.replace('.AppImage', ' (1).AppImage'), bytes);
    const told = await place.run([
      'check-release',
      '--manifest',
      manifest('good'),
      '--file',
      altered,
      ...TRUST,
    ]);
    expect(told.code).toBe(4);
    expect(told.stdout).toBe(
      'NOT GOOD: This is not the file that was signed: Touchstone-99.1.0-linux-x64.AppImage of version 99.1.0 was altered, or its download is damaged.\nDo not open the file. Delete it and download it again.\n(release-file-altered)\n',
    );
    const other = await check('good', '--file', place.file('setup.exe', 'something else'), ...TRUST);
    expect(other.json).toMatchObject({ good: false, code: 'release-file-unlisted' });
    expect(other.code).toBe(4);
  });

  test('trusts no key of practice by itself', async () => {
    const refused = await check('good', '--file', file);
    expect(refused.json).toMatchObject({ good: false });
    expect(['release-no-keys', 'release-key-unknown']).toContain(refused.json['code']);
    expect(refused.code).not.toBe(0);
  });

  test('exits 2 for what cannot be read, and for a wrong command line', async () => {
    const nothing = place.file('nothing.json', '{"a":1}');
    const unread = await place.json(['check-release', '--manifest', nothing, '--file', file, ...TRUST]);
    expect(unread.json.failure?.code).toBe('release-unreadable');
    expect(unread.code).toBe(2);
    const gone = await check('good', '--file', place.path('gone.deb'), ...TRUST);
    expect(gone.json.failure?.code).toBe('release-file-unreadable');
    expect(gone.code).toBe(2);
    const folder = await check('good', '--file', place.folder, ...TRUST);
    expect(folder.json.failure?.message).toContain('it is not a file');
    expect((await check('huge', '--file', file)).code).toBe(2);
    expect((await check('good')).code).toBe(2);
    expect((await check('good', '--file', file, '--public-key', 'abc')).code).toBe(2);
  });
});
