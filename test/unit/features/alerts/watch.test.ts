import { describe, expect, it, onTestFinished } from 'vitest';
import type { AlertCondition, AlertRepeat } from '#domain/alert.ts';
import { PERIOD_SECONDS } from '#domain/candle.ts';
import type { AssetId } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { inEnglish } from '#domain/sentences/sentence.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { AlertBook } from '../../../../src-main/features/alerts/alert-book.ts';
import { alertNotices } from '../../../../src-main/features/alerts/alert-notices.ts';
import { AlertWatch } from '../../../../src-main/features/alerts/alert-watch.ts';
import { LiveCharts } from '../../../../src-main/features/charts/live-charts.ts';
import type { Notice } from '../../../../src-main/features/notices/notices.ts';
import { Attention } from '../../../../src-main/market/attention.ts';
import { Polling } from '../../../../src-main/market/polling.ts';
import { plainToken } from '../../../../src-main/market/token-catalogue.ts';
import { StorageError } from '../../../../src-main/ports/storage-trouble.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryCandleCache, ScriptedCharts, type ScriptedTrade } from '../../../support/scripted-charts.ts';

const TOKEN = 'b'.repeat(56) as AssetId;
const HOUR = 60 * MINUTE_MS;

function missing(): never {
  throw new Error('there is no alert');
}

function world() {
  const clock = new ManualClock(Date.UTC(2026, 10, 21, 8));
  const began = clock.now();
  const trades: ScriptedTrade[] = [];
  const charts = new ScriptedCharts(clock, trades, [0]);
  const kept = new Map<string, unknown>();
  const log: string[] = [];
  const disk = { full: false };
  const settings = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: unknown) => {
      if (disk.full) throw new StorageError(failure('storage-full', { file: 'settings' }));
      kept.set(key, JSON.parse(JSON.stringify(value)));
      log.push('saved');
    },
  };
  /** The service's price of the token: it decides whether candles are turned round. */
  const service = { price: 0.5 as number | undefined };
  /** The spread of the book, as a share of its middle. */
  const market = { spread: 0.01 as number | undefined, trouble: false, asked: 0 };
  let ids = 0;

  /** A start of the application on what is kept. */
  function start() {
    const attention = new Attention(clock);
    const polling = new Polling(clock, attention);
    const past = new LiveCharts({
      charts,
      service: {
        averagePrice: () =>
          Promise.resolve(
            service.price === undefined
              ? failed(failure('service-timeout', { seconds: 1 }))
              : ok(service.price),
          ),
      },
      cache: new MemoryCandleCache(),
      clock,
      polling,
    });
    const book = new AlertBook(settings, 'practice', () => `a${(ids += 1)}`);
    const catalogue = {
      knows: () => true,
      get: () => Promise.resolve(ok(plainToken(TOKEN))),
      shown: () => ({ ...plainToken(TOKEN), ticker: 'AMBER' }),
    };
    const spread = () => {
      market.asked += 1;
      return Promise.resolve(
        market.trouble ? failed(failure('service-timeout', { seconds: 1 })) : ok(market.spread),
      );
    };
    const watch = new AlertWatch({ book, past, catalogue, clock, polling, spread });
    const told: (Omit<Notice, 'title' | 'text'> & Record<'title' | 'text', string>)[] = [];
    alertNotices({ clock, random: { bytes: (count) => new Uint8Array(count) } }).follow(
      { name: 'practice', catalogue, alertWatch: watch },
      (notice) => {
        log.push('told');
        told.push({ ...notice, title: inEnglish(notice.title), text: inEnglish(...notice.text) });
      },
    );
    const stop = async (): Promise<void> => {
      past.stop();
      await watch.stop();
      attention.stop();
      await polling.stop();
    };
    onTestFinished(stop);
    const watchFor = (condition: AlertCondition, repeat: AlertRepeat = 'once') =>
      book.add({ token: TOKEN, condition, repeat, madeAt: clock.now() });
    const add = (price: string, repeat?: AlertRepeat) => watchFor({ kind: 'price', price }, repeat);
    return {
      attention,
      polling,
      book,
      watch,
      told,
      add,
      watchFor,
      stop,
      texts: () => told.map(({ text }) => text),
    };
  }

  const trade = (price: number, volume = 1): void =>
    void trades.push({ at: clock.now() - began, price, volume });
  /** Trades at a price, and lets so much time pass. */
  const traded = async (price: number, ms = MINUTE_MS, volume = 1): Promise<void> => {
    trade(price, volume);
    await clock.advance(ms);
  };
  return { clock, charts, trades, kept, log, disk, service, market, start, trade, traded };
}

describe('the watch of prices', () => {
  it('tells once of a price that is crossed after the alert was made, and of nothing before', async () => {
    const { start, traded, kept, log } = world();
    await traded(0.6);
    await traded(0.4);
    const { add, book, told, texts } = start();
    add('0.5');
    await traded(0.45);
    expect(told).toEqual([]);
    log.length = 0;
    await traded(0.512_345_678);
    expect(texts()).toEqual(['AMBER rose above 0.5 ADA. Now 0.512346 ADA.']);
    expect(told).toMatchObject([{ about: 'alerts', kind: 'crossed', rows: ['a1'], title: 'Alert' }]);
    // A crash between the two loses what is shown, and never repeats it.
    expect(log.slice(0, 2)).toEqual(['saved', 'told']);
    expect(book.list).toMatchObject([{ state: 'done', times: 1 }]);
    expect(kept.get('alerts.practice')).toMatchObject([{ state: 'done', times: 1 }]);
    await traded(0.4);
    await traded(0.6);
    expect(told).toHaveLength(1);
  });

  it('continues while the window is hidden and the user is away', async () => {
    const { start, traded } = world();
    const { add, attention, texts } = start();
    await traded(0.6);
    add('0.5');
    await traded(0.6);
    attention.show(false);
    await traded(0.6, 30 * MINUTE_MS);
    await traded(0.4, 3 * MINUTE_MS);
    expect(texts()).toEqual(['AMBER fell below 0.5 ADA. Now 0.4 ADA.']);
  });

  it('tells after a restart what was missed, once, with the time at which it was', async () => {
    const { start, traded, clock } = world();
    const first = start();
    await traded(0.4);
    first.add('0.5');
    await clock.advance(MINUTE_MS);
    await first.stop();
    await traded(0.6);
    await traded(0.55, 2 * HOUR);
    const second = start();
    await clock.advance(MINUTE_MS);
    expect(second.texts()).toEqual(['AMBER rose above 0.5 ADA around 2026-11-21 08:02 UTC. Now 0.55 ADA.']);
    expect(second.told).toMatchObject([{ kind: 'missed', title: 'Alert, missed' }]);
    await second.stop();
    const third = start();
    await traded(0.7);
    expect(third.told).toEqual([]);
  });

  it.each([1, 20, 150, 400])('catches up on %i days in a few requests of 1,000 candles', async (days) => {
    const { start, traded, clock, charts } = world();
    const first = start();
    await traded(0.4);
    first.add('0.5', 'each');
    await clock.advance(MINUTE_MS);
    await first.stop();
    await traded(0.6, 10 * MINUTE_MS);
    await traded(0.4, days * 24 * HOUR - 20 * MINUTE_MS);
    await traded(0.6, 2 * MINUTE_MS);
    await traded(0.4, 2 * MINUTE_MS);
    await traded(0.45, 2 * MINUTE_MS);
    charts.asked.length = 0;
    const second = start();
    await clock.advance(MINUTE_MS);
    expect(second.told).toHaveLength(1);
    expect(second.texts()[0]).toMatch(
      /^AMBER fell below 0.5 ADA\. Now 0.45 ADA\. It crossed this price \d times\.$/,
    );
    // One to compare what is kept, and at most three parts.
    expect(charts.asked.length).toBeLessThanOrEqual(4);
    for (const { period, from, to } of charts.asked)
      expect((to - from) / PERIOD_SECONDS[period]).toBeLessThanOrEqual(1_001);
    await second.stop();
    const third = start();
    await clock.advance(5 * MINUTE_MS);
    expect(third.told).toEqual([]);
  });

  it('starts at the newest price, however long ago that was', async () => {
    const { start, traded, clock } = world();
    await traded(0.4, 30 * 24 * HOUR);
    const { add, texts } = start();
    add('0.5');
    await clock.advance(2 * MINUTE_MS);
    await traded(0.6);
    expect(texts()).toEqual(['AMBER rose above 0.5 ADA. Now 0.6 ADA.']);
  });

  it('starts again where it is watched again or moved, and never at what was', async () => {
    const { start, traded, clock } = world();
    const { add, book, told } = start();
    await traded(0.4);
    add('0.5');
    await clock.advance(MINUTE_MS);
    book.setPaused('a1', true);
    await traded(0.6);
    expect(told).toEqual([]);
    book.setPaused('a1', false);
    await traded(0.6);
    expect(told).toEqual([]);
    book.move('a1', '0.7');
    await traded(0.65);
    expect(told).toEqual([]);
    await traded(0.75);
    expect(told).toHaveLength(1);
  });

  it('repeats nothing where the clock is set back', async () => {
    const { start, traded, clock } = world();
    const { add, told } = start();
    await traded(0.4);
    add('0.5', 'each');
    await clock.advance(MINUTE_MS);
    await traded(0.6);
    await traded(0.4);
    const before = told.length;
    expect(before).toBe(2);
    clock.jump(-3 * MINUTE_MS);
    await clock.advance(2 * MINUTE_MS);
    expect(told).toHaveLength(before);
  });

  it('is paused where a price swings around it, and says so', async () => {
    const { start, traded, clock } = world();
    const { add, book, told, texts } = start();
    await traded(0.4);
    add('0.5', 'each');
    await clock.advance(MINUTE_MS);
    for (let minute = 0; minute < 120; minute += 1) await traded(minute % 2 === 0 ? 0.6 : 0.4);
    expect(told).toHaveLength(10);
    expect(texts().at(-1)).toMatch(/That was 10 times within an hour, so the alert is paused\.$/);
    expect(book.list).toMatchObject([{ state: 'too-often' }]);
    book.setPaused('a1', false);
    await clock.advance(2 * MINUTE_MS);
    await traded(0.6);
    expect(told).toHaveLength(11);
  });

  it('goes off at most once in a candle of the period that was chosen', async () => {
    const { start, traded, clock } = world();
    const { add, told } = start();
    await traded(0.4);
    add('0.5', '1hour');
    await clock.advance(MINUTE_MS);
    for (let minute = 0; minute < 150; minute += 1) await traded(minute % 2 === 0 ? 0.6 : 0.4);
    // The script began at eight: those of eight, nine and ten.
    expect(told).toHaveLength(3);
  });

  it('concludes nothing from prices whose direction is not known, or turned out to be another', async () => {
    const { start, traded, service } = world();
    // This service gives the price the other way round.
    service.price = undefined;
    const first = start();
    await traded(1 / 0.4);
    first.add('1.5', 'each');
    await traded(1 / 0.4);
    service.price = 0.4;
    await traded(1 / 0.4);
    expect(first.told).toEqual([]);
    await first.stop();
    service.price = undefined;
    const second = start();
    await traded(1 / 0.4);
    await traded(1 / 2);
    expect(second.told).toEqual([]);
    service.price = 2;
    await traded(1 / 2);
    expect(second.texts()).toEqual(['AMBER rose above 1.5 ADA. Now 2 ADA.']);
  });

  it('tells of a move within a time, up or down, once it is made', async () => {
    const { start, traded, clock } = world();
    await traded(0.5, 30 * MINUTE_MS);
    const { watchFor, texts, book } = start();
    watchFor({ kind: 'move', bps: 500, within: '1hour' }, 'each');
    await clock.advance(31 * MINUTE_MS);
    // Two steps of three percent each, an hour apart, are no move of five within one.
    await traded(0.515, 61 * MINUTE_MS);
    await traded(0.53, 61 * MINUTE_MS);
    expect(texts()).toEqual([]);
    await traded(0.5, 5 * MINUTE_MS);
    expect(texts()).toEqual(['AMBER fell by 5.7 % within 1 hour. Now 0.5 ADA.']);
    // As long as the move lasts, it is the same one.
    await traded(0.49, 5 * MINUTE_MS);
    expect(texts()).toHaveLength(1);
    await traded(0.49, 61 * MINUTE_MS);
    await traded(0.52, 5 * MINUTE_MS);
    expect(texts().at(-1)).toBe('AMBER rose by 6.1 % within 1 hour. Now 0.52 ADA.');
    expect(book.list).toMatchObject([{ times: 2, state: 'on' }]);
  });

  it('does not tell of a move that came before it was asked for', async () => {
    const { start, traded, clock } = world();
    await traded(0.4, 10 * MINUTE_MS);
    await traded(0.5, 5 * MINUTE_MS);
    const { watchFor, told } = start();
    watchFor({ kind: 'move', bps: 500, within: '1hour' });
    await clock.advance(5 * MINUTE_MS);
    await traded(0.501, 5 * MINUTE_MS);
    expect(told).toEqual([]);
    await clock.advance(60 * MINUTE_MS);
    await traded(0.55, 5 * MINUTE_MS);
    expect(told).toHaveLength(1);
  });

  it('tells of a move that was missed, by its minutes', async () => {
    const { start, traded, clock } = world();
    await traded(0.5, 30 * MINUTE_MS);
    const first = start();
    first.watchFor({ kind: 'move', bps: 500, within: '15min' });
    await clock.advance(30 * MINUTE_MS);
    await first.stop();
    await traded(0.54, 3 * HOUR);
    const second = start();
    await clock.advance(MINUTE_MS);
    expect(second.texts()).toEqual([
      'AMBER rose by 8.0 % within 15 minutes around 2026-11-21 09:00 UTC. Now 0.54 ADA.',
    ]);
    await second.stop();
    const third = start();
    await clock.advance(5 * MINUTE_MS);
    expect(third.told).toEqual([]);
  });

  it('tells of a volume that is exceeded within a time, once for each busy time', async () => {
    const { start, traded, clock } = world();
    await traded(0.5, 5 * MINUTE_MS, 900);
    const { watchFor, texts, book } = start();
    watchFor({ kind: 'volume', lovelace: '1000000000', within: '15min' }, 'each');
    await clock.advance(2 * MINUTE_MS);
    await traded(0.5, 2 * MINUTE_MS, 50);
    expect(texts()).toEqual([]);
    await traded(0.5, 2 * MINUTE_MS, 60.9);
    expect(texts()).toEqual(['AMBER traded 1,010 ADA within 15 minutes. Now 0.5 ADA.']);
    await traded(0.5, 2 * MINUTE_MS, 500);
    expect(texts()).toHaveLength(1);
    // Trades older than the time no longer count, and a single minute can be a busy time of its own.
    await clock.advance(30 * MINUTE_MS);
    await traded(0.4, 2 * MINUTE_MS, 999);
    expect(texts()).toHaveLength(1);
    await clock.advance(30 * MINUTE_MS);
    await traded(0.4, 2 * MINUTE_MS, 2_000);
    expect(texts().at(-1)).toBe('AMBER traded 2,000 ADA within 15 minutes. Now 0.4 ADA.');
    expect(book.list).toMatchObject([{ times: 2, state: 'on' }]);
  });

  it('does not tell of a volume that traded before it was asked for', async () => {
    const { start, traded, clock } = world();
    await traded(0.5, 2 * MINUTE_MS, 5_000);
    const { watchFor, told } = start();
    watchFor({ kind: 'volume', lovelace: '1000000000', within: '15min' });
    await clock.advance(2 * MINUTE_MS);
    await traded(0.5, 2 * MINUTE_MS, 10);
    expect(told).toEqual([]);
  });

  it('tells of a spread that widens beyond a share, and concludes nothing without a whole book', async () => {
    const { start, clock, market, charts, traded } = world();
    await traded(0.5);
    const { watchFor, texts, attention, watch, book } = start();
    charts.asked.length = 0;
    watchFor({ kind: 'spread', bps: 200 }, 'each');
    await clock.advance(2 * MINUTE_MS);
    const asked = market.asked;
    expect([asked > 0, charts.asked.length]).toEqual([true, 0]);
    expect(watch.checkedAt(book.list[0] ?? missing())).toBeDefined();
    market.spread = 0.024;
    await clock.advance(2 * MINUTE_MS);
    expect(texts()).toEqual(['AMBER has a spread above 2 %. Now 2.4 %.']);
    // As long as it is wide it is the same one, and narrowing is no news.
    market.spread = 0.05;
    await clock.advance(2 * MINUTE_MS);
    market.spread = 0.01;
    await clock.advance(2 * MINUTE_MS);
    expect(texts()).toHaveLength(1);
    for (const trouble of [true, false]) {
      market.trouble = trouble;
      market.spread = undefined;
      await clock.advance(2 * MINUTE_MS);
    }
    attention.show(false);
    market.spread = 0.03;
    await clock.advance(3 * MINUTE_MS);
    expect(texts()).toHaveLength(2);
  });

  it('begins at once with a new alert on a token that is watched already', async () => {
    const { start, traded, clock } = world();
    const { add, attention, book, texts } = start();
    await traded(0.4);
    add('0.9');
    await clock.advance(2 * MINUTE_MS);
    attention.acted();
    await clock.advance(5_000);
    add('0.5');
    // The token's own turn would be half a minute later.
    for (let turn = 0; turn < 5; turn += 1) await clock.advance(200);
    expect(book.list[0]?.seen).toBeDefined();
    await traded(0.6);
    expect(texts()).toEqual(['AMBER rose above 0.5 ADA. Now 0.6 ADA.']);
    book.setPaused('a1', true);
    await clock.advance(5_000);
    book.setPaused('a1', false);
    for (let turn = 0; turn < 5; turn += 1) await clock.advance(200);
    expect(book.list.find(({ id }) => id === 'a1')?.seen).toBeDefined();
  });

  it('names the alerts that one notice is about', async () => {
    const { start, traded, clock } = world();
    const { add, told } = start();
    await traded(0.4);
    for (const price of ['0.5', '0.51', '0.52', '0.53', '0.54', '0.55']) add(price);
    await clock.advance(MINUTE_MS);
    await traded(0.6);
    expect(told).toMatchObject([
      {
        kind: 'several',
        title: '6 alerts went off',
        text: 'AMBER rose above 0.55 ADA. AMBER rose above 0.54 ADA. AMBER rose above 0.53 ADA. AMBER rose above 0.52 ADA. And 2 more.',
      },
    ]);
    expect(told[0]?.rows).toHaveLength(6);
  });

  it('tells of absurd prices as of any other, in few words', async () => {
    const { start, traded } = world();
    const { add, texts } = start();
    await traded(0.4);
    add('0.5');
    await traded(0.4);
    await traded(1e30);
    expect(texts()[0]).toBe(`AMBER rose above 0.5 ADA. Now 1${'0'.repeat(30)} ADA.`);
  });

  it('tells all the same where the disk is full', async () => {
    const { start, traded, disk } = world();
    const { add, told } = start();
    await traded(0.4);
    add('0.5');
    await traded(0.4);
    disk.full = true;
    await traded(0.6);
    await traded(0.4);
    expect(told).toHaveLength(1);
  });

  it('keeps trying where the charts cannot be had', async () => {
    const { start, traded, charts, clock } = world();
    const { add, book, told, watch } = start();
    await traded(0.4);
    add('0.5');
    await clock.advance(MINUTE_MS);
    const alert = book.list[0] ?? missing();
    const before = watch.checkedAt(alert);
    charts.trouble = failure('service-timeout', { seconds: 1 });
    await traded(0.6, 5 * MINUTE_MS);
    expect([told.length, watch.checkedAt(alert)]).toEqual([0, before]);
    charts.trouble = undefined;
    await clock.advance(10 * MINUTE_MS);
    expect(told).toHaveLength(1);
  });
});

describe('the alerts of a profile', () => {
  const onPrice = { kind: 'price', price: '0.5' } as const;
  const made = { token: TOKEN, condition: onPrice, repeat: 'once', madeAt: 1 } as const;
  const book = (kept: unknown) =>
    new AlertBook({ get: () => kept, set: () => undefined }, 'practice', () => 'a1');

  it('are at most a hundred, and none that is not there can be changed', () => {
    let ids = 0;
    const full = new AlertBook({ get: () => undefined, set: () => undefined }, 'p', () => `a${(ids += 1)}`);
    for (let count = 0; count < 100; count += 1) expect(full.add(made).ok).toBe(true);
    expect(full.add(made)).toMatchObject({ failure: { code: 'alerts-full' } });
    for (const answer of [full.remove('x'), full.setPaused('x', true), full.move('x', '1')])
      expect(answer).toMatchObject({ failure: { code: 'alert-unknown' } });
    expect(full.remove('a1').ok).toBe(true);
    expect(full.add(made).ok).toBe(true);
  });

  it('are left out where what is stored does not fit', () => {
    const good = { ...made, id: 'a', state: 'on', recent: [], times: 0 };
    expect(book([good]).list).toEqual([good]);
    const unfit = [
      { ...good, condition: { ...onPrice, price: '0' } },
      { ...good, condition: { ...onPrice, price: '1e5' } },
      { ...good, condition: { kind: 'move', bps: 0, within: '1hour' } },
      { ...good, condition: { kind: 'move', bps: 500, within: '2hour' } },
      { ...good, condition: { kind: 'volume', lovelace: '0', within: '1hour' } },
      { ...good, condition: { kind: 'volume', lovelace: '9'.repeat(19), within: '1hour' } },
      { ...good, condition: { kind: 'spread', bps: 100_000 } },
      { ...good, token: 'nothing' },
      { ...good, state: 'asleep' },
      { ...good, seen: { bar: -1, high: 1, low: 1, inverted: false } },
      'text',
      null,
    ];
    expect(book(unfit).list).toEqual([]);
    for (const other of ['text', null, {}, 7]) expect(book(other).list).toEqual([]);
  });

  it('are forgotten with their profile', () => {
    const kept = new Map<string, unknown>([['alerts.live', []]]);
    const settings = {
      get: (key: string) => kept.get(key),
      set: (key: string, value: unknown) =>
        void (value === undefined ? kept.delete(key) : kept.set(key, value)),
    };
    AlertBook.forget(settings, 'live');
    expect(kept.size).toBe(0);
  });
});
