import { failure, type Failure } from '#domain/failure.ts';
import type { BaseUrl } from '../http/base-url.ts';
import type { HttpAnswer } from '../http/http-client.ts';
import { parseJson } from '../http/json.ts';
import { isTurnedAway } from '../http/refused-key.ts';

/**
 * Translates the refusals that every endpoint of a back-end shares: those of Blockfrost's OpenAPI description (0.1.91,
 * "Errors") and of Koios's (1.4.2), which give the same numbers the same meaning.
 */
export function failureOfStatus(answer: HttpAnswer): Failure {
  switch (answer.status) {
    case 401:
    case 403:
      return failure(isTurnedAway(answer) ? 'ledger-blocked' : 'ledger-key-refused', {}, answer.excerpt);
    case 402:
      return failure('ledger-quota-used', {}, answer.excerpt);
    case 404:
      return failure('ledger-not-found', {}, answer.excerpt);
    case 418:
    case 429:
      return failure('ledger-rate-limited', {}, answer.excerpt);
    case 425:
      return failure('ledger-mempool-full', {}, answer.excerpt);
    default:
      return failure('ledger-error', { status: answer.status }, answer.excerpt);
  }
}

/**
 * The meaning of a refused request for the network, which every back-end can answer: one that does not know it is not
 * at this address. Blockfrost answers an unknown path with 400 and its own words, others with 404. `usual`: the path
 * under which the API is hosted.
 */
export function ifMisplaced(met: Failure, { origin, prefix }: BaseUrl, usual: string): Failure {
  const unknown =
    met.code === 'ledger-not-found' ||
    (met.code === 'ledger-error' && met.data?.['status'] === 400 && /invalid path/i.test(met.detail ?? ''));
  if (!unknown) return met;
  const address = { address: `${origin}${prefix}`, usual: `${origin}${usual}` };
  return failure('ledger-path-wrong', address, met.detail);
}

/**
 * Words of a node that say that the inputs are gone: they never were, or another transaction (perhaps this very one,
 * sent before) spent them.
 */
const INPUTS_GONE = /BadInputsUTxO|All inputs are spent|AllInputsAreSpent/;

/** Words of a submit API that lost its node on the way: whether the node has the transaction is open. */
const NODE_LOST = /TxCmdTxSubmitConnectionError|TxCmdSocketEnvError/;

/** Layers that wrap a rule's name in the node's words, and say nothing themselves. */
const WRAPPERS = new Set([
  'ApplyTxError',
  'HardForkApplyTxErrFromEra',
  'ShelleyTxValidationError',
  'TxSubmitFail',
  'TxCmdTxSubmitValidationError',
  'TxValidationErrorInCardanoMode',
  'WrappedShelleyEraFailure',
]);
/** Rule groups of the ledger: `ConwayUtxowFailure`, `UtxoFailure`, `ConwayCertsFailure`, `UtxowPredicateFailure`. */
const GROUP =
  /^(?:Shelley|Allegra|Mary|Alonzo|Babbage|Conway|Dijkstra)?(?:Ledgers?|Utxow|Utxos?|Certs?|GovCert|Gov|Delegs?|Delpl|Pool)(?:Pred|Predicate)?Failure$/;
const NAME = /[A-Z][A-Za-z]{5,60}/g;

/**
 * Names the rule by which a node refused a transaction. `message` is the node's answer as a back-end passes it on:
 * JSON with a tag, or plain text of the node's own language. `inputs-spent` when the inputs are gone, and
 * `submission-unknown` when the back-end lost its node on the way.
 */
export function submitFailure(message: string, excerpt: string): Failure {
  if (NODE_LOST.test(message)) return failure('submission-unknown', {}, excerpt);
  const words = errorWords(message);
  if (INPUTS_GONE.test(words)) return failure('inputs-spent', {}, excerpt);
  const rule = ruleIn(words);
  return failure('submission-refused', rule === undefined ? {} : { rule }, excerpt);
}

/** The first name that is neither a wrapper nor a rule group. */
function ruleIn(words: string): string | undefined {
  const names = words.match(NAME) ?? [];
  return names.find(
    (name) => !WRAPPERS.has(name) && !GROUP.test(name) && !name.startsWith('ShelleyBasedEra'),
  );
}

/** The texts under `contents` and `error` of a tagged answer, or the whole when it is not JSON. */
function errorWords(message: string): string {
  const json = parseJson(message);
  if (json === undefined) return message;
  return textsIn(json, 8).join(' ');
}

function textsIn(json: unknown, levels: number): string[] {
  if (typeof json === 'string') return [json];
  if (typeof json !== 'object' || json === null || levels === 0) return [];
  if (Array.isArray(json)) return json.flatMap((item) => textsIn(item, levels - 1));
  const inside = ['contents', 'error'].flatMap((key) =>
    Object.hasOwn(json, key) ? textsIn(Reflect.get(json, key), levels - 1) : [],
  );
  return inside.length > 0 || !Object.hasOwn(json, 'tag') ? inside : textsIn(Reflect.get(json, 'tag'), 1);
}
