import { formatDecimal } from '#domain/decimal.ts';
import { ok } from '#domain/result.ts';
import { inEnglish } from '#domain/sentences/sentence.ts';
import { systemClock, systemRandom } from '../system/clock.ts';
import type { SwapQuote } from '../trading/kinds/quote.ts';
import { quoteSwap } from '../trading/kinds/swap.ts';
import type { BestPrice } from '../trading/best-price.ts';
import { checkPrice, quotedOffer } from '../trading/price-check.ts';
import { knownPools, knownScripts } from '../app/order-scripts.ts';
import { readConnection, startPractice, withConnection, type ConnectionArguments } from './connection.ts';
import { command } from './options.ts';
import type { ExitCode, Terminal } from './terminal.ts';
import { amountJson } from './tokens.ts';
import { quoteLines, readReceiptFile } from './trade-report.ts';
import { place, readConsents } from './trade.ts';
import { sayElsewhere, withTrader } from './trader.ts';
import { findOrder, readOrder, type Order } from './typed-order.ts';
import { progress } from './words.ts';
import { tables } from './option-tables.ts';

/** `quote`: asks for a price; at practice when no service is named. */
export const quoteCommand = command(tables.quote, async ({ values, terminal }) => {
  const order = readOrder(values);
  const named = readConnection(values);
  if (named !== undefined) return quoteAt(named, order, terminal);
  terminal.progress(progress.ownPractice);
  const practice = await startPractice([]);
  if (!practice.ok) return terminal.failure(practice.failure);
  try {
    return await quoteAt(practice.value.endpoints, order, terminal);
  } finally {
    await practice.value.stop();
  }
});

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
    const { ledger, network } = connection;
    const [pools, scripts] = [knownPools('live', network), knownScripts('live', network)];
    const sells = quote.value.task.pay.quantity;
    const offered = { sells, ...quotedOffer(quote.value, pools, scripts) };
    const price = await checkPrice(quote.value, [offered], { ledger, clock: systemClock, pools, scripts });
    const { tone, sentence, notes } = price;
    terminal.result({ ...quoteJson(quote.value), best_price: { tone, sentence, notes } }, [
      ...quoteLines(quote.value),
      ...priceLines(price),
    ]);
    return 0;
  });
}

/** The price that the pools on the ledger would pay, as under a review. */
function priceLines({ tone, sentence, notes }: BestPrice): readonly string[] {
  return [progress.bestPrice(tone, sentence).trimStart(), ...notes.map((note) => `  ${note}`)];
}

function quoteJson({
  task,
  routes,
  payToken,
  receiveToken,
  priceImpact,
  notices,
  expiresAt,
}: SwapQuote): object {
  return {
    pay: amountJson(task.pay.quantity, payToken),
    expected: amountJson(task.expected, receiveToken),
    at_least: amountJson(task.atLeast, receiveToken),
    slippage_percent: task.slippageBps / 100,
    ...(priceImpact === undefined ? {} : { price_impact: priceImpact }),
    routes: routes.map(({ exchange, amountIn, expectedOut }) => ({
      exchange,
      pay: formatDecimal(amountIn, payToken.decimals),
      get: formatDecimal(expectedOut, receiveToken.decimals),
    })),
    notices: notices.map((notice) => inEnglish(notice)),
    expires_at: new Date(expiresAt).toISOString(),
  };
}

/** `swap`: one whole trade, from the quote to filled, with the same core as the app. */
export const swapCommand = command(tables.swap, async (run) => {
  const { values } = run;
  const order = readOrder(values);
  const consents = readConsents(values);
  const receipt = readReceiptFile(values);
  return withTrader(
    run,
    (connection) => findOrder(order, connection),
    async (stage, request) => {
      await sayElsewhere(stage);
      return place(
        {
          ask: async (trading, signal) => {
            const quote = await trading.estimators.swaps.quote(request, signal);
            return quote.ok ? ok({ quote: quote.value }) : quote;
          },
          lines: ({ quote }) => quoteLines(quote),
          facts: () => ({}),
        },
        consents,
        receipt,
        stage,
      );
    },
  );
});
