import type { Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { NO_LEAST } from '#domain/order-words.ts';
import type { Agreement, AgreedToken, Bounds } from '../agreement/agreement.ts';
import { amountText, valueText, type TokenWords } from './wording.ts';

/** The bounds of an agreement in words, short enough for a glance: of all its transactions together. */
export function agreementLines({ transactions, whole, tokens }: Agreement): readonly string[] {
  const names = namesOf(tokens);
  const kinds = new Set(transactions.map(({ task }) => task.kind));
  const inAll = transactions.length > 1 ? ` in all ${transactions.length} transactions` : '';
  return kinds.has('cancel')
    ? cancelLines(whole, inAll, names)
    : tradeLines(whole, inAll, kinds.has('dca'), names);
}

/** How the tokens of an agreement are written. */
function namesOf(tokens: readonly AgreedToken[]): NonNullable<TokenWords> {
  return new Map(tokens.map(({ id, ticker, decimals }) => [id, { ticker, decimals }]));
}

function tradeLines(
  { gone, locked, others, networkFee, cost, back }: Bounds,
  inAll: string,
  recurring: boolean,
  names: TokenWords,
): readonly string[] {
  const held = `At most ${valueText(locked, names)} is locked in orders that pay`;
  return [
    `At most ${valueText(gone, names)} leaves for good${inAll}: what you sell, and at most ${amountText(ADA, cost)} of costs.`,
    `Of the costs, up to ${amountText(ADA, networkFee)} is for the network, ${amountText(ADA, others)} for the service or others, the rest for exchanges.`,
    recurring
      ? `${held} to you; of what they bring, ${NO_LEAST}.`
      : isNothing(back)
        ? `${held} to you. Nothing is certain to come back.`
        : `${held} you at least ${valueText(back, names)} in all, or wait.`,
  ];
}

function cancelLines(
  { gone, others, networkFee, back }: Bounds,
  inAll: string,
  names: TokenWords,
): readonly string[] {
  return [
    `At most ${valueText(gone, names)} leaves for good${inAll}, all of it costs: ${amountText(ADA, networkFee)} to the network and ${amountText(ADA, others)} to the service or others.`,
    isNothing(back)
      ? 'Nothing is certain to come back.'
      : `At least ${valueText(back, names)} comes back in ${inAll === '' ? 'the same transaction' : 'the same transactions'}.`,
  ];
}

function isNothing(value: Value): boolean {
  return [...value.values()].every((held) => held === 0n);
}
