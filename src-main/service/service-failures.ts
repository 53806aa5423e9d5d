import { failure, type Failure, type FailureCode } from '#domain/failure.ts';
import type { FailureData } from '#domain/failures/text.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { HttpAnswer } from '../http/http-client.ts';
import { parseJson } from '../http/json.ts';
import { isTurnedAway, refusesKey } from '../http/refused-key.ts';

/** Words of error bodies, met in the wild as bare strings, and what they mean. First match wins. */
const meanings: readonly (readonly [RegExp, FailureCode])[] = [
  [/pool_out_of_sync/, 'pool-out-of-sync'],
  [
    /(?:all|every)_(?:exchanges?|dexe?s?|pools?)_(?:(?:are|is)_)?(?:excluded|blacklisted)/,
    'all-exchanges-excluded',
  ],
  [/same_token/, 'same-token'],
  [/(?:unknown_token|token_(?:is_)?(?:unknown|not_found))/, 'token-unknown'],
  [/(?:unknown_order|orders?_(?:(?:is|are)_)?(?:unknown|not_found))/, 'order-unknown'],
  [
    /orders?_(?:(?:is|are|was)_)?(?:already_)?(?:filled|cancell?ed|closed|complete|spent)|already_(?:filled|cancell?ed|closed|spent)/,
    'order-already-closed',
  ],
  [/(?:wrong|not)_(?:the_)?(?:order_)?owner|of_another_address|address_mismatch/, 'order-not-yours'],
  [/order_(?:(?:is|was)_)?(?:not_on_chain|in_use|pending_cancel)/, 'order-not-on-chain'],
  [/no_recurring_orders/, 'exchange-without-dca'],
  [/no_limit_orders|dex_not_found|unknown_(?:dex|exchange)/, 'exchange-without-limits'],
  [/too_many_orders|transaction_(?:is_|would_be_)?too_large|too_many_multiples/, 'too-many-orders'],
  [/(?:input|amount|order)(?:_in)?_(?:is_)?too_(?:small|low)/, 'amount-too-small'],
  [/(?:input|amount|order)(?:_in)?_(?:is_)?(?:too_(?:large|big|high)|more_than_any)/, 'amount-too-large'],
  [/(?:not_enough|insufficient)_(?:pool_)?liquidity/, 'not-enough-liquidity'],
  [/pools?_not_found|no_(?:valid_)?(?:pools?|routes?)(?:_|$)/, 'no-pool'],
  [/(?:insufficient|not_enough)_(?:funds|balance|utxos?|inputs?|ada)/, 'insufficient-funds'],
];
const LACKS = /\blacks? ((?:\d[\d.]* \w{1,16})(?: and \d[\d.]* \w{1,16}){0,4})/;
/** The order at fault. */
const ORDER = /"order_id":\s*"([^"\\]{1,100})"/;
/** How many orders would fit. */
const MOST = /"(?:max(?:imum)?|most|limit|fits|would_fit|max_orders|maximum_orders)":\s*"?(\d{1,4})\b/;
const LEAST = /"minimum":\s*"?(\d[\d.eE+-]{0,30})/;

/** The failure that a body's words name, whatever the status; `undefined` when they name none. */
export function failureOfWords(answer: HttpAnswer): Failure | undefined {
  if (refusesKey(answer)) return failure('service-key-refused', {}, answer.excerpt);
  const words = wordsOf(answer.text);
  const plain = words.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  const code = meanings.find(([pattern]) => pattern.test(plain))?.[1];
  return code === undefined ? undefined : failure(code, figuresOf(code, words, answer.text), answer.excerpt);
}

/** The same words mean the cancellation when it is one that does not fit. */
export function failureOfCancel(met: Failure): Failure {
  return met.code === 'too-many-orders' ? failure('cancel-too-large', met.data, met.detail) : met;
}

/** The same words mean one cycle, the plan's exchanges, or its interval when they refuse a recurring order. */
export function failureOfPlan(met: Failure, cycles: number): Failure {
  const { code, data, detail } = met;
  if (code === 'exchange-without-limits') return failure('exchange-without-dca', {}, detail);
  return code === 'amount-too-small' ? failure('dca-cycle-too-small', { ...data, cycles }, detail) : met;
}

/** Amounts that the body names, when they are plainly amounts. */
function figuresOf(code: FailureCode, words: string, body: string): FailureData {
  const missing = code === 'insufficient-funds' ? LACKS.exec(words)?.[1] : undefined;
  const minimum = code === 'amount-too-small' ? LEAST.exec(body)?.[1] : undefined;
  const order = code.startsWith('order-') ? ORDER.exec(body)?.[1] : undefined;
  const most = code === 'too-many-orders' ? MOST.exec(body)?.[1] : undefined;
  return {
    ...(missing === undefined ? {} : { missing }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(order === undefined ? {} : { order }),
    ...(most === undefined ? {} : { most: Number(most) }),
  };
}

/** Translates an answer whose status is not a success. */
export function failureOfAnswer(answer: HttpAnswer): Failure {
  if (answer.status === 429) return failure('service-rate-limited', {}, answer.excerpt);
  if (isTurnedAway(answer)) return failure('service-blocked', {}, answer.excerpt);
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

/** A transaction's hex in lower case; absent or empty means that nothing was made. */
export function transactionHex(cbor: string | undefined): Result<string, Failure> {
  const plain = cbor?.trim().toLowerCase() ?? '';
  if (plain === '') return failed(failure('service-built-nothing'));
  if (!/^[0-9a-f]+$/.test(plain) || plain.length % 2 === 1)
    return failed(failure('service-answer-malformed', { path: 'cbor' }));
  return ok(plain);
}
