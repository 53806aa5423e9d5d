import { ADA, parseAssetId } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { outputOf } from '../../market/listed-row.ts';
import type { CancelTarget, LeftOut } from '../../trading/kinds/cancel.ts';
import type { Desk } from '../../app/desk.ts';
import { orderDetail, transactionsOf } from './order-detail.ts';
import { failureView, reviewView } from '../../gate/wire.ts';
import { DONE, type MainCalls } from '../../gate/calls.ts';
import { openExplorer } from '../../gate/open-explorer.ts';

export function setCalls({ sets }: Desk): MainCalls<'orderSet'> {
  return {
    'orderSet.stop': async ({ id }) => {
      const ended = await sets.end(id);
      return ended.ok ? DONE : ended;
    },
  };
}

export function orderCalls(desk: Desk): MainCalls<'orders'> {
  const { host, approval, sets, parts } = desk;
  return {
    'orders.refresh': () => {
      const profile = host.current();
      if (profile.ok) profile.value.orders.refresh();
      return Promise.resolve(DONE);
    },
    'orders.detail': async ({ id }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const row = profile.value.orders.row(id);
      return row ? ok(await orderDetail(row, profile.value, parts.clock)) : failed(failure('order-unknown'));
    },
    'orders.cancel': async ({ ids }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const account = profile.value.account();
      if (!account.ok) return account;
      const targets: CancelTarget[] = [];
      const left: LeftOut[] = [];
      for (const id of new Set(ids)) {
        const row = profile.value.orders.row(id);
        const placed = row && outputOf(row);
        if (row?.cancellable !== true || !placed) {
          const why = row
            ? failure('order-not-cancellable', { status: row.status })
            : failure('order-unknown');
          left.push({ id, failure: why });
          continue;
        }
        targets.push({ id, serviceId: row.service?.id, placed });
      }
      if (targets.length === 0) return failed(left[0]?.failure ?? failure('nothing-to-cancel'));
      const { trading } = profile.value;
      const prepared = await trading.estimate({ kind: 'cancel', targets, account: account.value });
      if (!prepared.ok) return prepared;
      const { quotes, orders } = prepared.value;
      const [only, ...others] = quotes;
      if (!only) return failed(failure('nothing-to-cancel'));
      const shown =
        others.length > 0
          ? await sets.start({ kind: 'cancel', quotes }, profile.value, account.value)
          : await approval.present(profile.value, () => trading.examine(trading.renew(only), account.value));
      if (!shown.ok) return shown;
      const review = 'review' in shown.value ? shown.value.review : shown.value;
      return ok({
        ...reviewView(review),
        transactions: quotes.length,
        orders,
        left: [...left, ...prepared.value.left].map(({ id, failure: why }) => ({
          id,
          failure: failureView(why),
        })),
      });
    },
    'orders.openExplorer': async ({ id, hash }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const row = profile.value.orders.row(id);
      const known = row && transactionsOf(row).some((step) => step.hash === hash);
      if (known !== true) return failed(failure('order-unknown'));
      return openExplorer(profile.value, hash, parts.windows);
    },
  };
}

export function bookCalls({ host, orders }: Desk): MainCalls<'book'> {
  return {
    'book.watch': ({ token }) => {
      const profile = host.current();
      if (!profile.ok) return Promise.resolve(profile);
      const id = parseAssetId(token);
      if (id === undefined || id === ADA) return Promise.resolve(failed(failure('limit-needs-ada')));
      orders.watchBook(id, profile.value);
      return Promise.resolve(DONE);
    },
    'book.unwatch': () => {
      orders.unwatchBook();
      return Promise.resolve(DONE);
    },
  };
}

export function noticeCalls({ orders }: Desk): MainCalls<'orderNotices'> {
  return {
    'orderNotices.dismiss': ({ id }) => {
      orders.dismiss(id);
      return Promise.resolve(DONE);
    },
  };
}
