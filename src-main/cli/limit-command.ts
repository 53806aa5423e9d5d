import { bothWays } from '#domain/limit-price.ts';
import { failed, type Result } from '#domain/result.ts';
import type { Failure } from '#domain/failure.ts';
import type { LimitEstimate, LimitRequest } from '../trading/kinds/limit.ts';
import type { Trading } from '../trading/trading.ts';
import type { Interruption } from './interruption.ts';
import { runLadder } from './ladder.ts';
import { findLimit, limitOrderOptions, readLimit } from './limit-order.ts';
import { offMarketRefusal } from './off-market.ts';
import type { Values } from './options.ts';
import { place } from './place.ts';
import { readReceiptFile, receiptOptions } from './receipt-file.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';
import { amountWithTicker } from './tokens.ts';
import { readConsents, traderOptions, withTrader, type Consents } from './with-trader.ts';

export const limitOptions = { ...traderOptions, ...limitOrderOptions, ...receiptOptions } as const;

/** `limit`: places limit orders: one, equal ones in one transaction, or a ladder of different prices. */
export async function limitCommand(
  values: Values,
  terminal: Terminal,
  interruption: Interruption,
): Promise<ExitCode> {
  const typed = readLimit(values);
  const consents = consentsOf(typed.offMarket, readConsents(values, 'placed'));
  const receipt = readReceiptFile(values);
  if (typed.ladder && receipt !== undefined)
    throw new UsageError('--receipt is for one transaction; a ladder has several');
  return withTrader(
    { values, terminal, interruption },
    (connection) => findLimit(typed, connection),
    async (stage, order) => {
      if (order.kind === 'ladder') return runLadder(order.request, typed.offMarket, consents, stage);
      return place(
        {
          ask: (trading, signal) => ask(trading, order.request, typed.offMarket, signal),
          lines: linesOf,
          facts: factsOf,
        },
        consents,
        receipt,
        stage,
      );
    },
  );
}

/** A price that is named as meant needs no second word for the rule that asks about it. */
function consentsOf(offMarket: boolean, consents: Consents): Consents {
  return offMarket ? { ...consents, acceptedWarnings: [...consents.acceptedWarnings, 'P10'] } : consents;
}

/** Failures: those of the estimate, `limit-off-market`, `limit-market-unknown`. */
async function ask(
  trading: Trading,
  request: LimitRequest,
  offMarket: boolean,
  signal: AbortSignal,
): Promise<Result<LimitEstimate, Failure>> {
  const quote = await trading.estimate({ kind: 'limit', ...request }, signal);
  if (!quote.ok || offMarket) return quote;
  const refusal = offMarketRefusal(quote.value.market, [quote.value.price]);
  return refusal === undefined ? quote : failed(refusal);
}

function linesOf({ quote, market, price, parts, distance, fees }: LimitEstimate): readonly string[] {
  const { adaPerToken, tokenPerAda } = bothWays(market.side, price, market.token.decimals);
  const name = market.token.ticker || market.token.id;
  return [
    `You sell   ${amountWithTicker(quote.intent.pay.quantity, quote.payToken)}${parts.length > 1 ? ` in ${parts.length} orders` : ''}`,
    `At least   ${amountWithTicker(quote.estimate.atLeast, quote.receiveToken)}`,
    `Price      ${adaPerToken} ADA per ${name} (${tokenPerAda} ${name} per ADA)`,
    ...(distance === undefined
      ? []
      : [`To fill    the market must move ${Math.max(0, distance * 100).toFixed(2)} %`]),
    ...(fees.share === undefined ? [] : [`Fees       about ${(fees.share * 100).toFixed(2)} % of it`]),
    ...quote.notices.map((notice) => `Note: ${notice}`),
  ];
}

function factsOf({ market, price, distance, parts }: LimitEstimate): Readonly<Record<string, unknown>> {
  const { adaPerToken, tokenPerAda } = bothWays(market.side, price, market.token.decimals);
  return {
    side: market.side,
    price: { ada_per_token: adaPerToken, tokens_per_ada: tokenPerAda },
    ...(distance === undefined ? {} : { distance }),
    multiples: parts.length,
  };
}
