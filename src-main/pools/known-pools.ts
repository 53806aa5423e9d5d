import { parseAssetId, type AssetId } from '#domain/asset.ts';
import type { NetworkName } from '#domain/network.ts';
import { minswapV2Form } from './minswap-v2.ts';
import type { PoolForm } from './pool.ts';
import { sundaeV3Form } from './sundae-v3.ts';
import { wingridersV2Form } from './wingriders-v2.ts';

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
  /** Absent if these pools cannot be read; `reason` then says why, as a clause. */
  readonly form?: PoolForm;
  readonly reason?: string;
}

/** Known pool scripts by hash (hex). */
export type KnownPools = ReadonlyMap<string, KnownPool>;

const HASH = /^[0-9a-f]{56}$/;
const ENTRY_KEYS: readonly string[] = ['exchange', 'form', 'token', 'reason', 'fee'];

const forms: Readonly<Record<string, (token: AssetId | undefined) => PoolForm>> = {
  'minswap-v2': (token) => minswapV2Form(token ?? malformed('the token of a pool')),
  'sundae-v3': () => sundaeV3Form,
  'wingriders-v2': (token) => wingridersV2Form(token ?? malformed('the token of a pool')),
};

/**
 * The pool scripts that the list `data` (network → script hash → `{exchange, form? | reason?, token?, fee?}`) has for one
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
  const { exchange, form: name, token: written, reason, fee } = entry;
  if (typeof exchange !== 'string' || exchange === '') return malformed(`the exchange of ${hash}`);
  const token = typeof written === 'string' ? parseAssetId(written) : undefined;
  if (written !== undefined && token === undefined) return malformed(`the token of ${hash}`);
  if (typeof reason === 'string' && name === undefined) return { exchange, token, reason };
  const form = typeof name === 'string' && Object.hasOwn(forms, name) ? forms[name] : undefined;
  if (fee !== undefined && !(Number.isSafeInteger(fee) && (fee as number) >= 0))
    return malformed(`the fee of ${hash}`);
  return {
    exchange,
    token,
    form: (form ?? malformed(`the form of ${hash}`))(token),
    ...(fee === undefined ? {} : { fee: BigInt(fee as number) }),
  };
}

function record(data: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return malformed(what);
  return data as Readonly<Record<string, unknown>>;
}

function malformed(what: string): never {
  throw new RangeError(`the list of pool scripts is malformed at ${what}`);
}
