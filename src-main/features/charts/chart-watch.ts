import { type Candle, type FeedState, isLawful } from '#domain/candle.ts';
import type { Failure } from '#domain/failure.ts';
import type { EpochMs } from '#domain/time.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { ChartPair } from '../../ports/charts.ts';
import type { Service } from '../../ports/service.ts';

export interface SourceChange {
  /** Candles that are new or other than before. */
  readonly changed: readonly Candle[];
  /** Everything published before is void: read it all again. */
  readonly restarted: boolean;
}

/** Candles that keep themselves up to date, as one chart shows them. */
export interface CandleSource {
  readonly candles: readonly Candle[];
  readonly state: FeedState;
  /** When the service last sent anything for this pair. */
  readonly lastMessageAt: EpochMs | undefined;
  /** Why it is not as it should be. */
  readonly failure: Failure | undefined;
  /** Calls the listener after each change of candles or state. Returns a function that ends it. */
  onChange(listener: (change: SourceChange) => void): () => void;
  stop(): void;
}

/** How candles of a pair become those of a chart. */
export interface Turning {
  /** The service's direction, as far as it is known now. */
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

  get state(): FeedState {
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

  /** No change is reported afterwards. */
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

/** Whether a service's candles of a pair give the price the other way round, and whether that was seen or assumed. */
export interface Orientation {
  readonly inverted: boolean;
  readonly checked: boolean;
}

export const ASSUMED: Orientation = { inverted: false, checked: false };

/** Both directions must differ by more than this factor: near a price of one they cannot be distinguished. */
const DISTINCT = 1.2;

/** The pair as the charts API spells it: ADA first, else the lower id first. `undefined` for an asset against itself. */
export function chartPairOf(base: AssetId, quote: AssetId): ChartPair | undefined {
  if (base === quote) return undefined;
  const baseFirst = base === ADA || (quote !== ADA && base < quote);
  return baseFirst ? { first: base, second: quote } : { first: quote, second: base };
}

/**
 * Compares a candle's close with the average price. Candles of a pair are taken to give what one of its second asset
 * costs in the first, as `price_ba` does; `reference` is that price.
 */
export function orientationOf(close: number, reference: number): Orientation {
  const straight = Math.abs(Math.log(close) - Math.log(reference));
  const inverse = Math.abs(Math.log(close) + Math.log(reference));
  if (!(Math.abs(straight - inverse) > Math.log(DISTINCT))) return ASSUMED;
  return { inverted: inverse < straight, checked: true };
}

/** The price of one of the pair's second asset in the first, by the service's average prices. */
export async function referencePrice(
  { first, second }: ChartPair,
  service: Pick<Service, 'averagePrice'>,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const [a, b] = await Promise.all([first, second].map((id) => inAda(id, service, signal)));
  return a === undefined || b === undefined ? undefined : b / a;
}

async function inAda(
  id: AssetId,
  service: Pick<Service, 'averagePrice'>,
  signal?: AbortSignal,
): Promise<number | undefined> {
  if (id === ADA) return 1;
  const price = await service.averagePrice(id, signal);
  return price.ok && price.value > 0 ? price.value : undefined;
}

/** The candle of the reversed pair: what was highest is lowest. The volume is in ADA either way. */
export function invertCandle({ time, open, high, low, close, volume }: Candle): Candle {
  return { time, open: 1 / open, high: 1 / low, low: 1 / high, close: 1 / close, volume };
}

/** Candles as they are shown; those that no number can express the other way round are left out. */
export function turned(candles: readonly Candle[], invert: boolean): readonly Candle[] {
  return invert ? candles.map(invertCandle).filter(isLawful) : candles;
}
