import * as v from 'valibot';
import type { NoticesView, NoticeView } from '#contract/notices.ts';
import type { AssetId } from '#domain/asset.ts';
import { inLanguage, type Sentence } from '#domain/sentences/sentence.ts';
import type { EpochMs } from '#domain/time.ts';
import type { Token } from '#domain/token.ts';
import { DONE, type MainCalls, type OpenProfile } from '../../gate/handlers.ts';
import type { Locale } from '../../gate/locale.ts';
import { Topic } from '../../gate/topic.ts';
import { SHORT } from '../../gate/wire.ts';
import type { TokenCatalogue } from '../../market/token-catalogue.ts';
import type { Clock, Random } from '../../ports/system.ts';
import type { SettingsStore } from '../../ports/journal.ts';
import { KeptValue } from '../../ports/kept-entries.ts';
import { StorageError } from '../../ports/storage-trouble.ts';
import type { Windows } from '../../ports/windows.ts';

/** Notices kept of orders, and as many of plans: busy orders do not crowd out the plans. */
const MOST_SHOWN = 100;

type About = NoticeView['about'];
type KindOf<Subject extends About> = Exclude<Extract<NoticeView, { about: Subject }>['kind'], 'several'>;

/** A notice, and what it is about. Its sentences are data: it is said in the language that the windows have. */
export type Notice = {
  [Subject in About]: { readonly about: Subject } & NoticeOf<KindOf<Subject>>;
}[About];

export interface NoticeProfile {
  /** Names the profile in the settings. */
  readonly name: string;
  readonly catalogue: Pick<TokenCatalogue, 'shown'>;
}

export interface SourceParts {
  readonly clock: Clock;
  readonly settings: SettingsStore;
  readonly random: Random;
}

/** Where notices come from: the rows of one feature. */
export interface NoticeSource<Profile> {
  /** Follows the rows of a profile and publishes what is worth a notice, each once. Returns a function that ends it. */
  follow(profile: Profile, publish: (notice: Notice) => void): () => void;
}

type NoticeWindows = Pick<Windows, 'notify' | 'showMain'>;

/** The notices of this session, whatever they are about. */
export class NoticeStream<Profile> {
  readonly topic: Topic<NoticesView>;
  readonly #windows: NoticeWindows;
  readonly #locale: Locale;
  /** Newest first. */
  #list: readonly Notice[] = [];
  #opened: NoticesView['opened'] = { times: 0 };

  constructor(
    windows: NoticeWindows,
    locale: Locale,
    profiles: OpenProfile<Profile>,
    sources: readonly NoticeSource<Profile>[],
  ) {
    this.#windows = windows;
    this.#locale = locale;
    locale.onChange(() => this.#show(this.#list));
    this.topic = new Topic(this.#view());
    let ends: readonly (() => void)[] = [];
    profiles.onChange((profile) => {
      for (const end of ends) end();
      this.#show([]);
      ends = profile
        ? sources.map((source) => source.follow(profile, (notice) => this.#publish(notice)))
        : [];
    });
  }

  dismiss(id: string): void {
    this.#show(this.#list.filter((notice) => notice.id !== id));
  }

  #publish(notice: Notice): void {
    const { about } = notice;
    const alike = this.#list.filter((other) => other.about === about);
    const dropped = new Set(alike.slice(MOST_SHOWN - 1));
    this.#show([notice, ...this.#list.filter((other) => !dropped.has(other))]);
    this.#windows.notify?.(this.#words(notice), () => this.#clicked(notice));
  }

  #clicked({ about, rows }: Notice): void {
    const [row, ...others] = rows;
    this.#opened = {
      times: this.#opened.times + 1,
      last: row === undefined || others.length > 0 ? { about } : { about, row },
    };
    this.#show(this.#list);
    this.#windows.showMain?.();
  }

  #show(list: readonly Notice[]): void {
    this.#list = list;
    this.topic.set(this.#view());
  }

  #words({ title, text }: Pick<Notice, 'title' | 'text'>): { readonly title: string; readonly text: string } {
    const { language } = this.#locale;
    return {
      title: inLanguage(language, title).slice(0, SHORT),
      text: inLanguage(language, ...text).slice(0, SHORT),
    };
  }

  #view(): NoticesView {
    return {
      list: this.#list.map((notice) => ({
        ...notice,
        rows: [...notice.rows],
        ...this.#words(notice),
      })),
      opened: this.#opened,
      // The shell cannot show desktop notifications by itself.
      byPage: this.#windows.notify === undefined,
    };
  }
}

export function noticeCalls(notices: Pick<NoticeStream<unknown>, 'dismiss'>): MainCalls<'notices'> {
  return {
    'notices.dismiss': ({ id }) => {
      notices.dismiss(id);
      return Promise.resolve(DONE);
    },
  };
}

/** How a feature finds out what is worth a notice, and says it. */
export interface SourceSpec<Profile, Row, Event extends RowEvent<string>, Memory> {
  /** Name under which `memory` is kept, for each profile. */
  readonly name: string;
  readonly memory: v.GenericSchema<unknown, Memory>;
  readonly nothingSeen: Memory;
  /** Calls `look` with rows that are new or changed, or with all of them. Returns a function that ends it. */
  readonly rows: (profile: Profile, look: (rows: readonly Row[]) => void) => () => void;
  /** The events in rows, and the memory of all seen and reported rows; the same `memory` if nothing changed. */
  readonly events: (
    rows: readonly Row[],
    memory: Memory,
  ) => { readonly events: readonly Event[]; readonly memory: Memory };
  /** Those that the user wants to hear of. */
  readonly wanted: (events: readonly Event[]) => readonly Event[];
  readonly words: NoticeWords<Event>;
  readonly notice: (parts: NoticeOf<Event['kind']>) => Notice;
}

/** Entries by name, without those that do not fit: each counts for itself. */
export function fittingOf<Entry>(
  entry: v.GenericSchema<unknown, Entry>,
): v.GenericSchema<unknown, Record<string, Entry>> {
  return v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((stored) =>
      Object.fromEntries(
        Object.entries(stored).flatMap(([name, one]) => {
          const read = v.safeParse(entry, one);
          return read.success ? [[name, read.output]] : [];
        }),
      ),
    ),
  );
}

/** A source that reports each event once: what was seen is kept, so that a restart catches up and repeats nothing. */
export function noticeSource<Profile extends NoticeProfile, Row, Event extends RowEvent<string>, Memory>(
  { clock, settings, random }: SourceParts,
  spec: SourceSpec<Profile, Row, Event, Memory>,
): NoticeSource<Profile> {
  const writer = new NoticeWriter(spec.words, () => Buffer.from(random.bytes(8)).toString('hex'));
  return {
    follow(profile, publish) {
      const memoryOnDisk = new KeptValue(settings, `${spec.name}.${profile.name}`, (stored) => {
        const read = v.safeParse(spec.memory, stored);
        return read.success ? read.output : undefined;
      });
      let seen = memoryOnDisk.value ?? spec.nothingSeen;
      return spec.rows(profile, (rows) => {
        const { events, memory } = spec.events(rows, seen);
        if (memory === seen) return;
        seen = memory;
        // Stored before anything is shown: a crash in between costs a notice and repeats none.
        try {
          memoryOnDisk.keep(memory);
        } catch (error) {
          // Without room it is shown all the same, and perhaps once more after a restart.
          if (!(error instanceof StorageError)) throw error;
        }
        const token = (id: AssetId): Token => profile.catalogue.shown(id);
        for (const parts of writer.write(spec.wanted(events), token, clock.now()))
          publish(spec.notice(parts));
      });
    },
  };
}

/** More events than this at once, or within a minute, become one notice. */
const MOST_SINGLE_NOTICES = 3;
const WINDOW_MS = 60_000;

/** A notice about rows (orders or plans), for a user who is not looking. */
export interface NoticeOf<Kind extends string> {
  readonly id: string;
  readonly kind: Kind | 'several';
  /** The rows that it is about. */
  readonly rows: readonly string[];
  readonly title: Sentence;
  readonly text: readonly Sentence[];
  readonly at: EpochMs;
}

/** Something that happened to a row. */
export interface RowEvent<Kind extends string> {
  readonly kind: Kind;
  readonly row: { readonly id: string };
}

/** The texts for notices of one kind of rows. */
export interface NoticeWords<Event extends RowEvent<string>> {
  readonly titles: Readonly<Record<Event['kind'], Sentence>>;
  readonly text: (event: Event, token: (id: AssetId) => Token) => readonly Sentence[];
  readonly severalTitle: (count: number) => Sentence;
  readonly severalText: (events: readonly Event[], token: (id: AssetId) => Token) => readonly Sentence[];
}

/** How many events there are of a kind. */
export function countOf<Kind extends string>(events: readonly RowEvent<Kind>[], of: Kind): number {
  return events.filter(({ kind }) => kind === of).length;
}

/** Turns events into notices: one each, and one for all of them when there are many. */
export class NoticeWriter<Event extends RowEvent<string>> {
  readonly #words: NoticeWords<Event>;
  readonly #newId: () => string;
  #recent: readonly number[] = [];

  constructor(words: NoticeWords<Event>, newId: () => string) {
    this.#words = words;
    this.#newId = newId;
  }

  /** Of events that the user wants to hear of. */
  write(
    events: readonly Event[],
    token: (id: AssetId) => Token,
    at: EpochMs,
  ): readonly NoticeOf<Event['kind']>[] {
    if (events.length === 0) return [];
    this.#recent = this.#recent.filter((time) => at - time < WINDOW_MS);
    const room = Math.max(0, MOST_SINGLE_NOTICES - this.#recent.length);
    this.#recent = [...this.#recent, ...events.map(() => at)];
    if (events.length > room && events.length > 1) return [this.#several(events, token, at)];
    return events.map((event) => ({
      id: this.#newId(),
      kind: event.kind,
      rows: [event.row.id],
      title: this.#words.titles[event.kind as Event['kind']],
      text: this.#words.text(event, token),
      at,
    }));
  }

  #several(events: readonly Event[], token: (id: AssetId) => Token, at: EpochMs): NoticeOf<Event['kind']> {
    const { severalTitle, severalText } = this.#words;
    return {
      id: this.#newId(),
      kind: 'several',
      rows: [...new Set(events.map(({ row }) => row.id))],
      title: severalTitle(events.length),
      text: severalText(events, token),
      at,
    };
  }
}
