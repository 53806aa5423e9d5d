import { afterAll, beforeAll, beforeEach } from 'vitest';
import { HandClock } from './http-parts.ts';
import {
  loopbackServer,
  reply,
  type Answer,
  type LoopbackServer,
  type SeenRequest,
} from './loopback-server.ts';

/**
 * The parts of every client of a loopback server: a clock whose pauses end at once, and a rate limit that is never
 * reached.
 */
export const quickParts = () => ({
  clock: new HandClock(5_000),
  random: { bytes: (count: number) => new Uint8Array(count) },
  rate: { concurrency: 4, perSecond: 1000, burst: 1000 },
});

/** A server that answers as the test under way says. */
export interface AnsweringServer {
  readonly url: string;
  /** Requests of the test under way. */
  readonly seen: SeenRequest[];
  /** Answers in a way of its own. */
  answer: Answer;
  /** Answers every request with the text, or the value as JSON. */
  answers(body: unknown, status?: number): void;
}

/** A server for a whole file of tests. */
export function answeringServer(): AnsweringServer {
  let server: LoopbackServer | undefined;
  const running = (): LoopbackServer => {
    if (!server) throw new Error('the server runs only while tests do');
    return server;
  };
  const answering: AnsweringServer = {
    get url() {
      return running().url;
    },
    get seen() {
      return running().seen;
    },
    answer: (response) => response.destroy(),
    answers(body, status = 200) {
      this.answer = (response) => {
        reply(response, typeof body === 'string' ? body : JSON.stringify(body), status);
      };
    },
  };
  beforeAll(async () => {
    server = await loopbackServer((response, request) => answering.answer(response, request));
  });
  afterAll(() => server?.close());
  beforeEach(() => {
    running().seen.length = 0;
  });
  return answering;
}
