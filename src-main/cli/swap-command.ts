import { ok } from '#domain/result.ts';
import type { Interruption } from './interruption.ts';
import type { Values } from './options.ts';
import { findOrder, orderOptions, readOrder } from './order.ts';
import { place } from './place.ts';
import { quoteLines } from './quote-command.ts';
import { readReceiptFile, receiptOptions } from './receipt-file.ts';
import type { ExitCode, Terminal } from './terminal.ts';
import { readConsents, traderOptions, withTrader } from './with-trader.ts';

export const swapOptions = { ...traderOptions, ...orderOptions, ...receiptOptions } as const;

/** `swap`: one whole trade, from the quote to filled, with the same core as the app. */
export async function swapCommand(
  values: Values,
  terminal: Terminal,
  interruption: Interruption,
): Promise<ExitCode> {
  const order = readOrder(values);
  const consents = readConsents(values);
  const receipt = readReceiptFile(values);
  return withTrader(
    { values, terminal, interruption },
    (connection) => findOrder(order, connection),
    (stage, request) =>
      place(
        {
          ask: async (trading, signal) => {
            const quote = await trading.estimate({ kind: 'swap', ...request }, signal);
            return quote.ok ? ok({ quote: quote.value }) : quote;
          },
          lines: ({ quote }) => quoteLines(quote),
          facts: () => ({}),
        },
        consents,
        receipt,
        stage,
      ),
  );
}
