import { bucketStart, PERIOD_SECONDS, type Candle, type FeedState } from '#domain/candle.ts';
import type { Failure } from '#domain/failure.ts';
import type { EpochMs } from '#domain/time.ts';
import type { AfterLoss, Charts, SeriesKey, StreamListener, StreamSubscription } from '../../ports/charts.ts';
import type { Polling } from '../../market/polling.ts';
import type { Clock } from '../../ports/system.ts';
import { type CandleHistory, firstDoubtful } from './candle-history.ts';
import { CandleSeries, WaitingCandles } from './candle-series.ts';
import type { CandleSource, SourceChange } from './chart-watch.ts';

/** When history may be asked without anybody's call. */
export type ChartPace = Pick<Polling, 'allowed' | 'state'>;

/** How many charts share the requests for history: together they ask as often as one alone would. */
export interface ChartShare {
  readonly charts: number;
}

export interface LiveSeriesParts {
  readonly key: SeriesKey;
  readonly charts: Charts;
  readonly history: CandleHistory;
  readonly clock: Clock;
  readonly polling: ChartPace;
  readonly share: ChartShare;
  /** `false`: the period does not stream, and is polled. */
  readonly streamed: boolean;
}

/** Candles that a chart starts with, and the most that are kept live. */
const FIRST_COUNT = 1_000;
const MOST_KEPT = 3_000;
/** Buckets of a cut that are fetched one by one; after a longer one the series starts over from its end. */
const LONGEST_CUT = 3_000;
const RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;
/** The shortest time between two confirmations of closed candles by history. */
const CONFIRM_MS = 60_000;
/** While the user is away, history is asked so many times more rarely. */
const IDLE_SLOWED = 10;
const LONGEST_SETTLING_MS = 5_000;
/** A stream without a usable candle for so long is called silent; for two periods where that is more. */
const SHORTEST_SILENCE_MS = 60_000;
const SHORTEST_POLL_MS = 10_000;
const LONGEST_POLL_MS = 60_000;
const NOTHING: readonly Candle[] = [];

/**
 * One series kept live: what is kept is shown at once; each time the stream opens, its candles wait while history is
 * asked from the last closed candle minus one, and are put on top of it. Closed candles are confirmed by history now
 * and then, so that however a stream was cut, delayed or disordered, the series ends up as history has it.
 */
export class LiveSeries implements CandleSource {
  readonly #parts: LiveSeriesParts;
  readonly #series: CandleSeries;
  readonly #seconds: number;
  readonly #silentMs: number;
  readonly #stopped = new AbortController();
  readonly #listeners = new Set<(change: SourceChange) => void>();
  readonly #waiting = new WaitingCandles();
  #subscription: StreamSubscription | undefined;
  #link: 'connecting' | 'open' | AfterLoss = 'connecting';
  /** Counts openings of the stream: what was asked before the latest one does not complete it. */
  #generation = 0;
  #caughtUp = 0;
  #silent = false;
  #asked = false;
  #fetching = false;
  #fetchAgain = false;
  #confirming = false;
  #confirmedAt = Number.NEGATIVE_INFINITY;
  /** Time of the newest candle that history returned. */
  #historyTo: number | undefined;
  /** Up to where history was asked last, by our clock. */
  #checkedTo: number | undefined;
  #failure: Failure | undefined;
  #lossFailure: Failure | undefined;
  #lastMessageAt: EpochMs | undefined;
  #heardAt = 0;
  #dropped = 0;

  constructor(parts: LiveSeriesParts) {
    this.#parts = parts;
    this.#seconds = PERIOD_SECONDS[parts.key.period];
    this.#series = new CandleSeries(this.#seconds, MOST_KEPT);
    this.#silentMs = Math.max(SHORTEST_SILENCE_MS, 2_000 * this.#seconds);
  }

  get candles(): readonly Candle[] {
    return this.#series.candles;
  }

  get lastMessageAt(): EpochMs | undefined {
    return this.#lastMessageAt;
  }

  get failure(): Failure | undefined {
    return this.#failure ?? (this.#link === 'open' ? undefined : this.#lossFailure);
  }

  /** Messages that were no candle of this series, so far. */
  get dropped(): number {
    return this.#dropped;
  }

  get state(): FeedState {
    if (this.#link === 'stopped') return 'stopped';
    if (!this.#asked) return 'loading';
    if (this.#polled) return this.#failure ? 'late' : 'polling';
    const current = this.#link === 'open' && this.#caughtUp === this.#generation;
    return current && !this.#silent && !this.#failure ? 'live' : 'late';
  }

  start(): this {
    const { charts, key, streamed } = this.#parts;
    this.#showKept();
    if (streamed) this.#subscription = charts.stream(key, key.period, this.#streamListener());
    else this.#link = 'left-alone';
    void this.#catchUp();
    void this.#poll();
    return this;
  }

  onChange(listener: (change: SourceChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): void {
    this.#stopped.abort();
    this.#subscription?.close();
    this.#listeners.clear();
  }

  #showKept(): void {
    const { history, key } = this.#parts;
    const stored = history.newest(key, FIRST_COUNT);
    const newest = stored.at(-1);
    if (!newest || this.#now() - newest.time > LONGEST_CUT * this.#seconds) return;
    this.#series.merge(stored, { from: stored[0]?.time ?? newest.time, to: newest.time });
    this.#historyTo = newest.time;
  }

  #streamListener(): StreamListener {
    return {
      opened: () => {
        this.#link = 'open';
        this.#generation += 1;
        this.#silent = false;
        this.#waiting.take();
        this.#notify();
        void this.#catchUp();
      },
      candle: (candle) => this.#take(candle),
      dropped: () => void (this.#dropped += 1),
      silent: () => {
        this.#silent = true;
        this.#notify();
      },
      lost: (why, next) => {
        this.#link = next;
        this.#lossFailure = why;
        this.#notify();
      },
    };
  }

  #take(candle: Candle): void {
    if (!this.#isPossible(candle)) {
      this.#dropped += 1;
      return;
    }
    if (this.#caughtUp !== this.#generation) {
      this.#waiting.put(candle);
      return;
    }
    const wasSilent = this.#silent;
    const offered = this.#series.offer(candle);
    if (offered === 'late') this.#dropped += 1;
    else this.#hear();
    // A closed candle, a possible gap or a candle out of turn is checked against history.
    if (offered === 'late' || offered === 'opened') void this.#confirm();
    if (offered === 'opened' || offered === 'changed') this.#notify([candle]);
    else if (wasSilent !== this.#silent) this.#notify();
  }

  /** The sender may name any time: not one off the series's own grid, nor one that has yet to come. */
  #isPossible({ time }: Candle): boolean {
    const { last } = this.#series;
    const { period } = this.#parts.key;
    const phase = last ? last.time - bucketStart(last.time, period) : 0;
    const reported = (this.#historyTo ?? 0) + this.#seconds;
    return (
      time - bucketStart(time, period) === phase &&
      time <= Math.max(this.#now(), reported) + 2 * this.#seconds
    );
  }

  #hear(): void {
    const { clock } = this.#parts;
    this.#lastMessageAt = clock.now();
    this.#heardAt = clock.monotonic();
    this.#silent = false;
  }

  /** Fetches until history is merged that was asked for after the stream last opened. */
  async #catchUp(): Promise<void> {
    this.#fetchAgain = true;
    if (this.#fetching) return;
    this.#fetching = true;
    const { clock, polling } = this.#parts;
    const { signal } = this.#stopped;
    for (let troubles = 0; this.#fetchAgain && !signal.aborted;) {
      this.#fetchAgain = false;
      await polling.allowed('charts', signal);
      if (signal.aborted) return;
      const generation = this.#generation;
      const failure = await this.#fetch(signal);
      if (signal.aborted) return;
      this.#asked = true;
      this.#failure = failure;
      if (failure) {
        this.#fetchAgain = true;
        this.#notify();
        troubles += 1;
        await clock.sleep(Math.min(RETRY_MS * 2 ** (troubles - 1), LONGEST_RETRY_MS), signal);
      } else {
        troubles = 0;
        this.#confirmedAt = clock.monotonic();
        this.#lastMessageAt = clock.now();
        if (generation === this.#generation) this.#drain();
        this.#notify();
      }
    }
    this.#fetching = false;
  }

  /** Asks for what may be missing at the end, and merges it. Answers why it could not. */
  async #fetch(signal: AbortSignal): Promise<Failure | undefined> {
    const { history, key } = this.#parts;
    // Cached candles may come from another data source, such as a previous practice.
    if (!(await history.isSound(key, signal))) this.#historyTo = undefined;
    const to = Math.max(this.#now(), this.#series.last?.time ?? 0) + this.#seconds;
    const from = firstDoubtful(this.#historyTo, this.#checkedTo, to, this.#seconds);
    if (from === undefined || to - from > LONGEST_CUT * this.#seconds) {
      const page = await history.before(key, to, FIRST_COUNT, signal);
      if (!page.ok) return page.failure;
      if (!signal.aborted) this.#restart(page.value.candles, { from: page.value.from, to });
      return undefined;
    }
    const fresh = await history.fresh(key, { from, to }, signal);
    if (!fresh.ok) return fresh.failure;
    if (signal.aborted) return undefined;
    this.#historyTo = fresh.value.at(-1)?.time ?? this.#historyTo;
    this.#checkedTo = to;
    const { changed, removed } = this.#series.merge(fresh.value, { from, to });
    this.#notify(changed, removed);
    return undefined;
  }

  #restart(candles: readonly Candle[], span: { readonly from: number; readonly to: number }): void {
    this.#series.clear();
    this.#series.merge(candles, span);
    this.#historyTo = candles.at(-1)?.time;
    this.#checkedTo = span.to;
    this.#notify(NOTHING, true);
  }

  /** Puts what the stream said meanwhile on top of history. */
  #drain(): void {
    if (this.#caughtUp !== this.#generation) this.#heardAt = this.#parts.clock.monotonic();
    this.#caughtUp = this.#generation;
    for (const candle of this.#waiting.take()) this.#take(candle);
  }

  /** Has closed candles confirmed by history, not too often. */
  async #confirm(): Promise<void> {
    if (this.#confirming) return;
    this.#confirming = true;
    const { clock } = this.#parts;
    const settling = Math.min(LONGEST_SETTLING_MS, this.#seconds * 250);
    const due = this.#confirmedAt + CONFIRM_MS * this.#slowed - clock.monotonic();
    await clock.sleep(Math.max(settling, due), this.#stopped.signal);
    this.#confirming = false;
    if (!this.#stopped.signal.aborted) void this.#catchUp();
  }

  /**
   * Asks now and then, while there is no stream. A stream that only says what cannot be is as good as silent: the
   * chart is marked so.
   */
  async #poll(): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#stopped;
    const every = Math.min(Math.max(this.#seconds * 250, SHORTEST_POLL_MS), LONGEST_POLL_MS);
    while (!signal.aborted) {
      await clock.sleep(every, signal);
      if (signal.aborted) return;
      const due = clock.monotonic() - this.#confirmedAt >= every * this.#slowed;
      if (this.#polled && due) void this.#catchUp();
      const silence = clock.monotonic() - this.#heardAt;
      if (this.#link !== 'open' || this.#silent || silence < this.#silentMs) continue;
      this.#silent = true;
      this.#notify();
    }
  }

  /** There is no stream, and it may be long before there is one: history is asked meanwhile. */
  get #polled(): boolean {
    return this.#link === 'refused' || this.#link === 'left-alone';
  }

  get #slowed(): number {
    const { polling, share } = this.#parts;
    return Math.max(1, share.charts) * (polling.state === 'active' ? 1 : IDLE_SLOWED);
  }

  #now(): number {
    return Math.floor(this.#parts.clock.now() / 1000);
  }

  #notify(changed: readonly Candle[] = NOTHING, restarted = false): void {
    for (const listener of this.#listeners) listener({ changed, restarted });
  }
}
