import { join, posix, win32 } from 'node:path';
import { homedir } from 'node:os';
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, type Dirent } from 'node:fs';
import type { Environment } from './environment.ts';

/** The variables that say where the application keeps its files. */
export type Places = Pick<Environment, 'dataFolder' | 'homeFolder' | 'xdgDataHome' | 'localFolder'>;

/**
 * Where the application keeps its files: `TOUCHSTONE_DATA` if set, else each system's usual place (XDG data home,
 * Application Support, local application data). Not the roaming data on Windows: a journal copied between machines
 * forks, and locks do not hold there.
 */
export function dataFolder(environment: Places, platform: NodeJS.Platform): string {
  const { dataFolder: chosen, homeFolder = '.', xdgDataHome, localFolder } = environment;
  if (chosen !== undefined) return chosen;
  switch (platform) {
    case 'win32':
      return win32.join(localFolder ?? win32.join(homeFolder, 'AppData', 'Local'), NAME);
    case 'darwin':
      return posix.join(homeFolder, 'Library', 'Application Support', NAME);
    default:
      return posix.join(xdgDataHome ?? posix.join(homeFolder, '.local', 'share'), 'touchstone');
  }
}

const NAME = 'Touchstone';

const OTHERS = 0o077;
const STICKY = 0o1000;
/** Files that the application makes in its data folder; anything else there is not ours to change. */
const OWN_FILES = /^(settings|lock)\.sqlite(-wal|-shm|-journal)?$|^keychain\.json$|^\.lock$/;
const OWN_FOLDERS = ['profiles', 'practice', 'replay', 'log', 'electron'];

/**
 * Why others on this machine can still look into a folder: it is a place for everybody such as `/tmp`, it belongs to
 * another user, or its file system knows no rights.
 */
export type Openness =
  | 'a place for everybody'
  | 'another user’s folder'
  | 'on a file system without access rights'
  | 'outside of your own folder, where Windows lets others read';

/**
 * Makes a folder that only its owner can read, or restricts an existing one with wider access (made by hand, restored
 * from an archive), along with the application's files and folders in it. Returns why it is still open, or nothing. On
 * Windows, access lists control reading, and those in a user's own folder (`home`) are narrow: nothing is changed
 * there, and a data folder elsewhere is reported.
 * @throws the file system's error when the folder can neither be made nor listed.
 */
export function closeFolder(
  folder: string,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): Openness | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (platform === 'win32')
    return isBelow(folder, home) ? undefined : 'outside of your own folder, where Windows lets others read';
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    // The target of a link is elsewhere and not ours.
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry?.isFile() && OWN_FILES.test(name)) close(path, 0o600);
    else if (entry?.isDirectory() && OWN_FOLDERS.includes(name)) closeTree(path);
  }
  const { mode, uid } = statSync(folder);
  if ((mode & OTHERS) === 0) return undefined;
  if ((mode & STICKY) !== 0) return 'a place for everybody';
  // The superuser could close it, and would lock its owner's programs out.
  if (uid !== process.getuid?.() || !close(folder, 0o700)) return 'another user’s folder';
  return isClosed(folder) ? undefined : 'on a file system without access rights';
}

/** By Windows rules, where `a` and `A` are the same name. */
function isBelow(folder: string, home: string): boolean {
  const [inner, outer] = [folder, home].map((path) => win32.resolve(path).toLowerCase());
  return inner === outer || `${inner}\\`.startsWith(`${outer}\\`);
}

function closeTree(folder: string): void {
  close(folder, 0o700);
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) closeTree(path);
    else if (entry.isFile()) close(path, 0o600);
  }
}

/** The entries of a folder; none if a helper process that outlived a crash is just removing it. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Removes the access rights of everybody else, where there are any. Returns whether that was allowed. */
function close(path: string, mode: number): boolean {
  if (isClosed(path)) return true;
  try {
    chmodSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** A path that no longer exists is open to nobody. */
function isClosed(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) === 0;
}
