import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Failure } from '../../src-preload/domain/failure.ts';
import { ok, type Result } from '../../src-preload/domain/result.ts';
import { FINAL_STATES, type Trade } from '../../src-preload/domain/trade.ts';
import { readEnvironment } from '../environment.ts';
import type { Log } from '../ports/log.ts';
import { openJournal } from '../storage/sqlite-journal.ts';
import { systemClock } from '../system/clock.ts';
import { dataFolder } from '../system/data-folder.ts';
import { systemRandom } from '../system/random.ts';
import type { TradingAccount } from '../trading/review-desk.ts';
import { Trading } from '../trading/trading.ts';
import { OWN_KEY_INDEXES } from '../wallet/own-keys.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { Connection } from './connection.ts';

const POLL_MS = 500;

const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The trading core of the app, with no window around it. */
export interface Trader {
  readonly trading: Trading;
  close(): Promise<void>;
}

/** Where commands keep their trades when `--journal` names no other place. */
export function defaultJournal(network: string): string {
  return join(dataFolder(readEnvironment(), process.platform), 'command-line', network, 'journal.sqlite');
}

/** Opens the trading core over a journal, and resumes what an earlier command left open. */
export function openTrader(connection: Connection, journalFile: string): Result<Trader, Failure> {
  mkdirSync(dirname(journalFile), { recursive: true });
  const journal = openJournal(journalFile);
  if (!journal.ok) return journal;
  const { service, ledger, tokens, network } = connection;
  const trading = new Trading({
    service,
    ledger,
    network,
    journal: journal.value,
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    token: (id) => tokens.get(id),
    pollMs: POLL_MS,
  });
  trading.start();
  return ok({
    trading,
    async close() {
      await trading.stop();
      journal.value.close();
    },
  });
}

/** The account that a wallet trades from. Failures: `no-wallet`, the wallet's trouble. */
export function accountOf(wallet: Wallet): Result<TradingAccount, Failure> {
  const address = wallet.address(0);
  if (!address.ok) return address;
  const own = wallet.ownKeys(OWN_KEY_INDEXES);
  return own.ok ? ok({ address: address.value, own: own.value }) : own;
}

/** Where a command may stop waiting. `placed`: on chain, the orders wait; `filled`: nothing more can happen. */
export type WaitFor = 'submitted' | 'placed' | 'filled';

/**
 * Resolves with the trade once it has come as far as `goal`, or ended in another way, or the time is up; each change
 * of state is told.
 */
export function follow(
  trading: Trading,
  tradeId: string,
  goal: WaitFor,
  timeoutMs: number,
  told: (trade: Trade) => void,
): Promise<Trade | undefined> {
  return new Promise((resolve) => {
    let last = '';
    const timer = setTimeout(finish, timeoutMs);
    const end = trading.onChange(look);
    look();

    function look(): void {
      const trade = trading.trade(tradeId);
      if (trade === undefined) return;
      if (trade.state !== last) told(trade);
      last = trade.state;
      if (FINAL_STATES.includes(trade.state) || reached(trade.state, goal)) finish();
    }
    function finish(): void {
      clearTimeout(timer);
      end();
      resolve(trading.trade(tradeId));
    }
  });
}

function reached(state: Trade['state'], goal: WaitFor): boolean {
  const onChain: readonly Trade['state'][] = ['placed', 'partly-filled'];
  if (goal === 'submitted') return state === 'submitted' || onChain.includes(state);
  return goal === 'placed' && onChain.includes(state);
}
