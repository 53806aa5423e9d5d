import { fork } from 'node:child_process';
import { childEnvironment } from '../environment.ts';
import type { HelperExit, StartHelper } from '../ports/helper-process.ts';

/** Starts helpers under plain Node. */
export const forkHelper: StartHelper = (entry, args = []) => {
  const child = fork(entry, [...args], {
    env: childEnvironment(),
    execArgv: [],
    // A terminal's Ctrl-C goes to its whole process group: a helper in it would be gone before the application, which
    // stops it when it is done. Its channel ends with this process, so none is left behind.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let exit: HelperExit | undefined;
  const listeners: ((exit: HelperExit) => void)[] = [];
  const ended = (how: HelperExit): void => {
    if (exit) return;
    exit = how;
    for (const listener of listeners) listener(how);
  };
  child.on('exit', (code, signal) => ended({ code, signal }));
  child.on('error', () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    if (child.pid === undefined) ended({ code: null, signal: null });
  });
  return {
    pid: child.pid,
    send(message) {
      if (child.connected) child.send(message as object, () => undefined);
    },
    onMessage(listener) {
      child.on('message', listener);
    },
    onExit(listener) {
      if (exit) listener(exit);
      else listeners.push(listener);
    },
    kill() {
      child.kill('SIGKILL');
    },
  };
};
