import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as simplified } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditional } from '@scure/bip39/wordlists/traditional-chinese.js';

/** The lists of BIP-39 besides the English one, by language. */
const LISTS = {
  czech,
  french,
  italian,
  japanese,
  korean,
  portuguese,
  spanish,
  chinese: [...simplified, ...traditional],
} as const;

/** The language of words (NFKD, lower case) that are all of one other list of BIP-39; `undefined` where there is none. */
export function phraseLanguage(words: readonly string[]): keyof typeof LISTS | undefined {
  return (Object.keys(LISTS) as (keyof typeof LISTS)[]).find((language) => {
    const known = new Set(LISTS[language].map((word) => word.normalize('NFKD')));
    return words.every((word) => known.has(word));
  });
}
