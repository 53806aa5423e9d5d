import { epochMs, type EpochMs } from '../../src-preload/domain/time.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import { blake2b256 } from '../cardano/hash.ts';
import { fillOrders } from './batcher.ts';
import { Chain } from './chain/chain.ts';
import type { ChainStore } from './chain/store.ts';
import { scriptRules } from './chain/validator.ts';
import { fund, giftNow, giftTokens } from './faucet.ts';
import { genesisTransactions, worldKeys, type WorldKeys } from './genesis.ts';
import { Market } from './market/market.ts';
import type { Exchange, MarketSnapshot } from './market/types.ts';

export interface PracticeOptions {
  readonly store: ChainStore;
  readonly seed: number;
  readonly exchanges: readonly Exchange[];
  /** Wall-clock time: the chain's slots follow it. */
  readonly now: () => EpochMs;
  /** How many seconds the market lives through in one second. */
  readonly speed: number;
}

const NOTES = { identity: 'identity', market: 'market' } as const;
/** The market is kept with every block that fills orders, on stop, and otherwise this often. */
const MARKET_KEPT_EVERY_MS = 30_000;

/** The practice world: a market, a chain and the batchers between them. */
export class Practice {
  readonly market: Market;
  readonly chain: Chain;
  readonly keys: WorldKeys;
  readonly #options: PracticeOptions;
  readonly #marketBegan: number;
  readonly #began: number;
  #marketKeptAt: number;

  private constructor(options: PracticeOptions, market: Market, marketBegan: number) {
    this.#options = options;
    this.market = market;
    this.keys = worldKeys(options.seed, options.exchanges);
    this.#began = options.now();
    this.#marketBegan = marketBegan;
    this.#marketKeptAt = 0;
    this.chain = new Chain({
      store: options.store,
      now: options.now,
      scripts: scriptRules([...this.keys.batchers].map(([code, key]) => ({ code, batcher: key.keyHash }))),
      genesis: () =>
        genesisTransactions({
          keys: this.keys,
          pools: market.pools(),
          tokens: market.tokens,
          exchanges: options.exchanges,
          gifts: giftTokens(market).map((token) => token.id),
        }),
    });
  }

  /** Opens the world in its store, new or as it was left. The failure says why the store belongs to another world. */
  static open(options: PracticeOptions): Result<Practice, string> {
    const { store, seed, exchanges } = options;
    const identity = blake2b256(new TextEncoder().encode(JSON.stringify([seed, exchanges], bigintAsText)));
    const known = store.noted(NOTES.identity);
    if (known !== undefined && known !== identity)
      return failed('the data folder was made with another seed or another exchange list');
    const kept = store.noted(NOTES.market);
    let practice: Practice | undefined;
    store.atomically(() => {
      if (kept === undefined) {
        const now = options.now();
        practice = new Practice(options, new Market({ seed, exchanges, now }), now);
        store.note(NOTES.identity, identity);
        practice.#keepMarket();
      } else {
        const snapshot = JSON.parse(kept) as MarketSnapshot;
        practice = new Practice(
          options,
          Market.restore(snapshot, exchanges),
          Math.max(snapshot.time, options.now()),
        );
      }
    });
    if (!practice) throw new Error('the store did not run its work');
    return ok(practice);
  }

  /** The market's own time: it runs `speed` times as fast as the clock. */
  marketNow(): EpochMs {
    return epochMs(Math.floor(this.#marketBegan + (this.#options.now() - this.#began) * this.#options.speed));
  }

  /** Lets the market live until now. */
  live(): void {
    this.market.step(this.marketNow());
  }

  /** Makes a block, lets the market live on, and lets the batchers work; all of it is kept, or none. */
  tick(): void {
    this.#options.store.atomically(() => {
      this.chain.produceBlock();
      this.live();
      const filled = fillOrders(this, this.marketNow());
      if (filled > 0 || this.#options.now() - this.#marketKeptAt >= MARKET_KEPT_EVERY_MS) this.#keepMarket();
    });
  }

  /** Gives an address ADA and some tokens. Answers the transaction's hash. */
  fund(address: string): Result<string, 'empty'> {
    return fund(this.chain, this.keys.faucet, address, giftNow(this.market));
  }

  close(): void {
    this.#keepMarket();
    this.#options.store.close();
  }

  #keepMarket(): void {
    this.#options.store.note(NOTES.market, JSON.stringify(this.market.snapshot()));
    this.#marketKeptAt = this.#options.now();
  }
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
