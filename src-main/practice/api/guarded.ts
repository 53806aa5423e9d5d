import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { Practice } from '../practice.ts';
import { reply, type Api, type ApiReply, type ApiRequest, type Route } from './http.ts';
import { errorReply, ServiceError, type Dialect } from './requests.ts';

/** What the service's two APIs have in common. */
export interface ServiceOptions {
  readonly apiKey: string;
  readonly dialect: Dialect;
}

const BODY_LIMIT = 64 * 1024;

/** Routes behind the key. */
export function guarded(routes: readonly Route[], { apiKey, dialect }: ServiceOptions): Api {
  const codes = {
    400: 'malformed_request',
    403: 'web_page',
    404: 'not_found',
    405: 'method_not_allowed',
    413: 'body_too_large',
    500: 'internal',
  };
  return {
    routes,
    bodyLimit: BODY_LIMIT,
    admit: (headers) => refusalOf(headers, apiKey, dialect),
    trouble: (status, message) => errorReply(new ServiceError(status, codes[status], message), dialect),
  };
}

/** Makes handlers whose refusals become replies. The market is brought up to this moment first. */
export function routesOf(
  practice: Practice,
  dialect: Dialect,
): (method: Route['method'], path: string, read: (request: ApiRequest) => unknown) => Route {
  return (method, path, read) => ({
    method,
    path,
    handle(request): ApiReply {
      try {
        practice.live();
        return reply(200, read(request));
      } catch (error) {
        if (error instanceof ServiceError) return errorReply(error, dialect);
        throw error;
      }
    },
  });
}

function refusalOf(
  headers: IncomingMessage['headers'],
  apiKey: string,
  dialect: Dialect,
): ApiReply | undefined {
  const given = headers['x-partner-id'];
  if (typeof given !== 'string' || given === '')
    return errorReply(new ServiceError(401, 'key_missing', 'The header X-Partner-Id is missing.'), dialect);
  const [left, right] = [Buffer.from(given), Buffer.from(apiKey)];
  if (left.length === right.length && timingSafeEqual(left, right)) return undefined;
  return errorReply(new ServiceError(403, 'key_wrong', 'The key in X-Partner-Id is not known.'), dialect);
}
