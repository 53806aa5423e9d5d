import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keychainAdvice } from '../../../src-main/keychain/open-secret-store.ts';
import {
  chooseElectron,
  openShell,
  whyDied,
  type ShellMachine,
  type ShellWishes,
} from '../../../src-main/setup/choose-shell.ts';
import { runShell } from '../../../src-main/setup/run-shell.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const temporary = temporaryDirectories();
const wishes = { shell: undefined, headless: false, offline: false } as const;

/** A machine whose runtime can be fetched, or not. */
function machine(change: Partial<ShellMachine> = {}): ShellMachine & { readonly fetches: () => number } {
  let fetches = 0;
  return {
    superuser: false,
    environment: { hasDisplay: true },
    find: () => (fetches > 0 ? '/fetched/electron' : undefined),
    fetch: () => {
      fetches += 1;
      return Promise.resolve(undefined);
    },
    ...change,
    fetches: () => fetches,
  };
}

describe('the shell that a start opens', () => {
  it('is Electron where its runtime is here or can be fetched', async () => {
    expect(await chooseElectron(wishes, machine())).toEqual({ electron: '/fetched/electron' });
    const here = machine({ find: () => '/here/electron' });
    expect(await chooseElectron(wishes, here)).toEqual({ electron: '/here/electron' });
    expect(here.fetches()).toBe(0);
  });

  it('says why it is not: a fetch that failed, root, or a computer without a network', async () => {
    const why = 'Electron’s runtime cannot be fetched: no way to the host';
    const failing = machine({ fetch: () => Promise.resolve(why) });
    expect(await chooseElectron(wishes, failing)).toEqual({ why });
    const root = machine({ superuser: true });
    expect((await chooseElectron(wishes, root)).why).toContain('root');
    const offline = machine();
    expect((await chooseElectron({ ...wishes, offline: true }, offline)).why).toContain('--offline');
    expect([root.fetches(), offline.fetches()]).toEqual([0, 0]);
    const lost = machine({ find: () => undefined });
    expect((await chooseElectron(wishes, lost)).why).toContain('not where it belongs');
  });

  it('is asked for no runtime where none is wanted', async () => {
    for (const [wish, change] of [
      [{ ...wishes, shell: 'chromium' as const }, {}],
      [{ ...wishes, headless: true }, {}],
      [wishes, { environment: { hasDisplay: false } }],
    ] as const) {
      const asked = machine(change);
      expect(await chooseElectron(wish, asked)).toEqual({ why: undefined });
      expect(asked.fetches()).toBe(0);
    }
  });
});

describe('a runtime that dies at once', () => {
  const ended = { code: null, signal: null, ran: 900, asked: false };

  it('is told from one that ended of its own will', () => {
    expect(whyDied({ ...ended, signal: 'SIGTRAP' })).toContain('SIGTRAP');
    expect(whyDied({ ...ended, code: 127 })).toContain('library');
    expect(whyDied({ ...ended, code: 0xc000_0135 })).toContain('3221225781');
    expect(whyDied({ ...ended, code: 0 })).toBeUndefined();
    expect(whyDied({ ...ended, code: 1 })).toBeUndefined();
    expect(whyDied({ ...ended, signal: 'SIGINT', asked: true })).toBeUndefined();
    expect(whyDied({ ...ended, signal: 'SIGTRAP', ran: 60_000 })).toBeUndefined();
  });
});

/** A runtime that is a Node script, and the result of starting with it. */
describe.skipIf(process.platform === 'win32')('a start with a runtime that is here', () => {
  async function opened(script: string, wish: Partial<ShellWishes> = {}) {
    const runtime = join(temporary(), 'electron');
    writeFileSync(runtime, `#!${process.execPath}\n${script}`, { mode: 0o700 });
    const lines: string[] = [];
    const signals = new EventEmitter();
    const done: string[] = [];
    const code = openShell({ ...wishes, ...wish }, machine({ find: () => runtime }), {
      build: () => Promise.resolve(void done.push('build')),
      runElectron: (program) => runShell(program, ['folder'], { apart: true, signals, stdio: 'ignore' }),
      openChromium: () => Promise.resolve((done.push('chromium'), 7)),
      say: (line) => lines.push(line),
    });
    return { code, lines, done, signals };
  }

  it('goes on in Chromium, with one line why, where it dies at once', async () => {
    const { code, lines, done } = await opened('process.abort();');
    expect(await code).toBe(7);
    expect(done).toEqual(['build', 'chromium']);
    expect(lines).toEqual([expect.stringMatching(/^Electron ended at once with SIG.*sandbox/)]);
    const missing = await opened('process.exit(127);');
    expect(await missing.code).toBe(7);
    expect(missing.lines).toEqual([expect.stringContaining('library')]);
  });

  it('goes on nowhere else where it ended of its own will, or where nothing else was wanted', async () => {
    const closed = await opened('process.exit(3);');
    expect([await closed.code, closed.done, closed.lines]).toEqual([3, ['build'], []]);
    const only = await opened('process.exit(127);', { shell: 'electron' });
    expect([await only.code, only.done, only.lines.length]).toEqual([127, ['build'], 1]);
  });

  it('passes one signal on, and takes the end that follows for the answer', async () => {
    const { code, lines, done, signals } = await opened(
      `let got = 0; process.on('SIGTERM', () => { got += 1; setTimeout(() => process.exit(got === 1 ? 0 : 9), 300); });
       setInterval(() => {}, 1000);`,
    );
    await expect.poll(() => signals.listenerCount('SIGTERM')).toBe(1);
    // Before its own listener is there, the signal would kill it.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    signals.emit('SIGTERM', 'SIGTERM');
    expect([await code, done, lines]).toEqual([0, ['build'], []]);
    expect(signals.listenerCount('SIGTERM')).toBe(0);
  });

  it('says so where it cannot be run at all', async () => {
    const lines: string[] = [];
    const code = openShell({ ...wishes }, machine({ find: () => join(temporary(), 'no-such') }), {
      build: () => Promise.resolve(),
      runElectron: (program) => runShell(program, [], { apart: true, signals: new EventEmitter() }),
      openChromium: () => Promise.resolve(7),
      say: (line) => lines.push(line),
    });
    expect(await code).toBe(7);
    expect(lines).toEqual([expect.stringContaining('cannot be started: spawn')]);
  });
});

describe('signals on Windows', () => {
  it('are not passed on: the console tells every process, and a second one would end it at once', async () => {
    const signals = new EventEmitter();
    const ended = runShell(process.execPath, ['-e', 'setTimeout(() => process.exit(5), 1500)'], {
      platform: 'win32',
      signals,
      stdio: 'ignore',
    });
    signals.emit('SIGINT', 'SIGINT');
    expect(await ended).toMatchObject({ code: 5, signal: null, asked: true });
  });
});

describe('advice about the keychain', () => {
  it('names a damaged installation where the library of Touchstone itself does not load', () => {
    for (const platform of ['darwin', 'win32', 'linux'] as const) {
      const advice = keychainAdvice(platform);
      expect(advice({ binding: 'loaded' })).not.toContain('Touchstone');
      expect(advice({ binding: 'unloadable' })).toContain('install Touchstone again');
      expect(advice({ binding: 'altered' })).toContain(
        'is not the file that came with it, and was not loaded',
      );
    }
  });
});
