import { quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { ok, type Result } from '#domain/result.ts';
import { asset, demandEmpty, fieldsOf, natural, refuse } from '../plutus-data.ts';
import { mulDivCeil } from '#domain/ratio.ts';
import { readMarkedPool, remaining } from '../datum-parts.ts';
import { moved, otherSide, type Pool, type PoolForm, type PoolOutput, type Side } from '../pool.ts';

/** Lovelace that every pool holds on top of its reserves (`Constants.hs`, `poolOilAda`). */
const OIL = 3_000_000n;

/** A swap's fees, in parts of `of`: for the pool (`swap`), the protocol, the project and the reserve. */
interface Fees {
  readonly swap: bigint;
  readonly protocol: bigint;
  readonly project: bigint;
  readonly reserve: bigint;
  readonly of: bigint;
}

/** A pool, and the lovelace that its datum charges for filling each request. */
export interface WingRidersV2Pool {
  readonly pool: Pool;
  readonly agentFee: bigint;
}

/**
 * WingRiders V2 (`dex-v2-contracts`, `DEX/Types/Pool.hs`): `[request script, A policy, A name, B policy, B name, swap
 * fee, protocol fee, project fee, reserve fee, fee basis, agent fee, last interaction, six treasuries, two beneficiaries,
 * specifics]`. The reserves are what the output holds, less the treasuries and, for ADA, the oil. The specifics of a
 * constant-product pool are empty; those of a stable pool hold scales, and such a pool is not read.
 */
export function wingridersV2Form(token: AssetId): PoolForm {
  return {
    name: 'wingriders-v2',
    read(output) {
      const found = readWingRidersV2(output, token);
      return found.ok ? ok(found.value.pool) : found;
    },
  };
}

/** Reads a pool together with its agent fee. */
export function readWingRidersV2(output: PoolOutput, token: AssetId): Result<WingRidersV2Pool, string> {
  const { value } = output;
  return readMarkedPool(output, token, (item) => {
    const what = "the pool's datum";
    const fields = fieldsOf(item, 0, 21, what);
    const [, policyA, nameA, policyB, nameB, swap, protocol, project, reserve, of, agentFee] = fields;
    const [, treasuryA, treasuryB, projectA, projectB, reserveA, reserveB, , , specifics] = fields.slice(11);
    demandEmpty(specifics ?? item, 0, 'the pool does not follow a constant product');
    const assets = [
      asset(policyA, nameA, "the pool's first asset"),
      asset(policyB, nameB, "the pool's second asset"),
    ] as const;
    const number = (part: typeof item | undefined): bigint => natural(part ?? item, `a number of ${what}`);
    const aside = [
      number(treasuryA) + number(projectA) + number(reserveA) + (assets[0] === ADA ? OIL : 0n),
      number(treasuryB) + number(projectB) + number(reserveB),
    ] as const;
    const fees: Fees = {
      swap: number(swap),
      protocol: number(protocol),
      project: number(project),
      reserve: number(reserve),
      of: number(of),
    };
    if (fees.swap + fees.protocol + fees.project + fees.reserve >= fees.of)
      return refuse("the pool's fee is 100% or more");
    const reserves = [
      remaining(quantityIn(value, assets[0]), aside[0], 'a reserve of the pool'),
      remaining(quantityIn(value, assets[1]), aside[1], 'a reserve of the pool'),
    ] as const;
    return { pool: wingridersPool(assets, reserves, fees), agentFee: number(agentFee) };
  });
}

/**
 * `DEX/Pool/ConstantProduct.hs`, `pnewReserves`: the pool's own fee is rounded up, the others down; the reserve of the
 * asset bought becomes `⌈x · y / (x + counted)⌉`.
 */
function wingridersPool(
  assets: readonly [AssetId, AssetId],
  reserves: readonly [bigint, bigint],
  fees: Fees,
): Pool {
  const { of } = fees;
  const keep = { parts: of - fees.swap - fees.protocol - fees.project - fees.reserve, of };
  return {
    assets,
    reserves,
    keeps: [keep, keep],
    swap(side: Side, sold: bigint) {
      const aside = [fees.protocol, fees.project, fees.reserve].reduce(
        (sum, part) => sum + (sold * part) / of,
        0n,
      );
      const counted = sold - mulDivCeil(sold, fees.swap, of) - aside;
      const [into, from] = [reserves[side], reserves[otherSide(side)]];
      const out = from - mulDivCeil(into, from, into + counted);
      return { out, after: wingridersPool(assets, moved(reserves, side, sold - aside, out), fees) };
    },
  };
}
