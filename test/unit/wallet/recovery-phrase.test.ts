import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { describe, expect, it } from 'vitest';
import { failure, failureText } from '#domain/failure.ts';
import { NewPhrase, parsePhrase } from '../../../src-main/wallet/recovery-phrase.ts';
import { seededRandom, WORDS } from '../../support/wallet-bench.ts';
import { systemRandom } from '../../../src-main/system/clock.ts';

const reasonOf = (text: string): unknown => {
  const parsed = parsePhrase(text);
  return parsed.ok ? undefined : parsed.failure.data?.['reason'];
};

describe('recovery words', () => {
  it.each([12, 15, 24] as const)('are made, shown, proven and read back (%i words)', (length) => {
    const phrase = new NewPhrase(systemRandom, length);
    const words = phrase.words();
    expect(words).toHaveLength(length);
    const { positions } = phrase;
    expect(positions).toHaveLength(4);
    expect(new Set(positions).size).toBe(4);
    expect(positions.every((position) => position >= 1 && position <= length)).toBe(true);
    expect(positions).toEqual(positions.toSorted((left, right) => left - right));
    const answers = positions.map((position) => words[position - 1] ?? '');
    expect(phrase.proven(answers)).toBe(true);
    expect(phrase.proven(answers.map((word) => ` ${word.toUpperCase()} `))).toBe(true);
    const read = parsePhrase(words.join(' '));
    expect(read.ok && read.value.bytes.equals(phrase.entropy().bytes)).toBe(true);
  });

  it('asks for every position sooner or later', () => {
    const asked = new Set(
      Array.from({ length: 200 }, (_, seed) => new NewPhrase(seededRandom(seed), 15).positions).flat(),
    );
    expect(asked.size).toBe(15);
  });

  it('are not proven by wrong, missing, swapped or surplus words', () => {
    const phrase = new NewPhrase(seededRandom(3), 12);
    const right = phrase.positions.map((position) => phrase.words()[position - 1] ?? '');
    expect(phrase.proven([])).toBe(false);
    expect(phrase.proven(right.slice(1))).toBe(false);
    expect(phrase.proven([...right, 'zoo'])).toBe(false);
    expect(phrase.proven(right.toReversed())).toBe(false);
    for (const at of right.keys()) expect(phrase.proven(right.with(at, 'x'))).toBe(false);
  });

  it('are read in any case and spacing', () => {
    const plain = parsePhrase(WORDS);
    const loud = parsePhrase(`\n  ${WORDS.toUpperCase().replaceAll(' ', '\t\u00a0 ')} \n`);
    expect(plain.ok && loud.ok && plain.value.bytes.equals(loud.value.bytes)).toBe(true);
  });

  it.each([
    ['1. ', ' '],
    ['1) ', '\n'],
    ['1.', ' '],
    ['#1 ', ', '],
    ['1: ', '\t'],
  ])('are read with their numbers, written as %j', (number, between) => {
    const numbered = WORDS.split(' ').map((word, at) => `${number.replace('1', String(at + 1))}${word}`);
    const plain = parsePhrase(WORDS);
    const read = parsePhrase(numbered.join(between));
    expect(plain.ok && read.ok && plain.value.bytes.equals(read.value.bytes)).toBe(true);
    // Two columns, copied line by line: the numbers say the order.
    const rows = Array.from({ length: 6 }, (_, at) => [numbered[at] ?? '', numbered[at + 6] ?? '']);
    const columns = parsePhrase(rows.flat().join(between));
    expect(plain.ok && columns.ok && plain.value.bytes.equals(columns.value.bytes)).toBe(true);
  });

  it('are refused where the numbers contradict each other, or some have none', () => {
    const words = WORDS.split(' ');
    for (const numbers of [
      [1, 1, 3],
      [0, 1, 2],
      [1, 2],
    ]) {
      const text = words.map((word, at) => (at < numbers.length ? `${numbers[at] ?? ''}. ${word}` : word));
      expect(parsePhrase(text.join(' '))).toMatchObject({ failure: { code: 'phrase-numbers' } });
    }
  });

  it.each(Object.entries({ spanish, french, japanese, korean, italian }))(
    'of another list of BIP-39 are named by their language: %s',
    (language, list) => {
      const words = list.slice(100, 112).join(' ');
      expect(parsePhrase(words)).toMatchObject({ failure: { code: 'phrase-foreign', data: { language } } });
      expect(failureText(failure('phrase-foreign', { language })).what).toContain(
        language.charAt(0).toUpperCase() + language.slice(1),
      );
    },
  );

  it('are refused with the place of the fault and never a word', () => {
    expect(reasonOf('')).toMatch(/not 0$/);
    expect(reasonOf(WORDS.split(' ').slice(1).join(' '))).toMatch(/not 11$/);
    expect(reasonOf(WORDS.replace('nut', 'nuts'))).toBe('word 3 is not in the list');
    expect(reasonOf(WORDS.replace('test', 'zoo'))).toBe('the checksum does not fit');
    expect(reasonOf(WORDS.replace('test walk', 'walk test'))).toBe('the checksum does not fit');
  });
});
