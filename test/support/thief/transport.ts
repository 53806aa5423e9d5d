import { Readable } from 'node:stream';
import { Agent } from 'undici';

/** One call as it would leave the machine. */
export interface WireCall {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body: string | Uint8Array;
}

export interface WireAnswer {
  readonly status: number;
  readonly text: string;
}

export type Answering = (call: WireCall) => WireAnswer;

interface Asked {
  readonly origin?: string | URL | null;
  readonly path: string;
  readonly method: string;
  readonly body?: unknown;
}

const answering = new Map<string, Answering>();
let laid = false;

/**
 * Answers all calls to an origin in this process, without a socket: everything of the clients runs but the connection.
 * Calls to other origins go their usual way.
 */
export function answerFor(origin: string, answer: Answering): void {
  answering.set(origin, answer);
  if (laid) return;
  laid = true;
  const usual = Reflect.get(Agent.prototype, 'request') as (options: Asked) => Promise<unknown>;
  Object.defineProperty(Agent.prototype, 'request', {
    configurable: true,
    writable: true,
    value(this: Agent, options: Asked): Promise<unknown> {
      const known = answering.get(String(options.origin));
      return known ? Promise.resolve(replyOf(known(callOf(options)))) : usual.call(this, options);
    },
  });
}

function callOf({ method, path, body }: Asked): WireCall {
  return { method, path, body: typeof body === 'string' || body instanceof Uint8Array ? body : '' };
}

function replyOf({ status, text }: WireAnswer): object {
  return { statusCode: status, headers: {}, body: Readable.from([Buffer.from(text)]) };
}
