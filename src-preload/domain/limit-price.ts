import { LARGEST_QUANTITY, quantity, type Quantity } from './amount.ts';
import { ADA_DECIMALS } from './asset.ts';
import { parseDecimal } from './decimal.ts';
import { failure, type Failure } from './failure.ts';
import type { TypedPrice } from './limit-order.ts';
import { mulDivCeil } from './ratio.ts';
import { failed, ok, type Result } from './result.ts';
import { ambiguousNumber, readNumber } from './typed-number.ts';

/** A limit price as an exact ratio: so many lovelace for so many base units of the token. Both positive, no common factor. */
export interface LimitPrice {
  readonly lovelace: bigint;
  readonly units: bigint;
}

/** `buy`: ADA is paid for the token. `sell`: the token is paid for ADA. */
export type Side = 'buy' | 'sell';

/** Digits of a price that every double carries, so that no reader of the wire loses any. */
const PRICE_DIGITS = 15;

/** Places kept of what was typed; more is refused, not rounded. */
const TYPED_PLACES = 40;
const ONE_ADA = 10n ** BigInt(ADA_DECIMALS);
const HUNDRED_PERCENT = 100n * 10n ** BigInt(TYPED_PLACES);
const PLAIN = /^\d{1,30}(?:\.\d{1,40})?$/;

/**
 * The exact price that was typed. `marketPrice` is ADA for one whole token as the service writes it; only a percentage
 * needs it. Failures: `price-malformed`, `number-ambiguous`, `market-price-unknown`.
 */
export function readPrice(
  typed: TypedPrice,
  decimals: number,
  marketPrice: number | undefined,
): Result<LimitPrice, Failure> {
  const plain = readPriceNumber(typed);
  if (!plain.ok) return plain;
  const malformed = failure('price-malformed', { text: typed.text.trim().slice(0, 40), form: typed.form });
  const digits = parseDecimal(plain.value, TYPED_PLACES) ?? 0n;
  const one = 10n ** BigInt(TYPED_PLACES);
  const whole = 10n ** BigInt(decimals);
  if (typed.form === 'percent') {
    const market = marketPrice === undefined ? undefined : marketRatio(marketPrice, decimals);
    if (market === undefined) return failed(failure('market-price-unknown'));
    const part = HUNDRED_PERCENT + digits;
    if (part <= 0n) return failed(malformed);
    return ok(reduced(market.lovelace * part, market.units * HUNDRED_PERCENT));
  }
  if (digits <= 0n) return failed(malformed);
  return ok(
    typed.form === 'ada-per-token'
      ? reduced(digits * ONE_ADA, one * whole)
      : reduced(ONE_ADA * one, digits * whole),
  );
}

/**
 * The plain text of a typed price: digits with a point before decimals; a percentage may begin with a minus. Failures:
 * `price-malformed`, `number-ambiguous`.
 */
export function readPriceNumber({ form, text }: TypedPrice): Result<string, Failure> {
  const typed = text.trim();
  const [, sign = '', rest = ''] = /^([+\-\u2212]?)(.*)$/s.exec(typed) ?? [];
  const number = form === 'percent' ? rest.replace(/\s*%$/, '') : rest;
  const reading = readNumber(number);
  if (reading.kind === 'ambiguous') return failed(ambiguousNumber(number, reading));
  const signFits = sign === '' || form === 'percent';
  if (reading.kind === 'malformed' || !signFits || !PLAIN.test(reading.text) || /^\s/.test(number))
    return failed(failure('price-malformed', { text: typed.slice(0, 40), form }));
  return ok(`${sign === '' || sign === '+' ? '' : '-'}${reading.text}`);
}

/** A market price (ADA for one whole token) as an exact ratio; `undefined` when it is none. */
export function marketRatio(adaPerToken: number, decimals: number): LimitPrice | undefined {
  const digits = Number.isFinite(adaPerToken) ? parseDecimal(String(adaPerToken), TYPED_PLACES) : undefined;
  if (digits === undefined || digits <= 0n) return undefined;
  return reduced(digits * ONE_ADA, 10n ** BigInt(TYPED_PLACES + decimals));
}

/**
 * The least that `pay` must bring at the price, rounded up: a base unit is never left to whoever fills the order.
 * Failure: `price-too-fine` when no output could hold it.
 */
export function leastReceived(side: Side, pay: bigint, price: LimitPrice): Result<Quantity, Failure> {
  const least =
    side === 'buy'
      ? mulDivCeil(pay, price.units, price.lovelace)
      : mulDivCeil(pay, price.lovelace, price.units);
  return least > 0n && least <= LARGEST_QUANTITY ? ok(quantity(least)) : failed(failure('price-too-fine'));
}

/** One order's part: the amount sold, and the minimum that it must bring. */
export interface OrderPart {
  readonly pay: bigint;
  readonly atLeast: bigint;
}

/**
 * The price to be sent (`wanted_price`, ADA per token): decimal text of at most 15 digits that, applied to each part
 * and rounded down by the service, still brings the part's least. So it is on the user's side of what was typed, by
 * less than a base unit of a part. Failure: `price-too-fine`.
 */
export function wirePrice(
  side: Side,
  parts: readonly OrderPart[],
  decimals: number,
): Result<string, Failure> {
  const [first] = parts;
  if (first === undefined) throw new RangeError('an order has at least one part');
  const ratioOf = ({ pay, atLeast }: OrderPart): LimitPrice =>
    side === 'buy' ? { lovelace: pay, units: atLeast } : { lovelace: atLeast, units: pay };
  const tightest = parts.map(ratioOf).reduce((one, other) => {
    const otherIsLower = other.lovelace * one.units < one.lovelace * other.units;
    return otherIsLower === (side === 'buy') ? other : one;
  });
  const text = priceText(tightest, decimals, side === 'buy' ? 'floor' : 'ceil');
  return text === undefined ? failed(failure('price-too-fine')) : ok(text);
}

/** A price in both directions, as decimal text. */
export interface PriceBothWays {
  readonly adaPerToken: string;
  readonly tokenPerAda: string;
}

/** Texts of at most 15 digits, each rounded in the user's favour. */
export function bothWays(side: Side, price: LimitPrice, decimals: number): PriceBothWays {
  const [down, up] = side === 'buy' ? (['floor', 'ceil'] as const) : (['ceil', 'floor'] as const);
  return {
    adaPerToken: priceText(price, decimals, down) ?? '0',
    tokenPerAda: inverseText(price, decimals, up) ?? '0',
  };
}

/** ADA for one whole token as decimal text; `undefined` when it is too small for any text. */
export function priceText(
  { lovelace, units }: LimitPrice,
  decimals: number,
  rounding: 'floor' | 'ceil',
): string | undefined {
  return ratioText(lovelace * 10n ** BigInt(decimals), units * ONE_ADA, rounding);
}

/** ADA for one whole token, for plots and comparisons alone. */
export function priceNumber({ lovelace, units }: LimitPrice, decimals: number): number {
  return Number(ratioText(lovelace * 10n ** BigInt(decimals), units * ONE_ADA, 'floor') ?? '0');
}

/** `left − right` in sign: negative when the left price is lower. */
export function comparePrices(left: LimitPrice, right: LimitPrice): number {
  const difference = left.lovelace * right.units - right.lovelace * left.units;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/**
 * The fraction of the market price by which it must still move for the order to fill; 0 or less: it is there already.
 * Figures for display, ADA per whole token.
 */
export function distanceToFill(side: Side, price: number, market: number): number {
  return side === 'buy' ? (market - price) / market : (price - market) / market;
}

function inverseText(
  { lovelace, units }: LimitPrice,
  decimals: number,
  rounding: 'floor' | 'ceil',
): string | undefined {
  return ratioText(units * ONE_ADA, lovelace * 10n ** BigInt(decimals), rounding);
}

/** `numerator / denominator` as plain decimal text of at most `digits` digits; `undefined` below 10^-40. */
export function ratioText(
  numerator: bigint,
  denominator: bigint,
  rounding: 'floor' | 'ceil' | 'nearest',
  digits = PRICE_DIGITS,
): string | undefined {
  const whole = numerator / denominator;
  let places: number;
  if (whole > 0n) places = digits - String(whole).length;
  else {
    const scaled = (numerator * 10n ** BigInt(TYPED_PLACES)) / denominator;
    if (scaled === 0n) return undefined;
    places = Math.min(TYPED_PLACES, TYPED_PLACES - String(scaled).length + digits);
  }
  const [up, down] = places >= 0 ? [10n ** BigInt(places), 1n] : [1n, 10n ** BigInt(-places)];
  const [top, bottom] = [numerator * up, denominator * down];
  return plainText(divided(top, bottom, rounding) * down, Math.max(places, 0));
}

function divided(top: bigint, bottom: bigint, rounding: 'floor' | 'ceil' | 'nearest'): bigint {
  if (rounding === 'nearest') return (top * 2n + bottom) / (bottom * 2n);
  return rounding === 'floor' ? top / bottom : (top + bottom - 1n) / bottom;
}

function plainText(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0');
  if (places === 0) return digits;
  const cut = digits.length - places;
  return `${digits.slice(0, cut)}.${digits.slice(cut)}`.replace(/\.?0+$/, '');
}

function reduced(lovelace: bigint, units: bigint): LimitPrice {
  const common = greatestCommonDivisor(lovelace, units);
  return { lovelace: lovelace / common, units: units / common };
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [left, right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
