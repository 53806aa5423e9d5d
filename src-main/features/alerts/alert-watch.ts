import { ADA, type AssetId } from '#domain/asset.ts';
import { bucketStart, PERIOD_SECONDS, type Candle, type CandlePeriod } from '#domain/candle.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { EpochMs } from '#domain/time.ts';
import type { DirectedCandles } from '../../market/candles.ts';
import type { PolledJob, Polling, PollingGroup } from '../../market/polling.ts';
import type { TokenCatalogue } from '../../market/token-catalogue.ts';
import type { Clock } from '../../ports/system.ts';
import type { Alert, AlertBook } from './alert-book.ts';
import type { Stretch } from './crossing.ts';
import { judged, type AlertEvent, type News } from './judge.ts';
import { reachOf } from './watched-level.ts';

export interface AlertWatchParts {
  readonly book: AlertBook;
  readonly past: DirectedCandles;
  readonly catalogue: Pick<TokenCatalogue, 'knows' | 'get'>;
  readonly clock: Clock;
  readonly polling: Pick<Polling, 'group'>;
  /** The spread of a token's book now, as a share of the middle; none where a side is empty. */
  readonly spread: (token: AssetId, signal: AbortSignal) => Promise<Result<number | undefined, Failure>>;
}

/** The data that an alert's condition is checked against. */
type Source = 'candles' | 'book';

const EVERY = { active: 30_000, idle: 60_000, hidden: 60_000 } as const;
/** After the token in the middle of the desk, and before the lists. */
const RANK = 3;
const MINUTE = 60;
/** Candles of one request. */
const MOST_CANDLES = 1_000;
const LONGER: readonly CandlePeriod[] = ['1hour', '4hour'];
const NOTHING: News = { stretches: [], inverted: false, checked: false };

/**
 * Watches the minutes' candles of every token with an alert: also while the window is hidden, and, once it runs again,
 * what was missed. The average price that the service states is another one than the chart's and would cross elsewhere.
 * Of a spread only that of now can be asked for: what was while nothing ran is not known.
 */
export class AlertWatch {
  readonly #parts: AlertWatchParts;
  readonly #polled: PollingGroup;
  readonly #listeners = new Set<(events: readonly AlertEvent[]) => void>();
  readonly #checked = new Map<string, EpochMs>();
  /** Alerts of which nothing was seen yet. */
  #new: ReadonlySet<string>;

  constructor(parts: AlertWatchParts) {
    this.#parts = parts;
    this.#polled = parts.polling.group();
    this.#new = this.#unseen();
    parts.book.onChange(() => this.#plan());
    this.#plan();
  }

  /** When what an alert is on was last looked at, in this session. */
  checkedAt({ token, condition }: Pick<Alert, 'token' | 'condition'>): EpochMs | undefined {
    return this.#checked.get(keyOf(sourceOf(condition), token));
  }

  /** Calls the listener with alerts that went off, after that was saved. Returns a function that ends it. */
  onEvents(listener: (events: readonly AlertEvent[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Aborts what is under way and resolves when it has ended. */
  async stop(): Promise<void> {
    this.#listeners.clear();
    await this.#polled.leave();
  }

  #plan(): void {
    const watched = this.#watched();
    const jobs = watched.map(({ token, condition }) => this.#job(sourceOf(condition), token));
    this.#polled.set([...new Map(jobs.map((job) => [job.key, job])).values()]);
    // A new alert, or one that starts over, does not wait for the turn of those that its token had before.
    const before = this.#new;
    this.#new = this.#unseen();
    for (const { id, token, condition } of watched)
      if (this.#new.has(id) && !before.has(id)) this.#polled.poke(keyOf(sourceOf(condition), token));
  }

  #job(source: Source, token: AssetId): PolledJob {
    const key = keyOf(source, token);
    const often = { key, every: EVERY, rank: RANK };
    return source === 'candles'
      ? { ...often, host: 'charts', run: (signal) => this.#checkCandles(token, signal) }
      : { ...often, host: 'service', cost: 2, run: (signal) => this.#checkBook(token, signal) };
  }

  #watched(): AlertBook['list'] {
    return this.#parts.book.list.filter(({ state }) => state === 'on');
  }

  #unseen(): ReadonlySet<string> {
    return new Set(this.#watched().flatMap(({ id, seen }) => (seen === undefined ? [id] : [])));
  }

  #watchedBy(source: Source, token: AssetId): AlertBook['list'] {
    return this.#watched().filter((alert) => alert.token === token && sourceOf(alert.condition) === source);
  }

  async #checkBook(token: AssetId, signal: AbortSignal): Promise<boolean> {
    const { spread, catalogue } = this.#parts;
    const found = await spread(token, signal);
    if (!catalogue.knows(token)) await catalogue.get(token);
    if (signal.aborted || !found.ok) return false;
    const at = bucketStart(this.#seconds(), '1min');
    const now = found.value;
    const stretches = now === undefined ? [] : [{ from: at, to: at, high: now, low: now, close: now }];
    this.#judge('book', token, () => ({ stretches, inverted: false, checked: true }));
    return true;
  }

  async #checkCandles(token: AssetId, signal: AbortSignal): Promise<boolean> {
    const { catalogue } = this.#parts;
    const asked = this.#watchedBy('candles', token);
    const starts = asked.flatMap((alert) => this.#startOf(alert) ?? []);
    const [news, first] = [
      starts.length === 0 ? undefined : await this.#since(token, Math.min(...starts)),
      starts.length === asked.length ? undefined : await this.#newest(token),
    ];
    if (!catalogue.knows(token)) await catalogue.get(token);
    if (signal.aborted || news?.ok === false || first?.ok === false) return false;
    this.#judge('candles', token, ({ seen }) => (seen === undefined ? (first ?? news) : news)?.value);
    return true;
  }

  #judge(source: Source, token: AssetId, newsOf: (alert: Alert) => News | undefined): void {
    const { book, clock } = this.#parts;
    const now = clock.now();
    this.#checked.set(keyOf(source, token), now);
    // Those of now: meanwhile some may have been made, changed or removed.
    const outcomes = this.#watchedBy(source, token).flatMap((alert) => {
      const news = newsOf(alert);
      return news === undefined ? [] : [judged(alert, news, now)];
    });
    const events = outcomes.flatMap(({ event }) => event ?? []);
    book.judged(
      outcomes.map(({ alert }) => alert),
      events.length > 0,
    );
    if (events.length > 0) for (const listener of this.#listeners) listener(events);
  }

  /**
   * From which minute on prices count for an alert. Price moves are only known by minutes, and so not from long ago.
   */
  #startOf({ seen, condition }: Alert): number | undefined {
    const reach = reachOf(condition);
    if (seen === undefined || reach === 0) return seen?.bar;
    return Math.max(seen.bar - reach, this.#seconds() - (MOST_CANDLES - 2) * MINUTE);
  }

  /** The newest candle there is, from which an alert starts; none where nothing traded for months. */
  async #newest(token: AssetId): Promise<Result<News, Failure>> {
    const now = this.#seconds();
    let news = NOTHING;
    for (const period of ['1min', ...LONGER] as const) {
      const from = bucketStart(now - MOST_CANDLES * PERIOD_SECONDS[period], period);
      const found = await this.#ask(token, period, from, now + 1);
      if (!found.ok) return found;
      news = { ...found.value, stretches: found.value.stretches.slice(-1) };
      if (news.stretches.length > 0) break;
    }
    return ok(news);
  }

  /**
   * Trades since a minute: its minutes or, where they are too many for one request, those up to the next longer candle,
   * then longer candles that are closed, then minutes again. A longer candle that is still open would set off an alert
   * twice.
   */
  async #since(token: AssetId, bar: number): Promise<Result<News, Failure>> {
    const now = this.#seconds();
    const end = now + 1;
    if (end - bar <= MOST_CANDLES * MINUTE) return this.#ask(token, '1min', bar, end);
    const longer = LONGER.find((period) => end - bar <= MOST_CANDLES * PERIOD_SECONDS[period]) ?? '4hour';
    const seconds = PERIOD_SECONDS[longer];
    const last = bucketStart(now, longer);
    const next = bucketStart(bar, longer) + seconds;
    const parts: readonly (readonly [CandlePeriod, number, number])[] = [
      ['1min', bar, next],
      [longer, Math.max(next, last - MOST_CANDLES * seconds), last],
      ['1min', last, end],
    ];
    const found: News[] = [];
    for (const part of parts) {
      const news = await this.#ask(token, ...part);
      if (!news.ok) return news;
      found.push(news.value);
    }
    // Only prices that are all the same way round can be put together.
    const traded = found.filter(({ stretches }) => stretches.length > 0);
    const inverted = traded.at(-1)?.inverted ?? false;
    if (traded.some((part) => part.inverted !== inverted)) return ok(NOTHING);
    return ok({
      stretches: traded.flatMap(({ stretches }) => stretches),
      inverted,
      checked: traded.every(({ checked }) => checked),
    });
  }

  async #ask(token: AssetId, period: CandlePeriod, from: number, to: number): Promise<Result<News, Failure>> {
    const found = await this.#parts.past.directed({ base: token, quote: ADA, period }, { from, to });
    if (!found.ok) return found;
    const { candles, inverted, checked } = found.value;
    return ok({ stretches: candles.map((candle) => stretchOf(candle, period)), inverted, checked });
  }

  #seconds(): number {
    return Math.floor(this.#parts.clock.now() / 1_000);
  }
}

function stretchOf({ time, high, low, close, volume }: Candle, period: CandlePeriod): Stretch {
  return { from: time, to: time + PERIOD_SECONDS[period] - MINUTE, high, low, close, volume };
}

function sourceOf({ kind }: Alert['condition']): Source {
  return kind === 'spread' ? 'book' : 'candles';
}

/** Of the job that asks for it. */
function keyOf(source: Source, token: AssetId): string {
  return source === 'candles' ? `alerts:${token}` : `alerts-book:${token}`;
}
