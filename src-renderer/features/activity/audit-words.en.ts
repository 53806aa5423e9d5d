import type { AuditedFillView, ShortfallView } from '#contract/fill-audit-views.ts';
import type { Catalogue } from '#domain/words/catalogue.ts';

export type Since = AuditedFillView['since'];
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
export const auditWords = {
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
    `Underpaid by ${amount}: the exchange’s own formula requires more than it paid.${besides === undefined ? '' : ` Besides, ${besides}.`}`,
  underpaidShort: 'Underpaid',
  overpaid: ({ amount, besides }: { readonly amount: string; readonly besides?: string }) =>
    `Not exact: ${amount} more was paid than the exchange’s own formula requires.${besides === undefined ? '' : ` Besides, ${besides}.`}`,
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
  around:
    'Before yours, one owner traded in the same direction at this pool, and undid it after yours, in the same batch.',
  aroundLost: ({ lost }: { readonly lost: string }) =>
    `Before yours, one owner traded in the same direction at this pool, and undid it after yours, in the same batch. Without that first trade, the formula would have paid you ${lost} more.`,

  // What the trade cost; the share and the price that it is measured from follow in a quieter tone.
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

  // What the audit rests on.
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
  restsFormula:
    'The formula is the exchange’s published one as this version knows it. An exact payment says nothing of whether another exchange would have paid more.',
} satisfies Catalogue;

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
  delay: 'The pool’s price moved between your review and the fill',
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
