import type { BookView, OrderListView, OrderNoticesView, OrderRowView } from '#contract/order-views.ts';
import type { AssetId } from '#domain/asset.ts';
import type { BookWatch } from '../book/book-watch.ts';
import type { OrderChanges } from './order-board.ts';
import type { OrderRow } from './order-row.ts';
import type { AppParts } from '../../profile/app-parts.ts';
import { DeltaTopic } from '../../gate/delta-topic.ts';
import { Topic } from '../../gate/topic.ts';
import { NoticeDesk } from '../notices/notices.ts';
import { orderNoticeSubject } from './order-notice-subject.ts';
import { bookView, IDLE_BOOK, orderRowView } from './order-views.ts';
import type { Preferences } from '../../app/preferences.ts';
import type { Profile } from '../../profile/profile.ts';
import type { ProfileHost } from '../../profile/profile-host.ts';
import { failureView } from '../../gate/wire.ts';

type OrderHead = Pick<OrderListView, 'key' | 'at' | 'failure'>;

const ORDERS_MS = 100;

/** The orders, the book and the notices of the trading window, from the profile that is open. */
export class OrderFeeds {
  readonly orders: DeltaTopic<OrderHead, OrderRowView>;
  readonly book = new Topic<BookView>(IDLE_BOOK);
  readonly #notices;
  /** Views are made once for each row. */
  readonly #views = new WeakMap<OrderRow, OrderRowView>();
  #profile: Profile | undefined;
  #watch: BookWatch | undefined;
  #keys = 0;
  #end: () => void = () => undefined;

  constructor(parts: AppParts, host: ProfileHost, preferences: Preferences) {
    this.orders = new DeltaTopic<OrderHead, OrderRowView>({ key: this.#newKey() }, ORDERS_MS);
    this.#notices = new NoticeDesk(
      parts,
      orderNoticeSubject(() => preferences.value.notify),
    );
    host.onProfile((profile) => this.#follow(profile));
  }

  get notices(): Topic<OrderNoticesView> {
    return this.#notices.topic;
  }

  dismiss(id: string): void {
    this.#notices.dismiss(id);
  }

  /** Makes the book of a token live in place of what was. */
  watchBook(token: AssetId, profile: Profile): void {
    if (this.#watch?.token === token) return;
    this.unwatchBook();
    this.book.set({ ...IDLE_BOOK, token, state: 'loading' });
    const watch = profile.book(token, (told) => this.#showBook(told));
    this.#watch = watch;
    watch.start();
  }

  unwatchBook(): void {
    void this.#watch?.stop();
    this.#watch = undefined;
    this.book.set(IDLE_BOOK);
  }

  stop(): void {
    this.#end();
    this.unwatchBook();
  }

  #follow(profile: Profile | undefined): void {
    if (profile === this.#profile) return;
    this.#profile = profile;
    this.stop();
    this.#end = () => undefined;
    this.#notices.follow(profile);
    const rows = (): readonly OrderRowView[] => (profile?.orders.rows ?? []).map((row) => this.#view(row));
    const head = { key: this.#newKey() };
    this.orders.show(head, rows);
    if (!profile) return;
    this.#end = profile.orders.onChange((changes) => this.#tell(profile, head.key, changes));
  }

  #tell(profile: Profile, key: string, { rows, gone }: OrderChanges): void {
    const { at, failure } = profile.orders;
    const head = {
      key,
      ...(at === undefined ? {} : { at }),
      ...(failure === undefined ? {} : { failure: failureView(failure) }),
    };
    const quiet = rows.length === 0 && gone.length === 0 && this.orders.head.failure?.code === failure?.code;
    // That the service told the same again is worth a message now and then alone.
    if (quiet && (at ?? 0) - (this.orders.head.at ?? 0) < QUIET_MS) return;
    this.orders.update(
      head,
      rows.map((row) => this.#view(row)),
      gone,
    );
    this.#notices.look(rows);
  }

  #view(row: OrderRow): OrderRowView {
    const known = this.#views.get(row);
    if (known) return known;
    const view = orderRowView(row);
    this.#views.set(row, view);
    return view;
  }

  #showBook(watch: BookWatch): void {
    if (watch !== this.#watch) return;
    const { book, failure } = watch;
    const told = failure === undefined ? {} : { failure: failureView(failure) };
    this.book.set(
      book
        ? { ...bookView(book), ...told }
        : { ...IDLE_BOOK, token: watch.token, state: failure ? 'failed' : 'loading', ...told },
    );
  }

  #newKey(): string {
    return `o${(this.#keys += 1)}`;
  }
}

const QUIET_MS = 5_000;
