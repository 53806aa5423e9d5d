import * as v from 'valibot';
import { WebSocket } from 'ws';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { BaseUrl } from '../../http/base-url.ts';
import { objectOf, optional, parseJson, safeInteger } from '../../http/json.ts';
import { CircuitBreaker, RateGate, type RateLimits } from '../../http/pacing.ts';
import { codeOf, ConnectError, failureOfTrouble, troubleOf } from '../../http/trouble.ts';
import type { Clock } from '../../ports/system.ts';
import { DEEP } from '../ledger-read.ts';

const HANDSHAKE_MS = 10_000;
/** All outputs of an address come in one message. */
const LARGEST_MESSAGE = 8 * 1024 * 1024;
/** A connection that was quiet for so long may be dead without a word, as after the machine slept: it is made again. */
const LONGEST_QUIET_MS = 60_000;
const LONGEST_EXCERPT = 200;

/** Why a call got no answer. `sent` is false only when it is certain that nothing of it left this machine. */
export interface RpcTrouble {
  readonly why: Failure;
  readonly sent: boolean;
}

/** An answer that came: its result, or the error that the other side names. */
export interface RpcAnswer {
  readonly result: unknown;
  readonly error: v.InferOutput<typeof errorSchema> | undefined;
  /** The beginning of the message, for a failure's detail. */
  readonly excerpt: string;
}

type Outcome = Result<RpcAnswer, RpcTrouble>;

/** One connection, with the calls that wait for its answers: nothing that an earlier one still says is heard. */
interface Line {
  readonly opened: Promise<Result<WebSocket, RpcTrouble>>;
  readonly waiting: Map<number, (outcome: Outcome) => void>;
  /** Ids of abandoned calls that may still be answered. */
  readonly left: Set<number>;
  end(why: Failure): void;
}

const errorSchema = objectOf({ code: safeInteger, message: v.string(), data: v.optional(v.unknown()) });

/** JSON-RPC 2.0: a result or an error, with the id of the call. */
const messageSchema = objectOf({
  jsonrpc: v.literal('2.0'),
  id: optional(safeInteger),
  result: v.optional(v.unknown()),
  error: optional(errorSchema),
});

/** JSON-RPC 2.0 over one WebSocket, made when it is first needed and again after it was lost. Follows no redirect. */
export class RpcSocket {
  readonly #base: BaseUrl;
  readonly #clock: Clock;
  readonly #gate: RateGate;
  readonly #breaker: CircuitBreaker;
  readonly #closing = new AbortController();
  #line: Line | undefined;
  #offset: number | undefined;
  #lastId = 0;
  /** By the wall clock, which runs on while the machine sleeps. */
  #heardAt = 0;

  constructor(base: BaseUrl, clock: Clock, rate: RateLimits) {
    this.#base = base;
    this.#clock = clock;
    this.#gate = new RateGate(rate, clock);
    this.#breaker = new CircuitBreaker({ failures: 5, pauseMs: base.loopback ? 2_000 : 30_000 }, clock);
  }

  get host(): string {
    return this.#base.host;
  }

  /** Ms by which the host's clock was ahead of ours when it last opened a connection and stated its time. */
  get clockOffset(): number | undefined {
    return this.#offset;
  }

  /** Sends one call, once. Never throws for anything that the network does. */
  async call(method: string, params: object, timeoutMs: number, signal?: AbortSignal): Promise<Outcome> {
    const held = this.#breaker.ask();
    if (held > 0) return this.#trouble({ kind: 'paused', seconds: Math.ceil(held / 1_000), sent: false });
    const outcome = await this.#timed(method, params, timeoutMs, signal);
    const code = outcome.ok ? '' : outcome.failure.why.code;
    if (code === 'ledger-unreachable' || code === 'ledger-timeout') this.#breaker.failed();
    else if (code === 'ledger-call-cancelled') this.#breaker.abandoned();
    else this.#breaker.succeeded();
    return outcome;
  }

  /** Ends every call under way (as cancelled) and closes the connection. */
  close(): Promise<void> {
    this.#closing.abort();
    this.#line?.end(failure('ledger-call-cancelled'));
    return Promise.resolve();
  }

  async #timed(method: string, params: object, timeoutMs: number, cancelled?: AbortSignal): Promise<Outcome> {
    const done = new AbortController();
    const deadline = new AbortController();
    const givenUp = AbortSignal.any([this.#closing.signal, ...(cancelled ? [cancelled] : [])]);
    const signal = AbortSignal.any([givenUp, deadline.signal]);
    void this.#clock.sleep(timeoutMs, done.signal).then(() => {
      if (!done.signal.aborted) deadline.abort();
    });
    let sent = false;
    const ended = Promise.withResolvers<Outcome>();
    const end = (): void => {
      const seconds = Math.ceil(timeoutMs / 1_000);
      ended.resolve(
        givenUp.aborted
          ? this.#trouble({ kind: 'cancelled', sent })
          : this.#trouble({ kind: 'timeout', seconds, sent }),
      );
    };
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { signal: done.signal });
    try {
      const leaves = (): void => void (sent = true);
      return await Promise.race([
        ended.promise,
        this.#exchange(method, params, { signal, deadline: deadline.signal, leaves }),
      ]);
    } finally {
      done.abort();
    }
  }

  async #exchange(
    method: string,
    params: object,
    {
      signal,
      deadline,
      leaves,
    }: { readonly signal: AbortSignal; readonly deadline: AbortSignal; readonly leaves: () => void },
  ): Promise<Outcome> {
    const leave = await this.#gate.enter(signal);
    if (leave === undefined) return this.#trouble({ kind: 'cancelled', sent: false });
    const id = (this.#lastId += 1);
    const line = this.#lineInUse();
    try {
      const open = await line.opened;
      if (!open.ok) return open;
      if (signal.aborted) return this.#trouble({ kind: 'cancelled', sent: false });
      const answer = Promise.withResolvers<Outcome>();
      line.waiting.set(id, answer.resolve);
      const givenUp = (): void => {
        // A connection that left a call without an answer is not used for the next one.
        if (deadline.aborted) line.end(failure('ledger-unreachable', { host: this.host }));
        answer.resolve(this.#trouble({ kind: 'cancelled', sent: true }));
      };
      signal.addEventListener('abort', givenUp, { once: true });
      leaves();
      open.value.send(JSON.stringify({ jsonrpc: '2.0', method, params, id }));
      const outcome = await answer.promise;
      if (outcome.ok) this.#heardAt = this.#clock.now();
      return outcome;
    } finally {
      if (line.waiting.delete(id)) line.left.add(id);
      leave();
    }
  }

  #lineInUse(): Line {
    const quiet = this.#clock.now() - this.#heardAt > LONGEST_QUIET_MS;
    if (quiet && this.#line?.waiting.size === 0) this.#line.end(failure('ledger-unreachable'));
    this.#heardAt = this.#clock.now();
    return (this.#line ??= this.#connect());
  }

  #connect(): Line {
    const opened = Promise.withResolvers<Result<WebSocket, RpcTrouble>>();
    const { origin, prefix } = this.#base;
    const socket = new WebSocket(`${origin}${prefix === '' ? '/' : prefix}`.replace(/^http/, 'ws'), {
      perMessageDeflate: false,
      followRedirects: false,
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: LARGEST_MESSAGE,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
    });
    const line: Line = {
      opened: opened.promise,
      waiting: new Map(),
      left: new Set(),
      end: (why) => {
        if (this.#line === line) this.#line = undefined;
        socket.terminate();
        opened.resolve(failed({ why, sent: false }));
        for (const answer of line.waiting.values()) answer(failed({ why, sent: true }));
        line.waiting.clear();
        line.left.clear();
      },
    };
    const unreachable = failure('ledger-unreachable', { host: this.host });
    socket.on('upgrade', (response) => {
      const stated = Date.parse(response.headers.date ?? '');
      if (!Number.isNaN(stated)) this.#offset = stated - this.#clock.now();
    });
    socket.on('unexpected-response', (request, response) => {
      request.destroy();
      line.end(failureOfHandshake(response.statusCode ?? 0));
    });
    socket.on('error', (error) => line.end(failureOfError(error) ?? unreachable));
    socket.on('close', () => line.end(unreachable));
    socket.on('open', () => opened.resolve(ok(socket)));
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary || !hear(data.toString('utf8'), line)) line.end(failure('ledger-answer-malformed'));
    });
    return line;
  }

  #trouble(trouble: Parameters<typeof failureOfTrouble>[1]): Outcome {
    return failed({ why: failureOfTrouble('ledger', trouble, this.host), sent: trouble.sent });
  }
}

/**
 * Passes an answer to its call. Returns false for anything else, including answers nobody asked for, which might never
 * end.
 */
function hear(text: string, { waiting, left }: Line): boolean {
  if (waiting.size + left.size === 0) return false;
  const read = v.safeParse(messageSchema, parseJson(text, DEEP));
  // An answer without the id is to a call that could not be read, and nobody can say to which.
  if (!read.success || read.output.id === undefined) return false;
  const { id, result, error } = read.output;
  const answer = waiting.get(id);
  waiting.delete(id);
  answer?.(ok({ result, error, excerpt: text.slice(0, LONGEST_EXCERPT) }));
  return answer !== undefined || left.delete(id);
}

function failureOfError(error: unknown): Failure | undefined {
  if (codeOf(error) === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return failure('ledger-answer-too-large');
  const trouble = troubleOf(new ConnectError(codeOf(error)));
  return trouble.kind === 'certificate' ? failure('ledger-certificate-refused') : undefined;
}

/** The server itself knows no keys: a key or a rate is refused by a proxy in front of it. */
function failureOfHandshake(status: number): Failure {
  if (status >= 300 && status < 400) return failure('ledger-redirected');
  if (status === 401 || status === 403) return failure('ledger-key-refused');
  if (status === 402) return failure('ledger-quota-used');
  if (status === 429) return failure('ledger-rate-limited');
  return failure('ledger-error', { status });
}
