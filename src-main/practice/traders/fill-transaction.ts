import { lovelaceIn, quantityIn, subtractValues, sumValues, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { keyOf, signedBy, type WorldKey, type WorldKeys } from '../accounts.ts';
import type { Chain } from '../chain/chain.ts';
import { leastLovelace, withLeastFee, type Draft, type DraftOutput } from '../chain/draft.ts';
import type { Unspent } from '../chain/ledger-state.ts';
import {
  formerPoolDatum,
  poolAfter,
  poolAssets,
  poolToken,
  scriptAddress,
  scriptName,
} from '../chain/scripts.ts';
import type { Market } from '../market/market.ts';
import type { Fill, Pool } from '../market/types.ts';
import { encodeOrderDatum } from '../orders/datum.ts';
import { dueFor, restFor } from '../orders/order-outcome.ts';
import { leastFor, ownerAddress, type RestingOrder } from '../orders/order-output.ts';

/** A fill of one order: sells `part` of it for `paid` of the wanted asset. */
export interface FilledOrder {
  readonly at: Unspent;
  readonly order: RestingOrder;
  readonly part: bigint;
  readonly paid: bigint;
}

/** The outputs that a transaction makes from one order. */
interface Settled {
  readonly at: Unspent;
  readonly outputs: readonly DraftOutput[];
  /** Lovelace that the batcher keeps. */
  readonly fee: bigint;
}

/** A fill's transaction, with the index of each order's first output. */
export interface FillTransaction {
  readonly bytes: Uint8Array;
  /** In the order of the given orders. */
  readonly places: readonly number[];
}

/** The output that an order leaves: the owner's payment, or the rest of the order. */
function outputAfter({ at, order, part, paid }: FilledOrder): DraftOutput {
  const { datum, sold } = order;
  const { address, value } = at.output;
  if (part === sold.quantity) return { address: ownerAddress(datum), value: dueFor(order, value, paid) };
  const minimumReceived = leastFor(order, sold.quantity - part);
  return {
    address,
    value: restFor(order, value, part, paid),
    datum: encodeOrderDatum({ ...datum, minimumReceived }),
  };
}

/** Whether the resulting outputs hold the ADA that their size requires. */
export function isAffordable(orders: readonly FilledOrder[]): boolean {
  return orders.map(outputAfter).every((output) => lovelaceIn(output.value) >= leastLovelace(output));
}

/** The pools that a fill used, in their state after it. */
export function poolsMoved(market: Market, { trades }: Fill): readonly Pool[] {
  return [...new Set(trades.map(({ poolId }) => poolId))].map((id) => {
    const pool = market.pool(id);
    if (!pool) throw new RangeError(`no pool ${id}`);
    return pool;
  });
}

/** A fill's transaction, signed by the batcher of `code`. The fees of closed orders go to the batcher's account. */
export function fillTransaction(
  chain: Chain,
  keys: WorldKeys,
  code: string,
  orders: readonly FilledOrder[],
  pools: readonly Pool[],
): FillTransaction {
  const settled = orders.map((filled): Settled => {
    const isClosed = filled.part === filled.order.sold.quantity;
    return {
      at: filled.at,
      outputs: [outputAfter(filled)],
      fee: isClosed ? filled.order.datum.batcherFee : 0n,
    };
  });
  return settleTransaction(chain, keys, code, settled, pools);
}

/**
 * The signed transaction with which the batcher of `code` settles orders. It spends the orders, the pools, the
 * crowd's accounts and the batcher's account, and recreates all of them except what was sold, paid out or kept as
 * fees; `pools` is their state after it.
 */
export function settleTransaction(
  chain: Chain,
  keys: WorldKeys,
  code: string,
  orders: readonly Settled[],
  pools: readonly Pool[],
): FillTransaction {
  const purseKey = keyOf(keys, code);
  const codes = [...keys.batchers.keys()];
  const purse = purseOf(chain, purseKey);
  const accounts = [...new Set(pools.map((pool) => pool.token))].map((token) =>
    account(chain, keys.crowd, token),
  );
  const before = pools.map((pool) => unspentPool(chain, pool, codes));
  const spent = [...orders.map(({ at }) => at), ...before, ...accounts, purse];
  const fixed: DraftOutput[] = [
    ...pools.map((pool, index) => poolAfter((before[index] as Unspent).output, pool)),
    ...orders.flatMap(({ outputs }) => outputs),
  ];
  const poolKeys = pools.map((pool) => keyOf(keys, pool.exchange));
  const signers = new Set([purseKey, ...poolKeys, ...(accounts.length > 0 ? [keys.crowd] : [])]);
  const spentValue = sumValues(spent.map((item) => item.output.value));
  const earned = orders.reduce((total, { fee }) => total + fee, 0n);
  const at = (fee: bigint): Draft => {
    const purseLeft = lovelaceIn(purse.output.value) + earned - fee;
    const purseOutput: DraftOutput = { address: purseKey.address, value: new Map([[ADA, purseLeft]]) };
    const paid = sumValues(
      [...fixed, purseOutput, { value: new Map([[ADA, fee]]) }].map((output) => output.value),
    );
    return {
      inputs: spent.map((item) => item.ref),
      outputs: [
        ...fixed,
        ...accountsAfter(subtractValues(spentValue, paid), accounts, keys.crowd.address),
        purseOutput,
      ],
    };
  };
  const drafted = withLeastFee(at, signers.size);
  if (!drafted) throw new Error('a fill cannot pay its fee');
  return { bytes: signedBy(drafted.bytes, signers), places: placesOf(orders, pools.length) };
}

function placesOf(orders: readonly Settled[], first: number): readonly number[] {
  let place = first;
  return orders.map(({ outputs }) => {
    const at = place;
    place += outputs.length;
    return at;
  });
}

/**
 * The crowd's accounts after the settlement: each holds its token and its ADA; the first one takes the ADA balance.
 */
function accountsAfter(rest: Value, accounts: readonly Unspent[], address: string): DraftOutput[] {
  const others = accounts.slice(1).reduce((total, item) => total + lovelaceIn(item.output.value), 0n);
  return accounts.map((item, index) => {
    const token = tokenIn(item) ?? ADA;
    const ada = index === 0 ? lovelaceIn(rest) - others : lovelaceIn(item.output.value);
    return {
      address,
      value: new Map([
        [ADA, ada],
        [token, quantityIn(rest, token)],
      ]),
    };
  });
}

/** A pool's unspent output, whatever reserves it holds. */
export function unspentPool(chain: Chain, pool: Pool, codes: readonly string[]): Unspent {
  const name = scriptName(pool.exchange, codes);
  const token = poolToken(name, pool.id);
  const former = formerPoolDatum(pool.id);
  const items = chain.chainableAt(scriptAddress(name, 'pool'));
  const marked = items.filter(({ output }) => quantityIn(output.value, token) > 0n);
  if (marked.length > 0) return largest(marked, pool.token);
  return largest(
    items.filter(({ output }) => output.inlineDatum === former && poolAssets(output)?.token === pool.token),
    pool.token,
  );
}

/** The output that a batcher pays from; anything else it holds is in other outputs. */
export function purseOf(chain: Chain, { address }: WorldKey): Unspent {
  return largest(
    chain.chainableAt(address).filter((item) => item.output.value.size === 1),
    ADA,
  );
}

function account(chain: Chain, crowd: WorldKey, token: AssetId): Unspent {
  return largest(
    chain.chainableAt(crowd.address).filter((item) => tokenIn(item) === token),
    token,
  );
}

/** The output's token, if it holds exactly one. */
function tokenIn({ output }: Unspent): AssetId | undefined {
  const tokens = [...output.value.keys()].filter((asset) => asset !== ADA);
  return tokens.length === 1 ? tokens[0] : undefined;
}

/** Anyone may pay to the world's addresses, so the output with the largest balance is the one that counts. */
function largest(items: readonly Unspent[], asset: AssetId): Unspent {
  const held = (item: Unspent): bigint => quantityIn(item.output.value, asset);
  const [first, ...others] = items;
  if (!first) throw new RangeError(`the practice world has lost its ${asset}`);
  return others.reduce((best, item) => (held(item) > held(best) ? item : best), first);
}
