import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CommandJson, Ended } from './command-line.ts';

const ENTRY = fileURLToPath(new URL('../../src-main/cli.ts', import.meta.url));

/** Root needs no user namespace of its own, and may not be allowed one. */
export const UNSHARE = process.getuid?.() === 0 ? ['-n'] : ['-rn'];

/** Whether this system lets a process run without a network, or must, where every test has to run. */
export const MAY_CUT =
  /^(true|1)$/i.test(process.env['CI'] ?? '') || spawnSync('unshare', [...UNSHARE, 'true']).status === 0;

/** What a process sees of a network where it is cut: the names of interfaces that are up. */
export function interfacesWithoutNetwork(): Promise<string> {
  return new Promise((resolve, reject) => {
    const script = 'console.log(Object.keys(require("node:os").networkInterfaces()).join())';
    execFile('unshare', [...UNSHARE, process.execPath, '-e', script], (error, stdout) => {
      if (error) reject(new Error('the network cannot be cut', { cause: error }));
      else resolve(stdout.trim());
    });
  });
}

/** Runs the command line where there is no network, no keychain and no data folder of the online side. */
export function runWithoutNetwork(args: readonly string[], folder: string): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      'unshare',
      [...UNSHARE, process.execPath, ENTRY, ...args],
      { env: { PATH: process.env['PATH'] ?? '', TOUCHSTONE_DATA: folder, HOME: folder } },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
        resolve({ code, signal: error?.signal ?? null, stdout, stderr });
      },
    );
    child.stdin?.end();
  });
}

/** The same with `--json`. */
export async function jsonWithoutNetwork(
  args: readonly string[],
  folder: string,
): Promise<Ended & { readonly json: CommandJson }> {
  const ended = await runWithoutNetwork([...args, '--json'], folder);
  return { ...ended, json: JSON.parse(ended.stdout) as CommandJson };
}
