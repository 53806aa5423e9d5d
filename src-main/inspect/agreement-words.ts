import { lovelaceIn } from '../../src-preload/domain/amount.ts';
import { ADA } from '../../src-preload/domain/asset.ts';
import { NO_LEAST } from '../../src-preload/domain/order-words.ts';
import type { Agreement, AgreedToken, Bounds } from '../agreement/agreement.ts';
import { amountText, valueText, type TokenWords } from './wording.ts';

/** The bounds of an agreement in words, one sentence each: of all its transactions together. */
export function agreementLines({ transactions, whole, tokens }: Agreement): readonly string[] {
  const names = namesOf(tokens);
  const kinds = new Set(transactions.map(({ task }) => task.kind));
  return [...outflowLines(whole, names), backLine(whole, kinds.has('cancel'), kinds.has('dca'), names)];
}

/** How the tokens of an agreement are written. */
function namesOf(tokens: readonly AgreedToken[]): NonNullable<TokenWords> {
  return new Map(tokens.map(({ id, ticker, decimals }) => [id, { ticker, decimals }]));
}

function outflowLines(
  { gone, locked, others, networkFee, cost }: Bounds,
  names: TokenWords,
): readonly string[] {
  const held =
    locked.size > 0 ? [`At most ${valueText(locked, names)} is locked in orders that pay to you.`] : [];
  return [
    `At most ${valueText(gone, names)} leaves for good. Of that, at most ${amountText(ADA, cost)} is costs: ${amountText(ADA, networkFee)} to the network and ${amountText(ADA, others)} to others at once.`,
    ...held,
  ];
}

function backLine({ back }: Bounds, cancels: boolean, recurring: boolean, names: TokenWords): string {
  if (recurring) return `Of what the trades bring, ${NO_LEAST}.`;
  if (back.size === 0 || (back.size === 1 && lovelaceIn(back) === 0n && back.has(ADA)))
    return 'Nothing is certain to come back.';
  const least = valueText(back, names);
  return cancels
    ? `At least ${least} comes back in the same transaction.`
    : `At least ${least} must be paid to you before an order is filled.`;
}
