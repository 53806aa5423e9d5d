import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';

import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { STREAMED_PERIODS, bucketStart, type CandlePeriod } from '#domain/candle.ts';
import { candleOf, type Bar } from '../charts/bar.ts';
import type { Series } from '../charts/charts.ts';
import type { Practice } from '../practice.ts';
import { candlesSubject, chartOf } from './charts-api.ts';
import { errorReply, malformed, ServiceError } from './requests.ts';
import { refuseUpgrade, reply } from './server.ts';
import type { Fields } from './wild.ts';
import type { Wire } from './wire.ts';

/** A client's subscription. */
interface Channel {
  readonly series: Series;
  readonly period: CandlePeriod;
  readonly write: (candle: Fields) => Fields;
}

interface Client extends Channel {
  readonly socket: WebSocket;
  /** Start time and text of the last candle sent. */
  time: number;
  text: string;
  /** The current bucket at the time of the last message. */
  bucket: number;
  /** The last ping is still unanswered. */
  awaited: boolean;
}

/** Minimum time, roughly, between two candles sent. */
const BEAT_MS = 250;
const PING_EVERY_BEATS = 80;
/** A client with this much unsent data gets nothing more until it has caught up: then it gets the latest candle. */
const MOST_UNSENT_BYTES = 16 * 1024;
const MOST_MESSAGE_BYTES = 1024;
/** After a pause, or a step of a replay, at most this many closed candles are sent before the latest. */
const MOST_CLOSED = { live: 5, replay: 400 } as const;
const LAST_WORD_MS = 1_000;
const GOING_AWAY = 1001;

/**
 * The live candle stream (service interface, "Live candle stream"): the latest candle at once, then whenever trades
 * change it, and when a bucket ends. A closing candle is sent in its final state before the next one begins; at the
 * end of a bucket without trades the latest candle is sent again, so that silence means a lost stream.
 */
export class CandleStreams {
  readonly #practice: Practice;
  readonly #wire: Wire;
  readonly #mostClosed: number;
  readonly #onBug: (error: unknown) => void;
  readonly #clients = new Set<Client>();
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MOST_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #beats = 0;

  constructor(practice: Practice, wire: Wire, onBug: (error: unknown) => void) {
    this.#practice = practice;
    this.#mostClosed = MOST_CLOSED[practice.charts.origin.replay ? 'replay' : 'live'];
    this.#wire = wire;
    this.#onBug = onBug;
  }

  /**
   * Accepts a request for the stream at a path such as `/ws/lastCandle/ADA/{token}/1min`, or refuses it with a
   * reason.
   */
  upgrade(path: string, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    try {
      if (this.#isClosed) throw new ServiceError(503, 'stopping', 'Practice is stopping.');
      const channel = this.#channelAt(path);
      this.#server.handleUpgrade(request, socket, head, (client) => this.#welcome(client, channel));
    } catch (error) {
      const known = error instanceof ServiceError;
      if (!known) this.#onBug(error);
      refuseUpgrade(socket, known ? errorReply(error, this.#wire.dialect) : reply(500, 'internal'));
    }
  }

  /** Closes all connections; resolves when they are closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    const sockets = [...this.#clients].map(({ socket }) => socket);
    const gone = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of sockets) socket.close(GOING_AWAY, 'practice stops');
    const late = setTimeout(() => sockets.forEach((socket) => socket.terminate()), LAST_WORD_MS);
    await Promise.all(gone);
    clearTimeout(late);
  }

  #channelAt(path: string): Channel {
    const [, kind, name, first = '', second = '', last = '', ...more] = path.split('/');
    if (kind !== 'ws' || name !== 'lastCandle' || last === '' || more.length > 0)
      throw new ServiceError(404, 'not_found', 'There is nothing at this path.');
    const period = STREAMED_PERIODS.find((item) => item === last);
    if (!period) throw malformed('period', `must be one of ${STREAMED_PERIODS.join(', ')}`);
    const [base, quote] = [assetIn(first), assetIn(second)];
    const series = chartOf(this.#practice, base, quote);
    return { series, period, write: this.#wire.candles(candlesSubject(base, quote, period)) };
  }

  #welcome(socket: WebSocket, channel: Channel): void {
    const client: Client = { ...channel, socket, time: 0, text: '', bucket: 0, awaited: false };
    this.#clients.add(client);
    // Protocol errors (a message that is too large, a broken frame) close the connection by themselves.
    socket.on('error', () => undefined);
    socket.on('pong', () => (client.awaited = false));
    socket.on('close', () => this.#leave(client));
    this.#timer ??= setInterval(() => this.#beat(), BEAT_MS);
    this.#guarded(() => {
      this.#practice.live();
      this.#send(client, client.series.latest(client.period));
    });
  }

  #leave(client: Client): void {
    this.#clients.delete(client);
    if (this.#clients.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #beat(): void {
    this.#beats += 1;
    this.#guarded(() => {
      this.#practice.live();
      for (const client of this.#clients) this.#update(client);
      if (this.#beats % PING_EVERY_BEATS === 0) for (const client of this.#clients) ping(client);
    });
  }

  #update(client: Client): void {
    if (client.socket.bufferedAmount > MOST_UNSENT_BYTES) return;
    const { series, period } = client;
    const latest = series.latest(period);
    if (latest.time > client.time) {
      const closed = series.bars(period, client.time, latest.time).slice(0, -1).slice(-this.#mostClosed);
      // In the wild, closed candles arrive late, and candles arrive twice.
      const isWild = this.#wire.dialect === 'wild' && (latest.time / 20) % 2 === 0;
      const changed = closed.filter((bar) => this.#textOf(client, bar) !== client.text);
      for (const bar of isWild ? [latest, ...closed, latest] : [...changed, latest]) this.#send(client, bar);
    } else if (this.#textOf(client, latest) !== client.text || this.#bucketNow(client) > client.bucket)
      this.#send(client, latest);
  }

  #send(client: Client, bar: Bar): void {
    client.text = this.#textOf(client, bar);
    client.time = bar.time;
    client.bucket = this.#bucketNow(client);
    client.socket.send(client.text);
  }

  #textOf({ write }: Client, bar: Bar): string {
    return JSON.stringify(write({ ...candleOf(bar) }));
  }

  #bucketNow({ period }: Client): number {
    return bucketStart(Math.floor(this.#practice.market.time / 1000), period);
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#onBug(error);
    }
  }
}

function ping(client: Client): void {
  if (client.awaited) client.socket.terminate();
  else {
    client.awaited = true;
    client.socket.ping();
  }
}

function assetIn(segment: string): AssetId {
  let id: AssetId | undefined;
  try {
    id = segment === '' ? undefined : parseAssetId(decodeURIComponent(segment));
  } catch {
    id = undefined;
  }
  if (id === undefined) throw malformed('pair', 'must be ADA or a token id, twice');
  return id;
}
