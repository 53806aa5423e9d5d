import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment, readEnvironment, type Environment } from '../system/environment.ts';

/** The facts about the machine that the setup needs, so that tests can put another one in its place. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: Environment;
  readonly isRoot: boolean;
  /** Contents of `/etc/os-release`, empty where there is none. */
  readonly osRelease: string;
  /** Absolute path of a program on the PATH. */
  findProgram(name: string): string | undefined;
  isExecutable(path: string): boolean;
  /** Whether a shared library (`libname.so.0`) is in one of the usual places. */
  hasLibrary(fileName: string): boolean;
  /** Whether a command exits 0. */
  succeeds(program: string, args: readonly string[]): boolean;
  /** Runs a command without input and without prompts; the last lines of its output are for an error message. */
  run(program: string, args: readonly string[]): Promise<{ readonly code: number; readonly output: string }>;
}

const libraryFolders = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib'];

export function thisMachine(): Machine {
  const environment = readEnvironment();
  const windows = process.platform === 'win32';
  return {
    platform: process.platform,
    environment,
    isRoot: process.getuid?.() === 0,
    osRelease: readOsRelease(),
    findProgram(name) {
      const fileNames = windows ? [`${name}.exe`, name] : [name];
      for (const folder of environment.programFolders) {
        const found = fileNames.map((fileName) => join(folder, fileName)).find(isExecutable);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    isExecutable,
    hasLibrary: (fileName) =>
      libraryFolders.some(
        (folder) => isFile(join(folder, fileName)) || inArchitectureFolder(folder, fileName),
      ),
    succeeds: (program, args) =>
      spawnSync(program, args, { stdio: 'ignore', timeout: 30_000, windowsHide: true }).status === 0,
    run: runQuietly,
  };
}

/** Debian-like systems keep libraries one folder down, as in `/usr/lib/x86_64-linux-gnu`. */
function inArchitectureFolder(folder: string, fileName: string): boolean {
  try {
    return readdirSync(folder)
      .filter((name) => name.includes('-linux-'))
      .some((name) => isFile(join(folder, name, fileName)));
  } catch {
    return false;
  }
}

function readOsRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
  } catch {
    return false;
  }
}

function runQuietly(program: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((settle) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: childEnvironment({ DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }),
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-4_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => settle({ code: 127, output: error.message }));
    child.on('close', (code) => settle({ code: code ?? 1, output }));
  });
}
