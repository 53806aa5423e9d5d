import { MOST_WINDOWS } from '#contract/dca-views.ts';
import { ADA, parseAssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { MOST_PAST_CANDLES, pastPlans, periodFor } from './past-plans.ts';
import { outputOf } from '../../market/listed-row.ts';
import type { CancelTarget } from '../../trading/kinds/cancel.ts';
import { restRule } from '../../trading/kinds/dca-plan.ts';
import type { CancelQuote } from '../../trading/kinds/quote.ts';
import { dcaDetail, hashesOf } from './dca-detail.ts';
import { dcaHistoryView, dcaPlanView } from './dca-views.ts';
import type { Desk } from '../../app/desk.ts';
import type { Profile } from '../../profile/profile.ts';
import { failureView, reviewView } from '../../gate/wire.ts';
import { DONE, type MainCalls } from '../../gate/calls.ts';
import { openExplorer } from '../../gate/open-explorer.ts';
import { unacknowledged } from '../approval/review.ts';

export function dcaCalls(desk: Desk): MainCalls<'dca'> {
  const { host, approval, preferences, parts } = desk;
  return {
    'dca.plan': async (ticket) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const [pay, receive] = [parseAssetId(ticket.pay), parseAssetId(ticket.receive)];
      if (pay === undefined || receive === undefined) return failed(failure('token-unknown'));
      const others = host.topic.value.exchanges
        .map(({ code }) => code)
        .filter((code) => !ticket.exchanges.includes(code));
      const own = profile.value.account();
      const address = own.ok ? own.value.address : undefined;
      const { trading } = profile.value;
      const plan = await trading.estimate({ kind: 'dca', ...ticket, pay, receive, others, address });
      return plan.ok ? ok(dcaPlanView(plan.value)) : plan;
    },
    'dca.history': async ({ planId }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const found = profile.value.trading.recurring(planId);
      if (!found.ok) return found;
      const { market, interval, terms, last } = found.value;
      const { side, token } = market;
      const plan = { side, interval, cycles: terms.cycles, each: terms.perCycle, last };
      const period = periodFor(plan);
      const subject = { base: token.id, quote: ADA, period };
      const now = Math.floor(parts.clock.now() / 1_000) + 1;
      const page = await profile.value.charts.history(subject, now, MOST_PAST_CANDLES);
      if (!page.ok) return page;
      const { candles } = page.value;
      return ok(dcaHistoryView(found.value, period, candles, pastPlans(plan, candles, MOST_WINDOWS)));
    },
    'dca.review': async ({ planId }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const { trading } = profile.value;
      const plan = trading.recurring(planId);
      if (!plan.ok) return plan;
      const { payToken, receiveToken } = plan.value.market;
      const strange = unacknowledged([payToken, receiveToken], preferences.value.acknowledged);
      if (strange) return failed(strange);
      const account = profile.value.account();
      if (!account.ok) return account;
      const review = await approval.present(profile.value, () => trading.examine(planId, account.value));
      return review.ok ? ok(reviewView(review.value)) : review;
    },
    'dca.refresh': () => {
      const profile = host.current();
      if (profile.ok) profile.value.plans.refresh();
      return Promise.resolve(DONE);
    },
    'dca.detail': async ({ id }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const row = profile.value.plans.row(id);
      return row ? ok(await dcaDetail(row, profile.value)) : failed(failure('order-unknown'));
    },
    'dca.cancel': async ({ id }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const account = profile.value.account();
      if (!account.ok) return account;
      const target = targetOf(id, profile.value);
      if (!target.ok) return target;
      const { trading } = profile.value;
      const prepared = await trading.estimate({
        kind: 'cancel',
        targets: [target.value],
        account: account.value,
      });
      if (!prepared.ok) return prepared;
      const { quotes, orders, left } = prepared.value;
      const [quote] = quotes;
      if (!quote) return failed(failure('nothing-to-cancel'));
      const shown = await approval.present(profile.value, () =>
        trading.examine(trading.renew(quote), account.value),
      );
      if (!shown.ok) return shown;
      return ok({
        ...reviewView(shown.value),
        transactions: 1,
        orders,
        left: left.map(({ id: one, failure: why }) => ({ id: one, failure: failureView(why) })),
        returning: heldBy(quote),
      });
    },
    'dca.openExplorer': async ({ id, hash }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const row = profile.value.plans.row(id);
      if (!row || !hashesOf(row).has(hash)) return failed(failure('order-unknown'));
      return openExplorer(profile.value, hash, parts.windows);
    },
  };
}

export function dcaNoticeCalls({ dca }: Desk): MainCalls<'dcaNotices'> {
  return {
    'dcaNotices.dismiss': ({ id }) => {
      dca.dismiss(id);
      return Promise.resolve(DONE);
    },
  };
}

/** A plan to be taken back; what it must still hold is known by the terms that were signed. */
function targetOf(id: string, { plans, trading }: Profile): Result<CancelTarget, Failure> {
  const row = plans.row(id);
  if (!row) return failed(failure('order-unknown'));
  const placed = outputOf(row);
  if (!row.cancellable || !placed) return failed(failure('order-not-cancellable', { status: row.status }));
  const trade = row.tradeId === undefined ? undefined : trading.trade(row.tradeId);
  return ok({ id, serviceId: row.service?.id, placed, ...restRule(trade) });
}

/** What the orders of a cancellation hold, ADA first. */
function heldBy({ holds }: CancelQuote) {
  return [...holds]
    .sort(([left], [right]) => Number(right === ADA) - Number(left === ADA))
    .map(([asset, quantity]) => ({ asset, quantity: String(quantity) }));
}
