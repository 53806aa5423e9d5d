import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { failed, ok, type Result } from '#domain/result.ts';
import type { ReleaseFile } from '../release/manifest.ts';

/** A package's target, by the end of its name. */
const PLATFORMS: readonly (readonly [RegExp, ReleaseFile['platform']])[] = [
  [/\.(?:exe|msi)$/i, 'windows'],
  [/\.dmg$|mac.*\.zip$|darwin.*\.zip$/i, 'macos'],
  [/win.*\.zip$/i, 'windows'],
  [/\.(?:deb|rpm|appimage|tar\.gz)$/i, 'linux'],
  [/\.cdx\.json$/i, 'any'],
];
const ARCHITECTURES: readonly (readonly [RegExp, ReleaseFile['arch']])[] = [
  [/universal/i, 'universal'],
  [/arm64|aarch64/i, 'arm64'],
  [/x64|x86[_-]64|amd64/i, 'x64'],
];
/** Not packages: files that packaging tools leave in the same folder, and files that this tool writes itself. */
const NOT_RELEASED =
  /^SHA256SUMS$|^touchstone-release\.json$|\.blockmap$|^latest.*\.yml$|^builder-|\.yaml$|^\./;

/**
 * The files in a folder of packages, sorted by name. The failure names a file whose target is unclear: a user would be
 * told something wrong about it.
 */
export async function releaseFiles(folder: string): Promise<Result<readonly ReleaseFile[], string>> {
  const files: ReleaseFile[] = [];
  const entries = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => !NOT_RELEASED.test(entry.name),
  );
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    if (!entry.isFile()) return failed(`${entry.name} is not a file; the folder must contain only packages`);
    const platform = PLATFORMS.find(([form]) => form.test(entry.name))?.[1];
    if (platform === undefined) return failed(`${entry.name}: no package has such a name`);
    const arch = platform === 'any' ? 'any' : ARCHITECTURES.find(([form]) => form.test(entry.name))?.[1];
    if (arch === undefined) return failed(`${entry.name}: its name does not say x64, arm64 or universal`);
    files.push({ name: entry.name, platform, arch, ...(await hashed(join(folder, entry.name))) });
  }
  return files.length === 0 ? failed('the folder has no packages') : ok(files);
}

/** In the format that `sha256sum -c` reads. */
export function checksums(files: readonly ReleaseFile[]): string {
  return files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
}

async function hashed(path: string): Promise<{ readonly size: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    size += (chunk as Buffer).length;
    hash.update(chunk as Buffer);
  }
  return { size, sha256: hash.digest('hex') };
}
