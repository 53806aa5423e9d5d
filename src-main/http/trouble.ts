import { failure, type Failure } from '#domain/failure.ts';

/**
 * Why a call got no usable answer. `sent` is false only when it is certain that no byte of the request left this
 * machine: a submission may then be called unsent, in every other case its outcome is open.
 */
export type HttpTrouble =
  | { readonly kind: 'unreachable'; readonly sent: boolean }
  | { readonly kind: 'certificate'; readonly sent: false }
  | { readonly kind: 'timeout'; readonly seconds: number; readonly sent: boolean }
  | { readonly kind: 'redirected'; readonly sent: true }
  | { readonly kind: 'too-large'; readonly sent: true }
  | { readonly kind: 'malformed'; readonly reason: string; readonly sent: true }
  /** Held back by us: the other side asked to slow down, or failed too often. */
  | { readonly kind: 'paused'; readonly seconds: number; readonly sent: false }
  | { readonly kind: 'cancelled'; readonly sent: boolean };

/** Wraps what the connector reported, so that "never connected" can be distinguished from "broke later". */
export class ConnectError extends Error {
  readonly code: string;

  constructor(code: string) {
    super('the connection could not be made');
    this.name = 'ConnectError';
    this.code = code;
  }
}

/** Thrown while a body is read; holds the trouble to answer. */
export class BodyError extends Error {
  readonly trouble: HttpTrouble;

  constructor(trouble: HttpTrouble) {
    super(trouble.kind);
    this.name = 'BodyError';
    this.trouble = trouble;
  }
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME|^ERR_TLS|^ERR_SSL|^EPROTO$/;
const HEADERS_BROKEN = /^HPE_|^UND_ERR_HEADERS_OVERFLOW$|^UND_ERR_RES_EXCEEDED|^UND_ERR_RESPONSE/;
const ENCODING_BROKEN = /^Z_|^ERR__ERROR_|^ERR_BROTLI/;

/** Names the trouble behind an exception of the HTTP library; aborts are the caller's to name. */
export function troubleOf(error: unknown): HttpTrouble {
  if (error instanceof BodyError) return error.trouble;
  const code = codeOf(error);
  if (error instanceof ConnectError) {
    return CERTIFICATE.test(code)
      ? { kind: 'certificate', sent: false }
      : { kind: 'unreachable', sent: false };
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return { kind: 'timeout', seconds: 10, sent: true };
  if (HEADERS_BROKEN.test(code)) return { kind: 'malformed', reason: 'headers', sent: true };
  if (ENCODING_BROKEN.test(code)) return { kind: 'malformed', reason: 'encoding', sent: true };
  return { kind: 'unreachable', sent: true };
}

/** The code of an error, or of the first error that it collects. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && error.name === 'HTTPParserError' ? 'HPE_' : '';
}

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
