import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { EpochMs } from '#domain/time.ts';
import type { ReleaseFile, ReleaseManifest } from './manifest.ts';
import type { OpenedManifest } from './signed-manifest.ts';
import { compareVersions } from './version.ts';

/** The latest of what was accepted before, on this machine. */
export interface SeenRelease {
  readonly version: string;
  readonly releasedAt: EpochMs;
}

/** What a manifest is judged against. */
export interface Surroundings {
  /** This machine's clock, which may be wrong or set back. */
  readonly now: EpochMs;
  /** The version that is running. */
  readonly version: string;
  readonly seen?: SeenRelease | undefined;
}

/** A file that is exactly one of a release's. */
export interface GoodFile {
  readonly opened: OpenedManifest;
  readonly file: ReleaseFile;
  /** Under which name it was found, where that is another one. */
  readonly foundAs?: string | undefined;
  /** How its version compares with the one that is running. */
  readonly than: 'newer' | 'same';
}

/** Clocks of signing and of reading machines may differ by so much, ms. */
const CLOCKS_APART = 60 * 60_000;

/**
 * Whether a signed manifest may still be believed. An old one is signed as well as a new one, so a mirror, or whoever
 * sits on the way, could serve it for ever: it expires, and none that is older than one that was seen is taken.
 * A clock that was set back does not revive it, as no time before the latest statement that was seen can be now.
 * Failures: `release-expired`, `release-clock`, `release-downgrade`, `release-goes-back`.
 */
export function judgeManifest(
  { version, releasedAt, expiresAt }: ReleaseManifest,
  { now, version: running, seen }: Surroundings,
): Result<undefined, Failure> {
  const earliest = Math.max(now, seen?.releasedAt ?? 0);
  if (earliest >= expiresAt) return failed(failure('release-expired', { version, expired: day(expiresAt) }));
  if (releasedAt > now + CLOCKS_APART)
    return failed(failure('release-clock', { version, released: day(releasedAt), now: day(now) }));
  if (compareVersions(version, running) < 0)
    return failed(failure('release-downgrade', { version, running }));
  if (seen && (compareVersions(version, seen.version) < 0 || releasedAt < seen.releasedAt))
    return failed(
      failure('release-goes-back', {
        version,
        released: day(releasedAt),
        seen: seen.version,
        seenReleased: day(seen.releasedAt),
      }),
    );
  return ok(undefined);
}

/**
 * Finds a file in a manifest by its content; its name says nothing, since browsers change names. Failures:
 * `release-file-altered` where a file of that name is listed, `release-file-unlisted` otherwise.
 */
export function judgeFile(
  opened: OpenedManifest,
  found: { readonly name: string; readonly size: number; readonly sha256: string },
  running: string,
): Result<GoodFile, Failure> {
  const { manifest } = opened;
  const file = manifest.files.find(({ size, sha256 }) => size === found.size && sha256 === found.sha256);
  const than = compareVersions(manifest.version, running) > 0 ? 'newer' : 'same';
  if (file)
    return ok({
      opened,
      file,
      than,
      ...(file.name === found.name ? {} : { foundAs: shownName(found.name) }),
    });
  const named = manifest.files.find(({ name }) => name.toLowerCase() === plainName(found.name));
  if (named)
    return failed(
      failure('release-file-altered', {
        file: named.name,
        version: manifest.version,
        size: found.size,
        listed: named.size,
      }),
    );
  return failed(failure('release-file-unlisted', { file: shownName(found.name), version: manifest.version }));
}

const PLATFORMS = { windows: 'Windows', macos: 'macOS', linux: 'Linux', any: 'every system' } as const;

/** What a good file is, and what that means, in words. */
export function goodWords({ opened, file, foundAs, than }: GoodFile): readonly string[] {
  const { manifest, key, fingerprint } = opened;
  const arch = file.arch === 'any' ? '' : ` (${file.arch})`;
  return [
    `Good: this is ${file.name} of Touchstone ${manifest.version} for ${PLATFORMS[file.platform]}${arch}, byte for byte.`,
    ...(foundAs === undefined ? [] : [`It is called ${foundAs} here, which changes nothing.`]),
    `Signed on ${day(manifest.releasedAt)} by the release key ${key.id} (fingerprint ${fingerprint}). The statement holds until ${day(manifest.expiresAt)}.`,
    than === 'newer' ? 'It is newer than this Touchstone.' : 'It is the version that this Touchstone is.',
    'It does not say that the release is without faults, only that it is the one that was signed.',
  ];
}

/** A day as people and files write it: 2026-11-25, UTC. */
function day(at: EpochMs): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** `Touchstone-1.0.0 (1).exe`, as browsers write a second copy, is compared as `touchstone-1.0.0.exe`. */
function plainName(name: string): string {
  return name.replace(/ ?\(\d{1,3}\)(?=\.|$)/, '').toLowerCase();
}

/** A name that somebody else chose, in characters that cannot hide anything. */
function shownName(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?').slice(0, 120);
}
