import type { Brand } from './brand.ts';

/**
 * The identity of an asset inside the application: `'ADA'`, or a policy id (56 lower-case hex digits) followed
 * by the asset name in lower-case hex (0 to 64 digits). Every other spelling is normalised at the border.
 */
export type AssetId = Brand<string, 'AssetId'>;

export const ADA = 'ADA' as AssetId;

/** ADA's base unit is the lovelace: one ADA is 10^6 lovelace. */
export const ADA_DECIMALS = 6;

const TOKEN_PATTERN = /^[0-9a-f]{56}(?:[0-9a-f]{2}){0,32}$/;
const LOVELACE_AS_TOKEN = '0'.repeat(56) + '6c6f76656c616365';

/**
 * Reads any spelling of an asset met on a wire: `''`, `ADA`, `lovelace`, 56 zeros followed by "lovelace" in hex,
 * upper-case hex, or `policy.name`. Answers `undefined` for anything else.
 */
export function parseAssetId(text: string): AssetId | undefined {
  const plain = text.trim();
  if (plain === '' || plain === 'ADA' || plain === 'ada' || plain === 'lovelace') return ADA;
  const joined = plain.replace('.', '').toLowerCase();
  if (joined === LOVELACE_AS_TOKEN) return ADA;
  return TOKEN_PATTERN.test(joined) ? (joined as AssetId) : undefined;
}

/** The asset's spelling in a request body or query: ADA is the empty string (service interface, "Token identifier"). */
export function assetInBody(asset: AssetId): string {
  return asset === ADA ? '' : asset;
}

/** The asset's spelling as a path segment: ADA is `ADA` (service interface, "Conventions"). */
export function assetInPath(asset: AssetId): string {
  return asset;
}

/** The asset's spelling in a ledger back-end's `unit` field: `lovelace`, or policy id and name joined. */
export function assetUnit(asset: AssetId): string {
  return asset === ADA ? 'lovelace' : asset;
}

/** The 56 hex digits of the policy, or `undefined` for ADA. */
export function policyOf(asset: AssetId): string | undefined {
  return asset === ADA ? undefined : asset.slice(0, 56);
}

/** The asset name in hex (may be empty), or `undefined` for ADA. */
export function assetNameHex(asset: AssetId): string | undefined {
  return asset === ADA ? undefined : asset.slice(56);
}
