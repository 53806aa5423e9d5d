import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { inEnglish, sentence, type Sentence } from '#domain/sentences/sentence.ts';
import type { EpochMs } from '#domain/time.ts';
import type { ReleaseFile, ReleaseManifest } from './manifest.ts';
import type { OpenedManifest } from './signed-manifest.ts';
import { compareVersions } from './version.ts';

/** The latest release accepted so far on this machine. */
export interface SeenRelease {
  readonly version: string;
  readonly releasedAt: EpochMs;
}

/** The facts that a manifest is checked against. */
export interface Surroundings {
  /** This machine's clock, which may be wrong or set back. */
  readonly now: EpochMs;
  /** The running version. */
  readonly version: string;
  readonly seen?: SeenRelease | undefined;
}

/** A file identical to one in a release. */
export interface GoodFile {
  readonly opened: OpenedManifest;
  readonly file: ReleaseFile;
  /** The name it was found under, if different. */
  readonly foundAs?: string | undefined;
  /** How its version compares with the running one. */
  readonly than: 'newer' | 'same';
}

/** How far the clocks of the signing and the reading machine may differ, ms. */
const CLOCKS_APART = 60 * 60_000;

/**
 * Whether a signed manifest may still be trusted. An old one is signed just like a new one, so a mirror, or anyone in
 * between, could serve it for ever. That is why it expires, and why none older than one already seen is accepted.
 * Setting the clock back does not revive it: the present cannot be earlier than the latest statement seen. Failures:
 * `release-expired`, `release-clock`, `release-downgrade`, `release-goes-back`.
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
 * Finds a file in a manifest by its content; its name proves nothing, since browsers change names. Failures:
 * `release-file-altered` if a file of that name is listed, `release-file-unlisted` otherwise.
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

/** The verdict on a good file, and its meaning. */
export function goodSentence({ opened, file, foundAs, than }: GoodFile): readonly Sentence[] {
  const { manifest, key, fingerprint } = opened;
  return [
    sentence('release/good', {
      file: file.name,
      version: manifest.version,
      platform: file.platform,
      ...(file.arch === 'any' ? {} : { arch: file.arch }),
    }),
    ...(foundAs === undefined ? [] : [sentence('release/renamed', { name: foundAs })]),
    sentence('release/signed', {
      on: day(manifest.releasedAt),
      key: key.id,
      fingerprint,
      until: day(manifest.expiresAt),
    }),
    sentence(than === 'newer' ? 'release/newer' : 'release/same'),
    sentence('release/says-no-more'),
  ];
}

/** The same in English, as it is printed. */
export function goodWords(good: GoodFile): readonly string[] {
  return goodSentence(good).map((sentence) => inEnglish(sentence));
}

/** A day as people and files write it: 2026-11-25, UTC. */
function day(at: EpochMs): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** `Touchstone-1.0.0 (1).exe`, as browsers name a second copy, is compared as `touchstone-1.0.0.exe`. */
function plainName(name: string): string {
  return name.replace(/ ?\(\d{1,3}\)(?=\.|$)/, '').toLowerCase();
}

/** A name chosen by somebody else, without characters that could hide anything. */
function shownName(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?').slice(0, 120);
}
