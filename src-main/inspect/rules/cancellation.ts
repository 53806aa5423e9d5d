import { addValues, lovelaceIn, subtractValues, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { shortened } from '#domain/words/names.ts';
import { isLockedByScript, type Facts } from '../facts.ts';
import { heldOf } from '../figures.ts';
import type { Finding } from '../inspection.ts';
import { cancellationFeeAllowed } from '../order-sums.ts';
import { block, info, type Rule, warn, described } from '../rule.ts';
import type { CancelTerms } from '../terms.ts';
import { shownAda, shownAmount, shownValue } from '../wording.ts';
import { sentence } from '../words/sentences.ts';

/** A cancellation only gives back: every asset that the orders held, and all but the fees of their ADA. */
export const cancellation: Rule = {
  ...described('V10'),
  judge: (facts) => (facts.cancel ? judgeCancellation(facts, facts.cancel) : []),
};

function judgeCancellation(facts: Facts, cancel: CancelTerms): readonly Finding[] {
  const { inputs, orders } = facts;
  const spent = new Set<string>(inputs.map(({ reference }) => reference));
  const left = cancel.orders.filter((reference) => !spent.has(reference));
  return [
    ...(cancel.orders.length === 0 ? [warn('V10', sentence('V10-unknown'))] : []),
    ...left.map((reference) => block('V10', sentence('V10-left', { order: shortened(reference) }))),
    ...orders.map(({ index }) => block('V10', sentence('V10-locks', { output: index + 1 }))),
    ...(cancel.orders.length === 0
      ? []
      : inputs.filter((input) => !input.cancelled && isLockedByScript(input))
    ).map(({ reference }) => block('V10', sentence('V10-spends', { input: shortened(reference) }))),
    ...(facts.complete && cancel.orders.length > 0 ? judgeSums(facts) : []),
  ];
}

function judgeSums(facts: Facts): readonly Finding[] {
  const { spent, returned, tx, context } = facts;
  const held = heldOf(facts);
  const lost: Value = subtractValues(addValues(held, spent), returned);
  const back = subtractValues(returned, spent);
  const both = {
    back: shownValue(new Map([...back].filter(([, quantity]) => quantity > 0n)), context.tokens),
    held: shownValue(held, context.tokens),
  };
  const findings = [...lost]
    .filter(([asset, quantity]) => asset !== ADA && quantity > 0n)
    .map(([asset, quantity]) =>
      block(
        'V10',
        sentence('V10-token-lost', { lost: shownAmount(asset, quantity, context.tokens), ...both }),
      ),
    );
  const allowed = tx.body.fee + cancellationFeeAllowed(facts);
  if (lovelaceIn(lost) > allowed)
    findings.push(
      block(
        'V10',
        sentence('V10-dear', {
          lost: shownAda(lovelaceIn(lost)),
          beyond: shownAda(lovelaceIn(lost) - allowed),
          ...both,
        }),
      ),
    );
  if (findings.length > 0) return findings;
  return [info('V10', sentence('V10-back', both))];
}
