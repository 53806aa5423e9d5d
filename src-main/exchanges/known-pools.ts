import { parseAssetId, type AssetId } from '#domain/asset.ts';
import type { NetworkName } from '#domain/network.ts';
import { minswapStableForm, type StableTerms } from './minswap/stable-pool.ts';
import { minswapV1Form } from './minswap/v1-pool.ts';
import { minswapV2Form } from './minswap/v2-pool.ts';
import type { PoolForm } from './pool.ts';
import { snekFunForm } from './splash/snek-fun-pool.ts';
import { splashRoyaltyForm, splashTreasuryForm } from './splash/pool.ts';
import { sundaeV3Form } from './sundae/v3-pool.ts';
import { wingridersV2Form } from './wingriders/v2-pool.ts';

/** A script known to hold pools. */
export interface KnownPool {
  /** The exchange's name, the same as for its orders. */
  readonly exchange: string;
  /** The token that identifies a pool, if the list names one. */
  readonly token: AssetId | undefined;
  /**
   * The most the exchange charges for one order, in lovelace: as published, and no less than real orders state. Absent if
   * unknown; then no order is routed through these pools.
   */
  readonly fee?: bigint;
  /** Absent if these pools cannot be read. */
  readonly form?: PoolForm;
  /** Present if the list does not know which exchange it is. A name for all such exchanges together, in the plural. */
  readonly unnamed?: string;
  /** Why they cannot be read or, if they can, why no order is routed through them. A clause. */
  readonly reason?: string;
  /**
   * Present if an order between two tokens may go through ADA: with the code under which services list such orders if it
   * must stay at this exchange, `true` if it may buy at any.
   */
  readonly hops?: string | true;
  /** The parameters of a stable pool's script. */
  readonly stable?: StableTerms;
  /** Share that whoever runs the exchange takes of an order's ADA, in percent, though no datum states it. */
  readonly operatorPercent?: bigint;
}

/** Known pool scripts by hash (hex). */
export type KnownPools = ReadonlyMap<string, KnownPool>;

const HASH = /^[0-9a-f]{56}$/;
const ENTRY_KEYS: readonly string[] = [
  'exchange',
  'form',
  'token',
  'reason',
  'fee',
  'stable',
  'operatorPercent',
  'hops',
];

type FormTerms = Pick<KnownPool, 'token' | 'stable'>;

const forms: Readonly<Record<string, (terms: FormTerms) => PoolForm>> = {
  'minswap-v1': (terms) => minswapV1Form(tokenOf(terms)),
  'minswap-v2': (terms) => minswapV2Form(tokenOf(terms)),
  'minswap-stable': (terms) =>
    minswapStableForm(tokenOf(terms), terms.stable ?? malformed('the terms of a stable pool')),
  'snek-fun': () => snekFunForm,
  'splash-royalty': () => splashRoyaltyForm,
  'splash-treasury': () => splashTreasuryForm,
  'sundae-v3': () => sundaeV3Form,
  'wingriders-v2': (terms) => wingridersV2Form(tokenOf(terms)),
};

function tokenOf({ token }: FormTerms): AssetId {
  return token ?? malformed('the token of a pool');
}

/**
 * The pool scripts that the list `data` (network → script hash → `{exchange, form?, reason?, token?, fee?, stable?, operatorPercent?, hops?}`) has for one
 * network. @throws RangeError if the list is malformed: it ships with the application, so that is a bug.
 */
export function networkPools(network: NetworkName, data: unknown): KnownPools {
  const list = record(data, 'the list')[network];
  if (list === undefined) return new Map();
  return new Map(
    Object.entries(record(list, network)).map(([hash, entry]) => [
      HASH.test(hash) ? hash : malformed(`script ${hash}`),
      readEntry(record(entry, hash), hash),
    ]),
  );
}

function readEntry(entry: Readonly<Record<string, unknown>>, hash: string): KnownPool {
  if (Object.keys(entry).some((key) => !ENTRY_KEYS.includes(key))) malformed(`a field of ${hash}`);
  const {
    exchange,
    form: name,
    token: written,
    reason,
    fee,
    stable: terms,
    operatorPercent: share,
    hops,
  } = entry;
  if (typeof exchange !== 'string' || exchange === '') return malformed(`the exchange of ${hash}`);
  const token = typeof written === 'string' ? parseAssetId(written) : undefined;
  if (written !== undefined && token === undefined) return malformed(`the token of ${hash}`);
  if (hops !== undefined && typeof hops !== 'string') malformed(`the hops of ${hash}`);
  // Whatever no order is routed through says why.
  if (typeof reason !== 'string' && fee === undefined) return malformed(`the fee of ${hash}`);
  const why = typeof reason === 'string' ? { reason } : {};
  if (name === undefined) return { exchange, token, ...why };
  const form = typeof name === 'string' && Object.hasOwn(forms, name) ? forms[name] : undefined;
  const stable = terms === undefined ? undefined : stableTerms(record(terms, hash), hash);
  return {
    exchange,
    token,
    form: (form ?? malformed(`the form of ${hash}`))({ token, ...(stable && { stable }) }),
    ...why,
    ...(stable && { stable }),
    ...(fee === undefined ? {} : { fee: count(fee, `the fee of ${hash}`) }),
    ...(typeof hops === 'string' ? { hops } : {}),
    ...(share === undefined ? {} : { operatorPercent: count(share, `the share of ${hash}`) }),
  };
}

function stableTerms(terms: Readonly<Record<string, unknown>>, hash: string): StableTerms {
  const what = `the terms of ${hash}`;
  const pair = (list: unknown): readonly [unknown, unknown] =>
    Array.isArray(list) && list.length === 2 ? (list as [unknown, unknown]) : malformed(what);
  const assetOf = (id: unknown): AssetId =>
    (typeof id === 'string' ? parseAssetId(id) : undefined) ?? malformed(what);
  const [first, second] = pair(terms['assets']);
  const [multiple, other] = pair(terms['multiples']);
  return {
    assets: [assetOf(first), assetOf(second)],
    multiples: [count(multiple, what), count(other, what)],
    fee: count(terms['fee'], what),
    adminFee: count(terms['adminFee'], what),
  };
}

function count(value: unknown, what: string): bigint {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? BigInt(value as number) : malformed(what);
}

function record(data: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return malformed(what);
  return data as Readonly<Record<string, unknown>>;
}

function malformed(what: string): never {
  throw new RangeError(`the list of pool scripts is malformed at ${what}`);
}
