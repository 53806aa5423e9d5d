import { copyFileSync } from 'node:fs';

import type { AssetId } from '#domain/asset.ts';
import { epochMs } from '#domain/time.ts';
import { openStore, type ChainStore } from '../../src-main/practice/chain/store.ts';
import { Practice } from '../../src-main/practice/practice.ts';
import { defaultExchanges } from './practice-exchanges.ts';

const PLAN_WORLD_BEGAN = Date.UTC(2027, 0, 31, 22, 15, 0);

/** A kept practice world whose clock is moved by hand, forwards and back, and which is killed and opened again. */
export class PlanWorld {
  readonly #file: string;
  readonly #speed: number;
  #now: number;
  #store: ChainStore;
  #practice: Practice;
  #writesLeft = Number.POSITIVE_INFINITY;

  /** `from`: the file of another world, closed, that this one begins as. */
  constructor(
    file: string,
    options: { readonly from?: string; readonly speed?: number; readonly now?: number } = {},
  ) {
    if (options.from !== undefined) copyFileSync(options.from, file);
    this.#file = file;
    this.#speed = options.speed ?? 1;
    this.#now = options.now ?? PLAN_WORLD_BEGAN;
    [this.#store, this.#practice] = this.#open();
  }

  get practice(): Practice {
    return this.#practice;
  }

  get store(): ChainStore {
    return this.#store;
  }

  get now(): number {
    return this.#now;
  }

  /** Moves the clock without a block. */
  moveClock(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Lets time pass, with a block at the end of it. */
  pass(milliseconds: number): void {
    this.#now += milliseconds;
    this.#practice.tick();
  }

  /** Ends it as a power cut would between two writes, and opens what was kept. */
  kill(): void {
    this.#store.close();
    this.#writesLeft = Number.POSITIVE_INFINITY;
    [this.#store, this.#practice] = this.#open();
  }

  /** A block that is cut off at its `writes`th write; then as `kill`. */
  killInBlock(writes: number): void {
    this.#writesLeft = writes;
    try {
      this.#practice.tick();
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error;
    }
    this.kill();
  }

  close(): void {
    this.#store.close();
  }

  token(ticker: string): AssetId {
    const found = this.#practice.market.tokens.find((item) => item.ticker === ticker && item.verified);
    if (!found) throw new Error(`no ${ticker}`);
    return found.id;
  }

  #open(): [ChainStore, Practice] {
    const store = this.#cuttable(openStore(this.#file));
    const opened = Practice.open({
      store,
      seed: 7,
      exchanges: defaultExchanges(),
      now: () => epochMs(this.#now),
      speed: this.#speed,
    });
    if (!opened.ok) throw new Error(opened.failure);
    return [store, opened.value];
  }

  #cuttable(store: ChainStore): ChainStore {
    const count = (): void => {
      this.#writesLeft -= 1;
      if (this.#writesLeft < 0) throw new PowerCut();
    };
    return {
      ...store,
      addToMempool: (hash, bytes) => (count(), store.addToMempool(hash, bytes)),
      addBlock: (block) => (count(), store.addBlock(block)),
      removeFromMempool: (hash) => (count(), store.removeFromMempool(hash)),
      note: (key, value) => (count(), store.note(key, value)),
      addTrades: (bytes) => (count(), store.addTrades(bytes)),
    };
  }
}

class PowerCut extends Error {}
