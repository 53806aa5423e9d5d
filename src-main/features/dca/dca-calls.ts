import { MOST_WINDOWS, type DcaPlansView } from '#contract/dca.ts';
import { ADA } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import {
  DONE,
  withProfile,
  type MainCalls,
  type OpenProfile,
  type ProfileMode,
} from '../../gate/handlers.ts';
import { openExplorer, type PageDoor } from '../../gate/outside.ts';
import type { Locale } from '../../gate/locale.ts';
import { Topic } from '../../gate/topic.ts';
import { amountView, failureView, readSale, type ExchangeName } from '../../gate/wire.ts';
import type { NetworkName } from '#domain/network.ts';
import { sayIn } from '#domain/sentences/sentence.ts';
import type { Language } from '#domain/words/catalogue.ts';
import type { PastCandles } from '../../market/candles.ts';
import { type HistoryProfile, outputOf } from '../../market/listed-rows.ts';
import type { Clock } from '../../ports/system.ts';
import type { CancelTarget } from '../../trading/kinds/cancel.ts';
import { restRule } from '../../trading/kinds/dca-plan.ts';
import type { CancelQuote } from '../../trading/kinds/quote.ts';
import type { Trading } from '../../trading/trading.ts';
import type { ReviewProfile, Reviews } from '../approval/review.ts';
import { dcaDetail, dcaHistoryView, dcaPlanView, dcaRowView, hashesOf } from './dca-views.ts';
import { MOST_PAST_CANDLES, pastPlans, periodFor } from './past-plans.ts';
import type { PlanBoard } from './plan-board.ts';

export interface DcaProfile extends ReviewProfile, HistoryProfile {
  readonly mode: ProfileMode;
  readonly network: NetworkName;
  readonly trading: Trading;
  readonly plans: PlanBoard;
  /** The address that is looked at. */
  readonly look: { readonly current: { readonly plans: PlanBoard } | undefined };
  readonly charts: PastCandles;
}

export interface DcaParts {
  readonly profiles: OpenProfile<DcaProfile>;
  readonly reviews: Reviews;
  readonly door: PageDoor;
  readonly clock: Clock;
  /** The exchanges that are known by name or from answers. */
  readonly exchanges: () => readonly ExchangeName[];
  readonly locale: Locale;
}

export function dcaCalls({ profiles, reviews, door, clock, exchanges, locale }: DcaParts): MainCalls<'dca'> {
  const handler = withProfile(profiles);
  return {
    'dca.plan': handler(async (ticket, profile) => {
      const sale = readSale(ticket);
      if (!sale.ok) return sale;
      const others = exchanges()
        .map(({ code }) => code)
        .filter((code) => !ticket.exchanges.includes(code));
      const own = profile.account();
      const address = own.ok ? own.value.address : undefined;
      const plan = await profile.trading.estimators.recurring.plan({
        ...ticket,
        ...sale.value,
        others,
        address,
      });
      return plan.ok ? ok(dcaPlanView(plan.value, locale.language)) : plan;
    }),
    'dca.history': handler(async ({ planId }, { trading, charts }) => {
      const found = trading.estimators.recurring.planned(planId);
      if (!found.ok) return found;
      const { market, interval, quote, last } = found.value;
      const { side, token } = market;
      const plan = { side, interval, cycles: quote.task.cycles, each: quote.task.amountPerCycle, last };
      const period = periodFor(plan);
      const subject = { base: token.id, quote: ADA, period };
      const now = Math.floor(clock.now() / 1_000) + 1;
      const page = await charts.history(subject, now, MOST_PAST_CANDLES);
      if (!page.ok) return page;
      const { candles } = page.value;
      const past = pastPlans(plan, candles, MOST_WINDOWS);
      return ok(dcaHistoryView(found.value, period, candles, past, sayIn(locale.language)));
    }),
    'dca.review': handler(async ({ planId }, profile) => {
      const plan = profile.trading.estimators.recurring.planned(planId);
      if (!plan.ok) return plan;
      const { payToken, receiveToken } = plan.value.market;
      return reviews.trade(planId, [payToken, receiveToken], profile);
    }),
    'dca.refresh': () => {
      const profile = profiles.current();
      if (profile.ok) profile.value.plans.refreshAll();
      return Promise.resolve(DONE);
    },
    'dca.detail': handler(async ({ id }, profile) => {
      const row = profile.plans.row(id);
      return row ? ok(await dcaDetail(row, profile, locale.language)) : failed(failure('order-unknown'));
    }),
    'dca.lookedDetail': handler(async ({ id }, profile) => {
      const row = profile.look.current?.plans.row(id);
      return row ? ok(await dcaDetail(row, profile, locale.language)) : failed(failure('order-unknown'));
    }),
    'dca.cancel': handler(async ({ id }, profile) => {
      const shown = await reviews.cancellation(() => {
        const target = targetOf(id, profile);
        return target.ok ? ok({ targets: [target.value], left: [] }) : target;
      }, profile);
      if (!shown.ok) return shown;
      const { prepared, quotes } = shown.value;
      return ok({ ...prepared, returning: quotes.flatMap(heldBy) });
    }),
    'dca.openExplorer': handler(async ({ id, hash }, profile) => {
      const row = profile.plans.row(id);
      if (!row || !hashesOf(row).has(hash)) return failed(failure('order-unknown'));
      return openExplorer(profile, hash, door);
    }),
  };
}

/** A plan to be cancelled; what it must still hold is known from the terms that were signed. */
function targetOf(id: string, { plans, trading }: DcaProfile): Result<CancelTarget, Failure> {
  const row = plans.row(id);
  if (!row) return failed(failure('order-unknown'));
  const placed = outputOf(row);
  if (!row.cancellable || !placed) return failed(failure('order-not-cancellable', { status: row.status }));
  const trade = row.tradeId === undefined ? undefined : trading.trade(row.tradeId);
  return ok({ id, serviceId: row.service?.id, placed, ...restRule(trade) });
}

/** The assets held by the orders of a cancellation, ADA first. */
function heldBy({ task }: CancelQuote) {
  return [...task.holds]
    .sort(([left], [right]) => Number(right === ADA) - Number(left === ADA))
    .map(([asset, quantity]) => amountView(asset, quantity));
}

/** Ended plans beyond this number are not shown; the journal keeps them. */
const MOST_PLANS = 500;

/** The recurring orders of a board; `watch` calls back with it, now and whenever it is another one. */
export function plansTopic(
  watch: (show: (board: PlanBoard | undefined) => void) => void,
  locale: Locale,
): Topic<DcaPlansView> {
  const topic = new Topic<DcaPlansView>({ plans: [] }, 100);
  let end: () => void = () => undefined;
  let shown: PlanBoard | undefined;
  const show = (): void => topic.set(shown ? plansView(shown, locale.language) : { plans: [] });
  watch((board) => {
    end();
    end = board?.onChange(show) ?? (() => undefined);
    shown = board;
    show();
  });
  locale.onChange(show);
  return topic;
}

function plansView({ rows, at, failure: trouble }: PlanBoard, language: Language): DcaPlansView {
  return {
    plans: rows.slice(0, MOST_PLANS).map((row) => dcaRowView(row, language)),
    ...(at === undefined ? {} : { at }),
    ...(trouble === undefined ? {} : { failure: failureView(trouble) }),
  };
}
