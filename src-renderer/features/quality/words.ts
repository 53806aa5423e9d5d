import type { QualityGroup } from '#contract/quality.ts';
import { inLanguage } from '../../words/in-language.ts';

/** How much ADA the trades of a row moved. */
export type SizeValues =
  | { readonly is: 'below' | 'above'; readonly ada: string }
  | { readonly is: 'between'; readonly from: string; readonly to: string }
  | { readonly is: 'not-ada' };

/** Texts about the costs of trades and the precision of their fills. */
export const words = inLanguage('features/quality/words', {
  title: 'Execution quality',
  groupBy: 'Group by',
  filledWithin: 'Filled within',
  days: ({ days }: { readonly days: number }) => `${days} days`,
  year: '1 year',
  all: 'All',
  group: ({ by }: { readonly by: QualityGroup }) => GROUPS[by],
  noneYet: 'No swap or limit order was filled yet.',
  noneInTime: 'No swap or limit order was filled in this time.',
  noneHint:
    'Once one is, this compares what your fills cost, by exchange, token, size, type and month: against the quote, against the price at your review, and against what other pools would have paid.',
  table: 'Table of executions',
  ofTrades: ({ trades }: { readonly trades: number }) => `Of ${trades} trades`,
  note: ({ trades, from, to }: { readonly trades: number; readonly from: string; readonly to: string }) =>
    `${trades === 1 ? '1 trade' : `${trades} trades`} filled from ${from} to ${to}. A small figure next to a value: it is known for that many trades only. Costs and exact fills are read from the fills’ bytes; quotes are the service’s word; a better route is one that the ledger back-end’s pools showed.`,
  save: 'Save as CSV',
  // How the file separates cells and decimals.
  fileFor: 'CSV for',
  forPrograms: 'Programs',
  forSpreadsheet: ({ like }: { readonly like: string }) => `Spreadsheets (${like})`,
  // Before "saved as …".
  tableIs: 'The table is',
  close: 'Close',

  // Columns, each with what it says.
  trades: 'Trades',
  tradesTitle: 'Filled swaps and limit orders',
  exact: 'Exact',
  exactTitle: 'Fills that paid exactly what the exchange’s formula requires, of those that could be checked',
  exactOf: ({ exact, checkable }: { readonly exact: number; readonly checkable: number }) =>
    `${exact} of ${checkable}`,
  checkable: 'Checkable',
  checkableTitle: 'Share of the fills that could be checked by the exchange’s formula',
  cost: 'Cost',
  costTitle: 'Median cost against the price at the review, all fees included',
  worstCost: 'Worst cost',
  worstCostTitle: 'The largest of these costs',
  against: 'Against quote',
  againstTitle: 'Median of what came against what was quoted, or against a limit’s price',
  worst: 'Worst',
  worstTitle: 'The furthest below the quote',
  used: 'Slippage used',
  usedTitle: 'Median share of the way from the quote to the promised minimum; above 100 %, less came',
  took: 'Time to fill',
  tookTitle: 'Median time from sending until Touchstone saw the last fill',
  better: 'Better route',
  betterTitle: 'The most that the pools read before the signature would have paid more',

  // Rows.
  unknownExchange: 'Unknown exchange',
  size: ({ size }: { readonly size: SizeValues }) => {
    if (size.is === 'not-ada') return 'not against ADA';
    if (size.is === 'between') return `${size.from} to ${size.to} ADA`;
    return size.is === 'below' ? `below ${size.ada} ADA` : `${size.ada} ADA and more`;
  },
  marketSwap: 'Market swap',
  limitOrder: 'Limit order',
});

const GROUPS: Readonly<Record<QualityGroup, string>> = {
  venue: 'Exchange',
  token: 'Token',
  size: 'Size',
  kind: 'Type',
  month: 'Month',
};
