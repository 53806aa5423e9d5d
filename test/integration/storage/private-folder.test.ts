import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { failure, failureText } from '#domain/failure.ts';
import { type Foundations, layFoundations, openProfileStore } from '../../../src-main/app/foundations.ts';
import { closeFolder } from '../../../src-main/system/data-folder.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { must } from '../../support/trader.ts';

const temporary = temporaryDirectories();
const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8);

/** Starts on the folder and ends again, as the application does. */
function startedOn(folder: string, look: (foundations: Foundations) => void = () => undefined): void {
  const foundations = must(layFoundations(folder));
  const profile = must(openProfileStore(folder, 'practice'));
  profile.walletFiles.write('keystore.json', new Uint8Array(8));
  look(foundations);
  profile.close();
  foundations.close();
}

/** Everything below a folder that somebody else could open. */
function openBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0)
    .map((path) => path.slice(folder.length));
}

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  it('that is left open is closed at the start, with all that the application keeps in it', () => {
    const folder = join(temporary(), 'data');
    startedOn(folder);
    for (const path of [
      folder,
      ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
    ])
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    expect(openBelow(folder).length).toBeGreaterThan(5);
    startedOn(folder, ({ remarks }) => expect(remarks).toEqual([]));
    expect(modeOf(folder)).toBe('700');
    expect(modeOf(join(folder, 'profiles', 'practice', 'keystore.json'))).toBe('600');
    expect(openBelow(folder)).toEqual([]);
  });

  it('is made closed, and so is every file in it that says anything of its owner', () => {
    const folder = join(temporary(), 'data');
    startedOn(folder, () => {
      // The lock holds nothing, and candles are public.
      const telling = openBelow(folder).filter((path) => !/\/(lock|candles)\.sqlite/.test(path));
      expect(telling).toEqual([]);
    });
    expect(modeOf(folder)).toBe('700');
  });

  it('in a place for everybody is left as it is, which is said; our own files in it are closed', () => {
    const folder = temporary();
    chmodSync(folder, 0o1777);
    writeFileSync(join(folder, 'of-somebody-else'), '', { mode: 0o644 });
    mkdirSync(join(folder, 'profiles'), { mode: 0o755 });
    startedOn(folder, ({ remarks }) => {
      expect(remarks).toHaveLength(1);
      expect(remarks[0]).toMatch(
        /^Other users of this computer can look into the data folder .* a place for everybody/,
      );
    });
    expect(modeOf(folder)).toBe('1777');
    expect(modeOf(join(folder, 'of-somebody-else'))).toBe('644');
    expect(modeOf(join(folder, 'profiles'))).toBe('700');
  });

  it('can be opened while a helper process that outlived a crash still makes and removes files in it', async () => {
    const folder = temporary();
    mkdirSync(join(folder, 'practice'), { mode: 0o755 });
    const helper = new Worker(
      `const { mkdirSync, rmSync, writeFileSync } = require('node:fs');
       const { workerData, parentPort } = require('node:worker_threads');
       const [made, file] = [workerData + '/practice/made', workerData + '/settings.sqlite-wal'];
       for (let nth = 0; ; nth += 1) {
         mkdirSync(made);
         for (const name of ['a', 'b', 'c']) writeFileSync(made + '/' + name, '');
         writeFileSync(file, '');
         rmSync(made, { recursive: true });
         rmSync(file);
         if (nth === 0) parentPort.postMessage('working');
       }`,
      { eval: true, workerData: folder },
    );
    try {
      await once(helper, 'message');
      for (let nth = 0; nth < 2_000; nth += 1) expect(closeFolder(folder)).toBeUndefined();
    } finally {
      await helper.terminate();
    }
    expect(modeOf(join(folder, 'practice'))).toBe('700');
  });

  it('leaves what a link leads to alone', () => {
    const [folder, elsewhere] = [temporary(), temporary()];
    chmodSync(elsewhere, 0o755);
    symlinkSync(elsewhere, join(folder, 'profiles'));
    expect(closeFolder(folder)).toBeUndefined();
    expect(modeOf(elsewhere)).toBe('755');
  });

  it('that cannot be made is a failure with a reason, not a crash', () => {
    const file = join(temporary(), 'file');
    writeFileSync(file, '');
    const laid = layFoundations(join(file, 'data'));
    const { what, advice } = failureText(laid.ok ? failure('internal-error') : laid.failure);
    expect(what).toBe(
      `The data folder ${file}/data cannot be used (a file is where a folder should be, ENOTDIR).`,
    );
    expect(advice).toBe('Make it a folder that you may write to, or name another one with TOUCHSTONE_DATA.');
  });
});
