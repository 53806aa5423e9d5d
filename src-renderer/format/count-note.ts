import type { RangeReading } from '#domain/typed-number.ts';
import { failureWords } from './failure-words.ts';

/** What is wrong with a typed number of things; absent while nothing is. */
export function countNote(reading: RangeReading, least: number, most: number): string | undefined {
  if (reading.kind === 'value') return undefined;
  if (reading.kind === 'malformed') return `A number from ${least} to ${most}.`;
  return misreadWords(reading.failure);
}

/** Both readings of a number that could mean two, and what to write instead. */
export function misreadWords(failure: Extract<RangeReading, { kind: 'ambiguous' }>['failure']): string {
  const { what, advice } = failureWords(failure);
  return `${what} ${advice}`;
}
