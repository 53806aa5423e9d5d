import type { AheadView } from '#contract/approval.ts';
import type { QuoteView } from '#contract/swap.ts';
import { ADA } from '#domain/asset.ts';
import { adaText, amountText, type TokenShape } from '../../format/amount.ts';
import { showPercent } from '../../format/decimal-text.ts';
import { type Away, words } from './words.ts';

/** A cost of a swap as the ticket shows it; `title` names the source of the figure. */
interface FeeRow {
  readonly name: string;
  readonly text: string | undefined;
  readonly title: string;
  readonly testId: string;
  readonly tone: 'plain' | 'soft' | 'red';
}

const COSTS = { significant: 6, rounding: 'ceil' } as const;

/** Figures read from a transaction that was built ahead. */
type Built = AheadView['built'];

/**
 * Costs of a swap before its review, and the rest of the expected amount. The rows are always the same, so that
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
      title: words.readFromBuilt,
    });
    return [
      exact(words.exchangeFees, 'swap-fees', read.exchange),
      exact(words.deposit, 'swap-deposit', read.deposits),
      exact(words.networkFee, 'swap-network-fee', read.network),
      netRow({ ...quote, net: read.net }, receive),
    ];
  }
  const row = (name: string, testId: string, fee: QuoteView['fees']['exchange']): FeeRow => ({
    name,
    testId,
    tone: fee === undefined ? 'soft' : 'plain',
    text: quote && (fee === undefined ? words.readAtReview : aboutAda(fee.lovelace)),
    title: fee === undefined ? words.notBeforeBuilt : words.from({ source: fee.from }),
  });
  return [
    row(words.exchangeFees, 'swap-fees', fees?.exchange),
    row(words.deposit, 'swap-deposit', fees?.deposits),
    {
      name: words.networkFee,
      testId: 'swap-network-fee',
      tone: 'plain',
      text: fees && aboutAda(fees.network.lovelace),
      title: fees?.network.built ? words.highestOfRecent : words.usualCost,
    },
    netRow(quote, receive),
  ];
}

function aboutAda(lovelace: string): string {
  return words.about({ amount: adaText(BigInt(lovelace), COSTS) });
}

function netRow(quote: QuoteView | undefined, receive: TokenShape | undefined): FeeRow {
  return {
    name: words.netReceived,
    testId: 'swap-net',
    tone: quote?.net === undefined ? 'soft' : quote.net === '0' ? 'red' : 'plain',
    text: netText(quote, receive),
    title: quote?.receive === ADA ? words.netLessFees : words.netFeesApart,
  };
}

/** A price nearer to the middle than half of the last place of a percentage is at it. */
const LEAST_AWAY = 0.000_05;

/** The sources of the figures, or what was read from the transaction, in one line. */
export function feeNote({ fees }: QuoteView, built?: Built): string {
  if (built !== undefined) {
    const from = built.figures?.fromMarket;
    return words.built({ ...(from !== undefined && { fromMid: awayFrom(from) }), verdict: built.verdict });
  }
  const named = [fees.exchange, fees.deposits].flatMap((fee) => (fee ? [fee.from] : []));
  const sources = new Set([...named, fees.network.built ? 'built' : 'usual-network'] as const);
  return words.estimated({ sources: [...sources] });
}

function awayFrom(mid: number): Away {
  const share = Math.abs(mid);
  if (share < LEAST_AWAY) return { is: 'at' };
  return { is: mid > 0 ? 'above' : 'below', percent: showPercent(share) };
}

function netText(quote: QuoteView | undefined, receive: TokenShape | undefined): string | undefined {
  if (quote === undefined || receive === undefined) return undefined;
  if (quote.net === undefined) return words.readAtReview;
  if (quote.net === '0') return words.nothingAfterFees;
  return words.about({ amount: amountText(BigInt(quote.net), receive, { significant: 9 }) });
}
