import { describe, expect, it } from 'vitest';
import { removeFile, removeTree, renameOver, type Disk } from '../../../src-main/system/held-files.ts';

/** A disk that refuses a number of times with this code, and counts. */
function refusing(
  times: number,
  code: string,
): Disk & { readonly tries: () => number; readonly waited: () => number } {
  let tries = 0;
  let waited = 0;
  const work = (): void => {
    tries += 1;
    if (tries <= times) throw Object.assign(new Error(code), { code });
  };
  return {
    rename: work,
    remove: work,
    removeTree: work,
    wait: (ms) => void (waited += ms),
    tries: () => tries,
    waited: () => waited,
  };
}

describe('a file that another program holds on Windows', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('is renamed and removed once it is let go (%s)', (code) => {
    for (const work of [
      (disk: Disk) => renameOver('a', 'b', { platform: 'win32', disk }),
      (disk: Disk) => removeFile('a', { platform: 'win32', disk }),
      (disk: Disk) => expect(removeTree('a', { platform: 'win32', disk })).toBe(true),
    ]) {
      const disk = refusing(2, code);
      work(disk);
      expect([disk.tries(), disk.waited()]).toEqual([3, 15]);
    }
  });

  it('is given up within a second, with the reason', () => {
    const disk = refusing(Infinity, 'EBUSY');
    expect(() => renameOver('a', 'b', { platform: 'win32', disk })).toThrow('EBUSY');
    expect(disk.tries()).toBeGreaterThan(5);
    expect(disk.waited()).toBeLessThan(1_000);
  });

  it('keeps nobody from starting or ending, where nobody misses it', () => {
    expect(removeTree('a', { platform: 'win32', disk: refusing(Infinity, 'EPERM') })).toBe(false);
    expect(removeTree('a', { platform: 'linux', disk: refusing(Infinity, 'EACCES') })).toBe(false);
  });

  it('is not waited for where that is about something else', () => {
    for (const [platform, code] of [
      ['win32', 'ENOSPC'],
      ['linux', 'EACCES'],
      ['darwin', 'EPERM'],
    ] as const) {
      const disk = refusing(1, code);
      expect(() => renameOver('a', 'b', { platform, disk })).toThrow(code);
      expect([disk.tries(), disk.waited()]).toEqual([1, 0]);
    }
  });
});
