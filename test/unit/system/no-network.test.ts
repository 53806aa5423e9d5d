import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MODULE = fileURLToPath(new URL('../../../src-main/system/no-network.ts', import.meta.url));

/** Each way out of a process, as an expression that connects or rejects. */
const WAYS: Readonly<Record<string, string>> = {
  fetch: `fetch('http://127.0.0.1:9')`,
  http: `new Promise((done, fail) => http.get('http://127.0.0.1:9', done).on('error', fail))`,
  https: `new Promise((done, fail) => https.get('https://127.0.0.1:9', done).on('error', fail))`,
  tcp: `new Promise((done, fail) => net.connect(9, '127.0.0.1', done).on('error', fail))`,
  pipe: `new Promise((done, fail) => net.connect('/tmp/nobody', done).on('error', fail))`,
  tls: `new Promise((done, fail) => tls.connect(9, '127.0.0.1', done).on('error', fail))`,
  listening: `new Promise((done, fail) => net.createServer().on('error', fail).listen(0, done))`,
  udp: `new Promise((done, fail) => dgram.createSocket('udp4').on('error', fail).send('x', 9, '127.0.0.1', done))`,
  http2: `new Promise((done, fail) => http2.connect('http://127.0.0.1:9', done).on('error', fail))`,
  multicast: `new Promise((done, fail) => dgram.createSocket('udp4').on('error', fail).addMembership('224.0.0.114'))`,
  thread: `new Promise((done, fail) => new Worker('0', { eval: true }).on('exit', done).on('error', fail))`,
  debugger: `Promise.resolve(inspector.open(0, '127.0.0.1'))`,
  lookup: `dns.promises.lookup('localhost')`,
  resolve: `new dns.promises.Resolver().resolve4('localhost')`,
  named: `lookup('localhost', () => undefined)`,
  websocket: `new Promise((done, fail) => { const s = new WebSocket('ws://127.0.0.1:9'); s.onopen = done; s.onerror = fail; })`,
};

/** The outcome of each way in a separate process: there is no way back. */
function tried(): Promise<Readonly<Record<string, string>>> {
  const script = `
    import { forbidNetwork } from ${JSON.stringify(MODULE)};
    import dgram from 'node:dgram';
    import dns, { lookup } from 'node:dns';
    import http from 'node:http';
    import http2 from 'node:http2';
    import inspector from 'node:inspector';
    import { Worker } from 'node:worker_threads';
    import https from 'node:https';
    import net from 'node:net';
    import tls from 'node:tls';
    const seen = [];
    forbidNetwork((what) => seen.push(what));
    const ways = { ${Object.entries(WAYS)
      .map(([name, way]) => `${name}: async () => ${way}`)
      .join(', ')} };
    const said = {};
    for (const [name, way] of Object.entries(ways)) {
      const before = seen.length;
      await way().then(() => { said[name] = 'connected'; }, (error) => {
        said[name] = seen.length > before ? 'forbidden' : String(error);
      });
    }
    console.log(JSON.stringify(said));
    process.exit(0);
  `;
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['--input-type=module', '-e', script], (error, stdout) => {
      if (error) reject(new Error('the process failed', { cause: error }));
      else resolve(JSON.parse(stdout) as Record<string, string>);
    });
  });
}

it('closes every way out of a process', async () => {
  const expected = Object.fromEntries(Object.keys(WAYS).map((name) => [name, 'forbidden']));
  expect(await tried()).toEqual(expected);
});
