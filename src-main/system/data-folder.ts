import { join } from 'node:path';
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, type Dirent } from 'node:fs';
import type { Environment } from '../environment.ts';

/**
 * Where the application keeps its files: `TOUCHSTONE_DATA` when set, else the place that each system has for it
 * (XDG data home, Application Support, roaming application data).
 */
export function dataFolder(environment: Environment, platform: NodeJS.Platform): string {
  const { dataFolder: chosen, homeFolder = '.', xdgDataHome, roamingFolder } = environment;
  if (chosen !== undefined) return chosen;
  switch (platform) {
    case 'win32':
      return join(roamingFolder ?? join(homeFolder, 'AppData', 'Roaming'), 'Touchstone');
    case 'darwin':
      return join(homeFolder, 'Library', 'Application Support', 'Touchstone');
    default:
      return join(xdgDataHome ?? join(homeFolder, '.local', 'share'), 'touchstone');
  }
}

const OTHERS = 0o077;
const STICKY = 0o1000;
/** What the application makes in its data folder; anything else there is not ours to change. */
const OWN_FILES = /^(settings|lock)\.sqlite(-wal|-shm|-journal)?$|^keychain\.json$/;
const OWN_FOLDERS = ['profiles', 'practice', 'log'];

/**
 * Why others on this machine can still look into a folder: it is a place for everybody such as `/tmp`, it belongs to
 * another user, or its file system knows no rights.
 */
export type Openness =
  'a place for everybody' | 'another user’s folder' | 'on a file system without access rights';

/**
 * Makes a folder that its owner alone can read, or closes one that is there with wider rights (made by hand, restored
 * from an archive), and in it the application's own files and folders. Returns why it is still open, or nothing. On
 * Windows access lists say who may read, and those of a user's own folders are narrow: nothing is changed there.
 * @throws the file system's error when the folder can neither be made nor listed.
 */
export function closeFolder(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Openness | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (platform === 'win32') return undefined;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    // What a link leads to is elsewhere and not ours.
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

function closeTree(folder: string): void {
  close(folder, 0o700);
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) closeTree(path);
    else if (entry.isFile()) close(path, 0o600);
  }
}

/** What is in a folder; nothing where a helper process that outlived a crash removes it at this moment. */
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

/** What is gone by now is open to nobody. */
function isClosed(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) === 0;
}
