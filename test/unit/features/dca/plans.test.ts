import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { ServicePlan } from '#domain/dca.ts';
import { inEnglish, sentence } from '#domain/sentences/sentence.ts';
import { epochMs } from '#domain/time.ts';
import type { Trade } from '#domain/trade.ts';
import { planRowOf, type PlanContext } from '../../../../src-main/features/dca/merge-plans.ts';
import { pairPlans, type PlanRow } from '../../../../src-main/features/dca/pair-plans.ts';
import {
  NO_PLAN_SEEN,
  planEvents,
  type PlanMemory,
  planNoticeWords,
  type PlanWishes,
  wantedPlanEvents,
} from '../../../../src-main/features/dca/plan-notices.ts';
import { whyLate } from '../../../../src-main/features/dca/late-reasons.ts';
import { NoticeWriter } from '../../../../src-main/features/notices/notices.ts';
import type { SOME_TOKEN } from '../../../support/journal-entry.ts';
import {
  cycleFill,
  NEXT,
  PLAN_CONTEXT,
  PLAN_PAY,
  planTrade,
  toldPlan,
} from '../../../support/plan-records.ts';

const HASH = '22'.repeat(32);

function rows(
  trades: readonly Trade[],
  told: readonly ServicePlan[],
  context: PlanContext = PLAN_CONTEXT,
  before: ReadonlyMap<string, string> = new Map(),
): readonly PlanRow[] {
  return pairPlans(trades, told, before, () => 6).map((pair) => planRowOf(pair, context));
}

function row(trades: readonly Trade[], told: readonly ServicePlan[], context?: PlanContext): PlanRow {
  const [one, ...others] = rows(trades, told, context);
  if (!one || others.length > 0) throw new Error('one row');
  return one;
}

const running = { state: 'partly-filled' } as const;

const WAITS = [sentence('late/tried-again')];

describe('a plan that places an order elsewhere with each trade', () => {
  it('has no slippage that its bytes bound, and what it bought is not known', () => {
    const trade = planTrade(running, { fills: [cycleFill(1, 0n)] });
    const [{ deposit: _deposit, ...order } = unreachable()] = trade.orders;
    expect(row([trade], [])).toMatchObject({ slippageBps: 100, received: 0n });
    const one = row([{ ...trade, orders: [order] }], []);
    expect(one).toMatchObject({ completed: 1, sold: 25_000_000n });
    expect([one.slippageBps, one.received]).toEqual([undefined, undefined]);
  });
});

function unreachable(): never {
  throw new Error('one order');
}

describe('plans of journal and service', () => {
  it('that are the same are one row, with progress from the chain and the next run from the service', () => {
    const trade = planTrade(running, { fills: [cycleFill(1, 900n)] });
    const one = row([trade], [toldPlan({ completed: 1 })]);
    expect(one).toMatchObject({
      source: 'here',
      status: 'running',
      serviceStatus: 'ACTIVE',
      side: 'buy',
      cycles: 4,
      completed: 1,
      sold: 25_000_000n,
      received: 900n,
      remaining: 75_000_003n,
      next: NEXT,
      cancellable: true,
    });
    // Not sold, the fees of three trades, the deposit less what the first gave back.
    expect(one.returning).toEqual([{ asset: ADA, quantity: 75_000_003n + 1_500_000n + 5_000_000n }]);
  });

  it('take no word of the service for an end that the chain has not shown, nor for progress', () => {
    const one = row([planTrade(running)], [toldPlan({ status: 'COMPLETED', completed: 4 })]);
    expect(one).toMatchObject({ status: 'running', completed: 0, remaining: PLAN_PAY });
  });

  it('stay after the service stopped listing them, finished, cancelled or ended otherwise', () => {
    const fills = [1, 2, 3, 4].map((number) => cycleFill(number));
    const end = { closedBy: '04'.repeat(32), received: quantity(4_000n), fills };
    const done = row([planTrade({ state: 'filled' }, { ...end, outcome: 'filled' })], []);
    expect(done).toMatchObject({ status: 'finished', completed: 4, remaining: 0n, returning: [] });
    expect(done).toMatchObject({ cancellable: false, next: undefined });
    const back = { closedBy: HASH, fills: fills.slice(0, 2), outcome: 'cancelled' as const };
    expect(row([planTrade({ state: 'closed' }, back)], [])).toMatchObject({
      status: 'cancelled',
      completed: 2,
    });
    const gone = { closedBy: HASH, outcome: 'closed' as const };
    expect(row([planTrade({ state: 'closed' }, gone)], [])).toMatchObject({ status: 'closed' });
    expect(row([planTrade({ state: 'expired', hasReceipt: true })], [])).toMatchObject({ status: 'failed' });
  });

  it('that are alike are distinguished by their progress, and keep what they were taken for', () => {
    const first = planTrade(
      { ...running, id: 'a', bodyHash: 'aa'.repeat(32) },
      { fills: [cycleFill(1), cycleFill(2)] },
    );
    const second = planTrade({
      ...running,
      id: 'b',
      bodyHash: 'bb'.repeat(32),
      createdAt: epochMs(first.createdAt + 1),
    });
    const told = [toldPlan({ id: 'young', completed: 0 }), toldPlan({ id: 'old', completed: 2 })];
    const names = (found: readonly PlanRow[]) =>
      found.map(({ txHash, service }) => [txHash?.slice(0, 2), service?.id]);
    expect(names(rows([second, first], told))).toEqual([
      ['aa', 'old'],
      ['bb', 'young'],
    ]);
    const before = new Map([
      [`${'aa'.repeat(32)}_0`, 'young'],
      [`${'bb'.repeat(32)}_0`, 'old'],
    ]);
    expect(names(rows([first, second], told, PLAN_CONTEXT, before))).toEqual([
      ['aa', 'young'],
      ['bb', 'old'],
    ]);
  });

  it('that have just ended are no second plan while the service still lists them', () => {
    const ended = planTrade({ ...running, state: 'filled' });
    const before = new Map([[`${ended.bodyHash}_0`, 'echo']]);
    const told = [toldPlan({ id: 'echo' }), toldPlan({ id: 'other' })];
    expect(
      rows([ended], told, PLAN_CONTEXT, before).map(({ source, service }) => [source, service?.id]),
    ).toEqual([
      ['here', undefined],
      ['external', 'other'],
    ]);
  });

  it('that name their transaction are known by it, and nothing is dropped', () => {
    const trade = planTrade(running);
    const named = toldPlan({ id: 'x', txHash: trade.bodyHash, outputIndex: 0, amountPerCycle: '26' });
    const strange = toldPlan({ id: '', interval: undefined, everyWords: 'yearly × 2', status: 'PAUSED' });
    const found = rows([trade, planTrade({ state: 'built', id: 'c' })], [strange, named, toldPlan()]);
    expect(found.map(({ source, service }) => [source, service?.id])).toEqual([
      ['here', 'x'],
      ['external', ''],
      ['external', 'plan-1'],
    ]);
    expect(found[1]).toMatchObject({ status: 'unknown', serviceStatus: 'PAUSED', everyWords: 'yearly × 2' });
    expect(found[1]).toMatchObject({ cancellable: false, interval: undefined });
    expect(new Set(found.map(({ id }) => id)).size).toBe(3);
  });

  it('that count only what is to come are no second row, and alone a row of that', () => {
    const trade = planTrade(running);
    const counted = toldPlan({ cycles: undefined, completed: undefined, remaining: 3 });
    expect(rows([trade], [counted]).map(({ source, service }) => [source, service?.id])).toEqual([
      ['here', 'plan-1'],
    ]);
    const unspecific = toldPlan({ interval: undefined, everyWords: '', cycles: undefined, remaining: 3 });
    expect(rows([trade], [unspecific])).toHaveLength(1);
    for (const other of [{ remaining: 5 }, { everyWords: 'yearly × 1', interval: undefined }])
      expect(rows([trade], [{ ...counted, ...other }])).toHaveLength(2);
    expect(rows([], [counted])[0]).toMatchObject({
      cycles: 3,
      completed: 0,
      remaining: 75_000_000n,
      pay: { quantity: 75_000_000n },
    });
  });

  it('are late when the service, asked after the time of grace, still says that they are due', () => {
    const at = (ms: number, reportedAt = ms): PlanContext => ({
      ...PLAN_CONTEXT,
      now: epochMs(NEXT + ms),
      reportedAt: epochMs(NEXT + reportedAt),
      whyLate: () => WAITS,
    });
    expect(row([planTrade(running)], [toldPlan()], at(9_000)).status).toBe('running');
    expect(row([planTrade(running)], [toldPlan()], at(60_000, 5_000)).status).toBe('running');
    const late = row([planTrade(running)], [toldPlan()], at(11_000));
    expect(late).toMatchObject({ status: 'late', cancellable: true });
    expect(late.late).toEqual({ since: NEXT, reason: WAITS });
    const odd = row([planTrade(running)], [toldPlan({ next: undefined, nextWords: 'soon' })], at(99_000));
    expect(odd).toMatchObject({ status: 'running', serviceNext: 'soon' });
  });

  it('are cancelling while a cancellation of ours is on its way', () => {
    const cancelOf = () => ({ tradeId: 'c', underWay: true });
    const one = row([planTrade(running)], [toldPlan()], { ...PLAN_CONTEXT, cancelOf });
    expect(one).toMatchObject({ status: 'cancelling', cancellable: false, cancelTradeId: 'c' });
  });
});

describe('what is reported of plans', () => {
  const all: PlanWishes = { cycle: true, late: true, finished: true };
  const made = (completed: number, change: Partial<PlanRow> = {}): PlanRow => ({
    ...row(
      [planTrade(running, { fills: [1, 2, 3, 4].slice(0, completed).map((n) => cycleFill(n)) })],
      [toldPlan()],
    ),
    ...change,
  });
  const late = (completed: number) =>
    made(completed, { status: 'late', late: { since: NEXT, reason: WAITS } });
  function kinds(...states: readonly PlanRow[]): readonly (readonly string[])[] {
    let memory: PlanMemory = NO_PLAN_SEEN;
    return states.map((state) => {
      const seen = planEvents([state], memory);
      ({ memory } = seen);
      return seen.events.map(({ kind }) => kind);
    });
  }

  it('is each trade once, each late trade once, and the end; and nothing of the past', () => {
    expect(kinds(made(4, { status: 'finished' }))).toEqual([[]]);
    expect(kinds(made(1), made(1), made(2), made(2))).toEqual([[], [], ['cycle'], []]);
    expect(kinds(made(1), late(1), late(1), made(2), late(2))).toEqual([
      [],
      ['late'],
      [],
      ['cycle'],
      ['late'],
    ]);
    expect(kinds(made(3), made(4, { status: 'finished' }), made(4, { status: 'finished' }))).toEqual([
      [],
      ['cycle', 'finished'],
      [],
    ]);
    // A block that is rolled back takes a trade with it, and it comes again.
    expect(kinds(made(2), made(1), made(2))).toEqual([[], [], []]);
  });

  it('is what the user asked for, in words, and one notice where there are many', () => {
    let count = 0;
    const writer = new NoticeWriter(planNoticeWords, () => `n${(count += 1)}`);
    const token = (id: string) => ({
      id: id as typeof SOME_TOKEN,
      ticker: id === ADA ? 'ADA' : 'GEM',
      name: '',
      verified: true,
      decimals: id === ADA ? 6 : 2,
      tickerSource: 'ledger' as const,
      decimalsSource: 'service' as const,
    });
    const end = { kind: 'finished', row: made(4, { status: 'finished' }) } as const;
    const events = [{ kind: 'cycle', row: end.row } as const, end];
    const told = writer.write(wantedPlanEvents(events, all), token, epochMs(0));
    expect(told.map(({ title, text }) => [inEnglish(title), inEnglish(...text)])).toEqual([
      [
        'Plan finished',
        'Buying GEM: all 4 trades were made, 100.000003 ADA for 40 GEM, at 2.5 ADA per GEM on average.',
      ],
    ]);
    const [part] = writer.write([{ kind: 'cycle', row: made(2) }], token, epochMs(0));
    expect(inEnglish(...(part?.text ?? []))).toBe(
      'Buying GEM, trade 2 of 4 was made at 2.5 ADA per GEM; 50 ADA for 20 GEM so far. On average 2.5 ADA per GEM.',
    );
    const claimed = { ...made(2), source: 'external' } as const;
    const [word] = writer.write([{ kind: 'cycle', row: claimed }], token, epochMs(0));
    expect(inEnglish(...(word?.text ?? []))).toBe(
      'Buying GEM, trade 2 of 4 was made; 50 ADA for 20 GEM so far.',
    );
    const quiet = { cycle: false, late: true, finished: true };
    expect(wantedPlanEvents([{ kind: 'cycle', row: made(1) }], quiet)).toEqual([]);
    const waits = writer.write(wantedPlanEvents([{ kind: 'late', row: late(1) }], quiet), token, epochMs(0));
    expect(inEnglish(...(waits[0]?.text ?? []))).toBe('Buying GEM: trade 2 of 4 is late. It is tried again.');
    const many = ['a', 'b', 'c'].map((id) => ({ kind: 'late' as const, row: { ...late(1), id } }));
    const [several, ...others] = writer.write(wantedPlanEvents(many, quiet), token, epochMs(0));
    expect([several?.kind, several?.rows, others]).toEqual(['several', ['a', 'b', 'c'], []]);
  });
});

describe('why a plan is late', () => {
  it('is described by figures where there are any', () => {
    const failure = { code: 'no-quote' } as const;
    const words = [
      whyLate({ impact: 0.032, slippageBps: 100, failure: undefined }),
      whyLate({ impact: 0.001, slippageBps: 100, failure: undefined }),
      whyLate({ impact: undefined, slippageBps: 100, failure: undefined }),
      whyLate({ impact: undefined, slippageBps: 100, failure }),
    ].map((why) => inEnglish(...why));
    expect(words[0]).toContain('3.20 % less than the average price');
    expect(words[0]).toContain('the plan allows 1.00 %');
    expect(words[1]).toContain('The market would allow it now');
    expect(words[2]).toContain('does not say why');
    expect(words[3]).toContain('cannot price this trade now');
  });
});
