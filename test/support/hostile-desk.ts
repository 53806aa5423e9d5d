import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failureText, type Failure } from '#domain/failure.ts';
import type { Trade } from '#domain/trade.ts';
import { blake2b256 } from '../../src-main/cardano/hash.ts';
import { decodeTransaction } from '../../src-main/cardano/transaction.ts';
import { parseWitnessSet, verifyWitness } from '../../src-main/cardano/witness.ts';
import type { Clock } from '../../src-main/ports/system.ts';
import { systemClock } from '../../src-main/system/clock.ts';
import type { Review } from '../../src-main/trading/reviewer.ts';
import type { TradingAccount } from '../../src-main/trading/kinds/quote.ts';
import type { SeenRequest } from './loopback-server.ts';
import { PracticeProcess } from './practice-process.ts';
import { practiceProxy, type Interference, type PracticeProxy } from './practice-proxy.ts';
import { selling } from './sales.ts';
import { temporaryDirectory } from './temporary-directory.ts';
import { agreementTo, amberOf, balanceOf, fund, openTrader, signingBy, type Trader } from './trader.ts';

/** How far a trade came whose user agrees to whatever is shown. */
export type Stage = 'search' | 'quote' | 'review' | 'accept' | 'done';

/** The outcome of a trade under a lie. */
export interface Outcome {
  readonly at: Stage;
  readonly failure: Failure | undefined;
  /** Everything that the user could read: the failure's sentences, the findings, the trade's own failure. */
  readonly words: string;
  readonly review: Review | undefined;
  readonly trade: Trade | undefined;
  /** Body hashes that the wallet was asked to sign. */
  readonly signed: readonly string[];
  /** Requests that carried a signature which they must not carry. */
  readonly leaks: readonly string[];
  /** Transactions (hex) that were sent to the ledger. */
  readonly sent: readonly string[];
}

export interface TradeOptions {
  readonly side?: 'buy' | 'sell';
  /** `none`: a user who reads the warnings, and consents to none. */
  readonly consents?: 'all' | 'none';
  /** A trader that knows nothing from before, of tokens above all. */
  readonly fresh?: boolean;
  /** The trader of the trade before may go on, though it remembers what it signed and says so. */
  readonly remembering?: boolean;
  /** Shortens the deadlines of calls, for answers that never end. */
  readonly hurried?: boolean;
  /** The trader's next steps after the trade, without any lie. */
  readonly afterwards?: (trader: Trader, outcome: Outcome) => Promise<void>;
}

/** One practice service behind one hostile proxy, and one funded wallet. */
export interface HostileDesk {
  readonly proxy: PracticeProxy;
  readonly practice: PracticeProcess;
  /** Whose funds are at stake. */
  readonly account: TradingAccount;
  readonly token: AssetId;
  /** A whole trade under a lie, by a user who agrees to everything unless told otherwise. */
  trade(lie: Interference, options?: TradeOptions): Promise<Outcome>;
  /** Does something else under a lie, with a trader that knows nothing from before. */
  under<T>(lie: Interference, work: (trader: Trader) => Promise<T>, options?: TradeOptions): Promise<T>;
  close(): Promise<void>;
}

const REAL_DEADLINE_MS = 10_000;
const HURRIED_DEADLINE_MS = 3_000;

/** A clock for clients: pauses between attempts are short, deadlines as they are, or short too. */
function clientClock(hurried: boolean): Clock {
  return {
    ...systemClock,
    sleep: (ms, signal) => {
      const deadline = hurried ? HURRIED_DEADLINE_MS : ms;
      return systemClock.sleep(ms >= REAL_DEADLINE_MS ? deadline : Math.min(ms, 20), signal);
    },
  };
}

/** A desk for a whole file of tests. */
export function hostileDesk(): () => HostileDesk {
  let desk: HostileDesk | undefined;
  beforeAll(async () => {
    desk = await openHostileDesk();
  });
  afterAll(() => desk?.close());
  return () => {
    if (!desk) throw new Error('the desk stands only while tests run');
    return desk;
  };
}

async function openHostileDesk(): Promise<HostileDesk> {
  const journals = temporaryDirectory();
  const practice = await PracticeProcess.start();
  const proxy = await practiceProxy(practice.endpoints);
  const open = ({ hurried = false }: TradeOptions = {}): Promise<Trader> =>
    openTrader({
      endpoints: proxy.endpoints,
      folder: mkdtempSync(join(journals.path, 'journal-')),
      clientClock: clientClock(hurried),
    });
  const first = await open();
  await fund(first, practice.endpoints);
  const token = await amberOf(first);
  if (quantityIn(await balanceOf(first), token) === 0n) throw new Error('the wallet holds none of the token');
  let shared: Trader | undefined = first;
  let hasSigned = false;

  async function under<T>(
    lie: Interference,
    work: (trader: Trader) => Promise<T>,
    options: TradeOptions = {},
  ): Promise<T> {
    const trader = await open(options);
    try {
      proxy.interfere(swallowing(lie));
      return await work(trader);
    } finally {
      proxy.interfere();
      await trader.close();
    }
  }

  return {
    proxy,
    practice,
    account: first.account,
    token,
    under,
    trade: async (lie, options = {}) => {
      if (options.fresh === true || options.hurried === true)
        return under(lie, (trader) => tradeUnder(trader, proxy, token, options), options);
      // A trader that has signed remembers it, and would say so in the next review.
      if (hasSigned && options.remembering !== true) {
        await shared?.close();
        shared = undefined;
        hasSigned = false;
      }
      const trader = (shared ??= await open());
      proxy.interfere(swallowing(lie));
      const outcome = await tradeUnder(trader, proxy, token, options);
      proxy.interfere();
      await options.afterwards?.(trader, outcome);
      hasSigned ||= outcome.signed.length > 0;
      return outcome;
    },
    close: async () => {
      await shared?.close();
      await proxy.close();
      await practice.stop();
      journals.remove();
    },
  };
}

/** Submissions end at the proxy, which answers as the ledger would: the funds stay for the next trade. */
function swallowing(lie: Interference): Interference {
  return (request, forward) =>
    lie(request, () => {
      if (!request.url.endsWith('/tx/submit')) return forward();
      const sent = decodeTransaction(request.body.toString('hex'));
      if (!sent.ok) return Promise.resolve({ status: 400, body: '{"message":"not a transaction"}' });
      return Promise.resolve({ status: 200, body: JSON.stringify(sent.value.bodyHash) });
    });
}

async function tradeUnder(
  trader: Trader,
  proxy: PracticeProxy,
  token: AssetId,
  { side = 'buy', consents = 'all' }: TradeOptions,
): Promise<Outcome> {
  const asked: string[] = [];
  const witnessSets: string[] = [];
  const sign = signingBy(async (approved) => {
    asked.push(approved.bodyHash);
    const signed = await trader.sign.signer(approved);
    if (signed.ok) witnessSets.push(signed.value.witnessSet);
    return signed;
  });
  const outcome = (at: Stage, failure?: Failure, review?: Review): Outcome => {
    const trade = review && trader.trading.trade(review.trade.id);
    const seen = proxy.seen('');
    return {
      at,
      failure,
      words: wordsOf(failure, review, trade),
      review,
      trade,
      signed: asked,
      leaks: leaksIn(seen, witnessSets, review?.inspection.bodyHash),
      sent: seen.filter(({ url }) => url.endsWith('/tx/submit')).map(({ body }) => body.toString('hex')),
    };
  };
  const found = await trader.service.search('AMBER', true);
  if (!found.ok) return outcome('search', found.failure);
  const sale =
    side === 'buy'
      ? { ...selling(25_000_000n), receive: token }
      : { ...selling(30_000_000n, token), receive: ADA };
  const quote = await trader.trading.estimators.swaps.quote({
    ...sale,
    slippageBps: 100,
    excluded: [],
  });
  if (!quote.ok) return outcome('quote', quote.failure);
  const examined = await trader.trading.examine(quote.value.id, trader.account);
  if (!examined.ok) return outcome('review', examined.failure);
  const review = examined.value;
  if (review.trade.state !== 'built') return outcome('review', review.trade.failure, review);
  const everything = agreementTo(review);
  const agreement = consents === 'all' ? everything : { ...everything, consents: [], worse: false };
  const accepted = await trader.trading.accept(review.trade.id, agreement, sign);
  return accepted.ok ? outcome('done', undefined, review) : outcome('accept', accepted.failure, review);
}

function wordsOf(failure: Failure | undefined, review: Review | undefined, trade: Trade | undefined): string {
  const sentences = [failure, trade?.failure].flatMap((one) => {
    if (!one) return [];
    const { what, advice } = failureText(one);
    return [what, advice];
  });
  const findings = review?.inspection.report.findings.filter(({ severity }) => severity !== 'info') ?? [];
  return [...sentences, ...findings.map(({ message }) => message)].join(' ');
}

/**
 * Where a signature went that is not the one agreed to: in anything but `/swap/sign` and the submission, or there
 * over, or beside, another transaction than `agreed` (a body hash).
 */
function leaksIn(
  seen: readonly SeenRequest[],
  witnessSets: readonly string[],
  agreed: string | undefined,
): readonly string[] {
  const own = witnessSets.flatMap((set) => {
    const parsed = parseWitnessSet(set);
    if (!parsed.ok) throw new Error(parsed.failure);
    return parsed.value;
  });
  return seen.flatMap((request) => {
    const told = (what: string): string => `${what}: ${request.method} ${request.url}`;
    if (request.url.endsWith('/swap/sign')) {
      const { txCbor, signatures } = JSON.parse(String(request.body)) as Record<string, string>;
      const set = parseWitnessSet(signatures ?? '');
      const right =
        bodyHashOf(txCbor ?? '') === agreed &&
        set.ok &&
        set.value.every((witness) => agreed !== undefined && verifyWitness(agreed, witness));
      return right ? [] : [told('a signature over something else')];
    }
    if (request.url.endsWith('/tx/submit')) {
      const sent = decodeTransaction(request.body.toString('hex'));
      const right =
        sent.ok &&
        sent.value.bodyHash === agreed &&
        sent.value.witnesses.vkeys.every((witness) => verifyWitness(sent.value.bodyHash, witness));
      return right ? [] : [told('another transaction')];
    }
    const text = `${request.url} ${JSON.stringify(request.headers)} ${request.body.toString('latin1')}`;
    const carried = own.some(
      ({ signature }) =>
        text.toLowerCase().includes(signature) || request.body.includes(Buffer.from(signature, 'hex')),
    );
    return carried ? [told('a signature where none belongs')] : [];
  });
}

/** The hash of a transaction's body, from its raw bytes; `undefined` for what is no transaction. */
function bodyHashOf(cbor: string): string | undefined {
  const decoded = decodeTransaction(cbor);
  if (!decoded.ok) return undefined;
  const { bytes, spans } = decoded.value;
  return blake2b256(bytes.subarray(spans.body.start, spans.body.end));
}
