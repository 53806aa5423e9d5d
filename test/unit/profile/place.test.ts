import { mkdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { placeOf } from '../../../src-main/app/folder-names.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const temporary = temporaryDirectories();

it('names a data folder by its path, however that is written, and not by what a link leads to', () => {
  const folder = join(temporary(), 'data');
  mkdirSync(folder);
  expect(placeOf(folder)).toMatch(/^[0-9a-f]{16}$/);
  expect(placeOf(relative('.', folder))).toBe(placeOf(folder));
  expect(placeOf(`${folder}/profiles/..`)).toBe(placeOf(folder));
  expect(placeOf(`${folder}2`)).not.toBe(placeOf(folder));
  symlinkSync(folder, `${folder}2`, 'junction');
  expect(placeOf(`${folder}2`)).not.toBe(placeOf(folder));
});

it('takes all spellings of one folder for it where the disk does', () => {
  const spellings = [
    '/Users/Ana/Wallets\u00e9',
    '/users/ANA/wallets\u00e9',
    '/Users/Ana/Wallets' + 'e\u0301',
  ];
  expect(new Set(spellings.map((path) => placeOf(path, 'darwin'))).size).toBe(1);
  expect(new Set(spellings.map((path) => placeOf(path, 'linux'))).size).toBe(3);
  expect(placeOf('C:\\Data\\T', 'win32')).toBe(placeOf('c:/data/x/../t/', 'win32'));
});
