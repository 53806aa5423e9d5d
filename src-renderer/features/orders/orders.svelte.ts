import { createContext, untrack } from 'svelte';
import type { OrderRowView } from '#contract/orders.ts';
import type { Layers } from '../../state/layers.svelte.ts';
import type { Panels } from '../../state/panels.svelte.ts';
import type { Failure } from '#domain/failure.ts';
import { LIVE_STATUSES, MOST_CANCELLED } from '#domain/limit-order.ts';
import type { Answer, MainApi, MainOutput } from '../../client/main-api.ts';
import type { ToCancel } from './order-words.ts';
import { filterRows, returningOf, sortRows, type OrderNames } from './order-rows.ts';
import {
  filtersIn,
  MOST_VIEWS,
  nextSort,
  readViews,
  standardView,
  unfiltered,
  writtenViews,
  type NamedView,
  type OrderColumn,
  type OrderView,
} from './order-view.ts';

export type OrderDetail = MainOutput<'orders.detail'>;

/** Every order of the profile's wallets, as main merges them from journal and service; or those of an address that is looked at. */
export class OrdersList {
  /** In no particular order; absent until main's first word. */
  rows = $state.raw<readonly OrderRowView[] | undefined>();
  /** Changes when the list starts over, as it does with another profile. */
  key = $state('');
  /** When the service last reported its orders. */
  at = $state<number | undefined>();
  /** Why the service's orders are missing or old. */
  failure = $state.raw<Failure | undefined>();
  readonly live = $derived((this.rows ?? []).filter(({ status }) => LIVE_STATUSES.includes(status)).length);
  /** Of an address that is looked at, where nothing can be changed. */
  readonly looked: boolean;
  readonly #api: MainApi;
  #byId = new Map<string, OrderRowView>();

  constructor(api: MainApi, looked = false) {
    this.looked = looked;
    this.#api = api;
    api.on[looked ? 'lookedOrders' : 'orders'](({ key, kind, rows, gone, at, failure }) => {
      if (kind === 'snapshot' || key !== this.key) this.#byId = new Map();
      for (const id of gone) this.#byId.delete(id);
      for (const row of rows) this.#byId.set(row.id, row);
      this.key = key;
      this.at = at;
      this.failure = failure as Failure | undefined;
      this.rows = [...this.#byId.values()];
    });
  }

  find(id: string): OrderRowView | undefined {
    return this.rows === undefined ? undefined : this.#byId.get(id);
  }

  /**
   * Whether the row is from the service and predates its failure; the journal's rows stay as accurate as the ledger.
   */
  isOld({ source }: OrderRowView): boolean {
    return source === 'external' && this.failure !== undefined && this.failure.code !== 'rows-left-out';
  }

  /** Asks the service for the orders now. */
  refresh(): Promise<Answer<unknown>> {
    return this.#api.call[this.looked ? 'look.refresh' : 'orders.refresh']({});
  }

  detail(id: string): Promise<Answer<OrderDetail>> {
    return this.#api.call[this.looked ? 'orders.lookedDetail' : 'orders.detail']({ id });
  }

  openExplorer(id: string, hash: string): Promise<Answer<unknown>> {
    return this.#api.call['orders.openExplorer']({ id, hash });
  }
}

export const [useOrders, provideOrders] = createContext<OrdersList>();

const PAGE = { kind: 'orders', of: 'all' } as const;
/** Views change in bursts while the user types. */
const WRITE_MS = 300;

interface OrderTableParts {
  readonly api: MainApi;
  readonly orders: OrdersList;
  readonly names: OrderNames;
  readonly layers: Layers;
  readonly panels: Panels;
}

/** The table of orders: its view, what is ticked, and where the keyboard is. */
export class OrderTable {
  view = $state.raw<OrderView>(standardView);
  named = $state.raw<readonly NamedView[]>([]);
  /** The row that the keys are about. */
  active = $state<string | undefined>();
  #ticked = $state.raw<ReadonlySet<string>>(new Set());
  /** Ids in the order that they are held in while the pointer is over them. */
  #held = $state.raw<readonly string[] | undefined>();
  readonly #sort = $derived(this.view.sort);
  /** All rows: sorted apart from the filters, so that typing a text does not sort thousands again. */
  readonly #sorted = $derived.by(() => sortRows(this.#orders.rows ?? [], this.#sort, this.#names));
  /** The rows that pass the view's filters, sorted, as of now. */
  readonly selected = $derived.by(() => filterRows(this.#sorted, this.view, this.#names));
  /** The rows as they are shown: those that are held stay where they are, with their newest figures. */
  readonly shown = $derived.by((): readonly OrderRowView[] => {
    const held = this.#held;
    if (held === undefined) return this.selected;
    return held.flatMap((id) => this.#orders.find(id) ?? []);
  });
  /** Rows wait to come, to go or to move until they are held no longer. */
  readonly waits = $derived(
    this.#held !== undefined &&
      (this.shown.length !== this.selected.length || this.shown.some((row, at) => row !== this.selected[at])),
  );
  readonly ticked = $derived.by((): readonly OrderRowView[] =>
    [...this.#ticked].flatMap((id) => this.#orders.find(id) ?? []),
  );
  readonly cancellable = $derived(this.ticked.filter((row) => row.cancellable));
  /** Amounts returned by cancelling the ticked orders, ADA first. */
  readonly returning = $derived(returningOf(this.cancellable));
  readonly filters = $derived(filtersIn(this.view));
  /** Whether the view leaves out rows of its group. */
  readonly narrowed = $derived(this.filters > 0 || this.view.text !== '');
  /** The orders for one cancellation of all that the table shows; `partly` unless that is sure to be all there are. */
  readonly toCancelShown = $derived.by((): ToCancel & { readonly partly: boolean } => {
    const shown = new Set(this.shown.map(({ id }) => id));
    const found = this.toCancel(({ id }) => shown.has(id));
    return { ...found, partly: this.narrowed || found.of < this.toCancel().of };
  });
  readonly #api: MainApi;
  readonly #orders: OrdersList;
  readonly #names: OrderNames;
  readonly #parts: OrderTableParts;
  #read = false;
  #writing: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: OrderTableParts) {
    const { api, orders, names } = parts;
    this.#parts = parts;
    this.#api = api;
    this.#orders = orders;
    this.#names = names;
    let key: string | undefined;
    $effect(() => {
      const now = orders.key;
      untrack(() => {
        if (key !== undefined && key !== '' && key !== now) this.#startOver();
        key = now;
      });
    });
  }

  /** Shows the table of orders, and one of them in full. */
  reveal(orderId: string | undefined): void {
    const { layers, panels } = this.#parts;
    panels.lower = 'orders';
    if (orderId === undefined) return;
    this.active = orderId;
    layers.show({ kind: 'order', orderId });
  }

  /** Reads the views that were kept, once: when the table is shown for the first time. */
  async open(): Promise<void> {
    if (this.#read || this.#orders.looked) return;
    this.#read = true;
    const before = this.view;
    const answer = await this.#api.call['notebook.read'](PAGE);
    if (!answer.ok) return;
    const { view, named } = readViews(answer.value.text);
    this.named = named;
    if (this.view === before) this.view = view;
  }

  /** Shows other rows, or the same ones otherwise sorted. */
  show(change: Partial<OrderView>): void {
    this.#held = undefined;
    this.view = { ...this.view, ...change };
    this.#write();
  }

  sort(by: OrderColumn): void {
    this.show({ sort: nextSort(this.view.sort, by) });
  }

  unfilter(): void {
    this.show({
      token: undefined,
      side: undefined,
      exchange: undefined,
      wallet: undefined,
      source: undefined,
      text: '',
    });
  }

  /** Keeps the view under a name; one of that name is replaced. */
  keep(name: string): void {
    const others = this.named.filter((view) => view.name !== name);
    this.named = [...others, { name, view: this.view }].slice(-MOST_VIEWS);
    this.#write();
  }

  forget(name: string): void {
    this.named = this.named.filter((view) => view.name !== name);
    this.#write();
  }

  /** The rows stay where they are from now on. */
  hold(): void {
    this.#held ??= this.selected.map(({ id }) => id);
  }

  release(): void {
    this.#held = undefined;
  }

  isTicked(id: string): boolean {
    return this.#ticked.has(id);
  }

  tick(ids: readonly string[], on: boolean): void {
    const ticked = new Set(this.#ticked);
    for (const id of ids) {
      if (on) ticked.add(id);
      else ticked.delete(id);
    }
    this.#ticked = ticked;
  }

  /** Ticks exactly these. */
  tickOnly(ids: readonly string[]): void {
    this.#ticked = new Set(ids);
  }

  /** Orders that can be cancelled: of a token, or placed before a moment, or all that are shown. */
  cancellableWhere(fits: (row: OrderRowView) => boolean): readonly string[] {
    return (this.#orders.rows ?? []).filter((row) => row.cancellable && fits(row)).map(({ id }) => id);
  }

  /** The orders for one cancellation of all that fit: the oldest, up to the limit of one request. */
  toCancel(fits: (row: OrderRowView) => boolean = () => true): ToCancel {
    const found = (this.#orders.rows ?? []).filter((row) => row.cancellable && fits(row));
    const oldest = found.toSorted((a, b) => (a.placedAt ?? 0) - (b.placedAt ?? 0)).slice(0, MOST_CANCELLED);
    return { ids: oldest.map(({ id }) => id), of: found.length };
  }

  /** Another profile has other orders, tokens and wallets. */
  #startOver(): void {
    this.#ticked = new Set();
    this.#held = undefined;
    this.active = undefined;
    this.view = unfiltered(this.view);
  }

  /** The search text is not stored: a forgotten search would hide orders after a restart. */
  #write(): void {
    if (this.#orders.looked) return;
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => {
      const text = writtenViews({ view: { ...this.view, text: '' }, named: this.named });
      void this.#api.call['notebook.write']({ ...PAGE, text });
    }, WRITE_MS);
  }
}

export const [useOrderTable, provideOrderTable] = createContext<OrderTable>();
