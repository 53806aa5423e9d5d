import { failure, type Failure, type FailureCode } from '../../src-preload/domain/failure.ts';
import type { FailureData } from '../../src-preload/domain/failures/text.ts';
import type { HttpAnswer } from '../http/http-client.ts';
import { parseJson } from '../http/json.ts';
import type { HttpTrouble } from '../http/trouble.ts';

/** Translates trouble on the way to the service. */
export function failureOfTrouble(trouble: HttpTrouble, host: string): Failure {
  switch (trouble.kind) {
    case 'unreachable':
      return failure('service-unreachable', { host });
    case 'certificate':
      return failure('service-certificate-refused');
    case 'timeout':
      return failure('service-timeout', { seconds: trouble.seconds });
    case 'redirected':
      return failure('service-redirected');
    case 'too-large':
      return failure('service-answer-too-large');
    case 'malformed':
      return failure('service-answer-malformed', {}, trouble.reason);
    case 'paused':
      return failure('service-paused', { seconds: trouble.seconds });
    case 'cancelled':
      return failure('service-call-cancelled');
  }
}

/** Words of error bodies, met in the wild as bare strings, and what they mean. First match wins. */
const meanings: readonly (readonly [RegExp, FailureCode])[] = [
  [/pool_out_of_sync/, 'pool-out-of-sync'],
  [
    /(?:all|every)_(?:exchanges?|dexe?s?|pools?)_(?:(?:are|is)_)?(?:excluded|blacklisted)/,
    'all-exchanges-excluded',
  ],
  [/same_token/, 'same-token'],
  [/(?:unknown_token|token_(?:is_)?(?:unknown|not_found))/, 'token-unknown'],
  [/(?:input|amount|order)(?:_in)?_(?:is_)?too_(?:small|low)/, 'amount-too-small'],
  [/(?:not_enough|insufficient)_(?:pool_)?liquidity/, 'not-enough-liquidity'],
  [/pools?_not_found|no_(?:valid_)?(?:pools?|routes?)(?:_|$)/, 'no-pool'],
  [/(?:insufficient|not_enough)_(?:funds|balance|utxos?|inputs?|ada)/, 'insufficient-funds'],
];
const LACKS = /\blacks? ((?:\d[\d.]* \w{1,16})(?: and \d[\d.]* \w{1,16}){0,4})/;
const LEAST = /"minimum":\s*"?(\d[\d.eE+-]{0,30})/;

/** The failure that a body's words name, whatever the status; `undefined` when they name none. */
export function failureOfWords(answer: HttpAnswer): Failure | undefined {
  const words = wordsOf(answer.text);
  const plain = words.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  const code = meanings.find(([pattern]) => pattern.test(plain))?.[1];
  return code === undefined ? undefined : failure(code, figuresOf(code, words, answer.text), answer.excerpt);
}

/** Amounts that the body names, when they are plainly amounts. */
function figuresOf(code: FailureCode, words: string, body: string): FailureData {
  const missing = code === 'insufficient-funds' ? LACKS.exec(words)?.[1] : undefined;
  const minimum = code === 'amount-too-small' ? LEAST.exec(body)?.[1] : undefined;
  return { ...(missing === undefined ? {} : { missing }), ...(minimum === undefined ? {} : { minimum }) };
}

/** Translates an answer whose status is not a success. */
export function failureOfAnswer(answer: HttpAnswer): Failure {
  if (answer.status === 401 || answer.status === 403)
    return failure('service-key-refused', {}, answer.excerpt);
  if (answer.status === 429) return failure('service-rate-limited', {}, answer.excerpt);
  const named = failureOfWords(answer);
  if (named !== undefined) return named;
  if (answer.status === 404) return failure('service-not-found', {}, answer.excerpt);
  return failure('service-error', { status: answer.status }, answer.excerpt);
}

const TEXT_KEYS = ['code', 'error', 'message', 'detail', 'reason'];

/** The text of an error body: a JSON string, the usual keys of an object (also one level down), or plain text. */
function wordsOf(body: string): string {
  const plain = body.trim();
  if (plain.startsWith('<')) return '';
  const json = parseJson(plain);
  if (json === undefined) return plain.slice(0, 500);
  return textsIn(json, 2).join(' ').slice(0, 500);
}

function textsIn(json: unknown, levels: number): string[] {
  if (typeof json === 'string') return [json];
  if (typeof json !== 'object' || json === null || levels === 0) return [];
  return TEXT_KEYS.flatMap((key) =>
    Object.hasOwn(json, key) ? textsIn(Reflect.get(json, key), levels - 1) : [],
  );
}
