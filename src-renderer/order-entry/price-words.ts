import type { AgreesBy } from '../format/words.ts';
import type { LadderPlanView, LimitQuoteView, PriceBothWays } from '#contract/limit-views.ts';
import type { PriceForm } from '#domain/limit-order.ts';
import { adaText, amountText, showAmount, tokenLabel, type TokenShape } from '../format/amount.ts';
import { type Shown, showPercent } from '../format/decimal-text.ts';
import { showPriceText } from '../format/price.ts';

/** Digits of a price that is being typed: one more than in lists. */
export const PRICE_DIGITS = 6;
const SENTENCE = { significant: 12 } as const;
const PART = { significant: 9 } as const;
/** A price this near to the market counts as at it: a percentage with two places shows no difference. */
const LEAST_AWAY = 0.000_05;
const COSTS = { significant: 7, rounding: 'ceil' } as const;

/** From this share of the order on, its fees are warned about. */
export const NOTABLE_FEES = 0.02;

/** The forms in which a price of the token with that ticker can be entered. */
export function priceForms(label: string): readonly { readonly value: PriceForm; readonly text: string }[] {
  return [
    { value: 'ada-per-token', text: unitOf('ada-per-token', label) },
    { value: 'token-per-ada', text: unitOf('token-per-ada', label) },
    { value: 'percent', text: '%' },
  ];
}

/** What the figures of a price form count. */
export function unitOf(form: PriceForm, label: string): string {
  if (form === 'percent') return '% from market';
  return form === 'ada-per-token' ? `ADA per ${label}` : `${label} per ADA`;
}

/** Where a price is relative to the market: `5 % below the market, 0.12018 ADA`. */
export function marketWords(fromMarket: number | undefined, market: Shown | undefined): string {
  if (market === undefined) return 'The market price is not known.';
  if (fromMarket === undefined) return `The market is at ${market.text} ADA.`;
  return `${awayWords(fromMarket)}, ${market.text} ADA`;
}

/** The warning that an order would not wait: `5 % above the market: it fills at once`. */
export function atOnceWords(fromMarket: number | undefined): string {
  return fromMarket === undefined
    ? 'The market is there: it fills at once'
    : `${awayWords(fromMarket)}: it fills at once`;
}

function awayWords(fromMarket: number): string {
  const away = Math.abs(fromMarket);
  return away < LEAST_AWAY
    ? 'At the market'
    : `${percentWords(away)} ${fromMarket < 0 ? 'below' : 'above'} the market`;
}

/** `5 %`, `2.35 %`. */
function percentWords(fraction: number): string {
  return showPercent(fraction).replace(/\.?0+(?=\u00a0)/, '');
}

/** A limit order in words: what it offers for what, what it waits for, and what it costs. */
export function limitSentences(
  quote: LimitQuoteView,
  pay: TokenShape,
  receive: TokenShape,
): readonly string[] {
  const count = quote.parts.length;
  const offered = amountText(BigInt(quote.pay.quantity), pay, SENTENCE);
  const wanted = amountText(BigInt(quote.atLeast), receive, SENTENCE);
  const price = `${showPriceText(quote.price.adaPerToken, PRICE_DIGITS).text}\u00a0ADA`;
  const bound = quote.side === 'buy' ? `${price} or less` : `${price} or more`;
  const token = tokenLabel(quote.side === 'buy' ? receive : pay);
  const orders = count === 1 ? '' : `, in ${count} orders`;
  return [
    `You offer ${offered} for at least ${wanted}${orders}, at ${bound} per ${token}.`,
    `${waitWords(quote)} ${costWords(quote.fees)}`,
  ];
}

function waitWords({ side, market }: LimitQuoteView): string {
  if (market.fillsAtOnce)
    return `The market is there already: ${side === 'buy' ? 'it buys' : 'it sells'} at once.`;
  if (market.distance === undefined) return 'It waits until the market is there.';
  if (market.distance < LEAST_AWAY) return 'The market is about there: it may fill at any time.';
  return `It waits until the market ${side === 'buy' ? 'falls' : 'rises'} by ${percentWords(market.distance)}.`;
}

function costWords({ batcher, deposits }: LimitQuoteView['fees'], networkFees?: string): string {
  if (batcher === undefined) return 'What it costs is read at review.';
  const all = BigInt(batcher) + BigInt(networkFees ?? '0');
  const costs =
    networkFees === undefined ? `Costs ${adaText(all, COSTS)}` : `Costs about ${adaText(all, COSTS)}`;
  const networkFee = networkFees === undefined ? ' and the network fee' : '';
  return deposits === undefined
    ? `${costs}${networkFee}.`
    : `${costs}${networkFee}; ${adaText(BigInt(deposits), COSTS)} comes back.`;
}

/** A ladder in words. */
export function ladderSentences(
  plan: LadderPlanView,
  pay: TokenShape,
  receive: TokenShape,
  by: AgreesBy = 'password',
): readonly string[] {
  const { totals, signatures } = plan;
  const offered = amountText(BigInt(plan.pay.quantity), pay, SENTENCE);
  const wanted = amountText(BigInt(totals.atLeast), receive, SENTENCE);
  const average = showPriceText(totals.average.adaPerToken, PRICE_DIGITS).text;
  const several = by === 'export' ? 'rounds, each signed where the key is' : 'signatures, one approval';
  const transactions = signatures === 1 ? 'One signature' : `${signatures} ${several}`;
  return [
    `You offer ${offered} in ${plan.levels.length} orders for at least ${wanted}, at ${average}\u00a0ADA on average.`,
    `${transactions}; stop it midway at any time. ${costWords(totals.fees, totals.networkFeesAbout)}`,
  ];
}

/** A line of what equal orders are: what each sells, and the least that it brings. */
export interface PartLine {
  readonly name: string;
  readonly pay: Shown;
  readonly atLeast: Shown;
}

/** What each of several equal orders sells, and the least that it brings. */
export function partLines(
  parts: LimitQuoteView['parts'],
  pay: TokenShape,
  receive: TokenShape,
): readonly PartLine[] {
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined || parts.length < 2) return [];
  const figures = (part: LimitQuoteView['parts'][number]): Omit<PartLine, 'name'> => ({
    pay: showAmount(BigInt(part.pay), pay, PART),
    atLeast: showAmount(BigInt(part.atLeast), receive, PART),
  });
  const uneven = first.pay !== last.pay || first.atLeast !== last.atLeast;
  const name = uneven && parts.length === 2 ? 'First' : 'Each';
  return [{ name, ...figures(first) }, ...(uneven ? [{ name: 'Last', ...figures(last) }] : [])];
}

/** What the exchanges take for filling, with its share of the order. */
export function feeWords({ batcher, share }: Pick<LimitQuoteView['fees'], 'batcher' | 'share'>): string {
  if (batcher === undefined) return 'read at review';
  const ada = adaText(BigInt(batcher), COSTS);
  return share === undefined ? ada : `${ada}, ${percentWords(share)}`;
}

export function adaOrLater(lovelace: string | undefined): string {
  return lovelace === undefined ? 'read at review' : adaText(BigInt(lovelace), COSTS);
}

/** A price in both directions, for the line under its field. */
export function bothWords(
  price: PriceBothWays,
  label: string,
): readonly { readonly unit: string; readonly shown: Shown }[] {
  return [
    { shown: showPriceText(price.adaPerToken, PRICE_DIGITS), unit: 'ADA' },
    { shown: showPriceText(price.tokenPerAda, PRICE_DIGITS), unit: `${label} per ADA` },
  ];
}

/** Failures that are shown at the price, where they can be fixed. */
export const PRICE_FAILURES: readonly string[] = [
  'price-malformed',
  'price-too-fine',
  'market-price-unknown',
];
