import type { PasswordAdvice } from '../../../src-preload/password/measure.ts';
import { inLanguage } from '../../words/in-language.ts';

/** Faults of a new password and advice, as worded by the library that measures it. */
export const advice = inLanguage('features/vault/advice-words', {
  'warnings/straightRow': 'Straight rows of keys on your keyboard are easy to guess.',
  'warnings/keyPattern': 'Short keyboard patterns are easy to guess.',
  'warnings/simpleRepeat': 'Repeated characters like "aaa" are easy to guess.',
  'warnings/extendedRepeat': 'Repeated character patterns like "abcabcabc" are easy to guess.',
  'warnings/sequences': 'Common character sequences like "abc" are easy to guess.',
  'warnings/recentYears': 'Recent years are easy to guess.',
  'warnings/dates': 'Dates are easy to guess.',
  'warnings/topTen': 'This is a heavily used password.',
  'warnings/topHundred': 'This is a frequently used password.',
  'warnings/common': 'This is a commonly used password.',
  'warnings/similarToCommon': 'This is similar to a commonly used password.',
  'warnings/wordByItself': 'Single words are easy to guess.',
  'warnings/namesByThemselves': 'Single names or surnames are easy to guess.',
  'warnings/commonNames': 'Common names and surnames are easy to guess.',
  'warnings/userInputs': 'It holds a word of Touchstone or of Cardano, which guessers try first.',
  'warnings/pwned': 'Your password was exposed by a data breach on the Internet.',
  'suggestions/l33t': "Avoid predictable letter substitutions like '@' for 'a'.",
  'suggestions/reverseWords': 'Avoid reversed spellings of common words.',
  'suggestions/allUppercase': 'Capitalize some, but not all letters.',
  'suggestions/capitalization': 'Capitalize more than the first letter.',
  'suggestions/dates': 'Avoid dates and years that are associated with you.',
  'suggestions/recentYears': 'Avoid recent years.',
  'suggestions/associatedYears': 'Avoid years that are associated with you.',
  'suggestions/sequences': 'Avoid common character sequences.',
  'suggestions/repeated': 'Avoid repeated words and characters.',
  'suggestions/longerKeyboardPattern':
    'Use longer keyboard patterns and change typing direction multiple times.',
  'suggestions/anotherWord': 'Add more words that are less common.',
  'suggestions/useWords': 'Use multiple words, but avoid common phrases.',
  'suggestions/noNeed':
    'You can create strong passwords without using symbols, numbers, or uppercase letters.',
  'suggestions/pwned': 'If you use this password elsewhere, you should change it.',
} satisfies Readonly<Record<PasswordAdvice, string>>);
