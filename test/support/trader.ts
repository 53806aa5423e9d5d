import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Failure } from '#domain/failure.ts';
import type { Sale } from '#domain/quote.ts';
import type { Result } from '#domain/result.ts';
import type { Trade, TradeState } from '#domain/trade.ts';
import { addValues, quantityIn, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { knownPools, knownScripts } from '../../src-main/app/order-scripts.ts';
import { parseAccessKey } from '../../src-main/http/access-key.ts';
import { parseBaseUrl, type BaseUrl } from '../../src-main/http/base-url.ts';
import { SessionStore } from '../../src-main/keychain/session-store.ts';
import { BlockfrostLedger } from '../../src-main/ledger/blockfrost/client.ts';
import { TokenCatalogue } from '../../src-main/market/token-catalogue.ts';
import type { Clock, Log, Random } from '../../src-main/ports/system.ts';
import type { Ledger } from '../../src-main/ports/ledger.ts';
import type { Journal } from '../../src-main/ports/journal.ts';
import { ServiceClient } from '../../src-main/service/service-client.ts';
import { openJournal } from '../../src-main/storage/sqlite-journal.ts';
import { systemClock } from '../../src-main/system/clock.ts';
import { memoryFiles } from '../../src-main/system/small-files.ts';
import type { Signer } from '../../src-main/inspect/approved-tx.ts';
import type { SigningRequest } from '../../src-main/trading/commitment.ts';
import type { Consent, Review } from '../../src-main/trading/reviewer.ts';
import type { CancelTarget } from '../../src-main/trading/kinds/cancel.ts';
import type { TradingAccount } from '../../src-main/trading/kinds/quote.ts';
import type { Checkpoint } from '../../src-main/trading/trade-book.ts';
import { Trading } from '../../src-main/trading/trading.ts';
import type { TradingOptions } from '../../src-main/trading/wiring.ts';
import { Wallet } from '../../src-main/wallet/wallet.ts';
import type { PracticeEndpoints } from './practice-process.ts';
import { selling } from './sales.ts';

const PASSWORD = 'a test trader’s password';
const RANDOM: Random = { bytes: (count) => new Uint8Array(randomBytes(count)) };
const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const QUICK = { concurrency: 8, perSecond: 200, burst: 200 };

/** A public test vector's words (BIP-39, entropy of zeros): never hold funds with them. */
export const TEST_PHRASE = `${'abandon '.repeat(23)}art`;
/** The words of another public test vector, for a wallet that has nothing to do with that one. */
export const STRANGERS_PHRASE = `${'legal winner thank year wave sausage worth useful '.repeat(2)}legal winner thank year wave sausage worth title`;

export interface TraderOptions {
  readonly endpoints: PracticeEndpoints;
  /** Folder of the journal. */
  readonly folder: string;
  readonly phrase?: string;
  readonly checkpoint?: Checkpoint;
  /** The clock of the two clients, for deadlines shorter than real ones. */
  readonly clientClock?: Clock;
  /** The user's limits; the first ones when absent. */
  readonly policy?: TradingOptions['policy'];
  /** Coins that the user froze; none when absent. */
  readonly frozen?: TradingOptions['frozen'];
  /** Whether prices are compared with those of pools; they are when absent. */
  readonly comparesPrices?: boolean;
  /** Whether fills are audited as they come; they are not when absent. */
  readonly auditsFills?: boolean;
  /** Wraps the ledger, in place of the plain practice one. */
  readonly throughLedger?: (ledger: BlockfrostLedger) => Ledger;
  /** Blocks from which on an end is confirmed; the core's own number when absent. */
  readonly confirmations?: number;
}

/** The trading core with the real clients, wallet and journal, without windows. */
export interface Trader {
  readonly trading: Trading;
  readonly account: TradingAccount;
  readonly sign: SigningRequest;
  /** Signs with a wrong password. */
  readonly signWrongly: SigningRequest;
  readonly service: ServiceClient;
  readonly ledger: BlockfrostLedger;
  readonly journal: Journal;
  close(): Promise<void>;
}

export async function openTrader(options: TraderOptions): Promise<Trader> {
  const { endpoints, folder } = options;
  const parts = { clock: options.clientClock ?? systemClock, random: RANDOM, rate: QUICK };
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
    ledger: options.throughLedger?.(ledger) ?? ledger,
    journal,
    clock: systemClock,
    random: RANDOM,
    log: SILENT,
    network: 'preprod',
    scripts: knownScripts('practice', 'preprod'),
    ...(options.comparesPrices === false ? {} : { pools: knownPools('practice', 'preprod') }),
    ...(options.auditsFills === undefined ? {} : { auditsFills: options.auditsFills }),
    token: (id) => catalogue.get(id),
    pollMs: 150,
    ...(options.policy === undefined ? {} : { policy: options.policy }),
    ...(options.frozen === undefined ? {} : { frozen: options.frozen }),
    ...(options.confirmations === undefined ? {} : { confirmations: options.confirmations }),
    version: 'test',
    ...(options.checkpoint === undefined ? {} : { checkpoint: options.checkpoint }),
  });
  return {
    trading,
    account: must(wallet.account()),
    sign: signingBy(wallet.signer({ password: PASSWORD })),
    signWrongly: signingBy(wallet.signer({ password: 'another password' })),
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

/** Nobody changes their mind. */
export function signingBy(signer: Signer): SigningRequest {
  return { signer, mayStillSign: () => ({ ok: true, value: undefined }) };
}

/** Agrees to everything that a review shows. */
export function agreementTo({ inspection, agreementHash }: Review): Consent {
  const { bodyHash, summaryHash, report } = inspection;
  const warnings = report.findings.filter(({ severity }) => severity === 'warn');
  return { bodyHash, summaryHash, agreementHash, consents: warnings.map(({ rule }) => rule), worse: true };
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

/** The token that tests buy with ADA. */
export async function amberOf({ service }: Pick<Trader, 'service'>): Promise<AssetId> {
  const [amber] = must(await service.search('AMBER', true));
  if (!amber) throw new Error('practice has no AMBER');
  return amber.id;
}

/** A trader at work with funds to trade, and the token that it buys. */
export async function openFundedTrader(
  options: TraderOptions,
): Promise<{ readonly trader: Trader; readonly token: AssetId }> {
  const trader = await openTrader(options);
  trader.trading.start();
  if (quantityIn(await balanceOf(trader), ADA) < 1_000_000_000n) await fund(trader, options.endpoints);
  return { trader, token: await amberOf(trader) };
}

/**
 * Quotes a trade for the token, of 25 ADA unless something else is sold, and has it built and reviewed. The tolerance is wide, so that the market's
 * own movement keeps no order waiting.
 */
export async function reviewFor(
  { trading, account }: Pick<Trader, 'trading' | 'account'>,
  receive: AssetId,
  sale: Pick<Sale, 'pay' | 'payDecimals'> = selling(25_000_000n),
): Promise<Result<Review, Failure>> {
  const quote = must(
    await trading.estimators.swaps.quote({
      ...sale,
      receive,
      slippageBps: 300,
      excluded: [],
    }),
  );
  return trading.review(quote.id, account);
}

/** Has limit orders built at a price that is so many percent from the market's, and signs them. */
export async function signLimit(
  { trading, account, sign }: Pick<Trader, 'trading' | 'account' | 'sign'>,
  {
    percent,
    multiples = 1,
    exchange,
    ...sale
  }: Pick<Sale, 'pay' | 'payDecimals'> & {
    readonly receive: AssetId;
    readonly percent: string;
    readonly multiples?: number;
    readonly exchange?: string | undefined;
  },
): Promise<Review> {
  const { quote } = must(
    await trading.estimators.limits.quote({
      ...{ ...sale, multiples, exchange, excluded: [] },
      price: { form: 'percent', text: percent },
    }),
  );
  const review = must(await trading.review(quote.id, account));
  await review.bestPrice;
  must(await trading.accept(review.trade.id, agreementTo(review), sign));
  return review;
}

/** Gives the address practice funds and waits until they are on chain. */
export async function fund(trader: Trader, endpoints: PracticeEndpoints): Promise<void> {
  const before = await balanceOf(trader);
  await faucet(endpoints, trader.account.address);
  await until(async () => quantityIn(await balanceOf(trader), ADA) !== quantityIn(before, ADA));
}

/** Asks for practice funds at any address. */
export async function faucet(endpoints: PracticeEndpoints, address: string): Promise<void> {
  const answer = await fetch(`${endpoints.ledgerUrl}/practice/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-partner-id': endpoints.apiKey },
    body: JSON.stringify({ address }),
  });
  if (!answer.ok) throw new Error(`the faucet answered ${answer.status}: ${await answer.text()}`);
}

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

/** How the orders in outputs of a transaction are cancelled, once the service lists that many of them. */
export async function cancelTargets(
  { service, account }: Trader,
  hash: string,
  count = 1,
): Promise<readonly CancelTarget[]> {
  const listed = async (): Promise<readonly CancelTarget[]> =>
    must(await service.orders(account.address, 'all'))
      .filter(({ txHash }) => txHash === hash)
      .map(({ id, outputIndex = 0 }) => ({
        id: `${hash}_${outputIndex}`,
        serviceId: id,
        placed: { txHash: hash, index: outputIndex },
      }));
  await until(async () => (await listed()).length === count);
  return listed();
}

/** Polls until it holds; throws after two minutes. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end; await systemClock.sleep(100))
    if (await holds()) return;
  throw new Error('it did not come to hold within two minutes');
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
