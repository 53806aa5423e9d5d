import type { Failure } from '#domain/failure.ts';
import type { FailureText } from '#domain/failures/text.ts';

let translated: ((failure: Failure) => FailureText) | undefined;

/** The sentences of a failure in the page's language; `undefined` in an English page, whose sentences are the domain's. */
export function translatedFailure(failure: Failure): FailureText | undefined {
  return translated?.(failure);
}

/** Has failures say what their translation says. */
export function registerFailures(say: (failure: Failure) => FailureText): void {
  translated = say;
}
