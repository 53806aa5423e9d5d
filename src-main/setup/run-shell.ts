import { spawn } from 'node:child_process';
import type { Ended } from './choose-shell.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface ShellRun {
  /**
   * Shields it from the terminal's own Ctrl-C, so that it gets one signal, sent from here. Electron takes the first as
   * a request and exits at once on a second. Not on Windows, where a console notifies all its processes itself.
   */
  readonly apart?: boolean;
  readonly platform?: NodeJS.Platform;
  /** The source of the signals that are passed on. */
  readonly signals?: Pick<NodeJS.EventEmitter, 'on' | 'off'>;
  readonly stdio?: 'inherit' | 'ignore';
}

/**
 * Runs the shell until it exits, passing on signals that ask it to stop; on Windows a signal passed on would kill it at
 * once. If it cannot be started, the code is 127, as in shells, and `trouble` says why.
 */
export function runShell(
  program: string,
  args: readonly string[],
  { apart = false, platform = process.platform, signals = process, stdio = 'inherit' }: ShellRun = {},
): Promise<Ended> {
  const started = performance.now();
  let asked = false;
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio, detached: apart && platform !== 'win32' });
    const ended = (code: number | null, signal: string | null, trouble?: string): void => {
      for (const name of SIGNALS) signals.off(name, ask);
      const ran = performance.now() - started;
      resolve({ code, signal, ran, asked, ...(trouble === undefined ? {} : { trouble }) });
    };
    const ask = (signal: NodeJS.Signals): void => {
      asked = true;
      if (platform !== 'win32') child.kill(signal);
    };
    for (const name of SIGNALS) signals.on(name, ask);
    child.on('error', (error) => {
      if (child.pid === undefined) ended(127, null, error.message);
    });
    child.on('exit', (code, signal) => ended(code, signal));
  });
}
