import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../system/environment.ts';

/**
 * Starts the process that ends the browsers of one shell, whose profiles in that folder have `mark` in their names, once
 * this process has ended, even if it was killed. Returns a function that has it do so now, and resolves when it has.
 */
export function guardBrowsers(profilesFolder: string, mark: string): () => Promise<void> {
  const entry = fileURLToPath(new URL('./browser-guard.ts', import.meta.url));
  const guard = fork(entry, [profilesFolder, mark], {
    env: childEnvironment(),
    execArgv: [],
    // A signal that ends the whole process group would otherwise end it too.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  guard.on('error', () => resolve());
  guard.once('exit', () => resolve());
  // It ends by itself: nothing here waits for it.
  guard.unref();
  guard.channel?.unref();
  return () => {
    if (guard.connected) guard.disconnect();
    return ended;
  };
}
