import type { AssetId } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import type { Failure } from '#domain/failure.ts';
import type { Token } from '#domain/token.ts';
import type { Trade } from '#domain/trade.ts';
import { sentByOthers } from '../trading/submission.ts';
import type { Trading } from '../trading/trading.ts';
import type { Connection } from './connection.ts';
import type { ExitCode, Terminal } from './terminal.ts';
import { amountWithTicker } from './tokens.ts';
import { standing } from './trade.ts';
import { tradeJson } from './trade-report.ts';

/** How a trade stands that an earlier command began. */
export interface Resumed {
  readonly trade: Trade;
  /** Why it is not where it was to come to. */
  readonly failure: Failure | undefined;
  /** What the command says beside the trade. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Tells the trade with its amounts, which are what its journal says: the quote that it began with is gone. */
export async function tellResumed(
  { trade, failure, facts }: Resumed,
  parts: { readonly trading: Trading; readonly connection: Connection; readonly terminal: Terminal },
): Promise<ExitCode> {
  const { trading, connection, terminal } = parts;
  const payToken = await tokenOf(trade.pay.asset, connection);
  const receiveToken = await tokenOf(trade.receive, connection);
  const others = sentByOthers(trading.steps(trade.id));
  if (others)
    terminal.progress(
      'It came on chain before it was sent from here: by the service, or by another command or program. It is one trade, not two.',
    );
  const about =
    trade.kind === 'cancel' ? cancelJson(trade) : { ...tradeJson(trade, { payToken, receiveToken }) };
  const told = { ...about, ...(others ? { sent_by: 'others' } : {}), ...facts };
  if (failure !== undefined) return terminal.failure(failure, told);
  const lines = amountLines(trade, payToken, receiveToken);
  terminal.result(told, [...lines, `${trade.bodyHash} ${trade.state}`]);
  return 0;
}

function amountLines(
  { kind, state, pay, filledTotal }: Trade,
  payToken: Token,
  receiveToken: Token,
): readonly string[] {
  if (kind === 'cancel') return state === 'closed' || state === 'filled' ? ['The orders are back.'] : [];
  if (filledTotal === undefined) return [];
  const got = `You got ${amountWithTicker(filledTotal, receiveToken)}`;
  return [state === 'filled' ? `${got} for ${amountWithTicker(pay.quantity, payToken)}.` : `${got}.`];
}

function cancelJson(trade: Trade): Readonly<Record<string, unknown>> {
  const { networkFee, otherRecipients } = trade.costs;
  return {
    ...standing(trade),
    cancelled: trade.cancels ?? [],
    costs_ada: {
      network_fee: formatDecimal(networkFee, 6),
      service_fee: formatDecimal(otherRecipients, 6),
      total: formatDecimal(networkFee + otherRecipients, 6),
    },
    assembled_by: trade.assembledBy,
  };
}

/** The token as it is known now. The trade is told without its name, in base units, where nobody knows it. */
async function tokenOf(id: AssetId, { tokens }: Connection): Promise<Token> {
  const known = await tokens.get(id);
  return known.ok
    ? known.value
    : { id, ticker: '', name: '', verified: false, decimals: 0, decimalsSource: 'unknown' };
}
