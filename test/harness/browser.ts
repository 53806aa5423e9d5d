import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { BLINK_FEATURES_OFF } from '../../src-main/shell/renderer-files.ts';
import { CdpConnection, type CdpSession } from './cdp.ts';
import { addedSwitches } from './command-line.ts';
import { tell } from './control.ts';
import type { HarnessOptions } from './options.ts';

export interface WindowPlace {
  readonly width: number;
  readonly height: number;
  readonly left?: number | undefined;
  readonly top?: number | undefined;
}

/** A page in a new window, before anything is loaded in it. */
export interface OpenedTarget {
  readonly targetId: string;
  readonly session: CdpSession;
}

/** The installed browser whose windows stand in for Electron's. */
export class Browser {
  readonly #process: ChildProcess;
  readonly #connection: CdpConnection;
  readonly #attached = new Map<string, PromiseWithResolvers<CdpSession>>();
  readonly #ends = new Map<string, () => void>();
  readonly #contexts = new Map<string, string>();
  readonly #downloads = new Map<string, (guid: string) => void>();
  #opening = 0;

  private constructor(child: ChildProcess, connection: CdpConnection) {
    this.#process = child;
    this.#connection = connection;
  }

  /**
   * `peerConnections`: Chromium has one policy for all its pages, which must be in the profile's preferences before it
   * starts.
   */
  static async launch(options: HarnessOptions, peerConnections: string): Promise<Browser> {
    const profile = join(options.browserFolder, 'Default');
    mkdirSync(profile, { recursive: true });
    const preferences = { webrtc: { ip_handling_policy: peerConnections } };
    writeFileSync(join(profile, 'Preferences'), JSON.stringify(preferences));
    const child = spawn(options.chromium, browserArguments(options), {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    });
    process.on('exit', () => child.kill('SIGKILL'));
    const endpoint = await endpointOf(child);
    const [, , , output, input] = child.stdio;
    const browser = new Browser(child, new CdpConnection(output as Writable, input as Readable));
    await browser.#begin();
    tell({ what: 'browser', endpoint });
    return browser;
  }

  get root(): CdpSession {
    return this.#connection.root;
  }

  session(id: string): CdpSession {
    return this.#connection.session(id);
  }

  /**
   * A separate partition, kept in memory: its cookies, storage, caches and permissions are isolated from all others.
   */
  async newContext(): Promise<string> {
    const { browserContextId } = await this.root.send('Target.createBrowserContext', {
      disposeOnDetach: true,
    });
    return browserContextId;
  }

  async openWindow(context: string, { left, top, ...size }: WindowPlace): Promise<OpenedTarget> {
    this.#opening += 1;
    const { targetId } = await this.root
      .send('Target.createTarget', {
        url: 'about:blank',
        browserContextId: context,
        newWindow: true,
        ...size,
        ...(left === undefined || top === undefined ? {} : { left, top }),
      })
      .finally(() => (this.#opening -= 1));
    this.#contexts.set(targetId, context);
    return { targetId, session: await this.#attachment(targetId).promise };
  }

  /** Calls back when a page of a partition begins a download. */
  onDownload(context: string, listener: (guid: string) => void): void {
    this.#downloads.set(context, listener);
  }

  onEnd(targetId: string, listener: () => void): void {
    this.#ends.set(targetId, listener);
  }

  end(): void {
    this.#process.kill('SIGKILL');
  }

  async #begin(): Promise<void> {
    this.root.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const session = this.session(sessionId);
      const { type, targetId, openerId } = targetInfo;
      // A window that nobody here asked for was opened by a page. `setWindowOpenHandler` can only refuse it, and it is
      // closed before it can send anything. The page gets a closed window instead of none: a deviation.
      if (type === 'page' && (openerId !== undefined || this.#opening === 0))
        void this.#refuse(session, targetId).catch(() => undefined);
      else if (type === 'page') this.#attachment(targetId).resolve(session);
      else session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
    });
    this.root.on('Target.targetDestroyed', ({ targetId }) => {
      const end = this.#ends.get(targetId);
      this.#ends.delete(targetId);
      end?.();
    });
    this.root.on('Browser.downloadWillBegin', ({ frameId, guid }) => {
      // The top frame of a page has its target's name.
      this.#downloads.get(this.#contexts.get(frameId) ?? '')?.(guid);
    });
    await this.root.send('Target.setDiscoverTargets', { discover: true });
    await this.root.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
    });
  }

  /** Its requests are held for ever. It must not wait itself, since the page that opened it would wait with it. */
  async #refuse(session: CdpSession, targetId: string): Promise<void> {
    await session.send('Fetch.enable', {});
    await session.send('Runtime.runIfWaitingForDebugger');
    await this.root.send('Target.closeTarget', { targetId });
  }

  #attachment(targetId: string): PromiseWithResolvers<CdpSession> {
    const known = this.#attached.get(targetId) ?? Promise.withResolvers<CdpSession>();
    this.#attached.set(targetId, known);
    return known;
  }
}

function browserArguments({ browserFolder, sandboxed }: HarnessOptions): string[] {
  return [
    `--user-data-dir=${browserFolder}`,
    '--remote-debugging-pipe',
    // For the test, which watches the pages with its own driver.
    '--remote-debugging-port=0',
    '--no-startup-window',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-extensions',
    `--disable-blink-features=${BLINK_FEATURES_OFF}`,
    '--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication',
    '--no-first-run',
    '--no-default-browser-check',
    '--password-store=basic',
    // Windows overlap on one screen: covered ones must keep running.
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    '--disable-background-timer-throttling',
    ...(sandboxed ? [] : ['--no-sandbox', '--test-type']),
    ...addedSwitches(),
  ];
}

/** @throws Error with the browser's output if it exits instead of starting. */
function endpointOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`the browser ended: ${said}`)));
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
      const found = /DevTools listening on (ws:\/\/\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
}
