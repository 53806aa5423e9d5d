import { fitsDecimals, parseDecimal } from '../../src-preload/domain/decimal.ts';
import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import { ok, type Result } from '../../src-preload/domain/result.ts';
import type { QuoteRequest } from '../trading/quote-desk.ts';
import type { Connection } from './connection.ts';
import { required, text, type Values } from './options.ts';
import { UsageError } from './terminal.ts';
import { findToken } from './tokens.ts';

/** The options that say what is traded. */
export const orderOptions = {
  in: { type: 'string' },
  out: { type: 'string' },
  amount: { type: 'string' },
  slippage: { type: 'string' },
  exclude: { type: 'string' },
} as const;

/** What is to be traded, as it was typed and found to make sense. */
export interface Order {
  readonly pay: string;
  readonly receive: string;
  /** Decimal text in whole units of `pay`; its decimals are checked once the token is known. */
  readonly amount: string;
  readonly slippageBps: number;
  readonly excluded: readonly string[];
}

const AMOUNT = /^(?:\d{1,30}(?:\.\d{0,40})?|\.\d{1,40})$/;
const LARGEST_SLIPPAGE_BPS = 5_000n;

/** Reads the options that say what is traded. @throws UsageError */
export function readOrder(values: Values): Order {
  return {
    pay: required(values, 'in', 'what is paid: ADA, the ticker of a verified token, or a full token id'),
    receive: required(values, 'out', 'what is got: ADA, the ticker of a verified token, or a full token id'),
    amount: readAmount(values),
    slippageBps: readSlippage(values),
    excluded: readExcluded(values),
  };
}

/** The amount as typed: a decimal number above zero. @throws UsageError */
function readAmount(values: Values): string {
  return checkedAmount(required(values, 'amount', 'how much of --in is paid, in whole units'));
}

/** @throws UsageError unless it is a decimal number above zero. */
export function checkedAmount(amount: string): string {
  if (AMOUNT.test(amount) && /[1-9]/.test(amount)) return amount;
  throw new UsageError(
    `--amount takes a number above zero such as 25 or 0.5, not "${amount.slice(0, 40)}"`,
    failure('amount-malformed', { text: amount.slice(0, 40) }),
  );
}

/** The order with its tokens found. Failures: those of `findToken`. */
export async function findOrder(
  { pay, receive, ...rest }: Order,
  connection: Connection,
): Promise<Result<QuoteRequest, Failure>> {
  const payToken = await findToken(pay, connection);
  if (!payToken.ok) return payToken;
  const receiveToken = await findToken(receive, connection);
  if (!receiveToken.ok) return receiveToken;
  return ok({ ...rest, pay: payToken.value.id, receive: receiveToken.value.id });
}

/** Basis points; a finer tolerance is refused, since rounding it would be a choice for the user. */
function readSlippage(values: Values): number {
  const typed = text(values, 'slippage') ?? '1';
  const bps = AMOUNT.test(typed) && fitsDecimals(typed, 2) ? parseDecimal(typed, 2) : undefined;
  if (bps !== undefined && bps > 0n && bps <= LARGEST_SLIPPAGE_BPS) return Number(bps);
  throw new UsageError(
    `--slippage takes percent from 0.01 to 50 with at most two decimals, not "${typed.slice(0, 40)}"`,
    failure('slippage-out-of-range'),
  );
}

function readExcluded(values: Values): readonly string[] {
  const typed = text(values, 'exclude');
  if (typed === undefined) return [];
  const codes = typed.split(',').map((code) => code.trim());
  if (codes.every((code) => /^[A-Za-z0-9_-]{1,40}$/.test(code))) return [...new Set(codes)];
  throw new UsageError('--exclude takes exchange codes with commas between them, such as EXA,EXBV3');
}
