import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import type { HttpAnswer } from '../http/http-client.ts';
import type { HttpTrouble } from '../http/trouble.ts';

/** Translates trouble on the way to a ledger back-end. */
export function failureOfTrouble(trouble: HttpTrouble, host: string): Failure {
  switch (trouble.kind) {
    case 'unreachable':
      return failure('ledger-unreachable', { host });
    case 'certificate':
      return failure('ledger-certificate-refused');
    case 'timeout':
      return failure('ledger-timeout', { seconds: trouble.seconds });
    case 'redirected':
      return failure('ledger-redirected');
    case 'too-large':
      return failure('ledger-answer-too-large');
    case 'malformed':
      return failure('ledger-answer-malformed', {}, trouble.reason);
    case 'paused':
      return failure('ledger-paused', { seconds: trouble.seconds });
    case 'cancelled':
      return failure('ledger-call-cancelled');
  }
}

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
