import * as v from 'valibot';
import { ADA, parseAssetId } from '#domain/asset.ts';
import { ADA_TOKEN, type Token, type TokenLinks } from '#domain/token.ts';
import { objectOf, optional, plainNumber } from '../../http/wire.ts';
import { httpsLink, shownText } from './text.ts';

/** The most decimals that are believed; a token whose service states more counts as one without. */
const MOST_DECIMALS = 30;

/** Token (service interface, "Token"), with the decimals that some services add. */
export const tokenSchema = objectOf({
  token_id: v.string(),
  token_ascii: optional(v.string()),
  ticker: optional(v.string()),
  is_verified: optional(v.boolean()),
  token_decimals: optional(plainNumber),
  decimals: optional(plainNumber),
});

/** `undefined` when the id is not an asset's. */
export function tokenOf(wire: v.InferOutput<typeof tokenSchema>): Token | undefined {
  const id = parseAssetId(wire.token_id);
  if (id === undefined) return undefined;
  if (id === ADA) return ADA_TOKEN;
  const stated = wire.token_decimals ?? wire.decimals;
  const known = stated !== undefined && Number.isInteger(stated) && stated >= 0 && stated <= MOST_DECIMALS;
  return {
    id,
    ticker: shownText(wire.ticker ?? '', 40),
    name: shownText(wire.token_ascii ?? '', 80),
    verified: wire.is_verified ?? false,
    decimals: known ? stated : 0,
    decimalsSource: known ? 'service' : 'unknown',
  };
}

export const tokensSchema = v.array(tokenSchema);

/** Social links (service interface, "Social links"); services answer `null` for none. */
export const linksSchema = v.nullable(
  objectOf({ twitter: optional(v.string()), discord: optional(v.string()), website: optional(v.string()) }),
);

export function linksOf(wire: v.InferOutput<typeof linksSchema>): TokenLinks {
  const twitter = httpsLink(wire?.twitter);
  const discord = httpsLink(wire?.discord);
  const website = httpsLink(wire?.website);
  return {
    ...(twitter === undefined ? {} : { twitter }),
    ...(discord === undefined ? {} : { discord }),
    ...(website === undefined ? {} : { website }),
  };
}
