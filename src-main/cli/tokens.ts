import { ADA, parseAssetId } from '../../src-preload/domain/asset.ts';
import { formatDecimal } from '../../src-preload/domain/decimal.ts';
import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import type { Token } from '../../src-preload/domain/token.ts';
import type { Connection } from './connection.ts';

/**
 * The token that the user named: ADA, a full id, or the ticker of exactly one verified token. An unverified token
 * is taken only by its full id. Failures: `token-unknown`, those of the service.
 */
export async function findToken(
  named: string,
  { service, tokens }: Connection,
): Promise<Result<Token, Failure>> {
  const id = parseAssetId(named);
  if (id === ADA) return tokens.get(ADA);
  if (id !== undefined && named.length >= 56) return tokens.get(id);
  const found = await service.search(named, true);
  if (!found.ok) return found;
  const [only, ...others] = found.value.filter((token) => token.ticker.toUpperCase() === named.toUpperCase());
  if (only === undefined || others.length > 0) return failed(failure('token-unknown'));
  return tokens.get(only.id);
}

/** An amount with its ticker, as people read it. */
export function amountWithTicker(quantity: bigint, token: Token): string {
  return `${formatDecimal(quantity, token.decimals)} ${token.ticker || token.name || token.id}`;
}

/** An amount as JSON: exact base units and the same in whole tokens. */
export function amountJson(quantity: bigint, token: Token): object {
  return {
    token: token.id,
    ticker: token.ticker,
    base_units: quantity.toString(),
    amount: formatDecimal(quantity, token.decimals),
  };
}

export const tokenName = (token: Token): string => token.ticker || token.name || `${token.id.slice(0, 8)}…`;
