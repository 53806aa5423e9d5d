import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../../../src-main/system/environment.ts';
import { closeFolder, dataFolder } from '../../../src-main/system/data-folder.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const temporary = temporaryDirectories();
const windows = readEnvironment(
  {
    USERPROFILE: 'C:\\Users\\Ana',
    LOCALAPPDATA: 'C:\\Users\\Ana\\AppData\\Local',
  },
  'win32',
);
const LOCAL = 'C:\\Users\\Ana\\AppData\\Local\\Touchstone';

describe('the place of the data folder', () => {
  it('is the one that each system has for data of this machine', () => {
    expect(dataFolder(windows, 'win32')).toBe(LOCAL);
    expect(dataFolder(readEnvironment({ USERPROFILE: 'C:\\Users\\Ana' }, 'win32'), 'win32')).toBe(LOCAL);
    const mac = readEnvironment({ HOME: '/Users/ana' }, 'darwin');
    expect(dataFolder(mac, 'darwin')).toBe('/Users/ana/Library/Application Support/Touchstone');
    const linux = readEnvironment({ HOME: '/home/ana' }, 'linux');
    expect(dataFolder(linux, 'linux')).toBe('/home/ana/.local/share/touchstone');
    const xdg = readEnvironment({ HOME: '/home/ana', XDG_DATA_HOME: '/data' }, 'linux');
    expect(dataFolder(xdg, 'linux')).toBe('/data/touchstone');
  });

  it('is the one that is named, without the quotes that Windows leaves around it', () => {
    const named = readEnvironment({ TOUCHSTONE_DATA: '"D:\\my wallets"' }, 'win32');
    expect(dataFolder(named, 'win32')).toBe('D:\\my wallets');
  });
});

describe('access on Windows', () => {
  it('is told where a folder lies outside of what is the user’s own', () => {
    // This machine's paths, by Windows rules.
    const home = temporary();
    expect(closeFolder(join(home, 'data'), 'win32', home.toUpperCase())).toBeUndefined();
    expect(closeFolder(home, 'win32', home)).toBeUndefined();
    expect(closeFolder(join(temporary(), 'data'), 'win32', home)).toMatch(/^outside of your own folder/);
    expect(closeFolder(`${home}2`, 'win32', home)).toMatch(/^outside/);
  });
});
