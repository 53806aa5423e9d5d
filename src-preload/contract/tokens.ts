import * as v from 'valibot';
import { assetId, decimals, none, shortText } from './codec.ts';
import { type DeskTable, quiet } from './table.ts';

export const token = v.strictObject({
  id: assetId,
  ticker: shortText,
  tickerSource: v.picklist(['fixed', 'service', 'ledger', 'disputed', 'unknown']),
  tickerClaims: v.exactOptional(v.strictObject({ service: shortText, ledger: shortText })),
  name: shortText,
  verified: v.boolean(),
  decimals,
  decimalsSource: v.picklist(['fixed', 'service', 'ledger', 'inferred', 'user', 'unknown']),
});
export type TokenView = v.InferOutput<typeof token>;

/** The trading window's calls for tokens. */
export const deskTokens = {
  'tokens.search': quiet(
    v.strictObject({ query: v.pipe(v.string(), v.maxLength(200)), verifiedOnly: v.boolean() }),
    v.strictObject({
      mode: v.picklist(['name', 'policy', 'id', 'fingerprint']),
      tokens: v.array(v.strictObject({ token, tickerShared: v.boolean() })),
    }),
  ),
  'tokens.get': quiet(v.strictObject({ id: assetId }), token),
  /** The tokens to show before anything is typed: recent ones and a starting list. */
  'tokens.suggested': quiet(none, v.array(token)),
} as const satisfies DeskTable;
