import * as v from 'valibot';
import { alertVolume } from '#contract/alerts.ts';
import {
  ALERT_REPEATS,
  ALERT_STATES,
  ALERT_WINDOWS,
  MOST_ALERTS,
  MOST_AN_HOUR,
  MOST_MOVE_BPS,
} from '#domain/alert.ts';
import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { LAST_MOMENT } from '#domain/time.ts';
import type { SettingsStore } from '../../ports/journal.ts';
import { KeptList } from '../../ports/kept-entries.ts';
import { StorageError } from '../../ports/storage-trouble.ts';

const moment = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LAST_MOMENT));
const figure = v.pipe(v.number(), v.finite());
const share = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_MOVE_BPS));

const stored = v.object({
  id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
  token: v.pipe(
    v.string(),
    v.transform(parseAssetId),
    v.custom<AssetId>((id) => id !== undefined),
  ),
  condition: v.variant('kind', [
    v.object({
      kind: v.literal('price'),
      price: v.pipe(
        v.string(),
        v.regex(/^\d{1,30}(?:\.\d{1,40})?$/),
        v.check((text) => Number(text) > 0),
      ),
    }),
    v.object({ kind: v.literal('move'), bps: share, within: v.picklist(ALERT_WINDOWS) }),
    v.object({ kind: v.literal('volume'), lovelace: alertVolume, within: v.picklist(ALERT_WINDOWS) }),
    v.object({ kind: v.literal('spread'), bps: share }),
  ]),
  repeat: v.picklist(ALERT_REPEATS),
  state: v.picklist(ALERT_STATES),
  madeAt: moment,
  /** When it went off within the last hour, newest last. */
  recent: v.pipe(v.array(moment), v.maxLength(MOST_AN_HOUR)),
  /** Beginning of the minute in which it went off last, Unix seconds. */
  lastBar: v.optional(moment),
  /** When the user was last notified. */
  lastAt: v.optional(moment),
  times: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** How far the past was looked at, see `Seen`; absent: it starts at the newest candle. */
  seen: v.optional(
    v.object({
      bar: moment,
      high: figure,
      low: figure,
      side: v.optional(v.picklist(['above', 'below'])),
      /** Whether the service's candles were turned round for it. */
      inverted: v.boolean(),
    }),
  ),
});

/** An alert on the market of a token and ADA, and how far the past was looked at for it. */
export type Alert = Readonly<v.InferOutput<typeof stored>>;

/** Where nothing happened, what was seen is saved after so many seconds of trading. */
const SAVED_EVERY = 600;

/** The alerts of one profile, kept in the settings. */
export class AlertBook {
  readonly #kept: KeptList<Alert>;
  readonly #newId: () => string;
  readonly #listeners = new Set<() => void>();
  #list: readonly Alert[];
  /** As they were saved last. */
  #saved: readonly Alert[];

  /** `profile` is the profile's name. */
  constructor(settings: SettingsStore, profile: string, newId: () => string) {
    this.#newId = newId;
    this.#kept = new KeptList(settings, keyOf(profile), {
      read: readAlert,
      idOf: ({ id }) => id,
      most: MOST_ALERTS,
    });
    this.#list = this.#kept.entries;
    this.#saved = this.#list;
  }

  /** Removes what is kept for a profile. @throws StorageError */
  static forget(settings: SettingsStore, profile: string): void {
    settings.set(keyOf(profile), undefined);
  }

  /** Newest first. */
  get list(): readonly Alert[] {
    return this.#list;
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Failure: `alerts-full`. @throws StorageError */
  add(
    alert: Pick<Alert, 'token' | 'condition' | 'repeat' | 'madeAt'>,
  ): Result<{ readonly id: string }, Failure> {
    if (this.#list.length >= MOST_ALERTS) return failed(failure('alerts-full', { most: MOST_ALERTS }));
    const id = this.#newId();
    this.#keep([{ ...alert, id, state: 'on', recent: [], times: 0 }, ...this.#list]);
    return ok({ id });
  }

  /** Pauses an alert, or watches it again from now on. Failure: `alert-unknown`. @throws StorageError */
  setPaused(id: string, paused: boolean): Result<undefined, Failure> {
    return this.#change(id, (alert) =>
      paused ? { ...alert, state: 'paused' } : { ...startedOver(alert), state: 'on', recent: [] },
    );
  }

  /** Gives an alert on a price another one, from now on. Failure: `alert-unknown`. @throws StorageError */
  move(id: string, price: string): Result<undefined, Failure> {
    const onPrice = this.#list.some((alert) => alert.id === id && alert.condition.kind === 'price');
    if (!onPrice) return failed(failure('alert-unknown'));
    return this.#change(id, (alert) => ({ ...startedOver(alert), condition: { kind: 'price', price } }));
  }

  /** Failure: `alert-unknown`. @throws StorageError */
  remove(id: string): Result<undefined, Failure> {
    const rest = this.#list.filter((alert) => alert.id !== id);
    if (rest.length === this.#list.length) return failed(failure('alert-unknown'));
    this.#keep(rest);
    return ok(undefined);
  }

  /**
   * Stores the outcome of a check, on disk if an alert went off. Whatever is not on disk yet is checked again after a
   * restart, with the same outcome. If the disk is full, the outcome still stands, but a restart may repeat its notice.
   */
  judged(alerts: readonly Alert[], wentOff: boolean): void {
    const byId = new Map(alerts.map((alert) => [alert.id, alert]));
    const list = this.#list.map((alert) => byId.get(alert.id) ?? alert);
    const saved = new Map(this.#saved.map(({ id, seen }) => [id, seen]));
    const due = list.some(({ id, seen }) => {
      const before = saved.get(id);
      return seen?.inverted !== before?.inverted || (seen?.bar ?? 0) - (before?.bar ?? 0) >= SAVED_EVERY;
    });
    if (!wentOff && !due) return this.#take(list);
    try {
      this.#keep(list);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.#take(list);
    }
  }

  #change(id: string, change: (alert: Alert) => Alert): Result<undefined, Failure> {
    if (!this.#list.some((alert) => alert.id === id)) return failed(failure('alert-unknown'));
    this.#keep(this.#list.map((alert) => (alert.id === id ? change(alert) : alert)));
    return ok(undefined);
  }

  #keep(list: readonly Alert[]): void {
    this.#kept.keep(list);
    this.#saved = list;
    this.#take(list);
  }

  #take(list: readonly Alert[]): void {
    this.#list = list;
    for (const listener of this.#listeners) listener();
  }
}

function readAlert(item: unknown): Alert | undefined {
  const read = v.safeParse(stored, item);
  return read.success ? read.output : undefined;
}

function startedOver({ seen: _seen, lastBar: _lastBar, ...alert }: Alert): Alert {
  return alert;
}

function keyOf(profile: string): string {
  return `alerts.${profile}`;
}
