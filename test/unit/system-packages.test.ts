import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../../src-main/system/environment.ts';
import { findChromium } from '../../src-main/setup/find-runtime.ts';
import { thisMachine, type Machine } from '../../src-main/setup/machine.ts';
import { ensureSystemPackages } from '../../src-main/setup/system-packages.ts';

const testParts: Readonly<Record<string, string>> = {
  chromium: 'chromium',
  Xvfb: 'xvfb',
  'gnome-keyring-daemon': 'gnome-keyring',
  'dbus-run-session': 'dbus',
  'secret-tool': 'libsecret-tools',
  gdbus: 'libglib2.0-bin',
  python3: 'python3',
};

interface Recorded {
  readonly machine: Machine;
  readonly commands: string[];
}

/** A machine with some programs on its PATH, on which apt-get installs what it is asked for. */
function machine(
  programs: readonly string[],
  changes: Partial<Machine> & { aptWorks?: boolean } = {},
): Recorded {
  const present = new Set(programs);
  const commands: string[] = [];
  const { aptWorks = true, ...rest } = changes;
  const made: Machine = {
    platform: 'linux',
    environment: readEnvironment({ PATH: '/usr/bin' }, rest.platform ?? 'linux'),
    isRoot: true,
    osRelease: 'ID=debian\nVERSION_ID="12"\n',
    findProgram: (name) => (present.has(name) ? `/usr/bin/${name}` : undefined),
    isExecutable: () => false,
    hasLibrary: () => present.has('secret-tool'),
    succeeds: () => present.has('python3'),
    run: (program, args) => {
      commands.push([program, ...args].join(' '));
      if (!aptWorks) return Promise.resolve({ code: 100, output: 'E: Could not resolve host\n' });
      for (const [name, debian] of Object.entries(testParts)) if (args.includes(debian)) present.add(name);
      return Promise.resolve({ code: 0, output: '' });
    },
    ...rest,
  };
  return { machine: made, commands };
}

async function ensure(
  purpose: 'demo' | 'test',
  on: Recorded,
): Promise<{ said: string[]; missing: readonly string[]; instruction: string | undefined }> {
  const said: string[] = [];
  const { missing, instruction } = await ensureSystemPackages(purpose, (line) => said.push(line), on.machine);
  return { said, missing, instruction };
}

describe('system packages', () => {
  it('runs nothing and says nothing when all parts are there', async () => {
    const complete = machine(Object.keys(testParts));
    expect(await ensure('test', complete)).toEqual({ said: [], missing: [], instruction: undefined });
    expect(complete.commands).toEqual([]);
  });

  it('installs exactly what is missing as root on Debian, saying so in one line', async () => {
    const bare = machine(['chromium', 'gdbus', 'python3']);
    const { said, missing } = await ensure('test', bare);
    const packages = 'xvfb gnome-keyring dbus libsecret-1-0 libsecret-tools';
    expect(missing).toEqual([]);
    expect(said).toEqual([`Installing system packages with apt-get: ${packages}`]);
    expect(bare.commands).toEqual([`apt-get install --yes --no-install-recommends ${packages}`]);
  });

  it('needs nothing but a browser for the demo', async () => {
    expect((await ensure('demo', machine(['google-chrome']))).missing).toEqual([]);
    const bare = machine([]);
    await ensure('demo', bare);
    expect(bare.commands).toEqual(['apt-get install --yes --no-install-recommends chromium']);
  });

  it('fetches the lists once when the first attempt fails, and says why it could not install', async () => {
    const offline = machine(
      Object.keys(testParts).filter((name) => name !== 'Xvfb'),
      { aptWorks: false },
    );
    const { said, missing, instruction } = await ensure('test', offline);
    expect(offline.commands.map((command) => command.split(' ').slice(0, 2).join(' '))).toEqual([
      'apt-get install',
      'apt-get update',
      'apt-get install',
    ]);
    expect(said.at(-1)).toBe('apt-get could not install them: E: Could not resolve host');
    expect(missing).toEqual(['a virtual display (Xvfb)']);
    expect(instruction).toBe('Install them with: sudo apt-get install xvfb');
  });

  it.each([
    ['debian', { isRoot: false }, 'sudo apt-get install chromium'],
    ['ubuntu', { isRoot: false, osRelease: 'ID=ubuntu\nID_LIKE=debian\n' }, 'sudo apt-get install chromium'],
    ['fedora', { osRelease: 'ID=fedora\n' }, 'sudo dnf install chromium'],
    ['rocky', { osRelease: 'ID="rocky"\nID_LIKE="rhel centos fedora"\n' }, 'sudo dnf install chromium'],
    ['arch', { osRelease: 'ID=arch\n' }, 'sudo pacman -S chromium'],
    ['another Linux', { osRelease: '' }, 'on Debian: chromium'],
    ['macOS', { platform: 'darwin' }, 'Google Chrome, Chromium, Microsoft Edge or Brave'],
    ['Windows', { platform: 'win32' }, 'TOUCHSTONE_CHROMIUM'],
  ] as const)('on %s it runs nothing and says what to install', async (_name, changes, words) => {
    const bare = machine([], changes);
    const { instruction } = await ensure('demo', bare);
    expect(instruction).toContain(words);
    expect(bare.commands).toEqual([]);
  });

  it('asks for no parts of the Linux desktop elsewhere', async () => {
    expect((await ensure('test', machine([], { platform: 'darwin' }))).missing).toEqual(['Chromium']);
  });
});

describe('finding a browser', () => {
  const places = (
    platform: NodeJS.Platform,
    executables: readonly string[],
    variables: Record<string, string> = {},
  ): string | undefined =>
    findChromium({
      platform,
      environment: readEnvironment(variables, platform),
      findProgram: (name) => (executables.includes(name) ? `/usr/bin/${name}` : undefined),
      isExecutable: (path) => executables.includes(path),
    });

  it('takes the PATH before the usual places', () => {
    expect(places('linux', ['google-chrome', '/snap/bin/chromium'])).toBe('/usr/bin/google-chrome');
    expect(places('linux', ['/snap/bin/chromium'])).toBe('/snap/bin/chromium');
    expect(places('linux', [])).toBeUndefined();
  });

  it('knows where macOS and Windows keep applications', () => {
    const edge = '/Users/ada/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge';
    expect(places('darwin', [edge], { HOME: '/Users/ada' })).toBe(edge);
    const chrome = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe';
    expect(places('win32', [chrome], { PROGRAMFILES: 'C:\\Program Files' })).toBe(chrome);
  });

  it('uses the browser that TOUCHSTONE_CHROMIUM names, or none', () => {
    expect(places('linux', ['/opt/own', 'chromium'], { TOUCHSTONE_CHROMIUM: '/opt/own' })).toBe('/opt/own');
    expect(places('linux', ['brave', 'chromium'], { TOUCHSTONE_CHROMIUM: 'brave' })).toBe('/usr/bin/brave');
    expect(places('linux', ['chromium'], { TOUCHSTONE_CHROMIUM: '/opt/gone' })).toBeUndefined();
  });
});

describe('this machine', () => {
  it('finds programs by name and runs commands without input', async () => {
    const here = thisMachine();
    const node = process.execPath;
    expect(here.isExecutable(node)).toBe(true);
    expect(here.findProgram('no-such-program-anywhere')).toBeUndefined();
    expect(here.succeeds(node, ['-e', 'process.exit(0)'])).toBe(true);
    expect(here.succeeds(node, ['-e', 'process.exit(1)'])).toBe(false);
    expect(await here.run(node, ['-e', 'console.log("out"); console.error("err"); process.exit(3)'])).toEqual(
      {
        code: 3,
        output: expect.stringMatching(/out[\s\S]*err|err[\s\S]*out/) as string,
      },
    );
    expect((await here.run('no-such-program-anywhere', [])).code).toBe(127);
  });
});
