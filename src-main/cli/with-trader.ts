import { createInterface } from 'node:readline/promises';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { Review } from '../trading/review-desk.ts';
import type { Trading } from '../trading/trading.ts';
import {
  checkNetwork,
  connect,
  connectionOptions,
  requireConnection,
  type Connection,
} from './connection.ts';
import { tellOlder } from './follow.ts';
import type { Interruption } from './interruption.ts';
import { text, type Values } from './options.ts';
import {
  firstAddress,
  openSessionWallet,
  readKeySource,
  walletOptions,
  type SessionWallet,
} from './session-wallet.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';
import type { TradePlan } from './trade.ts';
import { defaultJournal, openTrader } from './trader.ts';
import { readWait, waitOptions } from './wait.ts';

/** The options of every command that signs. */
export const traderOptions = {
  ...connectionOptions,
  ...walletOptions,
  ...waitOptions,
  journal: { type: 'string' },
  accept: { type: 'string' },
  yes: { type: 'boolean' },
  'assemble-locally': { type: 'boolean' },
} as const;

/** What a command that signs works with. */
export interface TraderStage {
  readonly trading: Trading;
  readonly keys: SessionWallet;
  readonly connection: Connection;
  readonly journalFile: string;
  readonly terminal: Terminal;
  readonly interruption: Interruption;
}

/** How far a command follows its trade, and what was consented to beforehand. */
export type Consents = Omit<TradePlan, 'quote' | 'lines'>;

/**
 * Opens connection, keys and trading core for one command and closes them again. `prepare` asks the service what is
 * needed before the keys are opened; its failure ends the command.
 */
export async function withTrader<Prepared>(
  { values, terminal, interruption }: Command,
  prepare: (connection: Connection) => Promise<Result<Prepared, Failure>>,
  work: (stage: TraderStage, prepared: Prepared) => Promise<ExitCode>,
): Promise<ExitCode> {
  const where = requireConnection(values);
  const source = readKeySource(values);
  const connection = connect(where);
  try {
    // Words are cheap to check; a backup is opened only for a trade that can be made.
    const checked = source.kind === 'words' ? await firstAddress(source, where.network) : undefined;
    if (checked?.ok === false) return terminal.failure(checked.failure);
    const right = await checkNetwork(connection);
    if (!right.ok) return terminal.failure(right.failure);
    const prepared = await prepare(connection);
    if (!prepared.ok) return terminal.failure(prepared.failure);
    const keys = await openSessionWallet(source, where.network);
    if (!keys.ok) return terminal.failure(keys.failure);
    const address = keys.value.wallet.address(0);
    if (!address.ok) return terminal.failure(address.failure);
    const opened = openTrader({
      connection,
      journalFile: text(values, 'journal') ?? defaultJournal(connection.network, address.value),
      wallet: keys.value.wallet,
      trouble: (code) => terminal.progress(`  The ledger cannot be looked at now (${code}); trying again`),
    });
    if (!opened.ok) return terminal.failure(opened.failure);
    const { trading, older, journalFile, close } = opened.value;
    interruption.handle(() => ({}));
    try {
      const untold = tellOlder(older, trading, (line) => terminal.progress(line));
      const stage = { trading, keys: keys.value, connection, journalFile, terminal, interruption };
      const exitCode = await work(stage, prepared.value);
      untold();
      return exitCode;
    } finally {
      await close();
      keys.value.wallet.close();
    }
  } finally {
    await connection.close();
  }
}

export interface Command {
  readonly values: Values;
  readonly terminal: Terminal;
  readonly interruption: Interruption;
}

/** @throws UsageError */
export function readConsents(values: Values, usualGoal?: TradePlan['goal']): Consents {
  const yes = values['yes'] === true;
  if (!yes && !process.stdin.isTTY)
    throw new UsageError('--yes is needed where nobody can be asked (standard input is not a terminal)');
  return {
    ...readWait(values, usualGoal),
    assembleLocally: values['assemble-locally'] === true,
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

function readAccepted(values: Values): readonly string[] {
  const rules =
    text(values, 'accept')
      ?.split(',')
      .map((rule) => rule.trim().toUpperCase()) ?? [];
  if (rules.every((rule) => /^[A-Z]\d{1,2}$/.test(rule))) return rules;
  throw new UsageError('--accept takes rules with commas between them, such as V2,F5');
}
