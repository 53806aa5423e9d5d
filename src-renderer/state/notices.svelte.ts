import { createContext } from 'svelte';
import type { NoticesView, NoticeView } from '#contract/notices.ts';
import type { MainApi } from '../client/main-api.ts';

const TOAST_MS = 8_000;
const MOST_TOASTS = 3;

/** Where a notice leads: one order, plan or alert, or the list of them. */
type Reveal = Readonly<Record<NoticeView['about'], (row: string | undefined) => void>>;

/** A late plan may be waiting for its owner, and an alert was set to be seen: such toasts stay until they are dismissed. */
function asksToAct({ about, kind }: NoticeView): boolean {
  return about === 'alerts' || kind === 'late';
}

/**
 * Events of orders and recurring orders, and alerts that went off: a list, toasts for new ones, and desktop
 * notifications where the page must show them.
 */
export class Notices {
  toasts = $state.raw<readonly NoticeView[]>([]);
  /** Notices that came since the list was last looked at. */
  unread = $state(0);
  /** Whether the page may show desktop notifications; absent where this browser has none. */
  permission = $state<NotificationPermission | undefined>(
    typeof Notification === 'undefined' ? undefined : Notification.permission,
  );
  #received = $state.raw<NoticesView>();
  readonly byPage = $derived(this.#received?.byPage ?? false);
  /** Newest first, of this session. */
  readonly list = $derived(this.#received?.list ?? []);
  readonly #api: MainApi;
  readonly #reveal: Reveal;
  readonly #sound: () => void;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #paused = false;

  /** `sound` is called when an alert goes off. */
  constructor(api: MainApi, reveal: Reveal, sound: () => void) {
    this.#api = api;
    this.#reveal = reveal;
    this.#sound = sound;
    api.on.notices((notices) => this.#receive(notices));
    $effect(() => () => {
      for (const timer of this.#timers.values()) clearTimeout(timer);
    });
  }

  /** Goes where the notice leads. */
  open(notice: NoticeView): void {
    this.hide(notice.id);
    this.#reveal[notice.about](notice.rows.length === 1 ? notice.rows[0] : undefined);
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
  dismiss({ id }: NoticeView): void {
    this.hide(id);
    void this.#api.call['notices.dismiss']({ id });
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

  #receive(now: NoticesView): void {
    const before = this.#received;
    this.#received = now;
    const current = new Set(now.list.map(({ id }) => id));
    this.toasts = this.toasts.filter(({ id }) => current.has(id));
    if (before === undefined) {
      // Notices older than the page were shown before, or can be read in the list.
      this.unread += now.list.length;
      return;
    }
    const known = new Set(before.list.map(({ id }) => id));
    const fresh = now.list.filter(({ id }) => !known.has(id)).toReversed();
    for (const notice of fresh) this.#toast(notice);
    if (fresh.some(({ about }) => about === 'alerts')) this.#sound();
    const { times, last } = now.opened;
    if (times > before.opened.times && last) this.#reveal[last.about](last.row);
  }

  #toast(notice: NoticeView): void {
    this.unread += 1;
    const shown = [notice, ...this.toasts];
    for (const { id } of shown.slice(MOST_TOASTS)) this.hide(id);
    this.toasts = shown.slice(0, MOST_TOASTS);
    this.#hideLater(notice.id);
    if (this.byPage && this.permission === 'granted' && !document.hasFocus()) this.#notifySystem(notice);
  }

  #hideLater(id: string): void {
    clearTimeout(this.#timers.get(id));
    if (this.#paused || this.toasts.some((toast) => toast.id === id && asksToAct(toast))) return;
    this.#timers.set(
      id,
      setTimeout(() => this.hide(id), TOAST_MS),
    );
  }

  #notifySystem(notice: NoticeView): void {
    const shown = new Notification(notice.title, { body: notice.text, tag: notice.id });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
      this.open(notice);
    });
  }
}

export const [useNotices, provideNotices] = createContext<Notices>();
