import type { LimitRequest } from '../../src-main/trading/kinds/limit.ts';
import type { CancelQuote } from '../../src-main/trading/kinds/quote.ts';
import { buildTogether, type BuiltTogether } from '../../src-main/trading/built-together.ts';
import type { LyingPractice } from './lying-practice.ts';
import { selling } from './sales.ts';
import { agreementTo, cancelTargets, must, tradeIn } from './trader.ts';

/** Two resting orders, each to be taken back by a separate transaction. */
export async function twoCancellations({ trader, token }: LyingPractice): Promise<readonly CancelQuote[]> {
  const { trading, account, sign } = trader;
  const request: LimitRequest = {
    ...selling(40_000_000n),
    receive: token,
    price: { form: 'percent', text: '-40' },
    multiples: 2,
    exchange: undefined,
    excluded: [],
  };
  const { quote } = must(await trading.estimators.limits.quote(request));
  const review = must(await trading.review(quote.id, account));
  must(await trading.accept(review.trade.id, agreementTo(review), sign));
  await tradeIn(trader, review.trade.id, 'placed');
  const quotes: CancelQuote[] = [];
  for (const target of await cancelTargets(trader, review.trade.bodyHash, 2))
    quotes.push(
      ...must(await trading.estimators.cancellations.prepare({ targets: [target], account })).quotes,
    );
  return quotes;
}

/** The first of them is reviewed, and as many of the others as fit into one bundle. */
export async function builtTogether(
  { trader }: LyingPractice,
  quotes: readonly CancelQuote[],
): Promise<BuiltTogether> {
  const { trading, account } = trader;
  const [first] = quotes;
  if (!first) throw new Error('there are quotes');
  const place = { agreement: must(await trading.agree(quotes)), at: 0 };
  const review = must(await trading.examine(trading.quotes.renew(first), account, undefined, place));
  return buildTogether(trading, quotes, review, account);
}
