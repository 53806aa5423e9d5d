import { fork, type ChildProcess } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { UtilityProcess } from 'electron';
import { tell } from './control.ts';
import { checkOptions, Emitter, strict } from './strict.ts';
import { options as wished } from './surroundings.ts';

const PARENT_PORT = fileURLToPath(new URL('parent-port.ts', import.meta.url));

/** docs/api/utility-process.md, "utilityProcess.fork(modulePath[, args][, options])". */
const OPTIONS = {
  serviceName: (value: unknown): boolean => typeof value === 'string',
  stdio: (value: unknown): boolean => value === 'ignore',
  env: (value: unknown): boolean => typeof value === 'object' && value !== null,
  allowLoadingUnsignedLibraries: (value: unknown): boolean => value === false,
};

type Provided = Pick<UtilityProcess, 'kill' | 'pid' | 'postMessage'>;

/**
 * docs/api/utility-process.md, "Class: UtilityProcess": a Node process that talks through a port. It starts in a later
 * turn of the loop, and has no pid before; messages to it wait.
 */
class HarnessUtility implements Provided {
  readonly #events = new Emitter('UtilityProcess');
  readonly #waiting: unknown[] = [];
  #child: ChildProcess | undefined;
  #spawned = false;

  constructor(entry: string, args: readonly string[], env: NodeJS.ProcessEnv | undefined) {
    setImmediate(() => this.#start(entry, args, env));
  }

  get pid(): number | undefined {
    return this.#spawned ? this.#child?.pid : undefined;
  }

  on(event: string, listener: (...args: never[]) => void): void {
    this.#events.on(event, listener);
  }

  once(event: string, listener: (...args: never[]) => void): void {
    this.#events.on(event, listener, true);
  }

  /** "child.postMessage(message, [transfer])" */
  postMessage(message: unknown): void {
    if (this.#spawned) this.#child?.send(message as object, () => undefined);
    else this.#waiting.push(message);
  }

  /** "child.kill()": gracefully, by SIGTERM if the system has it; before the process has started it does nothing. */
  kill(): boolean {
    return this.#spawned && this.#child?.kill('SIGTERM') === true;
  }

  #start(entry: string, args: readonly string[], env: NodeJS.ProcessEnv | undefined): void {
    const name = basename(entry);
    const child = fork(wished.helperEntries?.[name] ?? entry, [...args], {
      execArgv: ['--import', PARENT_PORT],
      env: env ?? process.env,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    child.on('spawn', () => {
      this.#spawned = true;
      for (const message of this.#waiting.splice(0)) this.postMessage(message);
      tell({ what: 'helper', entry: name, pid: child.pid ?? 0 });
      this.#events.emit('spawn');
    });
    child.on('message', (message) => {
      // The test needs practice's address; the keychain's output concerns nobody.
      if (name === 'practice.js') tell({ what: 'helper-said', entry: name, message });
      this.#events.emit('message', message);
    });
    // As from waitpid: the signal's number if one ended it.
    child.on('exit', (code, signal) => this.#events.emit('exit', code ?? (signal === 'SIGKILL' ? 9 : 15)));
    // A failed launch reports nothing.
    child.on('error', () => undefined);
    process.on('exit', () => child.kill('SIGKILL'));
  }
}

export const utilityProcess = strict('utilityProcess', {
  fork(
    entry: string,
    args: readonly string[] = [],
    options: { readonly env?: NodeJS.ProcessEnv } = {},
  ): object {
    checkOptions('utilityProcess.fork', { ...options }, OPTIONS);
    const more = wished.helperArguments?.[basename(entry)] ?? [];
    return strict('UtilityProcess', new HarnessUtility(entry, [...args, ...more], options.env));
  },
});
