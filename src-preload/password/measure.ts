import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import { OWN_WORDS } from './own-words.ts';

export const PASSWORD_LEAST_CHARACTERS = 10;
/**
 * Tries that a guesser must need, as a power of ten: the library's "very unguessable", enough against a stolen file. A
 * backup opens with the password alone, on any machine and without any delay but its derivation.
 */
const LEAST_GUESSES_LOG10 = 10;
/** Only so much is measured, and must be strong by itself: a long password must not hold the process up. */
const MEASURED_CHARACTERS = 64;

/** From `easy`, the first of a guesser's tries, to `strong`, which alone is accepted. */
export type PasswordStrength = 'short' | 'easy' | 'weak' | 'fair' | 'strong';

export interface PasswordMeasure {
  readonly strength: PasswordStrength;
  /** How far it is on its way to `strong`, 0 to 1. */
  readonly share: number;
  /** Its faults and advice. */
  readonly advice: readonly PasswordAdvice[];
}

const { warnings, suggestions } = english.translations;

/** A sentence of the library: a page says it in its own language. */
export type PasswordAdvice = `warnings/${keyof typeof warnings}` | `suggestions/${keyof typeof suggestions}`;

const OWN_WORD = 'It holds a word of Touchstone or of Cardano, which guessers try first.';
const ADVICE: ReadonlyMap<string, string> = new Map([
  ...Object.entries(warnings).map(([id, text]) => [`warnings/${id}`, text] as const),
  ...Object.entries(suggestions).map(([id, text]) => [`suggestions/${id}`, text] as const),
  ['warnings/userInputs', OWN_WORD],
]);

/** The English text of an advice. */
export function adviceText(advice: PasswordAdvice): string {
  return ADVICE.get(advice) ?? '';
}

/** The library answers these in place of its sentences. */
function idsOf<Texts extends Readonly<Record<string, string>>>(group: string, texts: Texts): Texts {
  const ids = Object.keys(texts).map((id) => [id, `${group}/${id}`]);
  return Object.fromEntries(ids) as Texts;
}

let factory: ZxcvbnFactory | undefined;

/**
 * How easily a password is guessed: by words, names and passwords that are known, also reversed or with digits for
 * letters, by keyboard runs, dates and repetition. Loading this module loads the dictionaries: import it on demand.
 */
export function measurePassword(password: string): PasswordMeasure {
  const text = password.normalize('NFKC');
  factory ??= new ZxcvbnFactory({
    translations: {
      ...english.translations,
      warnings: idsOf('warnings', warnings),
      suggestions: idsOf('suggestions', suggestions),
    },
    graphs: common.adjacencyGraphs,
    dictionary: { ...common.dictionary, ...english.dictionary },
    maxLength: MEASURED_CHARACTERS,
    l33tMaxSubstitutions: 20,
  });
  const { guessesLog10, feedback } = factory.check(text, [...OWN_WORDS]);
  const share = Math.min(1, guessesLog10 / LEAST_GUESSES_LOG10);
  const advice = [feedback.warning ?? '', ...feedback.suggestions].filter(
    (id) => id !== '',
  ) as PasswordAdvice[];
  if (Array.from(password.normalize('NFKD')).length < PASSWORD_LEAST_CHARACTERS)
    return { strength: 'short', share, advice };
  if (guessesLog10 >= LEAST_GUESSES_LOG10) return { strength: 'strong', share, advice: [] };
  const strength = share < 0.4 ? 'easy' : share < 0.75 ? 'weak' : 'fair';
  return { strength, share, advice: advice.length > 0 ? advice : [MORE_WORDS] };
}

const MORE_WORDS: PasswordAdvice = 'suggestions/anotherWord';
