import { createInterface } from 'node:readline/promises';
import { formatDecimal } from '../../src-preload/domain/decimal.ts';
import type { Failure } from '../../src-preload/domain/failure.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import { FINAL_STATES, type Trade, type TradeState } from '../../src-preload/domain/trade.ts';
import { failure } from '../../src-preload/domain/failure.ts';
import type { Review } from '../trading/review-desk.ts';
import {
  checkNetwork,
  connect,
  connectionOptions,
  readConnection,
  text,
  type Connection,
} from './connection.ts';
import { quoteLines, readRequest, swapOptions } from './quote-command.ts';
import { openSessionWallet, walletOptions, type SessionWallet } from './session-wallet.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';
import { amountJson, amountWithTicker } from './tokens.ts';
import { accountOf, defaultJournal, follow, openTrader, type Trader, type WaitFor } from './trader.ts';
import type { QuoteRequest } from '../trading/quote-desk.ts';

type Values = Readonly<Record<string, string | boolean | undefined>>;

export const swapCommandOptions = {
  ...connectionOptions,
  ...walletOptions,
  ...swapOptions,
  journal: { type: 'string' },
  wait: { type: 'string' },
  timeout: { type: 'string' },
  yes: { type: 'boolean' },
} as const;

/** `swap`: one whole trade, from the quote to filled, with the same core as the app. */
export async function swapCommand(values: Values, terminal: Terminal): Promise<ExitCode> {
  const named = readConnection(values);
  if (named === undefined) throw new UsageError('--base-url, --ledger-url and --api-key-env are needed');
  const goal = readGoal(values);
  const timeoutMs = readTimeout(values);
  if (values['yes'] !== true && !process.stdin.isTTY)
    throw new UsageError('--yes is needed where nobody can be asked');
  const connected = connect(named);
  if (!connected.ok) return terminal.failure(connected.failure);
  const connection = connected.value;
  try {
    const right = await checkNetwork(connection);
    if (!right.ok) return terminal.failure(right.failure);
    const request = await readRequest(values, connection);
    if (!request.ok) return terminal.failure(request.failure);
    const keys = await openSessionWallet(values, connection.network);
    if (!keys.ok) return terminal.failure(keys.failure);
    const trader = openTrader(connection, text(values, 'journal') ?? defaultJournal(connection.network));
    if (!trader.ok) return terminal.failure(trader.failure);
    try {
      const ask = values['yes'] === true ? undefined : askUser;
      const done = await trade(trader.value, keys.value, request.value, goal, timeoutMs, terminal, ask);
      if (!done.ok) return terminal.failure(done.failure);
      return await tell(done.value, connection, goal, terminal);
    } finally {
      await trader.value.close();
      keys.value.wallet.close();
    }
  } finally {
    await connection.close();
  }
}

/**
 * Quote → build → inspect → accept → sign → submit → follow, telling each step. `ask` puts the question to the user;
 * without it the answer is yes. Failures: those of each step.
 */
export async function trade(
  { trading }: Trader,
  { wallet, authority }: SessionWallet,
  request: QuoteRequest,
  goal: WaitFor,
  timeoutMs: number,
  terminal: Terminal,
  ask?: (review: Review) => Promise<boolean>,
): Promise<Result<Trade, Failure>> {
  const account = accountOf(wallet);
  if (!account.ok) return account;
  const quote = await trading.quote(request);
  if (!quote.ok) return quote;
  terminal.progress('Quoted');
  for (const line of quoteLines(quote.value)) terminal.progress(`  ${line}`);
  const review = await trading.review(quote.value.id, account.value);
  if (!review.ok) return review;
  const { trade: built, inspection, sentence, costsSentence, worseThanQuote } = review.value;
  terminal.progress(
    `Built and inspected: ${inspection.report.rulesRun.length} rules run, body ${built.bodyHash}`,
  );
  terminal.progress(`  ${sentence} ${costsSentence}`);
  for (const { rule, severity, message } of inspection.report.findings)
    terminal.progress(`  ${severity} ${rule}: ${message}`);
  const willing = ask === undefined ? worseThanQuote === undefined : await ask(review.value);
  if (!willing) {
    await trading.discard(built.id);
    return failed(worseThanQuote === undefined ? failure('trade-declined') : movedPrice(review.value));
  }
  const accepted = await trading.accept(built.id, built.bodyHash, (approved) =>
    wallet.sign(approved, authority),
  );
  if (!accepted.ok) return accepted;
  terminal.progress(
    `Signed, assembled by ${accepted.value.assembledBy === 'local' ? 'Touchstone' : 'the service'}, submitted`,
  );
  const ended = await follow(trading, built.id, goal, timeoutMs, (now) =>
    terminal.progress(`  ${STATE_WORDS[now.state]}`),
  );
  return ok(ended ?? accepted.value);
}

/** Tells how the trade stands; 0 only when it came as far as was asked. */
async function tell(
  done: Trade,
  connection: Connection,
  goal: WaitFor,
  terminal: Terminal,
): Promise<ExitCode> {
  const [pay, receive] = await Promise.all([
    connection.tokens.get(done.pay.asset),
    connection.tokens.get(done.receive),
  ]);
  if (!pay.ok) return terminal.failure(pay.failure);
  if (!receive.ok) return terminal.failure(receive.failure);
  if (done.failure !== undefined && FINAL_STATES.includes(done.state)) return terminal.failure(done.failure);
  const { networkFee, exchangeFees, deposits } = done.costs;
  terminal.result(
    {
      tx_hash: done.bodyHash,
      state: done.state,
      pay: amountJson(done.pay.quantity, pay.value),
      expected: amountJson(done.expected, receive.value),
      at_least: amountJson(done.atLeast, receive.value),
      ...(done.filledTotal === undefined ? {} : { received: amountJson(done.filledTotal, receive.value) }),
      costs_ada: {
        network_fee: formatDecimal(networkFee, 6),
        exchange_fees: formatDecimal(exchangeFees, 6),
        deposits_returned: formatDecimal(deposits, 6),
      },
      assembled_by: done.assembledBy,
      orders: done.orders.map(({ index, exchange, closedBy }) => ({ index, exchange, closed_by: closedBy })),
    },
    [
      ...(done.filledTotal === undefined
        ? []
        : [`You got ${amountWithTicker(done.filledTotal, receive.value)}.`]),
      `${done.bodyHash} ${done.state}`,
    ],
  );
  return done.state === 'filled' || reachedGoal(done.state, goal) ? 0 : 1;
}

/** How each state is told. */
export const STATE_WORDS: Readonly<Record<TradeState, string>> = {
  built: 'Built',
  approved: 'Accepted',
  signed: 'Signed',
  assembled: 'Assembled',
  submitting: 'Submitting',
  'submission-unknown': 'Not known yet whether it arrived; looking for it',
  submitted: 'In the ledger’s queue',
  placed: 'On chain: the order waits to be filled',
  'partly-filled': 'Partly filled: the rest waits',
  filled: 'Filled',
  closed: 'Closed without a fill',
  discarded: 'Left',
  expired: 'Expired before it was on chain',
  refused: 'Refused',
};

async function askUser(review: Review): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  if (review.worseThanQuote !== undefined) process.stderr.write('The price moved since the quote.\n');
  const answer = await lines.question('Type yes to sign this: ');
  lines.close();
  return answer.trim().toLowerCase() === 'yes';
}

function movedPrice({ quote, trade: built, worseThanQuote }: Review): Failure {
  const { decimals } = quote.receiveToken;
  return failure('price-moved', {
    now: amountWithTicker(built.expected, quote.receiveToken),
    before: formatDecimal(worseThanQuote?.quotedExpected ?? 0n, decimals),
  });
}

function reachedGoal(state: TradeState, goal: WaitFor): boolean {
  const reached: Readonly<Record<WaitFor, readonly TradeState[]>> = {
    submitted: ['submitted', 'placed', 'partly-filled'],
    placed: ['placed', 'partly-filled'],
    filled: [],
  };
  return reached[goal].includes(state);
}

function readGoal(values: Values): WaitFor {
  const goal = text(values, 'wait') ?? 'filled';
  if (goal === 'submitted' || goal === 'placed' || goal === 'filled') return goal;
  throw new UsageError('--wait takes submitted, placed or filled');
}

function readTimeout(values: Values): number {
  const seconds = Number(text(values, 'timeout') ?? '600');
  if (Number.isFinite(seconds) && seconds > 0 && seconds <= 86_400) return seconds * 1000;
  throw new UsageError('--timeout takes seconds from 1 to 86400');
}
