import { failure, type Failure } from '#domain/failure.ts';
import type { HttpAnswer } from '../http/http-client.ts';

/** Translates an answer whose status is not a success. */
export function failureOfAnswer({ status, excerpt }: HttpAnswer): Failure {
  if (status === 401 || status === 403) return failure('service-key-refused', {}, excerpt);
  if (status === 404) return failure('service-not-found', {}, excerpt);
  if (status === 429) return failure('service-rate-limited', {}, excerpt);
  return failure('service-error', { status }, excerpt);
}
