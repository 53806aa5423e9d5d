import { ADA_DECIMALS } from '#domain/asset.ts';
import { parseDecimal } from '#domain/decimal.ts';
import { mulDivCeil } from '#domain/ratio.ts';

/** An exact price: ADA for one whole token is `scaled / 10^PRICE_PLACES`. */
export interface LimitPrice {
  readonly scaled: bigint;
}

const PRICE_PLACES = 40;

/** The price that a JSON number's shortest text writes; `undefined` unless it is more than zero. */
export function limitPrice(adaPerToken: number): LimitPrice | undefined {
  const scaled = parseDecimal(String(adaPerToken), PRICE_PLACES);
  return scaled === undefined || scaled <= 0n ? undefined : { scaled };
}

/** Base units that selling `part` at a price must bring at least, rounded up: an order is never filled below its price. */
export function leastAt(
  { scaled }: LimitPrice,
  part: bigint,
  sells: 'ADA' | 'token',
  decimals: number,
): bigint {
  const lovelacePerToken = scaled * 10n ** BigInt(ADA_DECIMALS);
  const unitsPerToken = 10n ** BigInt(decimals + PRICE_PLACES);
  return sells === 'ADA'
    ? mulDivCeil(part, unitsPerToken, lovelacePerToken)
    : mulDivCeil(part, lovelacePerToken, unitsPerToken);
}
