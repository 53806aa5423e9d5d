import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openProfileStore } from '../../../src-main/app/foundations.ts';
import { ok } from '#domain/result.ts';
import { claimsFolder, fileClaims } from '../../../src-main/storage/signature-claims.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { must } from '../../support/trader.ts';

const temporary = temporaryDirectories();
const ONE = '11'.repeat(32);
const OTHER = '22'.repeat(32);

it('gives a transaction to one trade of one journal, again and again', () => {
  const folder = join(temporary(), 'signed');
  const first = fileClaims(folder, '/journals/first');
  expect(first.claim(ONE, 'a')).toEqual(ok(undefined));
  expect(first.claim(ONE, 'a')).toEqual(ok(undefined));
  const elsewhere = { failure: { code: 'signed-elsewhere', data: { journal: '/journals/first' } } };
  expect(fileClaims(folder, '/journals/second').claim(ONE, 'a')).toMatchObject(elsewhere);
  expect(first.claim(ONE, 'b')).toMatchObject(elsewhere);
  expect(fileClaims(folder, '/journals/second').claim(OTHER, 'a')).toEqual(ok(undefined));
});

it('gives back what was not signed, to its holder alone', () => {
  const folder = join(temporary(), 'signed');
  const first = fileClaims(folder, '/journals/first');
  const second = fileClaims(folder, '/journals/second');
  first.claim(ONE, 'a');
  second.release(ONE, 'a');
  expect(second.claim(ONE, 'a')).toMatchObject({ failure: { code: 'signed-elsewhere' } });
  first.release(ONE, 'a');
  expect(second.claim(ONE, 'a')).toEqual(ok(undefined));
});

it('is shared by the application’s profile and the command line of one data folder', () => {
  const folder = temporary();
  const profile = must(openProfileStore(folder, 'live-preprod'));
  const command = fileClaims(claimsFolder(folder), '/journals/command');
  expect(profile.claims.claim(ONE, 'a')).toEqual(ok(undefined));
  const journal = join(folder, 'profiles', 'live-preprod', 'journal.sqlite');
  expect(command.claim(ONE, 'b')).toMatchObject({ failure: { code: 'signed-elsewhere', data: { journal } } });
  expect(command.claim(OTHER, 'b')).toEqual(ok(undefined));
  expect(profile.claims.claim(OTHER, 'a')).toMatchObject({ failure: { code: 'signed-elsewhere' } });
  profile.close();
});

it('is for its owner’s eyes, and is forgotten after a week', () => {
  const folder = join(temporary(), 'signed');
  const claims = fileClaims(folder, '/journals/first');
  claims.claim(ONE, 'a');
  expect(statSync(join(folder, ONE)).mode & 0o077).toBe(0);
  const days = (count: number): number => Date.now() / 1000 - count * 86_400;
  utimesSync(join(folder, ONE), days(6), days(6));
  claims.claim(OTHER, 'b');
  expect(readdirSync(folder)).toContain(ONE);
  utimesSync(join(folder, ONE), days(8), days(8));
  claims.claim(OTHER, 'b');
  expect(readdirSync(folder)).toEqual([OTHER]);
});

it('counts a claim that was cut off while it was written, without a name', () => {
  const folder = temporary();
  writeFileSync(join(folder, ONE), '{"journal":"/jour');
  const { claim } = fileClaims(folder, '/journals/first');
  expect(claim(ONE, 'a')).toEqual({ ok: false, failure: { code: 'signed-elsewhere', data: {} } });
});

it('stops nothing where its folder cannot be made', () => {
  const file = join(temporary(), 'file');
  writeFileSync(file, '');
  const claims = fileClaims(join(file, 'signed'), '/journals/first');
  expect(claims.claim(ONE, 'a')).toEqual(ok(undefined));
  expect(() => {
    claims.release(ONE, 'a');
  }).not.toThrow();
});
