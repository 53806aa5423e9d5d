import { failureText, type Failure } from '#domain/failure.ts';
import { readCount } from '#domain/typed-number.ts';
import { UsageError } from './terminal.ts';
import { usage } from './words.ts';

/** A whole number between two bounds; `undefined` when it is none. @throws UsageError when it could mean two. */
export function wholeNumber(option: string, typed: string, least: number, most: number): number | undefined {
  const reading = readCount(typed, least, most);
  if (reading.kind === 'ambiguous') throw misread(option, reading.failure);
  return reading.kind === 'value' ? reading.value : undefined;
}

/** The fault in the number given for an option, in the failure's own words. */
export function misread(option: string, why: Failure): UsageError {
  const { what, advice } = failureText(why);
  return new UsageError(usage.about(option, what, advice), why);
}
