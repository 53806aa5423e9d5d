import { ADA, type AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import { readAgreement } from '../agreement/agreement-json.ts';
import type { InspectionLimits, ScriptList } from '../inspect/inspection-input.ts';
import { DEFAULT_POLICY, type PolicyLimits } from '../inspect/policy.ts';
import type { Clock, Log, Random } from '../ports/system.ts';
import type { Journal, SignatureClaims } from '../ports/journal.ts';
import { StorageError, whenFree } from '../ports/storage-trouble.ts';
import type { KnownPools } from '../exchanges/known-pools.ts';
import type { Ledger, ReferenceSource } from '../ports/ledger.ts';
import type { Service } from '../ports/service.ts';
import type { CommitmentParts } from './commitment.ts';
import { Estimators } from './kinds/estimators.ts';
import { PriceNotes } from './kinds/market-price.ts';
import { QuoteBook } from './kinds/quote.ts';
import { tokensOf } from './positions.ts';
import { FillAudits } from './fill-audits.ts';
import { FollowedParts } from './partial-fill.ts';
import { Reviewer, type ReviewParts } from './reviewer.ts';
import { SignedRecord } from './signed-record.ts';
import { TradeBook, type Checkpoint } from './trade-book.ts';
import { JournalPass, TradeIndex } from './trade-index.ts';
import { isCommitted, isOnChain } from './trade-machine.ts';

const CONFIRMATIONS = 15;

export interface TradingOptions {
  readonly service: Service;
  readonly ledger: Ledger;
  /** A second, independent back-end that vouches for what transactions spend. */
  readonly secondSource?: ReferenceSource | undefined;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly network: NetworkName;
  /** A token's metadata, its decimals above all. */
  readonly token: (id: AssetId, signal?: AbortSignal) => Promise<Result<Token, Failure>>;
  /** Other tokens known besides those of the journal that people could take for one of this ticker; none when absent. */
  readonly namesakes?: (id: AssetId, ticker: string) => readonly AssetId[];
  /** Milliseconds between two looks at the chain. */
  readonly pollMs: number;
  /** Blocks after which a rollback is no longer reckoned with (rule T3); 15 when absent. */
  readonly confirmations?: number;
  readonly limits?: InspectionLimits;
  /** Scripts that lock orders on the network (rule V9). */
  readonly scripts: ScriptList;
  /** Pools that prices are compared with before signing, and fills with after; absent: they are not. */
  readonly pools?: KnownPools;
  /** Whether fills are audited as they come; else only when asked for. */
  readonly auditsFills?: boolean;
  /** The user's limits as they are now; the first ones when absent. A failure ends every review. */
  readonly policy?: () => Promise<Result<PolicyLimits, Failure>>;
  /** Version of the application, recorded in receipts. */
  readonly version: string;
  /** The signatures claimed by the other journals of this machine; absent where this is the only one. */
  readonly claims?: SignatureClaims;
  /** Own coins that the user froze, `hash#index`, with their labels; none when absent. */
  readonly frozen?: () => ReadonlyMap<string, string>;
  /** For tests that stop the process at a step. */
  readonly checkpoint?: Checkpoint;
}

/** How many of the newest trades are shown, and taken as evidence of what swaps cost. */
export const SHOWN_TRADES = 200;

/** The parts of the trading core, each with its dependencies. */
interface TradingParts {
  readonly quotes: QuoteBook;
  readonly reviews: Reviewer;
  readonly book: TradeBook;
  readonly prices: PriceNotes;
  readonly policy: ReviewParts['policy'];
  readonly record: SignedRecord;
  readonly index: TradeIndex;
  readonly pass: JournalPass;
  readonly estimators: Estimators;
  readonly commitment: CommitmentParts;
  /** Absent where no pools are known. */
  readonly fillAudits: FillAudits | undefined;
}

export function wire(options: TradingOptions): TradingParts {
  const { service, ledger, journal, clock, random, network, scripts, limits, secondSource } = options;
  const checkpoint = options.checkpoint ?? ((): void => undefined);
  const policy = options.policy ?? (() => Promise.resolve(ok(DEFAULT_POLICY)));
  const newId = (): string => Buffer.from(random.bytes(16)).toString('hex');
  const book = new TradeBook(journal, clock);
  const pass = new JournalPass(journal);
  const record = new SignedRecord(journal, book, pass, clock);
  keepAgreedTokens(book, journal);
  const index = new TradeIndex(journal, book, pass);
  const quotes = new QuoteBook(clock);
  const prices = new PriceNotes(service);
  const ownBytes = (txHash: string): string | undefined => index.bytesOf(txHash);
  const frozen = options.frozen ?? (() => new Map<string, string>());
  const estimators = new Estimators({
    ownBytes,
    token: keepingWritten(options.token, journal, clock),
    second: secondSource,
    ...{ service, ledger, clock, newId, quotes, scripts, network, frozen },
    busy: () => spentByOpenTrades(book),
    past: () => book.trades(SHOWN_TRADES),
  });
  const fillAudits = auditsOf(options, book);
  const reviews = new Reviewer({
    ...{
      quotes,
      service,
      ledger,
      secondSource,
      clock,
      network,
      book,
      newId,
      checkpoint,
      scripts,
      pools: options.pools,
      policy,
      record,
      ownBytes,
      frozen,
      namesakes: options.namesakes ?? (() => []),
    },
    ...(limits === undefined ? {} : { limits }),
    onReading: (tradeId, reading, better) => fillAudits?.noteReading(tradeId, reading, better),
  });
  const commitment: CommitmentParts = {
    ...{ book, service, ledger, network, clock, checkpoint },
    second: secondSource,
    confirmations: options.confirmations ?? CONFIRMATIONS,
    receipts: { version: options.version, network },
    followed: new FollowedParts(),
    knowledge: { parts: estimators.reader, isCancel: (hash) => index.isCancel(hash) },
    pricesOf: ({ quote }) => prices.of(quote),
  };
  return { quotes, reviews, book, prices, policy, record, index, pass, estimators, commitment, fillAudits };
}

function auditsOf(options: TradingOptions, book: TradeBook): FillAudits | undefined {
  const { pools, scripts, journal, ledger, clock, log, network, secondSource: second } = options;
  if (pools === undefined) return undefined;
  // Practice's scripts take no redeemers.
  const withoutRedeemers = [...scripts.known.values()].some(({ form }) => form?.name === 'practice');
  return new FillAudits({
    ...{ book, journal, ledger, second, clock, log },
    receipts: { version: options.version, network },
    scripts: { orders: scripts.known, pools, withoutRedeemers },
  });
}

/** Outputs that signed trades spend and that the chain does not yet show as spent. */
function spentByOpenTrades(book: TradeBook): ReadonlySet<string> {
  const waiting = book.openEntries().filter((entry) => isCommitted(entry) && !isOnChain(entry.trade.state));
  return new Set(
    waiting.flatMap(({ bytes }) => bytes.inputs.map(({ txHash, index }) => `${txHash}#${index}`)),
  );
}

/** Notes the tokens of each transaction that is signed or handed out: by these tickers the user agreed to them. */
function keepAgreedTokens(book: TradeBook, journal: Journal): void {
  const noted = new Set<string>();
  book.onChange((entry) => {
    const { trade, bytes } = entry;
    if (!isCommitted(entry) || noted.has(trade.id) || bytes.agreement === undefined) return;
    noted.add(trade.id);
    // An older trade that continues after a restart was agreed to by the names known at the time.
    const isNew = trade.state === 'signed' || trade.state === 'exported';
    const agreement = readAgreement(JSON.parse(bytes.agreement));
    const moved = new Set(tokensOf(trade));
    try {
      for (const { id, ticker, decimals } of agreement?.tokens ?? [])
        if (moved.has(id)) journal.keepWritten(id, { decimals, ticker, agreed: true }, isNew);
    } catch (error) {
      // The signature is kept already; the user is asked about the token once more.
      if (!(error instanceof StorageError)) throw error;
    }
  });
}

/** Notes how a token is written at its first sight: what is said of it later is compared with that (rule P9). */
function keepingWritten(
  token: TradingOptions['token'],
  journal: Journal,
  clock: TradingOptions['clock'],
): TradingOptions['token'] {
  return async (id, signal) => {
    const found = await token(id, signal);
    if (!found.ok || id === ADA || found.value.decimalsSource === 'unknown') return found;
    try {
      const { decimals, ticker, tickerSource } = found.value;
      // The service's word alone would lock the token as soon as it says something else: it is kept once it is agreed to.
      const named = tickerSource === 'ledger' ? ticker : '';
      await whenFree(() => journal.keepWritten(id, { decimals, ticker: named, agreed: false }), clock);
    } catch (error) {
      if (error instanceof StorageError) return failed(error.failure);
      throw error;
    }
    return found;
  };
}
