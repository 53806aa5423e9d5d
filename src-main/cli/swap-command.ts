import { createInterface } from 'node:readline/promises';
import type { Review } from '../trading/review-desk.ts';
import {
  checkNetwork,
  connect,
  connectionOptions,
  requireConnection,
  type Connection,
} from './connection.ts';
import { tellOlder, type WaitFor } from './follow.ts';
import type { Interruption } from './interruption.ts';
import { text, type Values } from './options.ts';
import { findOrder, orderOptions, readOrder } from './order.ts';
import {
  firstAddress,
  openSessionWallet,
  readKeySource,
  walletOptions,
  type SessionWallet,
} from './session-wallet.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';
import { runTrade, type TradePlan } from './trade.ts';
import { tellTrade } from './trade-report.ts';
import { defaultJournal, openTrader } from './trader.ts';

export const swapOptions = {
  ...connectionOptions,
  ...walletOptions,
  ...orderOptions,
  journal: { type: 'string' },
  wait: { type: 'string' },
  timeout: { type: 'string' },
  accept: { type: 'string' },
  yes: { type: 'boolean' },
} as const;

type Stage = { readonly terminal: Terminal; readonly interruption: Interruption };

/** `swap`: one whole trade, from the quote to filled, with the same core as the app. */
export async function swapCommand(
  values: Values,
  terminal: Terminal,
  interruption: Interruption,
): Promise<ExitCode> {
  const where = requireConnection(values);
  const order = readOrder(values);
  const plan = readPlan(values);
  const source = readKeySource(values);
  const connection = connect(where);
  try {
    // Words are cheap to check; a backup is opened only for a trade that can be made.
    const address = source.kind === 'words' ? await firstAddress(source, where.network) : undefined;
    if (address?.ok === false) return terminal.failure(address.failure);
    const right = await checkNetwork(connection);
    if (!right.ok) return terminal.failure(right.failure);
    const request = await findOrder(order, connection);
    if (!request.ok) return terminal.failure(request.failure);
    const keys = await openSessionWallet(source, where.network);
    if (!keys.ok) return terminal.failure(keys.failure);
    const stage = { terminal, interruption };
    return await swap(
      { ...plan, request: request.value },
      keys.value,
      connection,
      text(values, 'journal'),
      stage,
    );
  } finally {
    await connection.close();
  }
}

async function swap(
  plan: TradePlan,
  keys: SessionWallet,
  connection: Connection,
  journal: string | undefined,
  { terminal, interruption }: Stage,
): Promise<ExitCode> {
  const address = keys.wallet.address(0);
  if (!address.ok) return terminal.failure(address.failure);
  const opened = openTrader(
    connection,
    journal ?? defaultJournal(connection.network, address.value),
    (code) => terminal.progress(`  The ledger cannot be looked at now (${code}); trying again`),
  );
  if (!opened.ok) return terminal.failure(opened.failure);
  const { trading, older, journalFile, close } = opened.value;
  interruption.handle(() => ({}));
  try {
    const untold = tellOlder(older, trading, (line) => terminal.progress(line));
    const outcome = await runTrade(plan, { trading, keys, terminal, interruption });
    untold();
    const exitCode = tellTrade(outcome, { journal: journalFile }, terminal);
    return outcome.failure?.code === 'interrupted' ? interruption.exitCode : exitCode;
  } finally {
    await close();
    keys.wallet.close();
  }
}

/** @throws UsageError */
function readPlan(values: Values): Omit<TradePlan, 'request'> {
  const yes = values['yes'] === true;
  if (!yes && !process.stdin.isTTY)
    throw new UsageError('--yes is needed where nobody can be asked (standard input is not a terminal)');
  return {
    goal: readGoal(values),
    timeoutMs: readTimeout(values),
    acceptedWarnings: readAccepted(values),
    ...(yes ? {} : { ask: askUser }),
  };
}

/** Puts the question on the terminal. Anything but yes, the end of the input and a signal mean no. */
async function askUser(review: Review, signal: AbortSignal): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  if (review.worseThanQuote !== undefined) process.stderr.write('The price moved since the quote.\n');
  // While it reads a terminal, readline takes Ctrl-C for itself.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const answered = lines.question('Type yes to sign this: ', { signal }).catch(() => '');
  const answer = await Promise.race([answered, ended]);
  lines.close();
  return answer.trim().toLowerCase() === 'yes';
}

function readGoal(values: Values): WaitFor {
  const goal = text(values, 'wait') ?? 'filled';
  if (goal === 'submitted' || goal === 'placed' || goal === 'filled') return goal;
  throw new UsageError('--wait takes submitted, placed or filled');
}

/** Milliseconds. */
function readTimeout(values: Values): number {
  const typed = text(values, 'timeout') ?? '600';
  const seconds = /^\d{1,5}(?:\.\d{1,3})?$/.test(typed) ? Number(typed) : 0;
  if (seconds > 0 && seconds <= 86_400) return seconds * 1000;
  throw new UsageError('--timeout takes seconds: more than 0, at most 86400');
}

function readAccepted(values: Values): readonly string[] {
  const rules =
    text(values, 'accept')
      ?.split(',')
      .map((rule) => rule.trim().toUpperCase()) ?? [];
  if (rules.every((rule) => /^[A-Z]\d{1,2}$/.test(rule))) return rules;
  throw new UsageError('--accept takes rules with commas between them, such as V2,F5');
}
