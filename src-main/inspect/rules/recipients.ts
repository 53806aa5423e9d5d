import { lovelaceIn, sumValues, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { shortened } from '#domain/words/names.ts';
import type { Facts, OutputFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { broughtBy } from '../figures.ts';
import { cancellationFeeAllowed, recipientsLovelace } from '../order-sums.ts';
import { block, info, type Rule, warn, described } from '../rule.ts';
import type { TradeTerms } from '../terms.ts';
import { shownAda, shownValue } from '../wording.ts';
import { sentence } from '../words/sentences.ts';

/** Lovelace that others may be paid without being asked about on the strength of what a sale is said to bring. */
const PROMISED_FEE = 10_000_000n;

export const recipients: Rule = {
  ...described('V3'),
  judge: (facts) => {
    const foreign = facts.outputs.filter(({ role }) => role === 'foreign');
    const [first] = foreign;
    // The amounts and recipient of a payment are V18's concern.
    if (!first || facts.send) return [];
    if (facts.cancel) return judgeCancel(foreign, shortened(first.addressText), facts);
    const { trade } = facts;
    return foreign.map((output) => (trade ? judgeFee(output, trade, facts) : describePayment(output, facts)));
  },
};

function describePayment({ output, addressText }: OutputFact, { context }: Facts): Finding {
  const what = shownValue(output.value, context.tokens);
  return warn('V3', sentence('V3-goes', { what, to: shortened(addressText) }));
}

function judgeFee({ output, addressText }: OutputFact, trade: TradeTerms, facts: Facts): Finding {
  const { context, limits } = facts;
  const what = shownValue(output.value, context.tokens);
  const to = shortened(addressText);
  const cap = serviceFeeCap(trade, facts);
  if (holdsTokens(output.value)) return block('V3', sentence('V3-would-go', { what, to }));
  if (recipientsLovelace(facts) > cap)
    return block('V3', sentence('V3-beyond-fee', { what, to, most: shownAda(cap) }));
  if (restsOnPromise(trade, facts)) return warn('V3', sentence('V3-at-once', { what, to }));
  const expected = limits.feeRecipients.has(addressText) || measuredFee(trade, facts) !== undefined;
  // Where there is a policy, it knows which addresses were paid before, and asks for the first time (P7).
  if (expected || context.policy) return info('V3', sentence('V3-fee', { what, to }));
  return warn('V3', sentence('V3-fee-at-best', { what, to }));
}

function serviceFeeCap(trade: TradeTerms, facts: Facts): bigint {
  const { pay, receive, expected, atLeast } = trade;
  const measured = measuredFee(trade, facts);
  if (measured !== undefined) return measured;
  const traded = pay.asset === ADA ? pay.quantity : receive === ADA ? smaller(expected, atLeast) : undefined;
  const { serviceFee, unvaluedServiceFee } = facts.limits;
  return traded === undefined ? unvaluedServiceFee : serviceFee + traded / 100n;
}

/** A fee is paid at once, a percentage of what a sale brings is the service's word until the order is filled. */
function restsOnPromise(trade: TradeTerms, facts: Facts): boolean {
  return (
    trade.pay.asset !== ADA &&
    measuredFee(trade, facts) === undefined &&
    recipientsLovelace(facts) > PROMISED_FEE
  );
}

function smaller(one: bigint | undefined, other: bigint | undefined): bigint | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}

/** The service fee that was stated, where the limits hold the transaction to what was. */
function measuredFee({ stated }: TradeTerms, { limits }: Facts): bigint | undefined {
  return limits.beyondStated === 'block' ? stated?.service : undefined;
}

/**
 * Others who contribute something, such as collateral or the fee, may take it back, as far as their contribution is
 * proven. The service's cancellation fee is only a claim: bounded by the app's own rules, and the user is always asked.
 */
function judgeCancel(foreign: readonly OutputFact[], first: string, facts: Facts): readonly Finding[] {
  const { complete, context } = facts;
  const brought = sumValues(broughtBy(facts));
  const taken = sumValues(foreign.map(({ output }) => output.value));
  const fee = lovelaceIn(taken) - lovelaceIn(brought);
  const tokensCovered = [...taken].every(
    ([asset, quantity]) => asset === ADA || quantity <= (brought.get(asset) ?? 0n),
  );
  if (tokensCovered && fee <= 0n) return [info('V3', sentence('V3-gets-back'))];
  if (tokensCovered && fee <= cancellationFeeAllowed(facts))
    return [warn('V3', sentence('V3-cancellation-fee', { what: shownAda(fee), to: first }))];
  const what = shownValue(taken, context.tokens);
  return [
    complete
      ? block('V3', sentence('V3-would-go', { what, to: first }))
      : warn('V3', sentence('V3-put-in-unknown', { what, to: first })),
  ];
}

function holdsTokens(value: Value): boolean {
  return [...value.keys()].some((asset) => asset !== ADA);
}
