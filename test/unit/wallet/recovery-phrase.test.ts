import { describe, expect, it } from 'vitest';
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

  it('are refused with the place of the fault and never a word', () => {
    expect(reasonOf('')).toMatch(/not 0$/);
    expect(reasonOf(WORDS.split(' ').slice(1).join(' '))).toMatch(/not 11$/);
    expect(reasonOf(WORDS.replace('nut', 'nuts'))).toBe('word 3 is not in the list');
    expect(reasonOf(WORDS.replace('test', 'zoo'))).toBe('the checksum does not fit');
    expect(reasonOf(WORDS.replace('test walk', 'walk test'))).toBe('the checksum does not fit');
  });
});
