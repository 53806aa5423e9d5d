import type { Value } from '../../src-preload/domain/amount.ts';
import { ADA, ADA_DECIMALS, assetNameHex, type AssetId } from '../../src-preload/domain/asset.ts';
import { formatDecimal } from '../../src-preload/domain/decimal.ts';
import type { TokenWording } from './inspection-input.ts';

/** Token names that the words may use; what is absent is told in base units with its id. */
export type TokenWords = ReadonlyMap<AssetId, TokenWording> | undefined;

/** `12.5 ADA`, `832.1 TICKER`, or `17 base units of 3fa1…c27e`. Never rounds. */
export function amountText(asset: AssetId, quantity: bigint, tokens?: TokenWords): string {
  if (asset === ADA) return `${grouped(formatDecimal(quantity, ADA_DECIMALS))} ADA`;
  const token = tokens?.get(asset);
  if (token) return `${grouped(formatDecimal(quantity, token.decimals))} ${tokenName(asset, token)}`;
  return `${grouped(quantity.toString())} base units of ${shortId(asset)}`;
}

/** The asset's name: its ticker where known, else its shortened id. */
export function assetText(asset: AssetId, tokens?: TokenWords): string {
  if (asset === ADA) return 'ADA';
  const token = tokens?.get(asset);
  return token ? tokenName(asset, token) : shortId(asset);
}

/** Every amount of a value, ADA first. */
export function valueText(value: Value, tokens?: TokenWords): string {
  const parts = Array.from(value, ([asset, quantity]) => ({
    asset,
    text: amountText(asset, quantity, tokens),
  }));
  parts.sort(
    (left, right) =>
      Number(right.asset === ADA) - Number(left.asset === ADA) || left.text.localeCompare(right.text, 'en'),
  );
  return parts.map(({ text }) => text).join(' and ') || 'nothing';
}

/** The first and last characters of a long address or hash. */
export function shortened(text: string): string {
  return text.length <= 28 ? text : `${text.slice(0, 16)}…${text.slice(-8)}`;
}

function shortId(asset: AssetId): string {
  const name = assetNameHex(asset) ?? '';
  return name === '' ? shortened(asset) : `${asset.slice(0, 8)}…${name.slice(-16)}`;
}

/**
 * A ticker is the service's text: anything but plain letters, digits and a few marks, and whatever could be taken for
 * ADA, falls back to the id.
 */
function tokenName(asset: AssetId, token: TokenWording): string {
  if (token.ticker.normalize('NFKC').toUpperCase() === 'ADA') return shortId(asset);
  return /^[\p{L}\p{N}$._+-]{1,24}$/u.test(token.ticker) ? token.ticker : shortId(asset);
}

function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}
