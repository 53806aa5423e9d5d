import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { withProfile, type MainCalls, type OpenProfile } from '../../gate/handlers.ts';
import type { Locale } from '../../gate/locale.ts';
import { readSale } from '../../gate/wire.ts';
import type { ReviewProfile, Reviews } from '../approval/review.ts';
import { ladderPlanView, limitQuoteView } from './limit-views.ts';

export interface LimitParts {
  readonly profiles: OpenProfile<ReviewProfile>;
  readonly reviews: Reviews;
  /** Remembers exchange codes that are seen for the first time. */
  readonly learn: (exchanges: readonly string[]) => void;
  readonly locale: Locale;
}

export function limitCalls({
  profiles,
  reviews,
  learn,
  locale,
}: LimitParts): MainCalls<'limit'> & MainCalls<'ladder'> {
  const handler = withProfile(profiles);
  return {
    'limit.estimate': handler(async (ticket, { trading }) => {
      trading.dropAhead();
      const sale = readSale(ticket);
      if (!sale.ok) return sale;
      const { exchange, ...asked } = ticket;
      const quote = await trading.estimators.limits.quote({ ...asked, ...sale.value, exchange });
      if (!quote.ok) return quote;
      learn(quote.value.quote.routes.map((route) => route.exchange));
      return ok(limitQuoteView(quote.value, locale.language));
    }),
    'limit.review': handler(async ({ quoteId }, profile) => {
      const quote = profile.trading.quotes.fresh(quoteId);
      if (!quote.ok) return quote;
      if (quote.value.kind !== 'limit') return failed(failure('quote-unknown'));
      return reviews.trade(quoteId, quote.value.tokens, profile);
    }),
    'limit.ahead': handler(({ quoteId }, profile) => reviews.ahead(quoteId, 'limit', profile)),
    'ladder.plan': handler(async (ticket, { trading }) => {
      const sale = readSale(ticket);
      if (!sale.ok) return sale;
      const { exchange, ...asked } = ticket;
      const plan = await trading.estimators.ladders.plan({ ...asked, ...sale.value, exchange });
      return plan.ok ? ok(ladderPlanView(plan.value, locale.language)) : plan;
    }),
    'ladder.start': handler(async ({ planId }, profile) => {
      const plan = profile.trading.estimators.ladders.fresh(planId);
      if (!plan.ok) return plan;
      const { market, levels } = plan.value;
      const quotes = levels.map(({ quote }) => quote);
      return reviews.ladder(quotes, [market.payToken, market.receiveToken], profile);
    }),
  };
}
