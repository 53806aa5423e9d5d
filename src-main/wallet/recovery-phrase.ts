import { inspect } from 'node:util';
import { createHash } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Random } from '../ports/system.ts';
import { SecretBytes } from './secret-bytes.ts';
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as simplified } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditional } from '@scure/bip39/wordlists/traditional-chinese.js';

/** Words of a new phrase, and the bytes of entropy behind them (BIP-39). */
const ENTROPY_LENGTH = { 12: 16, 15: 20, 24: 32 } as const;
export type PhraseLength = keyof typeof ENTROPY_LENGTH;

/** Lengths that BIP-39 knows: other wallets made phrases of 18 and 21 words too. */
const KNOWN_LENGTHS: readonly number[] = [12, 15, 18, 21, 24];
const PROOF_WORDS = 4;

/**
 * Reads recovery words in any case and spacing, with the numbers that a note has before them: these say the order.
 * Failures, which name positions and never words: `phrase-malformed`, `phrase-numbers`, `phrase-foreign` for words of
 * another of BIP-39's lists.
 */
export function parsePhrase(text: string): Result<SecretBytes, Failure> {
  const ordered = inOrder(text.normalize('NFKD').trim().toLowerCase());
  if (!ordered.ok) return ordered;
  const words = ordered.value;
  if (!KNOWN_LENGTHS.includes(words.length))
    return malformed(`there must be 12, 15, 18, 21 or 24 words, not ${words.length}`);
  const indexes = words.map((word) => wordlist.indexOf(word));
  const unknown = indexes.indexOf(-1);
  const language = unknown >= 0 ? phraseLanguage(words) : undefined;
  if (language !== undefined) return failed(failure('phrase-foreign', { language }));
  if (unknown >= 0) return malformed(`word ${unknown + 1} is not in the list`);
  const entropy = entropyOfIndexes(indexes);
  return entropy ? ok(entropy) : malformed('the checksum does not fit');
}

/** A number as notes and wallets print it before a word: `1`, `1.`, `1)`, `1:`, `#1`. */
const NUMBERED = /(?:^|\s)#?(\d{1,2})[.):]?\s*(?=\p{L})/gu;

/** The words, in the order of their numbers where each has one. Failure: `phrase-numbers`. */
function inOrder(text: string): Result<readonly string[], Failure> {
  const numbers = [...text.matchAll(NUMBERED)].map(([, number]) => Number(number));
  const words = text
    .replace(NUMBERED, ' ')
    .trim()
    .split(/[\s,;]+/u)
    .filter((word) => word !== '');
  if (numbers.length === 0) return ok(words);
  const places = numbers.map((_, at) => numbers.indexOf(at + 1));
  if (numbers.length !== words.length || places.includes(-1)) return failed(failure('phrase-numbers'));
  return ok(places.map((at) => words[at] ?? ''));
}

/** New recovery words while they are shown and proven; they are kept nowhere else. */
export class NewPhrase {
  readonly #entropy: SecretBytes;
  /** Positions, from 1 and ascending, that the user types back. */
  readonly positions: readonly number[];

  constructor(random: Random, length: PhraseLength) {
    this.#entropy = SecretBytes.take(random.bytes(ENTROPY_LENGTH[length]));
    this.positions = pickPositions(random, length);
  }

  /** The words in order, for showing them once. */
  words(): readonly string[] {
    return wordIndexes(this.#entropy).map((index) => wordlist[index] ?? '');
  }

  /** Whether the words typed back are those at `positions`, in that order. */
  proven(answers: readonly string[]): boolean {
    const words = this.words();
    return (
      answers.length === this.positions.length &&
      this.positions.every((position, index) => words[position - 1] === answers[index]?.trim().toLowerCase())
    );
  }

  /** The entropy, as a copy that its taker wipes. */
  entropy(): SecretBytes {
    return this.#entropy.copy();
  }

  wipe(): void {
    this.#entropy.wipe();
  }

  toJSON(): string {
    return '[redacted]';
  }

  toString(): string {
    return '[redacted]';
  }

  [inspect.custom](): string {
    return '[redacted]';
  }
}

function pickPositions(random: Random, length: number): readonly number[] {
  const chosen = new Set<number>();
  // A multiple of the length below 256: no position is likelier than another.
  const limit = 256 - (256 % length);
  while (chosen.size < PROOF_WORDS)
    for (const byte of random.bytes(16))
      if (byte < limit && chosen.size < PROOF_WORDS) chosen.add((byte % length) + 1);
  return [...chosen].sort((left, right) => left - right);
}

function malformed(reason: string): Result<never, Failure> {
  return failed(failure('phrase-malformed', { reason }));
}

/**
 * BIP-39's packing of entropy and check sum into 11-bit word indexes, done here so that no copy of the entropy is
 * left in memory that nobody can overwrite.
 */
const WORD_BITS = 11;

/** Word indexes of an entropy of 16 to 32 bytes, a multiple of 4. */
export function wordIndexes(entropy: SecretBytes): readonly number[] {
  const bits = entropy.bytes.length * 8;
  const check = checkByte(entropy);
  const bit = (at: number): number =>
    at < bits ? bitOf(entropy.bytes.readUInt8(at >> 3), at & 7) : bitOf(check, at - bits);
  return Array.from({ length: (bits + bits / 32) / WORD_BITS }, (_, word) =>
    Array.from({ length: WORD_BITS }, (_unused, at) => bit(word * WORD_BITS + at)).reduce(
      (index, next) => (index << 1) | next,
      0,
    ),
  );
}

/** The entropy behind 12, 15, 18, 21 or 24 word indexes; `undefined` when the check sum does not fit. */
export function entropyOfIndexes(indexes: readonly number[]): SecretBytes | undefined {
  const bits = ((indexes.length * WORD_BITS) / 33) * 32;
  const entropy = SecretBytes.take(new Uint8Array(bits / 8));
  let check = 0;
  indexes.forEach((index, word) => {
    for (let at = 0; at < WORD_BITS; at += 1) {
      const next = (index >> (WORD_BITS - 1 - at)) & 1;
      const place = word * WORD_BITS + at;
      if (place >= bits) check |= next << (7 - (place - bits));
      else
        entropy.bytes.writeUInt8(
          entropy.bytes.readUInt8(place >> 3) | (next << (7 - (place & 7))),
          place >> 3,
        );
    }
  });
  const used = 0xff & ~(0xff >> (bits / 32));
  if (check === (checkByte(entropy) & used)) return entropy;
  entropy.wipe();
  return undefined;
}

function checkByte(entropy: SecretBytes): number {
  return createHash('sha256').update(entropy.bytes).digest().readUInt8(0);
}

/** Bit of a byte, from its most significant one on. */
function bitOf(byte: number, at: number): number {
  return (byte >> (7 - at)) & 1;
}

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
function phraseLanguage(words: readonly string[]): keyof typeof LISTS | undefined {
  return (Object.keys(LISTS) as (keyof typeof LISTS)[]).find((language) => {
    const known = new Set(LISTS[language].map((word) => word.normalize('NFKD')));
    return words.every((word) => known.has(word));
  });
}
