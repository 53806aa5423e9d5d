import type { DcaHistoryView, DcaPlanView } from '#contract/dca-views.ts';
import { dcaInterval } from '#domain/dca.ts';
import { NO_LEAST } from '#domain/order-words.ts';
import { adaText, amountText, tokenLabel, type TokenShape } from '../../format/amount.ts';
import { showPercent } from '../../format/percent.ts';
import { showNumber } from '../../format/price.ts';
import { showDate } from './dates.ts';

const EXACT = { significant: 30 } as const;
const COSTS = { significant: 7, rounding: 'ceil' } as const;

/** Impact of one trade from which on it is warned about. */
export const NOTABLE_IMPACT = 0.01;

/** A plan in words: what is sold how often, from when to when, what leaves now, and what it costs. */
export function dcaSentences(plan: DcaPlanView, pay: TokenShape, receive: TokenShape): readonly string[] {
  const total = amountText(BigInt(plan.pay.quantity), pay, EXACT);
  const every = dcaInterval(plan.every).words;
  const trades =
    plan.cycles === 1
      ? 'in one trade'
      : `in ${plan.cycles} trades, one ${every}, until about ${showDate(plan.runs.last)}`;
  return [
    `You sell ${total} for ${tokenLabel(receive)} ${trades}; ${NO_LEAST}.`,
    `All of it leaves the wallet now; cancelling brings back the rest. ${costWords(plan.fees)}`,
  ];
}

function costWords({ total, deposit }: DcaPlanView['fees']): string {
  if (total === undefined) return 'What it costs is read at review.';
  const costs = `Costs ${adaText(BigInt(total), COSTS)} and the network fee`;
  return deposit === undefined ? `${costs}.` : `${costs}; ${adaText(BigInt(deposit), COSTS)} comes back.`;
}

/** What all trades together would bring if the price stayed as it is; absent without an estimate. */
export function aboutInAll(plan: DcaPlanView): bigint | undefined {
  if (plan.cycle === undefined) return undefined;
  const each = BigInt(plan.perCycle);
  const expected = BigInt(plan.cycle.expected);
  return each === 0n ? undefined : (expected * BigInt(plan.pay.quantity)) / each;
}

/** What each trade sells: `10 ADA`, and the last one where it differs. */
export function eachWords(
  parts: { readonly each: bigint; readonly last: bigint },
  pay: TokenShape,
): readonly string[] {
  const each = amountText(parts.each, pay, EXACT);
  return parts.each === parts.last ? [each] : [each, `the last ${amountText(parts.last, pay, EXACT)}`];
}

/** Lovelace that the exchanges take, for one trade and for all. */
export function feesWords(lovelace: string | undefined): string {
  return lovelace === undefined ? 'read at review' : adaText(BigInt(lovelace), COSTS);
}

/** An impact on the price: `0.31 %`, `<0.01 %`. */
export function impactWords(impact: number | undefined): string {
  return impact === undefined ? 'not known' : showPercent(Math.max(0, impact));
}

/** How often the plan would have brought more than all at once: `132 of 200 times`. */
export function betterWords({ windows, betterThanLumpSum }: DcaHistoryView): string {
  return `${betterThanLumpSum} of ${windows.length} times`;
}

/** What a window of the past would have brought against all at once: `2.3 % more`. */
export function advantageWords(advantage: number): string {
  if (Math.abs(advantage) < 0.000_05) return 'as much as all at once';
  return `${showPercent(Math.abs(advantage))} ${advantage > 0 ? 'more' : 'less'} than all at once`;
}

/** The picture of the past, in words. */
export function pastSummary(history: DcaHistoryView): string {
  const { windows, average, best, worst } = history;
  const [first, last] = [windows[0], windows.at(-1)];
  if (first === undefined || last === undefined) return history.label;
  const price = (value: number | undefined): string =>
    value === undefined ? 'not known' : `${showNumber(value)?.text ?? ''} ADA`;
  return `History, not a forecast: the plan begun at ${windows.length} moments from ${showDate(first.from)} to ${showDate(last.from)}. Average price ${price(average)}, best ${price(best?.average)}, worst ${price(worst?.average)}; more than all at once ${betterWords(history)}.`;
}
