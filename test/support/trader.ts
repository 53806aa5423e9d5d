import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Failure } from '../../src-preload/domain/failure.ts';
import type { Result } from '../../src-preload/domain/result.ts';
import type { Trade, TradeState } from '../../src-preload/domain/trade.ts';
import { addValues, type Value } from '../../src-preload/domain/amount.ts';
import { parseAccessKey } from '../../src-main/http/access-key.ts';
import { parseBaseUrl, type BaseUrl } from '../../src-main/http/base-url.ts';
import { SessionStore } from '../../src-main/keychain/session-store.ts';
import { BlockfrostLedger } from '../../src-main/ledger/blockfrost.ts';
import { TokenCatalogue } from '../../src-main/market/token-catalogue.ts';
import type { Journal } from '../../src-main/ports/journal.ts';
import type { Log } from '../../src-main/ports/log.ts';
import type { Random } from '../../src-main/ports/random.ts';
import { ServiceClient } from '../../src-main/service/service-client.ts';
import { openJournal } from '../../src-main/storage/sqlite-journal.ts';
import { systemClock } from '../../src-main/system/clock.ts';
import { memoryFiles } from '../../src-main/system/small-files.ts';
import type { SignApproved } from '../../src-main/trading/commitment.ts';
import type { TradingAccount } from '../../src-main/trading/review-desk.ts';
import type { Checkpoint } from '../../src-main/trading/trade-book.ts';
import { Trading } from '../../src-main/trading/trading.ts';
import { Wallet } from '../../src-main/wallet/wallet.ts';
import type { PracticeEndpoints } from './practice-process.ts';

const PASSWORD = 'test password';
const RANDOM: Random = { bytes: (count) => new Uint8Array(randomBytes(count)) };
const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const QUICK = { concurrency: 8, perSecond: 200, burst: 200 };

/** A public test vector's words (BIP-39, entropy of zeros): never hold funds with them. */
const TEST_PHRASE = `${'abandon '.repeat(23)}art`;

export interface TraderOptions {
  readonly endpoints: PracticeEndpoints;
  /** Folder of the journal. */
  readonly folder: string;
  readonly phrase?: string;
  readonly checkpoint?: Checkpoint;
}

/** The trading core with the real clients, wallet and journal, without windows. */
export interface Trader {
  readonly trading: Trading;
  readonly account: TradingAccount;
  readonly sign: SignApproved;
  /** Signs with a wrong password. */
  readonly signWrongly: SignApproved;
  readonly service: ServiceClient;
  readonly ledger: BlockfrostLedger;
  readonly journal: Journal;
  close(): Promise<void>;
}

export async function openTrader(options: TraderOptions): Promise<Trader> {
  const { endpoints, folder } = options;
  const parts = { clock: systemClock, random: RANDOM, rate: QUICK };
  const service = new ServiceClient({
    ...parts,
    base: address(endpoints.baseUrl),
    key: must(parseAccessKey(endpoints.apiKey)),
  });
  const ledger = new BlockfrostLedger({ ...parts, base: address(endpoints.ledgerUrl) });
  const wallet = await openTestWallet(options.phrase ?? TEST_PHRASE);
  const journal = must(openJournal(join(folder, 'journal.sqlite')));
  const catalogue = new TokenCatalogue(service, ledger, systemClock);
  const trading = new Trading({
    service,
    ledger,
    journal,
    clock: systemClock,
    random: RANDOM,
    log: SILENT,
    network: 'preprod',
    token: (id) => catalogue.get(id),
    pollMs: 150,
    ...(options.checkpoint === undefined ? {} : { checkpoint: options.checkpoint }),
  });
  return {
    trading,
    account: {
      address: must(wallet.address(0)),
      own: must(wallet.ownKeys(20)),
    },
    sign: (approved) => wallet.sign(approved, { password: PASSWORD }),
    signWrongly: (approved) => wallet.sign(approved, { password: 'another password' }),
    service,
    ledger,
    journal,
    close: async () => {
      await trading.stop();
      journal.close();
      wallet.close();
      await Promise.all([service.close(), ledger.close()]);
    },
  };
}

async function openTestWallet(phrase: string): Promise<Wallet> {
  const wallet = await Wallet.open({
    files: memoryFiles(),
    sessionFiles: memoryFiles(),
    network: 'preprod',
    profile: 'test',
    secrets: new SessionStore(),
    clock: systemClock,
    random: RANDOM,
    cost: { log2N: 4, r: 8, p: 1 },
  });
  must(await wallet.import(phrase, PASSWORD));
  return wallet;
}

/** Gives the address practice funds and waits until they are on chain. */
export async function fund(trader: Trader, endpoints: PracticeEndpoints): Promise<void> {
  const before = await balanceOf(trader);
  const answer = await fetch(`${endpoints.ledgerUrl}/practice/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-partner-id': endpoints.apiKey },
    body: JSON.stringify({ address: trader.account.address }),
  });
  if (!answer.ok) throw new Error(`the faucet answered ${answer.status}: ${await answer.text()}`);
  await until(async () => (await balanceOf(trader)).get(ADA_ID) !== before.get(ADA_ID));
}

const ADA_ID = 'ADA' as never;

/** Everything at the trader's address. */
export async function balanceOf(trader: Trader): Promise<Value> {
  const utxos = must(await trader.ledger.utxos(trader.account.address));
  return utxos.reduce<Value>((sum, utxo) => addValues(sum, utxo.value), new Map());
}

/** The trade once it is in one of the states. */
export async function tradeIn(trader: Trader, tradeId: string, ...states: TradeState[]): Promise<Trade> {
  let trade: Trade | undefined;
  await until(() => {
    trade = trader.trading.trade(tradeId);
    return Promise.resolve(trade !== undefined && states.includes(trade.state));
  });
  if (!trade) throw new Error('the trade is gone');
  return trade;
}

/** Polls until it holds; throws after a minute. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await systemClock.sleep(100))
    if (await holds()) return;
  throw new Error('it did not come to hold within a minute');
}

export function must<T>(result: Result<T, Failure>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.failure.code} ${JSON.stringify(result.failure.data ?? {})}`);
}

export function codeOf(result: Result<unknown, Failure>): string {
  return result.ok ? 'ok' : result.failure.code;
}

function address(text: string): BaseUrl {
  return must(parseBaseUrl(text, { pathAllowed: true }));
}
