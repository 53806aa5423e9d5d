import { WebSocket } from 'ws';
import { PERIOD_SECONDS, type CandlePeriod } from '#domain/candle.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { codeOf, ConnectError, troubleOf } from '../http/trouble.ts';
import type { AfterLoss, StreamListener, StreamSubscription } from '../ports/charts.ts';
import type { Clock, Random } from '../ports/system.ts';
import { readMessage } from './wire.ts';

export interface StreamLimits {
  /** Ms between two pings. */
  readonly pingMs: number;
  /** Ms without any sign of life after which a connection counts as dead. */
  readonly deadMs: number;
  /** Ms of a connection after which the next pause starts from the shortest again. */
  readonly healthyMs: number;
  /** Ms without a candle after which a stream of short periods is called silent; two periods where that is more. */
  readonly silentMs: number;
  /** Messages within a second beyond which the other side is cut off. */
  readonly messagesPerSecond: number;
}

export const STREAM_LIMITS: StreamLimits = {
  pingMs: 15_000,
  deadMs: 30_000,
  healthyMs: 60_000,
  silentMs: 60_000,
  messagesPerSecond: 1_000,
};

export interface CandleStreamOptions {
  readonly url: string;
  readonly host: string;
  readonly period: CandlePeriod;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: StreamLimits;
}

/** How a connection ended. `held`: long enough to count as sound. */
interface Ending {
  readonly why: Failure;
  readonly next: AfterLoss;
  readonly held: boolean;
}

const HANDSHAKE_MS = 10_000;
const LARGEST_MESSAGE = 16_384;
/** A quiet market is reconnected ever more rarely: after up to 32 times the silence that first counts as such. */
const MOST_PATIENCE = 32;
/**
 * Statuses of a handshake that no waiting mends: the key is refused, or there are no streams there. Every other one may
 * come from something on the way that goes away, such as a network's sign-in page, a proxy or an overloaded server.
 */
const FINAL = new Set([401, 403, 404, 501]);

/**
 * One live stream, kept connected until it is closed. Every connection has its own state, so that nothing that
 * an earlier one still says is heard. Frames are small, uncompressed text; redirects are refused; no key is sent.
 */
export class CandleStream implements StreamSubscription {
  readonly #options: CandleStreamOptions;
  readonly #listener: StreamListener;
  readonly #closed = new AbortController();
  readonly #backoff: Backoff;
  #patience = 1;

  constructor(options: CandleStreamOptions, listener: StreamListener) {
    this.#options = options;
    this.#listener = listener;
    this.#backoff = new Backoff(options.random);
    void this.#run();
  }

  close(): void {
    this.#closed.abort();
  }

  async #run(): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#closed;
    while (!signal.aborted) {
      const { why, next, held } = await this.#connect();
      if (signal.aborted) return;
      this.#listener.lost(why, next);
      if (next === 'left-alone') return;
      if (held) this.#backoff.reset();
      await clock.sleep(this.#backoff.next(), signal);
    }
  }

  /** Makes one connection and resolves when it has ended. */
  #connect(): Promise<Ending> {
    const { url, host, clock, limits } = this.#options;
    const { promise, resolve } = Promise.withResolvers<Ending>();
    const over = new AbortController();
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      followRedirects: false,
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: LARGEST_MESSAGE,
      maxFragments: 16,
      maxBufferedChunks: 1_024,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
    });
    const began = clock.monotonic();
    const vitals = { heardAt: began, candleAt: began, floodFrom: began, messages: 0 };
    const end = (why: Failure, next: AfterLoss = 'again'): void => {
      if (over.signal.aborted) return;
      over.abort();
      socket.terminate();
      resolve({ why, next, held: clock.monotonic() - began >= limits.healthyMs });
    };
    const heard = (): void => void (vitals.heardAt = clock.monotonic());
    this.#closed.signal.addEventListener('abort', () => end(failure('stream-lost')), {
      signal: over.signal,
    });
    socket.on('error', (error) => end(failureOfError(error, host)));
    socket.on('close', () => end(failure('stream-lost')));
    socket.on('unexpected-response', (request, response) => {
      const { statusCode = 0 } = response;
      request.destroy();
      end(failureOfStatus(statusCode), FINAL.has(statusCode) ? 'left-alone' : 'refused');
    });
    socket.on('ping', heard);
    socket.on('pong', heard);
    socket.on('open', () => {
      if (over.signal.aborted) return;
      heard();
      this.#listener.opened();
      void this.#watch(socket, vitals, over.signal, end);
    });
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (over.signal.aborted) return;
      heard();
      if (isFlood(vitals, limits.messagesPerSecond)) return end(failure('stream-lost'));
      const candle = isBinary ? undefined : readMessage(data.toString('utf8'));
      if (candle === undefined) return this.#listener.dropped();
      vitals.candleAt = vitals.heardAt;
      this.#patience = 1;
      this.#listener.candle(candle);
    });
    return promise;
  }

  /**
   * Pings; ends a connection that answers nothing, one whose market is silent for too long, and one that was made
   * before the machine slept: only the wall clock keeps running during sleep.
   */
  async #watch(
    socket: WebSocket,
    vitals: { readonly heardAt: number; readonly candleAt: number },
    over: AbortSignal,
    end: (why: Failure) => void,
  ): Promise<void> {
    const { clock, limits, period } = this.#options;
    const silentMs = Math.max(limits.silentMs, 2_000 * PERIOD_SECONDS[period]);
    let reported = -1;
    for (;;) {
      const wall = clock.now();
      await clock.sleep(limits.pingMs, over);
      if (over.aborted) return;
      const now = clock.monotonic();
      if (clock.now() - wall >= limits.pingMs + limits.deadMs) return end(failure('stream-lost'));
      if (now - vitals.heardAt >= limits.deadMs) return end(failure('stream-lost'));
      const silence = now - vitals.candleAt;
      if (silence >= silentMs && reported !== vitals.candleAt) {
        reported = vitals.candleAt;
        this.#listener.silent();
      }
      if (silence >= silentMs * this.#patience) {
        this.#patience = Math.min(this.#patience * 2, MOST_PATIENCE);
        return end(failure('stream-lost'));
      }
      socket.ping();
    }
  }
}

function isFlood(vitals: { heardAt: number; floodFrom: number; messages: number }, most: number): boolean {
  if (vitals.heardAt - vitals.floodFrom >= 1_000) {
    vitals.floodFrom = vitals.heardAt;
    vitals.messages = 0;
  }
  vitals.messages += 1;
  return vitals.messages > most;
}

function failureOfStatus(status: number): Failure {
  return status >= 300 && status < 400
    ? failure('service-redirected')
    : failure('stream-refused', status === 0 ? {} : { status });
}

function failureOfError(error: unknown, host: string): Failure {
  const trouble = troubleOf(new ConnectError(codeOf(error)));
  if (trouble.kind === 'certificate') return failure('service-certificate-refused');
  return codeOf(error).startsWith('WS_ERR')
    ? failure('stream-lost')
    : failure('service-unreachable', { host });
}

const FLOOR_MS = 1_000;
const CAP_MS = 60_000;

/**
 * Pauses between attempts to connect: decorrelated jitter with a floor, so that clients cut off together do not come
 * back together. (A pause evenly spread from nothing makes the first second worse than no jitter at all.)
 */
class Backoff {
  readonly #random: Random;
  #last = FLOOR_MS;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Ms until the next attempt. */
  next(): number {
    const [a = 0, b = 0] = this.#random.bytes(2);
    const share = (a * 256 + b) / 65_535;
    this.#last = Math.min(CAP_MS, Math.round(FLOOR_MS + share * (this.#last * 3 - FLOOR_MS)));
    return this.#last;
  }

  /** After a connection that held. */
  reset(): void {
    this.#last = FLOOR_MS;
  }
}
