import { createHash } from 'node:crypto';
import { posix, win32 } from 'node:path';

/**
 * The keychain name of a data folder: its path as given, without resolving links. Otherwise anyone who can write files
 * could give the folder another name, under which the keychain has none of its limits. For the same reason, all
 * spellings that lead to the same folder on Windows and macOS give one name.
 */
export function placeOf(dataFolder: string, platform: NodeJS.Platform = process.platform): string {
  const path = (platform === 'win32' ? win32 : posix).resolve(dataFolder);
  const oneSpelling = platform === 'win32' || platform === 'darwin';
  const name = oneSpelling ? path.normalize('NFC').toLowerCase() : path;
  return createHash('sha256').update(name).digest('hex').slice(0, 16);
}
