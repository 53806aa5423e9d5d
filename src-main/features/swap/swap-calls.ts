import { parseAssetId } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { mostPayable } from '../wallet/balance.ts';
import type { Desk } from '../../app/desk.ts';
import { quoteView, reviewView } from '../../gate/wire.ts';
import { DONE, type MainCalls } from '../../gate/calls.ts';
import { unacknowledged } from '../approval/review.ts';

export function swapCalls(desk: Desk): MainCalls<'swap'> {
  const { host, feeds, approval } = desk;
  return {
    'swap.quote': async ({ pay, receive, ...request }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const [paid, wanted] = [parseAssetId(pay), parseAssetId(receive)];
      if (paid === undefined || wanted === undefined) return failed(failure('token-unknown'));
      const quote = await profile.value.trading.estimate({
        kind: 'swap',
        ...request,
        pay: paid,
        receive: wanted,
      });
      if (!quote.ok) return quote;
      host.learn(quote.value.estimate.routes.map(({ exchange }) => exchange));
      return ok(quoteView(quote.value));
    },
    'swap.review': async ({ quoteId }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const quote = profile.value.trading.freshQuote(quoteId);
      if (!quote.ok) return quote;
      const strange = unacknowledged(quote.value.tokens, desk.preferences.value.acknowledged);
      if (strange) return failed(strange);
      const account = profile.value.account();
      if (!account.ok) return account;
      const { trading } = profile.value;
      const review = await approval.present(profile.value, () => trading.examine(quoteId, account.value));
      return review.ok ? ok(reviewView(review.value)) : review;
    },
    'swap.discard': async ({ tradeId }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      if (await approval.leaveTrade(tradeId)) return DONE;
      const discarded = await profile.value.trading.discard(tradeId);
      return discarded.ok ? DONE : discarded;
    },
    'swap.resubmit': async ({ tradeId }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const resumed = await profile.value.trading.resubmit(tradeId);
      return resumed.ok ? DONE : resumed;
    },
    'swap.max': ({ pay }) => {
      const asset = parseAssetId(pay);
      if (asset === undefined) return Promise.resolve(failed(failure('token-unknown')));
      return Promise.resolve(ok({ quantity: String(mostPayable(feeds.total, asset)) }));
    },
  };
}
