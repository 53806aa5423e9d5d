import type { AuditedFillView, NeighbourPartView, ShortfallView } from '#contract/trades.ts';
import { inLanguage } from '../../words/in-language.ts';

export type Since = AuditedFillView['since'];
/** How many transactions were read on one side of the fill, where the reading ended, and why if it failed: a sentence. */
export interface Reading {
  readonly count: number;
  readonly end: NeighbourPartView['end'];
  readonly why: string;
}
/** Trades of one transaction in one direction. */
export interface Traded {
  readonly trades: number;
  readonly sold: string;
  readonly bought: string;
}
/** A line of what a trade cost. */
export type CostPart = keyof ShortfallView['parts'] | ShortfallView['fees'][number]['name'];

/** An order's place in its batch. */
export interface Place {
  /** From 0: in execution order, and in the ledger's. */
  readonly position?: number;
  readonly ledgerPosition: number;
  readonly orders: number;
  readonly younger?: number;
}

/** The audit of a fill. */
export const words = inLanguage('features/trades/audit-words', {
  title: 'Fill audit',
  auditing: 'Auditing…',
  audit: 'Audit the fill',
  again: 'Audit again',
  notAudited: 'The fill has not been audited: its bytes were not read.',

  notCheckable: ({ why }: { readonly why?: string }) => `Not checkable: ${why ?? 'it cannot be recomputed'}.`,
  notCheckableShort: 'Fill not checkable',
  exact: 'Exact: the exchange paid what its own formula requires, to the base unit.',
  exactShort: 'Exact fill',
  underpaid: ({ amount, besides }: { readonly amount: string; readonly besides?: string }) =>
    `Underpaid by ${amount}: the exchange’s own formula requires more than it paid.${besides === undefined ? '' : ` In addition, ${besides}.`}`,
  underpaidShort: 'Underpaid',
  overpaid: ({ amount, besides }: { readonly amount: string; readonly besides?: string }) =>
    `Not exact: ${amount} more was paid than the exchange’s own formula requires.${besides === undefined ? '' : ` In addition, ${besides}.`}`,
  notExact: ({ why }: { readonly why?: string }) =>
    `Not exact: ${why ?? 'it is not as the formula requires'}.`,
  notExactShort: 'Fill not exact',
  notExactHidden: 'Not exact.',
  unaudited: 'The fill was not audited.',
  unauditedShort: 'Fill not audited',

  mustPay: 'Must pay',
  paid: 'Paid',
  place: 'Place',
  placeOf: ({ position, ledgerPosition, orders, younger }: Place) => {
    if (orders < 2) return 'alone in its transaction';
    if (position === undefined) return `one of ${orders} orders; their sequence is not known`;
    const place = `${ordinal(position)} of ${orders}, ${ordinal(ledgerPosition)} in the ledger’s order`;
    if (position === 0) return place;
    if (younger === undefined) return `${place}; the age of those before it is not known`;
    return `${place}; ${younger === 0 ? 'none' : `${younger}`} of the ${position} before it placed later, by the ledger back-end’s word`;
  },
  between: 'In between',
  betweenTitle: 'What else was executed at the pool between your review and the fill',
  since: ({ since }: { readonly since: Since }) => SINCE[since],
  copyBetween: 'Copy the hash of the transaction in between',
  readBefore: ({ count, end, why }: Reading) => {
    const read = count === 1 ? 'one transaction' : `${count} transactions`;
    switch (end) {
      case 'review':
        return count === 0 ? 'nothing, by the fill’s bytes' : `${read} since your review`;
      case 'placing':
        return count === 0
          ? 'nothing since your order was placed, by the ledger back-end’s word'
          : `${read} since your order was placed`;
      case 'created':
        return count === 0 ? 'nothing since the pool was opened' : `${read} since the pool was opened`;
      case 'failed':
        return count === 0 ? `not checked: ${why}` : `${read}; not checked further back: ${why}`;
      default:
        return count === 0
          ? 'not checked: it takes too many requests'
          : `${read} just before the fill; earlier ones were not read`;
    }
  },
  after: 'After it',
  afterTitle: 'What was executed at the pool right after the fill',
  readAfter: ({ count, end, why }: Reading) => {
    const read = count === 1 ? 'one transaction' : `${count} transactions`;
    switch (end) {
      case 'open':
        return count === 0
          ? 'nothing so far, by the ledger back-end’s word'
          : `${read} so far, by the ledger back-end’s word`;
      case 'failed':
        return count === 0 ? `not checked: ${why}` : `${read}; not checked further: ${why}`;
      default:
        return count === 0 ? 'not checked: it takes too many requests' : `${read}; later ones were not read`;
    }
  },
  copyTransaction: 'Copy the hash of this transaction',
  sameWay: ({ trades, sold, bought }: Traded) =>
    trades === 1
      ? `Same direction as yours: ${sold} for ${bought}`
      : `${trades} trades in the same direction as yours: ${sold} for ${bought}`,
  otherWay: ({ trades, sold, bought }: Traded) =>
    trades === 1
      ? `Opposite direction: ${sold} for ${bought}`
      : `${trades} trades in the opposite direction: ${sold} for ${bought}`,
  bothWays: ({ same, other }: { readonly same: Traded; readonly other: Traded }) =>
    `Same direction as yours: ${same.sold} for ${same.bought} (${same.trades}); opposite direction: ${other.sold} for ${other.bought} (${other.trades})`,
  noTrades: 'No trade that can be read here',
  around:
    'Before yours, one owner traded in the same direction at this pool, and undid it after yours, in the same batch.',
  aroundLost: ({ lost }: { readonly lost: string }) =>
    `Before yours, one owner traded in the same direction at this pool, and undid it after yours, in the same batch. Without that first trade, the formula would have paid you ${lost} more.`,

  aroundSeparately: ({ first, second }: { readonly first: Traded; readonly second: Traded }) =>
    `Before yours, one owner traded in the same direction at this pool, ${first.sold} for ${first.bought}, and undid it after yours, ${second.sold} for ${second.bought}.`,
  aroundSeparatelyLost: ({
    first,
    second,
    lost,
  }: {
    readonly first: Traded;
    readonly second: Traded;
    readonly lost: string;
  }) =>
    `Before yours, one owner traded in the same direction at this pool, ${first.sold} for ${first.bought}, and undid it after yours, ${second.sold} for ${second.bought}. Without that first trade, the formula would have paid you ${lost} more.`,
  aroundSeparatelyHidden:
    'Before yours, one owner traded in the same direction at this pool, and undid it after yours.',

  // Cost of the trade; its share and the reference price follow in a quieter tone.
  costInAll: ({ amount }: { readonly amount: string }) => `In all, fees included, it cost ${amount}`,
  gainInAll: ({ amount }: { readonly amount: string }) => `In all, fees included, you gained ${amount}`,
  against: ({ share, atReview }: { readonly share: string; readonly atReview: boolean }) =>
    `(${share}) against ${atReview ? 'the price at your review' : 'the price that the fill found'}`,
  cost: 'What the trade cost',
  costSteps: ({ steps, total }: { readonly steps: string; readonly total: string }) =>
    `What the trade cost, step by step: ${steps}; in total ${total}.`,
  costStep: ({ name, amount }: { readonly name: string; readonly amount: string }) => `${name} ${amount}`,
  part: 'Part',
  share: 'Share',
  total: 'Total',
  costPart: ({ part }: { readonly part: CostPart }) => PARTS[part],
  costPartTitle: ({ part }: { readonly part: CostPart }) => PART_TITLES[part],

  // Evidence that the audit rests on.
  rests: 'What this rests on',
  restsProven:
    'What the fill spent and paid is proven by bytes, which have the hash that names the transaction. That it is on chain is the ledger back-end’s word.',
  restsUnproven: 'Some of what the fill spent is the ledger back-end’s word.',
  restsWitnesses:
    'The sequence in a batch is read from the transaction’s witnesses, which its hash does not prove.',
  restsRead:
    'What the pool held at your review is proven by bytes too; that it was the pool’s latest state is the ledger back-end’s word.',
  restsFill:
    'Not all pools were read at your review, so a delay is not counted: the cost starts from the price that the fill found.',
  restsFees: 'Fees are in ADA, which this trade neither sold nor bought: they are not in the total.',
  restsSandwich:
    'Signs of a sandwich are looked for only among the orders that the fill’s own transaction executed. If none is shown, trades in other transactions may still have been placed around yours.',
  restsNeighbours:
    'Signs of a sandwich are looked for among the orders of the fill’s own transaction and the transactions at the same pool: at most 8 before it and 2 after it. Each is proven by its hash and by using the pool as the one before left it; that those after it are on chain is the ledger back-end’s word. A trade at another pool, or further away, is not seen, and two trades of one owner can have other reasons.',
  restsFormula:
    'The formula is the exchange’s published one as this version knows it. An exact payment says nothing about whether another exchange would have paid more.',
});

const SINCE: Readonly<Record<Since, string>> = {
  nothing: 'nothing, by the fill’s bytes',
  one: 'one other transaction',
  several: 'two transactions or more; they were not read',
  unknown: 'not known: the pool was not read at your review',
};

const PARTS: Readonly<Record<CostPart, string>> = {
  delay: 'Delay',
  ordering: 'Orders before yours',
  impact: 'Price impact',
  poolFee: 'Pool’s fee',
  underpaid: 'Underpaid',
  rest: 'Not attributed',
  exchange: 'Exchange’s fee',
  network: 'Network fee',
  others: 'Other recipients',
};

const PART_TITLES: Readonly<Record<CostPart, string>> = {
  delay:
    'The pool’s price moved between your review and the fill, by what others traded there in other transactions',
  ordering: 'The same transaction executed other orders first',
  impact: 'The size of your own order against the pool',
  poolFee: 'What the pool keeps by its formula, with rounding',
  underpaid: 'What the formula requires less what was paid',
  rest: 'What could not be recomputed',
  exchange: 'What the order lets the exchange keep for filling it',
  network: 'Of your own transaction',
  others: 'Payments of your transaction to others',
};

function ordinal(position: number): string {
  const place = position + 1;
  const tens = place % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${place}${ending}`;
}
