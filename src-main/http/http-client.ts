import { failed, ok, type Result } from '#domain/result.ts';
import type { Clock, Random } from '../ports/system.ts';
import type { AccessKey } from './access-key.ts';
import { endpointUrl, type BaseUrl } from './base-url.ts';
import { createConnections, readBody } from './connection.ts';
import {
  type BreakerLimits,
  CircuitBreaker,
  EXTRA_ATTEMPTS,
  isPassingStatus,
  RateGate,
  type RateLimits,
  retryAfterMs,
  retryDelay,
} from './pacing.ts';
import { troubleOf, type HttpTrouble } from './trouble.ts';

/** One call. The deadline covers everything: waiting for a turn, connecting, repeats and the last byte. */
export interface HttpCall {
  readonly method: 'GET' | 'POST';
  /** Path segments, not yet encoded, already validated. */
  readonly segments: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: {
    readonly type: 'application/json' | 'application/cbor';
    readonly content: string | Uint8Array;
  };
  /** Only a call that changes nothing may be repeated. */
  readonly readOnly: boolean;
  /** Nothing depends on the answer: a failure does not count towards the pause that holds back every call to the host. */
  readonly dispensable?: boolean;
  readonly timeoutMs: number;
  /** Largest decoded body. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** An answer of any status but a redirect. */
export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** SHA-256 (hex) of the body's bytes. */
  readonly bodyHash: string;
  /** The beginning of the body for a failure's detail, without the key should the other side echo it. */
  readonly excerpt: string;
}

export interface HttpClientOptions {
  readonly base: BaseUrl;
  /** The key, and the header that carries it; `scheme` is written in front of it. */
  readonly credential?:
    { readonly header: string; readonly key: AccessKey; readonly scheme?: 'Bearer' } | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly rate?: RateLimits;
  readonly breaker?: BreakerLimits;
}

type Outcome = Result<HttpAnswer, HttpTrouble>;
interface Attempt {
  readonly outcome: Outcome;
  /** Ms that the host asked to wait. */
  readonly retryAfter: number | undefined;
}

const DEFAULT_RATE: RateLimits = { concurrency: 4, perSecond: 5, burst: 10 };
const DEFAULT_BREAKER: BreakerLimits = { failures: 5, pauseMs: 30_000 };
/** Retrying a server on this machine burdens nobody, and it is back as soon as it is restarted. */
const LOOPBACK_BREAKER: BreakerLimits = { failures: 5, pauseMs: 2_000 };

/**
 * How many characters of a body are searched for the key before an excerpt is cut. A key truncated at the end of this
 * part lies beyond the excerpt, even if everything before it were keys of the maximum length.
 */
const LOOKED_THROUGH = 6_000;
const LONGEST_EXCERPT = 200;

/** Why a deadline is no longer waited for. Without a reason, each call would pay for an error with its stack. */
const ANSWERED = 'answered';

/** HTTP to one origin and nowhere else: refuses redirects, caps time and size, and holds back when asked to. */
export class HttpClient {
  readonly base: BaseUrl;
  readonly #credential: HttpClientOptions['credential'];
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #gate: RateGate;
  readonly #breaker: CircuitBreaker;
  readonly #connections = createConnections({ reused: true });
  /**
   * For calls that change something. The host may close an idle connection just as such a call is sent; its outcome
   * would then be unclear, and it must not be repeated.
   */
  readonly #freshConnections = createConnections({ reused: false });
  readonly #closing = new AbortController();
  #offset: number | undefined;

  constructor(options: HttpClientOptions) {
    this.base = options.base;
    this.#credential = options.credential;
    this.#clock = options.clock;
    this.#random = options.random;
    this.#gate = new RateGate(options.rate ?? DEFAULT_RATE, options.clock);
    const usual = options.base.loopback ? LOOPBACK_BREAKER : DEFAULT_BREAKER;
    this.#breaker = new CircuitBreaker(options.breaker ?? usual, options.clock);
  }

  /** Ms by which the host's clock (its `Date` header) was ahead of ours at its last answer. Right to about a second. */
  get clockOffset(): number | undefined {
    return this.#offset;
  }

  /** Never throws for anything that the network does. */
  async send(call: HttpCall): Promise<Outcome> {
    const url = endpointUrl(this.base, call.segments, call.query);
    const deadline = new AbortController();
    const done = new AbortController();
    const givenUp = AbortSignal.any([this.#closing.signal, ...(call.signal ? [call.signal] : [])]);
    const signal = AbortSignal.any([givenUp, deadline.signal]);
    const endsAt = this.#clock.monotonic() + call.timeoutMs;
    void this.#clock.sleep(call.timeoutMs, done.signal).then(() => {
      if (!done.signal.aborted) deadline.abort();
    });
    try {
      return await this.#guarded(call, url, signal, givenUp, endsAt);
    } finally {
      done.abort(ANSWERED);
    }
  }

  /** Ends every call under way (as `cancelled`) and closes the connections. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#connections.destroy(), this.#freshConnections.destroy()]);
  }

  async #guarded(
    call: HttpCall,
    url: URL,
    signal: AbortSignal,
    givenUp: AbortSignal,
    endsAt: number,
  ): Promise<Outcome> {
    const held = this.#breaker.ask();
    if (held > 0) return failed({ kind: 'paused', seconds: Math.ceil(held / 1000), sent: false });
    const outcome = await this.#repeated(call, url, signal, givenUp, endsAt);
    if (isHostFailure(outcome) && call.dispensable === true) this.#breaker.abandoned();
    else if (isHostFailure(outcome)) this.#breaker.failed();
    else if (!outcome.ok && (outcome.failure.kind === 'cancelled' || outcome.failure.kind === 'paused')) {
      this.#breaker.abandoned();
    } else this.#breaker.succeeded();
    return outcome;
  }

  async #repeated(
    call: HttpCall,
    url: URL,
    signal: AbortSignal,
    givenUp: AbortSignal,
    endsAt: number,
  ): Promise<Outcome> {
    const attempts = call.readOnly ? 1 + EXTRA_ATTEMPTS : 1;
    for (let attempt = 0; ; attempt += 1) {
      const { outcome, retryAfter } = await this.#attempt(call, url, signal, givenUp, endsAt);
      if (attempt + 1 >= attempts || !mayPass(outcome)) return outcome;
      const wait = Math.max(retryAfter ?? 0, retryDelay(attempt, this.#random));
      if (this.#clock.monotonic() + wait >= endsAt) return outcome;
      await this.#clock.sleep(wait, signal);
      if (signal.aborted) return outcome;
    }
  }

  async #attempt(
    call: HttpCall,
    url: URL,
    signal: AbortSignal,
    givenUp: AbortSignal,
    endsAt: number,
  ): Promise<Attempt> {
    const pause = this.#gate.pauseLeft();
    if (this.#clock.monotonic() + pause >= endsAt && pause > 0) {
      return {
        outcome: failed({ kind: 'paused', seconds: Math.ceil(pause / 1000), sent: false }),
        retryAfter: pause,
      };
    }
    const headers = this.#headers(call, url);
    const leave = await this.#gate.enter(signal);
    if (leave === undefined) return { outcome: failed(aborted(call, givenUp, false)), retryAfter: undefined };
    try {
      return await this.#exchange(call, url, headers, signal);
    } catch (error) {
      const trouble =
        signal.aborted && troubleOf(error).sent ? aborted(call, givenUp, true) : troubleOf(error);
      return { outcome: failed(trouble), retryAfter: undefined };
    } finally {
      leave();
    }
  }

  async #exchange(
    call: HttpCall,
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const connections = call.readOnly ? this.#connections : this.#freshConnections;
    const response = await connections.request({
      origin: this.base.origin,
      path: `${url.pathname}${url.search}`,
      method: call.method,
      headers,
      body: call.body?.content ?? null,
      signal,
    });
    const { statusCode: status, body } = response;
    const stated = Date.parse(single(response.headers.date) ?? '');
    if (!Number.isNaN(stated)) this.#offset = stated - this.#clock.now();
    if (status >= 300 && status < 400) {
      body.on('error', () => undefined).destroy();
      return { outcome: failed({ kind: 'redirected', sent: true }), retryAfter: undefined };
    }
    const { text, hash } = await readBody(
      body,
      single(response.headers['content-encoding']) ?? '',
      call.maxBytes,
      signal,
    );
    const retryAfter = retryAfterMs(single(response.headers['retry-after']), this.#clock.now());
    if (retryAfter !== undefined && isPassingStatus(status)) this.#gate.pause(retryAfter);
    return { outcome: ok({ status, text, bodyHash: hash, excerpt: this.#excerpt(text) }), retryAfter };
  }

  /** The only place where the key enters a request, after the last check of where the request goes. */
  #headers(call: HttpCall, url: URL): Record<string, string> {
    if (url.origin !== this.base.origin) throw new RangeError('a request was about to leave its origin');
    return {
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      'user-agent': 'Touchstone',
      ...(call.body === undefined ? {} : { 'content-type': call.body.type }),
      ...this.#keyHeader(),
    };
  }

  #keyHeader(): Record<string, string> {
    if (this.#credential === undefined) return {};
    const { header, key, scheme } = this.#credential;
    return { [header]: scheme === undefined ? key.reveal() : `${scheme} ${key.reveal()}` };
  }

  #excerpt(text: string): string {
    const beginning = text.slice(0, LOOKED_THROUGH);
    return (this.#credential?.key.redactFrom(beginning) ?? beginning).slice(0, LONGEST_EXCERPT);
  }
}

function aborted(call: HttpCall, givenUp: AbortSignal, sent: boolean): HttpTrouble {
  if (givenUp.aborted) return { kind: 'cancelled', sent };
  return { kind: 'timeout', seconds: Math.ceil(call.timeoutMs / 1000), sent };
}

function mayPass(outcome: Outcome): boolean {
  return outcome.ok ? isPassingStatus(outcome.value.status) : outcome.failure.kind === 'unreachable';
}

/** Counts against the host: not reachable, silent, or answering for a broken machine behind it. */
function isHostFailure(outcome: Outcome): boolean {
  if (outcome.ok) return [502, 503, 504].includes(outcome.value.status);
  return outcome.failure.kind === 'unreachable' || outcome.failure.kind === 'timeout';
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}
