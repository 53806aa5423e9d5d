import type { ReviewView, TokenView } from '../../../src-preload/contract/views.ts';
import { showAmount, tokenLabel } from '../../format/amount.ts';
import { showDecimal, type Shown } from '../../format/decimal-text.ts';
import { showPrice } from '../../format/price.ts';

/** A line of the review's figures. */
export interface ReviewLine {
  readonly name: string;
  readonly note?: string;
  readonly shown: Shown | undefined;
  readonly unit: string;
}

const EXACT = { significant: 40 } as const;

/** What goes, what comes, the price, and every cost, exact to the last unit. */
export function reviewLines(review: ReviewView, pay: TokenView, receive: TokenView): readonly ReviewLine[] {
  const expected = BigInt(review.expected);
  const price = showPrice(
    { units: BigInt(review.pay.quantity), decimals: pay.decimals },
    { units: expected, decimals: receive.decimals },
  );
  const cost = (name: string, note: string, units: string): ReviewLine => ({
    name,
    note,
    shown: showDecimal(BigInt(units), 6, EXACT),
    unit: 'ADA',
  });
  const { networkFee, exchangeFees, deposits, otherRecipients } = review.costs;
  return [
    { name: 'You pay', shown: showAmount(BigInt(review.pay.quantity), pay, EXACT), unit: tokenLabel(pay) },
    { name: 'You get about', shown: showAmount(expected, receive, EXACT), unit: tokenLabel(receive) },
    {
      name: 'You get at least',
      shown: showAmount(BigInt(review.atLeast), receive, EXACT),
      unit: tokenLabel(receive),
    },
    { name: `Price of 1 ${tokenLabel(receive)}`, shown: price, unit: tokenLabel(pay) },
    cost('Network fee', 'to the ledger', networkFee),
    cost('Exchange fees', 'for filling the orders', exchangeFees),
    ...(otherRecipients === '0' ? [] : [cost('To others', 'service and partners', otherRecipients)]),
    cost('Deposits', 'come back when the orders are filled', deposits),
  ];
}
