import * as v from 'valibot';

import { lovelace } from '#domain/amount.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { isPlaceName, MOST_EXCHANGES } from '../chain/scripts.ts';
import type { Exchange } from './types.ts';

/** The fault in an exchange list: where it is, and what was expected there. */
export interface ExchangeListFailure {
  readonly path: string;
  readonly reason: string;
}

const oneAda = 1_000_000;

const lovelaceNumber = (name: string) =>
  v.pipe(
    v.number(`${name} must be a number of lovelace`),
    v.safeInteger(`${name} must be a whole number of lovelace`),
    v.minValue(0, `${name} cannot be negative`),
    v.maxValue(100 * oneAda, `${name} is at most 100 ADA`),
    v.transform((value) => lovelace(BigInt(value))),
  );

const FIELDS = 'code, name, poolFeePpm, batcherFee, deposit, partialFills, limit and dca';

const exchangeSchema = v.strictObject(
  {
    code: v.pipe(
      v.string('code must be a text'),
      v.regex(/^[A-Z][A-Z0-9_]{0,31}$/, 'code must be 1 to 32 capital letters, digits or _, a letter first'),
    ),
    name: v.pipe(
      v.string('name must be a text'),
      v.trim(),
      v.minLength(1, 'name is empty'),
      v.maxLength(60, 'name has more than 60 characters'),
    ),
    poolFeePpm: v.pipe(
      v.number('poolFeePpm must be a number of parts per million'),
      v.safeInteger('poolFeePpm must be a whole number of parts per million'),
      v.minValue(0, 'poolFeePpm cannot be negative'),
      v.maxValue(100_000, 'poolFeePpm is at most 100000 (10 %)'),
    ),
    batcherFee: lovelaceNumber('batcherFee'),
    deposit: lovelaceNumber('deposit'),
    partialFills: v.boolean('partialFills must be true or false'),
    limit: v.boolean('limit must be true or false'),
    dca: v.boolean('dca must be true or false'),
  },
  `an exchange is an object with ${FIELDS}, and nothing else`,
);

const listSchema = v.pipe(
  v.array(exchangeSchema, 'the file must hold a list of exchanges'),
  v.minLength(1, 'the list is empty'),
  v.maxLength(MOST_EXCHANGES, `the list has more than ${MOST_EXCHANGES} exchanges`),
);

/**
 * Reads an exchange list (`resources/exchanges.json`, `--exchanges FILE`). Unknown keys and duplicate codes are
 * refused.
 */
export function parseExchanges(json: unknown): Result<readonly Exchange[], ExchangeListFailure> {
  const parsed = v.safeParse(listSchema, json, { abortEarly: true });
  if (!parsed.success) {
    const issue = parsed.issues[0];
    return failed({ path: v.getDotPath(issue) ?? '', reason: issue.message });
  }
  const seen = new Set<string>();
  for (const [index, exchange] of parsed.output.entries()) {
    if (seen.has(exchange.code))
      return failed({ path: `${index}.code`, reason: `${exchange.code} is listed twice` });
    if (isPlaceName(exchange.code))
      return failed({
        path: `${index}.code`,
        reason: `${exchange.code} is the name of a script of practice's own, which would be confusing`,
      });
    seen.add(exchange.code);
  }
  return ok(parsed.output);
}
