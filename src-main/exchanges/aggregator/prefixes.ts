import { ADA, assetNameHex, policyOf, type AssetId } from '#domain/asset.ts';
import { blake2b256 } from '../../cardano/hash.ts';
import { hexBytes, toHex } from '../../cardano/hex.ts';
import { minswapPoolName } from '../minswap/v2-order.ts';
import type { TradePlace } from '../order-form.ts';
import { refuse, type KeyAddress } from '../plutus-data.ts';

/** The name of the form of a known order script; `undefined` for a script that is not known, or has none. */
export type FormNames = (script: string) => string | undefined;

/** One order that a trade of a plan may place, and the plan. */
export interface PlanOrder {
  readonly owner: KeyAddress;
  /** The owner's. */
  readonly stake: string;
  readonly sells: AssetId;
  /** One of both is ADA. `undefined` where the trade is not known: nothing is compared then. */
  readonly buys: AssetId | undefined;
  readonly script: string;
  /** BLAKE2b-256 of the first `length` bytes of the order's datum. */
  readonly hash: Uint8Array;
  readonly length: bigint;
}

/** The terms that the plan's hash proves once its preimage is known. */
type Proven = Extract<TradePlace['binds'], 'trade' | 'receiver' | 'nothing'>;

/** The first bytes of an order's datum, hex, and what they bind. */
type Layout = (plan: {
  /** The owner's address as Plutus data, and its two hashes. */
  readonly address: string;
  readonly payment: string;
  readonly stake: string;
  readonly sells: AssetId;
  readonly buys: AssetId;
  /** From the pool's first asset to its second; ADA is the first of every pool. */
  readonly forward: boolean;
}) => string;

const NOTHING_ELSE = 'd87980';
const NONE = 'd87a80';
const LIQUIDITY_POLICY = 'f5808c2c990d86da54bfc97d89cee6efa20cd8461616359478d96b4c';
/** The deadline that the aggregator writes into orders at WingRiders, and the oil: 2 ADA. */
const DEADLINE = '1b000002fb8810feb0';
const OIL = '1a001e8480';

/**
 * How the datums begin that the aggregator writes, by the form of the exchange. Each was found by computing the hash in a
 * real plan: SNEK for ADA, 10 trades. The bytes of a SundaeSwap order could not be found for lack of the names of its
 * pools; those of its V3 are too few to have the receiver in them.
 *
 * Minswap and MuesliSwap: receiver, canceller and both assets. WingRiders V2: also the direction. WingRiders V1 and VyFi:
 * receiver and canceller, and the pool, not the direction. Splash: the kind of the order alone. None of them has the
 * amount, the least, the batcher fee or the time of an order.
 */
const LAYOUTS: Readonly<Record<string, readonly [Proven, Layout]>> = {
  muesliswap: [
    'trade',
    ({ address, sells, buys }) => `d8799fd8799f${address}${twoStrings(buys)}${twoStrings(sells)}`,
  ],
  'minswap-v1': [
    'trade',
    ({ address, buys }) => `d8799f${address}${address}${NONE}d8799f${assetClassOf(buys)}`,
  ],
  'minswap-v2': [
    'trade',
    ({ address, payment, sells, buys, forward }) =>
      `d8799fd8799f${hashBytes(payment)}ff${address}${NOTHING_ELSE}${address}${NOTHING_ELSE}` +
      `d8799f${hashBytes(LIQUIDITY_POLICY)}5820${minswapPoolName(ADA, tokenOf(sells, buys))}ff` +
      `d8799f${forward ? 'd87a80' : 'd87980'}`,
  ],
  'wingriders-v1': [
    'receiver',
    ({ address, payment, sells, buys }) =>
      `d8799fd8799f${address}${hashBytes(payment)}${DEADLINE}` +
      `d8799f${assetClassOf(ADA)}${assetClassOf(tokenOf(sells, buys))}ffff`,
  ],
  'wingriders-v2': [
    'trade',
    ({ address, sells, buys, forward }) =>
      `d8799f${OIL}${address}${address}40${NOTHING_ELSE}${DEADLINE}` +
      `${twoStrings(ADA)}${twoStrings(tokenOf(sells, buys))}d8799f${forward ? 'd87980' : 'd87a80'}`,
  ],
  vyfi: ['receiver', ({ payment, stake }) => `d8799f5838${payment}${stake}`],
  splash: ['nothing', () => 'd8799f4100'],
};

/** Bytes that an address with two parts takes in Plutus data, so that fewer cannot name a receiver. */
const ADDRESS_BYTES = 80n;

/**
 * The terms that a plan binds at one exchange. Refused if the byte layout of its orders is known and the hash does not
 * match it: such an order would pay, or could be taken back by, somebody else, or buy something else.
 */
export function placeOf(
  { owner, stake, sells, buys, script, hash, length }: PlanOrder,
  formNames: FormNames,
): TradePlace {
  const form = formNames(script);
  const layout = form !== undefined && Object.hasOwn(LAYOUTS, form) ? LAYOUTS[form] : undefined;
  if (!layout || buys === undefined)
    return { script, binds: length <= ADDRESS_BYTES ? 'nothing' : 'unproven' };
  const [binds, prefix] = layout;
  const address = `d8799fd8799f${hashBytes(owner.payment)}ffd8799fd8799fd8799f${hashBytes(stake)}ffffffff`;
  const forward = sells === ADA;
  const expected = hexBytes(prefix({ address, payment: owner.payment, stake, sells, buys, forward }));
  if (BigInt(expected.length) !== length || blake2b256(expected) !== toHex(hash))
    return refuse('a trade could pay somebody else, or buy something else than this trade does');
  return { script, binds };
}

function tokenOf(sells: AssetId, buys: AssetId): AssetId {
  return sells === ADA ? buys : sells;
}

function hashBytes(hash: string): string {
  return `581c${hash}`;
}

/** Policy and name as two byte strings; ADA has both empty. */
function twoStrings(asset: AssetId): string {
  return byteString(policyOf(asset) ?? '') + byteString(assetNameHex(asset) ?? '');
}

function assetClassOf(asset: AssetId): string {
  return `d8799f${twoStrings(asset)}ff`;
}

/** Names and policies have 32 bytes at most. */
function byteString(hex: string): string {
  const length = hex.length / 2;
  return length < 24 ? (0x40 + length).toString(16) + hex : `58${length.toString(16).padStart(2, '0')}${hex}`;
}
