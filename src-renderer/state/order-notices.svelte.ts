import type { MainApi } from '../client/main-api.ts';

const TOAST_MS = 8_000;
const MOST_TOASTS = 3;

/** Where a notice leads: one order, or the list. */
export type ShowOrder = (order: string | undefined) => void;

/** Orders, or recurring orders: each has a topic of its own. */
type Feed = 'orders' | 'plans';

/** What happened, and to what. */
interface Notice {
  /** Unique in both feeds. */
  readonly id: string;
  readonly feed: Feed;
  /** As main calls it. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly at: number;
  /** The orders or plans that it is about. */
  readonly about: readonly string[];
}

interface Told {
  readonly list: readonly Notice[];
  readonly opened: { readonly times: number; readonly one: string | undefined };
  readonly byPage: boolean;
}

/**
 * What happened to orders and recurring orders: a list, toasts for what is new, and notices of the system where the
 * page must show them.
 */
export class OrderNotices {
  toasts = $state.raw<readonly Notice[]>([]);
  /** Notices that came since the list was last looked at. */
  unread = $state(0);
  /** Whether it may; absent where this browser has no such notices. */
  permission = $state<NotificationPermission | undefined>(
    typeof Notification === 'undefined' ? undefined : Notification.permission,
  );
  #byPage = $state.raw<Readonly<Record<Feed, boolean>>>({ orders: false, plans: false });
  /** The page shows the notices of the system, as far as the user lets it. */
  readonly byPage = $derived(this.#byPage.orders || this.#byPage.plans);
  #lists = $state.raw<Readonly<Record<Feed, readonly Notice[]>>>({ orders: [], plans: [] });
  /** Newest first, of this session. */
  readonly list = $derived(
    [...this.#lists.orders, ...this.#lists.plans].toSorted((left, right) => right.at - left.at),
  );
  readonly #api: MainApi;
  readonly #show: Readonly<Record<Feed, ShowOrder>>;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #known = new Map<Feed, ReadonlySet<string>>();
  readonly #opened = new Map<Feed, number>();
  #paused = false;

  constructor(api: MainApi, show: Readonly<Record<Feed, ShowOrder>>) {
    this.#api = api;
    this.#show = show;
    api.on.orderNotices(({ list, opened, byPage }) =>
      this.#hear('orders', {
        byPage,
        opened: { times: opened.times, one: opened.order },
        list: list.map(({ id, title, text, at, orders }) => ({
          id,
          feed: 'orders',
          name: id,
          title,
          text,
          at,
          about: orders,
        })),
      }),
    );
    api.on.dcaNotices(({ list, opened, byPage }) =>
      this.#hear('plans', {
        byPage,
        opened: { times: opened.times, one: opened.plan },
        list: list.map(({ id, title, text, at, plans }) => ({
          id: `plan-${id}`,
          feed: 'plans',
          name: id,
          title,
          text,
          at,
          about: plans,
        })),
      }),
    );
    $effect(() => () => {
      for (const timer of this.#timers.values()) clearTimeout(timer);
    });
  }

  /** Goes where the notice leads. */
  open(notice: Notice): void {
    this.putAway(notice.id);
    this.#show[notice.feed](notice.about.length === 1 ? notice.about[0] : undefined);
  }

  /** The toast goes; the notice stays in the list. */
  putAway(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.toasts = this.toasts.filter((notice) => notice.id !== id);
  }

  /** Toasts stay until `resume`: while the pointer or the focus is on them, or a sheet keeps them from being clicked. */
  pause(): void {
    this.#paused = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  resume(): void {
    this.#paused = false;
    for (const { id } of this.toasts) this.#putAwayLater(id);
  }

  dismiss({ id, feed, name }: Notice): void {
    this.putAway(id);
    if (feed === 'orders') void this.#api.call['orderNotices.dismiss']({ id: name });
    else void this.#api.call['dcaNotices.dismiss']({ id: name });
  }

  /** The list is being looked at: toasts would say the same again. */
  read(): void {
    this.unread = 0;
    for (const { id } of this.toasts) this.putAway(id);
  }

  /** Asks the browser, which asks the user. */
  async askPermission(): Promise<void> {
    if (typeof Notification !== 'undefined') this.permission = await Notification.requestPermission();
  }

  #hear(feed: Feed, { list, opened, byPage }: Told): void {
    this.#byPage = { ...this.#byPage, [feed]: byPage };
    this.#lists = { ...this.#lists, [feed]: list };
    const known = this.#known.get(feed);
    const now = new Set(list.map(({ id }) => id));
    this.#known.set(feed, now);
    this.toasts = this.toasts.filter((notice) => notice.feed !== feed || now.has(notice.id));
    // What stands there when the page opens was told already, or is read in the list.
    if (known === undefined) this.unread += list.length;
    else for (const notice of list.filter(({ id }) => !known.has(id)).toReversed()) this.#tell(notice);
    const before = this.#opened.get(feed);
    this.#opened.set(feed, opened.times);
    if (before !== undefined && opened.times > before) this.#show[feed](opened.one);
  }

  #tell(notice: Notice): void {
    this.unread += 1;
    const shown = [notice, ...this.toasts];
    for (const { id } of shown.slice(MOST_TOASTS)) this.putAway(id);
    this.toasts = shown.slice(0, MOST_TOASTS);
    this.#putAwayLater(notice.id);
    if (this.#byPage[notice.feed] && this.permission === 'granted' && !document.hasFocus())
      this.#tellSystem(notice);
  }

  #putAwayLater(id: string): void {
    clearTimeout(this.#timers.get(id));
    if (this.#paused) return;
    this.#timers.set(
      id,
      setTimeout(() => this.putAway(id), TOAST_MS),
    );
  }

  #tellSystem(notice: Notice): void {
    const shown = new Notification(notice.title, { body: notice.text, tag: notice.id });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
      this.open(notice);
    });
  }
}
