import { spawn } from 'node:child_process';
import type { App } from 'electron';
import { commandLine } from './command-line.ts';
import { tell, whenAsked } from './control.ts';
import { closeRegistration } from './protocol.ts';
import { takeLock } from './single-instance.ts';
import { Emitter, notProvided, Preventable, strict } from './strict.ts';
import { endBrowser, options } from './surroundings.ts';
import { openWindows, ownWindows } from './window.ts';

/** Runs what is queued as ticks and microtasks, as Node does when a call from the system ends. */
const drain = (process as unknown as { readonly _tickCallback: () => void })._tickCallback;

type Provided = Pick<
  App,
  | 'enableSandbox'
  | 'exit'
  | 'isPackaged'
  | 'quit'
  | 'relaunch'
  | 'requestSingleInstanceLock'
  | 'setAppUserModelId'
  | 'setPath'
  | 'whenReady'
>;

/** docs/api/app.md. The order of quitting is that of shell/browser/browser.cc. */
class Application implements Provided {
  readonly #events = new Emitter('app');
  readonly #ready = Promise.withResolvers<void>();
  readonly commandLine = strict('app.commandLine', commandLine);
  /** "app.isPackaged" */
  readonly isPackaged = options.isPackaged === true;
  #isReady = false;
  #quitting = false;
  #shutDown = false;
  #exiting = false;
  #userData: string | undefined;
  #startAgain = false;

  on(event: string, listener: (...args: never[]) => void): void {
    this.#events.on(event, listener);
  }

  /** "app.whenReady()" */
  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  /** "app.quit()": closes the windows, which may prevent it, then emits `will-quit`, whose listeners may too. */
  quit(): void {
    // electron/electron#33643: code that runs during the emit of `will-quit` still finds the flag set.
    if (this.#quitting) return;
    const event = new Preventable();
    this.#events.emit('before-quit', event);
    this.#quitting = !event.defaultPrevented;
    if (!this.#quitting) return;
    if (openWindows().length === 0) this.#willQuit();
    else for (const window of openWindows()) void window.close();
  }

  /** "app.exit([exitCode])": no window is asked, and neither `before-quit` nor `will-quit` is emitted. */
  exit(exitCode = 0): void {
    if (!this.#isReady) process.exit(exitCode);
    this.#quitting = true;
    this.#exiting = true;
    process.exitCode = exitCode;
    if (openWindows().length === 0) this.#end();
    else for (const window of openWindows()) window.destroy();
  }

  /** "app.relaunch([options])": a new instance once this one has ended; it does not quit by itself. */
  relaunch(...given: readonly unknown[]): void {
    if (given.length > 0) throw notProvided('options of app.relaunch');
    this.#startAgain = true;
  }

  /** "app.requestSingleInstanceLock([additionalData])" */
  requestSingleInstanceLock(...given: readonly unknown[]): boolean {
    if (given.length > 0) throw notProvided('additional data of the single instance');
    if (this.#userData === undefined) throw notProvided('a lock in Electron’s own userData');
    return takeLock(this.#userData, ({ argv, workingDirectory }) => {
      // "This event is guaranteed to be emitted after the ready event of app gets emitted."
      void this.#ready.promise.then(() => this.#events.emit('second-instance', {}, argv, workingDirectory));
    });
  }

  /** "app.setPath(name, path)": only `userData`, before `ready`. */
  setPath(name: string, path: string): void {
    if (name !== 'userData' || this.#isReady) throw notProvided(`app.setPath("${name}")`);
    this.#userData = path;
  }

  /** "app.enableSandbox()": before `ready`. Whether the browser really has a sandbox depends on the machine here. */
  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
    tell({ what: 'switched', name: 'sandbox', value: 'true' });
  }

  /** "app.setAppUserModelId(id)" */
  setAppUserModelId(id: string): void {
    tell({ what: 'switched', name: 'appUserModelId', value: id });
  }

  // The rest is the harness's own.

  begin(): void {
    ownWindows({
      created: (contents) => this.#events.emit('web-contents-created', {}, contents),
      closeCancelled: () => (this.#quitting = false),
      allClosed: () => {
        if (this.#exiting) this.#end();
        else if (this.#quitting) this.#willQuit();
        // docs/api/app.md, "Event: 'window-all-closed'": without a listener the application quits.
        else if (this.#events.count('window-all-closed') === 0) this.quit();
        else this.#events.emit('window-all-closed');
      },
    });
    whenAsked('quit', () => this.quit());
    whenAsked('open-url', ({ url }) => {
      const event = new Preventable();
      this.#events.emit('open-url', event, url);
      return { prevented: event.defaultPrevented };
    });
    // The entry has run by then, as under Electron; code after an `await` in it may run later.
    setTimeout(() => {
      this.#isReady = true;
      closeRegistration();
      this.#ready.resolve();
      this.#events.emit('ready', {}, {});
    }, 0);
  }

  #willQuit(): void {
    if (this.#shutDown) return;
    const event = new Preventable();
    this.#events.emit('will-quit', event);
    drain();
    if (event.defaultPrevented) this.#quitting = false;
    else this.#end();
  }

  #end(): void {
    if (this.#shutDown) return;
    this.#shutDown = true;
    this.#quitting = true;
    this.#events.emit('quit', {}, process.exitCode ?? 0);
    endBrowser();
    // The message loop runs once more, for whoever is waiting in it.
    setImmediate(() => {
      tell({ what: 'switched', name: 'relaunch', value: String(this.#startAgain) });
      if (this.#startAgain) startAgain();
      process.exit();
    });
  }
}

/** A new process with the same command line, which waits for this one's lock. */
function startAgain(): void {
  process.on('exit', () =>
    spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
      detached: true,
      stdio: 'ignore',
    }).unref(),
  );
}

const application = new Application();

export function beginApplication(): void {
  application.begin();
}

export const app = strict('app', application);
