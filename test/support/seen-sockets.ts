// Loaded before a program (`--import`): sees each socket that it makes, below every library, and reports them when it
// exits.
import { createHook } from 'node:async_hooks';
import { writeFileSync } from 'node:fs';

/**
 * Node's names for the handles and requests of a network: connections, servers, datagrams, names that are looked up.
 */
const NETWORK = /^(TCP|UDP|TLS|QUIC|GETADDRINFO|GETNAMEINFO|QUERY|HTTP)/;

/** Names of those that this process makes from now on. Pipes to helpers and to a browser do not count. */
export function seeSockets(): readonly string[] {
  const seen: string[] = [];
  createHook({
    init: (_, type) => {
      if (NETWORK.test(type)) seen.push(type);
    },
  }).enable();
  return seen;
}

const report = process.env['SEEN_SOCKETS'];
if (report !== undefined) {
  const seen = seeSockets();
  process.on('exit', () => writeFileSync(report, JSON.stringify(seen)));
}
