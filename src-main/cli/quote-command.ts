import { formatDecimal } from '#domain/decimal.ts';
import { systemClock } from '../system/clock.ts';
import { systemRandom } from '../system/random.ts';
import { quoteSwap } from '../trading/kinds/swap.ts';
import { type SwapQuote } from '../trading/kinds/quote.ts';
import { connectionOptions, readConnection, withConnection, type ConnectionArguments } from './connection.ts';
import type { Values } from './options.ts';
import { findOrder, orderOptions, readOrder, type Order } from './order.ts';
import { startPractice } from './practice.ts';
import type { ExitCode, Terminal } from './terminal.ts';
import { amountJson, amountWithTicker } from './tokens.ts';

export const quoteOptions = { ...connectionOptions, ...orderOptions } as const;

/** `quote`: asks for a price; at practice when no service is named. */
export async function quoteCommand(values: Values, terminal: Terminal): Promise<ExitCode> {
  const order = readOrder(values);
  const named = readConnection(values);
  if (named !== undefined) return quoteAt(named, order, terminal);
  terminal.progress('No service was named: asking practice.');
  const practice = await startPractice([]);
  if (!practice.ok) return terminal.failure(practice.failure);
  try {
    return await quoteAt(practice.value.endpoints, order, terminal);
  } finally {
    await practice.value.stop();
  }
}

function quoteAt(where: ConnectionArguments, order: Order, terminal: Terminal): Promise<ExitCode> {
  return withConnection(where, terminal, async (connection) => {
    const request = await findOrder(order, connection);
    if (!request.ok) return terminal.failure(request.failure);
    const quote = await quoteSwap(request.value, {
      service: connection.service,
      clock: systemClock,
      token: (id) => connection.tokens.get(id),
      newId: () => Buffer.from(systemRandom.bytes(16)).toString('hex'),
    });
    if (!quote.ok) return terminal.failure(quote.failure);
    terminal.result(quoteJson(quote.value), quoteLines(quote.value));
    return 0;
  });
}

function quoteJson({
  intent,
  estimate,
  payToken,
  receiveToken,
  priceImpact,
  notices,
  expiresAt,
}: SwapQuote): object {
  return {
    pay: amountJson(intent.pay.quantity, payToken),
    expected: amountJson(estimate.expected, receiveToken),
    at_least: amountJson(estimate.atLeast, receiveToken),
    slippage_percent: intent.slippageBps / 100,
    ...(priceImpact === undefined ? {} : { price_impact: priceImpact }),
    routes: estimate.routes.map(({ exchange, amountIn, expectedOut }) => ({
      exchange,
      pay: formatDecimal(amountIn, payToken.decimals),
      get: formatDecimal(expectedOut, receiveToken.decimals),
    })),
    notices,
    expires_at: new Date(expiresAt).toISOString(),
  };
}

/** A quote in lines for people. */
export function quoteLines({
  intent,
  estimate,
  payToken,
  receiveToken,
  priceImpact,
  notices,
}: SwapQuote): string[] {
  // Some services state the shares as expected, others as the floor: the sum tells which.
  const shares = estimate.routes.reduce((sum, { expectedOut }) => sum + expectedOut, 0n);
  const word = shares <= estimate.atLeast ? 'at least' : 'about';
  return [
    `You pay       ${amountWithTicker(intent.pay.quantity, payToken)}`,
    `You get about ${amountWithTicker(estimate.expected, receiveToken)}`,
    `At least      ${amountWithTicker(estimate.atLeast, receiveToken)}`,
    ...(priceImpact === undefined ? [] : [`Price impact  ${(priceImpact * 100).toFixed(2)} %`]),
    ...estimate.routes.map(
      ({ exchange, amountIn, expectedOut }) =>
        `  ${exchange.padEnd(8)} ${amountWithTicker(amountIn, payToken)} → ${word} ${amountWithTicker(expectedOut, receiveToken)}`,
    ),
    ...notices.map((notice) => `Note: ${notice}`),
  ];
}
