import * as v from 'valibot';
import { NoticeWriter, type NoticeOf, type NoticeWords, type RowEvent } from './notice-writer.ts';
import type { AppParts } from '../../profile/app-parts.ts';
import { Topic } from '../../gate/topic.ts';
import type { Profile } from '../../profile/profile.ts';

const MOST_SHOWN = 100;

/** What notices are of: orders, or recurring orders. */
export interface NoticeSubject<Row, Event extends RowEvent<string>, Memory, View> {
  /** Name under which `memory` is kept, for each profile. */
  readonly name: string;
  readonly nothingSeen: Memory;
  readonly memory: v.GenericSchema<unknown, Memory>;
  /** What to tell of rows, and what was seen and told with that; the same `memory` where nothing changed. */
  readonly events: (
    rows: readonly Row[],
    memory: Memory,
  ) => { readonly events: readonly Event[]; readonly memory: Memory };
  /** Those that the user wants to be told of. */
  readonly wanted: (events: readonly Event[]) => readonly Event[];
  readonly words: NoticeWords<Event>;
  readonly view: (notices: Notices<Event>) => View;
}

/** The notices of this session, as the windows follow them. */
export interface Notices<Event extends RowEvent<string>> {
  /** Newest first. */
  readonly list: readonly NoticeOf<Event>[];
  /** How often the user clicked a notice of the system, and which row the last one was about; absent: several. */
  readonly opened: { readonly times: number; readonly row?: string };
  /** True where the shell cannot show notices of the system by itself. */
  readonly byPage: boolean;
}

/** Tells what became of rows, each once: what was seen and told is kept, so that a restart catches up and repeats nothing. */
export class NoticeDesk<Row, Event extends RowEvent<string>, Memory, View> {
  readonly topic: Topic<View>;
  readonly #parts: Pick<AppParts, 'windows' | 'clock' | 'settings'>;
  readonly #subject: NoticeSubject<Row, Event, Memory, View>;
  readonly #writer: NoticeWriter<Event>;
  #notices: Notices<Event>;
  #profile: Profile | undefined;
  #memory: Memory;

  constructor(
    parts: Pick<AppParts, 'windows' | 'clock' | 'settings' | 'random'>,
    subject: NoticeSubject<Row, Event, Memory, View>,
  ) {
    this.#parts = parts;
    this.#subject = subject;
    this.#memory = subject.nothingSeen;
    this.#writer = new NoticeWriter(subject.words, () => Buffer.from(parts.random.bytes(8)).toString('hex'));
    this.#notices = { list: [], opened: { times: 0 }, byPage: parts.windows.notify === undefined };
    this.topic = new Topic(subject.view(this.#notices));
  }

  follow(profile: Profile | undefined): void {
    this.#profile = profile;
    this.#memory = profile ? this.#read(profile.name) : this.#subject.nothingSeen;
    this.#show({ list: [] });
  }

  /** Rows that are new or changed, or all of them. */
  look(rows: readonly Row[]): void {
    const profile = this.#profile;
    if (!profile) return;
    const { events, memory } = this.#subject.events(rows, this.#memory);
    if (memory === this.#memory) return;
    this.#memory = memory;
    // Kept before anything is told: a crash in between costs a notice and repeats none.
    this.#parts.settings.set(this.#keyOf(profile.name), memory);
    const wanted = this.#subject.wanted(events);
    const now = this.#parts.clock.now();
    for (const notice of this.#writer.write(wanted, (id) => profile.catalogue.shown(id), now))
      this.#tell(notice);
  }

  dismiss(id: string): void {
    this.#show({ list: this.#notices.list.filter((notice) => notice.id !== id) });
  }

  #tell(notice: NoticeOf<Event>): void {
    this.#show({ list: [notice, ...this.#notices.list].slice(0, MOST_SHOWN) });
    const { title, text } = notice;
    this.#parts.windows.notify?.({ title, text }, () => this.#clicked(notice));
  }

  #clicked({ rows }: NoticeOf<Event>): void {
    const [row, ...others] = rows;
    const times = this.#notices.opened.times + 1;
    this.#show({ opened: row === undefined || others.length > 0 ? { times } : { times, row } });
    this.#parts.windows.showMain?.();
  }

  #show(change: Partial<Notices<Event>>): void {
    this.#notices = { ...this.#notices, ...change };
    this.topic.set(this.#subject.view(this.#notices));
  }

  #read(profile: string): Memory {
    const stored = v.safeParse(this.#subject.memory, this.#parts.settings.get(this.#keyOf(profile)));
    return stored.success ? stored.output : this.#subject.nothingSeen;
  }

  #keyOf(profile: string): string {
    return `${this.#subject.name}.${profile}`;
  }
}
