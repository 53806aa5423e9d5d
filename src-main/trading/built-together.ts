import type { Failure } from '#domain/failure.ts';
import { factsOf } from '../inspect/inspect-transaction.ts';
import { batchAgreement, deviationOf } from './batch-agreement.ts';
import type { CancelQuote, TradingAccount } from './kinds/quote.ts';
import type { Review } from './reviewer.ts';
import type { Trading } from './trading.ts';

/** Transactions of a batch that are built, reviewed, and can all be signed before any is sent. */
export interface BuiltTogether {
  /** In the batch's order, including the first. All have the same agreement. */
  readonly reviews: readonly Review[];
  /** How many of the batch are left for later rounds, and why the next one is. */
  readonly later: number;
  readonly why?: Failure;
}

/** Most transactions in one bundle: the signer has to read them all. */
const MOST_TOGETHER = 10;

/**
 * Builds the rest of a cancellation in parts after its first transaction was reviewed, as long as none spends what
 * another needs, so that one bundle can hold them all. Each is checked against the agreement as lowered by the first.
 * It stops at the first that cannot be built now, differs, or needs an earlier one's funds: that one and all after it
 * take separate rounds, once these are on chain. Nothing is signed. Only for cancellations: trades with a value would
 * have to count towards the daily limit one after another.
 */
export async function buildTogether(
  trading: Pick<Trading, 'examine' | 'quotes' | 'discard'>,
  quotes: readonly CancelQuote[],
  first: Review,
  account: TradingAccount,
  signal?: AbortSignal,
): Promise<BuiltTogether> {
  const agreed = batchAgreement({ kind: 'cancel', quotes }, first);
  const reviews = [first];
  const until = (why?: Failure): BuiltTogether => ({
    reviews,
    later: quotes.length - reviews.length,
    ...(why === undefined ? {} : { why }),
  });
  if (first.trade.failure) return until();
  for (const [at, quote] of quotes.entries()) {
    if (at === 0) continue;
    if (at === MOST_TOGETHER || signal?.aborted === true) return until();
    const place = { agreement: agreed.agreement, at };
    const review = await trading.examine(trading.quotes.renew(quote), account, signal, place);
    if (!review.ok) return until(review.failure);
    const deviation = deviationOf(agreed, review.value);
    if (deviation || reviews.some((earlier) => collide(earlier, review.value))) {
      await trading.discard(review.value.trade.id);
      return until(deviation);
    }
    reviews.push(review.value);
  }
  return until();
}

/** Whether one of two transactions spends what the other spends or uses as collateral. */
function collide(left: Review, right: Review): boolean {
  const [one, other] = [factsOf(left.inspection).tx.body, factsOf(right.inspection).tx.body];
  const needs = (all: typeof one): ReadonlySet<string> => new Set([...all.inputs, ...all.collateral]);
  return (
    one.inputs.some((input) => needs(other).has(input)) || other.inputs.some((input) => needs(one).has(input))
  );
}
