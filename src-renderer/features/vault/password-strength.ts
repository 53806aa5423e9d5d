const LEAST_CHARACTERS = 10;

export type Strength = 'empty' | 'short' | 'weak' | 'fair' | 'good';

const FAIR_BITS = 50;
const GOOD_BITS = 70;

/**
 * A rough measure of a password: how many tries a guesser without knowledge of its owner needs, in bits, from its
 * length, the kinds of characters, and how many of them differ. A hint, no promise.
 */
export function passwordStrength(password: string): Strength {
  const letters = Array.from(password);
  if (letters.length === 0) return 'empty';
  if (letters.length < LEAST_CHARACTERS) return 'short';
  const distinct = new Set(letters).size;
  const alphabet =
    (/[a-z]/.test(password) ? 26 : 0) +
    (/[A-Z]/.test(password) ? 26 : 0) +
    (/\d/.test(password) ? 10 : 0) +
    (/[^A-Za-z\d]/.test(password) ? 30 : 0);
  // Characters that repeat, and runs such as "abc" or "321", add little.
  const runs = letters.filter((letter, index) => {
    const before = letters[index - 1]?.codePointAt(0);
    return before !== undefined && Math.abs((letter.codePointAt(0) ?? 0) - before) <= 1;
  }).length;
  const counted = Math.min(letters.length, distinct * 1.5) - runs * 0.8;
  const bits = Math.max(0, counted) * Math.log2(Math.max(alphabet, 2));
  if (bits < FAIR_BITS) return 'weak';
  return bits < GOOD_BITS ? 'fair' : 'good';
}

export const strengthText: Record<Strength, string> = {
  empty: `At least ${LEAST_CHARACTERS} characters. Several words are easy to keep in mind.`,
  short: `Too short: at least ${LEAST_CHARACTERS} characters.`,
  weak: 'Weak: easily guessed. Add words or characters.',
  fair: 'Fair.',
  good: 'Good.',
};
