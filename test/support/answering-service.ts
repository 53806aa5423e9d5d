import { afterEach, beforeEach } from 'vitest';
import { ServiceClient } from '../../src-main/service/service-client.ts';
import { answeringServer, quickParts, type AnsweringServer } from './answering-server.ts';
import { accessKey, baseUrl } from './http-parts.ts';

/** A service that answers as the test under way says, and that test's own client of it. */
export interface AnsweringService {
  readonly server: AnsweringServer;
  readonly client: ServiceClient;
}

/** A service for a whole file of tests, with a new client for each of them. */
export function answeringService(): AnsweringService {
  const server = answeringServer();
  let client: ServiceClient | undefined;
  beforeEach(() => {
    client = new ServiceClient({ base: baseUrl(server.url), key: accessKey(), ...quickParts() });
  });
  afterEach(() => client?.close());
  return {
    server,
    get client() {
      if (!client) throw new Error('the client is there only while a test runs');
      return client;
    },
  };
}
