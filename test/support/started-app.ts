import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../src-main/setup/find-runtime.ts';
import { eventually } from './eventually.ts';
import { TEST_KEYCHAIN } from './test-keychain.ts';
import { project } from './tool.ts';

/** User and group `nobody`: an ordinary user that every Linux has. */
const NOBODY = 65_534;

export interface StartedOptions {
  /** As an ordinary user; possible where the test runs as root. */
  readonly asNobody?: boolean;
  readonly switches?: readonly string[];
  /** A program, with its arguments, that runs the application. */
  readonly through?: readonly string[];
  /** Through `npm start`'s own entry. */
  readonly byStart?: boolean;
  /** The shell requested from `npm start`; by default the Chromium shell. */
  readonly shell?: 'electron' | 'chromium' | undefined;
  /** Without a window; the default. */
  readonly headless?: boolean;
}

export interface RunningProcess {
  readonly command: string;
  /** `/proc/PID/status`. */
  readonly status: string;
}

/** The application without a window, in a process group of its own like a terminal's. */
export class StartedApp {
  readonly folder: string;
  readonly child: ChildProcess;
  readonly #home: string;
  #told = '';

  private constructor(home: string, child: ChildProcess) {
    this.#home = home;
    this.folder = join(home, 'data');
    this.child = child;
    child.stderr?.on('data', (chunk: Buffer) => (this.#told += chunk.toString()));
  }

  static start(options: StartedOptions = {}): StartedApp {
    const home = mkdtempSync(join(tmpdir(), 'touchstone-started-'));
    mkdirSync(join(home, 'run'), { mode: 0o700 });
    const user = options.asNobody === true ? { uid: NOBODY, gid: NOBODY } : {};
    if (options.asNobody === true)
      for (const path of [home, join(home, 'run')]) chownSync(path, NOBODY, NOBODY);
    const { shell, headless } = { shell: 'chromium', headless: true, ...options };
    const entry =
      options.byStart === true
        ? [join(project, 'src-main/setup/start.ts'), ...(shell === undefined ? [] : ['--shell', shell])]
        : [join(project, 'out/main/chromium.js'), '--browser', findChromium() ?? ''];
    const command = [
      ...(options.through ?? []),
      process.execPath,
      ...entry,
      ...(headless ? ['--headless'] : []),
      ...(options.switches ?? []),
    ];
    const child = spawn(command[0] ?? '', command.slice(1), {
      cwd: home,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...user,
      env: {
        ...process.env,
        HOME: home,
        XDG_RUNTIME_DIR: join(home, 'run'),
        TOUCHSTONE_DATA: join(home, 'data'),
        TOUCHSTONE_KEYCHAIN: TEST_KEYCHAIN,
        // No keychain is needed here, and that of another user would not answer.
        DBUS_SESSION_BUS_ADDRESS: 'disabled:',
        NODE_COMPILE_CACHE: join(home, 'compile'),
      },
    });
    return new StartedApp(home, child);
  }

  /** Its standard error so far. */
  get told(): string {
    return this.#told;
  }

  /** Resolves when its window's page is there. */
  async ready(): Promise<void> {
    await this.toldOf(/Touchstone runs without a window/);
  }

  /** Resolves when it has printed this. */
  async toldOf(words: RegExp): Promise<this> {
    await eventually(`the application says ${words} (it said: ${this.#told})`, () => {
      if (this.child.exitCode !== null) throw new Error(`it ended: ${this.#told}`);
      return Promise.resolve(words.test(this.#told) || undefined);
    });
    return this;
  }

  /** A signal to the whole group, as a terminal sends Ctrl-C. */
  signal(name: NodeJS.Signals): void {
    process.kill(-(this.child.pid ?? 0), name);
  }

  /** The exit code, or the signal it died of. */
  async ended(): Promise<number | NodeJS.Signals | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return this.child.exitCode ?? this.child.signalCode;
  }

  /** The processes of its browser that run a page; on Linux. */
  renderers(): readonly RunningProcess[] {
    return processesOf(this.folder).filter(({ command }) => command.includes('--type=renderer'));
  }

  async close(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.signal('SIGTERM');
      await Promise.race([this.ended(), new Promise((resolve) => setTimeout(resolve, 20_000))]);
      if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
    }
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The browser processes whose profiles are below this folder; on Linux. */
export function processesOf(folder: string): RunningProcess[] {
  return processes().filter(({ command }) => command.includes(`--user-data-dir=${folder}`));
}

function processes(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ command, status: readFileSync(`/proc/${name}/status`, 'utf8') }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}
