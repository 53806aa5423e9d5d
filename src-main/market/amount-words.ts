import { formatDecimal, grouped } from '#domain/decimal.ts';
import type { Token } from '#domain/token.ts';

const LONGEST_NAME = 24;

/** A token in a sentence. Its ticker is the service's text: it may be long, or missing. */
export function tokenName({ ticker }: Token): string {
  return ticker.slice(0, LONGEST_NAME) || 'the token';
}

/** `1,234.5 TICKER`, or `1,234 base units of TICKER` where nobody knows the decimals. */
export function amountText(quantity: bigint, token: Token): string {
  if (token.decimalsSource === 'unknown')
    return `${grouped(quantity.toString())} base units of ${tokenName(token)}`;
  return `${grouped(formatDecimal(quantity, token.decimals))} ${token.ticker.slice(0, LONGEST_NAME) || 'tokens'}`;
}
