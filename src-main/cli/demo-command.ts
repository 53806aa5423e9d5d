import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import { knownScripts } from '../composition/order-scripts.ts';
import { systemClock } from '../system/clock.ts';
import { holdings } from './balance-command.ts';
import { connect, type Connection } from './connection.ts';
import { saveSwapView } from './demo-screenshot.ts';
import type { Interruption } from './interruption.ts';
import { text, type Values } from './options.ts';
import { checkedAmount } from './order.ts';
import { startPractice, type OwnPractice } from './practice.ts';
import { emptyWallet, openSessionWallet } from './session-wallet.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';
import { amountWithTicker, findToken } from './tokens.ts';
import { runTrade, type TradeOutcome } from './trade.ts';
import { tellTrade } from './trade-report.ts';
import { openTrader } from './trader.ts';

export const demoOptions = {
  seed: { type: 'string' },
  amount: { type: 'string' },
  out: { type: 'string' },
  screenshot: { type: 'string' },
  'no-screenshot': { type: 'boolean' },
} as const;

const STEPS = 5;
const FILL_MS = 180_000;
const FUNDING_MS = 60_000;

interface Stage {
  readonly values: Values;
  readonly amount: string;
  readonly terminal: Terminal;
  readonly interruption: Interruption;
  readonly practice: OwnPractice;
  readonly connection: Connection;
  readonly folder: string;
}

/**
 * `demo`: a whole trade at practice with new keys: no display, no keychain, no network. The last line on stdout is
 * the transaction's hash and `filled`.
 */
export async function demoCommand(
  values: Values,
  terminal: Terminal,
  interruption: Interruption,
): Promise<ExitCode> {
  const amount = checkedAmount(text(values, 'amount') ?? '25');
  const seed = readSeed(values);
  step(1, 'Starting the practice service: a market and a ledger on this machine', terminal);
  const practice = await startPractice(['--seed', seed, '--block-time', '1s']);
  if (!practice.ok) return terminal.failure(practice.failure);
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-demo-'));
  // Also when a signal ends the process at once.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const connection = connect(practice.value.endpoints);
  try {
    const stage = { values, amount, terminal, interruption, practice: practice.value, connection, folder };
    const done = await demo(stage);
    return done.ok ? done.value : terminal.failure(done.failure);
  } finally {
    await connection.close();
    await practice.value.stop();
  }
}

async function demo(stage: Stage): Promise<Result<ExitCode, Failure>> {
  const { values, terminal, connection } = stage;
  step(2, 'Making a wallet: 24 recovery words, kept in memory for this run only', terminal);
  const words = await newWords(connection);
  const keys = await openSessionWallet({ kind: 'words', words }, connection.network);
  if (!keys.ok) return keys;
  const address = keys.value.wallet.address(0);
  if (!address.ok) return address;
  terminal.progress(`  ${address.value}`);

  step(3, 'Funding it from the practice faucet', terminal);
  const funded = await fund(address.value, stage);
  if (!funded.ok) return funded;

  step(4, 'Trading: quote, build, inspect, sign, submit, wait until filled', terminal);
  const receive = await demoToken(text(values, 'out'), connection);
  if (!receive.ok) return receive;
  const outcome = await tradeOnce(receive.value, keys.value, stage);
  keys.value.wallet.close();
  if (!outcome.ok) return outcome;
  const { failure, trade } = outcome.value;
  if (failure !== undefined) {
    const exitCode = tellTrade(outcome.value, {}, terminal);
    return ok(failure.code === 'interrupted' ? stage.interruption.exitCode : exitCode);
  }
  if (trade?.filledTotal !== undefined)
    terminal.progress(`  You got ${amountWithTicker(trade.filledTotal, receive.value)}`);

  const screenshot =
    values['no-screenshot'] === true ? undefined : await picture(words, receive.value, stage);
  return ok(tellTrade(outcome.value, screenshot === undefined ? {} : { screenshot }, terminal));
}

/** A picture of the swap view with this market and wallet; the path, or `undefined` where none can be taken. */
async function picture(
  words: string,
  { ticker }: Token,
  { values, amount, folder, practice, terminal }: Stage,
): Promise<string | undefined> {
  step(5, 'Taking a picture of the swap view', terminal);
  return saveSwapView(
    { practice: practice.endpoints, words, ticker, amount, folder },
    text(values, 'screenshot'),
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
  const given = await practice.fund(address);
  if (!given.ok) return given;
  const deadline = systemClock.monotonic() + FUNDING_MS;
  for (;;) {
    const held = await holdings(address, connection);
    if (!held.ok) return held;
    for (const { quantity, token } of held.value) terminal.progress(`  ${amountWithTicker(quantity, token)}`);
    if (held.value.length > 0 || systemClock.monotonic() > deadline) return ok(undefined);
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
  const trader = openTrader({
    connection,
    journalFile: join(folder, 'journal.sqlite'),
    wallet: keys.wallet,
    trouble: (code) => terminal.progress(`  The ledger cannot be looked at now (${code}); trying again`),
    scripts: knownScripts('practice', connection.network),
    claimsFolder: join(folder, 'signed'),
  });
  if (!trader.ok) return trader;
  try {
    const request = { pay: pay.value.id, receive: receive.id, amount, slippageBps: 100, excluded: [] };
    return ok(
      await runTrade(
        {
          quote: (trading, signal) => trading.estimate({ kind: 'swap', ...request }, signal),
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

function readSeed(values: Values): string {
  const seed = text(values, 'seed') ?? '7';
  if (/^\d{1,10}$/.test(seed) && Number(seed) <= 4_294_967_295) return seed;
  throw new UsageError('--seed takes a whole number from 0 to 4294967295');
}

function step(number: number, what: string, terminal: Terminal): void {
  terminal.progress(`[${number}/${STEPS}] ${what}`);
}
