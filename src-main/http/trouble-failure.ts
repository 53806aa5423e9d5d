import { failure, type Failure } from '#domain/failure.ts';
import type { HttpTrouble } from './trouble.ts';

/** Whose answer did not come: for the user the charts API is a part of the service. */
type Party = 'service' | 'ledger';

/** Translates trouble on the way to a remote party. */
export function failureOfTrouble(party: Party, trouble: HttpTrouble, host: string): Failure {
  switch (trouble.kind) {
    case 'unreachable':
      return failure(`${party}-unreachable`, { host });
    case 'certificate':
      return failure(`${party}-certificate-refused`);
    case 'timeout':
      return failure(`${party}-timeout`, { seconds: trouble.seconds });
    case 'redirected':
      return failure(`${party}-redirected`);
    case 'too-large':
      return failure(`${party}-answer-too-large`);
    case 'malformed':
      return failure(`${party}-answer-malformed`, {}, trouble.reason);
    case 'paused':
      return failure(`${party}-paused`, { seconds: trouble.seconds });
    case 'cancelled':
      return failure(`${party}-call-cancelled`);
  }
}
