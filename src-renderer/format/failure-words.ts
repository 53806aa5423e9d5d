import { failureText, isFailureCode } from '#domain/failure.ts';
import type { FailureData, FailureText } from '#domain/failures/text.ts';

/** A failure as it crosses the bridge: its code is text until it is known. */
export interface FailureLike {
  readonly code: string;
  readonly data?: FailureData | undefined;
  readonly detail?: string | undefined;
}

/** The sentences of a failure; one with an unknown code is told plainly rather than not at all. */
export function failureWords(item: FailureLike): FailureText {
  if (!isFailureCode(item.code)) {
    return { what: `Something failed (${item.code}).`, money: 'unknown', advice: 'See the details.' };
  }
  return failureText({ code: item.code, ...(item.data && { data: item.data }) });
}
