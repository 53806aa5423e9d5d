import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from 'playwright-core';

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** One session of the browser's debugging protocol; commands and events are typed as in the driver. */
export class CdpSession {
  readonly id: string | undefined;
  readonly #connection: CdpConnection;
  readonly #listeners = new Map<string, ((payload: never) => void)[]>();

  constructor(connection: CdpConnection, id: string | undefined) {
    this.#connection = connection;
    this.id = id;
  }

  /** @throws Error with the browser's message, also if the connection has ended. */
  readonly send: CDPSession['send'] = ((method: string, params?: unknown) =>
    this.#connection.send(this.id, method, params)) as CDPSession['send'];

  readonly on: Pick<CDPSession, 'on'>['on'] = ((event: string, listener: (payload: never) => void) => {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this as unknown as CDPSession;
  }) as CDPSession['on'];

  deliver(method: string, params: unknown): void {
    for (const listener of this.#listeners.get(method) ?? []) (listener as (p: unknown) => void)(params);
  }
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly method: string;
}

/**
 * The debugging protocol over the browser's pipe: JSON terminated by a zero byte. The browser exits with the pipe,
 * however this process ended.
 */
export class CdpConnection {
  readonly root: CdpSession;
  readonly #output: Writable;
  readonly #sessions = new Map<string, CdpSession>();
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #rest = '';
  #ended = false;

  constructor(output: Writable, input: Readable) {
    this.#output = output;
    this.root = new CdpSession(this, undefined);
    input.setEncoding('utf8');
    input.on('data', (text: string) => this.#read(text));
    input.on('close', () => this.#end());
    output.on('error', () => this.#end());
  }

  session(id: string): CdpSession {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const session = new CdpSession(this, id);
    this.#sessions.set(id, session);
    return session;
  }

  send(sessionId: string | undefined, method: string, params: unknown): Promise<unknown> {
    if (this.#ended) return Promise.reject(new Error(`${method}: the browser has ended`));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, method });
      this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  #read(text: string): void {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop() ?? '';
    for (const message of messages) this.#take(JSON.parse(message) as Message);
  }

  #take({ id, sessionId, method, params, result, error }: Message): void {
    if (id === undefined) {
      const session = sessionId === undefined ? this.root : this.#sessions.get(sessionId);
      if (method !== undefined) session?.deliver(method, params);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(`${waiting.method}: ${error.message}`));
  }

  #end(): void {
    this.#ended = true;
    for (const { reject, method } of this.#waiting.values())
      reject(new Error(`${method}: the browser has ended`));
    this.#waiting.clear();
  }
}
