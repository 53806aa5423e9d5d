import type { deskAlerts } from '#contract/alerts.ts';
import type { deskBook } from '#contract/book.ts';
import type { deskDca } from '#contract/dca.ts';
import type { deskLook } from '#contract/look.ts';
import type { deskNotices } from '#contract/notices.ts';
import type { deskOrders } from '#contract/orders.ts';
import { alertCalls, alertsTopic } from '../features/alerts/alert-calls.ts';
import { alertNotices } from '../features/alerts/alert-notices.ts';
import type { Batches } from '../features/approval/batches.ts';
import type { Reviews } from '../features/approval/review.ts';
import { bookCalls, BookFeed } from '../features/book/book-calls.ts';
import { dcaCalls, plansTopic } from '../features/dca/dca-calls.ts';
import { planNotices } from '../features/dca/plan-notices.ts';
import { followLook, lookCalls, lookTopic } from '../features/look/look-calls.ts';
import { noticeCalls, NoticeStream } from '../features/notices/notices.ts';
import { moveNotices } from '../features/orders/move-notices.ts';
import { orderCalls, OrderFeed } from '../features/orders/order-calls.ts';
import { orderNotices } from '../features/orders/order-notices.ts';
import type { Handlers } from '../gate/handlers.ts';
import type { Profile } from '../profile/profile.ts';
import type { DeskParts } from './desk-parts.ts';

type Lists = typeof deskOrders &
  typeof deskDca &
  typeof deskLook &
  typeof deskAlerts &
  typeof deskNotices &
  typeof deskBook;

/** The lists of orders, recurring orders and alerts, of this wallet and of a looked-at address, with their notices. */
export function listSide(
  desk: DeskParts,
  { reviews, batches }: { readonly reviews: Reviews; readonly batches: Batches },
) {
  const { windows, clock, profiles, preferences, locale, door } = desk;
  const orders = new OrderFeed((show) => profiles.onChange((profile) => show(profile?.orders)), locale);
  const looks = followLook(profiles);
  const lookedOrders = new OrderFeed((show) => looks((looked) => show(looked?.orders)), locale);
  const book = new BookFeed(profiles);
  const notices = new NoticeStream<Profile>(windows, locale, profiles, [
    orderNotices(desk, () => preferences.value.notify),
    planNotices(desk, () => preferences.value.notifyPlans),
    alertNotices(desk),
    moveNotices(desk, {
      underWay: (tradeId) => batches.underWay(tradeId),
      onChange: (listener) => batches.topic.follow(listener),
    }),
  ]);
  const main: Handlers<Lists> = {
    calls: {
      ...orderCalls({ profiles, reviews, door, clock, locale }),
      ...dcaCalls({ profiles, reviews, door, clock, exchanges: () => profiles.exchanges(), locale }),
      ...lookCalls(profiles),
      ...bookCalls(profiles, book),
      ...alertCalls(profiles, clock),
      ...noticeCalls(notices),
    },
    topics: {
      orders: orders.topic,
      dcaPlans: plansTopic((show) => profiles.onChange((profile) => show(profile?.plans)), locale),
      look: lookTopic(looks),
      lookedOrders: lookedOrders.topic,
      lookedPlans: plansTopic((show) => looks((looked) => show(looked?.plans)), locale),
      book: book.topic,
      alerts: alertsTopic(profiles),
      notices: notices.topic,
    },
  };
  return { main, stop: () => book.unwatch() };
}
