import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/limit-order.ts';
import { inEnglish, sentence } from '#domain/sentences/sentence.ts';
import { epochMs } from '#domain/time.ts';
import {
  NOTHING_SEEN,
  type OrderEvent,
  orderEvents,
  type OrderMemory,
  orderNotices,
  orderNoticeWords,
  wantedOrderEvents,
} from '../../../../src-main/features/orders/order-notices.ts';
import { pairOrders, rowOf } from '../../../../src-main/features/orders/merge-orders.ts';
import { type Notice, NoticeStream, NoticeWriter } from '../../../../src-main/features/notices/notices.ts';
import type { OrderRow } from '../../../../src-main/features/orders/order-row.ts';
import { ADA_TOKEN, type Token } from '#domain/token.ts';
import { spokenBy } from '../../../support/spoken-by.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { CONTEXT, limitTrade, TOKEN } from '../../../support/order-records.ts';

const [pair] = pairOrders([limitTrade()], []);
if (!pair) throw new Error('a row');
const base = rowOf(pair, CONTEXT);

/** As the chain shows it. */
const rowWith = (status: OrderStatus, id = 'order-1'): OrderRow => ({
  ...base,
  id,
  status,
  ...(status === 'filled' ? { closedBy: '22'.repeat(32) } : {}),
  ...(status === 'partly-filled' ? { fills: [FILL] } : {}),
});
const FILL = { hash: '22'.repeat(32), sold: quantity(5_000_000n), received: quantity(250_000n) };
const token = (id: string) => (id === 'ADA' ? ADA_TOKEN : TOKEN);

/** The text of a notice in English. */
const textOf = (event: OrderEvent, named: (id: string) => Token = token): string =>
  inEnglish(...orderNoticeWords.text(event, named));

/** The notices about one order on its way through states. */
function toldOf(...states: readonly OrderStatus[]): readonly string[] {
  let memory: OrderMemory = NOTHING_SEEN;
  return states.flatMap((status) => {
    const step = orderEvents([rowWith(status)], memory);
    // As it is read again after a restart.
    memory = JSON.parse(JSON.stringify(step.memory)) as OrderMemory;
    return step.events.map(({ kind }) => kind);
  });
}

describe('notices of orders', () => {
  it('report each state of an order once', () => {
    expect(toldOf('open', 'open', 'filled', 'filled')).toEqual(['filled']);
    expect(toldOf('open', 'partly-filled', 'partly-filled', 'filled')).toEqual(['partly-filled', 'filled']);
    expect(toldOf('open', 'cancelling', 'cancelled')).toEqual(['cancelled']);
  });

  it('do not report a state again that a rollback undid', () => {
    expect(toldOf('open', 'filled', 'open', 'filled')).toEqual(['filled']);
    expect(toldOf('open', 'filled', 'open', 'cancelled')).toEqual(['filled', 'cancelled']);
  });

  it('do not report the past of a wallet that is new here', () => {
    expect(toldOf('filled', 'filled')).toEqual([]);
    expect(toldOf('cancelled')).toEqual([]);
  });

  it('catch up with what happened while nobody looked', () => {
    const seen = orderEvents([rowWith('open')], NOTHING_SEEN).memory;
    expect(orderEvents([rowWith('filled')], seen).events.map(({ kind }) => kind)).toEqual(['filled']);
  });

  it('tell once that the market left an order that it was near, and never of one that was placed far off', () => {
    const told = (...distances: readonly (number | undefined)[]): readonly (number | undefined)[] => {
      let memory: OrderMemory = NOTHING_SEEN;
      return distances.filter((distance) => {
        const step = orderEvents([{ ...rowWith('open'), distance }], memory);
        memory = JSON.parse(JSON.stringify(step.memory)) as OrderMemory;
        return step.events.some(({ kind }) => kind === 'drifted');
      });
    };
    expect(told(0.4, 0.6, 0.3)).toEqual([]);
    expect(told(0.05, 0.2, undefined, 0.3, 0.35, 0.05, 0.4)).toEqual([0.3]);
    expect(told(0.4, 0.09, 0.26)).toEqual([0.26]);
    expect(told(0.05, 0.2, 0.24)).toEqual([]);
    const seen = orderEvents([{ ...rowWith('open'), distance: 0.01 }], NOTHING_SEEN).memory;
    expect(orderEvents([{ ...rowWith('cancelled'), distance: undefined }], seen).memory.near).toEqual([]);
    expect(textOf({ kind: 'drifted', row: { ...base, distance: 0.274 } })).toMatch(
      /^It sells .* ADA\. The market must move 27\.4 % to reach its price\.$/,
    );
  });

  it('never report a state of an order twice, whatever it goes through', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ORDER_STATUSES), { maxLength: 40 }), (states) => {
        const told = toldOf(...states);
        expect(new Set(told).size).toBe(told.length);
      }),
    );
  });

  it('are one each up to three, and one for all beyond', () => {
    const events = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        kind: 'filled' as const,
        row: rowWith('filled', `o${at}`),
      }));
    let ids = 0;
    const writer = (): NoticeWriter<OrderEvent> => new NoticeWriter(orderNoticeWords, () => `n${(ids += 1)}`);
    const at = epochMs(1_000_000);
    expect(
      writer()
        .write(events(3), token, at)
        .map(({ kind }) => kind),
    ).toEqual(['filled', 'filled', 'filled']);
    const [several, ...others] = writer().write(events(4), token, at);
    expect([several?.kind, several?.rows, others]).toEqual(['several', ['o0', 'o1', 'o2', 'o3'], []]);
    expect(inEnglish(...(several?.text ?? []))).toBe('4 filled.');
    // Those that come one by one within a minute are grouped too.
    const slow = writer();
    for (const event of events(3)) slow.write([event], token, at);
    expect(slow.write(events(2), token, epochMs(at + 1_000)).map(({ kind }) => kind)).toEqual(['several']);
    expect(slow.write(events(1), token, epochMs(at + 120_000)).map(({ kind }) => kind)).toEqual(['filled']);
  });

  it('wait for the chain where the service alone says that an order was filled', () => {
    const claimed = { ...rowWith('filled'), closedBy: undefined };
    const seen = orderEvents([rowWith('open')], NOTHING_SEEN).memory;
    const waiting = orderEvents([claimed], seen);
    expect(waiting.events).toEqual([]);
    expect(orderEvents([rowWith('filled')], waiting.memory).events.map(({ kind }) => kind)).toEqual([
      'filled',
    ]);
    const partly = { ...rowWith('partly-filled'), fills: [] };
    expect(orderEvents([partly], seen).events).toEqual([]);
    // No other source knows of orders of other programs.
    const external = { ...claimed, source: 'external' } as const;
    expect(orderEvents([external], seen).events.map(({ kind }) => kind)).toEqual(['filled']);
  });

  describe('say what was sold, what it brought, and how that compares', () => {
    const filled: OrderRow = { ...rowWith('filled'), received: quantity(1_000_500n), sold: 20_000_000n };
    const part = { sold: 5_000_000n, received: quantity(250_000n) };
    const other: Token = { ...TOKEN, decimals: 0, decimalsSource: 'unknown' };
    it.each<[string, OrderEvent, string]>([
      [
        'a limit order',
        { kind: 'filled', row: filled },
        'Sold 20 ADA, got 1,000.5 TOK. Average 0.01999 ADA per TOK, 0.05 % better than the limit.',
      ],
      [
        'a limit order at its price',
        { kind: 'filled', row: { ...filled, received: 1_000_000n } },
        'Sold 20 ADA, got 1,000 TOK. Average 0.02 ADA per TOK, at the limit.',
      ],
      [
        'a swap',
        { kind: 'filled', row: { ...filled, kind: 'swap', promised: 1_010_000n } },
        'Sold 20 ADA, got 1,000.5 TOK. Average 0.01999 ADA per TOK, 0.94 % worse than quoted.',
      ],
      [
        'a swap that came out as quoted',
        { kind: 'filled', row: { ...filled, kind: 'swap', promised: 1_000_500n } },
        'Sold 20 ADA, got 1,000.5 TOK. Average 0.01999 ADA per TOK, as quoted.',
      ],
      [
        'a part, which is compared with its share of the promise',
        { kind: 'partly-filled', row: { ...rowWith('partly-filled'), ...part } },
        'Sold 5 ADA of 20 ADA so far, got 250 TOK. Average 0.02 ADA per TOK, at the limit.',
      ],
      [
        'a cancelled order with a part filled',
        { kind: 'cancelled', row: { ...rowWith('cancelled'), ...part, received: 260_000n } },
        'Sold 5 ADA of 20 ADA, got 260 TOK. Average 0.0192308 ADA per TOK, 4.00 % better than the limit.',
      ],
      [
        'a cancelled order',
        { kind: 'cancelled', row: { ...rowWith('cancelled'), received: 0n } },
        'It would have sold 20 ADA.',
      ],
      [
        'an order of another program, of which the service alone tells',
        { kind: 'filled', row: { ...filled, source: 'external' } },
        'Sold 20 ADA, got 1,000.5 TOK.',
      ],
    ])('%s', (_what, event, text) => {
      expect(textOf(event)).toBe(text);
    });

    it('gives no price in units that nobody knows', () => {
      expect(textOf({ kind: 'filled', row: filled }, (id) => (id === 'ADA' ? ADA_TOKEN : other))).toBe(
        'Sold 20 ADA, got 1,000,500 base units of TOK.',
      );
    });
  });

  it('leave out what the user does not want to hear of', () => {
    const wishes = { filled: false, partlyFilled: true, cancelled: true, drifted: true };
    const row = rowWith('open');
    const events = (['filled', 'partly-filled', 'cancelled', 'closed'] as const).map((kind) => ({
      kind,
      row,
    }));
    expect(wantedOrderEvents(events, wishes).map(({ kind }) => kind)).toEqual([
      'partly-filled',
      'cancelled',
      'closed',
    ]);
    const moves = { kind: 'cancelled', row: { ...row, moves: true } } as const;
    expect(wantedOrderEvents([moves], wishes)).toEqual([]);
  });
});

describe('what was reported', () => {
  // As earlier versions stored it: the one order was seen waiting, the other was reported filled.
  const stored = {
    live: { 'order-1': 'open', 'order-2': 'open' },
    told: { 'order-2': ['filled'] },
  };

  /** A start of the application on what is stored: the notices of these rows. */
  function started(kept: Map<string, unknown>, rows: readonly OrderRow[]): readonly Notice[] {
    const source = orderNotices(
      {
        clock: new ManualClock(),
        random: { bytes: (count) => new Uint8Array(count) },
        settings: {
          get: (key) => kept.get(key),
          set: (key, value) => kept.set(key, structuredClone(value)),
        },
      },
      () => ({ filled: true, partlyFilled: true, cancelled: true, drifted: true }),
    );
    const published: Notice[] = [];
    const end = source.follow(
      {
        name: 'practice',
        catalogue: { shown: token },
        orders: {
          onChange: (listener) => {
            listener({ rows, gone: [] });
            return () => undefined;
          },
        },
      },
      (notice) => published.push(notice),
    );
    end();
    return published;
  }

  it('is not reported again after a restart, from records of earlier versions either', () => {
    const kept = new Map<string, unknown>([['order-notices.practice', stored]]);
    const rows = [rowWith('filled', 'order-1'), rowWith('filled', 'order-2')];
    expect(started(kept, rows)).toMatchObject([{ about: 'orders', kind: 'filled', rows: ['order-1'] }]);
    expect(kept.get('order-notices.practice')).toEqual({
      live: {},
      told: { 'order-1': ['filled'], 'order-2': ['filled'] },
      near: [],
    });
    expect(started(kept, rows)).toEqual([]);
  });
});

describe('the list of notices', () => {
  const notice = (about: 'orders' | 'plans', id: string, rows: readonly string[] = [id]): Notice => {
    const text = Array.from({ length: 9 }, () => sentence('late/unknown'));
    const made = { id, rows, title: sentence('order/filled'), text, at: epochMs(1) };
    return about === 'orders' ? { ...made, about, kind: 'filled' } : { ...made, about, kind: 'cycle' };
  };

  function stream(canNotify = true, locale = spokenBy('en')) {
    let open: (profile: object | undefined) => void = () => undefined;
    const sources = new Map<Notice['about'], (notice: Notice) => void>();
    const clicks: (() => void)[] = [];
    const notified: string[] = [];
    const notices = new NoticeStream(
      canNotify
        ? {
            notify: (shown, clicked) => {
              notified.push(shown.title);
              clicks.push(clicked);
            },
          }
        : {},
      locale,
      {
        current: () => expect.unreachable(),
        onChange: (listener) => (open = listener),
        onConnected: () => undefined,
      },
      (['orders', 'plans'] as const).map((about) => ({
        follow: (_: object, publish: (notice: Notice) => void) => {
          sources.set(about, publish);
          return () => sources.delete(about);
        },
      })),
    );
    open({});
    const publish = (made: Notice): void => sources.get(made.about)?.(made);
    const ids = (): readonly string[] => notices.topic.value.list.map(({ id }) => id);
    return { notices, publish, ids, clicks, notified, sources, open: (profile?: object) => open(profile) };
  }

  it('is in the windows’ language, earlier notices and desktop notifications included', () => {
    const locale = spokenBy('de');
    const { notices, publish, notified } = stream(true, locale);
    publish(notice('orders', 'a'));
    const shown = () => notices.topic.value.list[0];
    expect(shown()?.title).toBe('Order ausgeführt');
    expect(shown()?.text).toMatch(/^Er ist fällig und wurde noch nicht ausgeführt\./);
    expect(notified).toEqual(['Order ausgeführt']);
    locale.speak('en');
    expect(shown()?.title).toBe('Order filled');
  });

  it('is one of orders and plans, newest first, without those that were dismissed', () => {
    const { notices, publish, ids } = stream();
    publish(notice('orders', 'a'));
    publish(notice('plans', 'b'));
    publish(notice('orders', 'c'));
    expect(ids()).toEqual(['c', 'b', 'a']);
    expect(notices.topic.value.list[1]).toMatchObject({ about: 'plans', kind: 'cycle', rows: ['b'] });
    expect(notices.topic.value.list[1]?.text).toHaveLength(300);
    notices.dismiss('b');
    expect(ids()).toEqual(['c', 'a']);
  });

  it('keeps a hundred of orders and a hundred of plans', () => {
    const { publish, ids } = stream();
    publish(notice('plans', 'plan'));
    for (let number = 1; number <= 101; number += 1) publish(notice('orders', `o${number}`));
    expect(ids()).toHaveLength(101);
    expect([ids()[0], ids()[99], ids()[100]]).toEqual(['o101', 'o2', 'plan']);
  });

  it('says where a clicked desktop notification leads, each click once', () => {
    const { notices, publish, clicks } = stream();
    expect(notices.topic.value).toMatchObject({ opened: { times: 0 }, byPage: false });
    publish(notice('orders', 'a', ['row']));
    publish(notice('plans', 'b', ['one', 'two']));
    clicks[0]?.();
    expect(notices.topic.value.opened).toEqual({ times: 1, last: { about: 'orders', row: 'row' } });
    clicks[1]?.();
    expect(notices.topic.value.opened).toEqual({ times: 2, last: { about: 'plans' } });
  });

  it('leaves desktop notifications to the page where the shell has none', () => {
    const { notices, publish } = stream(false);
    publish(notice('orders', 'a'));
    expect(notices.topic.value.byPage).toBe(true);
  });

  it('starts empty with each profile, and follows a closed one no longer', () => {
    const { publish, ids, sources, open } = stream();
    publish(notice('orders', 'a'));
    open({});
    expect(ids()).toEqual([]);
    publish(notice('plans', 'b'));
    expect(ids()).toEqual(['b']);
    open();
    expect([ids(), sources.size]).toEqual([[], 0]);
  });
});
