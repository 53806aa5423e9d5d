import { ADA } from '#domain/asset.ts';
import type { DcaPlan } from './dca-plan.ts';
import { unverifiedNotices } from './quote-notices.ts';

/** Fraction of price impact from which one cycle's is told. */
const TOLD_IMPACT = 0.01;

/** What the user should know of a plan, in words, most serious first. */
export function dcaNotices(plan: DcaPlan): readonly string[] {
  const { market, fees, terms, cycle, lumpSum, last, quote } = plan;
  const { token, payToken } = market;
  const beyond = cycle.impact !== undefined && cycle.impact * 10_000 > quote.intent.slippageBps;
  return [
    ...(fees.high && fees.share !== undefined
      ? [`The fees take ${(fees.share * 100).toFixed(1)} % of each trade. Consider fewer, larger trades.`]
      : []),
    ...(beyond
      ? [
          `One trade moves the price by ${percent(cycle.impact)}, more than the slippage that you allow: trades may wait.`,
        ]
      : []),
    ...(!beyond && cycle.impact !== undefined && cycle.impact >= TOLD_IMPACT
      ? [`One trade moves the price by ${percent(cycle.impact)}. Consider smaller trades.`]
      : []),
    ...unverifiedNotices([token]),
    ...(terms.cycles === 1 ? ['One trade is no plan: a swap does the same at once.'] : []),
    ...(last === terms.perCycle
      ? []
      : ['The total does not divide evenly: the last trade sells the rest, too.']),
    ...(lumpSum === undefined
      ? ['The whole at once could not be estimated, so there is nothing to compare with.']
      : []),
    ...(market.spot === undefined ? ['The market price is not known.'] : []),
    ...(fees.perCycle === undefined
      ? ['The fees are told with the transaction, before you sign it.']
      : payToken.id === ADA
        ? []
        : ['Fees and deposit are paid in ADA beside the tokens that you sell.']),
  ];
}

function percent(fraction: number | undefined): string {
  return `${((fraction ?? 0) * 100).toFixed(1)} %`;
}
