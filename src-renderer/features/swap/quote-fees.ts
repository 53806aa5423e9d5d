import type { AheadView, QuoteView } from '#contract/views.ts';
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

/** What is read from a transaction that was built ahead. */
type Built = AheadView['built'];

const READ = 'Read from the transaction built for this quote';

/**
 * What a swap costs before its review, and what is left of the expected amount. The rows are always the same, so that
 * nothing moves as quotes come and go. Costs are rounded up, the amount received is rounded down.
 */
export function feeRows(
  quote: QuoteView | undefined,
  receive: TokenShape | undefined,
  built?: Built,
): readonly FeeRow[] {
  const fees = quote?.fees;
  const read = built?.figures;
  if (quote !== undefined && read !== undefined) {
    const exact = (name: string, testId: string, lovelace: string): FeeRow => ({
      name,
      testId,
      tone: 'plain',
      text: adaText(BigInt(lovelace), COSTS),
      title: READ,
    });
    return [
      exact('Exchange fees', 'swap-fees', read.exchange),
      exact('Deposit (returned)', 'swap-deposit', read.deposits),
      exact('Network fee', 'swap-network-fee', read.network),
      netRow({ ...quote, net: read.net }, receive),
    ];
  }
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
    netRow(quote, receive),
  ];
}

function netRow(quote: QuoteView | undefined, receive: TokenShape | undefined): FeeRow {
  return {
    name: 'Net received',
    testId: 'swap-net',
    tone: quote?.net === undefined ? 'soft' : quote.net === '0' ? 'red' : 'plain',
    text: netText(quote, receive),
    title:
      quote?.receive === ADA
        ? 'The amount expected, less exchange and network fees'
        : 'The amount expected; fees are paid separately, in ADA',
  };
}

const VERDICTS = {
  pass: 'Checks passed.',
  warn: 'It has warnings, which the review shows.',
  block: 'A check blocks it; the review shows which.',
} as const;

/** The sources of the figures, or what was read from the transaction, in one line. */
export function feeNote({ fees }: QuoteView, built?: Built): string {
  if (built !== undefined) return `${READ}. ${midText(built.figures?.fromMarket)}${VERDICTS[built.verdict]}`;
  const named = [fees.exchange, fees.deposits].flatMap((fee) => (fee ? [SOURCES[fee.from]] : []));
  const from = new Set([...named, fees.network.built ? SOURCES.built : 'the usual network fee']);
  return `Estimated from ${[...from].join(' and ')}; read exactly at review.`;
}

/** `Price 0.52 % above mid. ` */
function midText(fromMarket: number | undefined): string {
  if (fromMarket === undefined) return '';
  const percent = (Math.abs(fromMarket) * 100).toFixed(2);
  const away = percent === '0.00' ? 'at' : `${percent} % ${fromMarket > 0 ? 'above' : 'below'}`;
  return `Price ${away} mid. `;
}

function netText(quote: QuoteView | undefined, receive: TokenShape | undefined): string | undefined {
  if (quote === undefined || receive === undefined) return undefined;
  if (quote.net === undefined) return LATER;
  return quote.net === '0'
    ? 'nothing after fees'
    : `about ${amountText(BigInt(quote.net), receive, { significant: 9 })}`;
}
