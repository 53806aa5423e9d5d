import type { CancelPreparedView } from '#contract/orders.ts';
import type { AheadView, ReviewView } from '#contract/approval.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import { failureView, textOf } from '../../gate/wire.ts';
import type { MoveRequest } from '../../trading/kinds/replace.ts';
import type { CancelTarget, LeftOut } from '../../trading/kinds/cancel.ts';
import type { CancelQuote, LadderQuote, Quote, TradingAccount } from '../../trading/kinds/quote.ts';
import { buildTogether } from '../../trading/built-together.ts';
import type { Review, BuiltAhead } from '../../trading/reviewer.ts';
import type { Reviewed } from './approval-view.ts';
import type { ApprovalWindow, TradingProfile } from './approval-window.ts';
import type { Batches } from './batches.ts';
import { quantity } from '#domain/amount.ts';
import { netReceived } from '../../trading/kinds/swap-fees.ts';
import { fromMarket } from './price-lines.ts';

/** A profile whose trades can be reviewed. */
export interface ReviewProfile extends TradingProfile {
  /** Absent for practice. */
  readonly id: string | undefined;
  /** Whose trades these are. Failures: `no-wallet`, the wallet's trouble. */
  account(): Result<TradingAccount, Failure>;
}

/** A cancellation in the approval window. */
export interface PresentedCancellation {
  /** Its view in the trading window. */
  readonly prepared: CancelPreparedView;
  /** One for each transaction. */
  readonly quotes: readonly CancelQuote[];
}

/** The way from the trading window to the approval window, the same for trades of every kind. */
export class Reviews {
  readonly #approval: ApprovalWindow;
  readonly #batches: Batches;
  readonly #acknowledged: () => readonly string[];
  readonly #buildsAhead: (profileId: string | undefined) => boolean;

  /** `acknowledged`: the unverified tokens that the user has agreed to trade. */
  constructor(
    approval: ApprovalWindow,
    batches: Batches,
    user: {
      readonly acknowledged: () => readonly string[];
      /** Whether anything is built before it is reviewed, now and for that profile. */
      readonly buildsAhead: (profileId: string | undefined) => boolean;
    },
  ) {
    this.#approval = approval;
    this.#batches = batches;
    this.#acknowledged = user.acknowledged;
    this.#buildsAhead = user.buildsAhead;
  }

  /**
   * Has the transaction of a quote built before it is reviewed, if the user wants that. Failures: `quote-unknown`, as of
   * `trade`, and of `Trading.buildAhead`.
   */
  async ahead(
    quoteId: string,
    kind: Quote['kind'],
    profile: ReviewProfile,
  ): Promise<Result<AheadView, Failure>> {
    if (!this.#buildsAhead(profile.id)) return ok({});
    const quote = profile.trading.quotes.fresh(quoteId);
    if (!quote.ok) return quote;
    if (quote.value.kind !== kind) return failed(failure('quote-unknown'));
    const account = this.#accountFor(quote.value.tokens, profile);
    if (!account.ok) return account;
    const ahead = await profile.trading.buildAhead(quoteId, account.value);
    return ahead.ok ? ok({ built: aheadView(ahead.value) }) : ahead;
  }

  /**
   * Shows the transaction of a quote. Failures: `token-unacknowledged`, those of `ReviewProfile.account`, of
   * `Trading.examine` and of `ApprovalWindow.present`.
   */
  async trade(
    quoteId: string,
    tokens: readonly Token[],
    profile: ReviewProfile,
  ): Promise<Result<ReviewView, Failure>> {
    const account = this.#accountFor(tokens, profile);
    if (!account.ok) return account;
    const { trading } = profile;
    const review = await this.#approval.present(profile, () => trading.examine(quoteId, account.value));
    return review.ok ? ok(reviewView(review.value)) : review;
  }

  /** Shows a batch by its first transaction. Failures: as of `trade`, `set-busy`. */
  async ladder(
    quotes: readonly LadderQuote[],
    tokens: readonly Token[],
    profile: ReviewProfile,
  ): Promise<Result<ReviewView & { readonly batchId: string }, Failure>> {
    const account = this.#accountFor(tokens, profile);
    if (!account.ok) return account;
    const started = await this.#batches.start({ kind: 'ladder', quotes }, profile, account.value);
    if (!started.ok) return started;
    return ok({ batchId: started.value.batchId, ...reviewView(started.value.review) });
  }

  /**
   * Shows the cancellation of orders, as a batch where one transaction is not enough. `targets` returns the orders and
   * what cannot be cancelled of those that were asked for. Failures: `nothing-to-cancel`, those of the estimate,
   * and as of `trade`.
   */
  async cancellation(
    targets: () => Result<
      { readonly targets: readonly CancelTarget[]; readonly left: readonly LeftOut[] },
      Failure
    >,
    profile: ReviewProfile,
  ): Promise<Result<PresentedCancellation, Failure>> {
    const account = profile.account();
    if (!account.ok) return account;
    const asked = targets();
    if (!asked.ok) return asked;
    const { trading } = profile;
    const planning = this.#batches.planning();
    const prepared = await trading.estimators.cancellations.prepare({
      targets: asked.value.targets,
      account: account.value,
      progress: planning,
    });
    planning.end();
    if (!prepared.ok) return prepared;
    const { quotes, orders, left } = prepared.value;
    const review = await this.#presentCancellation(quotes, profile, account.value);
    if (!review.ok) return review;
    return ok({
      prepared: {
        ...reviewView(review.value),
        transactions: quotes.length,
        orders,
        leftOut: [...asked.value.left, ...left].map(({ id, failure: why }) => ({
          id,
          failure: failureView(why),
        })),
      },
      quotes,
    });
  }

  /**
   * Shows the move of a limit order by its cancellation. Failures: `watch-only`, those of `Trading.moved`, and as of
   * `ladder`.
   */
  async move(
    request: Omit<MoveRequest, 'account'>,
    profile: ReviewProfile,
  ): Promise<Result<ReviewView & { readonly batchId: string }, Failure>> {
    // Signing elsewhere takes time, and the user would have no order for as long.
    if (profile.wallet.status().state === 'watching') return failed(failure('watch-only'));
    const account = profile.account();
    if (!account.ok) return account;
    const moved = await profile.trading.estimators.replacements.prepare({
      ...request,
      account: account.value,
    });
    if (!moved.ok) return moved;
    const acknowledged = this.#accountFor(moved.value.quotes[1].tokens, profile);
    if (!acknowledged.ok) return acknowledged;
    const started = await this.#batches.start({ kind: 'replace', ...moved.value }, profile, account.value);
    if (!started.ok) return started;
    return ok({ batchId: started.value.batchId, ...reviewView(started.value.review) });
  }

  async #presentCancellation(
    quotes: readonly CancelQuote[],
    profile: ReviewProfile,
    account: TradingAccount,
  ): Promise<Result<Review, Failure>> {
    const [only, ...others] = quotes;
    if (!only) return failed(failure('nothing-to-cancel'));
    const { trading } = profile;
    if (others.length === 0)
      return this.#approval.present(profile, () => trading.examine(trading.quotes.renew(only), account));
    if (profile.wallet.status().state === 'watching')
      return this.#approval.present(profile, () => reviewTogether(quotes, only, profile, account));
    const started = await this.#batches.start({ kind: 'cancel', quotes }, profile, account);
    return started.ok ? ok(started.value.review) : started;
  }

  /** Failure `token-unacknowledged` for the first token that is neither verified nor acknowledged by the user. */
  #accountFor(tokens: readonly Token[], profile: ReviewProfile): Result<TradingAccount, Failure> {
    const acknowledged = this.#acknowledged();
    const strange = tokens.find(({ id, verified }) => !verified && !acknowledged.includes(id));
    if (!strange) return profile.account();
    return failed(failure('token-unacknowledged', { token: (strange.ticker || strange.id).slice(0, 40) }));
  }
}

/** A cancellation in parts, with as many of them built as fit into one bundle. Failures: those of `Trading.examine`. */
async function reviewTogether(
  quotes: readonly CancelQuote[],
  first: CancelQuote,
  { trading }: ReviewProfile,
  account: TradingAccount,
): Promise<Result<Review & Pick<Reviewed, 'together'>, Failure>> {
  const agreement = await trading.agree(quotes);
  if (!agreement.ok) return agreement;
  const place = { agreement: agreement.value, at: 0 };
  const review = await trading.examine(trading.quotes.renew(first), account, undefined, place);
  if (!review.ok) return review;
  const built = await buildTogether(trading, quotes, review.value, account);
  const others = built.reviews
    .slice(1)
    .map(({ trade, inspection, input }) => ({ tradeId: trade.id, inspection, input }));
  return ok({ ...review.value, together: { others, later: built.later } });
}

function reviewView({ trade, inspection }: Review): ReviewView {
  return { tradeId: trade.id, bodyHash: trade.bodyHash, verdict: inspection.report.verdict };
}

/** The ticket's view of a transaction built ahead, read from its bytes; of a blocked one, only that it is blocked. */
function aheadView({ quote, judgement }: BuiltAhead): NonNullable<AheadView['built']> {
  const { inspection, expected } = judgement;
  const { verdict, summary, effect } = inspection.report;
  if (verdict === 'block') return { verdict };
  const exchange = quantity(summary.keeps + summary.others);
  return {
    verdict,
    figures: {
      exchange: String(exchange),
      deposits: String(summary.comesBack),
      network: String(effect.networkFee),
      atLeast: String(summary.atLeast ?? 0n),
      ...(quote.kind === 'swap'
        ? { net: textOf(netReceived(quote.task, expected, exchange, quantity(effect.networkFee))) }
        : {}),
      fromMarket: fromMarket(quote, quote.kind === 'swap' ? expected : (summary.atLeast ?? 0n)),
    },
  };
}
