import type { OrderPart } from '#domain/limit-price.ts';
import type { Estimate } from '#domain/quote.ts';
import { partsPerMillion } from '#domain/ratio.ts';
import type { LimitTerms } from '#domain/trade.ts';
import type { LimitMarket, StatedOrderFees } from './limit-market.ts';
import { unverifiedNotices } from './quote-notices.ts';

/** Fraction of an order's worth above which its fees are warned about. */
export const LARGE_FEE_SHARE = 0.02;
/** Parts per million by which whole base units may lift the price before it is told. */
const ROUNDING_PPM = 1_000;
/** Parts per million by which the service's figure may lie under the price named. */
const UNDER_PPM = 10;

interface Noticed {
  readonly market: LimitMarket;
  readonly terms: LimitTerms;
  readonly parts: readonly OrderPart[];
  readonly distance: number | undefined;
  readonly fees: StatedOrderFees;
  readonly estimate: Estimate;
}

/** What the user should know of a limit order, in words, most serious first. */
export function limitNotices(noticed: Noticed): readonly string[] {
  const { market, distance, fees } = noticed;
  const { token, side } = market;
  return [
    ...(distance !== undefined && distance <= 0
      ? [
          `The market is ${side === 'buy' ? 'below' : 'above'} your price already: this fills at once, as a swap would.`,
        ]
      : []),
    ...unverifiedNotices([token]),
    ...feeNotices(fees),
    ...underPrice(noticed),
    ...roundedPrice(noticed),
    ...(distance === undefined ? ['The market price is not known.'] : []),
    ...(fees.batcher === undefined ? ['The fees are told with the transaction, before you sign it.'] : []),
  ];
}

/** What the fees take of an order, where that is much. */
export function feeNotices({ share }: StatedOrderFees): readonly string[] {
  return share !== undefined && share > LARGE_FEE_SHARE
    ? [`The exchange fees take ${(share * 100).toFixed(1)} % of the order. Consider a larger one.`]
    : [];
}

function underPrice({ parts, estimate }: Noticed): readonly string[] {
  const wanted = parts.reduce((sum, { atLeast }) => sum + atLeast, 0n);
  if (estimate.expected >= wanted || wanted === 0n) return [];
  if (partsPerMillion(wanted - estimate.expected, wanted) <= UNDER_PPM) return [];
  return [
    'The service states less than your price gives. It is held to your price when it builds the order.',
  ];
}

/** Tokens with few decimals: the least is a whole number of base units, which can lift the price. */
function roundedPrice({ market, terms, parts }: Noticed): readonly string[] {
  const [part] = parts;
  if (!part) return [];
  const { lovelace, units } = terms.price;
  const exact = market.side === 'buy' ? part.pay * units : part.pay * lovelace;
  const whole = part.atLeast * (market.side === 'buy' ? lovelace : units);
  return partsPerMillion(whole - exact, exact) <= ROUNDING_PPM
    ? []
    : ['The amount is so small that whole units of the token make your price stricter than typed.'];
}
