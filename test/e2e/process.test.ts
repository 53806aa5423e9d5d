import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { isSuperuser } from '../../src-main/system/processes.ts';
import { StartedApp, type StartedOptions } from '../support/started-app.ts';

let app: StartedApp | undefined;

afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function running(options: StartedOptions = {}): Promise<StartedApp> {
  app = StartedApp.start(options);
  await app.ready();
  return app;
}

/** Runs the rest of its command line without root's rights in a system that allows no namespaces for a sandbox. */
const WITHOUT_NAMESPACES = [
  ...['unshare', '--user', '--map-user=1000', '--map-group=1000', '--keep-caps', 'sh', '-c'],
  'echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --ambient-caps=-all --inh-caps=-all --no-new-privs "$@"',
  'sh',
];

describe.skipIf(process.platform !== 'linux')('Chromium’s own sandbox', () => {
  it('holds every page of an ordinary user', async () => {
    const started = await running({ asNobody: isSuperuser() });
    const renderers = started.renderers();
    expect(renderers.length).toBeGreaterThan(0);
    for (const { command, status } of renderers) {
      expect(command).not.toContain('--no-sandbox');
      // System calls are filtered, and the process sees a namespace of its own.
      expect(status).toMatch(/^Seccomp:\t2$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      expect(status).toMatch(/^NSpid:\t\d+\t\d+/m);
    }
    expect(started.told).not.toMatch(/sandbox/);
  });

  it('is not there for root, which gets a line that says so', async () => {
    const through = isSuperuser() ? [] : ['unshare', '--user', '--map-root-user'];
    const started = await running({ through });
    expect(started.told).toMatch(/^Chromium has no sandbox for root: .+\n/);
    expect(started.told.match(/sandbox/g)).toHaveLength(1);
    expect(started.renderers().length).toBeGreaterThan(0);
  });

  it('is not gone without where the system refuses it, unless the user asks for that', async () => {
    app = StartedApp.start({ through: WITHOUT_NAMESPACES });
    expect(await app.ended()).toBe(1);
    expect(app.told).toMatch(
      /^Chromium cannot set up its sandbox on this system, so no window was opened\. .+--without-sandbox/,
    );
    await app.close();
    const started = await running({ through: WITHOUT_NAMESPACES, switches: ['--without-sandbox'] });
    expect(started.told).toMatch(/^Chromium runs without its sandbox, as you asked: .+\n/);
    expect(started.renderers().length).toBeGreaterThan(0);
  });
});

describe.skipIf(process.platform !== 'linux')('npm start as root', () => {
  it('opens the Chromium shell and says in one line why it is not Electron', async () => {
    const through = isSuperuser() ? [] : ['unshare', '--user', '--map-root-user'];
    app = StartedApp.start({ through, byStart: true, shell: undefined, headless: false });
    const { told } = await app.toldOf(/^Opening Touchstone in .+$/m);
    expect(told.match(/^.*Electron.*$/gm)).toEqual(['Electron does not run as root with its sandbox on.']);
    expect(told).not.toContain('Fetching');
  });
});

/** The files that a database leaves beside itself unless it is closed. */
function unclosed(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /-(wal|shm|journal)$/.test(name));
}

describe.skipIf(process.platform === 'win32')('Ctrl-C in a terminal', () => {
  it.each([
    ['the shell alone', false],
    ['npm start, which passes it on once more', true],
  ])('ends %s in order: windows, helpers, then what is kept', async (_how, byStart) => {
    const started = await running({ byStart });
    expect(unclosed(started.folder).length).toBeGreaterThan(0);
    started.signal('SIGINT');
    expect(await started.ended()).toBe(0);
    expect(unclosed(started.folder)).toEqual([]);
    expect(readdirSync(started.folder)).not.toContain('browser');
    expect(started.told).not.toMatch(/Error|practice:/);
  });
});

it('lives on when a page calls the driver’s own binding with what it cannot read', async () => {
  const script = fileURLToPath(new URL('../support/malformed-binding-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  expect(await text(child.stdout)).toBe('lives on');
});
