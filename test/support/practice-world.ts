import type { AssetId } from '#domain/asset.ts';
import { epochMs } from '#domain/time.ts';
import { openStore } from '../../src-main/practice/chain/store.ts';
import type { Exchange } from '../../src-main/practice/market/types.ts';
import { Practice } from '../../src-main/practice/practice.ts';
import { defaultExchanges } from './practice-exchanges.ts';

/** A practice world whose clock is moved by hand. */
export class TestWorld {
  readonly practice: Practice;
  #now: number;

  /** `file`: where the world is kept; in memory unless told. `now` in milliseconds. */
  constructor(
    options: {
      readonly seed?: number;
      readonly file?: string;
      readonly now?: number;
      readonly exchanges?: readonly Exchange[];
    } = {},
  ) {
    this.#now = options.now ?? Date.UTC(2026, 10, 18, 13, 27, 41, 500);
    const opened = Practice.open({
      store: openStore(options.file ?? ':memory:'),
      seed: options.seed ?? 7,
      exchanges: options.exchanges ?? defaultExchanges(),
      now: () => epochMs(this.#now),
      speed: 1,
    });
    if (!opened.ok) throw new Error(opened.failure);
    this.practice = opened.value;
  }

  get now(): number {
    return this.#now;
  }

  /** Lets seconds pass, with a block at the end of them. */
  pass(seconds: number): void {
    this.#now += seconds * 1000;
    this.practice.tick();
  }

  token(ticker: string): AssetId {
    const found = this.practice.market.tokens.find((item) => item.ticker === ticker && item.verified);
    if (!found) throw new Error(`no ${ticker}`);
    return found.id;
  }
}
