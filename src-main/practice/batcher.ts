import { ADA, type AssetId } from '../../src-preload/domain/asset.ts';
import {
  addValues,
  lovelaceIn,
  quantityIn,
  subtractValues,
  type Value,
} from '../../src-preload/domain/amount.ts';
import type { EpochMs } from '../../src-preload/domain/time.ts';
import { addressOf, formatAddress } from '../cardano/address.ts';
import { decodeOrderDatum, type OrderDatum } from '../cardano/order-datum.ts';
import type { Chain } from './chain/chain.ts';
import {
  bodyHash,
  leastLovelace,
  withLeastFee,
  withWitnesses,
  type Draft,
  type DraftOutput,
} from './chain/draft.ts';
import type { Unspent } from './chain/ledger-state.ts';
import { poolAssets, poolDatum, poolValue } from './chain/pool-output.ts';
import type { WorldKeys } from './genesis.ts';
import { scriptAddress, type WorldKey } from './keys.ts';
import type { FillRequest, Market } from './market/market.ts';
import type { Exchange, Pool } from './market/types.ts';
import { decodeRoute } from './order-route.ts';

/** What batchers work with. */
export interface Floor {
  readonly chain: Chain;
  readonly market: Market;
  readonly keys: WorldKeys;
}

/** An order that rests on chain, as a batcher reads it. */
interface RestingOrder {
  readonly at: Unspent;
  readonly datum: OrderDatum;
  readonly fill: FillRequest;
}

const ORDERS_PER_ROUND = 50;

/**
 * Every batcher looks at its exchange's orders on chain, oldest first, and fills those whose minimum the pools meet
 * now, by a transaction sent to the mempool: so a fill always stands in a later block than its order. The rest wait.
 * Answers how many were filled.
 */
export function fillOrders(floor: Floor, now: EpochMs): number {
  let filled = 0;
  for (const { code } of floor.market.exchanges)
    for (const at of floor.chain.spendableAt(scriptAddress(code, 'order'))) {
      if (filled >= ORDERS_PER_ROUND) return filled;
      const order = readOrder(at, code, floor.market);
      if (order && fillOrder(floor, code, order, now)) filled += 1;
    }
  return filled;
}

/** `undefined` for an output that is no order of this exchange: it stays until its owner takes it back. */
function readOrder(at: Unspent, code: string, market: Market): RestingOrder | undefined {
  const decoded = decodeOrderDatum(at.output.inlineDatum ?? '');
  if (!decoded.ok) return undefined;
  const datum = decoded.value;
  const route = decodeRoute(
    datum.route,
    market.exchanges.map((item) => item.code),
  );
  const sold = soldBy(at.output.value, datum);
  if (!route || !sold || market.pool(route.poolId)?.exchange !== code) return undefined;
  const fill: FillRequest = {
    poolId: route.poolId,
    tokenIn: sold.asset,
    tokenOut: datum.wanted,
    amountIn: sold.quantity,
    minimumOut: datum.minimumReceived,
    excluded: route.excluded,
  };
  return { at, datum, fill };
}

/** An order sells its one token, or what ADA it holds beyond fee and deposit. */
function soldBy(value: Value, datum: OrderDatum): { asset: AssetId; quantity: bigint } | undefined {
  const tokens = [...value].filter(([asset]) => asset !== ADA);
  const [only] = tokens;
  const spare = lovelaceIn(value) - datum.batcherFee - datum.deposit;
  if (tokens.length > 1 || spare < 0n) return undefined;
  if (only) return { asset: only[0], quantity: only[1] };
  return spare > 0n ? { asset: ADA, quantity: spare } : undefined;
}

function fillOrder(floor: Floor, code: string, order: RestingOrder, now: EpochMs): boolean {
  const { chain, market } = floor;
  const expected = market.preview(order.fill);
  if (!expected.ok || !isWorthIt(order, expected.value, market.exchange(code))) return false;
  const moved = market.fill(order.fill, now);
  if (!moved.ok) return false;
  const pools = [...new Set(moved.value.trades.map((trade) => trade.poolId))].map((id) => poolOf(market, id));
  const taken = chain.submit(fillTransaction(floor, code, order, pools, moved.value.out));
  if (!taken.ok) throw new Error(`a fill was refused: ${JSON.stringify(taken.failure)}`);
  return true;
}

/** A batcher leaves orders alone that pay it less than its exchange asks, or whose payment would be too small an output. */
function isWorthIt(order: RestingOrder, out: bigint, exchange: Exchange | undefined): boolean {
  if (!exchange || order.datum.batcherFee < exchange.batcherFee) return false;
  const payment: DraftOutput = { address: ownerAddress(order.datum), value: ownerValue(order, out) };
  return lovelaceIn(payment.value) >= leastLovelace(payment);
}

/** The transaction of a fill: order, pools, the crowd's account and the batcher's purse go in; all but the order come back. */
function fillTransaction(
  { chain, keys }: Floor,
  code: string,
  order: RestingOrder,
  pools: readonly Pool[],
  out: bigint,
): Uint8Array {
  const purseKey = keyOf(keys, code);
  const purse = largest(
    chain.chainableAt(purseKey.address).filter((item) => item.output.value.size === 1),
    ADA,
  );
  const poolInputs = pools.map((pool) => poolOutput(chain, pool));
  const accounts = [...new Set(pools.map((pool) => pool.token))].map((token) =>
    account(chain, keys.crowd, token),
  );
  const spent = [order.at, ...poolInputs, ...accounts, purse];
  const fixed: DraftOutput[] = [
    ...pools.map((pool) => ({
      address: scriptAddress(pool.exchange, 'pool'),
      value: poolValue(pool),
      datum: poolDatum(pool.id),
    })),
    { address: ownerAddress(order.datum), value: ownerValue(order, out) },
  ];
  const signers = new Set([purseKey, keys.crowd, ...pools.map((pool) => keyOf(keys, pool.exchange))]);
  const spentValue = sum(spent.map((item) => item.output.value));
  const at = (fee: bigint): Draft => {
    const purseLeft = lovelaceIn(purse.output.value) + order.datum.batcherFee - fee;
    const purseOutput: DraftOutput = { address: purseKey.address, value: new Map([[ADA, purseLeft]]) };
    const paid = sum([...fixed, purseOutput, { value: new Map([[ADA, fee]]) }].map((output) => output.value));
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
  const hash = bodyHash(drafted.bytes);
  return withWitnesses(
    drafted.bytes,
    [...signers].map((key) => key.witness(hash)),
  );
}

/** Order value less what it sold and the batcher's fee, plus what it bought: the deposit is in it. */
function ownerValue({ at, datum, fill }: RestingOrder, out: bigint): Value {
  const sold = new Map<AssetId, bigint>([[ADA, datum.batcherFee]]);
  sold.set(fill.tokenIn, (sold.get(fill.tokenIn) ?? 0n) + fill.amountIn);
  return addValues(subtractValues(at.output.value, sold), new Map([[fill.tokenOut, out]]));
}

/** The crowd's accounts with what is left for them: each its token and its ADA; the first takes the balance in ADA. */
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

function poolOutput(chain: Chain, pool: Pool): Unspent {
  const datum = poolDatum(pool.id);
  const address = scriptAddress(pool.exchange, 'pool');
  return largest(
    chain
      .chainableAt(address)
      .filter((item) => item.output.inlineDatum === datum && poolAssets(item.output)?.token === pool.token),
    pool.token,
  );
}

function account(chain: Chain, crowd: WorldKey, token: AssetId): Unspent {
  return largest(
    chain.chainableAt(crowd.address).filter((item) => tokenIn(item) === token),
    token,
  );
}

/** The output's token when it has exactly one. */
function tokenIn({ output }: Unspent): AssetId | undefined {
  const tokens = [...output.value.keys()].filter((asset) => asset !== ADA);
  return tokens.length === 1 ? tokens[0] : undefined;
}

/** Anyone may pay to the world's addresses; the output that counts there is the one that holds most. */
function largest(items: readonly Unspent[], asset: AssetId): Unspent {
  const held = (item: Unspent): bigint => quantityIn(item.output.value, asset);
  const [first, ...others] = items;
  if (!first) throw new RangeError(`the practice world has lost its ${asset}`);
  return others.reduce((best, item) => (held(item) > held(best) ? item : best), first);
}

function poolOf(market: Market, id: string): Pool {
  const pool = market.pool(id);
  if (!pool) throw new RangeError(`no pool ${id}`);
  return pool;
}

function keyOf(keys: WorldKeys, code: string): WorldKey {
  const key = keys.batchers.get(code);
  if (!key) throw new RangeError(`no batcher of ${code}`);
  return key;
}

function ownerAddress(datum: OrderDatum): string {
  const { ownerPaymentKeyHash, ownerStakeKeyHash } = datum;
  return formatAddress(
    addressOf(
      0,
      { kind: 'key', hash: ownerPaymentKeyHash },
      ownerStakeKeyHash === undefined ? undefined : { kind: 'key', hash: ownerStakeKeyHash },
    ),
  );
}

function sum(values: readonly Value[]): Map<AssetId, bigint> {
  return new Map(values.reduce<Value>(addValues, new Map()));
}
