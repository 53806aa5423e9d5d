import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockDirectory } from '../../../src-main/storage/open-database.ts';
import { openSettings } from '../../../src-main/storage/sqlite-settings.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const temporary = temporaryDirectories();

describe('lock on a data directory', () => {
  it('is refused to a second taker until it is released', () => {
    const directory = temporary();
    const first = lockDirectory(directory);
    const second = lockDirectory(directory);
    expect(first.ok).toBe(true);
    expect(second.ok ? 'taken' : second.failure.code).toBe('data-directory-busy');
    if (first.ok) first.value.release();
    const third = lockDirectory(directory);
    expect(third.ok).toBe(true);
    if (third.ok) third.value.release();
  });

  it('is held against another process, and ends when that process is killed', async () => {
    const directory = temporary();
    const module = new URL('../../../src-main/storage/open-database.ts', import.meta.url).href;
    const code = `import { lockDirectory } from ${JSON.stringify(module)};
      // Held by the timer: a lock that nothing refers to goes with the next collection of garbage.
      const held = lockDirectory(${JSON.stringify(directory)});
      console.log(held.ok); setInterval(() => held, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [answer] = (await once(child.stdout, 'data')) as [Buffer];
    expect(answer.toString().trim()).toBe('true');
    const refused = lockDirectory(directory);
    expect(refused.ok ? 'taken' : refused.failure.code).toBe('data-directory-busy');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const taken = lockDirectory(directory);
    expect(taken.ok).toBe(true);
    if (taken.ok) taken.value.release();
  });
});

describe('settings', () => {
  it('keeps values of any JSON shape, replaces and removes them', () => {
    const path = join(temporary(), 'settings.sqlite');
    const first = openSettings(path);
    if (!first.ok) throw new Error(first.failure.code);
    first.value.set('theme', 'dark');
    first.value.set('theme', 'light');
    first.value.set('list', [1, { a: null }]);
    first.value.set('gone', true);
    first.value.set('gone', undefined);
    first.value.close();
    const second = openSettings(path);
    if (!second.ok) throw new Error(second.failure.code);
    expect(second.value.get('theme')).toBe('light');
    expect(second.value.get('list')).toEqual([1, { a: null }]);
    expect(second.value.get('gone')).toBeUndefined();
    second.value.close();
  });
});
