import { resolve } from 'node:path';
import { formatDecimal } from '#domain/decimal.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { inEnglish } from '#domain/sentences/sentence.ts';
import type { Trade } from '#domain/trade.ts';
import { receiptText } from '../receipt/receipt.ts';
import type { Quote, SwapQuote, TradeQuote } from '../trading/kinds/quote.ts';
import type { Trading } from '../trading/trading.ts';
import { checkNew, writeNewFiles, type Values } from './options.ts';
import type { ExitCode, Terminal } from './terminal.ts';
import { amountJson, amountWithTicker } from './tokens.ts';
import { failureWords } from './words.ts';
import type { receiptOptions } from './option-groups.ts';

/** Reports the outcome of a trade, in JSON together with `facts`. Returns the exit code, which ignores signals. */
export function reportTrade(
  { failure: trouble, trade, quote }: TradeOutcome,
  facts: Readonly<Record<string, unknown>>,
  terminal: Terminal,
): ExitCode {
  if (trouble !== undefined)
    return terminal.failure(trouble, trade === undefined ? {} : { ...tradeFacts(trade), ...facts });
  if (trade === undefined || quote === undefined || quote.kind === 'cancel' || quote.kind === 'send')
    return terminal.failure(failure('internal-error', { incident: 'outcome' }));
  terminal.result({ ...tradeJson(trade, quote), ...facts }, [
    ...(trade.filledTotal === undefined
      ? []
      : [`You got ${amountWithTicker(trade.filledTotal, quote.receiveToken)}.`]),
    `${trade.bodyHash} ${trade.state}`,
  ]);
  return 0;
}

/** A trade with its amounts, as JSON. */
export function tradeJson(
  trade: Trade,
  { payToken, receiveToken }: Pick<TradeQuote, 'payToken' | 'receiveToken'>,
): Readonly<Record<string, unknown>> {
  const { networkFee, exchangeFees, deposits, otherRecipients } = trade.costs;
  return {
    ...tradeFacts(trade),
    pay: amountJson(trade.pay.quantity, payToken),
    expected: amountJson(trade.expected, receiveToken),
    at_least: amountJson(trade.atLeast, receiveToken),
    ...(trade.filledTotal === undefined ? {} : { received: amountJson(trade.filledTotal, receiveToken) }),
    costs_ada: {
      network_fee: formatDecimal(networkFee, 6),
      exchange_fees: formatDecimal(exchangeFees, 6),
      service_fee: formatDecimal(otherRecipients, 6),
      total: formatDecimal(networkFee + exchangeFees + otherRecipients, 6),
      deposits_returned: formatDecimal(deposits, 6),
    },
    assembled_by: trade.assembledBy,
    orders: trade.orders.map(({ index, exchange, closedBy }) => ({ index, exchange, closed_by: closedBy })),
  };
}

/** The file that was named, if one was. @throws UsageError when it exists: a receipt never replaces another file. */
export function readReceiptFile(values: Values<typeof receiptOptions>): string | undefined {
  const path = values.receipt;
  if (path !== undefined) checkNew(path, 'receipt');
  return path;
}

/**
 * Writes the receipt of a signed trade, with the audits of its fills; returns what the command's result says
 * about it. A file that cannot be written must not hide the outcome of the trade: the journal keeps the receipt anyway.
 */
export async function saveReceipt(
  path: string | undefined,
  trading: Trading,
  tradeId: string | undefined,
): Promise<{ readonly receipt?: string; readonly receipt_trouble?: string }> {
  // Without one, the receipt says that it has none.
  if (path !== undefined && tradeId !== undefined) await trading.fills.again(tradeId);
  const records = path === undefined || tradeId === undefined ? [] : trading.receipts(tradeId);
  if (path === undefined || records.length === 0) return {};
  const content = receiptText(records.map((record) => record.text));
  const written = writeNewFiles([{ path, content }]);
  return written.ok ? { receipt: resolve(path) } : { receipt_trouble: failureWords(written.failure).what };
}

/** The outcome of a trade. Without `failure` it reached the goal. */
export interface TradeOutcome {
  readonly failure?: Failure;
  /** Absent when nothing was built. */
  readonly trade?: Trade;
  readonly quote?: Quote;
}

/** A trade's hash and state, for a failure's facts. */
export function tradeFacts(trade: Trade | undefined): Readonly<Record<string, unknown>> {
  return trade === undefined ? {} : { tx_hash: trade.bodyHash, state: trade.state };
}

/** A quote in lines for people. */
export function quoteLines({
  task,
  routes,
  payToken,
  receiveToken,
  priceImpact,
  notices,
}: SwapQuote): string[] {
  // Some services state each route's expected amount, others its minimum: the sum shows which.
  const shares = routes.reduce((sum, { expectedOut }) => sum + expectedOut, 0n);
  const word = shares <= task.atLeast ? 'at least' : 'about';
  return [
    `You pay       ${amountWithTicker(task.pay.quantity, payToken)}`,
    `You get about ${amountWithTicker(task.expected, receiveToken)}`,
    `At least      ${amountWithTicker(task.atLeast, receiveToken)}`,
    ...(priceImpact === undefined ? [] : [`Price impact  ${(priceImpact * 100).toFixed(2)} %`]),
    ...routes.map(
      ({ exchange, amountIn, expectedOut }) =>
        `  ${exchange.padEnd(8)} ${amountWithTicker(amountIn, payToken)} → ${word} ${amountWithTicker(expectedOut, receiveToken)}`,
    ),
    ...notices.map((notice) => `Note: ${inEnglish(notice)}`),
  ];
}
