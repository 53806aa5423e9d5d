import * as v from 'valibot';
import { epochMs } from '#domain/time.ts';
import type { SettingsStore } from '../../ports/journal.ts';
import { fieldsOf, KeptValue } from '../../ports/kept-entries.ts';
import type { SeenRelease } from '../../release/judge.ts';
import type { ReleaseManifest } from '../../release/manifest.ts';
import { highestVersion, isVersion } from '../../release/version.ts';

const KEY = 'releases';
const version = v.pipe(v.string(), v.check(isVersion));
const parts = {
  seen: v.object({ version, releasedAt: v.pipe(v.number(), v.safeInteger()) }),
  dismissed: version,
};
interface Memory {
  readonly seen?: v.InferOutput<typeof parts.seen>;
  readonly dismissed?: string;
}

/**
 * The highest version and the latest signing time accepted on this machine. A mirror that serves an old manifest is
 * caught by these, even after a restart or with the clock set back.
 */
export class ReleaseMemory {
  readonly #kept: KeptValue<Memory>;
  #memory: Memory;

  constructor(settings: SettingsStore) {
    this.#kept = new KeptValue<Memory>(settings, KEY, (stored) =>
      fieldsOf(stored, (name, value) => {
        const read = name === 'seen' || name === 'dismissed' ? v.safeParse(parts[name], value) : undefined;
        return read?.success === true ? read.output : undefined;
      }),
    );
    this.#memory = this.#kept.value ?? {};
  }

  get seen(): SeenRelease | undefined {
    const { seen } = this.#memory;
    return seen && { version: seen.version, releasedAt: epochMs(seen.releasedAt) };
  }

  /** The version whose notice the user has dismissed. */
  get dismissed(): string | undefined {
    return this.#memory.dismissed;
  }

  /** Remembers an accepted manifest. */
  accept({ version, releasedAt }: Pick<ReleaseManifest, 'version' | 'releasedAt'>): void {
    const { seen } = this.#memory;
    const next = seen
      ? {
          version: highestVersion(seen.version, version),
          releasedAt: Math.max(seen.releasedAt, releasedAt),
        }
      : { version, releasedAt };
    if (next.version === seen?.version && next.releasedAt === seen.releasedAt) return;
    this.#keep({ ...this.#memory, seen: next });
  }

  dismiss(version: string): void {
    this.#keep({ ...this.#memory, dismissed: version });
  }

  #keep(memory: Memory): void {
    this.#kept.keep(memory);
    this.#memory = memory;
  }
}
