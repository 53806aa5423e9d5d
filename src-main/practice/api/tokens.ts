import { ADA, ADA_DECIMALS, assetInBody, type AssetId } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { hexBytes } from '../../cardano/hex.ts';
import type { Market } from '../market/market.ts';
import type { PracticeToken } from '../market/types.ts';
import type { Dialect } from './wire.ts';

/** Tokens in the service's format, and the token search. */

/** Base units as the JSON number nearest to the display amount. */
export function displayNumber(units: bigint, decimals: number): number {
  return Number(formatDecimal(units, decimals));
}

export function decimalsOf(market: Market, asset: AssetId): number {
  return asset === ADA ? ADA_DECIMALS : (market.token(asset)?.decimals ?? 0);
}

export function tokenReply(token: PracticeToken, dialect: Dialect, market: Market): object {
  const plain = {
    token_id: assetInBody(token.id),
    token_policy: token.id.slice(0, 56),
    token_ascii: nameText(token),
    ticker: token.ticker,
    is_verified: token.verified,
  };
  if (dialect === 'spec') return plain;
  const price = market.averagePrice(token.id)?.adaPerToken;
  return {
    ...plain,
    token_decimals: token.decimals,
    supply: displayNumber(token.supply, token.decimals),
    links: Object.keys(token.links).length > 0 ? token.links : null,
    ...(price === undefined ? {} : { price }),
  };
}

/** ADA as a token: its id is the empty string. */
export function adaReply(dialect: Dialect): object {
  const plain = { token_id: '', token_policy: '', token_ascii: 'ADA', ticker: 'ADA', is_verified: true };
  return dialect === 'spec'
    ? plain
    : { ...plain, token_decimals: ADA_DECIMALS, supply: 45e9, links: null, price: 1 };
}

export function isAdaName(query: string): boolean {
  return 'ada'.includes(query) || 'cardano'.includes(query);
}

/**
 * Tokens that match a search. 1 to 55 characters: part of the ticker or a name; 56: the policy id; more: the whole
 * id. Case-insensitive.
 */
export function searchTokens(tokens: readonly PracticeToken[], query: string): readonly PracticeToken[] {
  const wanted = query.toLowerCase();
  const length = Array.from(query).length;
  if (length > 56) return tokens.filter((token) => token.id === wanted);
  if (length === 56) return tokens.filter((token) => token.id.startsWith(wanted));
  const found = tokens.filter((token) =>
    [token.ticker, token.name, nameText(token)].some((text) => text.toLowerCase().includes(wanted)),
  );
  const rank = (token: PracticeToken): number =>
    (token.ticker.toLowerCase() === wanted ? 0 : token.ticker.toLowerCase().startsWith(wanted) ? 1 : 2) +
    (token.verified ? 0 : 0.5);
  return found.toSorted((left, right) => rank(left) - rank(right));
}

const LABEL_LENGTH = 4;
const printable = /^[\P{C}]*$/u;

/** The asset name as text if it is text (without a CIP-67 label), otherwise in hex. */
function nameText(token: PracticeToken): string {
  const bytes = hexBytes(token.id.slice(56));
  const labelled = bytes.length >= LABEL_LENGTH && (bytes[0] ?? 1) >> 4 === 0 && ((bytes[3] ?? 1) & 15) === 0;
  for (const part of labelled ? [bytes.subarray(LABEL_LENGTH), bytes] : [bytes]) {
    const text = decoded(part);
    if (text !== undefined && printable.test(text)) return text;
  }
  return token.id.slice(56);
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
