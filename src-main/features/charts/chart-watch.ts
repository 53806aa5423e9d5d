import type { Candle } from '#domain/candle.ts';
import type { Failure } from '#domain/failure.ts';
import type { EpochMs } from '#domain/time.ts';
import type { CandleSource, SourceChange, SourceState } from './candle-source.ts';
import { turned, type Orientation } from './orientation.ts';

/** How candles of a pair become those of a chart. */
export interface Turning {
  /** What is known of the service's direction now. */
  orientation(): Orientation;
  /** Finds out, by a close. */
  check(close: number): Promise<Orientation>;
  /** The chart shows the pair the other way round. */
  readonly flipped: boolean;
}

/** One view of a live series: its candles in the direction that the view asked for. */
export class ChartWatch {
  readonly #source: CandleSource;
  readonly #release: () => void;
  readonly #turning: Turning;
  readonly #listeners = new Set<(change: SourceChange) => void>();
  readonly #unfollow: () => void;
  #orientation: Orientation;
  #checking = false;
  #left = false;

  constructor(source: CandleSource, release: () => void, turning: Turning) {
    this.#source = source;
    this.#release = release;
    this.#turning = turning;
    this.#orientation = turning.orientation();
    this.#unfollow = source.onChange((change) => this.#pass(change));
    void this.#check();
  }

  get candles(): readonly Candle[] {
    return turned(this.#source.candles, this.#inverts);
  }

  get state(): SourceState {
    return this.#source.state;
  }

  get lastMessageAt(): EpochMs | undefined {
    return this.#source.lastMessageAt;
  }

  get failure(): Failure | undefined {
    return this.#source.failure;
  }

  /** Whether the direction was compared with the average price. */
  get checked(): boolean {
    return this.#orientation.checked;
  }

  onChange(listener: (change: SourceChange) => void): void {
    this.#listeners.add(listener);
  }

  /** Nothing is told afterwards. */
  leave(): void {
    if (this.#left) return;
    this.#left = true;
    this.#listeners.clear();
    this.#unfollow();
    this.#release();
  }

  get #inverts(): boolean {
    return this.#orientation.inverted !== this.#turning.flipped;
  }

  #pass({ changed, restarted }: SourceChange): void {
    for (const listener of this.#listeners) listener({ changed: turned(changed, this.#inverts), restarted });
    void this.#check();
  }

  async #check(): Promise<void> {
    const close = this.#source.candles.at(-1)?.close;
    if (this.#checking || close === undefined) return;
    this.#checking = true;
    const found = await this.#turning.check(close);
    this.#checking = false;
    const { inverted, checked } = this.#orientation;
    if (this.#left || (found.inverted === inverted && found.checked === checked)) return;
    this.#orientation = found;
    const restarted = found.inverted !== inverted;
    for (const listener of this.#listeners) listener({ changed: [], restarted });
  }
}
