import { ADA, type AssetId } from '#domain/asset.ts';
import { bucketStart, PERIOD_SECONDS, type Candle, type CandlePeriod } from '#domain/candle.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { EpochMs } from '#domain/time.ts';
import type { DirectedCandles } from '../../market/candles.ts';
import type { Polling, PollingGroup } from '../../market/polling.ts';
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
}

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
 */
export class AlertWatch {
  readonly #parts: AlertWatchParts;
  readonly #polled: PollingGroup;
  readonly #listeners = new Set<(events: readonly AlertEvent[]) => void>();
  readonly #checked = new Map<AssetId, EpochMs>();

  constructor(parts: AlertWatchParts) {
    this.#parts = parts;
    this.#polled = parts.polling.group();
    parts.book.onChange(() => this.#plan());
    this.#plan();
  }

  /** When the prices of a token were last looked at, in this session. */
  checkedAt(token: AssetId): EpochMs | undefined {
    return this.#checked.get(token);
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
    const tokens = new Set(this.#watched().map(({ token }) => token));
    this.#polled.set(
      Array.from(tokens, (token) => ({
        key: `alerts:${token}`,
        host: 'charts' as const,
        every: EVERY,
        rank: RANK,
        run: (signal) => this.#check(token, signal),
      })),
    );
  }

  #watched(): AlertBook['list'] {
    return this.#parts.book.list.filter(({ state }) => state === 'on');
  }

  async #check(token: AssetId, signal: AbortSignal): Promise<boolean> {
    const { book, catalogue, clock } = this.#parts;
    const asked = this.#watched().filter((alert) => alert.token === token);
    const starts = asked.flatMap((alert) => this.#startOf(alert) ?? []);
    const [news, first] = [
      starts.length === 0 ? undefined : await this.#since(token, Math.min(...starts)),
      starts.length === asked.length ? undefined : await this.#newest(token),
    ];
    if (!catalogue.knows(token)) await catalogue.get(token);
    if (signal.aborted || news?.ok === false || first?.ok === false) return false;
    const now = clock.now();
    this.#checked.set(token, now);
    // Those of now: meanwhile some may have been made, changed or removed.
    const outcomes = this.#watched()
      .filter((alert) => alert.token === token)
      .flatMap((alert) => {
        const own = alert.seen === undefined ? (first ?? news) : news;
        return own === undefined ? [] : [judged(alert, own.value, now)];
      });
    const events = outcomes.flatMap(({ event }) => event ?? []);
    book.judged(
      outcomes.map(({ alert }) => alert),
      events.length > 0,
    );
    if (events.length > 0) for (const listener of this.#listeners) listener(events);
    return true;
  }

  /** From which minute on prices count for an alert. What moved is only known by minutes, and so not from long ago. */
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
   * What traded since a minute: its minutes or, where they are too many for one request, those up to the next longer
   * candle, then longer candles that are closed, then minutes again. A longer candle that is still open would set off an alert twice.
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

function stretchOf({ time, high, low, close }: Candle, period: CandlePeriod): Stretch {
  return { from: time, to: time + PERIOD_SECONDS[period] - MINUTE, high, low, close };
}
