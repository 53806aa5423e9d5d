import type {
  AuditedFillView,
  FillAuditView,
  NeighbourPartView,
  ShortfallView,
  TradedSumView,
} from '#contract/trades.ts';
import { amountText, showAmount, tokenLabel, type TokenShape } from '../../format/amount.ts';
import type { WaterfallStep } from '../../chart/plots.ts';
import { failureWords } from '../../format/words.ts';
import { type CostPart, type Traded, words } from './audit-words.ts';

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
  const why = reason === undefined ? {} : { why: reason };
  if (exact === undefined)
    return { text: words.notCheckable(why), short: words.notCheckableShort, tone: 'open' };
  if (exact) return { text: words.exact, short: words.exactShort, tone: 'good' };
  const apart = BigInt(paid ?? '0') - BigInt(mustPay ?? '0');
  // In plain digits: nobody is accused of a folded figure.
  const amount = `${showAmount(apart < 0n ? -apart : apart, receive).full}\u00a0${tokenLabel(receive)}`;
  const besides = reason === undefined ? {} : { besides: reason };
  if (apart < 0n)
    return { text: words.underpaid({ amount, ...besides }), short: words.underpaidShort, tone: 'bad' };
  if (apart > 0n)
    return { text: words.overpaid({ amount, ...besides }), short: words.notExactShort, tone: 'open' };
  return { text: words.notExact(why), short: words.notExactShort, tone: 'bad' };
}

const WORST_FIRST: readonly FillVerdict['tone'][] = ['bad', 'open', 'good'];

/** The worst verdict on a trade’s fills; a fill that was not audited ranks between bad and good. */
export function worstOf({ fills }: FillAuditView, receive: TokenShape): FillVerdict | undefined {
  const verdicts = fills.map((fill): FillVerdict =>
    fill.kind === 'audited'
      ? fillVerdict(fill, receive)
      : { text: words.unaudited, short: words.unauditedShort, tone: 'open' },
  );
  return verdicts.toSorted(
    (left, right) => WORST_FIRST.indexOf(left.tone) - WORST_FIRST.indexOf(right.tone),
  )[0];
}

/** Its place in the batch, against the ledger’s order and the orders’ age. A clause. */
export function placeWords(fill: AuditedFillView): string {
  const { position, ledgerPosition, orders, younger } = fill;
  return words.placeOf({
    ledgerPosition,
    orders,
    ...(position !== undefined && { position }),
    ...(younger !== undefined && { younger }),
  });
}

/** One owner’s trades on both sides of the order: facts, without a word of why. `undefined` if there were none. */
export function aroundWords({ around }: AuditedFillView, receive: TokenShape): string | undefined {
  if (!around) return undefined;
  const lost = BigInt(around.lost);
  return lost === 0n
    ? words.around
    : words.aroundLost({ lost: amountText(lost, receive, { significant: 40 }) });
}

/** The two tokens of a trade. */
export interface TradeTokens {
  readonly pay: TokenShape;
  readonly receive: TokenShape;
}

type Neighbours = NonNullable<AuditedFillView['neighbours']>;

/**
 * One owner’s trades on both sides of the order where at least one is in another transaction; without figures if
 * `hidden`. `undefined` if none were seen.
 */
export function separatelyWords(
  { around }: Neighbours,
  { pay, receive }: TradeTokens,
  hidden: boolean,
): string | undefined {
  if (!around) return undefined;
  if (hidden) return words.aroundSeparatelyHidden;
  const first = traded({ trades: 1, ...around.before }, pay, receive);
  const second = traded({ trades: 1, ...around.after }, receive, pay);
  const lost = BigInt(around.lost ?? '0');
  return lost === 0n
    ? words.aroundSeparately({ first, second })
    : words.aroundSeparatelyLost({ first, second, lost: amountText(lost, receive, { significant: 40 }) });
}

/**
 * The audit's own finding about the time between review and fill; `undefined` where the transactions before the fill
 * were read, which say more.
 */
export function sinceWords({
  neighbours,
  since,
  between,
}: AuditedFillView): { readonly text: string; readonly between: string | undefined } | undefined {
  if (neighbours !== undefined && !isUnread(neighbours.before)) return undefined;
  return { text: words.since({ since }), between };
}

/** The transactions read on one side of a fill, and why reading ended there. A clause. */
export function readingWords(
  side: 'before' | 'after',
  { transactions, end, failure }: NeighbourPartView,
): string {
  const why = failure ? failureWords(failure).what : '';
  const reading = { count: transactions.length, end, why };
  return side === 'before' ? words.readBefore(reading) : words.readAfter(reading);
}

/** The trades of one transaction with the pool, in and against the order's direction. */
export function tradedWords(
  { same, opposite }: NeighbourPartView['transactions'][number],
  { pay, receive }: TradeTokens,
): string {
  const along = same && traded(same, pay, receive);
  const against = opposite && traded(opposite, receive, pay);
  if (along && against) return words.bothWays({ same: along, other: against });
  if (along) return words.sameWay(along);
  return against ? words.otherWay(against) : words.noTrades;
}

function traded({ trades, sold, bought }: TradedSumView, sells: TokenShape, buys: TokenShape): Traded {
  return { trades, sold: amountText(BigInt(sold), sells), bought: amountText(BigInt(bought), buys) };
}

/** One line of the table and of the picture. */
export interface CostLine {
  readonly name: string;
  /** Explanation of the name. */
  readonly title: string;
  /** Base units of the asset bought; below zero: a gain. */
  readonly units: bigint;
}

const PART_LINES = ['delay', 'ordering', 'impact', 'poolFee', 'underpaid', 'rest'] as const;
/** Lines that are there even if they are nothing. */
const ALWAYS: readonly string[] = ['delay', 'impact', 'poolFee'];

/** The cost of a trade, line by line; the lines add up to the total exactly. */
export function costLines({ parts, fees, sinceDecision }: ShortfallView): readonly CostLine[] {
  const line = (part: CostPart, units: bigint): CostLine => ({
    name: words.costPart({ part }),
    title: words.costPartTitle({ part }),
    units,
  });
  const lines = PART_LINES.flatMap((part): readonly CostLine[] => {
    const units = BigInt(parts[part]);
    const shown = units !== 0n || (ALWAYS.includes(part) && (part !== 'delay' || sinceDecision));
    return shown ? [line(part, units)] : [];
  });
  const charged = fees.flatMap(({ name, inBought }): readonly CostLine[] =>
    inBought === undefined ? [] : [line(name, BigInt(inBought))],
  );
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
  return [...steps, { name: words.total, from: 0, to: whole(total), tone: 'total' }];
}

/** The evidence that the audit rests on, and the limits of it. */
export function restsOn({ fills, shortfall }: FillAuditView): readonly string[] {
  const audited = fills.flatMap((fill) => (fill.kind === 'audited' ? [fill] : []));
  if (audited.length === 0) return [];
  const read = audited.some(({ since }) => since !== 'unknown');
  return [
    audited.every(({ proven, exact }) => proven || exact === undefined)
      ? words.restsProven
      : words.restsUnproven,
    ...(audited.some(({ byWitnesses, exact }) => byWitnesses && exact !== undefined)
      ? [words.restsWitnesses]
      : []),
    ...(read ? [words.restsRead] : []),
    ...(shortfall && !shortfall.sinceDecision ? [words.restsFill] : []),
    ...(shortfall?.fees.some(({ inBought }) => inBought === undefined) === true ? [words.restsFees] : []),
    audited.every(isLookedAround) ? words.restsNeighbours : words.restsSandwich,
    words.restsFormula,
  ];
}

/** Whether other transactions at its pool were read, on both sides, as far as was intended. */
function isLookedAround({ neighbours }: AuditedFillView): boolean {
  return (
    neighbours !== undefined &&
    [neighbours.before, neighbours.after].every((part) => part.end !== 'failed' && !isUnread(part))
  );
}

/** Whether nothing was read on one side of a fill, so that nothing follows from it. */
function isUnread({ transactions, end }: NeighbourPartView): boolean {
  return transactions.length === 0 && (end === 'failed' || end === 'bound');
}
