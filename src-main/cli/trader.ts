import { mkdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import project from '../../package.json' with { type: 'json' };
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Trade } from '#domain/trade.ts';
import { knownPools, knownScripts } from '../app/order-scripts.ts';
import { readEnvironment } from '../system/environment.ts';
import type { ScriptList } from '../inspect/inspection-input.ts';
import type { Journal, SignatureClaims } from '../ports/journal.ts';
import { fileReason, isFull, StorageError } from '../ports/storage-trouble.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { Log } from '../ports/system.ts';
import { lockDirectory } from '../storage/open-database.ts';
import { claimedJournal, claimsFolder, fileClaims } from '../storage/signature-claims.ts';
import { openJournal } from '../storage/sqlite-journal.ts';
import { overriding } from '../profile/forwarding.ts';
import { tradingCore } from '../profile/trading-core.ts';
import { systemClock, systemRandom } from '../system/clock.ts';
import { dataFolder } from '../system/data-folder.ts';
import type { Trading } from '../trading/trading.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { checkNetwork, warnOfLedger, connect, requireConnection, type Connection } from './connection.ts';
import { holdings } from './balance.ts';
import { reportOlder } from './follow.ts';
import type { Run } from './options.ts';
import {
  firstAddress,
  openSessionWallet,
  readKeySource,
  type KeySource,
  type SessionWallet,
} from './session-wallet.ts';
import type { ExitCode, Interruption, Terminal } from './terminal.ts';
import { amountWithTicker } from './tokens.ts';
import { progress } from './words.ts';
import type { coreOptions, traderOptions } from './option-groups.ts';

/** The surroundings of a command that signs. */
export interface TraderStage {
  readonly trading: Trading;
  readonly keys: SessionWallet;
  readonly connection: Connection;
  readonly journalFile: string;
  readonly terminal: Terminal;
  readonly interruption: Interruption;
}

/** As `withTraderOf`, with the keys of a command that signs. */
export function withTrader<Prepared>(
  run: Run<typeof traderOptions>,
  prepare: (connection: Connection) => Promise<Result<Prepared, Failure>>,
  work: (stage: TraderStage, prepared: Prepared) => Promise<ExitCode>,
): Promise<ExitCode> {
  requireConnection(run.values);
  return withTraderOf(readKeySource(run.values), run, prepare, work, run.values.yes === true);
}

/**
 * Opens connection, keys and trading core for one command and closes them afterwards. `prepare` asks the service for
 * what is needed before the keys are opened; its failure ends the command.
 */
export async function withTraderOf<Prepared>(
  source: KeySource,
  { values, terminal, interruption }: Run<typeof coreOptions>,
  prepare: (connection: Connection) => Promise<Result<Prepared, Failure>>,
  work: (stage: TraderStage, prepared: Prepared) => Promise<ExitCode>,
  confirmedOnly = false,
): Promise<ExitCode> {
  const where = requireConnection(values);
  const connection = connect(where, { confirmedOnly, found: (line) => terminal.progress(line) });
  try {
    if (connection.lacks !== undefined) return terminal.failure(connection.lacks);
    // Words and addresses are cheap to check; a backup is opened only once the trade is known to be possible.
    const checked = source.kind === 'backup' ? undefined : await firstAddress(source, where.network);
    if (checked?.ok === false) return terminal.failure(checked.failure);
    const [right] = await Promise.all([checkNetwork(connection), warnOfLedger(connection, terminal)]);
    if (!right.ok) return terminal.failure(right.failure);
    const prepared = await prepare(connection);
    if (!prepared.ok) return terminal.failure(prepared.failure);
    const keys = await openSessionWallet(source, where.network);
    if (!keys.ok) return terminal.failure(keys.failure);
    const address = keys.value.wallet.address(0);
    if (!address.ok) return terminal.failure(address.failure);
    const opened = openTrader({
      connection,
      journalFile: values.journal ?? defaultJournal(connection.network, address.value),
      trouble: (code) => terminal.progress(progress.ledgerTrouble(code)),
    });
    if (!opened.ok) return terminal.failure(opened.failure);
    const { trading, older, journalFile, close } = opened.value;
    interruption.handle(() => ({}));
    try {
      const from = await findAddresses(keys.value.wallet, connection, values.from, terminal);
      if (!from.ok) return terminal.failure(from.failure);
      const unsubscribe = reportOlder(older, trading, (line) => terminal.progress(line));
      const stage = { trading, keys: keys.value, connection, journalFile, terminal, interruption };
      const exitCode = await work(stage, prepared.value);
      unsubscribe();
      return exitCode;
    } finally {
      await close();
      keys.value.wallet.close();
    }
  } finally {
    await connection.close();
  }
}

/** Looks for the wallet's addresses, and has the one trade that was named. Failure: `address-not-used`. */
async function findAddresses(
  wallet: Wallet,
  { ledger }: Connection,
  from: string | undefined,
  terminal: Terminal,
): Promise<Result<void, Failure>> {
  const found = await wallet.findAddresses(ledger);
  if (!found.ok) terminal.progress(progress.addressesUnknown(found.failure.code));
  return from === undefined ? ok(undefined) : wallet.useAddress(from.trim().toLowerCase());
}

/** Says what is out of a trade's reach: a service builds it from one address. */
export async function sayElsewhere({ keys, connection, terminal }: TraderStage): Promise<void> {
  const account = keys.wallet.account();
  const others = account.ok ? account.value.addresses.slice(1) : [];
  if (others.length === 0) return;
  const held = await holdings(others, connection);
  // Nothing depends on it: what cannot be read now is not said.
  if (!held.ok || held.value.total.length === 0) return;
  const amounts = held.value.total.map(({ quantity, token }) => amountWithTicker(quantity, token));
  const shown = amounts.slice(0, MOST_SAID);
  terminal.progress(progress.elsewhere(shown.join(', '), amounts.length - shown.length));
}

/** Amounts in one line. */
const MOST_SAID = 4;
const POLL_MS = 500;

/** The trading core of the app, with no window around it. */
export interface Trader {
  readonly trading: Trading;
  readonly journalFile: string;
  /** Trades that an earlier command left open or whose end is not confirmed yet. They are followed. */
  readonly older: readonly Trade[];
  close(): Promise<void>;
}

/** The journal of a wallet's trades when `--journal` names no other: one for each first address. */
export function defaultJournal(network: string, address: string): string {
  return join(ownDataFolder(), 'command-line', network, address.slice(-16), 'journal.sqlite');
}

/**
 * The journal that a bundle's transactions are recorded in: what a wallet's other address owns is in that of its first, as
 * the claim on it says.
 */
export function journalOfBundle(network: string, address: string, hashes: readonly string[]): string {
  const folder = claimsFolder(ownDataFolder());
  const usual = defaultJournal(network, address);
  // The application's own journals are not for commands.
  const ours = dirname(dirname(usual));
  const claimed = hashes
    .flatMap((hash) => claimedJournal(folder, hash) ?? [])
    .find((path) => dirname(dirname(path)) === ours);
  return claimed ?? usual;
}

function ownDataFolder(): string {
  return dataFolder(readEnvironment(), process.platform);
}

export interface TraderParts {
  readonly connection: Connection;
  readonly journalFile: string;
  /** Called when the ledger cannot be read, once for each kind of problem. */
  readonly trouble: (code: string) => void;
  /** Scripts that lock orders; those of the connection's network when absent. */
  readonly scripts?: ScriptList;
  /** Where the claims of which trade signs which transaction are kept; absent: the folder that all journals and the application share. */
  readonly claimsFolder?: string;
}

/**
 * Opens the trading core over a journal that this process alone uses, and resumes what an earlier command left
 * open. Failures: `data-directory-busy`, `storage-…`.
 */
export function openTrader(parts: TraderParts): Result<Trader, Failure> {
  const path = resolve(parts.journalFile);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  } catch (error) {
    if (isFull(error)) return failed(failure('storage-full', { file: basename(path) }));
    return failed(failure('data-folder-unusable', { folder: dirname(path), reason: fileReason(error) }));
  }
  const opened = openOwnJournal(path);
  if (!opened.ok) return opened;
  const { journal, close: closeJournal } = opened.value;
  const claims = fileClaims(parts.claimsFolder ?? claimsFolder(ownDataFolder()), path);
  const trading = tradingOver(journal, claims, parts);
  const close = async (): Promise<void> => {
    await trading.stop();
    closeJournal();
  };
  try {
    trading.start();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    closeJournal();
    return failed(error.failure);
  }
  const older = [...journal.open(), ...journal.unconfirmed()].map(({ trade }) => trade);
  return ok({ trading, journalFile: path, older, close });
}

/** Opens a journal that this process alone uses until it is closed. Failures: `data-directory-busy`, `storage-…`. */
function openOwnJournal(
  path: string,
): Result<{ readonly journal: Journal; readonly close: () => void }, Failure> {
  const lock = lockDirectory(`${path}.lock`);
  if (!lock.ok) return lock;
  const journal = openJournal(path);
  if (!journal.ok) {
    lock.value.release();
    return journal;
  }
  const close = (): void => {
    journal.value.close();
    lock.value.release();
  };
  return ok({ journal: journal.value, close });
}

function tradingOver(
  journal: Journal,
  claims: SignatureClaims,
  { connection, trouble, scripts }: TraderParts,
): Trading {
  const { service, ledger, secondSource, tokens, network } = connection;
  return tradingCore({
    clients: { service, ledger: finishingSubmissions(ledger), secondSource },
    store: { journal, claims },
    tokens,
    version: project.version,
    network,
    clock: systemClock,
    random: systemRandom,
    log: troubleLog(trouble),
    pollMs: POLL_MS,
    scripts: scripts ?? knownScripts('live', network),
    pools: knownPools('live', network),
  });
}

/** A signal does not abort a submission that has begun: its answer settles what an aborted one would leave open. */
function finishingSubmissions(ledger: Ledger): Ledger {
  return overriding(ledger, {
    submit: (cbor, _signal, txHash) => ledger.submit(cbor, undefined, txHash),
  });
}

function troubleLog(trouble: (code: string) => void): Log {
  let last = '';
  return {
    info: () => undefined,
    error: () => undefined,
    warn: (_event, fields) => {
      const code = String(fields?.['code'] ?? 'unknown');
      if (code !== last) trouble(code);
      last = code;
    },
  };
}
