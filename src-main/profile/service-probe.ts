import { ADA, assetInBody, type AssetId } from '#domain/asset.ts';
import type { TestLine, TestSubject, TestVerdict } from '#domain/connection-test.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { Variation } from '#domain/sentences/connections.en.ts';
import { sentence, type Sentence } from '#domain/sentences/sentence.ts';
import { readHistory, trendingRow } from '../charts/wire.ts';
import type { AccessKey } from '../http/access-key.ts';
import type { BaseUrl } from '../http/base-url.ts';
import { HttpClient, type HttpAnswer, type HttpCall } from '../http/http-client.ts';
import { decode, listUnder, parseJson, readRows } from '../http/json.ts';
import type { RateLimits } from '../http/pacing.ts';
import { isTurnedAway, refusesKey } from '../http/refused-key.ts';
import { failureOfTrouble, type HttpTrouble } from '../http/trouble.ts';
import type { Clock, Random } from '../ports/system.ts';
import { adaValueSchema, tokenRow } from '../service/wire/market.ts';
import { variationsIn, type ProbeAnswer, type SignName } from './variations.ts';

const KEY_HEADER = 'X-Partner-Id';
const READ_MS = 10_000;
const ANSWER_BYTES = 4 * 1024 * 1024;
const DAY_S = 86_400;
/** Beyond this many milliseconds the two clocks differ by more than an answer takes. */
const CLOCK_TOLERANCE_MS = 60_000;
/** A search that finds nothing shows how an empty list is written. */
const NOTHING = 'zzzz nothing has this name zzzz';

export interface ServiceProbeParts {
  readonly base: BaseUrl;
  /** The charts API, where it is tested too. */
  readonly charts?: BaseUrl | undefined;
  /** Without a key only what the address shows is tested. */
  readonly key: AccessKey | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly rateOf: (base: BaseUrl) => { readonly rate?: RateLimits };
}

type Asked = Result<HttpAnswer, HttpTrouble>;
/** The text of a line; usually one sentence on the result. */
interface Words extends Pick<TestLine, 'means' | 'advice'> {
  readonly what: Sentence;
}

/**
 * Asks a service a few questions that change nothing, and says what the answers show: whether it answers, whether it
 * takes the key, how it writes its answers, and how far its clock is off. The key goes to `base` and `charts` alone.
 */
export async function probeService(
  parts: ServiceProbeParts,
  signal?: AbortSignal,
): Promise<readonly TestLine[]> {
  const { base, charts, key } = parts;
  const withKey = client(parts, base, key);
  const without = client(parts, base, undefined);
  const chartsClient = charts && client(parts, charts, key);
  try {
    const price = get(['swap', 'adaValue'], {}, signal);
    const [keyed, open] = await Promise.all([key && withKey.send(price), without.send(price)]);
    const first = keyed ?? open;
    const lines = [answerLine(base.host, first)];
    if (!first.ok) return lines;
    if (keyed?.ok) lines.push(keyLine(keyed.value, open));
    else lines.push(noKeyLine(first.value));
    const usable = isSuccess(first.value);
    const searches =
      key && usable
        ? await Promise.all(
            ['ADA', NOTHING].map((query) => withKey.send(get(['swap', 'tokens'], { query }, signal))),
          )
        : [];
    const seen = [
      ...(usable ? signsOf('ada-value', first) : []),
      ...searches.flatMap((one) => signsOf('tokens', one)),
    ];
    if (usable) lines.push(readingLine(first.value, searches));
    lines.push(clockLine(withKey.clockOffset ?? without.clockOffset));
    const drawn =
      chartsClient && key && usable ? await probeCharts(chartsClient, parts.clock, signal) : undefined;
    if (usable && key) lines.push(variationsLine([...seen, ...(drawn?.seen ?? [])], isOpen(keyed, open)));
    return [...lines, ...(drawn?.lines ?? [])];
  } finally {
    await Promise.all([withKey.close(), without.close(), chartsClient?.close()]);
  }
}

/** Trending tokens, and a day of candles of the first of them. */
async function probeCharts(
  http: HttpClient,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<{ readonly lines: readonly TestLine[]; readonly seen: readonly SignName[] }> {
  const { host } = http.base;
  const trending = await http.send(post('trending', { sort: 'VOLUME_AMOUNT', period: '1day' }, signal));
  if (!trending.ok || !isSuccess(trending.value)) {
    const why = trending.ok
      ? failureOfStatus(trending.value)
      : failureOfTrouble('service', trending.failure, host);
    return { lines: [failedLine('charts', 'answer', why)], seen: [] };
  }
  const rows = decode(trending.value.text, listUnder('tokens'));
  const read = rows.ok ? readRows(rows.value, trendingRow) : undefined;
  const token = read?.rows[0]?.token;
  const candles = token === undefined ? undefined : await askCandles(http, token, clock, signal);
  const found = candles?.batch?.candles.length;
  const words: Words = {
    what: sentence('answer/charts', {
      host,
      tokens: read?.rows.length ?? 0,
      ...(found === undefined ? {} : { candles: found }),
    }),
    means: sentence('answer/charts-means'),
  };
  const fits = read !== undefined && read.bad === 0 && (candles === undefined || candles.batch !== undefined);
  return {
    lines: [
      fits
        ? line('charts', 'answer', 'fine', words)
        : line('charts', 'answer', 'attention', {
            what: sentence('answer/charts-unread', { host }),
            means: sentence('answer/charts-unread-means'),
            advice: sentence('answer/charts-unread-advice'),
          }),
    ],
    seen: [...signsOf('trending', trending), ...(candles ? signsOf('candles', candles.asked) : [])],
  };
}

async function askCandles(http: HttpClient, token: AssetId, clock: Clock, signal: AbortSignal | undefined) {
  const to = Math.floor(clock.now() / 1_000);
  const query = { first: ADA, second: token, period: '1hour', from: to - DAY_S, to } as const;
  const { first, second, ...others } = query;
  const body = { tokenIn: assetInBody(first), tokenOut: assetInBody(second), ...others };
  const asked = await http.send(post('charts', body, signal));
  const answered = asked.ok && isSuccess(asked.value);
  return { asked, batch: answered ? readHistory(asked.value.text, query) : undefined };
}

function client(
  { clock, random, rateOf }: ServiceProbeParts,
  base: BaseUrl,
  key: AccessKey | undefined,
): HttpClient {
  const credential = key && { header: KEY_HEADER, key };
  return new HttpClient({ base, clock, random, ...rateOf(base), credential });
}

/** Not repeated, although it changes nothing: the first answer is the finding. */
const ONCE = { readOnly: false, timeoutMs: READ_MS, maxBytes: ANSWER_BYTES } as const;

function get(
  segments: readonly string[],
  query: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): HttpCall {
  return { ...ONCE, method: 'GET', segments, query, signal };
}

function post(endpoint: string, body: object, signal: AbortSignal | undefined): HttpCall {
  const content = JSON.stringify(body);
  return {
    ...ONCE,
    method: 'POST',
    segments: [endpoint],
    body: { type: 'application/json', content },
    signal,
  };
}

function isSuccess({ status }: HttpAnswer): boolean {
  return status >= 200 && status <= 299;
}

/** Whether the same question was answered without the key, too. */
function isOpen(keyed: Asked | undefined, open: Asked): boolean {
  return keyed?.ok === true && isSuccess(keyed.value) && open.ok && isSuccess(open.value);
}

function signsOf(of: ProbeAnswer, asked: Asked): readonly SignName[] {
  if (!asked.ok || !isSuccess(asked.value)) return [];
  const json = parseJson(asked.value.text);
  return json === undefined ? [] : variationsIn(of, json);
}

function answerLine(host: string, asked: Asked): TestLine {
  if (!asked.ok) return failedLine('service', 'answer', failureOfTrouble('service', asked.failure, host));
  const { status } = asked.value;
  if (isSuccess(asked.value) || refusesKey(asked.value))
    return line('service', 'answer', 'fine', {
      what: sentence('answer/service', { host, status }),
      means: sentence('answer/service-means'),
    });
  return failedLine('service', 'answer', failureOfStatus(asked.value));
}

function keyLine(keyed: HttpAnswer, open: Asked): TestLine {
  if (refusesKey(keyed)) return failedLine('service', 'key', failure('service-key-refused'));
  if (!isSuccess(keyed)) return unknownKey(sentence('key/no-answer'));
  if (open.ok && isSuccess(open.value)) {
    return unknownKey(sentence('key/not-needed'));
  }
  if (open.ok && refusesKey(open.value))
    return line('service', 'key', 'fine', {
      what: sentence('key/accepted'),
      means: sentence('key/accepted-means'),
    });
  return unknownKey(sentence('key/unclear'));
}

function unknownKey(what: Sentence): TestLine {
  return line('service', 'key', 'attention', {
    what,
    means: sentence('key/unknown-means'),
    advice: sentence('key/unknown-advice'),
  });
}

function noKeyLine(open: HttpAnswer): TestLine {
  return line('service', 'key', 'attention', {
    what: refusesKey(open) ? sentence('key/asked') : sentence('key/none'),
    means: sentence('key/none-means'),
    advice: sentence('key/none-advice'),
  });
}

function readingLine(price: HttpAnswer, searches: readonly Asked[]): TestLine {
  if (!decode(price.text, adaValueSchema).ok)
    return line('service', 'reading', 'failed', {
      what: sentence('reading/no-number'),
      means: sentence('reading/no-number-means'),
      advice: sentence('reading/no-number-advice'),
    });
  const reads = searches.map((one) => {
    const items = one.ok && isSuccess(one.value) ? decode(one.value.text, listUnder('tokens')) : undefined;
    return items?.ok ? readRows(items.value, tokenRow).bad : undefined;
  });
  if (reads.includes(undefined) || reads.some((bad) => bad !== undefined && bad > 0))
    return line('service', 'reading', 'attention', {
      what: sentence('reading/some'),
      means: sentence('reading/some-means'),
      advice: sentence('reading/some-advice'),
    });
  return line('service', 'reading', 'fine', {
    what: sentence('reading/fine'),
    means: sentence('reading/fine-means'),
  });
}

function clockLine(offset: number | undefined): TestLine {
  if (offset === undefined)
    return line('service', 'clock', 'attention', {
      what: sentence('clock/none'),
      means: sentence('clock/none-means'),
    });
  const seconds = Math.round(Math.abs(offset) / 1_000);
  const off = sentence('clock/off', { seconds, behind: offset > 0 });
  if (Math.abs(offset) > CLOCK_TOLERANCE_MS)
    return line('service', 'clock', 'attention', {
      what: off,
      means: sentence('clock/off-means'),
      advice: sentence('clock/off-advice'),
    });
  return line('service', 'clock', 'fine', {
    what: seconds <= 1 ? sentence('clock/agree') : off,
    means: sentence('clock/near-means'),
  });
}

function variationsLine(seen: readonly SignName[], openReads: boolean): TestLine {
  const variations = [...new Set<Variation>([...seen, ...(openReads ? (['open-reads'] as const) : [])])];
  if (variations.length === 0)
    return line('service', 'variations', 'fine', {
      what: sentence('variations/none'),
      means: sentence('variations/none-means'),
    });
  return line('service', 'variations', 'fine', {
    what: sentence('variations/some', { variations }),
    means: sentence('variations/some-means'),
  });
}

function failureOfStatus(answer: HttpAnswer): Failure {
  if (refusesKey(answer)) return failure('service-key-refused');
  if (isTurnedAway(answer)) return failure('service-blocked');
  if (answer.status === 429) return failure('service-rate-limited');
  return failure('service-error', { status: answer.status });
}

function failedLine(of: 'service' | 'charts', about: TestSubject, why: Failure): TestLine {
  return line(of, about, 'failed', {
    what: { failure: why },
    means: sentence(of === 'charts' ? 'failed/charts-means' : 'failed/service-means'),
    advice: { failure: why, part: 'advice' },
  });
}

function line(
  of: 'service' | 'charts',
  about: TestSubject,
  verdict: TestVerdict,
  { what, ...words }: Words,
): TestLine {
  return { of, about, verdict, what: [what], ...words };
}
