import { findChromium } from './find-runtime.ts';
import { thisMachine, type Machine } from './machine.ts';

/** The purpose of the packages: a trade from the command line, or the whole test suite. */
export type Purpose = 'demo' | 'test';

type PackageManager = 'debian' | 'fedora' | 'arch';

interface SystemPart {
  /** The part's description for an install hint. */
  readonly name: string;
  readonly neededFor: readonly Purpose[];
  /** Parts of the Linux desktop have no counterpart to install elsewhere. */
  readonly linuxOnly: boolean;
  readonly packages: Readonly<Record<PackageManager, readonly string[]>>;
  isPresent(machine: Machine): boolean;
}

const parts: readonly SystemPart[] = [
  {
    name: 'Chromium',
    neededFor: ['demo', 'test'],
    linuxOnly: false,
    packages: { debian: ['chromium'], fedora: ['chromium'], arch: ['chromium'] },
    isPresent: (machine) => findChromium(machine) !== undefined,
  },
  {
    name: 'a virtual display (Xvfb)',
    neededFor: ['test'],
    linuxOnly: true,
    packages: { debian: ['xvfb'], fedora: ['xorg-x11-server-Xvfb'], arch: ['xorg-server-xvfb'] },
    isPresent: (machine) => machine.environment.hasDisplay || machine.findProgram('Xvfb') !== undefined,
  },
  {
    name: 'a keyring (gnome-keyring)',
    neededFor: ['test'],
    linuxOnly: true,
    packages: { debian: ['gnome-keyring'], fedora: ['gnome-keyring'], arch: ['gnome-keyring'] },
    isPresent: (machine) => machine.findProgram('gnome-keyring-daemon') !== undefined,
  },
  {
    name: 'a message bus (D-Bus)',
    neededFor: ['test'],
    linuxOnly: true,
    packages: { debian: ['dbus'], fedora: ['dbus-daemon'], arch: ['dbus'] },
    isPresent: (machine) => machine.findProgram('dbus-run-session') !== undefined,
  },
  {
    name: 'the secret service library (libsecret)',
    neededFor: ['test'],
    linuxOnly: true,
    packages: { debian: ['libsecret-1-0', 'libsecret-tools'], fedora: ['libsecret'], arch: ['libsecret'] },
    isPresent: (machine) =>
      machine.hasLibrary('libsecret-1.so.0') && machine.findProgram('secret-tool') !== undefined,
  },
  {
    name: 'gdbus',
    neededFor: ['test'],
    linuxOnly: true,
    packages: { debian: ['libglib2.0-bin'], fedora: ['glib2'], arch: ['glib2'] },
    isPresent: (machine) => machine.findProgram('gdbus') !== undefined,
  },
  {
    name: 'Python with D-Bus (for the faulty keyrings of the tests)',
    neededFor: ['test'],
    linuxOnly: true,
    packages: {
      debian: ['python3', 'python3-dbus', 'python3-gi'],
      fedora: ['python3-dbus', 'python3-gobject'],
      arch: ['python-dbus', 'python-gobject'],
    },
    isPresent: hasPythonDbus,
  },
];

export interface SetupOutcome {
  /** Names of the parts that are still missing. */
  readonly missing: readonly string[];
  /** The command to run or the package to install by hand, in one sentence; absent when nothing is missing. */
  readonly instruction?: string;
}

/**
 * Sees to it that what `purpose` needs from the system is there. As root on a Debian-like system it installs
 * what is missing with apt-get, saying so; elsewhere it says what to install. Touches no network when nothing
 * is missing.
 */
export async function ensureSystemPackages(
  purpose: Purpose,
  say: (line: string) => void,
  machine: Machine = thisMachine(),
): Promise<SetupOutcome> {
  const missing = missingParts(purpose, machine);
  if (missing.length === 0) return { missing: [] };
  const manager = packageManager(machine);
  if (manager !== 'debian' || !machine.isRoot) return outcome(missing, machine);

  const packages = missing.flatMap((part) => part.packages.debian);
  say(`Installing system packages with apt-get: ${packages.join(' ')}`);
  const problem = await installWithApt(packages, machine);
  const stillMissing = missingParts(purpose, machine);
  if (stillMissing.length > 0 && problem !== undefined) say(`apt-get could not install them: ${problem}`);
  return outcome(stillMissing, machine);
}

function missingParts(purpose: Purpose, machine: Machine): readonly SystemPart[] {
  return parts.filter(
    (part) =>
      part.neededFor.includes(purpose) &&
      (!part.linuxOnly || machine.platform === 'linux') &&
      !part.isPresent(machine),
  );
}

/** The lists may be absent or out of date: they are fetched only after a first attempt has failed. */
async function installWithApt(packages: readonly string[], machine: Machine): Promise<string | undefined> {
  const install = ['install', '--yes', '--no-install-recommends', ...packages];
  const first = await machine.run('apt-get', install);
  if (first.code === 0) return undefined;
  const update = await machine.run('apt-get', ['update']);
  const second = await machine.run('apt-get', install);
  if (second.code === 0) return undefined;
  return lastLine(second.output) ?? lastLine(update.output) ?? 'no reason given';
}

function packageManager(machine: Machine): PackageManager | undefined {
  if (machine.platform !== 'linux') return undefined;
  const family = /^ID(?:_LIKE)?=(.*)$/gm;
  const names = [...machine.osRelease.matchAll(family)].flatMap((match) =>
    (match[1] ?? '').replaceAll('"', '').split(/\s+/),
  );
  if (names.some((name) => name === 'debian' || name === 'ubuntu')) return 'debian';
  if (names.some((name) => name === 'fedora' || name === 'rhel')) return 'fedora';
  if (names.includes('arch')) return 'arch';
  return undefined;
}

function outcome(missing: readonly SystemPart[], machine: Machine): SetupOutcome {
  if (missing.length === 0) return { missing: [] };
  return { missing: missing.map((part) => part.name), instruction: instruction(missing, machine) };
}

function instruction(missing: readonly SystemPart[], machine: Machine): string {
  const manager = packageManager(machine);
  const packages = (name: PackageManager): string => missing.flatMap((part) => part.packages[name]).join(' ');
  switch (manager) {
    case 'debian':
      return `Install them with: sudo apt-get install ${packages('debian')}`;
    case 'fedora':
      return `Install them with: sudo dnf install ${packages('fedora')}`;
    case 'arch':
      return `Install them with: sudo pacman -S ${packages('arch')}`;
    case undefined:
      return machine.platform === 'linux'
        ? `Install ${missing.map((part) => part.name).join(', ')} with this system's package manager (on Debian: ${packages('debian')})`
        : 'Install Google Chrome, Chromium, Microsoft Edge or Brave, or set TOUCHSTONE_CHROMIUM to the path of one';
  }
}

/** The packages belong to the system's own Python, which need not be the first on the PATH. */
function hasPythonDbus(machine: Machine): boolean {
  const system = '/usr/bin/python3';
  const python = machine.isExecutable(system) ? system : machine.findProgram('python3');
  return python !== undefined && machine.succeeds(python, ['-c', 'import dbus, gi']);
}

function lastLine(output: string): string | undefined {
  return output
    .trim()
    .split('\n')
    .findLast((line) => line.trim() !== '');
}
