import { loadBinding, type Keytar } from './binding.ts';
import { isKeychainRequest, KEYCHAIN_SERVICE, type KeychainReply, type KeychainRequest } from './messages.ts';

/**
 * Entry of the keychain helper process; its one argument names another service for the entries. The keychain binding
 * may block forever, crash the process or keep it from exiting, so it is loaded only here; the parent kills this
 * process when an answer is overdue.
 */

/** How a helper hears and answers: a fork's own channel, or Electron's parent port. */
interface Channel {
  onMessage(listener: (message: unknown) => void): void;
  send(reply: KeychainReply): void;
}

interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

function channel(): Channel {
  const port = (process as { readonly parentPort?: ParentPort }).parentPort;
  if (port)
    return {
      onMessage: (listener) => port.on('message', (event) => listener(event.data)),
      send: (reply) => port.postMessage(reply),
    };
  // A blocked binding keeps a regular exit from returning, so a helper without a parent ends itself the hard way.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  return {
    onMessage: (listener) => void process.on('message', listener),
    send: (reply) => void process.send?.(reply),
  };
}

async function perform(keytar: Keytar, request: KeychainRequest): Promise<string | boolean | null> {
  switch (request.operation) {
    case 'get':
      return keytar.getPassword(service, request.account);
    case 'set':
      await keytar.setPassword(service, request.account, request.value);
      return true;
    case 'delete':
      return keytar.deletePassword(service, request.account);
  }
}

const service = process.argv[2] ?? KEYCHAIN_SERVICE;
const binding = loadBinding();
const parent = channel();
let turn: Promise<void> = Promise.resolve();

parent.onMessage((message) => {
  if (!isKeychainRequest(message)) return;
  const { id } = message;
  turn = turn.then(async () => {
    if (binding.state !== 'loaded') return parent.send({ id, outcome: binding.state });
    try {
      parent.send({ id, outcome: 'done', value: await perform(binding.keytar, message) });
    } catch {
      parent.send({ id, outcome: 'error' });
    }
  });
});
