import { quantityIn } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import { failed, type Result } from '#domain/result.ts';
import type { CborItem } from '../cardano/cbor-scanner.ts';
import { assetClass, constr, natural, readDatum, refuse } from './plutus-data.ts';
import type { PoolOutput } from './pool.ts';

/** Reads a pool's datum, provided that the output holds exactly one of the exchange's pool token. */
export function readMarkedPool<T>(
  { value, datum }: PoolOutput,
  token: AssetId,
  read: (datum: CborItem) => T,
): Result<T, string> {
  if (quantityIn(value, token) !== 1n) return failed("it does not hold the exchange's pool token");
  return datum === undefined ? failed('its datum is unknown') : readDatum(datum, read);
}

/**
 * Reads a pool's datum whose first field names the token that marks it, provided that the output holds exactly one. Anybody
 * can open such a pool, so the token says which pool it is, not that the exchange knows it.
 */
export function readNamedPool<T>(
  { value, datum }: PoolOutput,
  read: (datum: CborItem) => T,
): Result<T, string> {
  if (datum === undefined) return failed('its datum is unknown');
  return readDatum(datum, (item) => {
    const [token] = constr(item, "the pool's datum").fields;
    if (!token || quantityIn(value, assetClass(token, "the pool's token")) !== 1n)
      return refuse("it does not hold the pool's token");
    return read(item);
  });
}

/** Reads a positive integer. A pool with an empty reserve pays nothing: its formula does not apply. */
export function positive(item: CborItem, what: string): bigint {
  const value = natural(item, what);
  return value > 0n ? value : refuse(`${what} is zero`);
}

/** The rest of a holding after setting `less` aside; refused if it is not above zero. */
export function remaining(held: bigint, less: bigint, what: string): bigint {
  return held > less ? held - less : refuse(`${what} is not above zero`);
}
