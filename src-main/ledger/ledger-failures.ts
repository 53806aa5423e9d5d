import { failure, type Failure } from '#domain/failure.ts';
import type { HttpAnswer } from '../http/http-client.ts';

/** Translates the refusals that every endpoint of Blockfrost shares (its documentation, "Errors"). */
export function failureOfStatus(answer: HttpAnswer): Failure {
  switch (answer.status) {
    case 401:
    case 403:
      return failure('ledger-key-refused', {}, answer.excerpt);
    case 402:
      return failure('ledger-quota-used', {}, answer.excerpt);
    case 404:
      return failure('ledger-not-found', {}, answer.excerpt);
    case 418:
    case 429:
      return failure('ledger-rate-limited', {}, answer.excerpt);
    case 425:
      return failure('ledger-mempool-full', {}, answer.excerpt);
    default:
      return failure('ledger-error', { status: answer.status }, answer.excerpt);
  }
}
