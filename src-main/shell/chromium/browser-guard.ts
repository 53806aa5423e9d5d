import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { removeTree } from '../../system/held-files.ts';

/**
 * Entry of the process that ends the browsers of an application which has ended, in whatever way. A browser ends by
 * itself when the pipe of its driver breaks, but not while it starts; and a start that was to open one more window in a
 * browser which has ended meanwhile becomes a browser that nobody drives. Arguments: the folder of the profiles, and the
 * mark that their names have.
 */

/** Between two searches, in milliseconds. */
const PAUSE_MS = 250;
/** So many searches in a row find nothing before this ends: what was just being started may show its name late. */
const QUIET = 8;
const MOST_OUTPUT = 64_000_000;

const run = promisify(execFile);

interface Running {
  readonly pid: number;
  readonly command: string;
}

async function processes(): Promise<Running[]> {
  if (process.platform === 'linux') return readdirSync('/proc').flatMap(inProc);
  const list =
    process.platform === 'win32'
      ? run(
          'powershell.exe',
          [
            ...['-NoProfile', '-NonInteractive', '-Command'],
            'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.CommandLine)" }',
          ],
          { maxBuffer: MOST_OUTPUT, windowsHide: true },
        )
      : run('ps', ['-axww', '-o', 'pid=,command='], { maxBuffer: MOST_OUTPUT });
  return (await list).stdout.split('\n').flatMap((line) => {
    const [, pid, command] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
    return pid === undefined || command === undefined ? [] : [{ pid: Number(pid), command }];
  });
}

function inProc(name: string): Running[] {
  if (!/^\d+$/.test(name)) return [];
  try {
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return [{ pid: Number(name), command }];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

/** Sends each the hardest signal; returns whether there were any. */
async function endAll(isOwn: (command: string) => boolean): Promise<boolean> {
  const found = (await processes()).filter(({ pid, command }) => pid !== process.pid && isOwn(command));
  for (const { pid } of found)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile, or is another user's.
    }
  return found.length > 0;
}

async function endBrowsers(folder: string, mark: string): Promise<void> {
  const own = new RegExp(`^[a-z0-9-]+-${mark}-\\d+`);
  const isOwn = (command: string): boolean => {
    const [, path = ''] = command.split(/--user-data-dir="?/, 2);
    return path.startsWith(folder + sep) && own.test(path.slice(folder.length + sep.length));
  };
  // A process that cannot be ended is left after a while: the next start removes its profile.
  for (let quiet = 0, searches = 0; quiet < QUIET && searches < 10 * QUIET; searches += 1) {
    if (searches > 0) await sleep(PAUSE_MS);
    const found = await endAll(isOwn).catch(() => false);
    quiet = found ? 0 : quiet + 1;
  }
  for (const each of readdirSync(folder)) if (own.test(each)) removeTree(join(folder, each));
}

const [folder = '', mark = ''] = process.argv.slice(2);

// The channel ends with the application, or when that has closed its windows.
const ended = new Promise<void>((resolve) => {
  process.once('disconnect', resolve);
  if (!process.connected) resolve();
});
await ended;
await endBrowsers(folder, mark).catch(() => undefined);
process.exit();
