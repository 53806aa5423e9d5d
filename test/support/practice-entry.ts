import { fileURLToPath } from 'node:url';

/**
 * The entry of a practice process: the built file if this run has built one, which starts in two thirds of the time;
 * the sources otherwise.
 */
export function practiceEntry(): string {
  return (
    process.env['TEST_PRACTICE_ENTRY'] ??
    fileURLToPath(new URL('../../src-main/practice/main.ts', import.meta.url))
  );
}
