import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import { layFoundations, type Foundations } from '../../src-main/app/foundations.ts';
import { findChromium } from '../../src-main/setup/find-runtime.ts';
import { ChromiumShell } from '../../src-main/shell/chromium/chromium-shell.ts';
import type { Gates, WindowGate } from '../../src-main/shell/windows.ts';
import { isSuperuser } from '../../src-main/system/processes.ts';
import { eventually } from '../support/eventually.ts';
import { processesOf } from '../support/started-app.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

/** Generous: the same limit applies to a real browser on a busy machine as to one that never starts. */
const PATIENCE_MS = 20_000;

/** Where the ticket begins: a share of the window's width. */
const TICKET = 0.8;

const temporary = temporaryDirectories();
let shell: ChromiumShell | undefined;
let foundations: Foundations | undefined;

afterEach(async () => {
  await shell?.stop();
  foundations?.close();
  shell = undefined;
  foundations = undefined;
});

/** A browser that hangs when it is started for the first so many times. */
function hangingBrowser(folder: string, times: number): string {
  const path = join(folder, 'browser.sh');
  const hang = Array.from(
    { length: times },
    (_, at) => `mkdir '${folder}/hung-${at}' 2>/dev/null && exec sleep 600`,
  );
  writeFileSync(path, ['#!/bin/sh', ...hang, `exec '${findChromium() ?? ''}' "$@"`, ''].join('\n'));
  chmodSync(path, 0o700);
  return path;
}

/** A browser that starts, and then hangs whenever it is asked for one more window. */
function deafBrowser(folder: string): string {
  const path = join(folder, 'browser.sh');
  const hang = `case "$*" in *--profile-directory=*) : >'${folder}/asked'; exec sleep 600;; esac`;
  writeFileSync(path, ['#!/bin/sh', hang, `exec '${findChromium() ?? ''}' "$@"`, ''].join('\n'));
  chmodSync(path, 0o700);
  return path;
}

/**
 * A browser whose start for the window of that kind is so slow that the application that wanted it, and the browser that
 * was to show it, have ended before it begins.
 */
function lateBrowser(folder: string, window: 'main' | 'approval'): string {
  const path = join(folder, 'browser.sh');
  const which = window === 'main' ? '*' : '*--profile-directory=*';
  const wait = `case "$*" in ${which}) : >'${folder}/late'
    while kill -0 $PPID 2>/dev/null; do sleep 0.05; done
    while [ -L "\${1#--user-data-dir=}/SingletonLock" ]; do sleep 0.05; done;; esac`;
  writeFileSync(path, ['#!/bin/sh', wait, `exec '${findChromium() ?? ''}' "$@"`, ''].join('\n'));
  chmodSync(path, 0o700);
  return path;
}

function shellOf(
  folder: string,
  executable: string,
  closed: string[],
  { headless = true } = {},
): ChromiumShell {
  const laid = layFoundations(folder);
  if (!laid.ok) throw new Error(laid.failure.code);
  foundations = laid.value;
  return new ChromiumShell({
    executable,
    headless,
    sandboxed: !isSuperuser(),
    builtFolder: fileURLToPath(new URL('../../out', import.meta.url)),
    profilesFolder: join(folder, 'browser'),
    settings: laid.value.settings,
    log: laid.value.log,
    patienceMs: PATIENCE_MS,
    onUserActed: () => undefined,
    onActed: () => undefined,
    onMainClosed: () => closed.push('main'),
    onVaultClosed: () => closed.push('vault'),
    onApprovalClosed: () => closed.push('approval'),
  });
}

const silent: WindowGate = {
  call: () => Promise.resolve(failed(failure('request-refused', { name: 'any', reason: 'nobody is here' }))),
  subscribe: () => undefined,
};
const gates = { main: silent, vault: silent, approval: silent } as unknown as Gates;

it('starts another browser in place of one that hangs, and nobody hears of a window that never was', async () => {
  const folder = temporary();
  const closed: string[] = [];
  shell = shellOf(folder, hangingBrowser(folder, 1), closed);
  await shell.start(gates);
  const { main } = await shell.pages();
  expect(existsSync(join(folder, 'hung-0'))).toBe(true);
  expect(new URL(main?.url() ?? '').pathname).toBe('/index.html');
  expect(closed).toEqual([]);
});

it('gives up when the second hangs as well, and a window asked for later may open', async () => {
  const folder = temporary();
  const closed: string[] = [];
  shell = shellOf(folder, hangingBrowser(folder, 2), closed);
  await expect(shell.start(gates)).rejects.toThrow(/Timeout/);
  await shell.openVault();
  expect((await shell.pages()).vault?.isClosed()).toBe(false);
  expect(closed).toEqual([]);
});

it('opens a side window in a separate browser when the one that runs opens none', async () => {
  const folder = temporary();
  const closed: string[] = [];
  shell = shellOf(folder, deafBrowser(folder), closed, { headless: false });
  await shell.start(gates);
  await shell.openVault();
  const { main, vault } = await shell.pages();
  expect(existsSync(join(folder, 'asked'))).toBe(true);
  expect(vault?.isClosed()).toBe(false);
  expect(vault?.context()).not.toBe(main?.context());
  expect(closed).toEqual([]);
  shell.closeVault();
  await vault?.waitForEvent('close');
  expect(main?.isClosed()).toBe(false);
});

it('hears once of a side window that is closed, and the trading window takes the others with it', async () => {
  const folder = temporary();
  const closed: string[] = [];
  shell = shellOf(folder, findChromium() ?? '', closed, { headless: false });
  await shell.start(gates);
  await Promise.all([shell.openVault(), shell.openApproval()]);
  const { main, vault, approval } = await shell.pages();
  expect(new Set([main, vault, approval].map((page) => page?.context())).size).toBe(1);
  expect(new Set([main, vault, approval].map((page) => new URL(page?.url() ?? '').pathname))).toEqual(
    new Set(['/index.html', '/vault.html', '/approval.html']),
  );
  await vault?.close();
  expect(closed).toEqual(['vault']);
  const gone = approval?.waitForEvent('close');
  await main?.close();
  await gone;
  await expect.poll(() => closed.toSorted()).toEqual(['approval', 'main', 'vault']);
});

it('makes no window ahead while one is being put away for the same use', async () => {
  const folder = temporary();
  const closed: string[] = [];
  shell = shellOf(folder, findChromium() ?? '', closed, { headless: false });
  await shell.start(gates);
  await shell.openApproval(TICKET);
  const { main, approval } = await shell.pages();
  shell.closeApproval();
  shell.prepareApproval();
  await shell.openApproval(TICKET);
  expect((await shell.pages()).approval).toBe(approval);
  expect(main?.context().pages()).toHaveLength(2);
  expect(closed).toEqual(['approval']);
});

describe.skipIf(process.platform !== 'linux')('once its windows are open', () => {
  it.each([
    ['a browser', (command: string) => !command.includes('--type=')],
    ['every page of a browser', (command: string) => command.includes('--type=renderer')],
  ] as const)(
    '%s that hangs keeps nobody waiting, and is ended with the application',
    async (_what, hangs) => {
      const folder = temporary();
      const profiles = join(folder, 'browser');
      shell = shellOf(folder, findChromium() ?? '', [], { headless: false });
      await shell.start(gates);
      await Promise.all([shell.openVault(), shell.openApproval(TICKET)]);
      for (const { command, status } of processesOf(profiles))
        if (hangs(command)) process.kill(Number(/^Pid:\s*(\d+)$/m.exec(status)?.[1]), 'SIGSTOP');
      // The same once more brings it to the front.
      await shell.openApproval(TICKET);
      shell.closeApproval();
      await shell.stop();
      await eventually('neither it nor its profile is left', () =>
        Promise.resolve((processesOf(profiles).length === 0 && !existsSync(profiles)) || undefined),
      );
    },
  );
});

describe.skipIf(process.platform !== 'linux')('when main is killed', () => {
  const script = fileURLToPath(new URL('../support/shell-process.ts', import.meta.url));

  it.each([
    ['before its first browser has started', 'main', true],
    ['before a start has reached the browser that was to open the approval window', 'approval', true],
    ['as it asks for the approval window', 'approval', false],
    ['once all of its windows are open', 'open', false],
  ] as const)('%s, no browser and no profile is left', async (_when, word, late) => {
    const folder = temporary();
    const data = join(folder, 'data');
    const executable = late ? lateBrowser(folder, word) : (findChromium() ?? '');
    const child = spawn(process.execPath, [script, data, executable], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await eventually(`the application opens ${word}`, () =>
      Promise.resolve(
        (printed.split('\n').includes(word) && (!late || existsSync(join(folder, 'late')))) || undefined,
      ),
    );
    child.kill('SIGKILL');
    await exit;
    const profiles = join(data, 'browser');
    await eventually('the browsers end with the application', () =>
      Promise.resolve(
        (processesOf(profiles).length === 0 && readdirSync(profiles).length === 0) || undefined,
      ),
    );
  });
});
