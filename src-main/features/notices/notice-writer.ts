import type { AssetId } from '#domain/asset.ts';
import type { EpochMs } from '#domain/time.ts';
import type { Token } from '#domain/token.ts';

/** More events than this at once, or within a minute, become one notice. */
const MOST_SINGLE_NOTICES = 3;
const WINDOW_MS = 60_000;

/** What is told of rows (orders or plans) to a user who does not look at them. */
export interface Notice<Kind extends string> {
  readonly id: string;
  readonly kind: Kind | 'several';
  /** The rows that it is about. */
  readonly rows: readonly string[];
  readonly title: string;
  readonly text: string;
  readonly at: EpochMs;
}

/** Something that happened to a row. */
export interface RowEvent<Kind extends string> {
  readonly kind: Kind;
  readonly row: { readonly id: string };
}

export type NoticeOf<Event extends RowEvent<string>> = Notice<Event['kind']>;

/** What notices of one sort of rows say. */
export interface NoticeWords<Event extends RowEvent<string>> {
  readonly titles: Readonly<Record<Event['kind'], string>>;
  readonly text: (event: Event, token: (id: AssetId) => Token) => string;
  readonly severalTitle: (count: number) => string;
  /** A kind in a list of counts: `3 filled, 1 cancelled.` */
  readonly counted: (kind: Event['kind']) => string;
}

/** Turns events into notices: one each, and one for all of them when they come in numbers. */
export class NoticeWriter<Event extends RowEvent<string>> {
  readonly #words: NoticeWords<Event>;
  readonly #newId: () => string;
  #recent: readonly number[] = [];

  constructor(words: NoticeWords<Event>, newId: () => string) {
    this.#words = words;
    this.#newId = newId;
  }

  /** Of events that the user wants to be told of. */
  write(events: readonly Event[], token: (id: AssetId) => Token, at: EpochMs): readonly NoticeOf<Event>[] {
    if (events.length === 0) return [];
    this.#recent = this.#recent.filter((time) => at - time < WINDOW_MS);
    const room = Math.max(0, MOST_SINGLE_NOTICES - this.#recent.length);
    this.#recent = [...this.#recent, ...events.map(() => at)];
    if (events.length > room && events.length > 1) return [this.#several(events, at)];
    return events.map((event) => ({
      id: this.#newId(),
      kind: event.kind,
      rows: [event.row.id],
      title: this.#words.titles[event.kind as Event['kind']],
      text: this.#words.text(event, token),
      at,
    }));
  }

  #several(events: readonly Event[], at: EpochMs): NoticeOf<Event> {
    const { severalTitle, counted } = this.#words;
    const groups = Map.groupBy(events, ({ kind }) => kind);
    const counts = Array.from(groups, ([kind, group]) => `${group.length} ${counted(kind)}`);
    return {
      id: this.#newId(),
      kind: 'several',
      rows: [...new Set(events.map(({ row }) => row.id))],
      title: severalTitle(events.length),
      text: `${counts.join(', ')}.`,
      at,
    };
  }
}
