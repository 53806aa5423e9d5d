import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandJson, Ended } from './command-line.ts';

const ENTRY = fileURLToPath(new URL('../../src-main/cli.ts', import.meta.url));
const SEEN_SOCKETS = fileURLToPath(new URL('./seen-sockets.ts', import.meta.url));

const COMPILED = process.env['NODE_COMPILE_CACHE'];

/** Root needs no user namespace of its own, and may not be allowed one. */
export const UNSHARE = process.getuid?.() === 0 ? ['-n'] : ['-rn'];

/** Whether this system lets a process run without a network, or must, where every test has to run. */
export const MAY_CUT =
  /^(true|1)$/i.test(process.env['CI'] ?? '') || spawnSync('unshare', [...UNSHARE, 'true']).status === 0;

/** The network as seen by a process that is cut off from it: the names of interfaces that are up. */
export function interfacesWithoutNetwork(): Promise<string> {
  return new Promise((resolve, reject) => {
    const script = 'console.log(Object.keys(require("node:os").networkInterfaces()).join())';
    execFile('unshare', [...UNSHARE, process.execPath, '-e', script], (error, stdout) => {
      if (error) reject(new Error('the network cannot be cut', { cause: error }));
      else resolve(stdout.trim());
    });
  });
}

/**
 * Runs the command line where there is no network, no keychain and no data folder of the online side. Rejects if it
 * made a socket all the same.
 */
export async function runWithoutNetwork(args: readonly string[], folder: string): Promise<Ended> {
  const { sockets, ...ended } = await socketsOf([ENTRY, ...args], folder);
  if (sockets.length > 0) throw new Error(`${args.slice(0, 2).join(' ')} made sockets: ${sockets.join()}`);
  return ended;
}

/** Runs a Node program where there is no network, and sees the sockets that it makes. */
export function socketsOf(
  program: readonly string[],
  folder: string,
): Promise<Ended & { readonly sockets: readonly string[] }> {
  const seen = mkdtempSync(join(tmpdir(), 'seen-sockets-'));
  const report = join(seen, 'sockets.json');
  return new Promise((resolve, reject) => {
    const child = execFile(
      'unshare',
      [...UNSHARE, process.execPath, '--import', SEEN_SOCKETS, ...program],
      {
        env: {
          PATH: process.env['PATH'] ?? '',
          TOUCHSTONE_DATA: folder,
          HOME: folder,
          SEEN_SOCKETS: report,
          // Otherwise each run would compile all sources again.
          ...(COMPILED === undefined ? {} : { NODE_COMPILE_CACHE: COMPILED }),
        },
      },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
        try {
          const sockets = JSON.parse(readFileSync(report, 'utf8')) as readonly string[];
          resolve({ code, signal: error?.signal ?? null, stdout, stderr, sockets });
        } catch (cause) {
          reject(new Error(`nobody looked at its sockets: ${stderr.slice(-2_000)}`, { cause }));
        } finally {
          rmSync(seen, { recursive: true, force: true });
        }
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
