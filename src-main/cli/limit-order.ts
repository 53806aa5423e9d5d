import { isExchangeCode } from '#domain/exchange.ts';
import { failure, type Failure } from '#domain/failure.ts';
import {
  LADDER_SIZES,
  LADDER_SPACINGS,
  MOST_MULTIPLES,
  MOST_LEVELS,
  type LadderSizes,
  type LadderSpacing,
  type PriceForm,
  type TypedPrice,
} from '#domain/limit-order.ts';
import { readPriceNumber, type LimitPrice } from '#domain/limit-price.ts';
import { worstOffMarket } from '#domain/off-market.ts';
import { ok, type Result } from '#domain/result.ts';
import type { LadderRequest } from '../trading/kinds/ladder.ts';
import type { LimitRequest, LimitSubject } from '../trading/kinds/limit.ts';
import { offMarketOf, type LimitMarket } from '../trading/kinds/limit-market.ts';
import type { Connection } from './connection.ts';
import type { Values } from './options.ts';
import { UsageError } from './terminal.ts';
import { misread, wholeNumber } from './typed-numbers.ts';
import { findSale, readAmount, readPair } from './typed-order.ts';
import { readCodes } from './typed-codes.ts';
import { usage } from './words.ts';
import type { limitOrderOptions } from './option-groups.ts';

const FORMS = {
  price: 'ada-per-token',
  'tokens-per-ada': 'token-per-ada',
  percent: 'percent',
} as const satisfies Record<string, PriceForm>;
type PriceOption = keyof typeof FORMS;

/** The order as typed; `ladder` when there is more than one price. */
export interface TypedLimit {
  readonly pay: string;
  readonly receive: string;
  readonly amount: string;
  readonly exchange: string | undefined;
  readonly excluded: readonly string[];
  readonly price: TypedPrice;
  readonly multiples: number;
  /** The price is intended although it is far worse than the market, or no market price is known. */
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
export function readLimit(values: Values<typeof limitOrderOptions>): TypedLimit {
  const price = readPriceOption(values);
  const ladder = readLadder(values, price.form);
  const multiples = readCount(values, 'multiples', 1, MOST_MULTIPLES) ?? 1;
  if (ladder && multiples > 1) throw new UsageError(usage.multiplesOfLadder);
  const exchange = values.dex;
  if (exchange !== undefined && !isExchangeCode(exchange)) throw new UsageError(usage.exchangeCode);
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

/** The order with its tokens found, in base units. Failures: those of `findSale`. */
export async function findLimit(
  typed: TypedLimit,
  connection: Connection,
): Promise<Result<LimitOrder, Failure>> {
  const { exchange, excluded, price, multiples, ladder } = typed;
  const sale = await findSale(typed, connection);
  if (!sale.ok) return sale;
  const subject: LimitSubject = { ...sale.value, exchange, excluded };
  return ok(
    ladder
      ? { kind: 'ladder', request: { ...subject, from: price, ...ladder } }
      : { kind: 'single', request: { ...subject, price, multiples } },
  );
}

function readPriceOption(values: Values<typeof limitOrderOptions>): TypedPrice {
  const names = (Object.keys(FORMS) as PriceOption[]).filter((name) => values[name] !== undefined);
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) throw new UsageError(usage.price);
  return readTypedPrice(values, name, FORMS[name]);
}

/** A price as plain text, in the form in which it was typed. @throws UsageError */
function readTypedPrice(
  values: Values<typeof limitOrderOptions>,
  name: PriceOption | 'to',
  form: PriceForm,
): TypedPrice {
  const plain = readPriceNumber({ form, text: values[name] ?? '' });
  if (plain.ok) return { form, text: plain.value };
  throw misread(name, plain.failure);
}

function readLadder(values: Values<typeof limitOrderOptions>, form: PriceForm): TypedLimit['ladder'] {
  const to = values.to;
  const count = readCount(values, 'count', 2, MOST_LEVELS);
  if (to === undefined && count === undefined) {
    if (values.sizes !== undefined || values.spacing !== undefined) throw new UsageError(usage.notALadder);
    return undefined;
  }
  if (to === undefined || count === undefined) throw new UsageError(usage.ladderIncomplete);
  return {
    to: readTypedPrice(values, 'to', form),
    count,
    sizes: readChoice(values, 'sizes', LADDER_SIZES) ?? 'equal',
    spacing: readChoice(values, 'spacing', LADDER_SPACINGS) ?? 'linear',
  };
}

function readCount(
  values: Values<typeof limitOrderOptions>,
  name: 'multiples' | 'count',
  least: number,
  most: number,
): number | undefined {
  const typed = values[name];
  if (typed === undefined) return undefined;
  const count = wholeNumber(name, typed, least, most);
  if (count !== undefined) return count;
  throw new UsageError(usage.wholeNumber(name, least, most));
}

function readChoice<Choice extends string>(
  values: Values<typeof limitOrderOptions>,
  name: 'sizes' | 'spacing',
  choices: readonly Choice[],
): Choice | undefined {
  const typed = values[name];
  if (typed === undefined) return undefined;
  const choice = choices.find((one) => one === typed);
  if (choice !== undefined) return choice;
  throw new UsageError(usage.oneOf(name, choices));
}

/**
 * Why no order is placed at these prices unless the command line says that they are intended. Failures: `limit-off-market`,
 * `limit-market-unknown`.
 */
export function offMarketRefusal(
  market: Pick<LimitMarket, 'side' | 'spot' | 'token'>,
  prices: readonly LimitPrice[],
): Failure | undefined {
  const { side, spot, token } = market;
  const worst = worstOffMarket(prices.map((price) => offMarketOf(market, price)));
  if (worst === undefined) return undefined;
  if (worst.kind === 'unknown') return failure('limit-market-unknown', { token: token.ticker || token.id });
  return failure('limit-off-market', {
    bps: worst.bps,
    side,
    ...(spot === undefined ? {} : { market: spot }),
  });
}
