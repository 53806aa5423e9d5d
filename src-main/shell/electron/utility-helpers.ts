import type { HelperExit, HelperProcess, StartHelper } from '../../ports/system.ts';
import type { ElectronModule } from './electron-window.ts';
import type { Later } from './life-cycle.ts';

/** Milliseconds after which a helper that has not started never will: a failed launch reports no exit. */
const LONGEST_START_MS = 15_000;

export interface HelperOptions {
  /** The helpers' environment variables. Electron would pass on all of this process's own. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly after: Later;
}

/** Helpers under Electron: the RunAsNode fuse is off, so `child_process.fork` does not work there. */
export function utilityHelpers(
  electron: Pick<ElectronModule, 'utilityProcess'>,
  { environment, after }: HelperOptions,
): StartHelper {
  return (entry, args = []): HelperProcess => {
    const child = electron.utilityProcess.fork(entry, [...args], {
      serviceName: 'Touchstone helper',
      stdio: 'ignore',
      allowLoadingUnsignedLibraries: false,
      env: environment,
    });
    let exit: HelperExit | undefined;
    let unwanted = false;
    const listeners: ((exit: HelperExit) => void)[] = [];
    const ended = (how: HelperExit): void => {
      if (exit) return;
      exit = how;
      for (const listener of listeners) listener(how);
    };
    const started = after(LONGEST_START_MS, () => ended({ code: null, signal: null }));
    child.once('spawn', () => {
      started();
      // Before the start, `kill` does nothing.
      if (unwanted) child.kill();
    });
    child.once('exit', (code) => {
      started();
      ended({ code, signal: null });
    });
    // Without a listener, an error in the helper, such as running out of memory, is thrown here. Its exit follows.
    child.on('error', () => undefined);
    return {
      get pid() {
        return child.pid;
      },
      send(message) {
        child.postMessage(message);
      },
      onMessage(listener) {
        child.on('message', listener);
      },
      onExit(listener) {
        if (exit) listener(exit);
        else listeners.push(listener);
      },
      kill() {
        unwanted = true;
        child.kill();
      },
    };
  };
}
