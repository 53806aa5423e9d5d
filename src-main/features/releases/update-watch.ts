import type { ReleasesView } from '#contract/releases.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { DAY_MS } from '#domain/time.ts';
import { failureView } from '../../gate/wire.ts';
import type { Clock } from '../../ports/system.ts';
import type { ReleaseChannel } from '../../release/channel.ts';
import { judgeManifest } from '../../release/judge.ts';
import type { ReleaseManifest } from '../../release/manifest.ts';
import { openManifest } from '../../release/signed-manifest.ts';
import { compareVersions } from '../../release/version.ts';
import type { ReleaseMemory } from './release-memory.ts';

type News = ReleasesView['news'];

export interface UpdateWatchParts {
  readonly version: string;
  readonly channel: ReleaseChannel;
  /** Reads the text at the channel's address. Failures: `release-address-missing`, `release-unreachable`. */
  readonly fetch: () => Promise<Result<string, Failure>>;
  readonly memory: ReleaseMemory;
  readonly clock: Clock;
  readonly onChange: () => void;
}

/**
 * Asks for the newest manifest if the user has switched that on: at the start, and a day after the last time. It
 * belongs to the application, not to a profile, so it is not a job on a profile's schedule. Nothing is sent but a
 * request for one fixed address, and nothing is installed: a newer release becomes a notice, and an untrusted answer
 * becomes a sentence in the settings.
 */
export class UpdateWatch {
  readonly #parts: UpdateWatchParts;
  #news: News = { state: 'off' };
  #accepted: ReleaseManifest | undefined;
  #running: AbortController | undefined;
  /** By the monotonic clock. */
  #askedAt: number | undefined;

  constructor(parts: UpdateWatchParts) {
    this.#parts = parts;
  }

  get news(): News {
    const { release } = this.#news;
    return release === undefined
      ? this.#news
      : {
          ...this.#news,
          release: { ...release, dismissed: this.#parts.memory.dismissed === release.version },
        };
  }

  /** The release on offer, if it has the version that the page was shown. */
  offered(version: string): ReleaseManifest | undefined {
    return this.#news.state === 'newer' && this.#accepted?.version === version ? this.#accepted : undefined;
  }

  /** Switching off and on again does not make it ask before a day has passed. */
  switch(on: boolean): void {
    if (on === (this.#running !== undefined)) return;
    if (!on) {
      this.#running?.abort();
      this.#running = undefined;
      this.#tell({ state: 'off' });
      return;
    }
    const running = new AbortController();
    this.#running = running;
    this.#tell({ state: 'waiting' });
    void this.#run(running.signal);
  }

  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    while (!signal.aborted) {
      const wait = this.#askedAt === undefined ? 0 : this.#askedAt + DAY_MS - clock.monotonic();
      if (wait > 0) await clock.sleep(wait, signal);
      if (signal.aborted) return;
      this.#askedAt = clock.monotonic();
      this.#tell({ ...this.#news, state: 'asking' });
      const read = await this.#ask();
      if (signal.aborted) return;
      this.#show(read);
    }
  }

  async #ask(): Promise<Result<ReleaseManifest, Failure>> {
    const { channel, clock, fetch, memory, version } = this.#parts;
    const text = await fetch();
    if (!text.ok) return text;
    const opened = openManifest(text.value, channel.keys);
    if (!opened.ok) return opened;
    const { manifest } = opened.value;
    const judged = judgeManifest(manifest, { now: clock.now(), version, seen: memory.seen });
    if (!judged.ok) return judged;
    // The host is fixed too, so a stolen key is not enough to send anyone to another one.
    if (channel.pages === undefined || !manifest.page.startsWith(channel.pages))
      return failed(failure('release-page-elsewhere', { version: manifest.version }));
    return ok(manifest);
  }

  #show(read: Result<ReleaseManifest, Failure>): void {
    const { clock, memory, version } = this.#parts;
    const at = clock.now();
    this.#accepted = read.ok ? read.value : undefined;
    if (!read.ok) {
      this.#tell({ state: 'refused', at, failure: failureView(read.failure) });
      return;
    }
    const manifest = read.value;
    memory.accept(manifest);
    if (compareVersions(manifest.version, version) <= 0) {
      this.#tell({ state: 'current', at });
      return;
    }
    const { releasedAt, expiresAt, notes, page } = manifest;
    const overdue = compareVersions(version, manifest.minimum) < 0;
    const release = {
      version: manifest.version,
      releasedAt,
      expiresAt,
      notes,
      page,
      overdue,
      dismissed: false,
    };
    this.#tell({ state: 'newer', at, release });
  }

  #tell(news: News): void {
    this.#news = news;
    this.#parts.onChange();
  }
}
