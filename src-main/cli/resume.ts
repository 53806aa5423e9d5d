import type { AssetId } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { type Token, unknownToken } from '#domain/token.ts';
import { FINAL_STATES, ON_THE_WAY_STATES, wasSigned, type Trade } from '#domain/trade.ts';
import { sentByOthers } from '../trading/submission.ts';
import type { Trading } from '../trading/trading.ts';
import { requireConnection, withConnection, type Connection } from './connection.ts';
import { follow, readWait } from './follow.ts';
import { command, required } from './options.ts';
import type { ExitCode, Terminal } from './terminal.ts';
import { amountWithTicker } from './tokens.ts';
import { readReceiptFile, saveReceipt, tradeFacts, tradeJson } from './trade-report.ts';
import { shortOf } from './trade.ts';
import { openTrader } from './trader.ts';
import { standingWords, progress, results, takes } from './words.ts';
import { tables } from './option-tables.ts';

/**
 * `resume`: continues a trade that was signed and not sent: asks the service again to assemble it, or with
 * `--assemble-locally` does without the service. A trade that was sent or is on chain is followed, and the outcome of
 * one that has ended is reported, as often as you ask. Needs no keys: nothing is signed, and only the accepted bytes are
 * sent.
 */
export const resumeCommand = command(tables.resume, async ({ values, terminal, interruption }) => {
  const where = requireConnection(values);
  const journalFile = required(values, 'journal', takes.journal);
  const wait = readWait(values);
  const receipt = readReceiptFile(values);
  return withConnection(where, terminal, async (connection) => {
    const trouble = (code: string): void => terminal.progress(progress.ledgerTrouble(code));
    const opened = openTrader({ connection, journalFile, trouble });
    if (!opened.ok) return terminal.failure(opened.failure);
    const { trading, close } = opened.value;
    try {
      const found = findTrade(trading, values.trade);
      if (!found.ok) return terminal.failure(found.failure, openTrades(trading, found.failure));
      const { id } = found.value;
      const { signal } = interruption;
      interruption.handle(() => tradeFacts(trading.trade(id)));
      const now = (): Trade => trading.trade(id) ?? found.value;
      const sentBefore = timesSent(trading, id);
      const unsent = await goOn(trading, now(), values['assemble-locally'] === true, signal);
      const say = (trade: Trade): void => terminal.progress(`  ${standingWords(trade)}`);
      const end = unsent === undefined ? await follow(trading, now(), wait, signal, say) : now();
      const facts = {
        sent_now: timesSent(trading, id) > sentBefore,
        journal: opened.value.journalFile,
        ...(await saveReceipt(receipt, trading, id)),
      };
      const outcome = { trade: end, failure: unsent ?? shortOf(end, wait.goal), facts };
      return await reportResumed(outcome, { trading, connection, terminal });
    } finally {
      await close();
    }
  });
});

/** Sends it, or sends it again. Returns why that failed; a trade that is on chain or has ended needs no sending. */
async function goOn(
  trading: Trading,
  { id, state }: Trade,
  locally: boolean,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  if (!ON_THE_WAY_STATES.includes(state)) return undefined;
  const assembles = locally && state === 'signed';
  const sent = assembles ? await trading.assembleLocally(id, signal) : await trading.resubmit(id, signal);
  // A check of the chain that was already running found it there, or ended: this is reported and not a failure.
  return sent.ok || sent.failure.code === 'trade-not-in-that-state' ? undefined : sent.failure;
}

/**
 * The trade of that hash; without one the only trade that is open, or else the last one that was signed. Failures:
 * `trade-not-in-journal`, `several-trades-open`, `nothing-to-resume`.
 */
function findTrade(trading: Trading, hash: string | undefined): Result<Trade, Failure> {
  const signed = trading.trades().filter(wasSigned);
  if (hash !== undefined) {
    const named = [...trading.allTrades()].find(
      (trade) => wasSigned(trade) && trade.bodyHash === hash.toLowerCase(),
    );
    return named ? ok(named) : failed(failure('trade-not-in-journal'));
  }
  const open = signed.filter(({ state }) => !FINAL_STATES.includes(state));
  if (open.length > 1) return failed(failure('several-trades-open', { count: open.length }));
  const [trade] = [...open, ...signed];
  return trade ? ok(trade) : failed(failure('nothing-to-resume'));
}

/** The trades to choose from, when one must be named. */
function openTrades(trading: Trading, { code }: Failure): Readonly<Record<string, unknown>> {
  if (code !== 'several-trades-open') return {};
  const open = trading.trades().filter((trade) => wasSigned(trade) && !FINAL_STATES.includes(trade.state));
  return { open: open.map(tradeFacts), hashes: open.map(({ bodyHash }) => bodyHash).join(' ') };
}

function timesSent(trading: Trading, id: string): number {
  return trading.steps(id).filter(({ state }) => state === 'submitting').length;
}

/** The state of a trade that an earlier command began. */
export interface Resumed {
  readonly trade: Trade;
  /** Why it did not reach the goal. */
  readonly failure: Failure | undefined;
  /** The facts that the command reports besides the trade. */
  readonly facts: Readonly<Record<string, unknown>>;
}

interface ReportParts {
  readonly trading: Trading;
  readonly connection: Connection;
  readonly terminal: Terminal;
}

/** Reports the trade with its amounts from the journal: the quote that it began with is gone. */
export async function reportResumed(resumed: Resumed, parts: ReportParts): Promise<ExitCode> {
  const { result, lines } = await resumedReport(resumed, parts);
  const { terminal } = parts;
  if (resumed.failure !== undefined) return terminal.failure(resumed.failure, result);
  terminal.result(result, lines);
  return 0;
}

/** The same for trades from one bundle. The command fails with the first one that did not reach its goal. */
export async function reportAllResumed(
  all: readonly Resumed[],
  facts: Resumed['facts'],
  parts: ReportParts,
): Promise<ExitCode> {
  const [only, ...others] = all;
  if (only && others.length === 0)
    return reportResumed({ ...only, facts: { ...only.facts, ...facts } }, parts);
  const { terminal } = parts;
  const trades: object[] = [];
  const lines: string[] = [];
  for (const resumed of all) {
    const report = await resumedReport(resumed, parts);
    const { failure } = resumed;
    trades.push({ ...report.result, ...(failure === undefined ? {} : { failure: failure.code }) });
    if (failure === undefined) lines.push(...report.lines);
  }
  const missed = all.find(({ failure }) => failure !== undefined)?.failure;
  const result = { trades, ...facts };
  if (missed === undefined) {
    terminal.result(result, lines);
    return 0;
  }
  // Report the trades that succeeded even if others failed.
  for (const line of lines) terminal.progress(line);
  return terminal.failure(missed, result);
}

async function resumedReport(
  { trade, facts }: Resumed,
  { trading, connection, terminal }: ReportParts,
): Promise<{ readonly result: Readonly<Record<string, unknown>>; readonly lines: readonly string[] }> {
  const payToken = await tokenOf(trade.pay.asset, connection);
  const receiveToken = await tokenOf(trade.receive, connection);
  const others = sentByOthers(trading.steps(trade.id));
  if (others) terminal.progress(progress.sentByOthers);
  const about =
    trade.kind === 'cancel'
      ? cancelJson(trade)
      : trade.kind === 'send'
        ? sendJson(trade)
        : { ...tradeJson(trade, { payToken, receiveToken }) };
  return {
    result: { ...about, ...(others ? { sent_by: 'others' } : {}), ...facts },
    lines: [...amountLines(trade, payToken, receiveToken), `${trade.bodyHash} ${trade.state}`],
  };
}

function amountLines(
  { kind, state, pay, filledTotal }: Trade,
  payToken: Token,
  receiveToken: Token,
): readonly string[] {
  if (kind === 'cancel') return state === 'closed' || state === 'filled' ? [results.ordersBack] : [];
  if (filledTotal === undefined) return [];
  const got = `You got ${amountWithTicker(filledTotal, receiveToken)}`;
  return [state === 'filled' ? `${got} for ${amountWithTicker(pay.quantity, payToken)}.` : `${got}.`];
}

function cancelJson(trade: Trade): Readonly<Record<string, unknown>> {
  const { networkFee, otherRecipients } = trade.costs;
  return {
    ...tradeFacts(trade),
    cancelled: trade.cancels ?? [],
    costs_ada: {
      network_fee: formatDecimal(networkFee, 6),
      service_fee: formatDecimal(otherRecipients, 6),
      total: formatDecimal(networkFee + otherRecipients, 6),
    },
    assembled_by: trade.assembledBy,
  };
}

function sendJson(trade: Trade): Readonly<Record<string, unknown>> {
  return {
    ...tradeFacts(trade),
    to: trade.send?.to,
    sent: (trade.send?.pays ?? []).map(({ asset, quantity }) => ({
      token: asset,
      base_units: String(quantity),
    })),
    network_fee_ada: formatDecimal(trade.costs.networkFee, 6),
    assembled_by: trade.assembledBy,
  };
}

/** The token as it is known now. If it is unknown, the trade is reported in base units, without a name. */
async function tokenOf(id: AssetId, { tokens }: Connection): Promise<Token> {
  const known = await tokens.get(id);
  return known.ok ? known.value : unknownToken(id);
}
