// @vitest-environment page
// The planner of recurring orders as the page has it, on a fake main and a clock of the test.
import { beforeEach, describe, expect, test } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { draftLines } from '../../../src-renderer/app/chart-overlays.ts';
import {
  aboutInAll,
  advantageWords,
  dcaSentences,
  eachWords,
  impactWords,
  pastSummary,
  showStart,
  showUtc,
} from '../../../src-renderer/features/dca/dca-words.ts';
import { runPicture, startsPicture, windowAt } from '../../../src-renderer/features/dca/past-picture.ts';
import { pastOption, timeLabel } from '../../../src-renderer/chart/plots.ts';
import type { Desk } from '../../../src-renderer/app/desk.svelte.ts';
import { ReviewRun } from '../../../src-renderer/order-entry/review.svelte.ts';
import { deskOnFakeMain, pass } from '../../support/desk-on-fake-main.ts';
import { effectRoot } from '../../support/effect-root.svelte.ts';
import type { FakeMain } from '../../support/fake-main-api.ts';
import { tokensOfFake } from '../../support/fake-market.ts';
import { ticketSelling } from '../../support/sales.ts';

const NOW = 1_795_000_000_000;
const FRESH_AFTER_MS = 450;
let main: FakeMain;
let desk: Desk;
const carb = tokensOfFake[0] ?? missing();
const flint = tokensOfFake[2] ?? missing();

function missing(): never {
  throw new Error('the fake market lacks a token');
}

beforeEach(async () => {
  const made = await deskOnFakeMain(NOW);
  ({ main, desk } = made);
  desk.panels.ticket = 'dca';
  await pass(0);
  return made.end;
});

const asked = (name: string): readonly unknown[] =>
  main.asked.filter((call) => call.name === name).map(({ input }) => input);
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

async function entered(amount = '100', cycles = '10'): Promise<void> {
  desk.entry.selectToken(carb);
  desk.dcaTicket.amount.text = amount;
  desk.dcaTicket.cyclesText = cycles;
  await pass(FRESH_AFTER_MS);
}

describe('the plan', () => {
  test('is asked for once typing pauses, as it was typed', async () => {
    desk.entry.selectToken(carb);
    desk.dcaTicket.amount.text = '100';
    for (const text of ['1', '12']) {
      desk.dcaTicket.cyclesText = text;
      await pass(100);
    }
    desk.dcaTicket.every = '1week';
    await pass(100);
    expect(asked('dca.plan')).toEqual([]);
    await pass(FRESH_AFTER_MS);
    expect(asked('dca.plan')).toEqual([
      {
        ...ticketSelling(100_000_000n),
        receive: carb.id,
        cycles: 12,
        every: '1week',
        slippageBps: 50,
        exchanges: [],
      },
    ]);
    expect(desk.dcaTicket.button).toEqual({ text: 'Review plan of 12 trades', ready: true });
    expect(asked('swap.quote')).toEqual([]);
  });

  test('names the exchanges that are allowed where some are left out', async () => {
    await entered();
    desk.entry.toggleExchange('EXA');
    desk.entry.toggleExchange('EXB');
    await pass(FRESH_AFTER_MS);
    const { exchanges } = asked('dca.plan').at(-1) as { exchanges: readonly string[] };
    expect(exchanges).toHaveLength(13);
    expect(exchanges).not.toContain('EXA');
    for (const { code } of main.value('profile').exchanges)
      if (code !== 'EXA' && code !== 'EXB') desk.entry.toggleExchange(code);
    await pass(FRESH_AFTER_MS);
    expect(desk.dcaTicket.button).toEqual({ text: 'Every exchange is excluded', ready: false });
  });

  test('divides at once, without main, and gives the last trade what is left', async () => {
    await entered('100', '3');
    expect(desk.dcaTicket.parts).toEqual({ each: 33_333_333n, last: 33_333_334n });
    expect(plain(eachWords(desk.dcaTicket.parts ?? missing(), desk.entry.pay))).toBe(
      'Each sells 33.333333 ADA; the last 33.333334 ADA',
    );
    await entered('100', '4');
    expect(plain(eachWords(desk.dcaTicket.parts ?? missing(), desk.entry.pay))).toBe('Each sells 25 ADA');
  });

  test.each(['0', '1001', '1.5', '-2', 'ten', '', '1e2'])('of "%s" trades is not asked for', async (text) => {
    await entered();
    desk.dcaTicket.cyclesText = text;
    await pass(FRESH_AFTER_MS);
    expect(desk.dcaTicket.button).toEqual({ text: 'Check the number of trades', ready: false });
    expect(desk.dcaTicket.request).toBeUndefined();
  });

  test('that cannot be divided is not asked for; one that is too small says so', async () => {
    await entered('0.000009', '10');
    expect(desk.dcaTicket.button).toEqual({ text: 'Too little for so many trades', ready: false });
    await entered('5', '10');
    expect(desk.dcaTicket.failure?.code).toBe('dca-cycle-too-small');
    expect(desk.dcaTicket.button.action).toBe('refresh');
  });

  test('needs ADA on one side, and offers it', async () => {
    desk.entry.selectToken(carb);
    desk.entry.choosePay(flint);
    desk.dcaTicket.amount.text = '1';
    await pass(FRESH_AFTER_MS);
    expect(desk.dcaTicket.button).toEqual({ text: 'Sell ADA', ready: false, action: 'pay-with-ada' });
    expect(asked('dca.plan')).toEqual([]);
  });

  test('stays as it was typed while other tickets are shown', async () => {
    await entered('100', '7');
    desk.dcaTicket.every = '4hour';
    desk.panels.ticket = 'market';
    await pass(FRESH_AFTER_MS);
    desk.panels.ticket = 'dca';
    await pass(FRESH_AFTER_MS);
    expect([desk.dcaTicket.cyclesText, desk.dcaTicket.every, desk.dcaTicket.amount.text]).toEqual([
      '7',
      '4hour',
      '100',
    ]);
    expect(draftLines(desk, { base: carb.id, quote: ADA })).toEqual([]);
  });

  test('is described in sentences, and the whole of it at the current price', async () => {
    await entered('100', '3');
    const plan = desk.dcaTicket.quote ?? missing();
    const [first, second] = dcaSentences(plan, desk.entry.pay, carb).map(plain);
    expect(first).toMatch(
      /^You sell 100 ADA for CARB in 3 trades, one every day, until about \d{4}-\d\d-\d\d; no least amount is enforced\.$/,
    );
    expect(second).toBe(
      'All of it leaves the wallet now; cancelling brings back the rest. Costs 1.5 ADA and the network fee; 2 ADA comes back.',
    );
    expect(aboutInAll(plan)).toBe((BigInt(plan.cycle?.expected ?? 0) * 100_000_000n) / 33_333_333n);
    expect(plain(impactWords(0.004))).toBe('0.40 %');
    expect(impactWords(undefined)).toBe('not known');
  });

  test('is reviewed with the plan that is shown, and built again with a new one', async () => {
    await entered();
    const { quote } = desk.dcaTicket;
    const [review, close] = effectRoot(
      () =>
        new ReviewRun(
          {
            trades: desk.trades,
            ticket: desk.dcaTicket,
          },
          quote ?? missing(),
          { onsigned: () => undefined, onleft: () => undefined, onchanged: () => undefined },
        ),
    );
    await pass(0);
    expect(review.phase).toBe('waiting');
    expect(asked('dca.review')).toEqual([{ planId: quote?.id }]);
    review.again();
    await pass(FRESH_AFTER_MS);
    expect(asked('dca.review')).toHaveLength(2);
    close();
  });
});

describe('the past', () => {
  test('is asked for once for a plan, however often its price is asked for', async () => {
    await entered();
    expect(asked('dca.history')).toHaveLength(1);
    desk.dcaTicket.refresh();
    await pass(0);
    desk.dcaTicket.amount.text = '200';
    await pass(FRESH_AFTER_MS);
    expect(asked('dca.history')).toHaveLength(1);
    desk.dcaTicket.every = '1hour';
    await pass(FRESH_AFTER_MS);
    expect(asked('dca.history')).toHaveLength(2);
    expect(desk.dcaTicket.history?.windows).toHaveLength(24);
  });

  test('that cannot be had says why, and is asked for again on request', async () => {
    main.failing.set('dca.history', failure('service-unreachable'));
    await entered();
    expect(desk.dcaTicket.historyFailure?.code).toBe('service-unreachable');
    expect(desk.dcaTicket.button.ready).toBe(true);
    main.failing.delete('dca.history');
    desk.dcaTicket.lookBackAgain();
    await pass(0);
    expect(desk.dcaTicket.historyFailure).toBeUndefined();
    expect(desk.dcaTicket.history).toBeDefined();
  });

  test('of another token is never shown next to a plan', async () => {
    await entered();
    expect(desk.dcaTicket.history?.token).toBe(carb.id);
    desk.entry.selectToken(flint);
    await pass(FRESH_AFTER_MS);
    expect(desk.dcaTicket.history?.token).toBe(flint.id);
    desk.dcaTicket.amount.text = '';
    await pass(FRESH_AFTER_MS);
    expect(desk.dcaTicket.history).toBeUndefined();
  });

  test('is drawn by its starts, with the best and the worst, and one run in full', async () => {
    await entered();
    const history = desk.dcaTicket.history ?? missing();
    const starts = startsPicture(history);
    expect(starts.lines.map(({ points }) => points.length)).toEqual([24, 24]);
    expect(starts.dots.map(({ points }) => points[0]?.[1])).toEqual([
      history.best?.average,
      history.worst?.average,
    ]);
    const latest = history.latest ?? missing();
    const run = runPicture(history, latest);
    // The market is shown twice as long as the run, before it and after it.
    const [earliest, newest] = [latest.from - 2 * 3_600_000, latest.to + 2 * 3_600_000];
    const near = history.candles.time.filter((time) => time * 1000 >= earliest && time * 1000 <= newest);
    expect(run.lines[0]?.points.map(([at]) => at)).toEqual(near.map((time) => time * 1000));
    expect(near.length).toBeGreaterThan(2);
    expect(run.dots[0]?.points).toHaveLength(2);
    expect(windowAt(history.windows, history.windows[3]?.from ?? 0)).toBe(history.windows[3]);
    expect(windowAt([], 1)).toBeUndefined();
    expect(pastSummary(history)).toMatch(/^History, not a forecast: the plan begun at 24 moments/);
    const look = {
      plan: 'a',
      lump: 'b',
      market: 'c',
      best: 'd',
      worst: 'e',
      text: 'f',
      line: 'g',
      font: 'Inter',
    };
    const { xAxis } = pastOption(starts, look) as {
      xAxis: { min: number; max: number; axisLabel: { formatter: (at: number) => string } };
    };
    expect([xAxis.min, xAxis.max]).toEqual([history.windows[0]?.from, history.windows.at(-1)?.from]);
    expect(xAxis.axisLabel.formatter(xAxis.min + 1)).toBe('');
    expect(xAxis.axisLabel.formatter((xAxis.min + xAxis.max) / 2)).not.toBe('');
  });

  test('says more or less, never a sign', () => {
    expect(plain(advantageWords(0.023))).toBe('2.30 % more than all at once');
    expect(plain(advantageWords(-0.023))).toBe('2.30 % less than all at once');
    expect(advantageWords(0)).toBe('as much as all at once');
  });
});

describe('dates', () => {
  const moment = Date.UTC(2026, 10, 21, 23, 5);

  test('are shown in UTC, whatever the clock of the machine says', () => {
    expect(showUtc(moment)).toBe('2026-11-21 23:05');
  });

  test('have the time of day only where the stretch is short', () => {
    const year = 365 * 86_400_000;
    const hours = { period: '1hour' } as const;
    expect(showStart(moment, year, hours)).toMatch(/^2026-11-2\d$/);
    expect(showStart(moment, 1, hours)).toMatch(/^11-2\d \d\d:\d\d$/);
    expect(timeLabel(moment, year, 'local')).toMatch(/^2026-11-2\d$/);
    expect(timeLabel(moment, 30 * 86_400_000, 'local')).toMatch(/^11-2\d$/);
    expect(timeLabel(moment, 3_600_000, 'local')).toMatch(/^\d\d:05$/);
  });
});
