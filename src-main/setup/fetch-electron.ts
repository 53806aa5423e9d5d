import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeTree } from '../system/held-files.ts';
import { childEnvironment } from '../system/environment.ts';

/** Milliseconds after which the download of about 120 MB is abandoned. */
const LONGEST_MS = 10 * 60_000;
/** After a failure, not every start tries again, since each would have to wait for it. */
const AGAIN_AFTER_MS = 24 * 3_600_000;

const project = fileURLToPath(new URL('../..', import.meta.url));

/** The dependencies for fetching a runtime. */
export interface Fetching {
  /** Runs Electron's own installer, which verifies what it downloads against the checksums in its package. */
  readonly install: (
    say: (line: string) => void,
  ) => Promise<{ readonly code: number | null; readonly output: string }>;
  /** The file that records the last failure and its time. */
  readonly note: string;
  readonly now: () => number;
}

/**
 * Fetches Electron's runtime with its own installer. Returns in one line why that failed, or `undefined` once the
 * runtime is here. A failure less than a day old is repeated without another attempt, unless `anew`.
 */
export async function fetchElectron(
  say: (line: string) => void,
  { anew = false }: { readonly anew?: boolean } = {},
  { install, note, now }: Fetching = thisFetching(),
): Promise<string | undefined> {
  const before = anew ? undefined : readNote(note);
  if (before && now() - before.at < AGAIN_AFTER_MS && before.at <= now()) return before.why;
  say('Fetching Electron’s runtime, about 120 MB, once…');
  const { code, output } = await install(say);
  if (code === 0) return undefined;
  const why = `Electron’s runtime cannot be fetched: ${reasonIn(output)}`;
  mkdirSync(dirname(note), { recursive: true });
  writeFileSync(note, JSON.stringify({ at: now(), why }));
  return why;
}

function readNote(path: string): { readonly at: number; readonly why: string } | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const note: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof note !== 'object' || note === null || !('at' in note) || !('why' in note)) return undefined;
    return typeof note.at === 'number' && typeof note.why === 'string'
      ? { at: note.at, why: note.why }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The cause in one line: the first line of the installer's output that names it, without the stack trace. */
function reasonIn(output: string): string {
  // Its HTTP client hides what the network reported.
  if (/TypeError: (fetch failed|terminated)/.test(output)) return 'its host does not answer, or stopped';
  const lines = output.split('\n').map((line) => line.trim());
  const reason = lines.find((line) =>
    /error|refused|denied|not found|ENOT|ECONN|EACCES|EAI_AGAIN|checksum/i.test(line),
  );
  return (reason ?? lines.find((line) => line !== '') ?? 'its installer gave no reason').slice(0, 200);
}

function thisFetching(): Fetching {
  const installer = createRequire(import.meta.url).resolve('electron/install.js');
  return {
    install: (say) => runInstaller(installer, say),
    note: join(project, '.cache/electron-fetch.json'),
    now: () => Date.now(),
  };
}

/** Further settings for running an installer. */
export interface Running {
  /** Additional environment variables. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Milliseconds between two progress lines, and until it is abandoned. */
  readonly tellEvery?: number;
  readonly longest?: number;
}

/**
 * Runs Electron's own installer in a separate process. It shows its progress only on a terminal, so progress is taken
 * from the size of its unfinished file.
 */
export function runInstaller(
  installer: string,
  say: (line: string) => void,
  { variables = {}, tellEvery = 10_000, longest = LONGEST_MS }: Running = {},
): ReturnType<Fetching['install']> {
  const unfinished = mkdtempSync(join(tmpdir(), 'touchstone-fetch-'));
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(process.execPath, [installer], {
      env: childEnvironment({
        // Through the proxy in the usual variables, if any.
        ELECTRON_GET_USE_PROXY: 'true',
        ...variables,
        // With these, it would accept checksums from the host that serves the file.
        electron_use_remote_checksums: '',
        npm_config_electron_use_remote_checksums: '',
        ...Object.fromEntries(['TMPDIR', 'TMP', 'TEMP'].map((name) => [name, unfinished])),
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: longest,
    });
    const ticking = setInterval(
      () => say(`  ${Math.round(bytesIn(unfinished) / 1_000_000)} MB have arrived…`),
      tellEvery,
    );
    const take = (part: Buffer): void => {
      output = (output + part.toString('utf8')).slice(-20_000);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const end = (code: number | null, last = ''): void => {
      clearInterval(ticking);
      removeTree(unfinished);
      resolve({ code, output: `${last}\n${output}` });
    };
    child.on('error', (error) => end(1, error.message));
    child.on('close', (code, signal) =>
      end(code, signal === null ? '' : `error: it took longer than ${longest / 60_000} minutes`),
    );
  });
}

/** The size of all files in a folder; files that vanish meanwhile count as nothing. */
function bytesIn(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .reduce(
        (sum, { parentPath, name }) =>
          sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      );
  } catch {
    return 0;
  }
}
