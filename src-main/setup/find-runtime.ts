import { join, posix, win32 } from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { thisMachine, type Machine } from './machine.ts';

type Places = Pick<Machine, 'platform' | 'environment' | 'findProgram' | 'isExecutable'>;

const programs = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'brave-browser',
  'brave',
  'ungoogled-chromium',
];

const linuxPaths = [
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
  '/opt/brave.com/brave/brave-browser',
  '/var/lib/flatpak/exports/bin/org.chromium.Chromium',
];

const macApplications = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'];

const windowsPaths = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
];

/**
 * Path of an installed Chromium, Chrome, Edge or Brave: the one that `TOUCHSTONE_CHROMIUM` names by path or by
 * name, else the first on the PATH, else the first in the places where the three systems install them. Where
 * the variable names something that cannot be run, nothing else is tried.
 */
export function findChromium(machine: Places = thisMachine()): string | undefined {
  const wanted = machine.environment.chromium;
  if (wanted !== undefined) {
    if (!/[\\/]/.test(wanted)) return machine.findProgram(wanted);
    return machine.isExecutable(wanted) ? wanted : undefined;
  }
  for (const program of machine.platform === 'win32' ? [] : programs) {
    const found = machine.findProgram(program);
    if (found !== undefined) return found;
  }
  return usualPaths(machine).find((path) => machine.isExecutable(path));
}

function usualPaths({ platform, environment }: Places): readonly string[] {
  switch (platform) {
    case 'darwin':
      return ['/', environment.homeFolder]
        .filter((folder) => folder !== undefined)
        .flatMap((folder) =>
          macApplications.map((name) =>
            posix.join(folder, 'Applications', `${name}.app`, 'Contents/MacOS', name),
          ),
        );
    case 'win32':
      return environment.windowsApplicationFolders.flatMap((folder) =>
        windowsPaths.map((path) => win32.join(folder, path)),
      );
    default:
      return linuxPaths;
  }
}

const packageFolder = fileURLToPath(new URL('../../node_modules/electron/', import.meta.url));

/**
 * Absolute path of Electron's runtime, or `undefined` where it has not been fetched. Only looks: asking the
 * package itself would start a download.
 */
export function findElectron(folder: string = packageFolder): string | undefined {
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const program = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(program) ? program : undefined;
}
