import { isExchangeCode } from '#domain/exchange.ts';
import type { Failure } from '#domain/failure.ts';
import {
  LADDER_SIZES,
  LADDER_SPACINGS,
  MOST_MULTIPLES,
  MOST_RUNGS,
  type LadderSizes,
  type LadderSpacing,
  type PriceForm,
  type TypedPrice,
} from '#domain/limit-order.ts';
import { readPriceNumber } from '#domain/limit-price.ts';
import { ok, type Result } from '#domain/result.ts';
import type { LadderRequest } from '../trading/kinds/ladder.ts';
import type { LimitRequest, LimitSubject } from '../trading/kinds/limit.ts';
import type { Connection } from './connection.ts';
import { text, type Values } from './options.ts';
import { findPair, misread, readAmount, readCodes, readPair, wholeNumber } from './order.ts';
import { UsageError } from './terminal.ts';

/** The options that say what is ordered. */
export const limitOrderOptions = {
  in: { type: 'string' },
  out: { type: 'string' },
  amount: { type: 'string' },
  exclude: { type: 'string' },
  dex: { type: 'string' },
  price: { type: 'string' },
  'tokens-per-ada': { type: 'string' },
  percent: { type: 'string' },
  multiples: { type: 'string' },
  to: { type: 'string' },
  count: { type: 'string' },
  sizes: { type: 'string' },
  spacing: { type: 'string' },
  'off-market': { type: 'boolean' },
} as const;

const FORMS: Readonly<Record<string, PriceForm>> = {
  price: 'ada-per-token',
  'tokens-per-ada': 'token-per-ada',
  percent: 'percent',
};

/** What is to be ordered, as it was typed; `ladder` when there is more than one price. */
export interface TypedLimit {
  readonly pay: string;
  readonly receive: string;
  readonly amount: string;
  readonly exchange: string | undefined;
  readonly excluded: readonly string[];
  readonly price: TypedPrice;
  readonly multiples: number;
  /** A price that is far worse than the market, or that nothing can be held against, is meant. */
  readonly offMarket: boolean;
  readonly ladder:
    | {
        readonly to: TypedPrice;
        readonly count: number;
        readonly sizes: LadderSizes;
        readonly spacing: LadderSpacing;
      }
    | undefined;
}

export type LimitOrder =
  | { readonly kind: 'single'; readonly request: LimitRequest }
  | { readonly kind: 'ladder'; readonly request: LadderRequest };

/** @throws UsageError */
export function readLimit(values: Values): TypedLimit {
  const price = readPriceOption(values);
  const ladder = readLadder(values, price.form);
  const multiples = readCount(values, 'multiples', 1, MOST_MULTIPLES) ?? 1;
  if (ladder && multiples > 1) throw new UsageError('--multiples and --count do not go together');
  const exchange = text(values, 'dex');
  if (exchange !== undefined && !isExchangeCode(exchange))
    throw new UsageError('--dex takes an exchange code such as EXB');
  return {
    ...readPair(values, 'sold', 'bought'),
    amount: readAmount(values),
    exchange,
    excluded: readCodes(values, 'exclude'),
    price,
    multiples,
    offMarket: values['off-market'] === true,
    ladder,
  };
}

/** The order with its tokens found. Failures: those of `findToken`. */
export async function findLimit(
  typed: TypedLimit,
  connection: Connection,
): Promise<Result<LimitOrder, Failure>> {
  const { amount, exchange, excluded, price, multiples, ladder } = typed;
  const pair = await findPair(typed, connection);
  if (!pair.ok) return pair;
  const subject: LimitSubject = { ...pair.value, amount, exchange, excluded };
  return ok(
    ladder
      ? { kind: 'ladder', request: { ...subject, from: price, ...ladder } }
      : { kind: 'single', request: { ...subject, price, multiples } },
  );
}

function readPriceOption(values: Values): TypedPrice {
  const given = Object.keys(FORMS).filter((name) => values[name] !== undefined);
  const [name, ...others] = given;
  if (name === undefined || others.length > 0)
    throw new UsageError(
      'one of --price (ADA per token), --tokens-per-ada and --percent (from the market, such as --percent=-2.5) is needed',
    );
  return readTypedPrice(values, name, FORMS[name] ?? 'ada-per-token');
}

/** A price as plain text, in the form in which it was typed. @throws UsageError */
function readTypedPrice(values: Values, name: string, form: PriceForm): TypedPrice {
  const plain = readPriceNumber({ form, text: text(values, name) ?? '' });
  if (plain.ok) return { form, text: plain.value };
  throw misread(name, plain.failure);
}

function readLadder(values: Values, form: PriceForm): TypedLimit['ladder'] {
  const to = text(values, 'to');
  const count = readCount(values, 'count', 2, MOST_RUNGS);
  if (to === undefined && count === undefined) {
    if (values['sizes'] !== undefined || values['spacing'] !== undefined)
      throw new UsageError('--sizes and --spacing are for a ladder: give --to and --count too');
    return undefined;
  }
  if (to === undefined || count === undefined)
    throw new UsageError('a ladder needs both --to (its last price) and --count (how many orders)');
  return {
    to: readTypedPrice(values, 'to', form),
    count,
    sizes: readChoice(values, 'sizes', LADDER_SIZES) ?? 'equal',
    spacing: readChoice(values, 'spacing', LADDER_SPACINGS) ?? 'linear',
  };
}

function readCount(values: Values, name: string, least: number, most: number): number | undefined {
  const typed = text(values, name);
  if (typed === undefined) return undefined;
  const count = wholeNumber(name, typed, least, most);
  if (count !== undefined) return count;
  throw new UsageError(`--${name} takes a whole number from ${least} to ${most}`);
}

function readChoice<Choice extends string>(
  values: Values,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const typed = text(values, name);
  if (typed === undefined) return undefined;
  const choice = choices.find((one) => one === typed);
  if (choice !== undefined) return choice;
  throw new UsageError(`--${name} takes ${choices.join(', ')}`);
}
