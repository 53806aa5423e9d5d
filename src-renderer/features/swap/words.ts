import { inLanguage } from '../../words/in-language.ts';

/** Whose figure an estimate is. */
export type FeeSource = 'estimate' | 'built' | 'records' | 'usual-network';

/** How far something is from what it is held against; `percent` without a sign. */
export type Away = { readonly is: 'at' } | { readonly is: 'above' | 'below'; readonly percent: string };

/** Figures of a transaction that was built ahead. */
export interface BuiltNote {
  readonly fromMid?: Away;
  readonly verdict: 'pass' | 'warn' | 'block';
}

const SOURCES = {
  estimate: 'the service’s estimate',
  built: 'your recent swaps',
  records: 'the service’s order records',
  'usual-network': 'the usual network fee',
} as const;

const VERDICTS = {
  pass: 'Checks passed.',
  warn: 'It has warnings, which the review shows.',
  block: 'A check blocks it; the review shows which.',
} as const;

const READ = 'Read from the transaction built for this quote';

function away(from: Away): string {
  return from.is === 'at' ? 'at' : `${from.percent} ${from.is}`;
}

export const words = inLanguage('features/swap/words', {
  marketSwap: 'Market swap',
  buyAbout: 'Buy about',
  /** Comes before the amount. */
  atLeast: 'at least',
  reviewTrade: 'Review trade',
  severeImpact: ({ impact }: { readonly impact: string }) =>
    `This trade moves the price by ${impact} against you. Smaller parts would lose less.`,
  notableImpact: ({ impact }: { readonly impact: string }) =>
    `The trade itself moves the price by ${impact}. Splitting it into parts over time would lose less.`,

  confirmImpact: 'Confirm the price impact above',
  asking: 'Asking for the price…',
  refreshPrice: 'Refresh price',
  notCompared: 'The price was not compared with pools on the ledger.',

  price: 'Price',
  flipPrice: 'Flip the price',
  flipThePrice: 'flip the price',
  priceImpact: 'Price impact',
  notKnown: 'not known',
  notable: ({ impact }: { readonly impact: string }) => `notable, ${impact}`,
  high: ({ impact }: { readonly impact: string }) => `high, ${impact}`,
  route: 'Route',
  /** `exchanges`: their names with their shares. */
  routeOver: ({ exchanges }: { readonly exchanges: string }) => `Route: ${exchanges}`,
  noRoute: 'No route yet',
  comparing: 'Comparing with the pools on the ledger…',

  routeByExchange: 'Route by exchange',
  exchange: 'Exchange',
  paysIn: ({ token }: { readonly token: string }) => `${token} in`,
  getsAtLeast: ({ token }: { readonly token: string }) => `${token} out, at least`,
  getsAbout: ({ token }: { readonly token: string }) => `${token} out, about`,

  exchangeFees: 'Exchange fees',
  deposit: 'Deposit (returned)',
  networkFee: 'Network fee',
  netReceived: 'Net received',
  about: ({ amount }: { readonly amount: string }) => `about ${amount}`,
  readAtReview: 'read at review',
  nothingAfterFees: 'nothing after fees',
  readFromBuilt: READ,
  notBeforeBuilt: 'Not known before the transaction is built',
  from: ({ source }: { readonly source: FeeSource }) => `From ${SOURCES[source]}`,
  highestOfRecent: 'The highest of your recent swaps',
  usualCost: 'What a swap usually costs',
  netLessFees: 'The amount expected, less exchange and network fees',
  netFeesApart: 'The amount expected; fees are paid separately, in ADA',
  built: ({ fromMid, verdict }: BuiltNote) =>
    `${READ}. ${fromMid === undefined ? '' : `Price ${away(fromMid)} mid. `}${VERDICTS[verdict]}`,
  estimated: ({ sources }: { readonly sources: readonly FeeSource[] }) =>
    `Estimated from ${sources.map((source) => SOURCES[source]).join(' and ')}; read exactly at review.`,

  /** `fills`: how many of them the median is of. */
  venueRecord: ({
    exchanges,
    from,
    fills,
  }: {
    readonly exchanges: readonly string[];
    readonly from: Away;
    readonly fills: number;
  }) => `At ${exchanges.join(' and ')} your fills came ${away(from)} the quote (median of ${fills}).`,
});
