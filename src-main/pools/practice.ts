import { quantityIn } from '#domain/amount.ts';
import { ADA, parseAssetId } from '#domain/asset.ts';
import { failed } from '#domain/result.ts';
import { bytes, fieldsOf, natural, readDatum, refuse } from '../cardano/order-forms/plutus-data.ts';
import { constantProduct } from './constant-product.ts';
import { remaining } from './datum-parts.ts';
import type { KnownPools } from './known-pools.ts';
import type { PoolForm } from './pool.ts';

/** Fees are parts per million. */
const OF = 1_000_000n;
/** Lovelace that every pool's output holds besides its reserve. */
const RIDER = 2_000_000n;

/**
 * Pools of the practice exchanges: `constr 0 [id, fee in parts per million]`, in an output that holds ADA, one other token
 * and the pool's own, whose policy is the pool's script and whose name is the id. Practice has its own code for it: what
 * it writes is tested against what is read here. Pools of worlds that an earlier version began state no fee.
 */
const practicePoolForm: PoolForm = {
  name: 'practice',
  read({ script, value, datum }) {
    if (datum === undefined) return failed('its datum is not known');
    return readDatum(datum, (item) => {
      if (item.kind === 'bytes')
        return refuse('it is of a world that an earlier version began, and states no fee');
      const [id, fee] = fieldsOf(item, 0, 2, "the pool's datum");
      const token = parseAssetId(script + bytes(id, "the pool's id"));
      if (token === undefined || quantityIn(value, token) !== 1n)
        return refuse("it does not hold the exchange's pool token");
      const [traded, ...others] = [...value.keys()].filter((asset) => asset !== ADA && asset !== token);
      if (traded === undefined || others.length > 0) return refuse('it does not hold one token besides ADA');
      const charged = natural(fee, "the pool's fee");
      if (charged >= OF) return refuse("the pool's fee is more than the whole");
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

/** The scripts of the practice exchanges' pools, by exchange code, as listed in practice's resource file. */
export function practicePools(scripts: Readonly<Record<string, string>>): KnownPools {
  return new Map(
    Object.entries(scripts).map(([exchange, script]) => [
      script,
      { exchange, token: undefined, form: practicePoolForm },
    ]),
  );
}
