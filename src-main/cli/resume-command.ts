import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { FINAL_STATES, ON_THE_WAY_STATES, wasSigned, type Trade } from '#domain/trade.ts';
import type { Trading } from '../trading/trading.ts';
import { connectionOptions, requireConnection, withConnection } from './connection.ts';
import { follow, STATE_WORDS } from './follow.ts';
import type { Interruption } from './interruption.ts';
import { required, text, type Values } from './options.ts';
import { tellResumed } from './resume-report.ts';
import { readReceiptFile, receiptOptions, saveReceipt } from './receipt-file.ts';
import type { ExitCode, Terminal } from './terminal.ts';
import { shortOf, standing } from './trade.ts';
import { openTrader } from './trader.ts';
import { readWait, waitOptions } from './wait.ts';

export const resumeOptions = {
  ...connectionOptions,
  ...waitOptions,
  ...receiptOptions,
  journal: { type: 'string' },
  trade: { type: 'string' },
  'assemble-locally': { type: 'boolean' },
} as const;

/**
 * `resume`: goes on with a trade that was signed and not sent: asks the service again to put it together, or with
 * `--assemble-locally` does without it. What is on its way or on chain is followed, and what has come to its end is
 * told as what it is, as often as it is asked. Needs no keys: nothing is signed, and only the bytes that were accepted
 * are sent.
 */
export async function resumeCommand(
  values: Values,
  terminal: Terminal,
  interruption: Interruption,
): Promise<ExitCode> {
  const where = requireConnection(values);
  const journalFile = required(values, 'journal', 'the journal that the trade is recorded in');
  const wait = readWait(values);
  const receipt = readReceiptFile(values);
  return withConnection(where, terminal, async (connection) => {
    const trouble = (code: string): void =>
      terminal.progress(`  The ledger cannot be looked at now (${code}); trying again`);
    const opened = openTrader({ connection, journalFile, trouble });
    if (!opened.ok) return terminal.failure(opened.failure);
    const { trading, close } = opened.value;
    try {
      const found = findTrade(trading, text(values, 'trade'));
      if (!found.ok) return terminal.failure(found.failure, openTrades(trading, found.failure));
      const { id } = found.value;
      const { signal } = interruption;
      interruption.handle(() => standing(trading.trade(id)));
      const now = (): Trade => trading.trade(id) ?? found.value;
      const sentBefore = timesSent(trading, id);
      const unsent = await goOn(trading, now(), values['assemble-locally'] === true, signal);
      const say = ({ state }: Trade): void => terminal.progress(`  ${STATE_WORDS[state]}`);
      const end = unsent === undefined ? await follow(trading, now(), wait, signal, say) : now();
      const facts = {
        sent_now: timesSent(trading, id) > sentBefore,
        journal: opened.value.journalFile,
        ...saveReceipt(receipt, trading, id),
      };
      const outcome = { trade: end, failure: unsent ?? shortOf(end, wait.goal), facts };
      return await tellResumed(outcome, { trading, connection, terminal });
    } finally {
      await close();
    }
  });
}

/** Sends what was not sent, or sends it again. Answers why not; what is on chain or over needs no sending. */
async function goOn(
  trading: Trading,
  { id, state }: Trade,
  locally: boolean,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  if (!ON_THE_WAY_STATES.includes(state)) return undefined;
  const assembles = locally && state === 'signed';
  const sent = assembles ? await trading.assembleLocally(id, signal) : await trading.resubmit(id, signal);
  // A look at the chain that was under way came first and found it there, or over: that is told, and no failure.
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

/** The trades that can be named, where one has to be. */
function openTrades(trading: Trading, { code }: Failure): Readonly<Record<string, unknown>> {
  if (code !== 'several-trades-open') return {};
  const open = trading.trades().filter((trade) => wasSigned(trade) && !FINAL_STATES.includes(trade.state));
  return { open: open.map(standing), hashes: open.map(({ bodyHash }) => bodyHash).join(' ') };
}

function timesSent(trading: Trading, id: string): number {
  return trading.steps(id).filter(({ state }) => state === 'submitting').length;
}
