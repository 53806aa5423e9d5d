import { connect } from 'node:net';

/**
 * Replaces practice's own entry as a helper of the shipped application: announces the test's exchange, and ends when
 * that does. Its last argument is the test's port.
 */
interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

const port = (process as unknown as { readonly parentPort: ParentPort }).parentPort;
const test = connect(Number(process.argv.at(-1)), '127.0.0.1');
let said = '';
test.setEncoding('utf8');
test.on('data', (text: string) => {
  said += text;
  if (said.endsWith('\n')) port.postMessage(JSON.parse(said));
});
test.on('close', () => process.exit(1));
test.on('error', () => process.exit(1));
port.on('message', ({ data }) => {
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'stop') process.exit(0);
});
