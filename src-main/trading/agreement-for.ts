import type { NetworkName } from '#domain/network.ts';
import type { EpochMs } from '#domain/time.ts';
import type { AgreedTransaction, Agreement } from '../agreement/agreement.ts';
import { boundsOf, sumOfBounds } from '../agreement/bounds.ts';
import type { PolicyLimits } from '../inspect/policy.ts';
import type { Quote } from './kinds/quote.ts';
import { kindOf } from './kinds/trade-kinds.ts';

/**
 * What the user agrees to by asking for a review of these quotes, one transaction each: made before the service is
 * asked to build any of them. What the quote says of a price is what the user saw and accepted; no other figure of the
 * service is in it.
 */
export function agreementFor(
  quotes: readonly Quote[],
  network: NetworkName,
  { cost }: PolicyLimits,
  madeAt: EpochMs,
): Agreement {
  const transactions = quotes.map((quote): AgreedTransaction => {
    const task = kindOf(quote).task(quote);
    return { task, bounds: boundsOf(task, cost) };
  });
  const tokens = new Map(
    quotes
      .flatMap(({ tokens: named }) => named)
      .map(({ id, ticker, decimals }) => [id, { id, ticker, decimals }]),
  );
  return {
    network,
    madeAt,
    transactions,
    whole: sumOfBounds(transactions.map(({ bounds }) => bounds)),
    tokens: [...tokens.values()],
  };
}
