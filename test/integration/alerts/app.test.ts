import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NoticeView } from '#contract/notices.ts';
import { eventually } from '../../support/eventually.ts';
import { JumpingClock } from '../../support/jumping-clock.ts';
import { runningPractice } from '../../support/practice-host.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { candlesOf } from '../../support/shown-chart.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { must } from '../../support/trader.ts';

const TURN_MS = 31_000;
const HIDDEN_TURN_MS = 61_000;
/** Between two jumps: a turn has time to be asked and answered. */
const ASKED_MS = 1_000;
/** Levels so close to the price, as shares of it, that it soon passes them. */
const CLOSE = [-0.003, -0.002, -0.001, -0.0005, 0.0005, 0.001, 0.002, 0.003];

const folder = temporaryDirectory();
let practice: PracticeProcess;
let clock: JumpingClock;
let token: string;

/** The application over the same data; the market continues without it. */
async function start(aheadMs = 0): Promise<TestApp> {
  clock = new JumpingClock();
  clock.jump(aheadMs);
  const host = runningPractice(practice.endpoints, {
    chartsUrl: practice.chartsUrl,
    chartsWsUrl: practice.chartsUrl.replace('http', 'ws'),
  });
  const app = await startTestApp(folder.path, { practice: host, clock });
  await app.main.topicWhen('profile', ({ service }) => service === 'ready');
  return app;
}

async function priceNow({ main }: TestApp): Promise<number> {
  const to = Math.ceil(Date.now() / 1_000);
  const page = must(
    await main.call('chart.history', { base: token, quote: 'ADA', period: '1min', to, count: 1 }),
  );
  const close = candlesOf(page.candles).at(-1)?.close;
  if (close === undefined) throw new Error('nothing traded');
  return close;
}

/** Alerts around the price, each to go off once; answers when all of them are watched. */
async function surround(app: TestApp): Promise<void> {
  const price = await priceNow(app);
  for (const share of CLOSE) {
    const level = (price * (1 + share)).toPrecision(8);
    must(
      await app.main.call('alerts.add', {
        token,
        condition: { kind: 'price', price: level },
        repeat: 'once',
      }),
    );
  }
  await pass(app, TURN_MS, 'all are watched', () =>
    app.main.topic('alerts').every(({ checkedAt, madeAt }) => (checkedAt ?? 0) > madeAt),
  );
}

const told = ({ main }: TestApp): readonly NoticeView[] =>
  main.topic('notices').list.filter(({ about }) => about === 'alerts');

/** Lets turns of the polling pass until something holds. */
async function pass(app: TestApp, turnMs: number, what: string, holds: () => boolean): Promise<void> {
  let jumpedAt = Number.NEGATIVE_INFINITY;
  await eventually(what, () => {
    if (holds()) return Promise.resolve(true);
    if (performance.now() - jumpedAt > ASKED_MS) {
      jumpedAt = performance.now();
      clock.jump(turnMs);
      app.app.userActed();
    }
    return Promise.resolve(undefined);
  });
}

beforeAll(async () => {
  practice = await PracticeProcess.start({ speed: 20 });
});
afterAll(async () => {
  await practice.stop();
  folder.remove();
});

it('are told of a price of the real exchange, seen and hidden, and of what was missed, each once', async () => {
  const first = await start();
  const suggested = must(await first.main.call('tokens.suggested', {}));
  token = suggested.find(({ ticker }) => ticker === 'AMBER')?.id ?? '';
  await surround(first);
  await pass(first, TURN_MS, 'an alert goes off', () => told(first).length > 0);
  const [notice] = told(first);
  expect(notice?.text).toMatch(/AMBER .* ADA/);
  const offNow = (app: TestApp) => app.main.topic('alerts').filter(({ state }) => state === 'done').length;

  must(await first.main.call('app.attend', { visible: false, lists: [] }));
  await surround(first);
  const before = offNow(first);
  await pass(first, HIDDEN_TURN_MS, 'an alert goes off while hidden', () => offNow(first) > before);
  await surround(first);
  const ofFirst = told(first).flatMap(({ rows }) => rows);
  const open = first.main.topic('alerts').filter(({ state }) => state === 'on').length;
  expect(open).toBeGreaterThan(0);
  await first.close();

  // The market continues, and passes a level while no application watches.
  const second = await start(15 * 60_000);
  await pass(second, TURN_MS, 'the alerts catch up', () => told(second).length > 0);
  const ofSecond = told(second);
  expect(new Set([...ofFirst, ...ofSecond.flatMap(({ rows }) => rows)]).size).toBe(
    ofFirst.length + ofSecond.flatMap(({ rows }) => rows).length,
  );
  for (const { kind } of ofSecond) expect(['missed', 'several']).toContain(kind);
  for (const { kind, text } of ofSecond)
    if (kind === 'missed') expect(text).toMatch(/around \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Now /);
  await second.close();

  const third = await start(30 * 60_000);
  await pass(third, TURN_MS, 'the alerts are looked at again', () =>
    third.main.topic('alerts').some(({ state, checkedAt }) => state !== 'on' || checkedAt !== undefined),
  );
  const toldBefore = [...ofFirst, ...ofSecond.flatMap(({ rows }) => rows)];
  for (const { rows } of told(third)) for (const row of rows) expect(toldBefore).not.toContain(row);
  await third.close();
});

it('refuse invalid prices, invalid alerts, and more than a hundred', async () => {
  const app = await start();
  const add = (price: string) =>
    app.main.call('alerts.add', { token, condition: { kind: 'price', price }, repeat: 'once' });
  for (const price of ['', '0', '-1', 'abc', '1e5'])
    expect(await add(price)).toMatchObject({ failure: { code: 'price-malformed' } });
  expect(await add('1,234')).toMatchObject({ failure: { code: 'number-ambiguous' } });
  expect(await app.main.call('alerts.remove', { id: 'nothing' })).toMatchObject({
    failure: { code: 'alert-unknown' },
  });
  for (let count = 0; count < 100; count += 1) await add('1000000');
  expect(await add('1000000')).toMatchObject({ failure: { code: 'alerts-full' } });
  await app.close();
});
