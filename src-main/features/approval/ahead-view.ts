import type { AheadView } from '#contract/approval.ts';
import { quantity } from '#domain/amount.ts';
import { textOf } from '../../gate/wire.ts';
import { netReceived } from '../../trading/kinds/swap-fees.ts';
import type { Foreseen } from '../../trading/reviewer.ts';
import { fromMarket } from './price-lines.ts';

/** The ticket's view of a transaction built ahead, read from its bytes; of a blocked one, only that it is blocked. */
export function aheadView({ quote, judgement }: Foreseen): NonNullable<AheadView['built']> {
  const { inspection, expected } = judgement;
  const { verdict, summary, effect } = inspection.report;
  if (verdict === 'block') return { verdict };
  const exchange = quantity(summary.keeps + summary.others);
  return {
    verdict,
    figures: {
      exchange: String(exchange),
      deposits: String(summary.comesBack),
      network: String(effect.networkFee),
      atLeast: String(summary.atLeast ?? 0n),
      ...(quote.kind === 'swap'
        ? { net: textOf(netReceived(quote.task, expected, exchange, quantity(effect.networkFee))) }
        : {}),
      fromMarket: fromMarket(quote, quote.kind === 'swap' ? expected : (summary.atLeast ?? 0n)),
    },
  };
}
