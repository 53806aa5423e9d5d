import type { HelperProcess, StartHelper } from '../../ports/helper-process.ts';
import type { ElectronModule } from './electron-window.ts';

/** Helpers under Electron: the RunAsNode fuse is off, so `child_process.fork` does not work there. */
export function utilityHelpers(electron: Pick<ElectronModule, 'utilityProcess'>): StartHelper {
  return (entry, args = []): HelperProcess => {
    const child = electron.utilityProcess.fork(entry, [...args], {
      serviceName: 'Touchstone helper',
      stdio: 'ignore',
      allowLoadingUnsignedLibraries: false,
    });
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
        child.once('exit', (code) => {
          listener({ code, signal: null });
        });
      },
      kill() {
        child.kill();
      },
    };
  };
}
