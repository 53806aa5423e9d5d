import { quantity } from '#domain/amount.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { Sale } from '#domain/quote.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import { ambiguousNumber, readBasisPoints, readNumber, readUnits } from '#domain/typed-number.ts';
import type { SwapRequest } from '../trading/kinds/swap.ts';
import type { Connection } from './connection.ts';
import { required, type Values, type WithText } from './options.ts';
import { UsageError } from './terminal.ts';
import { findToken } from './tokens.ts';
import { readCodes } from './typed-codes.ts';
import { misread } from './typed-numbers.ts';
import { takes, usage } from './words.ts';
import type { orderOptions } from './option-groups.ts';

interface TypedPair {
  readonly pay: string;
  readonly receive: string;
}

/** The amount and asset to sell and the asset to buy, as typed, after their form was checked. */
interface TypedSale extends TypedPair {
  /** Plain decimal text in whole units of `pay`; its decimals are checked once the token is known. */
  readonly amount: string;
}

/** The trade as typed, after its form was checked. */
export interface Order extends TypedSale {
  readonly slippageBps: number;
  readonly excluded: readonly string[];
}

const LARGEST_SLIPPAGE_BPS = 5_000;

/** Reads the options that say what is traded. @throws UsageError */
export function readOrder(values: Values<typeof orderOptions>): Order {
  return {
    ...readPair(values, 'paid', 'got'),
    amount: readAmount(values),
    slippageBps: readSlippage(values),
    excluded: readCodes(values, 'exclude'),
  };
}

/** The two tokens as they were typed. @throws UsageError */
export function readPair(values: WithText<'in' | 'out'>, gone: string, come: string): TypedPair {
  return {
    pay: required(values, 'in', takes.token(gone)),
    receive: required(values, 'out', takes.token(come)),
  };
}

/** The amount as plain text: a decimal number above zero. @throws UsageError */
export function readAmount(values: WithText<'amount'>): string {
  return checkedAmount(required(values, 'amount', takes.amount));
}

/** A typed amount as plain text. @throws UsageError unless it is one decimal number above zero. */
export function checkedAmount(amount: string): string {
  const reading = readNumber(amount);
  if (reading.kind === 'ambiguous') throw misread('amount', ambiguousNumber(amount, reading));
  if (reading.kind === 'number' && /[1-9]/.test(reading.text)) return reading.text;
  throw new UsageError(
    usage.amount(amount.slice(0, 40)),
    failure('amount-malformed', { text: amount.slice(0, 40) }),
  );
}

/** The order with its tokens found, in base units. Failures: those of `findSale`. */
export async function findOrder(order: Order, connection: Connection): Promise<Result<SwapRequest, Failure>> {
  const { slippageBps, excluded } = order;
  const sale = await findSale(order, connection);
  return sale.ok ? ok({ ...sale.value, slippageBps, excluded }) : sale;
}

/** The sale, in base units, and the asset to buy. Failures: those of `findToken` and of `saleOf`. */
export async function findSale(
  { pay, receive, amount }: TypedSale,
  connection: Connection,
): Promise<Result<Sale, Failure>> {
  const payToken = await findToken(pay, connection);
  if (!payToken.ok) return payToken;
  const receiveToken = await findToken(receive, connection);
  return receiveToken.ok ? saleOf(amount, payToken.value, receiveToken.value) : receiveToken;
}

/**
 * The sale of so many whole tokens, in base units. `amount` is plain text, as of `checkedAmount`. Failures:
 * `decimals-unknown`, `amount-malformed`.
 */
export function saleOf(amount: string, pay: Token, receive: Token): Result<Sale, Failure> {
  const { id, ticker, decimals } = pay;
  if (pay.decimalsSource === 'unknown') return failed(failure('decimals-unknown', { token: ticker || id }));
  const reading = readUnits(amount, decimals);
  if (reading.kind !== 'units')
    return failed(failure('amount-malformed', { text: amount.slice(0, 40), decimals }));
  return ok({
    pay: { asset: id, quantity: quantity(reading.units) },
    payDecimals: decimals,
    receive: receive.id,
  });
}

/** Basis points; a finer tolerance is refused, since rounding it would be a choice for the user. */
export function readSlippage(values: WithText<'slippage'>): number {
  const typed = values.slippage ?? '1';
  const reading = readBasisPoints(typed, LARGEST_SLIPPAGE_BPS);
  if (reading.kind === 'value') return reading.value;
  if (reading.kind === 'ambiguous') throw misread('slippage', reading.failure);
  throw new UsageError(usage.slippage(typed.slice(0, 40)), failure('slippage-out-of-range'));
}
