import { quantityIn } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import { failed, type Result } from '#domain/result.ts';
import type { CborItem } from '../cardano/cbor-scanner.ts';
import { natural, readDatum, refuse } from '../cardano/order-forms/plutus-data.ts';
import type { PoolOutput } from './pool.ts';

/** Reads a pool's datum once the output is known to hold exactly one of the exchange's pool token. */
export function readMarkedPool<T>(
  { value, datum }: PoolOutput,
  token: AssetId,
  read: (datum: CborItem) => T,
): Result<T, string> {
  if (quantityIn(value, token) !== 1n) return failed("it does not hold the exchange's pool token");
  return datum === undefined ? failed('its datum is not known') : readDatum(datum, read);
}

/** A whole number above zero: a pool with an empty reserve pays nothing, and its formula does not apply. */
export function positive(item: CborItem, what: string): bigint {
  const value = natural(item, what);
  return value > 0n ? value : refuse(`${what} is zero`);
}

/** What is left of a holding after setting `less` aside; refused when nothing is left. */
export function remaining(held: bigint, less: bigint, what: string): bigint {
  return held > less ? held - less : refuse(`${what} is not above zero`);
}
