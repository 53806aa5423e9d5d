import { quantityIn } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { CborItem } from '../../cardano/cbor-scanner.ts';
import { assetClass, fieldsOf, natural, refuse } from '../plutus-data.ts';
import { readNamedPool, remaining } from '../datum-parts.ts';
import { moved, otherSide, type Pool, type PoolForm, type Side } from '../pool.ts';

/** Fees are in parts of this (`PApi.hs`, `feeDen`). */
const OF = 100_000n;

/** A swap's shares, in parts of `OF`: what counts in the product, and what is set aside, each rounded down. */
interface Shares {
  readonly counted: bigint;
  readonly aside: readonly bigint[];
}

/** A pool's terms, as its datum gives them. */
interface Terms {
  readonly assets: readonly [AssetId, AssetId];
  /** The amount of each asset that the output holds for others. */
  readonly aside: readonly [bigint, bigint];
  readonly shares: Shares;
}

/**
 * Splash, pools with a treasury (`splash-core`, `PPool.hs`): `[pool token, asset X, asset Y, liquidity token, share left
 * after the fee, treasury's share, treasury of X, treasury of Y, policies, least liquidity, treasury's address]`. The
 * treasury's share comes out of what is left after the fee.
 */
export const splashTreasuryForm: PoolForm = splashForm('splash-treasury', (item, holds) => {
  const fields = fieldsOf(item, 0, 11, "the pool's datum");
  const [, x, y, , left, treasury, treasuryX, treasuryY, , least] = fields;
  const assets = pairOf(x, y);
  // The contract executes no swap below the least liquidity.
  if (natural(least, 'the least liquidity') > 2n * (holds(assets[0]) - natural(treasuryX, TREASURY)))
    return refuse('it holds less than the least with which it may trade');
  return {
    assets,
    aside: [natural(treasuryX, TREASURY), natural(treasuryY, TREASURY)],
    shares: sharesOf(left, [treasury]),
  };
});

/**
 * Splash, pools with a royalty (`splash-core`, `PRoyaltyPool.hs`): as above, with a royalty after the treasury's share and
 * after its treasuries, and without a least liquidity.
 */
export const splashRoyaltyForm: PoolForm = splashForm('splash-royalty', (item) => {
  const fields = fieldsOf(item, 0, 15, "the pool's datum");
  const [, x, y, , left, treasury, royalty, treasuryX, treasuryY, royaltyX, royaltyY] = fields;
  return {
    assets: pairOf(x, y),
    aside: [
      natural(treasuryX, TREASURY) + natural(royaltyX, TREASURY),
      natural(treasuryY, TREASURY) + natural(royaltyY, TREASURY),
    ],
    shares: sharesOf(left, [treasury, royalty]),
  };
});

const TREASURY = "the pool's treasury";

function splashForm(
  name: string,
  read: (item: CborItem, holds: (asset: AssetId) => bigint) => Terms,
): PoolForm {
  return {
    name,
    read: (output) =>
      readNamedPool(output, (item) => {
        const holds = (asset: AssetId): bigint => quantityIn(output.value, asset);
        const { assets, aside, shares } = read(item, holds);
        const reserves = [
          remaining(holds(assets[0]), aside[0], 'a reserve of the pool'),
          remaining(holds(assets[1]), aside[1], 'a reserve of the pool'),
        ] as const;
        return splashPool(assets, reserves, shares);
      }),
  };
}

function pairOf(x: CborItem, y: CborItem): readonly [AssetId, AssetId] {
  const assets = [assetClass(x, "the pool's first asset"), assetClass(y, "the pool's second asset")] as const;
  return assets[0] === assets[1] ? refuse('it trades an asset for itself') : assets;
}

function sharesOf(left: CborItem, parts: readonly CborItem[]): Shares {
  const aside = parts.map((part) => natural(part, "the pool's fee"));
  const afterFee = natural(left, "the pool's fee");
  const counted = afterFee - aside.reduce((sum, part) => sum + part, 0n);
  return counted <= 0n || afterFee > OF ? refuse("the pool's fee is out of range") : { counted, aside };
}

/** `cfmm_math.rs`, `classic_cfmm_output_amount`: the most that the contract lets a swap take. */
function splashPool(
  assets: readonly [AssetId, AssetId],
  reserves: readonly [bigint, bigint],
  shares: Shares,
): Pool {
  const keep = { parts: shares.counted, of: OF };
  return {
    assets,
    reserves,
    keeps: [keep, keep],
    swap(side: Side, sold: bigint) {
      const counted = shares.counted * sold;
      const out = (counted * reserves[otherSide(side)]) / (reserves[side] * OF + counted);
      const aside = shares.aside.reduce((sum, part) => sum + (sold * part) / OF, 0n);
      return { out, after: splashPool(assets, moved(reserves, side, sold - aside, out), shares) };
    },
  };
}
