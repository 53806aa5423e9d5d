import { ADA, parseAssetId } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import type { Connection } from './connection.ts';

/**
 * The token that the user named: ADA, a full id, or the ticker of exactly one verified token. An unverified token
 * is taken only by its full id, whatever the service answers. Failures: `token-unknown`, `token-unacknowledged`
 * when only unverified tokens go by that ticker, `token-ambiguous`, those of the service.
 */
export async function findToken(
  named: string,
  { service, tokens }: Connection,
): Promise<Result<Token, Failure>> {
  const id = parseAssetId(named.toLowerCase());
  if (id !== undefined) return tokens.get(id);
  const verified = await sameTicker(named, service, true);
  if (!verified.ok) return verified;
  const [only, ...others] = verified.value.filter((token) => token.verified);
  if (only !== undefined && others.length === 0) return tokens.get(only.id);
  const data = { token: named.slice(0, 56) };
  if (only !== undefined) return failed(failure('token-ambiguous', { ...data, count: others.length + 1 }));
  const any = await sameTicker(named, service, undefined);
  if (!any.ok) return any;
  return failed(failure(any.value.length > 0 ? 'token-unacknowledged' : 'token-unknown', data));
}

async function sameTicker(
  named: string,
  service: Connection['service'],
  verified: true | undefined,
): Promise<Result<readonly Token[], Failure>> {
  const found = await service.search(named, verified);
  if (!found.ok) return found;
  const wanted = named.trim().toUpperCase();
  return ok(found.value.filter(({ id, ticker }) => id !== ADA && ticker.toUpperCase() === wanted));
}

/** The token if its decimals are known, so that its amounts can be shown. */
export function knownToken(token: Token): Token | undefined {
  return token.decimalsSource === 'unknown' ? undefined : token;
}

/** An amount with its ticker, as people read it; in base units where the token's decimals are not known. */
export function amountWithTicker(quantity: bigint, token: Token): string {
  const name = token.ticker || token.name || token.id;
  if (token.decimalsSource === 'unknown') return baseUnits(quantity, name);
  return `${formatDecimal(quantity, token.decimals)} ${name}`;
}

/** An amount as JSON: exact base units, and the same in whole tokens where the token's decimals are known. */
export function amountJson(quantity: bigint, token: Token): object {
  return {
    token: token.id,
    ticker: token.ticker,
    base_units: quantity.toString(),
    ...(token.decimalsSource === 'unknown' ? {} : { amount: formatDecimal(quantity, token.decimals) }),
  };
}

/** An amount of a token whose decimals are not known. */
export function baseUnits(quantity: bigint, name: string): string {
  return `${quantity} base units of ${name}`;
}
