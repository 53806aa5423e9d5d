import type { QuoteView } from '#contract/views.ts';
import { ADA } from '#domain/asset.ts';
import { adaText, amountText, type TokenShape } from '../../format/amount.ts';

/** A cost of a swap as the ticket shows it; `title` names the source of the figure. */
interface FeeRow {
  readonly name: string;
  readonly text: string | undefined;
  readonly title: string;
  readonly testId: string;
  readonly tone: 'plain' | 'soft' | 'red';
}

const SOURCES = {
  estimate: 'the service’s estimate',
  built: 'your recent swaps',
  records: 'the service’s order records',
} as const;
const COSTS = { significant: 6, rounding: 'ceil' } as const;
const LATER = 'read at review';

/**
 * What a swap costs before its review, and what is left of the expected amount. The rows are always the same, so that
 * nothing moves as quotes come and go. Costs are rounded up, the amount received is rounded down.
 */
export function feeRows(quote: QuoteView | undefined, receive: TokenShape | undefined): readonly FeeRow[] {
  const fees = quote?.fees;
  const row = (name: string, testId: string, fee: QuoteView['fees']['exchange']): FeeRow => ({
    name,
    testId,
    tone: fee === undefined ? 'soft' : 'plain',
    text: quote && (fee === undefined ? LATER : `about ${adaText(BigInt(fee.lovelace), COSTS)}`),
    title: fee === undefined ? 'Not known before the transaction is built' : `From ${SOURCES[fee.from]}`,
  });
  return [
    row('Exchange fees', 'swap-fees', fees?.exchange),
    row('Deposit (returned)', 'swap-deposit', fees?.deposits),
    {
      name: 'Network fee',
      testId: 'swap-network-fee',
      tone: 'plain',
      text: fees && `about ${adaText(BigInt(fees.network.lovelace), COSTS)}`,
      title: fees?.network.built ? 'The highest of your recent swaps' : 'What a swap usually costs',
    },
    {
      name: 'Net received',
      testId: 'swap-net',
      tone: quote?.net === undefined ? 'soft' : quote.net === '0' ? 'red' : 'plain',
      text: netText(quote, receive),
      title:
        quote?.receive === ADA
          ? 'The amount expected, less exchange and network fees'
          : 'The amount expected; fees are paid separately, in ADA',
    },
  ];
}

/** The sources of the figures, in one line. */
export function feeNote({ fees }: QuoteView): string {
  const named = [fees.exchange, fees.deposits].flatMap((fee) => (fee ? [SOURCES[fee.from]] : []));
  const from = new Set([...named, fees.network.built ? SOURCES.built : 'the usual network fee']);
  return `Estimated from ${[...from].join(' and ')}; read exactly at review.`;
}

function netText(quote: QuoteView | undefined, receive: TokenShape | undefined): string | undefined {
  if (quote === undefined || receive === undefined) return undefined;
  if (quote.net === undefined) return LATER;
  return quote.net === '0'
    ? 'nothing after fees'
    : `about ${amountText(BigInt(quote.net), receive, { significant: 9 })}`;
}
