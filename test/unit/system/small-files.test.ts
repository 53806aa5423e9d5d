import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SmallFiles } from '../../../src-main/ports/system.ts';
import { diskFiles, memoryFiles } from '../../../src-main/system/small-files.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const temporary = temporaryDirectories();
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What every implementation of the port does. */
describe.each([
  ['on disk', (): SmallFiles => diskFiles(join(temporary(), 'profile'))],
  ['in memory', (): SmallFiles => memoryFiles()],
])('small files %s', (_, make) => {
  it('are read as they were last written, and gone when removed', () => {
    const files = make();
    expect(files.read('keystore')).toBeUndefined();
    files.write('keystore', bytes('a longer content'));
    files.write('keystore', bytes('short'));
    expect(files.read('keystore')).toEqual(bytes('short'));
    files.write('keystore.previous', bytes('other'));
    files.remove('keystore');
    files.remove('keystore');
    expect(files.read('keystore')).toBeUndefined();
    expect(files.read('keystore.previous')).toEqual(bytes('other'));
  });

  it('do not change with the buffers that were handed in or out', () => {
    const files = make();
    const content = bytes('secret');
    files.write('a', content);
    content.fill(0);
    files.read('a')?.fill(0);
    expect(files.read('a')).toEqual(bytes('secret'));
  });

  it.each(['../a', 'a/b', '', '.hidden', 'A', 'a.new'])('refuse the name "%s"', (name) => {
    expect(() => make().write(name, bytes('x'))).toThrow(RangeError);
  });
});

describe('small files on disk', () => {
  it('can be read by their owner alone, and leave nothing half-written under their name', () => {
    const directory = join(temporary(), 'profile');
    const files = diskFiles(directory);
    files.write('keystore', bytes('whole'));
    // What a power cut in the middle of the next write leaves.
    writeFileSync(join(directory, 'keystore.new'), 'ha');
    expect(diskFiles(directory).read('keystore')).toEqual(bytes('whole'));
    files.write('keystore', bytes('whole again'));
    expect(readdirSync(directory)).toEqual(['keystore']);
    if (process.platform !== 'win32') {
      expect(statSync(join(directory, 'keystore')).mode & 0o777).toBe(0o600);
      expect(statSync(directory).mode & 0o777).toBe(0o700);
    }
  });

  it('say with their error code when the disk refuses', () => {
    const directory = join(temporary(), 'profile');
    const files = diskFiles(directory);
    files.write('a', bytes('x'));
    expect(existsSync(join(directory, 'a'))).toBe(true);
    writeFileSync(join(directory, 'file'), '');
    expect(() => diskFiles(join(directory, 'file'))).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  });
});
