import fc from 'fast-check';
import { expect, test } from 'vitest';
import { epochMs } from '#domain/time.ts';
import { canonicalJson } from '../../../src-main/agreement/canonical-json.ts';
import { judgeFile, judgeManifest } from '../../../src-main/release/judge.ts';
import { openManifest } from '../../../src-main/release/signed-manifest.ts';
import { compareVersions } from '../../../src-main/release/version.ts';
import { GOOD_FILE, GOOD_TERMS, NOW, PACKAGE, sha256Of, Signer } from '../../support/releases.ts';
import { must } from '../../support/trader.ts';

const signer = new Signer();
const keys = [signer.key];
const good = signer.manifest();
const opened = must(openManifest(good, keys));

const anyByte = fc.integer({ min: 0, max: 255 });

test('any manifest with one byte changed, added or taken out is refused', () => {
  const bytes = Buffer.from(good);
  const place = fc.nat(bytes.length - 1);
  fc.assert(
    fc.property(place, anyByte, fc.constantFrom('change', 'add', 'take'), (at, byte, how) => {
      const rest = bytes.subarray(how === 'add' ? at : at + 1);
      const middle = how === 'take' ? Buffer.alloc(0) : Buffer.from([byte]);
      const other = Buffer.concat([bytes.subarray(0, at), middle, rest]);
      fc.pre(!other.equals(bytes));
      expect(openManifest(other.toString('utf8'), keys).ok).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test('any file with one byte changed is refused', () => {
  fc.assert(
    fc.property(fc.nat(PACKAGE.length - 1), anyByte, (at, byte) => {
      const other = Buffer.from(PACKAGE);
      other[at] = byte;
      fc.pre(!other.equals(PACKAGE));
      const found = { name: GOOD_FILE.name, size: other.length, sha256: sha256Of(other) };
      expect(judgeFile(opened, found, '9.1.0')).toMatchObject({ failure: { code: 'release-file-altered' } });
    }),
  );
});

const signed = (JSON.parse(good) as { readonly signed: string }).signed;
const fields = Object.entries(JSON.parse(signed) as Record<string, unknown>);

test('any other order of the keys is refused, although it is signed', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(fields, { minLength: fields.length }), (shuffled) => {
      const text = JSON.stringify(Object.fromEntries(shuffled));
      fc.pre(text !== signed);
      expect(openManifest(signer.sign(text), keys).ok).toBe(false);
    }),
  );
});

test('any extra key is refused, and one that is written twice, although it is signed', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 1 }), (name, value) => {
      const entry = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
      for (const text of [`{${entry},${signed.slice(1)}`, `${signed.slice(0, -1)},${entry}}`])
        expect(openManifest(signer.sign(text), keys).ok).toBe(false);
    }),
  );
});

test('any blank or escape that reads the same is refused, although it is signed', () => {
  fc.assert(
    fc.property(fc.nat(signed.length - 1), fc.constantFrom(' ', '\n', '\t', 'escape'), (at, how) => {
      const character = signed.charAt(at);
      const escape = `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
      const text = signed.slice(0, at) + (how === 'escape' ? escape : how + character) + signed.slice(at + 1);
      let same: unknown;
      try {
        same = JSON.parse(text);
      } catch {
        return;
      }
      fc.pre(canonicalJson(same as Parameters<typeof canonicalJson>[0]) === signed);
      expect(openManifest(signer.sign(text), keys).ok).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

const version = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30)).map((parts) => parts.join('.'));

test('whatever was seen, nothing older is taken after it', () => {
  const statement = fc.record({ version, releasedAt: fc.integer({ min: NOW - 5_000_000, max: NOW }) });
  fc.assert(
    fc.property(statement, statement, version, (before, after, running) => {
      const { manifest } = must(
        openManifest(signer.anything({ ...after, minimum: '0.0.0', previous: undefined }), keys),
      );
      const seen = { version: before.version, releasedAt: epochMs(before.releasedAt) };
      const taken = judgeManifest(manifest, { now: epochMs(NOW), version: running, seen }).ok;
      expect(taken).toBe(
        compareVersions(after.version, running) >= 0 &&
          compareVersions(after.version, before.version) >= 0 &&
          after.releasedAt >= before.releasedAt,
      );
    }),
  );
  expect(GOOD_TERMS.minimum).toBe('0.1.0');
});
