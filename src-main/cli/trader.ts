import { mkdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import project from '../../package.json' with { type: 'json' };
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Trade } from '#domain/trade.ts';
import { knownScripts } from '../composition/order-scripts.ts';
import { readEnvironment } from '../environment.ts';
import type { ScriptList } from '../inspect/inspection-input.ts';
import { JournalWriteError, type Journal } from '../ports/journal.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { Log } from '../ports/log.ts';
import type { SignatureClaims } from '../ports/signature-claims.ts';
import { lockDirectory } from '../storage/open-database.ts';
import { claimsFolder, fileClaims } from '../storage/signature-claims.ts';
import { openJournal } from '../storage/sqlite-journal.ts';
import { systemClock } from '../system/clock.ts';
import { dataFolder } from '../system/data-folder.ts';
import { systemRandom } from '../system/random.ts';
import { Trading } from '../trading/trading.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { Connection } from './connection.ts';

const POLL_MS = 500;

/** The trading core of the app, with no window around it. */
export interface Trader {
  readonly trading: Trading;
  readonly journalFile: string;
  /** Trades that an earlier command left open, and those whose end is not confirmed yet. They are followed. */
  readonly older: readonly Trade[];
  close(): Promise<void>;
}

/** Where a wallet's trades are kept when `--journal` names no other place: a journal for each first address. */
export function defaultJournal(network: string, address: string): string {
  return join(ownDataFolder(), 'command-line', network, address.slice(-16), 'journal.sqlite');
}

function ownDataFolder(): string {
  return dataFolder(readEnvironment(), process.platform);
}

export interface TraderParts {
  readonly connection: Connection;
  readonly journalFile: string;
  /** The wallet that signs, which also lends the keys of receipts; none where nothing is signed. */
  readonly wallet?: Pick<Wallet, 'takeReceiptKey'>;
  /** Told when the ledger cannot be looked at, once for each kind of trouble. */
  readonly trouble: (code: string) => void;
  /** Scripts that lock orders; those of the connection's network when absent. */
  readonly scripts?: ScriptList;
  /** Where it is kept which trade signs which transaction; shared by all journals and the application when absent. */
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
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return failed(failure('storage-failed', { file: basename(path), reason }));
  }
  const lock = lockDirectory(`${path}.lock`);
  if (!lock.ok) return lock;
  const journal = openJournal(path);
  if (!journal.ok) {
    lock.value.release();
    return journal;
  }
  const claims = fileClaims(parts.claimsFolder ?? claimsFolder(ownDataFolder()), path);
  const trading = tradingOver(journal.value, claims, parts);
  const close = async (): Promise<void> => {
    await trading.stop();
    journal.value.close();
    lock.value.release();
  };
  try {
    trading.start();
  } catch (error) {
    if (!(error instanceof JournalWriteError)) throw error;
    journal.value.close();
    lock.value.release();
    return failed(error.failure);
  }
  const older = [...journal.value.open(), ...journal.value.unconfirmed()].map(({ trade }) => trade);
  return ok({ trading, journalFile: path, older, close });
}

function tradingOver(
  journal: Journal,
  claims: SignatureClaims,
  { connection, wallet, trouble, scripts }: TraderParts,
): Trading {
  const { service, ledger, secondSource, tokens, network } = connection;
  return new Trading({
    service,
    ledger: sendingToTheEnd(ledger),
    secondSource,
    network,
    journal,
    claims,
    clock: systemClock,
    random: systemRandom,
    log: troubleLog(trouble),
    token: (id) => tokens.get(id),
    pollMs: POLL_MS,
    scripts: scripts ?? knownScripts('live', network),
    receipts: { version: project.version, takeKey: (bodyHash) => wallet?.takeReceiptKey(bodyHash) },
  });
}

/** A submission once begun is not given up by a signal: its answer says what an aborted one would leave open. */
function sendingToTheEnd(ledger: Ledger): Ledger {
  return {
    network: (signal) => ledger.network(signal),
    tip: (signal) => ledger.tip(signal),
    parameters: (signal) => ledger.parameters(signal),
    utxos: (address, signal) => ledger.utxos(address, signal),
    inclusion: (hash, signal) => ledger.inclusion(hash, signal),
    transaction: (hash, signal) => ledger.transaction(hash, signal),
    transactionCbor: (hash, signal) => ledger.transactionCbor(hash, signal),
    transactions: (address, limit, signal) => ledger.transactions(address, limit, signal),
    datum: (hash, signal) => ledger.datum(hash, signal),
    asset: (id, signal) => ledger.asset(id, signal),
    submit: (cbor) => ledger.submit(cbor),
  };
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
