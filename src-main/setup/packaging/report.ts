import { relative, sep } from 'node:path';
import type { ArchivedFile } from './archive.ts';
import type { Packaged } from './package.ts';
import { packageFolder } from './trace.ts';

/** A summary of what was packaged: the contents by part, sizes, fuses, hashes. */
export function report(packaged: Packaged, project: string): string {
  const { app, archive, files, archiveHash, headerHash, fuses, installers } = packaged;
  const short = (path: string): string => relative(project, path).split(sep).join('/');
  const inside = files.filter(({ outside }) => !outside);
  const beside = files.filter(({ outside }) => outside);
  return [
    `Packaged: ${short(app)}`,
    `Archive:  ${short(archive)}, ${inside.length} files`,
    ...partsOf(inside).map(([part, { count, bytes }]) => row(part, count, bytes)),
    row('all of it', inside.length, total(inside)),
    'Beside the archive:',
    ...beside.map(({ path, size }) => row(path, 1, size)),
    `Fuses read back:         ${fuses}`,
    `SHA-256 of the archive:  ${archiveHash}`,
    `SHA-256 of its header:   ${headerHash}`,
    ...installers.map((path) => `Made: ${short(path)}`),
  ].join('\n');
}

interface Part {
  readonly count: number;
  readonly bytes: number;
}

function partsOf(files: readonly ArchivedFile[]): readonly (readonly [string, Part])[] {
  const parts = new Map<string, Part>();
  for (const { path, size } of files) {
    const name = packageFolder(path) ?? /^(?:out\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? path;
    const { count, bytes } = parts.get(name) ?? { count: 0, bytes: 0 };
    parts.set(name, { count: count + 1, bytes: bytes + size });
  }
  return [...parts].toSorted(([, left], [, right]) => right.bytes - left.bytes);
}

function row(name: string, count: number, bytes: number): string {
  const sum = `${(bytes / 1_000_000).toFixed(2)} MB`;
  return `  ${name.padEnd(64)} ${String(count).padStart(4)} ${sum.padStart(9)}`;
}

function total(files: readonly ArchivedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
