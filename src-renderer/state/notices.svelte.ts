import { createContext } from 'svelte';
import type { MainApi } from '../client/main-api.ts';

const TOAST_MS = 8_000;
const MOST_TOASTS = 3;

/** Orders, or recurring orders. */
type Feed = 'orders' | 'plans';

/** Where a notice leads: one order or plan, or the list of them. */
type Reveal = Readonly<Record<Feed, (one: string | undefined) => void>>;

/** What happened, and to what. */
interface Notice {
  readonly id: string;
  readonly feed: Feed;
  readonly title: string;
  readonly text: string;
  readonly at: number;
  /** The orders or plans that it is about. */
  readonly about: readonly string[];
}

/** A feed as main last sent it. */
interface Received {
  readonly list: readonly Notice[];
  /** How often a notice of the system was opened, and what the last one was about. */
  readonly opened: { readonly times: number; readonly one: string | undefined };
  /** The page shows the notices of the system, as far as the user lets it. */
  readonly byPage: boolean;
}

/** Ids of plans are kept apart from those of orders. */
const PLAN = 'plan-';

/**
 * What happened to orders and recurring orders: a list, toasts for what is new, and notices of the system where the
 * page must show them.
 */
export class Notices {
  toasts = $state.raw<readonly Notice[]>([]);
  /** Notices that came since the list was last looked at. */
  unread = $state(0);
  /** Whether the page may show notices of the system; absent where this browser has none. */
  permission = $state<NotificationPermission | undefined>(
    typeof Notification === 'undefined' ? undefined : Notification.permission,
  );
  #received = $state.raw<Readonly<Partial<Record<Feed, Received>>>>({});
  readonly #feeds = $derived(Object.values(this.#received));
  readonly byPage = $derived(this.#feeds.some(({ byPage }) => byPage));
  /** Newest first, of this session. */
  readonly list = $derived(
    this.#feeds.flatMap(({ list }) => list).toSorted((left, right) => right.at - left.at),
  );
  readonly #api: MainApi;
  readonly #reveal: Reveal;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #paused = false;

  constructor(api: MainApi, reveal: Reveal) {
    this.#api = api;
    this.#reveal = reveal;
    api.on.orderNotices(({ list, opened: { times, order }, byPage }) =>
      this.#receive('orders', {
        byPage,
        opened: { times, one: order },
        list: list.map(({ orders, ...notice }) => ({ ...notice, feed: 'orders', about: orders })),
      }),
    );
    api.on.dcaNotices(({ list, opened: { times, plan }, byPage }) =>
      this.#receive('plans', {
        byPage,
        opened: { times, one: plan },
        list: list.map(({ plans, id, ...notice }) => ({
          ...notice,
          id: PLAN + id,
          feed: 'plans',
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
    this.hide(notice.id);
    this.#reveal[notice.feed](notice.about.length === 1 ? notice.about[0] : undefined);
  }

  /** Hides the toast; the notice stays in the list. */
  hide(id: string): void {
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
    for (const { id } of this.toasts) this.#hideLater(id);
  }

  /** Removes the notice from the list, at main too. */
  dismiss({ id, feed }: Notice): void {
    this.hide(id);
    if (feed === 'orders') void this.#api.call['orderNotices.dismiss']({ id });
    else void this.#api.call['dcaNotices.dismiss']({ id: id.slice(PLAN.length) });
  }

  /** The list is being looked at: toasts would say the same again. */
  read(): void {
    this.unread = 0;
    for (const { id } of this.toasts) this.hide(id);
  }

  /** Asks the browser, which asks the user. */
  async askPermission(): Promise<void> {
    if (typeof Notification !== 'undefined') this.permission = await Notification.requestPermission();
  }

  #receive(feed: Feed, now: Received): void {
    const before = this.#received[feed];
    this.#received = { ...this.#received, [feed]: now };
    const known = new Set(before?.list.map(({ id }) => id));
    const current = new Set(now.list.map(({ id }) => id));
    this.toasts = this.toasts.filter((notice) => notice.feed !== feed || current.has(notice.id));
    // What is there when the page opens was shown before, or is read in the list.
    if (before === undefined) this.unread += now.list.length;
    else for (const notice of now.list.filter(({ id }) => !known.has(id)).toReversed()) this.#toast(notice);
    if (before !== undefined && now.opened.times > before.opened.times) this.#reveal[feed](now.opened.one);
  }

  #toast(notice: Notice): void {
    this.unread += 1;
    const shown = [notice, ...this.toasts];
    for (const { id } of shown.slice(MOST_TOASTS)) this.hide(id);
    this.toasts = shown.slice(0, MOST_TOASTS);
    this.#hideLater(notice.id);
    if (this.#received[notice.feed]?.byPage === true && this.permission === 'granted' && !document.hasFocus())
      this.#notifySystem(notice);
  }

  #hideLater(id: string): void {
    clearTimeout(this.#timers.get(id));
    if (this.#paused) return;
    this.#timers.set(
      id,
      setTimeout(() => this.hide(id), TOAST_MS),
    );
  }

  #notifySystem(notice: Notice): void {
    const shown = new Notification(notice.title, { body: notice.text, tag: notice.id });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
      this.open(notice);
    });
  }
}

export const [useNotices, provideNotices] = createContext<Notices>();
