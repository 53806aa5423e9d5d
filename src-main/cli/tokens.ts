import { ADA, parseAssetId } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import { quotedTicker, sameTicker, shownName } from '#domain/words/names.ts';
import type { Connection } from './connection.ts';
import { progress } from './words.ts';

/**
 * The token that the user named: ADA, a full id, or the ticker of exactly one verified token. An unverified token
 * is taken only by its full id, whatever the service answers, and so is one that the ledger calls differently; which
 * token a ticker was taken for is said. Failures: `token-unknown`, `token-unacknowledged` when only unverified tokens go
 * by that ticker, `token-ambiguous`, `ticker-disputed`, `ticker-unconfirmed`, those of the service.
 */
export async function findToken(named: string, connection: Connection): Promise<Result<Token, Failure>> {
  const { service, tokens } = connection;
  const id = parseAssetId(named.toLowerCase());
  if (id !== undefined) return tokens.get(id);
  const verified = await goingBy(named, service, true);
  if (!verified.ok) return verified;
  const [only, ...others] = verified.value.filter((token) => token.verified);
  if (only !== undefined && others.length === 0) return calledSo(only, connection);
  const data = { token: named.slice(0, 56) };
  if (only !== undefined) return failed(failure('token-ambiguous', { ...data, count: others.length + 1 }));
  const any = await goingBy(named, service, undefined);
  if (!any.ok) return any;
  return failed(failure(any.value.length > 0 ? 'token-unacknowledged' : 'token-unknown', data));
}

/** The token that the service found by a ticker, unless the ledger does not have that ticker for it. */
async function calledSo(
  { id, ticker }: Token,
  { tokens, tickers }: Connection,
): Promise<Result<Token, Failure>> {
  const found = await tokens.get(id);
  if (!found.ok) return found;
  const { tickerSource, tickerClaims, ticker: now } = found.value;
  const [shown, data] = [quotedTicker(ticker), { token: quotedTicker(ticker), id }];
  if (tickerClaims !== undefined || (now !== '' && !sameTicker(now, ticker)))
    return failed(failure('ticker-disputed', { ...data, other: quotedTicker(tickerClaims?.ledger ?? now) }));
  const confirmed = tickerSource === 'ledger';
  if (!confirmed && tickers.confirmedOnly) return failed(failure('ticker-unconfirmed', data));
  tickers.found(confirmed ? progress.tickerFound(shown, id) : progress.tickerStated(shown, id));
  return found;
}

async function goingBy(
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

/** A token as people read it: its ticker where that is plain, else its id. */
export function nameOf(token: Token): string {
  return shownName(token) || token.id;
}

/** An amount with its ticker, as people read it; in base units where the token's decimals are not known. */
export function amountWithTicker(quantity: bigint, token: Token): string {
  const name = nameOf(token);
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
