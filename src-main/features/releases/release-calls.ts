import type { ReleasesView } from '#contract/releases.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { DONE, done, type MainCalls } from '../../gate/handlers.ts';
import type { Locale } from '../../gate/locale.ts';
import type { PageDoor } from '../../gate/outside.ts';
import type { FileChooser } from '../../gate/own-file.ts';
import { Topic } from '../../gate/topic.ts';
import type { SettingsStore } from '../../ports/journal.ts';
import type { ChosenFiles, Clock } from '../../ports/system.ts';
import type { ReleaseChannel } from '../../release/channel.ts';
import { keyFingerprint } from '../../receipt/receipt-key.ts';
import { ReleaseCheck } from './release-check.ts';
import { ReleaseMemory } from './release-memory.ts';
import { UpdateWatch } from './update-watch.ts';

/** Where releases come from, and what reads them. */
export interface ReleaseParts {
  readonly channel: ReleaseChannel;
  /** Host of the channel's address. */
  readonly host?: string | undefined;
  /** Failures: `release-address-missing`, `release-unreachable`. */
  readonly fetch: () => Promise<Result<string, Failure>>;
  readonly files: ChosenFiles;
}

interface Surroundings {
  readonly version: string;
  readonly releases: ReleaseParts;
  readonly settings: SettingsStore;
  readonly chooser: Pick<FileChooser, 'path'>;
  readonly door: Pick<PageDoor, 'open'>;
  readonly clock: Clock;
  readonly locale: Locale;
}

/** Everything about releases in the application: the check of a file, and the news. */
export class Releases {
  readonly topic: Topic<ReleasesView>;
  readonly #door: Pick<PageDoor, 'open'>;
  readonly #memory: ReleaseMemory;
  readonly #check: ReleaseCheck;
  readonly #watch: UpdateWatch;

  constructor({ version, releases, settings, chooser, door, clock, locale }: Surroundings) {
    const { channel, host, fetch, files } = releases;
    const memory = new ReleaseMemory(settings);
    const onChange = (): void => this.topic.set(view());
    const { keys } = channel;
    this.#door = door;
    this.#memory = memory;
    this.#check = new ReleaseCheck({ version, keys, files, chooser, memory, clock, onChange });
    this.#watch = new UpdateWatch({ version, channel, fetch, memory, clock, onChange });
    const view = (): ReleasesView => ({
      version,
      keys: keys.map(({ id, publicKey }) => ({ id, fingerprint: keyFingerprint(publicKey) })),
      ...(host === undefined ? {} : { host }),
      news: this.#watch.news,
      check: this.#check.view(locale.language),
    });
    this.topic = new Topic(view());
    locale.onChange(onChange);
  }

  /** Whether the user wants news; called again each time the preference changes. */
  switch(on: boolean): void {
    this.#watch.switch(on);
  }

  stop(): void {
    this.#watch.stop();
  }

  calls(): MainCalls<'releases'> {
    return {
      'releases.choose': async ({ what }) => done(await this.#check.choose(what)),
      'releases.clear': () => {
        this.#check.clear();
        return Promise.resolve(DONE);
      },
      'releases.openPage': async ({ version }) => {
        const manifest = this.#watch.offered(version);
        return manifest ? this.#door.open(manifest.page) : failed(failure('release-unknown'));
      },
      'releases.dismiss': ({ version }) => {
        if (!this.#watch.offered(version)) return Promise.resolve(failed(failure('release-unknown')));
        this.#memory.dismiss(version);
        this.topic.set({ ...this.topic.value, news: this.#watch.news });
        return Promise.resolve(ok({}));
      },
    };
  }
}
