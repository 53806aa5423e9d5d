import { ADA, assetNameHex, type AssetId } from '../asset.ts';

/** Names that no token can have here, in capitals and without marks. */
const RESERVED: readonly string[] = ['ADA', 'TADA', 'LOVELACE'];
/**
 * Plain letters alone: another script has letters that look like these, and digits in front would join an amount. A sign
 * of money comes before a letter, since `500 $` would be dollars.
 */
const READABLE = /^(?=.{1,24}$)\$?[A-Za-z][A-Za-z0-9$._+-]*$/;

/** Whether sentences may name a token by this ticker, which is a stranger's text: it is readable, and not taken for ADA. */
export function isPlainTicker(ticker: string): boolean {
  return READABLE.test(ticker) && !RESERVED.includes(lettersOf(ticker));
}

/** What tells a ticker from another one: its letters and digits, in capitals. */
export function lettersOf(ticker: string): string {
  return ticker.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** A token's name in a sentence: its ticker if that is plain, else its shortened id; empty if it has no ticker. */
export function shownName({ id, ticker }: { readonly id: AssetId; readonly ticker: string }): string {
  return id === ADA || ticker === '' || isPlainTicker(ticker) ? ticker : shortId(id);
}

/** The first digits of the policy and the last ones of the asset name, or the policy's alone if there is no name. */
export function shortId(asset: AssetId): string {
  const name = assetNameHex(asset);
  return name ? `${asset.slice(0, 8)}…${name.slice(-16)}` : shortened(asset);
}

/** The first and last characters of a long address or hash. */
export function shortened(text: string): string {
  return text.length <= 28 ? text : `${text.slice(0, 16)}…${text.slice(-8)}`;
}
