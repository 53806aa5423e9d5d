import { CONFUSABLES } from './confusables.ts';
import { withoutHidden } from './hidden.ts';

const PLAIN: ReadonlyMap<string, string> = new Map(
  CONFUSABLES.flatMap(([plain, codePoints]) =>
    codePoints.split(' ').map((each) => [String.fromCodePoint(Number.parseInt(each, 16)), plain] as const),
  ),
);
/** Plain characters that look like each other in print (UTS #39). */
const TWINS: Readonly<Record<string, string>> = { '0': 'O', '1': 'l', I: 'l', '|': 'l', m: 'rn' };
/** Enough for every ticker: the services' are cut to 40 characters. */
const LONGEST = 200;

/**
 * Whether people could take one ticker for the other: their letters and digits are the same but for case, for characters
 * of other scripts that look alike, and for what cannot be seen. An empty one is like no other.
 */
export function looksAlike(one: string, other: string): boolean {
  const keys = new Set(likenessesOf(one));
  return likenessesOf(other).some((key) => keys.has(key));
}

/** Of each ticker, whether another one of the list could be taken for it. */
export function sharedTickers(tickers: readonly string[]): readonly boolean[] {
  const counts = new Map<string, number>();
  const keys = tickers.map((ticker) => likenessesOf(ticker));
  for (const key of keys.flat()) counts.set(key, (counts.get(key) ?? 0) + 1);
  return keys.map((own) => own.some((key) => (counts.get(key) ?? 0) > 1));
}

/** The readings and appearances of a ticker: two tickers that share any can be confused. */
function likenessesOf(ticker: string): readonly string[] {
  const text = withoutHidden(ticker.slice(0, LONGEST).toWellFormed());
  const plain = (part: string, seen: boolean): string => {
    // Some letters decompose into others that look different, and others have to be decomposed to be found.
    const bare = plainOf(part, seen).normalize('NFKD').replace(/\p{M}/gu, '');
    return plainOf(bare, seen);
  };
  const read = lettersIn(plain(plain(text, false).toUpperCase(), false).toUpperCase());
  const seen = lettersIn(Array.from(plain(text, true), (each) => TWINS[each] ?? each).join(''));
  // A text of signs alone is compared as it is.
  if (read === '') return text.trim() === '' ? [] : [`signs ${text.trim().toUpperCase()}`];
  return [`read ${read}`, `seen ${seen}`];
}

/** `seen`: a capital I of another script is the small L that it looks like, else the I that it is. */
function plainOf(text: string, seen: boolean): string {
  return Array.from(text, (each) => {
    const plain = PLAIN.get(each);
    return plain === 'l' && !seen && /\p{Lu}/u.test(each) ? 'I' : (plain ?? each);
  }).join('');
}

function lettersIn(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}
