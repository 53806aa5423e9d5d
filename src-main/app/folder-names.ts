import { createHash } from 'node:crypto';
import { posix, win32 } from 'node:path';
import { readEnvironment } from '../system/environment.ts';
import type { SecretStore } from '../ports/secret-store.ts';
import { dataFolder, formerDataFolder, type Places } from '../system/data-folder.ts';

/**
 * The keychain name of a data folder: its path as given, without resolving links. Otherwise anyone who can write files
 * could give the folder another name, under which the keychain has none of its limits. For the same reason, all
 * spellings that lead to the same folder on Windows and macOS give one name.
 */
export function placeOf(dataFolder: string, platform: NodeJS.Platform = process.platform): string {
  const path = resolved(dataFolder, platform);
  const oneSpelling = platform === 'win32' || platform === 'darwin';
  return hashOf(oneSpelling ? path.normalize('NFC').toLowerCase() : path);
}

/**
 * The names that earlier versions gave it: by its spelling, and, for the usual folder on Windows, by its former place
 * in the roaming data. The current name is not among them.
 */
export function formerPlacesOf(
  folder: string,
  platform: NodeJS.Platform = process.platform,
  environment: Places = readEnvironment(),
): readonly string[] {
  const usual = placeOf(folder, platform) === placeOf(dataFolder(environment, platform), platform);
  const moved = usual ? formerDataFolder(environment, platform) : undefined;
  const paths = [folder, ...(moved === undefined ? [] : [moved])];
  const names = paths.map((path) => hashOf(resolved(path, platform)));
  return names.filter((name) => name !== placeOf(folder, platform));
}

function resolved(path: string, platform: NodeJS.Platform): string {
  return (platform === 'win32' ? win32 : posix).resolve(path);
}

function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16);
}

/**
 * Finds secrets that are still under a former name of the data folder: anything missing under the current name is moved
 * over from there. If that fails, the value is still returned, and moving it is tried again next time.
 */
export function withFormerPlaces(
  secrets: SecretStore,
  place: string,
  formers: readonly string[],
): SecretStore {
  if (formers.length === 0) return secrets;
  const namesBefore = (name: string): readonly string[] =>
    name.includes(`/${place}/`) ? formers.map((former) => name.replace(`/${place}/`, `/${former}/`)) : [];
  return {
    async get(name, call) {
      const found = await secrets.get(name, call);
      if (found.status !== 'absent') return found;
      for (const former of namesBefore(name)) {
        const old = await secrets.get(former, call);
        // A keychain that is locked by now says nothing about what it holds.
        if (old.status !== 'value' && old.status !== 'absent') return old;
        if (old.status === 'absent') continue;
        const moved = await secrets.set(name, old.value, call);
        if (moved.status === 'stored') await secrets.delete(former, call);
        return old;
      }
      return found;
    },
    set: (name, value, call) => secrets.set(name, value, call),
    async delete(name, call) {
      for (const former of namesBefore(name)) {
        const gone = await secrets.delete(former, call);
        if (gone.status !== 'deleted') return gone;
      }
      return secrets.delete(name, call);
    },
    status: () => secrets.status(),
    close: () => secrets.close(),
  };
}
