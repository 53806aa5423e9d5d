import { reply, type ApiReply } from './http.ts';

/** How the service writes its answers: `spec` has exactly the specification's fields, `wild` what services of this family send. */
export type Dialect = 'spec' | 'wild';

/** Why the service refuses. The specification shows no error bodies; these are practice's own, one shape for all. */
export class ServiceError extends Error {
  readonly status: number;
  /** Stable snake_case word; in the wild dialect it is the whole body. */
  readonly code: string;
  /** The field at fault, where there is one, and figures. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.facts = facts;
  }
}

/** A body whose field is missing or wrong. */
export function malformed(field: string, message: string): ServiceError {
  return new ServiceError(400, 'malformed_request', `${field} ${message}`, { field });
}

export function errorReply(error: ServiceError, dialect: Dialect): ApiReply {
  if (dialect === 'wild') return reply(error.status, error.code);
  return reply(error.status, { error: error.code, message: error.message, ...error.facts });
}
