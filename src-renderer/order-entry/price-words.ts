import type { AgreesBy } from '../format/texts.ts';
import type { LadderPlanView, LimitQuoteView } from '#contract/limit.ts';
import type { PriceBothWays } from '#contract/order-entry.ts';
import type { PriceForm } from '#domain/limit-order.ts';
import { adaText, amountText, showAmount, tokenLabel, type TokenShape } from '../format/amount.ts';
import { showBasisPoints, showDecimal, type Shown, showPercent } from '../format/decimal-text.ts';
import { showPriceText } from '../format/price.ts';
import { type FromMarket, type OrderCosts, words } from './words.ts';

/** Prices that can be typed, in the figures of the page's language. */
export const EXAMPLES = { price: showDecimal(125n, 4).text, percent: showDecimal(-25n, 1).text };
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

/** Unit of the figures in each form of price. */
export function unitOf(form: PriceForm, label: string): string {
  if (form === 'percent') return words.percentFromMarket;
  return form === 'ada-per-token' ? words.adaPer({ token: label }) : words.perAda({ token: label });
}

/** Where a price is relative to the market: `5 % below the market, 0.12018 ADA`. */
export function marketWords(fromMarket: number | undefined, market: Shown | undefined): string {
  if (market === undefined) return words.marketNotKnown;
  const price = market.text;
  return fromMarket === undefined
    ? words.marketAt({ price })
    : words.fromMarket({ from: awayFrom(fromMarket), price });
}

/** The warning that an order would not wait: `5 % above the market: it fills at once`. */
export function atOnceWords(fromMarket: number | undefined): string {
  return fromMarket === undefined ? words.fillsAtOnce : words.fillsAtOnceAt({ from: awayFrom(fromMarket) });
}

function awayFrom(market: number): FromMarket {
  const away = Math.abs(market);
  if (away < LEAST_AWAY) return { is: 'at' };
  return { is: market < 0 ? 'below' : 'above', percent: percentWords(away) };
}

/** `5 %`, `2.35 %`. */
function percentWords(fraction: number): string {
  if (fraction < LEAST_AWAY || fraction >= 1) return showPercent(fraction);
  return showBasisPoints(Math.round(fraction * 10_000));
}

/** A limit order in words: the amounts of both sides, the price it waits for, and the cost. */
export function limitSentences(
  quote: LimitQuoteView,
  pay: TokenShape,
  receive: TokenShape,
): readonly string[] {
  const offer = words.limitOffer({
    offered: amountText(BigInt(quote.pay.quantity), pay, SENTENCE),
    wanted: amountText(BigInt(quote.atLeast), receive, SENTENCE),
    orders: quote.parts.length,
    price: showPriceText(quote.price.adaPerToken, PRICE_DIGITS).text,
    side: quote.side,
    token: tokenLabel(quote.side === 'buy' ? receive : pay),
  });
  return [offer, `${waitWords(quote)} ${costWords(quote.fees)}`];
}

function waitWords({ side, market }: LimitQuoteView): string {
  if (market.fillsAtOnce) return words.tradesAtOnce({ side });
  if (market.distance === undefined) return words.waits;
  if (market.distance < LEAST_AWAY) return words.nearlyThere;
  return words.waitsFor({ side, percent: percentWords(market.distance) });
}

function costWords({ batcher, deposits }: LimitQuoteView['fees'], networkFees?: string): string {
  if (batcher === undefined) return words.costsAtReview;
  const costs: OrderCosts = {
    costs: adaText(BigInt(batcher) + BigInt(networkFees ?? '0'), COSTS),
    ...(deposits !== undefined && { returns: adaText(BigInt(deposits), COSTS) }),
  };
  return networkFees === undefined ? words.costs(costs) : words.costsAbout(costs);
}

/** A ladder in words. */
export function ladderSentences(
  plan: LadderPlanView,
  pay: TokenShape,
  receive: TokenShape,
  by: AgreesBy = 'password',
): readonly string[] {
  const { totals, signatures } = plan;
  const offer = words.ladderOffer({
    offered: amountText(BigInt(plan.pay.quantity), pay, SENTENCE),
    orders: plan.levels.length,
    wanted: amountText(BigInt(totals.atLeast), receive, SENTENCE),
    average: showPriceText(totals.average.adaPerToken, PRICE_DIGITS).text,
  });
  const signed = words.signatures({ signatures, elsewhere: by === 'export' });
  return [offer, `${signed} ${costWords(totals.fees, totals.networkFeesAbout)}`];
}

/** One line about equal orders: the amount that each sells, and the minimum that it brings. */
export interface PartLine {
  readonly name: string;
  readonly pay: Shown;
  readonly atLeast: Shown;
}

/** For each of several equal orders: the amount sold, and the least received. */
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
  const name = uneven && parts.length === 2 ? words.first : words.each;
  return [{ name, ...figures(first) }, ...(uneven ? [{ name: words.last, ...figures(last) }] : [])];
}

/** The exchanges' fees for filling, with their share of the order. */
export function feeWords({ batcher, share }: Pick<LimitQuoteView['fees'], 'batcher' | 'share'>): string {
  if (batcher === undefined) return words.readAtReview;
  const ada = adaText(BigInt(batcher), COSTS);
  return share === undefined ? ada : `${ada}, ${percentWords(share)}`;
}

export function adaOrLater(lovelace: string | undefined): string {
  return lovelace === undefined ? words.readAtReview : adaText(BigInt(lovelace), COSTS);
}

/** A price in both directions, for the line under its field. */
export function bothWords(
  price: PriceBothWays,
  label: string,
): readonly { readonly unit: string; readonly shown: Shown }[] {
  return [
    { shown: showPriceText(price.adaPerToken, PRICE_DIGITS), unit: 'ADA' },
    { shown: showPriceText(price.tokenPerAda, PRICE_DIGITS), unit: words.perAda({ token: label }) },
  ];
}

/** Failures that are shown at the price, where they can be fixed. */
export const PRICE_FAILURES: readonly string[] = [
  'price-malformed',
  'price-too-fine',
  'market-price-unknown',
];
