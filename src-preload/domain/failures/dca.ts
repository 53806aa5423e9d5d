import { legalIntervals } from '../dca.ts';
import { text, type FailureData } from './text.ts';

/** Failures of recurring orders. */
export const dcaFailures = {
  'dca-needs-ada': () =>
    text('Recurring orders trade between ADA and one token.', 'Choose ADA on one side, or use a swap.'),
  'dca-interval-refused': (d: FailureData) =>
    text(
      `The service takes no recurring orders ${d['asked'] === undefined ? 'of this interval' : `that run "${d['asked']}"`}. It takes ${legalIntervals()}.`,
      'Choose one of these.',
    ),
  'dca-cycles-refused': (d: FailureData) =>
    text(
      `A plan has 1 to ${d['most'] ?? 'some'} trades, not ${d['cycles'] ?? 'so many'}.`,
      'Choose another number of trades.',
    ),
  'dca-cycle-too-small': (d: FailureData) =>
    text(
      `Divided by ${d['cycles'] ?? 'so many'}, one trade would sell too little${d['minimum'] === undefined ? '' : ` (the least is ${d['minimum']})`}.`,
      'Enter a larger total, or fewer trades.',
    ),
  'exchange-without-dca': () =>
    text(
      'The exchanges chosen take no recurring orders, or are not known to the service.',
      'Allow other exchanges, or leave the choice to the service.',
    ),
  'dca-rest-differs': (d: FailureData) =>
    text(
      `The plan should still hold ${d['expected'] ?? 'more'}, on chain it holds ${d['found'] ?? 'less'}: its cancellation is not asked for.`,
      'Refresh the plans. If the figures still differ, look at its transactions, and report it to the service.',
    ),
};
