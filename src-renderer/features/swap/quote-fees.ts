import type { QuoteView } from '#contract/views.ts';
import { ADA } from '#domain/asset.ts';
import { adaText, amountText, type TokenShape } from '../../format/amount.ts';

/** A cost of a swap as the ticket shows it; `title`: whose figure it is. */
interface FeeRow {
  readonly name: string;
  readonly text: string | undefined;
  readonly title: string;
  readonly testId: string;
  readonly tone: 'plain' | 'soft' | 'red';
}

const SOURCES = {
  estimate: 'the service’s estimate',
  built: 'transactions built here',
  records: 'the service’s records of orders',
} as const;
const COSTS = { significant: 6, rounding: 'ceil' } as const;
const LATER = 'read at review';

/**
 * Costs of a swap before its review, and what is left of the amount expected: always the same rows, so that nothing
 * moves as quotes come and go. Costs are rounded up and what is received is cut.
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
    row('Deposit, comes back', 'swap-deposit', fees?.deposits),
    {
      name: 'Network fee',
      testId: 'swap-network-fee',
      tone: 'plain',
      text: fees && `about ${adaText(BigInt(fees.network.lovelace), COSTS)}`,
      title: fees?.network.built ? 'The most of the last swaps built here' : 'What a swap usually costs',
    },
    {
      name: 'Net received',
      testId: 'swap-net',
      tone: quote?.net === undefined ? 'soft' : quote.net === '0' ? 'red' : 'plain',
      text: netText(quote, receive),
      title:
        quote?.receive === ADA
          ? 'What is expected, less the exchange fees and the network fee'
          : 'What is expected; the fees are paid in ADA besides',
    },
  ];
}

/** Where the figures are from, in one line. */
export function feeNote({ fees }: QuoteView): string {
  const named = [fees.exchange, fees.deposits].flatMap((fee) => (fee ? [SOURCES[fee.from]] : []));
  const from = new Set([...named, fees.network.built ? SOURCES.built : 'the usual network fee']);
  return `Estimated from ${[...from].join(' and ')}; read exactly at review.`;
}

function netText(quote: QuoteView | undefined, receive: TokenShape | undefined): string | undefined {
  if (quote === undefined || receive === undefined) return undefined;
  if (quote.net === undefined) return LATER;
  return quote.net === '0'
    ? 'nothing: fees take all'
    : `about ${amountText(BigInt(quote.net), receive, { significant: 9 })}`;
}
