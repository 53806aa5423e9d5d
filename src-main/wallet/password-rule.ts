import { failure, type Failure } from '#domain/failure.ts';

/** Why a new password is refused: `password-too-weak` for its length, `password-guessable`. */
export async function passwordTrouble(password: string): Promise<Failure | undefined> {
  // The dictionaries take as much memory as all the rest, and are needed once in a wallet's life.
  const { measurePassword, PASSWORD_LEAST_CHARACTERS } =
    await import('../../src-preload/password/measure.ts');
  const { strength, advice } = measurePassword(password);
  if (strength === 'short') return failure('password-too-weak', { least: PASSWORD_LEAST_CHARACTERS });
  return strength === 'strong' ? undefined : failure('password-guessable', { advice: advice.join(' ') });
}
