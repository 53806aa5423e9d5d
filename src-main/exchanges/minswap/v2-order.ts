import { sha3_256 } from '@noble/hashes/sha3.js';

import { ADA, assetNameHex, policyOf, type AssetId } from '#domain/asset.ts';
import type { CborItem } from '../../cardano/cbor-scanner.ts';
import { concatBytes, hexBytes, toHex } from '../../cardano/hex.ts';
import type { OrderClosing, OrderForm } from '../order-form.ts';
import {
  boolean,
  bytes,
  cancelKey,
  constr,
  demandEmpty,
  fieldsOf,
  hash28,
  listOf,
  natural,
  ownerAddress,
  readTerms,
  refuse,
  type OwnerTerms,
  sameOwner,
} from '../plutus-data.ts';

/** The policy of every pool's liquidity token on mainnet. */
const LIQUIDITY_POLICY = 'f5808c2c990d86da54bfc97d89cee6efa20cd8461616359478d96b4c';

/** `SwapExactIn` and `SwapMultiRouting` among the constructors of `OrderStep`. */
const EXACT_IN = 0n;
const MULTI_ROUTING = 9n;

interface Hop {
  /** Name of the pool's liquidity token, hex. */
  readonly pool: string;
  /** From the pool's first asset to its second. */
  readonly forward: boolean;
}

/**
 * Minswap V2 (`amm_dex_v2/types.ak`, `OrderDatum`): `[canceller, refund receiver, refund datum, success receiver,
 * success datum, LP asset, step, max batcher fee, expiry?]`. Only `SwapExactIn` and `SwapMultiRouting` are read, with a
 * canceller by signature or by the receiver's own script, no datum for the proceeds and the same receiver for refund
 * and success. After its expiry (`[time, tip]`) anybody may send it back for the tip; one that is killable is sent back
 * once its least cannot be met.
 *
 * The datum names no asset but pools: a pool's LP token is called `sha3(sha3(asset A) sha3(asset B))`
 * (`utils.ak`, `compute_lp_asset_name`), A before B by policy, then name. So what the order wants is known only when
 * the assets of the trade are given, and is then proven. Hops over ADA are proven too; over any other asset refused.
 */
export const minswapV2Form: OrderForm = {
  name: 'minswap-v2',
  read(datumHex, assets) {
    return readTerms(datumHex, (datum) => {
      const [canceller, refund, refundDatum, success, successDatum, pool, step, maxFee, expiry] = fieldsOf(
        datum,
        0,
        9,
        'the order',
      );
      const owner = ownerAddress(success, "the order's receiver");
      if (!sameOwner(owner, ownerAddress(refund, "the order's refund receiver")))
        return refuse('a refund would go to another address than the proceeds');
      demandEmpty(refundDatum, 0, 'a refund would be sent with a datum');
      demandEmpty(successDatum, 0, 'the proceeds would be sent with a datum');
      const { hops, minimum, killable } = readStep(step, liquidityToken(pool));
      const batcherFee = natural(maxFee, 'the batcher fee');
      const closing = readExpiry(expiry);
      const tip = closing?.tip ?? 0n;
      return {
        ...owner,
        cancelKeyHash: readCanceller(canceller, owner),
        wanted: assets && endOfRoute(hops, assets),
        minimumReceived: minimum,
        batcherFee: tip > batcherFee ? tip : batcherFee,
        deposit: undefined,
        pools: hops.length,
        ...(closing === undefined ? {} : { closing }),
        ...(killable ? { killable } : {}),
      };
    });
  },
};

/**
 * `OAMSignature` names a key, `OAMSpendScript` a script that must be spent from. An order owned by a script may name
 * only that script; one owned by a key may name no script.
 */
function readCanceller(item: CborItem, owner: OwnerTerms): string | undefined {
  const what = 'who may cancel the order';
  const script = constr(item, what).index === 1n;
  const hash = hash28(fieldsOf(item, script ? 1 : 0, 1, what)[0], what);
  if (owner.ownerScriptHash === undefined)
    return script
      ? refuse('a script may cancel the order, and its receiver is none')
      : cancelKey(hash, owner.ownerPaymentKeyHash);
  if (script && hash === owner.ownerScriptHash) return undefined;
  return refuse('the receiver of the order is a script, and somebody else may cancel it');
}

interface Step {
  readonly hops: readonly Hop[];
  readonly minimum: bigint;
  readonly killable: boolean;
}

function readStep(step: CborItem, pool: string): Step {
  const { index } = constr(step, "the order's step");
  if (index === EXACT_IN) {
    const [direction, amount, minimum, killable] = fieldsOf(step, 0, 4, "the order's step");
    readAmount(amount);
    const forward = boolean(direction, "the order's direction");
    return {
      hops: [{ pool, forward }],
      minimum: natural(minimum, 'the least to receive'),
      killable: boolean(killable, 'whether the order may be killed'),
    };
  }
  if (index !== MULTI_ROUTING) return refuse('the order is of a kind that is not understood');
  const [routings, amount, minimum] = fieldsOf(step, Number(MULTI_ROUTING), 3, "the order's step");
  readAmount(amount);
  if (routings.kind !== 'array' || routings.items.length === 0)
    return refuse("the order's route cannot be read");
  const hops = routings.items.map((routing) => {
    const [asset, direction] = fieldsOf(routing, 0, 2, "the order's route");
    return { pool: liquidityToken(asset), forward: boolean(direction, "the order's direction") };
  });
  if (hops[0]?.pool !== pool) return refuse("the order's route does not begin at its pool");
  return { hops, minimum: natural(minimum, 'the least to receive'), killable: false };
}

/** `SAOSpecificAmount` or `SAOAll`: what the order does not swap goes back to its receiver. */
function readAmount(item: CborItem): void {
  const { index } = constr(item, "the order's amount");
  if (index > 1n) refuse("the order's amount cannot be read");
  natural(fieldsOf(item, Number(index), 1, "the order's amount")[0], "the order's amount");
}

/** After its time anybody may send the order back to its owner, and keep the tip or less. */
function readExpiry(item: CborItem): OrderClosing | undefined {
  const { index } = constr(item, "the order's expiry");
  if (index === 1n) {
    demandEmpty(item, 1, "the order's expiry cannot be read");
    return undefined;
  }
  const [time, tip] = listOf(fieldsOf(item, 0, 1, "the order's expiry")[0], 2, "the order's expiry");
  return {
    at: natural(time, "the order's expiry"),
    then: 'sent-back',
    tip: natural(tip, "the order's expiry tip"),
  };
}

function liquidityToken(item: CborItem): string {
  const [policy, name] = fieldsOf(item, 0, 2, "the order's pool");
  if (hash28(policy, "the order's pool") !== LIQUIDITY_POLICY)
    return refuse("the order's pool is not Minswap's");
  const pool = bytes(name, "the order's pool");
  return pool.length === 64 ? pool : refuse("the order's pool cannot be read");
}

function endOfRoute(hops: readonly Hop[], assets: readonly AssetId[]): AssetId {
  const poolAssets = pairsByPool([...new Set([...assets, ADA])]);
  let at: AssetId | undefined;
  for (const { pool, forward } of hops) {
    const pair = poolAssets.get(pool);
    if (!pair) return refuse('the order trades in a pool of other assets');
    const [from, to] = forward ? pair : ([pair[1], pair[0]] as const);
    if (at !== undefined && at !== from) return refuse("the hops of the order's route do not meet");
    at = to;
  }
  return at ?? refuse("the order's route cannot be read");
}

function pairsByPool(assets: readonly AssetId[]): ReadonlyMap<string, readonly [AssetId, AssetId]> {
  const pairs = new Map<string, readonly [AssetId, AssetId]>();
  for (const first of assets)
    for (const second of assets)
      if (isBefore(first, second)) pairs.set(minswapPoolName(first, second), [first, second]);
  return pairs;
}

function isBefore(first: AssetId, second: AssetId): boolean {
  const [policy, other] = [policyOf(first) ?? '', policyOf(second) ?? ''];
  return policy === other ? (assetNameHex(first) ?? '') < (assetNameHex(second) ?? '') : policy < other;
}

/** The name of the liquidity token of a pool of `first` and `second`, in the pool's order. Hex. */
export function minswapPoolName(first: AssetId, second: AssetId): string {
  return toHex(sha3_256(concatBytes(assetIdentity(first), assetIdentity(second))));
}

function assetIdentity(asset: AssetId): Uint8Array {
  return sha3_256(asset === ADA ? new Uint8Array() : hexBytes(asset));
}
