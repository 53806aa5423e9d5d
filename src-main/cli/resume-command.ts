import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import { FINAL_STATES, type Trade } from '../../src-preload/domain/trade.ts';
import type { Trading } from '../trading/trading.ts';
import { connectionOptions, requireConnection, withConnection } from './connection.ts';
import { follow, STATE_WORDS } from './follow.ts';
import type { Interruption } from './interruption.ts';
import { required, text, type Values } from './options.ts';
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
 * `--assemble-locally` does without it. Needs no keys: nothing is signed, and only the bytes that were accepted are sent.
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
      const trade = findTrade(trading, text(values, 'trade'));
      if (!trade.ok) return terminal.failure(trade.failure);
      const { id } = trade.value;
      const { signal } = interruption;
      interruption.handle(() => standing(trading.trade(id)));
      const locally = values['assemble-locally'] === true && trade.value.state === 'signed';
      const sent = locally ? await trading.assembleLocally(id, signal) : await trading.resubmit(id, signal);
      const now = (): Trade => trading.trade(id) ?? trade.value;
      const end = sent.ok
        ? await follow(trading, now(), wait, signal, ({ state }) =>
            terminal.progress(`  ${STATE_WORDS[state]}`),
          )
        : now();
      const short = sent.ok ? shortOf(end, wait.goal) : sent.failure;
      const facts = { journal: opened.value.journalFile, ...saveReceipt(receipt, trading, id) };
      if (short !== undefined) return terminal.failure(short, { ...standing(end), ...facts });
      terminal.result({ ...standing(end), assembled_by: end.assembledBy, ...facts }, [
        `${end.bodyHash} ${end.state}`,
      ]);
      return 0;
    } finally {
      await close();
    }
  });
}

/** The trade of that hash, or the only one that is open. Failures: `trade-unknown`. */
function findTrade(trading: Trading, hash: string | undefined): Result<Trade, Failure> {
  const open = trading.trades().filter(({ state }) => !FINAL_STATES.includes(state));
  const found = hash === undefined ? open : trading.trades().filter(({ bodyHash }) => bodyHash === hash);
  const [trade, ...others] = found;
  return trade === undefined || others.length > 0 ? failed(failure('trade-unknown')) : ok(trade);
}
