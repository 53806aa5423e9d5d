import { Agent, buildConnector, type Dispatcher } from 'undici';
import { codeOf, ConnectError } from './trouble.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;

/**
 * The connections to one host. Certificates are checked whatever the environment says
 * (`NODE_TLS_REJECT_UNAUTHORIZED` has no effect), proxies of the environment are not used, and nothing here follows
 * a redirect.
 */
export function createConnections(): Dispatcher {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  });
  return new Agent({
    connections: 4,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: HEADERS_TIMEOUT_MS,
    maxHeaderSize: 16_384,
    allowH2: false,
    connect: (options, callback) => {
      connect(options, (...[error, socket]) => {
        if (error === null) callback(null, socket);
        else callback(new ConnectError(codeOf(error)), null);
      });
    },
  });
}
