import { ADA } from '../../src-preload/domain/asset.ts';
import type { SummaryFigures } from './inspection.ts';
import { amountText, type TokenWords } from './wording.ts';

/** The sentences that the user accepts, made from the decoded transaction alone. */
export interface SummaryText {
  /** "You send 100 ADA." */
  readonly send: string;
  /** "You get about 832.1 X, at least 827.9 X." */
  readonly receive: string;
  /** "Costs 2.2 ADA, of which 0.2 ADA is the network fee and 2 ADA the exchange fee." */
  readonly costs: string;
  /** "2 ADA comes back when the order closes.", or empty when there is no deposit. */
  readonly returns: string;
}

/** Words for the figures of an inspection. Amounts are exact; tokens without metadata are told in base units. */
export function summaryText(figures: SummaryFigures, tokens?: TokenWords): SummaryText {
  const { pay, receive, expected, atLeast } = figures;
  const about = amountText(receive, expected, tokens);
  return {
    send: `You send ${amountText(pay.asset, pay.quantity, tokens)}.`,
    receive:
      atLeast === undefined
        ? `You get about ${about}; what is enforced as the least cannot be read.`
        : `You get about ${about}, at least ${amountText(receive, atLeast, tokens)}.`,
    costs: costsText(figures),
    returns:
      figures.deposits > 0n ? `${amountText(ADA, figures.deposits)} comes back when the order closes.` : '',
  };
}

/** The same sentences as one paragraph. */
export function summaryParagraph(figures: SummaryFigures, tokens?: TokenWords): string {
  const { send, receive, costs, returns } = summaryText(figures, tokens);
  return [send, receive, costs, returns].filter((sentence) => sentence !== '').join(' ');
}

function costsText({ networkFee, batcherFees, otherRecipients }: SummaryFigures): string {
  const parts = [
    `${amountText(ADA, networkFee)} is the network fee`,
    ...(batcherFees > 0n ? [`${amountText(ADA, batcherFees)} the exchange fee`] : []),
    ...(otherRecipients > 0n ? [`${amountText(ADA, otherRecipients)} the service fee`] : []),
  ];
  const last = parts.pop() ?? '';
  const list = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
  return `Costs ${amountText(ADA, networkFee + batcherFees + otherRecipients)}, of which ${list}.`;
}
