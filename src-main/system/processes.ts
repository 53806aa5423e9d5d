import { fork } from 'node:child_process';
import { childEnvironment } from './environment.ts';
import type { HelperExit, StartHelper } from '../ports/system.ts';

/** Starts helpers under plain Node. */
export const forkHelper: StartHelper = (entry, args = []) => {
  const child = fork(entry, [...args], {
    env: childEnvironment(),
    execArgv: [],
    // A terminal sends Ctrl-C to its whole process group: a helper in it would end before the application, which
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

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
/** Ctrl-C comes from the terminal and again from `npm start`, which passes it on: within this time both count as one. */
const SAME_WISH_MS = 2_000;

/**
 * Calls back when a signal first asks this process to end, which it then does in order. Who asks again
 * after a while has waited long enough: the process ends at once.
 */
export function onStopSignal(stop: () => void, endAtOnce: (code: number) => void = process.exit): void {
  let asked: number | undefined;
  for (const [signal, code] of Object.entries(SIGNALS))
    process.on(signal, () => {
      const now = performance.now();
      if (asked === undefined) {
        asked = now;
        stop();
      } else if (now - asked > SAME_WISH_MS) endAtOnce(code);
    });
}

/** Whether this process runs as root; never on Windows. */
export function isSuperuser(): boolean {
  return process.getuid?.() === 0;
}
