import type { PasswordMeasure, PasswordStrength } from '../../../src-preload/password/measure.ts';

export type { PasswordMeasure };

/** Measures a password. The dictionaries are loaded with the first one. */
export async function measured(password: string): Promise<PasswordMeasure> {
  const { measurePassword } = await import('../../../src-preload/password/measure.ts');
  return measurePassword(password);
}

export const BEFORE_TYPING =
  'At least 10 characters. Four words that have nothing to do with each other are good.';
export const strengthWords: Record<PasswordStrength, string> = {
  short: 'Too short: at least 10 characters.',
  easy: 'Guessed at once.',
  weak: 'Weak: easily guessed.',
  fair: 'Not strong enough yet.',
  strong: 'Strong.',
};
