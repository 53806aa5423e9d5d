import { assetInBody, assetInPath } from '#domain/asset.ts';
import type { CandlePeriod } from '#domain/candle.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { TrendingPeriod } from '#domain/trending.ts';
import type { AccessKey } from '../http/access-key.ts';
import { type BaseUrl, endpointUrl, parseBaseUrl } from '../http/base-url.ts';
import { type HttpAnswer, HttpClient } from '../http/http-client.ts';
import type { RateLimits } from '../http/pacing.ts';
import { isTurnedAway, refusesKey } from '../http/refused-key.ts';
import { failureOfTrouble } from '../http/trouble.ts';
import { decode, listed, listUnder, readRows } from '../http/json.ts';
import type {
  CandleBatch,
  CandleQuery,
  ChartPair,
  Charts,
  StreamListener,
  StreamSubscription,
  TrendingEntry,
} from '../ports/charts.ts';
import type { Listed } from '../ports/listed.ts';
import type { Clock, Random } from '../ports/system.ts';
import { CandleStream, STREAM_LIMITS, type StreamLimits } from './candle-stream.ts';
import { byVolume, readHistory, trendingRow } from './wire.ts';

const KEY_HEADER = 'X-Partner-Id';
const READ_MS = 15_000;
const HISTORY_BYTES = 8 * 1024 * 1024;
const LIST_BYTES = 1024 * 1024;
const MOST_STREAMS = 8;

export interface ChartsClientOptions {
  readonly base: BaseUrl;
  /** Address of the stream: its scheme is http or https here, and ws or wss on the wire. */
  readonly socketBase: BaseUrl;
  readonly key: AccessKey;
  readonly clock: Clock;
  readonly random: Random;
  /** Pace of calls; the service publishes no limits, so the default is modest. */
  readonly rate?: RateLimits;
  readonly limits?: StreamLimits;
}

/**
 * Client of the charts API (service interface, "Charts"). The key goes with HTTP requests to `base` and nowhere else:
 * how streams are authenticated is not stated, so they go without.
 */
export class ChartsClient implements Charts {
  readonly #http: HttpClient;
  readonly #options: ChartsClientOptions;
  readonly #streams = new Set<CandleStream>();

  constructor(options: ChartsClientOptions) {
    const { base, key, clock, random, rate } = options;
    this.#options = options;
    this.#http = new HttpClient({
      base,
      clock,
      random,
      ...(rate === undefined ? {} : { rate }),
      credential: { header: KEY_HEADER, key },
    });
  }

  /** Gives up the calls under way and ends every stream. */
  async close(): Promise<void> {
    for (const stream of this.#streams) stream.close();
    this.#streams.clear();
    await this.#http.close();
  }

  async history(query: CandleQuery, signal?: AbortSignal): Promise<Result<CandleBatch, Failure>> {
    const { first, second, period, from, to } = query;
    const body = { tokenIn: assetInBody(first), tokenOut: assetInBody(second), period, from, to };
    const answer = await this.#post('charts', body, HISTORY_BYTES, signal);
    if (!answer.ok) return answer;
    const batch = readHistory(answer.value.text, query);
    return batch === undefined ? failed(misfit(answer.value, 'data')) : ok(batch);
  }

  async trending(period: TrendingPeriod, signal?: AbortSignal): Promise<Listed<TrendingEntry>> {
    const answer = await this.#post('trending', { sort: 'VOLUME_AMOUNT', period }, LIST_BYTES, signal);
    if (!answer.ok) return answer;
    const items = decode(answer.value.text, listUnder('tokens'));
    if (!items.ok) return failed(misfit(answer.value, items.failure.path));
    const read = readRows(items.value, trendingRow);
    return listed({ ...read, rows: byVolume(read.rows) }, 'trending tokens');
  }

  stream(pair: ChartPair, period: CandlePeriod, listener: StreamListener): StreamSubscription {
    const { socketBase, clock, random, limits = STREAM_LIMITS } = this.#options;
    if (this.#streams.size >= MOST_STREAMS) return refusal(listener);
    const url = streamUrl(socketBase, pair, period);
    const stream = new CandleStream({ url, host: socketBase.host, period, clock, random, limits }, listener);
    this.#streams.add(stream);
    return {
      close: () => {
        this.#streams.delete(stream);
        stream.close();
      },
    };
  }

  async #post(
    endpoint: string,
    body: Readonly<Record<string, string | number>>,
    maxBytes: number,
    signal: AbortSignal | undefined,
  ): Promise<Result<HttpAnswer, Failure>> {
    const sent = await this.#http.send({
      method: 'POST',
      segments: [endpoint],
      body: { type: 'application/json', content: JSON.stringify(body) },
      readOnly: true,
      timeoutMs: READ_MS,
      maxBytes,
      signal,
    });
    if (!sent.ok) return failed(failureOfTrouble('service', sent.failure, this.#http.base.host));
    const { status } = sent.value;
    return status >= 200 && status <= 299 ? ok(sent.value) : failed(failureOfAnswer(sent.value));
  }
}

function misfit(answer: HttpAnswer, path: string): Failure {
  return refusesKey(answer)
    ? failure('service-key-refused', {}, answer.excerpt)
    : failure('service-answer-malformed', { path }, answer.excerpt);
}

/** More streams than one service should have to carry: the chart is polled in place of it. */
function refusal(listener: StreamListener): StreamSubscription {
  let closed = false;
  queueMicrotask(() => {
    if (!closed) listener.lost(failure('stream-refused'), 'left-alone');
  });
  return { close: () => void (closed = true) };
}

/** Translates an answer whose status is not a success. */
function failureOfAnswer(answer: HttpAnswer): Failure {
  const { status, excerpt } = answer;
  if (refusesKey(answer)) return failure('service-key-refused', {}, excerpt);
  if (isTurnedAway(answer)) return failure('service-blocked', {}, excerpt);
  if (status === 404) return failure('service-not-found', {}, excerpt);
  if (status === 429) return failure('service-rate-limited', {}, excerpt);
  return failure('service-error', { status }, excerpt);
}

const SCHEME = /^ws(?=s?:\/\/)/i;

/**
 * Checks the address of the stream by the rules for every address of a service: wss, or plain ws on this machine
 * only. Failure: `service-address-refused`.
 */
export function parseSocketBase(text: string): Result<BaseUrl, Failure> {
  const plain = text.trim();
  if (!SCHEME.test(plain))
    return failed(failure('service-address-refused', { reason: 'it does not start with wss://' }));
  const base = parseBaseUrl(plain.replace(SCHEME, 'http'), { pathAllowed: true });
  return base.ok ? ok(base.value) : base;
}

/** `{charts_ws_url}/ws/lastCandle/{pair}/{period}` (service interface, "Events"). */
export function streamUrl(base: BaseUrl, { first, second }: ChartPair, period: CandlePeriod): string {
  const url = endpointUrl(base, ['ws', 'lastCandle', assetInPath(first), assetInPath(second), period]);
  return url.href.replace(/^http/, 'ws');
}
