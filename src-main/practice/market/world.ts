import type { AssetId } from '#domain/asset.ts';
import { cast, type CastMember } from './cast.ts';
import { inventedHash, SeededRandom } from './random.ts';
import type { Exchange, Pool } from './types.ts';

const LOVELACE_PER_ADA = 1_000_000;
/** Some pools charge one of these instead of their exchange's usual fee. */
const OTHER_FEES_PPM = [500, 1_000, 3_000, 10_000] as const;
const OTHER_FEE_CHANCE = 0.2;
const SMALLEST_POOL_ADA = 150;

/** A token at the start: its pools and its price in lovelace per base unit. */
export interface Listing {
  readonly member: CastMember;
  readonly fairPrice: number;
  readonly pools: readonly Pool[];
}

/**
 * The pools of all tokens for a seed: who lists what, how deep, at what fee. An exchange has at most one pool per
 * pair.
 */
export function openListings(seed: number, exchanges: readonly Exchange[]): readonly Listing[] {
  return cast.map((member) =>
    openListing(member, exchanges, SeededRandom.seeded(seed, `listing ${member.token.id}`)),
  );
}

function openListing(member: CastMember, exchanges: readonly Exchange[], random: SeededRandom): Listing {
  const price = member.price * random.between(0.93, 1.07);
  const fairPrice = (price * LOVELACE_PER_ADA) / 10 ** member.token.decimals;
  const listed = shuffled(exchanges, random).slice(0, member.venues);
  const weights = listed.map((_, index) => weight(index, random));
  const total = weights.reduce((sum, part) => sum + part, 0);
  const pools = listed.map((exchange, index) => {
    const share = ((weights[index] as number) / total) * member.depth;
    const ada = Math.max(SMALLEST_POOL_ADA, share) * LOVELACE_PER_ADA * random.between(0.9, 1.1);
    const feePpm = random.unit() < OTHER_FEE_CHANCE ? pick(OTHER_FEES_PPM, random) : exchange.poolFeePpm;
    const off = 1 + ((random.unit() - 0.5) * feePpm) / LOVELACE_PER_ADA;
    return openPool(exchange.code, member.token.id, ada, ada / (fairPrice * off), feePpm);
  });
  return { member, fairPrice, pools };
}

function openPool(exchange: string, token: AssetId, ada: number, tokens: number, feePpm: number): Pool {
  return {
    id: inventedHash(`touchstone practice pool ${exchange} ${token}`),
    exchange,
    token,
    ada: BigInt(Math.floor(ada)),
    tokens: BigInt(Math.max(1, Math.floor(tokens))),
    feePpm,
  };
}

/** Decreasing depth with some randomness; about one in five of the later pools is nearly empty. */
function weight(index: number, random: SeededRandom): number {
  const thin = index > 0 && random.unit() < 0.2 ? 0.03 : 1;
  return (thin * random.between(0.4, 1.6)) / (1 + index * 0.7);
}

function shuffled<T>(items: readonly T[], random: SeededRandom): readonly T[] {
  const copy = [...items];
  for (let index = copy.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    [copy[index], copy[other]] = [copy[other] as T, copy[index] as T];
  }
  return copy;
}

function pick<T>(items: readonly T[], random: SeededRandom): T {
  return items[random.below(items.length)] as T;
}
