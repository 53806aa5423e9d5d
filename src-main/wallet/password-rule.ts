import { failure, type Failure } from '../../src-preload/domain/failure.ts';

/** Shortest password, in characters. */
const PASSWORD_LEAST = 10;

/** Why a new password is refused: `password-too-weak`. */
export function passwordTrouble(password: string): Failure | undefined {
  const characters = Array.from(password.normalize('NFKD')).length;
  return characters < PASSWORD_LEAST ? failure('password-too-weak', { least: PASSWORD_LEAST }) : undefined;
}
