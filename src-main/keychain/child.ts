import { isKeychainRequest, KEYCHAIN_SERVICE, type KeychainReply, type KeychainRequest } from './messages.ts';

/**
 * Entry of the keychain helper process. The keychain binding may block forever, crash the process or keep it from
 * exiting, so it is loaded here and nowhere else; the parent kills this process when an answer is overdue.
 */

type Keytar = typeof import('keytar');

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

async function load(): Promise<Keytar | undefined> {
  try {
    const loaded: Keytar & { readonly default?: Keytar } = await import('keytar');
    return loaded.default ?? loaded;
  } catch {
    return undefined;
  }
}

async function perform(keytar: Keytar, request: KeychainRequest): Promise<string | boolean | null> {
  switch (request.operation) {
    case 'get':
      return keytar.getPassword(KEYCHAIN_SERVICE, request.account);
    case 'set':
      await keytar.setPassword(KEYCHAIN_SERVICE, request.account, request.value);
      return true;
    case 'delete':
      return keytar.deletePassword(KEYCHAIN_SERVICE, request.account);
  }
}

const binding = load();
const parent = channel();
let turn: Promise<void> = Promise.resolve();

parent.onMessage((message) => {
  if (!isKeychainRequest(message)) return;
  const { id } = message;
  turn = turn.then(async () => {
    const keytar = await binding;
    if (!keytar) return parent.send({ id, outcome: 'unloadable' });
    try {
      parent.send({ id, outcome: 'done', value: await perform(keytar, message) });
    } catch {
      parent.send({ id, outcome: 'error' });
    }
  });
});
