import { isDeepStrictEqual } from 'node:util';
import type { AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { slotToUnix, unixToSlot, type NetworkName } from '#domain/network.ts';
import type { Build, RoundTrip } from '#domain/quote.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs, slot, type EpochMs } from '#domain/time.ts';
import type { Trade } from '#domain/trade.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import type { Agreement } from '../agreement/agreement.ts';
import { agreementHash } from '../agreement/agreement-json.ts';
import { withOwnWitness } from '../inspect/own-witness.ts';
import { inputsOf } from '../cardano/resolution.ts';
import type { InspectionLimits, ScriptList } from '../inspect/inspection-input.ts';
import type { Finding, Inspection } from '../inspect/inspection.ts';
import type { PolicyLimits } from '../inspect/policy.ts';
import { summaryText } from '../inspect/summary.ts';
import { totalCostText } from '../inspect/figures.ts';
import type { KnownPools } from '../exchanges/known-pools.ts';
import type { Clock } from '../ports/system.ts';
import type { JournalEntry } from '../ports/journal.ts';
import type { Ledger, ReferenceSource, Tip } from '../ports/ledger.ts';
import type { Service } from '../ports/service.ts';
import { agreementFor, kindOf } from './kinds/trade-kinds.ts';
import { Ahead } from './ahead.ts';
import type { Agreed, JudgementContext, JudgedInput, Judgement } from './kinds/judgement.ts';
import { resolveInputs } from './input-resolver.ts';
import { earlierSignatures, type SignedRecord } from './signed-record.ts';
import { NOT_COMPARED, type BestPrice } from './best-price.ts';
import type { MarketReading } from './own-market.ts';
import { builtOffers, checkPrice, quotedOffer } from './price-check.ts';
import { policyFacts } from './policy-facts.ts';
import { actingFor, wordingOf, type Quote, type QuoteBook, type TradingAccount } from './kinds/quote.ts';
import { dependentOn } from '../inspect/replacement-inputs.ts';
import type { Checkpoint, TradeBook } from './trade-book.ts';
import { builtEntry, shownAgreement } from './built-trade.ts';

/** Milliseconds for which reviewed bytes may be accepted: time to read and to type a password. */
const REVIEW_LIFETIME_MS = 180_000;

/** The review shown to the user before accepting, all of it from the decoded bytes. */
export interface Review {
  readonly trade: Trade;
  readonly inspection: Inspection;
  /** All that the approval covers: of a batch, lowered to what its first transaction turned out to cost. */
  readonly agreement: Agreement;
  readonly agreementHash: string;
  readonly quote: Quote;
  /** The amounts that leave and arrive, the guaranteed minimum, and the identity of the tokens. */
  readonly sentence: string;
  readonly costsSentence: string;
  /** All that does not come back, as one figure. */
  readonly totalCostSentence: string;
  /** The input of the inspection, for those who explain it. */
  readonly input: JudgedInput;
  /** The ledger's latest block when it was made. */
  readonly tip: Tip;
  /** The call that built it, for the receipt. */
  readonly buildCall: RoundTrip;
  readonly worseThanQuote?: Judgement['worseThanQuote'];
  /**
   * The price that pools read by the app itself would have paid; absent if nothing is compared. Settles within seconds
   * and never rejects.
   */
  readonly bestPrice?: Promise<BestPrice>;
  /** The same as soon as it is known, for what does not wait for it. */
  readonly compared?: () => BestPrice | undefined;
  readonly expiresAt: EpochMs;
}

/** The user's consent, as reported by the window that asked for it. */
export interface Consent {
  readonly bodyHash: string;
  readonly summaryHash: string;
  /** Of the agreement that was shown: all that the approval covers. */
  readonly agreementHash: string;
  /** Rules whose warnings were consented to, one by one. */
  readonly consents: readonly string[];
  /** Whether less than the quote that was shown is agreed to. */
  readonly worse: boolean;
}

export interface ReviewParts {
  readonly quotes: QuoteBook;
  readonly service: Service;
  readonly ledger: Ledger;
  /** A second back-end, for inputs whose parents' bytes the first one does not have. */
  readonly secondSource?: ReferenceSource | undefined;
  readonly clock: Clock;
  readonly network: NetworkName;
  readonly book: TradeBook;
  readonly newId: () => string;
  readonly checkpoint: Checkpoint;
  readonly limits?: InspectionLimits;
  readonly scripts: ScriptList;
  /** Pools that prices are compared with; absent: they are not. */
  readonly pools?: KnownPools | undefined;
  /** The user's limits as they are now. */
  readonly policy: () => Promise<Result<PolicyLimits, Failure>>;
  readonly record: SignedRecord;
  /** Told how the app read a trade's market when it was reviewed. */
  readonly onReading?: (tradeId: string, reading: MarketReading, better: number | undefined) => void;
  /** Tokens known besides those of the journal that people could take for one of this ticker. */
  readonly namesakes: (id: AssetId, ticker: string) => readonly AssetId[];
  /** Own coins that the user froze, with their labels. */
  readonly frozen: () => ReadonlyMap<string, string>;
  /** The bytes (hex) of a transaction in the journal, by its hash. */
  readonly ownBytes: (txHash: string) => string | undefined;
}

/** The service's build for a quote, with everything needed to judge it. */
interface BuiltQuote {
  readonly quote: Quote;
  readonly account: TradingAccount;
  /** Made before the service was asked. */
  readonly agreed: Agreed;
  /** The limits that the agreement was made with. */
  readonly limits: PolicyLimits;
  readonly build: Build;
  readonly known: KnownOfBuild;
}

/** The ledger back-ends' answers about a built transaction. */
interface KnownOfBuild {
  readonly tip: Tip;
  readonly given: Pick<JudgementContext, 'read' | 'parameters' | 'resolved' | 'parents'>;
}

/** The effect of a transaction that was built ahead, by its bytes. It is in no journal and cannot be agreed to. */
export interface BuiltAhead {
  readonly quote: Quote;
  readonly judgement: Judgement;
}

/** Turns a quote into an inspected transaction that waits for the user. At most one waits per quote. */
export class Reviewer {
  readonly #parts: ReviewParts;
  readonly #reviews = new Map<string, Review>();
  readonly #underWay = new Set<string>();
  readonly #ahead = new Ahead<BuiltQuote>();
  /** The quote that was compared last. */
  #compared: { readonly quoteId: string; readonly found: Promise<Result<BestPrice, Failure>> } | undefined;

  constructor(parts: ReviewParts) {
    this.#parts = parts;
  }

  /** As `examine`, for callers that show no blocked transaction: it fails with `inspection-blocked`. */
  async review(
    quoteId: string,
    account: TradingAccount,
    signal?: AbortSignal,
  ): Promise<Result<Review, Failure>> {
    const examined = await this.examine(quoteId, account, signal);
    const refusal = examined.ok && examined.value.trade.failure;
    return refusal ? failed(refusal) : examined;
  }

  /**
   * Draws up the agreement, unless `agreed` names the one that covers a whole batch; then has the service build (once,
   * never repeated by itself), looks the inputs up, inspects the bytes against the agreement and journals the trade as
   * `built`, or as `refused` when a rule blocks it: then it can be looked at, and never accepted.
   * Failures: `quote-unknown`, `quote-expired`, `trade-busy`, `wrong-network`, `transaction-undecodable`, of the
   * limits, the service and the ledger.
   */
  async examine(
    quoteId: string,
    account: TradingAccount,
    signal?: AbortSignal,
    agreed?: Agreed,
  ): Promise<Result<Review, Failure>> {
    const quote = this.#parts.quotes.fresh(quoteId);
    if (!quote.ok) return quote;
    if (this.#underWay.has(quoteId)) return failed(failure('trade-busy'));
    this.#underWay.add(quoteId);
    try {
      const tradeId = this.#parts.newId();
      return await this.#parts.book.exclusively(tradeId, () =>
        this.#make(tradeId, quote.value, actingFor(quote.value, account), agreed, signal),
      );
    } finally {
      this.#underWay.delete(quoteId);
    }
  }

  /**
   * Has the service build a quote before the user asks for it, and judges the bytes. Nothing is journalled; `examine`
   * of the same quote takes what was built, and judges it again. One build is under way at most. Failures: as of
   * `examine`, and `review-superseded`.
   */
  async buildAhead(quoteId: string, account: TradingAccount): Promise<Result<BuiltAhead, Failure>> {
    const quote = this.#parts.quotes.fresh(quoteId);
    if (!quote.ok) return quote;
    if (this.#underWay.size > 0) return failed(failure('trade-busy'));
    const built = await this.#ahead.begin(aheadKey(quoteId, account), async (signal) => {
      const limits = await this.#parts.policy();
      return limits.ok ? this.#build(quote.value, account, undefined, limits.value, signal) : limits;
    });
    if (!built.ok) return built;
    const judged = this.#judge(built.value, built.value.limits);
    return judged.ok ? ok({ quote: quote.value, judgement: judged.value }) : judged;
  }

  /**
   * Compares a swap's quote, before anything is built, with what pools read here would pay: once for each quote, however
   * often a page asks. Failures: `quote-unknown`, `quote-expired`, of the limits.
   */
  compare(quoteId: string): Promise<Result<BestPrice, Failure>> {
    if (this.#compared?.quoteId !== quoteId) this.#compared = { quoteId, found: this.#compareQuote(quoteId) };
    return this.#compared.found;
  }

  async #compareQuote(quoteId: string): Promise<Result<BestPrice, Failure>> {
    const quote = this.#parts.quotes.fresh(quoteId);
    if (!quote.ok) return quote;
    if (quote.value.kind !== 'swap') return failed(failure('quote-unknown'));
    const limits = await this.#parts.policy();
    if (!limits.ok) return limits;
    const { ledger, clock, scripts, pools } = this.#parts;
    if (pools === undefined) return ok(NOT_COMPARED);
    const offer = { sells: quote.value.task.pay.quantity, ...quotedOffer(quote.value, pools, scripts) };
    return ok(
      await checkPrice(quote.value, [offer], { ledger, clock, pools, scripts, limits: limits.value }),
    );
  }

  /** Cancels and forgets what is built ahead. */
  dropAhead(): void {
    this.#ahead.drop();
  }

  /** The review of a trade that still waits. Failure: `trade-not-in-that-state`. */
  waiting(trade: Trade): Result<Review, Failure> {
    const review = this.#reviews.get(trade.id);
    if (!review || trade.state !== 'built')
      return failed(failure('trade-not-in-that-state', { state: trade.state }));
    return ok(review);
  }

  /** Forgets a review: its trade was accepted, discarded, or has another one in its place. */
  forget(tradeId: string): void {
    this.#reviews.delete(tradeId);
  }

  async #make(
    tradeId: string,
    quote: Quote,
    account: TradingAccount,
    forBatch: Agreed | undefined,
    signal?: AbortSignal,
  ): Promise<Result<Review, Failure>> {
    const limits = await this.#parts.policy();
    if (!limits.ok) return limits;
    const prepared = await this.#makeReady(quote, account, forBatch, limits.value, signal);
    if (!prepared.ok) return prepared;
    const { built, judgement } = prepared.value;
    const { build, known } = built;
    const entry = builtEntry({
      tradeId,
      quote,
      build,
      judgement,
      owner: account.address,
      network: this.#parts.network,
      at: this.#parts.clock.now(),
    });
    const blocking = blockingOf(judgement);
    const { call: buildCall } = build;
    const review = this.#reviewOf(entry.trade, quote, judgement, { tip: known.tip, buildCall });
    const { book } = this.#parts;
    if (blocking) return ok(await book.whenFree(() => this.#refuse(review, entry, blocking)));
    const stored = await book.whenFree(() => this.#keep(review, entry));
    // Last, and not awaited: a back-end that allows few calls first answers those that the verdict depends on.
    const compared = this.#comparePrice(tradeId, quote, judgement, limits.value, forBatch, signal);
    if (!compared) return ok(stored);
    const shown = { ...stored, bestPrice: compared, compared: settledOf(compared) };
    this.#reviews.set(tradeId, shown);
    return ok(shown);
  }

  /**
   * The transaction built ahead for the quote, judged again now; or a new build if there is none, if the limits have
   * changed since, or if a rule now blocks it, for example because another trade has spent its inputs meanwhile.
   */
  async #makeReady(
    quote: Quote,
    account: TradingAccount,
    forBatch: Agreed | undefined,
    limits: PolicyLimits,
    signal?: AbortSignal,
  ): Promise<Result<{ readonly built: BuiltQuote; readonly judgement: Judgement }, Failure>> {
    const ahead = forBatch ? undefined : await this.#ahead.take(aheadKey(quote.id, account));
    if (ahead?.ok && isDeepStrictEqual(ahead.value.limits, limits)) {
      const judged = this.#judge(ahead.value, limits);
      if (judged.ok && !blockingOf(judged.value)) return ok({ built: ahead.value, judgement: judged.value });
    }
    // Not two builds at once.
    this.#ahead.drop();
    await this.#ahead.settled();
    const built = await this.#build(quote, account, forBatch, limits, signal);
    if (!built.ok) return built;
    const judged = this.#judge(built.value, limits);
    return judged.ok ? ok({ built: built.value, judgement: judged.value }) : judged;
  }

  async #build(
    quote: Quote,
    account: TradingAccount,
    forBatch: Agreed | undefined,
    limits: PolicyLimits,
    signal?: AbortSignal,
  ): Promise<Result<BuiltQuote, Failure>> {
    const { service, ledger, network, checkpoint, clock } = this.#parts;
    const served = await ledger.network(signal);
    if (!served.ok) return served;
    if (served.value !== network)
      return failed(failure('wrong-network', { found: served.value, expected: network }));
    // Before the service is asked: nothing that it answers can have a part in what is agreed to.
    const agreed = forBatch ?? { agreement: agreementFor([quote], network, limits, clock.now()), at: 0 };
    const answered = await kindOf(quote).build(quote, account.address, service, signal);
    checkpoint('build-answered');
    if (!answered.ok) return answered;
    const placed = await this.#dependent(answered.value.cbor, quote, account, agreed, signal);
    if (!placed.ok) return placed;
    const cbor = withOwnWitness(placed.value, account.own);
    if (!cbor.ok) return cbor;
    const build = { ...answered.value, cbor: cbor.value };
    const known = await this.#lookUp(build, signal);
    if (!known.ok) return known;
    const { tip, ...given } = known.value;
    return ok({ quote, account, agreed, limits, build, known: { tip, given } });
  }

  #judge(
    { quote, account, agreed, build, known }: BuiltQuote,
    limits: PolicyLimits,
  ): Result<Judgement, Failure> {
    const { network, clock, record, namesakes } = this.#parts;
    const kind = kindOf(quote);
    return kind.judge(quote, build, agreed, {
      ...known.given,
      own: account.own,
      network,
      tipSlot: known.tip.slot,
      clockSlot: slot(unixToSlot(network, clock.now() / 1_000)),
      tokens: wordingOf(quote),
      missingInputs: 'block',
      frozen: this.#parts.frozen(),
      scripts: this.#parts.scripts,
      earlier: earlierSignatures(
        this.#parts.book.openEntries(),
        record.endedByWord(),
        kind.journal(quote).trade,
      ),
      policy: policyFacts(limits, kind.measure(quote, build, agreed), record, namesakes, agreed),
      ...(this.#parts.limits === undefined ? {} : { limits: this.#parts.limits }),
    });
  }

  /**
   * The service's build for an order that replaces another, spending the change of the cancellation: the service picks
   * the inputs and takes no instructions on that. The result is judged like any other bytes (rule V17).
   */
  async #dependent(
    cbor: string,
    quote: Quote,
    { address }: TradingAccount,
    { agreement, at }: Agreed,
    signal?: AbortSignal,
  ): Promise<Result<string, Failure>> {
    const task = agreement.transactions[at]?.task;
    const cancellation = task?.kind === 'limit' ? task.replaces?.cancellation : undefined;
    if (quote.kind !== 'limit' || cancellation === undefined) return ok(cbor);
    const parameters = await this.#parts.ledger.parameters(signal);
    if (!parameters.ok) return parameters;
    const bytes = this.#parts.ownBytes(cancellation);
    return ok(dependentOn(cbor, { cancellation, bytes, address, feePerByte: parameters.value.minFeeA }));
  }

  async #lookUp(build: Build, signal?: AbortSignal) {
    const { ledger, secondSource: second } = this.#parts;
    const spent = inputsOf(build.cbor);
    if (!spent.ok) return spent;
    const { inputs, collateral, read } = spent.value;
    const [tip, parameters, resolved] = await Promise.all([
      ledger.tip(signal),
      ledger.parameters(signal),
      resolveInputs([...inputs, ...collateral], ledger, { second, signal }),
    ]);
    if (!tip.ok) return tip;
    if (!parameters.ok) return parameters;
    if (!resolved.ok) return resolved;
    const time = epochMs(slotToUnix(this.#parts.network, tip.value.slot) * 1_000);
    return ok({
      ...{ tip: { ...tip.value, time }, parameters: parameters.value, read },
      ...resolved.value,
    });
  }

  /**
   * Compares the trade with the price that the pools read here would have paid. The offer counts no more fees than its
   * orders state, so that an overestimated fee never makes another price look better.
   */
  #comparePrice(
    tradeId: string,
    quote: Quote,
    { inspection: { report }, expected }: Judgement,
    limits: PolicyLimits,
    batch: Agreed | undefined,
    signal?: AbortSignal,
  ): Promise<BestPrice> | undefined {
    const { ledger, clock, scripts, pools, onReading } = this.#parts;
    if (pools === undefined || quote.kind === 'cancel' || quote.kind === 'send') return undefined;
    const { batcherFees: fees, minimumReceived: enforced } = report.effect;
    const offers = builtOffers(quote, { expected, fees, enforced }, batch);
    if (!offers) return undefined;
    return checkPrice(
      quote,
      offers,
      {
        ...{ ledger, clock, pools, scripts, limits },
        onReading: (reading, better) => onReading?.(tradeId, reading, better),
      },
      signal,
    );
  }

  #refuse(review: Review, entry: JournalEntry, { message, rule }: Finding): Review {
    const why = failure('inspection-blocked', { finding: message, rule });
    const refused = { ...entry.trade, state: 'refused', failure: why } as const;
    this.#parts.book.open({ ...entry, trade: refused }, journalNote('refused', { rule }));
    return { ...review, trade: refused };
  }

  #keep(review: Review, entry: JournalEntry): Review {
    this.#supersede(review.quote.id);
    this.#parts.book.open(entry, journalNote('built'));
    this.#reviews.set(entry.trade.id, review);
    this.#parts.checkpoint('built-journalled');
    return review;
  }

  #reviewOf(
    trade: Trade,
    quote: Quote,
    { inspection, input, worseThanQuote }: Judgement,
    origin: Pick<Review, 'tip' | 'buildCall'>,
  ): Review {
    const { summary } = inspection.report;
    const words = summaryText(summary, wordingOf(quote));
    const shown = shownAgreement({ inspection, input });
    return {
      trade,
      inspection,
      agreement: shown,
      agreementHash: agreementHash(shown),
      quote,
      sentence: [words.send, words.receive, words.tokens].filter((sentence) => sentence !== '').join(' '),
      totalCostSentence: totalCostText(inspection.report.totalCost),
      costsSentence: [words.costs, words.returns].filter((sentence) => sentence !== '').join(' '),
      input,
      ...origin,
      ...(worseThanQuote === undefined ? {} : { worseThanQuote }),
      expiresAt: epochMs(this.#parts.clock.now() + REVIEW_LIFETIME_MS),
    };
  }

  /** Leaves the trades that wait on the same quote; one that is being accepted is let be. */
  #supersede(quoteId: string): void {
    const { book } = this.#parts;
    for (const [tradeId, review] of this.#reviews) {
      const entry = book.get(tradeId);
      if (review.quote.id !== quoteId || book.isBusy(tradeId) || entry?.trade.state !== 'built') continue;
      book.record(entry, 'discarded', journalNote('newer'), {
        trade: { failure: failure('review-superseded') },
      });
      this.#reviews.delete(tradeId);
    }
  }
}

function aheadKey(quoteId: string, { address }: TradingAccount): string {
  return `${quoteId} ${address}`;
}

function blockingOf({ inspection }: Judgement): Finding | undefined {
  return inspection.report.findings.find(({ severity }) => severity === 'block');
}

/** Answers what a promise came to, `undefined` until then. */
function settledOf<T>(promise: Promise<T>): () => T | undefined {
  let settled: T | undefined;
  void promise.then((value) => (settled = value));
  return () => settled;
}
