import { marketRatio, type LimitPrice, type Side } from './limit-price.ts';
import { WHOLE_BPS } from './ratio.ts';

/** Basis points by which a limit price may be worse than the market before its owner is asked about it. */
export const OFF_MARKET_BPS = 500;

/**
 * Why a limit price must be asked about: it is worse than the market by more than `OFF_MARKET_BPS` (`bps` says by how
 * much, rounded down), or nobody knows where the market is.
 */
export type OffMarket = { readonly kind: 'off'; readonly bps: number } | { readonly kind: 'unknown' };

/**
 * Holds a limit price against the market, exactly: a buyer loses above it, a seller below it. `market` is ADA for one
 * whole token. `undefined`: there is nothing to ask.
 */
export function offMarket(
  side: Side,
  price: LimitPrice,
  decimals: number,
  market: number | undefined,
): OffMarket | undefined {
  const ratio = market === undefined ? undefined : marketRatio(market, decimals);
  if (ratio === undefined) return { kind: 'unknown' };
  const [asked, fair] = [price.lovelace * ratio.units, ratio.lovelace * price.units];
  const loss = side === 'buy' ? asked - fair : fair - asked;
  if (loss * WHOLE_BPS <= fair * BigInt(OFF_MARKET_BPS)) return undefined;
  return { kind: 'off', bps: Number((loss * WHOLE_BPS) / fair) };
}

/** The one of several prices that costs most; a market that is not known is not known for any of them. */
export function worstOffMarket(all: readonly (OffMarket | undefined)[]): OffMarket | undefined {
  return all.reduce<OffMarket | undefined>((worst, one) => {
    if (worst?.kind === 'unknown' || one === undefined) return worst;
    if (worst === undefined || one.kind === 'unknown') return one;
    return one.bps > worst.bps ? one : worst;
  }, undefined);
}
