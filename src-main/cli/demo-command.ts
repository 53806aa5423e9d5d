import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failureText, type Failure } from '../../src-preload/domain/failure.ts';
import type { Result } from '../../src-preload/domain/result.ts';
import { FINAL_STATES } from '../../src-preload/domain/trade.ts';
import { systemClock } from '../system/clock.ts';
import { holdings } from './balance-command.ts';
import { connect, text, type Connection } from './connection.ts';
import { saveSwapView } from './demo-screenshot.ts';
import { PracticeProcess } from './practice-process.ts';
import { emptyWallet, importWords } from './session-wallet.ts';
import { trade } from './swap-command.ts';
import { Terminal, type ExitCode } from './terminal.ts';
import { amountWithTicker, findToken } from './tokens.ts';
import { openTrader } from './trader.ts';

type Values = Readonly<Record<string, string | boolean | undefined>>;

export const demoOptions = {
  seed: { type: 'string' },
  amount: { type: 'string' },
  out: { type: 'string' },
  screenshot: { type: 'string' },
} as const;

const FILL_MS = 180_000;
const FUNDING_MS = 60_000;

/**
 * `demo`: a whole trade at practice with new keys: no display, no keychain, no network. The last line on stdout is
 * the transaction's hash and `filled`.
 */
export async function demoCommand(values: Values, terminal: Terminal): Promise<ExitCode> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-demo-'));
  const teller = new Steps(terminal);
  teller.step('Starting the practice service: a market and a ledger on this machine');
  const practice = await PracticeProcess.start(['--seed', text(values, 'seed') ?? '7', '--block-time', '1s']);
  try {
    const connection = must(connect(practice.connection));
    try {
      return await demo(values, terminal, teller, { practice, connection, folder });
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (error instanceof DemoFailure) return terminal.failure(error.failure);
    throw error;
  } finally {
    await practice.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Stage {
  readonly practice: PracticeProcess;
  readonly connection: Connection;
  readonly folder: string;
}

async function demo(values: Values, terminal: Terminal, teller: Steps, stage: Stage): Promise<ExitCode> {
  const { practice, connection, folder } = stage;
  teller.step('Making a wallet: 24 recovery words, kept in memory for this run only');
  const maker = await emptyWallet(connection.network);
  const phrase = maker.newPhrase(24);
  const words = phrase.words().join(' ');
  phrase.wipe();
  maker.close();
  const keys = must(await importWords(words, connection.network));
  const address = must(keys.wallet.address(0));
  terminal.progress(`  ${address}`);

  teller.step('Funding it from the practice faucet');
  await practice.fund(address);
  for (const { quantity, token } of await funded(address, connection))
    terminal.progress(`  ${amountWithTicker(quantity, token)}`);

  teller.step('Trading: quote, build, inspect, sign, submit, wait until filled');
  const receive = must(await demoToken(text(values, 'out'), connection));
  const trader = must(openTrader(connection, join(folder, 'journal.sqlite')));
  try {
    const [ada, request] = [
      'ADA',
      { amount: text(values, 'amount') ?? '25', slippageBps: 100, excluded: [] },
    ];
    const pay = must(await findToken(ada, connection));
    const done = must(
      await trade(
        trader,
        keys,
        { ...request, pay: pay.id, receive: receive.id },
        'filled',
        FILL_MS,
        terminal,
      ),
    );
    if (done.failure !== undefined && FINAL_STATES.includes(done.state))
      return terminal.failure(done.failure);
    if (done.filledTotal !== undefined)
      terminal.progress(`  You got ${amountWithTicker(done.filledTotal, receive)}`);

    teller.step('Taking a picture of the swap view');
    const picture = await saveSwapView(
      { ...practice.connection, words, out: receive.id },
      text(values, 'screenshot'),
      (line) => terminal.progress(`  ${line}`),
    );
    terminal.result(
      {
        tx_hash: done.bodyHash,
        state: done.state,
        ...(picture === undefined ? {} : { screenshot: picture }),
      },
      [`${done.bodyHash} ${done.state}`],
    );
    return done.state === 'filled' ? 0 : 1;
  } finally {
    await trader.close();
    keys.wallet.close();
  }
}

/** The named token, or the verified one with the most ADA in its pools among those that the wallet was not given. */
async function demoToken(named: string | undefined, connection: Connection): ReturnType<typeof findToken> {
  if (named !== undefined) return findToken(named, connection);
  const pairs = must(await connection.service.search('a', true));
  let best: { id: string; ada: number } | undefined;
  for (const token of pairs.slice(0, 12)) {
    const pools = await connection.service.pools(token.id);
    const ada = pools.ok ? pools.value.reduce((sum, pool) => sum + pool.ada, 0) : 0;
    if (best === undefined || ada > best.ada) best = { id: token.id, ada };
  }
  return findToken(best?.id ?? '', connection);
}

/** Waits until the faucet's transaction is on chain. */
async function funded(address: string, connection: Connection): ReturnType<typeof heldNow> {
  const deadline = systemClock.monotonic() + FUNDING_MS;
  for (;;) {
    const held = await heldNow(address, connection);
    if (held.length > 0 || systemClock.monotonic() > deadline) return held;
    await systemClock.sleep(250);
  }
}

async function heldNow(address: string, connection: Connection) {
  return must(await holdings(address, connection));
}

/** Numbered steps, so that the reader sees how far it is. */
class Steps {
  #count = 0;
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  step(what: string): void {
    this.#count += 1;
    this.#terminal.progress(`[${this.#count}/5] ${what}`);
  }
}

class DemoFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failureText(failure).what);
    this.failure = failure;
  }
}

function must<T>(result: Result<T, Failure>): T {
  if (!result.ok) throw new DemoFailure(result.failure);
  return result.value;
}
