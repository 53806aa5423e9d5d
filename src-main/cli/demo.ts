import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import { knownScripts } from '../app/order-scripts.ts';
import { removeTree } from '../system/held-files.ts';
import { systemClock } from '../system/clock.ts';
import { holdings } from './balance.ts';
import { connect, startPractice, type Connection, type OwnPractice } from './connection.ts';
import { saveSwapView } from './demo-screenshot.ts';
import { command, type Values } from './options.ts';
import { emptyWallet, openSessionWallet } from './session-wallet.ts';
import { UsageError, type ExitCode, type Interruption, type Terminal } from './terminal.ts';
import { amountWithTicker, findToken } from './tokens.ts';
import { reportTrade, type TradeOutcome } from './trade-report.ts';
import { runTrade } from './trade.ts';
import { openTrader } from './trader.ts';
import { checkedAmount, saleOf } from './typed-order.ts';
import { demoSteps, progress, usage } from './words.ts';
import { tables } from './option-tables.ts';

const LARGEST_SEED = 4_294_967_295;
const FILL_MS = 180_000;
const FUNDING_MS = 60_000;

interface Stage {
  readonly values: Values<typeof tables.demo>;
  readonly amount: string;
  readonly terminal: Terminal;
  readonly interruption: Interruption;
  readonly practice: OwnPractice;
  readonly connection: Connection;
  readonly folder: string;
}

/**
 * `demo`: a complete trade at practice with new keys: no display, no keychain, no network. The last line on stdout is
 * the transaction's hash and `filled`.
 */
export const demoCommand = command(tables.demo, async ({ values, terminal, interruption }) => {
  const amount = checkedAmount(values.amount ?? '25');
  const seed = readSeed(values);
  step(1, terminal);
  const practice = await startPractice(['--seed', seed, '--block-time', '1s']);
  if (!practice.ok) return terminal.failure(practice.failure);
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-demo-'));
  // Also when a signal ends the process at once.
  process.once('exit', () => removeTree(folder));
  const connection = connect(practice.value.endpoints, {
    confirmedOnly: false,
    found: (line) => terminal.progress(line),
  });
  try {
    const stage = { values, amount, terminal, interruption, practice: practice.value, connection, folder };
    const done = await demo(stage);
    return done.ok ? done.value : terminal.failure(done.failure);
  } finally {
    await connection.close();
    await practice.value.stop();
  }
});

async function demo(stage: Stage): Promise<Result<ExitCode, Failure>> {
  const { values, terminal, connection } = stage;
  step(2, terminal);
  const words = await newWords(connection);
  const keys = await openSessionWallet({ kind: 'words', words }, connection.network);
  if (!keys.ok) return keys;
  const address = keys.value.wallet.address(0);
  if (!address.ok) return address;
  terminal.progress(`  ${address.value}`);

  step(3, terminal);
  const funded = await fund(address.value, stage);
  if (!funded.ok) return funded;

  step(4, terminal);
  const receive = await demoToken(values.out, connection);
  if (!receive.ok) return receive;
  const outcome = await tradeOnce(receive.value, keys.value, stage);
  keys.value.wallet.close();
  if (!outcome.ok) return outcome;
  const { failure, trade } = outcome.value;
  if (failure !== undefined) {
    const exitCode = reportTrade(outcome.value, {}, terminal);
    return ok(failure.code === 'interrupted' ? stage.interruption.exitCode : exitCode);
  }
  if (trade?.filledTotal !== undefined)
    terminal.progress(`  You got ${amountWithTicker(trade.filledTotal, receive.value)}`);

  const screenshot =
    values['no-screenshot'] === true ? undefined : await picture(words, receive.value, stage);
  return ok(reportTrade(outcome.value, screenshot === undefined ? {} : { screenshot }, terminal));
}

/** A picture of the swap view with this market and wallet; the path, or `undefined` where none can be taken. */
async function picture(
  words: string,
  { ticker }: Token,
  { values, amount, folder, practice, terminal }: Stage,
): Promise<string | undefined> {
  step(5, terminal);
  return saveSwapView(
    { practice: practice.endpoints, words, ticker, amount, folder },
    values.screenshot,
    (line) => terminal.progress(`  ${line}`),
  );
}

async function newWords(connection: Connection): Promise<string> {
  const maker = await emptyWallet(connection.network);
  const phrase = maker.newPhrase(24);
  const words = phrase.words().join(' ');
  phrase.wipe();
  maker.close();
  return words;
}

/** Asks the faucet and waits until its gift is on chain. */
async function fund(
  address: string,
  { practice, connection, terminal }: Stage,
): Promise<Result<undefined, Failure>> {
  const funding = await practice.fund(address);
  if (!funding.ok) return funding;
  const deadline = systemClock.monotonic() + FUNDING_MS;
  for (;;) {
    const held = await holdings([address], connection);
    if (!held.ok) return held;
    const { total } = held.value;
    for (const { quantity, token } of total) terminal.progress(`  ${amountWithTicker(quantity, token)}`);
    if (total.length > 0 || systemClock.monotonic() > deadline) return ok(undefined);
    await systemClock.sleep(250);
  }
}

/** The named token, or the verified one with the most ADA in its pools. */
async function demoToken(named: string | undefined, connection: Connection): Promise<Result<Token, Failure>> {
  if (named !== undefined) return findToken(named, connection);
  const found = await connection.service.search('a', true);
  if (!found.ok) return found;
  let best = { id: '', ada: 0 };
  for (const { id } of found.value.slice(0, 12)) {
    const pools = await connection.service.pools(id);
    const ada = pools.ok ? pools.value.reduce((sum, pool) => sum + pool.ada, 0) : 0;
    if (ada > best.ada) best = { id, ada };
  }
  return findToken(best.id, connection);
}

async function tradeOnce(
  receive: Token,
  keys: Parameters<typeof runTrade>[1]['keys'],
  { amount, connection, folder, terminal, interruption }: Stage,
): Promise<Result<TradeOutcome, Failure>> {
  const pay = await findToken('ADA', connection);
  if (!pay.ok) return pay;
  const sale = saleOf(amount, pay.value, receive);
  if (!sale.ok) return sale;
  const trader = openTrader({
    connection,
    journalFile: join(folder, 'journal.sqlite'),
    trouble: (code) => terminal.progress(progress.ledgerTrouble(code)),
    scripts: knownScripts('practice', connection.network),
    claimsFolder: join(folder, 'signed'),
  });
  if (!trader.ok) return trader;
  try {
    const request = { ...sale.value, slippageBps: 100, excluded: [] };
    return ok(
      await runTrade(
        {
          quote: (trading, signal) => trading.estimators.swaps.quote(request, signal),
          goal: 'filled',
          timeoutMs: FILL_MS,
          acceptedWarnings: [],
        },
        { trading: trader.value.trading, keys, terminal, interruption },
      ),
    );
  } finally {
    await trader.value.close();
  }
}

function readSeed(values: Values<typeof tables.demo>): string {
  const seed = values.seed ?? '7';
  if (/^\d{1,10}$/.test(seed) && Number(seed) <= LARGEST_SEED) return seed;
  throw new UsageError(usage.wholeNumber('seed', 0, LARGEST_SEED));
}

function step(number: number, terminal: Terminal): void {
  terminal.progress(`[${number}/${demoSteps.length}] ${demoSteps[number - 1] ?? ''}`);
}
