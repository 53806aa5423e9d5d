import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

/** Whether this process may mount a disk of its own, or must, where every test has to run. */
export const MAY_MOUNT =
  /^(true|1)$/i.test(process.env['CI'] ?? '') || (process.getuid?.() === 0 && mounts());

/** A real file system of a few megabytes. */
export interface SmallDisk {
  readonly path: string;
  /** Takes all the room that is left, to the last byte. */
  fill(): void;
  /** Gives it back. */
  free(): void;
}

/** Small disks that are gone after the test; in a folder of their own, or in the one given. */
export function smallDisks(): (kilobytes: number, folder?: string) => SmallDisk {
  const mounted: string[] = [];
  afterEach(() => {
    for (const path of mounted.splice(0)) {
      spawnSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    }
  });
  return (kilobytes, folder) => {
    const path = folder ?? mkdtempSync(join(tmpdir(), 'touchstone-disk-'));
    mkdirSync(path, { recursive: true });
    if (!mount(path, kilobytes)) throw new Error('no disk could be mounted');
    mounted.push(path);
    const ballast = join(path, 'ballast');
    return {
      path,
      fill() {
        const { bavail, bsize } = statfsSync(path);
        try {
          writeFileSync(ballast, Buffer.alloc(bavail * bsize), { flag: 'a' });
        } catch (error) {
          // Another program wrote meanwhile: use up what is left anyway.
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
        }
      },
      free: () => rmSync(ballast, { force: true }),
    };
  };
}

function mount(path: string, kilobytes: number): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'none', path]).status === 0;
}

function mounts(): boolean {
  const path = mkdtempSync(join(tmpdir(), 'touchstone-disk-'));
  const mounted = mount(path, 64);
  if (mounted) spawnSync('umount', [path]);
  rmSync(path, { recursive: true, force: true });
  return mounted;
}
