import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FakeSession } from './fake-electron.ts';

/** The two ways in which a session is asked for a permission. */
export const PERMISSION_HANDLERS = ['setPermissionRequestHandler', 'setPermissionCheckHandler'] as const;
type PermissionHandler = (typeof PERMISSION_HANDLERS)[number];

/** More than these are in every version of Electron: fewer would mean that its types are written in another way now. */
const FEWEST_NAMES = 40;
const require = createRequire(import.meta.url);
const types = readFileSync(join(dirname(require.resolve('electron/package.json')), 'electron.d.ts'), 'utf8');

/**
 * The permissions that a session grants, of all those that Electron's types name for a handler.
 * @throws if the types name hardly any
 */
export function grantedBy(session: FakeSession, handler: PermissionHandler): readonly string[] {
  const names = permissionNames(handler);
  if (names.length <= FEWEST_NAMES) throw new Error(`electron names only ${names.length} permissions`);
  return names.filter((name) => {
    if (handler === 'setPermissionCheckHandler')
      return session.permissionCheck?.(null, name as 'media', 'app://touchstone', {} as never);
    let answer: boolean | undefined;
    session.permissionRequest?.({} as never, name as 'media', (allowed) => (answer = allowed), {} as never);
    return answer;
  });
}

/** Every permission name in Electron's own declaration of a handler. */
function permissionNames(handler: PermissionHandler): readonly string[] {
  const line = types.split('\n').find((candidate) => candidate.trim().startsWith(`${handler}(handler`));
  return [...(line ?? '').matchAll(/'([A-Za-z-]+)'/g)].map((match) => match[1] ?? '');
}
