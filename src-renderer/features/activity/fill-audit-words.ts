import type { AuditedFillView, FillAuditView, ShortfallView } from '#contract/fill-audit-views.ts';
import { amountText, showAmount, tokenLabel, type TokenShape } from '../../format/amount.ts';
import type { WaterfallStep } from '../../chart/plots.ts';

/** A verdict on one fill in one sentence. */
export interface FillVerdict {
  readonly text: string;
  /** The same in a word or two. */
  readonly short: string;
  readonly tone: 'good' | 'bad' | 'open';
}

/** One-sided: it says that a payment is exact only if everything behind it was recomputed from bytes. */
export function fillVerdict(fill: AuditedFillView, receive: TokenShape): FillVerdict {
  const { exact, reason, mustPay, paid } = fill;
  if (exact === undefined)
    return {
      text: `Not checkable: ${reason ?? 'it cannot be recomputed'}.`,
      short: 'Fill not checkable',
      tone: 'open',
    };
  if (exact)
    return {
      text: 'Exact: the exchange paid what its own formula requires, to the base unit.',
      short: 'Exact fill',
      tone: 'good',
    };
  const apart = BigInt(paid ?? '0') - BigInt(mustPay ?? '0');
  // In plain digits: nobody is accused of a folded figure.
  const amount = `${showAmount(apart < 0n ? -apart : apart, receive).full}\u00a0${tokenLabel(receive)}`;
  const besides = reason === undefined ? '' : ` Besides, ${reason}.`;
  if (apart < 0n)
    return {
      text: `Underpaid by ${amount}: the exchange’s own formula requires more than it paid.${besides}`,
      short: 'Underpaid',
      tone: 'bad',
    };
  if (apart > 0n)
    return {
      text: `Not exact: ${amount} more was paid than the exchange’s own formula requires.${besides}`,
      short: 'Fill not exact',
      tone: 'open',
    };
  return {
    text: `Not exact: ${reason ?? 'it is not as the formula requires'}.`,
    short: 'Fill not exact',
    tone: 'bad',
  };
}

const WORST_FIRST: readonly FillVerdict['tone'][] = ['bad', 'open', 'good'];

/** The worst verdict on a trade’s fills; a fill that was not audited stands between bad and good. */
export function worstOf({ fills }: FillAuditView, receive: TokenShape): FillVerdict | undefined {
  const verdicts = fills.map((fill): FillVerdict =>
    fill.kind === 'audited'
      ? fillVerdict(fill, receive)
      : { text: 'The fill was not audited.', short: 'Fill not audited', tone: 'open' },
  );
  return verdicts.toSorted(
    (left, right) => WORST_FIRST.indexOf(left.tone) - WORST_FIRST.indexOf(right.tone),
  )[0];
}

/** Its place in the batch, against the ledger’s order and the orders’ age. A clause. */
export function placeWords(fill: AuditedFillView): string {
  const { position, ledgerPosition, orders, younger } = fill;
  if (orders < 2) return 'alone in its transaction';
  if (position === undefined) return `one of ${orders} orders; their sequence is not known`;
  const place = `${ordinal(position)} of ${orders}, ${ordinal(ledgerPosition)} in the ledger’s order`;
  if (position === 0) return place;
  if (younger === undefined) return `${place}; the age of those before it is not known`;
  const before = younger === 0 ? 'none' : `${younger}`;
  return `${place}; ${before} of the ${position} before it placed later, by the ledger back-end’s word`;
}

function ordinal(position: number): string {
  const place = position + 1;
  const tens = place % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${place}${ending}`;
}

/** One owner’s trades on both sides of the order: what was seen, and no word of why. `undefined` if none were. */
export function aroundWords({ around }: AuditedFillView, receive: TokenShape): string | undefined {
  if (!around) return undefined;
  const seen =
    'Before yours, one owner traded in the same direction at this pool, and undid it after yours, in the same batch.';
  const lost = BigInt(around.lost);
  if (lost === 0n) return seen;
  return `${seen} Without that first trade, the formula would have paid you ${amountText(lost, receive, { significant: 40 })} more.`;
}

/** What else was executed at the pool between decision and fill. */
export const SINCE_WORDS: Readonly<Record<AuditedFillView['since'], string>> = {
  nothing: 'nothing, by the fill’s bytes',
  one: 'one other transaction',
  several: 'two transactions or more; they were not read',
  unknown: 'not known: the pool was not read at your review',
};

/** One line of the table and of the picture. */
export interface CostLine {
  readonly name: string;
  /** What the name means. */
  readonly title: string;
  /** Base units of the asset bought; below zero: a gain. */
  readonly units: bigint;
}

const PART_LINES = [
  ['delay', 'Delay', 'The pool’s price moved between your review and the fill'],
  ['ordering', 'Orders before yours', 'The same transaction executed other orders first'],
  ['impact', 'Price impact', 'The size of your own order against the pool'],
  ['poolFee', 'Pool’s fee', 'What the pool keeps by its formula, with rounding'],
  ['underpaid', 'Underpaid', 'What the formula requires less what was paid'],
  ['rest', 'Not attributed', 'What could not be recomputed'],
] as const;
const FEE_LINES = {
  exchange: ['Exchange’s fee', 'What the order lets the exchange keep for filling it'],
  network: ['Network fee', 'Of your own transaction'],
  others: ['Other recipients', 'Payments of your transaction to others'],
} as const;
/** Lines that are there even if they are nothing. */
const ALWAYS: readonly string[] = ['delay', 'impact', 'poolFee'];

/** What a trade cost, line by line; they add up to the total exactly. */
export function costLines({ parts, fees, sinceDecision }: ShortfallView): readonly CostLine[] {
  const lines = PART_LINES.flatMap(([part, name, title]): readonly CostLine[] => {
    const units = BigInt(parts[part]);
    const shown = units !== 0n || (ALWAYS.includes(part) && (part !== 'delay' || sinceDecision));
    return shown ? [{ name, title, units }] : [];
  });
  const charged = fees.flatMap(({ name, inBought }): readonly CostLine[] => {
    const [text, title] = FEE_LINES[name];
    return inBought === undefined ? [] : [{ name: text, title, units: BigInt(inBought) }];
  });
  return [...lines, ...charged];
}

/** The picture of the same lines, in whole tokens. */
export function costSteps(
  lines: readonly CostLine[],
  total: bigint,
  decimals: number,
): readonly WaterfallStep[] {
  const whole = (units: bigint): number => Number(units) / 10 ** decimals;
  let sum = 0n;
  const steps = lines.map(({ name, units }): WaterfallStep => {
    const from = sum;
    sum += units;
    return { name, from: whole(from), to: whole(sum), tone: units < 0n ? 'gain' : 'cost' };
  });
  return [...steps, { name: 'Total', from: 0, to: whole(total), tone: 'total' }];
}

/** What the audit rests on, and what it does not show. */
export function restsOn({ fills, shortfall }: FillAuditView): readonly string[] {
  const audited = fills.flatMap((fill) => (fill.kind === 'audited' ? [fill] : []));
  if (audited.length === 0) return [];
  const read = audited.some(({ since }) => since !== 'unknown');
  return [
    audited.every(({ proven, exact }) => proven || exact === undefined)
      ? 'What the fill spent and paid is proven by bytes, which have the hash that names the transaction. That it is on chain is the ledger back-end’s word.'
      : 'Some of what the fill spent is the ledger back-end’s word.',
    ...(audited.some(({ byWitnesses, exact }) => byWitnesses && exact !== undefined)
      ? ['The sequence in a batch is read from the transaction’s witnesses, which its hash does not prove.']
      : []),
    ...(read
      ? [
          'What the pool held at your review is proven by bytes too; that it was the pool’s latest state is the ledger back-end’s word.',
        ]
      : []),
    ...(shortfall && !shortfall.sinceDecision
      ? [
          'Not all pools were read at your review, so a delay is not counted: the cost starts from the price that the fill found.',
        ]
      : []),
    ...(shortfall?.fees.some(({ inBought }) => inBought === undefined) === true
      ? ['Fees are in ADA, which this trade neither sold nor bought: they are not in the total.']
      : []),
    'Signs of a sandwich are looked for only among the orders that the fill’s own transaction executed. If none is shown, trades in other transactions may still have been placed around yours.',
    'The formula is the exchange’s published one as this version knows it. An exact payment says nothing of whether another exchange would have paid more.',
  ];
}
