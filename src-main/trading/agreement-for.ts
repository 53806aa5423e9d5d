import { quantity } from '#domain/amount.ts';
import type { NetworkName } from '#domain/network.ts';
import type { EpochMs } from '#domain/time.ts';
import type { AgreedTransaction, Agreement, Task } from '../agreement/agreement.ts';
import { boundsOf, sumOfBounds } from '../agreement/bounds.ts';
import type { PolicyLimits } from '../inspect/policy.ts';
import type { Quote } from './kinds/swap.ts';

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
    const task = taskOf(quote);
    return { task, bounds: boundsOf(task, cost) };
  });
  const tokens = new Map(
    quotes
      .flatMap(({ otherTokens = [], payToken, receiveToken }) => [...otherTokens, payToken, receiveToken])
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

function taskOf({ purpose, intent, estimate }: Quote): Task {
  const { pay, receive, slippageBps } = intent;
  switch (purpose?.kind) {
    case 'cancel':
      return { kind: 'cancel', orders: purpose.outputs, holds: purpose.holds };
    case 'limit':
      return { kind: 'limit', pay, receive, atLeast: estimate.atLeast, orders: purpose.parts.length };
    case 'dca': {
      const { every, cycles, perCycle } = purpose.terms;
      return { kind: 'dca', pay, receive, interval: every, cycles, amountPerCycle: perCycle, slippageBps };
    }
    case undefined:
      return {
        kind: 'swap',
        pay,
        receive,
        expected: estimate.expected,
        atLeast: estimate.atLeast,
        slippageBps,
      };
  }
}

/**
 * The agreement at a lower price: the market moved between quote and build, and the user is asked for a consent of its
 * own to exactly these figures. Without it, nothing is signed.
 */
export function atMovedPrice(
  agreement: Agreement,
  { expected, atLeast }: { readonly expected: bigint; readonly atLeast: bigint },
): Agreement {
  const [only, ...others] = agreement.transactions;
  if (only?.task.kind !== 'swap' || others.length > 0) return agreement;
  const task = { ...only.task, expected, atLeast: quantity(atLeast) };
  const bounds = { ...only.bounds, back: new Map([[task.receive, atLeast]]) };
  return { ...agreement, transactions: [{ task, bounds }], whole: bounds };
}
