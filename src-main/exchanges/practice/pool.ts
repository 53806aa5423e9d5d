import { quantityIn } from '#domain/amount.ts';
import { ADA, parseAssetId } from '#domain/asset.ts';
import { failed } from '#domain/result.ts';
import { bytes, fieldsOf, natural, readDatum, refuse } from '../plutus-data.ts';
import { constantProduct } from '../constant-product.ts';
import { remaining } from '../datum-parts.ts';
import type { KnownPools } from '../known-pools.ts';
import type { PoolForm } from '../pool.ts';

/** Fees are in parts per million. */
const OF = 1_000_000n;
/** Lovelace that every pool output holds on top of its reserve. */
const RIDER = 2_000_000n;

/**
 * Pools of the practice exchanges: datum `constr 0 [id, fee in parts per million]`, in an output that holds ADA, one other
 * token, and the pool token (policy: the pool's script; name: the id). Practice writes its pools with separate code, which
 * is tested against this reader. Pools in worlds started by an earlier version state no fee.
 */
const practicePoolForm: PoolForm = {
  name: 'practice',
  read({ script, value, datum }) {
    if (datum === undefined) return failed('its datum is unknown');
    return readDatum(datum, (item) => {
      if (item.kind === 'bytes')
        return refuse('its practice world was started by an earlier version, so it states no fee');
      const [id, fee] = fieldsOf(item, 0, 2, "the pool's datum");
      const token = parseAssetId(script + bytes(id, "the pool's id"));
      if (token === undefined || quantityIn(value, token) !== 1n)
        return refuse("it does not hold the exchange's pool token");
      const [traded, ...others] = [...value.keys()].filter((asset) => asset !== ADA && asset !== token);
      if (traded === undefined || others.length > 0)
        return refuse('it does not hold exactly one token besides ADA');
      const charged = natural(fee, "the pool's fee");
      if (charged >= OF) return refuse("the pool's fee is 100% or more");
      return constantProduct({
        assets: [ADA, traded],
        reserves: [
          remaining(quantityIn(value, ADA), RIDER, 'a reserve of the pool'),
          quantityIn(value, traded),
        ],
        fees: [charged, charged],
        of: OF,
      });
    });
  },
};

/** Places for the exchanges that a practice world may have besides the usual ones: there are dozens, and most are empty. */
const UNNAMED = {
  unnamed: "exchanges other than practice's usual ones",
  reason: 'what they charge is not known',
} as const;

/**
 * Known pools of practice, from script hashes by exchange code as listed in practice's resource file. `fees`: what the
 * default exchanges charge for an order, in lovelace by code; a custom list of exchanges may have other fees.
 */
export function practicePools(
  scripts: Readonly<Record<string, string>>,
  fees: ReadonlyMap<string, number> = new Map(),
): KnownPools {
  return new Map(
    Object.entries(scripts).map(([exchange, script]) => {
      const fee = fees.get(exchange);
      const known = { exchange, token: undefined, form: practicePoolForm, hops: true as const };
      return [script, fee === undefined ? { ...known, ...UNNAMED } : { ...known, fee: BigInt(fee) }];
    }),
  );
}
