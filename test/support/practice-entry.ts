import { fileURLToPath } from 'node:url';

/**
 * What a practice process starts from: the built file where the run has built one, which takes two thirds of the time of
 * the sources; the sources otherwise.
 */
export function practiceEntry(): string {
  return (
    process.env['TEST_PRACTICE_ENTRY'] ??
    fileURLToPath(new URL('../../src-main/practice/main.ts', import.meta.url))
  );
}
