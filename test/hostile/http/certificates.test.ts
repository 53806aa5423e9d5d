import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpClient } from '../../../src-main/http/http-client.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import { accessKey, baseUrl } from '../../support/http-parts.ts';
import { selfSigned } from '../../support/self-signed.ts';

let requests = 0;
const server = createServer(selfSigned(), (_request, response) => {
  requests += 1;
  response.end('{}');
});

beforeEach(async () => {
  requests = 0;
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test.each(['1', '0'])(
  'a certificate that nobody vouches for is refused, with NODE_TLS_REJECT_UNAUTHORIZED=%s too',
  async (setting) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', setting);
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    const http = new HttpClient({
      base: baseUrl(url),
      credential: { header: 'X-Partner-Id', key: accessKey() },
      clock: systemClock,
      random: systemRandom,
    });
    const outcome = await http.send({
      method: 'GET',
      segments: ['thing'],
      readOnly: true,
      timeoutMs: 30_000,
      maxBytes: 1000,
    });
    expect(outcome).toEqual({ ok: false, failure: { kind: 'certificate', sent: false } });
    expect(requests).toBe(0);
    await http.close();
    // The setting is in force: a client that leaves the choice to it goes through.
    if (setting === '0') {
      expect((await fetch(url)).status).toBe(200);
      expect(requests).toBe(1);
    }
  },
);
