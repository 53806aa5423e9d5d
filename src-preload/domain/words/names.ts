import { ADA, assetNameHex, type AssetId } from '../asset.ts';
import type { Token } from '../token.ts';

/** Names that no token can have here, in capitals and without marks. */
const RESERVED: readonly string[] = ['ADA', 'TADA', 'LOVELACE'];
/**
 * Plain letters alone: another script has letters that look like these, and digits in front would join an amount. A sign
 * of money comes before a letter, since `500 $` would be dollars.
 */
const READABLE = /^(?=.{1,24}$)\$?[A-Za-z][A-Za-z0-9$._+-]*$/;

/** Hexadecimal digits that read like an id, whole or shortened: a token of that name could pass for another one's id. */
const LIKE_AN_ID = /^(?:[0-9a-f]{4,}\.{2,}[0-9a-f.]*|[0-9a-f]{16,})$/i;

/** Whether sentences may name a token by this ticker, which is a stranger's text: it is readable, and taken neither for ADA nor for an id. */
export function isPlainTicker(ticker: string): boolean {
  return READABLE.test(ticker) && !LIKE_AN_ID.test(ticker) && !RESERVED.includes(lettersOf(ticker));
}

/** Whether two sources call a token the same: in plain letters neither case nor signs matter, in others all does. */
export function sameTicker(one: string, other: string): boolean {
  if (one === other) return true;
  return isPlainTicker(one) && isPlainTicker(other) && lettersOf(one) === lettersOf(other);
}

/** Most characters of a ticker that a sentence quotes. */
const LONGEST_QUOTED = 40;

/** A ticker that a sentence quotes, whatever it is: nothing in it can continue the sentence around it. */
export function quotedTicker(ticker: string): string {
  const plain = ticker.replace(/[^A-Za-z0-9$._+-]/gu, '?');
  return plain.length <= LONGEST_QUOTED ? plain : `${plain.slice(0, LONGEST_QUOTED)}…`;
}

/** The distinguishing characters of a ticker: its letters and digits, in capitals. */
export function lettersOf(ticker: string): string {
  return ticker.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** A token's name in a sentence: its ticker if that is plain, else its shortened id; empty if nobody calls it by one. */
export function shownName({
  id,
  ticker,
  tickerSource,
}: Pick<Token, 'id' | 'ticker'> & Partial<Pick<Token, 'tickerSource'>>): string {
  if (tickerSource === 'disputed') return shortId(id);
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

/** The end of a size that is a word, so that `MIO.ADA` and `Mio$` read as one and `MIOTA` does not. */
const WORD_END = String.raw`(?!\p{L})`;
/** The app itself writes `5k` and `5M`; other letters or digits after such a letter make it a name. */
const LETTER_END = String.raw`(?![\p{L}\p{N}])`;
/** Thousands, millions, billions and trillions as German writes them behind a figure. */
const GERMAN_SIZE = new RegExp(
  String.raw`^\$?(?:(?:tsd|mill|mio|mia|mrd|bio|tausend|million(?:en)?|milliarden?|billion(?:en)?)${WORD_END}|[km]${LETTER_END})`,
  'iu',
);
/** The same in English. */
const ENGLISH_SIZE = new RegExp(
  String.raw`^\$?(?:(?:mil|mio|ml?n|mm|bi?l?n|bil|tr?n|tln|(?:thousand|million|billion|trillion)s?)${WORD_END}|[kmbt]${LETTER_END})`,
  'iu',
);

/** A ticker behind a German figure: `5 „MIO“`, because `5 MIO` would read as five million. */
export function germanTicker(ticker: string): string {
  return GERMAN_SIZE.test(ticker) ? `„${ticker}“` : ticker;
}

/** A ticker behind an English figure in a window: `5 “M”`, because `5 M` would read as five million. */
export function englishTicker(ticker: string): string {
  return ENGLISH_SIZE.test(ticker) ? `“${ticker}”` : ticker;
}

/** Whether a token that was called by a ticker is called by another one now. Without a name, it is no other. */
export function isRenamed(before: string, now: string): boolean {
  return before !== '' && now !== '' && !sameTicker(now, before);
}
