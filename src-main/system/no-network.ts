import dgram from 'node:dgram';
import dns from 'node:dns';
import inspector from 'node:inspector';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import threads, { Worker } from 'node:worker_threads';

/** An attempt to use the network although there must be none. */
class NetworkForbidden extends Error {
  override name = 'NetworkForbidden';
}

/**
 * Permanently cuts this process off from the network: sockets cannot connect or listen, no name is resolved, and no
 * thread is started. A bug, or a library that calls home, then fails with `NetworkForbidden` instead of connecting.
 * Pipes to helper processes, which are connected when they are made, keep working. This is a second lock: the code for
 * offline signing loads nothing that would connect. `tried` is called with each attempt.
 */
export function forbidNetwork(tried: (what: string) => void): void {
  const forbid = (what: string) => (): never => {
    tried(what);
    throw new NetworkForbidden(`Touchstone runs without a network: ${what}`);
  };
  net.Socket.prototype.connect = forbid('connect');
  net.Server.prototype.listen = forbid('listen');
  for (const name of ['addMembership', 'addSourceSpecificMembership', 'bind', 'connect', 'send'] as const)
    dgram.Socket.prototype[name] = forbid(`udp ${name}`);
  const lookups = [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype];
  for (const holder of lookups as Record<string, unknown>[])
    for (const name of Object.getOwnPropertyNames(holder))
      if (/^(lookup|resolve|reverse)/.test(name)) holder[name] = forbid(`dns ${name}`);
  globalThis.fetch = forbid('fetch');
  const refuse = forbid('websocket');
  const refuseThread = forbid('thread');
  globalThis.WebSocket = class extends WebSocket {
    constructor() {
      refuse();
      super('');
    }
  };
  // A thread has its own sockets, beyond reach from here; and a debugger would listen.
  threads.Worker = class extends Worker {
    constructor() {
      refuseThread();
      super('');
    }
  };
  inspector.open = forbid('inspector');
  syncBuiltinESMExports();
}
