import { mkdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { formerPlacesOf, placeOf, withFormerPlaces } from '../../../src-main/app/folder-names.ts';
import type { SecretStore } from '../../../src-main/ports/secret-store.ts';
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

/** Entries in a keychain, which may be locked. */
function keychain(entries: Record<string, string>) {
  const values = new Map(Object.entries(entries));
  let closed = false;
  const store: SecretStore = {
    get: (name) => {
      const value = values.get(name);
      if (closed) return Promise.resolve({ status: 'locked-or-lost', lost: false });
      return Promise.resolve(value === undefined ? { status: 'absent' } : { status: 'value', value });
    },
    set: (name, value) => {
      values.set(name, value);
      return Promise.resolve({ status: 'stored' });
    },
    delete: (name) => {
      values.delete(name);
      return Promise.resolve({ status: 'deleted' });
    },
    status: () => ({ kind: 'keychain', state: 'ready' }),
    close: () => undefined,
  };
  return { values, store, lock: () => (closed = true) };
}

const nowhere = {
  dataFolder: undefined,
  homeFolder: undefined,
  xdgDataHome: undefined,
  localFolder: undefined,
};

it('finds what an earlier version kept under the name of one spelling, and brings it over', async () => {
  const folder = '/Users/Ana/Wallets';
  const before = placeOf(folder, 'linux');
  const place = placeOf(folder, 'darwin');
  const formers = formerPlacesOf(folder, 'darwin', { ...nowhere, roamingFolder: undefined });
  expect(formers).toEqual([before]);
  const { values, store } = keychain({ [`limits/${before}/practice`]: 'digest', canary: 'x' });
  const secrets = withFormerPlaces(store, place, formers);
  expect(await secrets.get(`limits/${place}/practice`)).toEqual({ status: 'value', value: 'digest' });
  expect([...values]).toEqual([
    ['canary', 'x'],
    [`limits/${place}/practice`, 'digest'],
  ]);
  expect(await secrets.get(`limits/${place}/other`)).toEqual({ status: 'absent' });
  expect(await secrets.get('canary')).toEqual({ status: 'value', value: 'x' });
  values.set(`limits/${before}/practice`, 'older');
  expect(await secrets.get(`limits/${place}/practice`)).toEqual({ status: 'value', value: 'digest' });
  await secrets.delete(`limits/${place}/practice`);
  expect([...values.keys()]).toEqual(['canary']);
});

it('does not take a closed keychain for one that has nothing under the former name', async () => {
  const { store, lock } = keychain({ 'limits/old/practice': 'digest' });
  let asked = 0;
  const closing: SecretStore = {
    ...store,
    get: (name) => {
      asked += 1;
      if (asked === 2) lock();
      return store.get(name);
    },
  };
  const secrets = withFormerPlaces(closing, 'new', ['old']);
  expect(await secrets.get('limits/new/practice')).toEqual({ status: 'locked-or-lost', lost: false });
});

it('has no former name on Linux, and two on Windows where the usual folder moved', () => {
  expect(formerPlacesOf('/home/ana/.local/share/touchstone', 'linux')).toEqual([]);
  const windows = {
    ...nowhere,
    localFolder: 'C:\\Users\\Ana\\AppData\\Local',
    roamingFolder: 'C:\\Users\\Ana\\AppData\\Roaming',
  };
  const usual = 'C:\\Users\\Ana\\AppData\\Local\\Touchstone';
  expect(formerPlacesOf(usual, 'win32', windows)).toHaveLength(2);
  expect(formerPlacesOf('D:\\other', 'win32', windows)).toHaveLength(1);
});
