import * as v from 'valibot';
import { epochMs } from '#domain/time.ts';
import type { SettingsStore } from '../../ports/journal.ts';
import type { SeenRelease } from '../../release/judge.ts';
import type { ReleaseManifest } from '../../release/manifest.ts';
import { highestVersion, isVersion } from '../../release/version.ts';

const KEY = 'releases';
const version = v.pipe(v.string(), v.check(isVersion));
const schema = v.object({
  seen: v.optional(v.object({ version, releasedAt: v.pipe(v.number(), v.safeInteger()) })),
  dismissed: v.optional(version),
});

/**
 * The highest version and the latest signing time accepted on this machine. A mirror that serves an old manifest is
 * caught by these, even after a restart or with the clock set back.
 */
export class ReleaseMemory {
  readonly #settings: SettingsStore;

  constructor(settings: SettingsStore) {
    this.#settings = settings;
  }

  get seen(): SeenRelease | undefined {
    const { seen } = this.#read();
    return seen && { version: seen.version, releasedAt: epochMs(seen.releasedAt) };
  }

  /** The version whose notice the user has dismissed. */
  get dismissed(): string | undefined {
    return this.#read().dismissed;
  }

  /** Remembers an accepted manifest. */
  accept({ version, releasedAt }: Pick<ReleaseManifest, 'version' | 'releasedAt'>): void {
    const { seen, ...rest } = this.#read();
    const next = seen
      ? {
          version: highestVersion(seen.version, version),
          releasedAt: Math.max(seen.releasedAt, releasedAt),
        }
      : { version, releasedAt };
    if (next.version === seen?.version && next.releasedAt === seen.releasedAt) return;
    this.#settings.set(KEY, { ...rest, seen: next });
  }

  dismiss(version: string): void {
    this.#settings.set(KEY, { ...this.#read(), dismissed: version });
  }

  #read(): v.InferOutput<typeof schema> {
    const read = v.safeParse(schema, this.#settings.get(KEY));
    return read.success ? read.output : {};
  }
}
