import { formatDecimal } from '#domain/decimal.ts';
import { failure } from '#domain/failure.ts';
import type { Trade } from '#domain/trade.ts';
import type { TradeQuote } from '../trading/kinds/quote.ts';
import type { ExitCode, Terminal } from './terminal.ts';
import { amountJson, amountWithTicker } from './tokens.ts';
import { standing, type TradeOutcome } from './trade.ts';

/** Tells how a trade came out; `facts` stand beside it in the JSON. Answers the exit code, without regard to signals. */
export function tellTrade(
  { failure: trouble, trade, quote }: TradeOutcome,
  facts: Readonly<Record<string, unknown>>,
  terminal: Terminal,
): ExitCode {
  if (trouble !== undefined)
    return terminal.failure(trouble, trade === undefined ? {} : { ...standing(trade), ...facts });
  if (trade === undefined || quote === undefined || quote.kind === 'cancel')
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
    ...standing(trade),
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
