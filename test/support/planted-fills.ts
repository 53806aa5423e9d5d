import { setImmediate } from 'node:timers/promises';
import { lovelaceIn, quantityIn, subtractValues, sumValues } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { auditTransaction } from '../../src-main/exchanges/audit.ts';
import type { AuditedOrder } from '../../src-main/exchanges/audited-order.ts';
import { tradesAround, type Executed, type TradesAround } from '../../src-main/exchanges/around.ts';
import { blake2b224 } from '../../src-main/cardano/hash.ts';
import { auditScripts } from '../../src-main/app/order-scripts.ts';
import { giftTokens, sendOwn, signedBy } from '../../src-main/practice/accounts.ts';
import { withLeastFee, type DraftOutput } from '../../src-main/practice/chain/draft.ts';
import type { Unspent } from '../../src-main/practice/chain/ledger-state.ts';
import { poolOut } from '../../src-main/practice/market/pools.ts';
import { SeededRandom } from '../../src-main/practice/market/random.ts';
import type { Pool } from '../../src-main/practice/market/types.ts';
import { orderOutput } from '../../src-main/practice/orders/order-output.ts';
import type { Practice } from '../../src-main/practice/practice.ts';
import type { Asked, MisdeedKind, Misdeeds } from '../../src-main/practice/traders/misdeeds.ts';
import { readExecuted } from './executed.ts';
import { TestWorld } from './practice-world.ts';

const scripts = auditScripts('preprod');
/** Long enough for the crowd to trade at most pools between two blocks. */
const SECONDS_A_ROUND = 40;
const text = new TextEncoder();

type Wrong = Asked<MisdeedKind>['misdeed'];

/** A fill as the audit saw it, from bytes alone, and what practice planted in it. */
export interface SeenFill {
  readonly txHash: string;
  readonly orders: readonly AuditedOrder[];
  readonly around: readonly TradesAround[];
  readonly planted: Wrong | undefined;
}

interface PlannedOrder {
  readonly pool: Pool;
  readonly buys: boolean;
  readonly amountIn: bigint;
  /** Who owns it: the same name is the same payment key within a round. */
  readonly owner: string;
  readonly stake?: string;
}

/** Orders filled round by round in one practice world; `wrong` decides which fills go wrong, and how. */
export class FilledWorld {
  readonly #world: TestWorld;
  readonly #random: SeededRandom;
  readonly #seed: number;
  /** Planted misdeeds, by the number of transactions that were waiting when each fill was sent. */
  #done: { readonly at: number; readonly misdeed: Wrong }[] = [];
  #rounds = 0;

  /** `wrong`: the misdeed to plant, drawn for each order; `undefined` for an honest fill. */
  constructor(seed: number, wrong?: (random: SeededRandom) => Wrong | undefined) {
    this.#world = new TestWorld({ seed });
    this.#seed = seed;
    this.#random = SeededRandom.seeded(seed, 'planted fills');
    if (wrong) this.#world.practice.misbehave(this.#misdeeds(wrong));
  }

  get practice(): Practice {
    return this.#world.practice;
  }

  /**
   * Lets rounds pass, each with this many new orders, and returns the fills. Trades around each fill are looked for among all
   * trades at its pool in these rounds, including the crowd's.
   */
  fills(rounds: number, orders: number): Promise<readonly SeenFill[]> {
    return this.#fills(rounds, () => void this.#place(orders));
  }

  /**
   * The same with three orders a round at each of a few pools: one owner buys, another one buys, and the first one sells what
   * the pool, if nobody else trades there, will have paid for the first order. A batch takes one order per address, so the
   * first owner has two addresses with the same payment key.
   */
  roundTrips(rounds: number): Promise<readonly SeenFill[]> {
    return this.#fills(rounds, () => void this.#placeRoundTrips());
  }

  async #fills(rounds: number, place: () => void): Promise<readonly SeenFill[]> {
    const executed: Executed[] = [];
    const fills: Omit<SeenFill, 'around'>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const block = this.#round(place);
      executed.push(...block.executed);
      fills.push(...block.fills);
      // The serialization library frees its memory only between turns of the event loop, and slows down until then.
      await setImmediate();
    }
    const around = tradesAround(executed, scripts);
    return fills.map((fill) => ({
      ...fill,
      around: around.filter(({ order }) => fill.orders.some((one) => one.order === order)),
    }));
  }

  /** Has orders placed. Returns all transactions of the next block, and the fills among them. */
  #round(place: () => void): {
    readonly executed: readonly Executed[];
    readonly fills: readonly Omit<SeenFill, 'around'>[];
  } {
    this.#rounds += 1;
    place();
    this.#done = [];
    this.#world.pass(SECONDS_A_ROUND);
    const executed = this.#world.practice.chain.mempool.map(({ bytes }) =>
      readExecuted(this.#world.practice.chain, bytes),
    );
    const audited = executed.map(({ tx, resolved }, at) => ({
      at,
      ...auditTransaction(tx, resolved, scripts),
    }));
    const fills = audited.filter(({ orders }) => orders.length > 0);
    const planted = new Map(
      this.#done.map(({ at, misdeed }) => [fills.find((fill) => fill.at >= at)?.txHash, misdeed]),
    );
    return {
      executed,
      fills: fills.map(({ txHash, orders }) => ({ txHash, orders, planted: planted.get(txHash) })),
    };
  }

  #misdeeds(wrong: (random: SeededRandom) => Wrong | undefined): Misdeeds {
    return {
      asked: <Kind extends MisdeedKind>(kind: Kind): Asked<Kind> | undefined => {
        const misdeed = wrong(this.#random);
        if (misdeed?.kind !== kind) return undefined;
        const at = this.#world.practice.chain.waiting;
        const done = (): void => void this.#done.push({ at, misdeed });
        return { misdeed: misdeed as Asked<Kind>['misdeed'], done };
      },
    };
  }

  /** Orders of different owners at a few pools, funded by the faucet. */
  #place(count: number): void {
    const source = this.#source();
    const pools = this.#pools();
    const orders = Array.from({ length: count }, (_, index) => {
      const pool = pools[this.#random.below(pools.length)] as Pool;
      // The faucet never runs out of ADA, but does of tokens.
      const mayBuyOnly = quantityIn(source.output.value, pool.token) < pool.tokens;
      const buys = mayBuyOnly || this.#random.below(2) === 0;
      const share = BigInt(5 + this.#random.below(500));
      const amountIn = ((buys ? pool.ada : pool.tokens) * share) / 100_000n + (buys ? 10_000_000n : 1n);
      return this.#order({ pool, buys, amountIn, owner: String(index) });
    });
    this.#send(orders, source);
  }

  #placeRoundTrips(): void {
    const source = this.#source();
    const orders = this.#pools().flatMap((pool): DraftOutput[] => {
      const amountIn = pool.ada / BigInt(50 + this.#random.below(200));
      const bought = poolOut(pool, 'buy', amountIn);
      if (quantityIn(source.output.value, pool.token) < bought) return [];
      const owner = `first at ${pool.id}`;
      return [
        this.#order({ pool, buys: true, amountIn, owner }),
        this.#order({ pool, buys: true, amountIn: amountIn / 2n, owner: `second at ${pool.id}` }),
        this.#order({ pool, buys: false, amountIn: bought, owner, stake: 'other address' }),
      ];
    });
    this.#send(orders, source);
  }

  #pools(): readonly Pool[] {
    const { market } = this.#world.practice;
    return giftTokens(market).flatMap(({ id }) => market.poolsOf(id).slice(0, 2));
  }

  #source() {
    const { chain, keys } = this.#world.practice;
    const [source] = chain
      .chainableAt(keys.faucet.address)
      .toSorted((left, right) => (lovelaceIn(left.output.value) > lovelaceIn(right.output.value) ? -1 : 1));
    if (!source) throw new Error('the faucet is empty');
    return source;
  }

  #send(orders: readonly DraftOutput[], source: Unspent): void {
    const { chain, keys } = this.#world.practice;
    const left = subtractValues(source.output.value, sumValues(orders.map(({ value }) => value)));
    const drafted = withLeastFee(
      (fee) => ({
        inputs: [source.ref],
        outputs: [
          ...orders,
          { address: keys.faucet.address, value: subtractValues(left, new Map([[ADA, fee]])) },
        ],
      }),
      1,
    );
    if (!drafted) throw new Error('orders cannot be placed');
    sendOwn(chain, signedBy(drafted.bytes, [keys.faucet]), 'orders');
  }

  #order({ pool, buys, amountIn, owner, stake }: PlannedOrder): DraftOutput {
    const { market } = this.#world.practice;
    const random = this.#random;
    const expected = poolOut(pool, buys ? 'buy' : 'sell', amountIn);
    const exchange = market.exchange(pool.exchange);
    if (!exchange) throw new Error('a pool of no exchange');
    const key = (name: string): string => blake2b224(text.encode(`${name} ${this.#seed} ${this.#rounds}`));
    return orderOutput(
      {
        kind: 'swap',
        tokenIn: buys ? ADA : pool.token,
        tokenOut: buys ? pool.token : ADA,
        excluded: [],
      },
      {
        exchange: pool.exchange,
        poolId: pool.id,
        amountIn,
        minimumOut: (expected * BigInt(800 + random.below(100))) / 1_000n,
        batcherFee: exchange.batcherFee,
        deposit: exchange.deposit,
      },
      {
        ownerPaymentKeyHash: key(owner),
        ownerStakeKeyHash: stake === undefined ? undefined : key(stake),
      },
      market.exchanges.map(({ code }) => code),
    );
  }
}

/** The alarms that the audit raises about a fill, by kind of misdeed. */
export function toldOf({ orders, around }: SeenFill): {
  readonly underpaid: boolean;
  readonly reordered: boolean;
  readonly sandwiched: boolean;
} {
  return {
    underpaid: orders.some(({ exact }) => exact === false),
    reordered: orders.some(
      ({ position, ledgerPosition }) => position !== undefined && position !== ledgerPosition,
    ),
    sandwiched: around.length > 0,
  };
}
