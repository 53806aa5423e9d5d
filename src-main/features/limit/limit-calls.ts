import type { LadderTicketInput, LimitTicketInput } from '#contract/limit-views.ts';
import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Desk } from '../../app/desk.ts';
import { ladderPlanView, limitQuoteView } from './limit-views.ts';
import { reviewView } from '../../gate/wire.ts';
import type { MainCalls } from '../../gate/calls.ts';
import { unacknowledged } from '../approval/review.ts';

export function limitCalls(desk: Desk): MainCalls<'limit'> {
  const { host, approval, preferences } = desk;
  return {
    'limit.estimate': async (ticket) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const assets = assetsOf(ticket);
      if (!assets.ok) return assets;
      const { exchange, ...asked } = ticket;
      const quote = await profile.value.trading.estimate({
        kind: 'limit',
        ...asked,
        ...assets.value,
        exchange,
      });
      if (!quote.ok) return quote;
      host.learn(quote.value.quote.estimate.routes.map((route) => route.exchange));
      return ok(limitQuoteView(quote.value));
    },
    'limit.review': async ({ quoteId }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const { trading } = profile.value;
      const quote = trading.freshQuote(quoteId);
      if (!quote.ok) return quote;
      if (quote.value.kind !== 'limit') return failed(failure('quote-unknown'));
      const { payToken, receiveToken } = quote.value;
      const strange = unacknowledged([payToken, receiveToken], preferences.value.acknowledged);
      if (strange) return failed(strange);
      const account = profile.value.account();
      if (!account.ok) return account;
      const review = await approval.present(profile.value, () => trading.examine(quoteId, account.value));
      return review.ok ? ok(reviewView(review.value)) : review;
    },
  };
}

export function ladderCalls(desk: Desk): MainCalls<'ladder'> {
  const { host, sets, preferences } = desk;
  return {
    'ladder.plan': async (ticket) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const assets = assetsOf(ticket);
      if (!assets.ok) return assets;
      const { exchange, ...asked } = ticket;
      const plan = await profile.value.trading.estimate({
        kind: 'ladder',
        ...asked,
        ...assets.value,
        exchange,
      });
      return plan.ok ? ok(ladderPlanView(plan.value)) : plan;
    },
    'ladder.start': async ({ planId }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const plan = profile.value.trading.ladder(planId);
      if (!plan.ok) return plan;
      const { market, rungs } = plan.value;
      const tokens = [market.payToken, market.receiveToken];
      const strange = unacknowledged(tokens, preferences.value.acknowledged);
      if (strange) return failed(strange);
      const account = profile.value.account();
      if (!account.ok) return account;
      const quotes = rungs.map(({ quote }) => quote);
      const started = await sets.start({ kind: 'ladder', quotes }, profile.value, account.value);
      if (!started.ok) return started;
      return ok({ setId: started.value.setId, ...reviewView(started.value.review) });
    },
  };
}

function assetsOf({
  pay,
  receive,
}: LimitTicketInput | LadderTicketInput): Result<
  { readonly pay: AssetId; readonly receive: AssetId },
  Failure
> {
  const [paid, wanted] = [parseAssetId(pay), parseAssetId(receive)];
  if (paid === undefined || wanted === undefined) return failed(failure('token-unknown'));
  return ok({ pay: paid, receive: wanted });
}
