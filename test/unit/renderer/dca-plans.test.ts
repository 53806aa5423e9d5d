// @vitest-environment page
// Recurring orders that run or ran, their cancellation and their notices as the page has them, on a fake main.
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DcaRowView } from '#contract/dca.ts';
import { ADA } from '#domain/asset.ts';
import { DCA_STATUSES } from '#domain/dca.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { planCommands } from '../../../src-renderer/app/list-commands.ts';
import { planMarks } from '../../../src-renderer/app/chart-overlays.ts';
import {
  planBackWords,
  planOutcome,
  planSentence,
  planStatus,
  planText,
  showUntil,
} from '../../../src-renderer/features/dca/dca-words.ts';
import type { Desk } from '../../../src-renderer/app/desk.svelte.ts';
import { PlanCancellation } from '../../../src-renderer/features/dca/dca-plans.svelte.ts';
import { deskOnFakeMain, pass } from '../../support/desk-on-fake-main.ts';
import { effectRoot } from '../../support/effect-root.svelte.ts';
import type { FakeMain } from '../../support/fake-main-api.ts';
import { tokensOfFake } from '../../support/fake-market.ts';
import { fakeNotice } from '../../support/fake-orders.ts';
import { fakePlanDetail, fakePlanNotice, fakePlanRow } from '../../support/fake-plans.ts';

const NOW = 1_795_000_000_000;
let main: FakeMain;
let desk: Desk;

beforeEach(async () => {
  const made = await deskOnFakeMain(NOW);
  ({ main, desk } = made);
  return made.end;
});

function tell(...plans: DcaRowView[]): void {
  main.push('dcaPlans', { plans, at: NOW });
  flushSync();
}

const plan = (number: number, change: Partial<DcaRowView> = {}): DcaRowView =>
  fakePlanRow(number, NOW, change);
const inputs = (name: string): readonly unknown[] =>
  main.asked.filter((call) => call.name === name).map(({ input }) => input);
const shapeOf = (id: string) => desk.tokens.shape(id);
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('the list', () => {
  test('counts those that run and those that are late', () => {
    tell(plan(1), plan(2, { status: 'late' }), plan(3, { status: 'finished', completed: 10 }));
    expect([desk.plans.live, desk.plans.late]).toEqual([2, 1]);
    expect(desk.plans.find(plan(2).id)?.status).toBe('late');
    expect(desk.plans.find('none')).toBeUndefined();
  });

  test('marks what the service said before it failed as old, and nothing that the journal has', () => {
    const [own, external] = [plan(1, { source: 'here' }), plan(2, { source: 'external' })];
    const olds = (why?: Failure): boolean[] => {
      main.push('dcaPlans', { plans: [own, external], at: NOW, ...(why && { failure: why }) });
      flushSync();
      return [own, external].map((row) => desk.plans.isOld(row));
    };
    expect(olds()).toEqual([false, false]);
    expect(olds(failure('service-error', { status: 500 }))).toEqual([false, true]);
    // The readable rows are new.
    expect(olds(failure('rows-left-out', { count: 1 }))).toEqual([false, false]);
  });

  test('has a word for each status, and the service’s own where it is not known', () => {
    const told = DCA_STATUSES.map((status) => planStatus({ status, serviceStatus: 'PAUSED' }).text);
    expect(new Set(told).size).toBe(DCA_STATUSES.length);
    expect(told.at(-1)).toBe('PAUSED');
    expect(planStatus({ status: 'unknown', serviceStatus: '\u202e' }).text).toBe('Not known');
    expect(planStatus({ status: 'late' }).tone).toBe('amber');
  });

  test('says in sentences what a plan is and how far it came', () => {
    tell(plan(0));
    expect(plain(planText(plan(0), shapeOf))).toBe('Buy CARB for 100 ADA, every day, 3 of 10 done');
    expect(plain(planSentence(plan(0), shapeOf))).toMatch(
      /^You sell 100 ADA for CARB in 10 trades of 10 ADA, one every day\. 3 of them are made: 30 ADA sold, which brought [\d.,]+ CARB\.$/,
    );
    expect(plain(planSentence(plan(0, { status: 'finished', completed: 10 }), shapeOf))).toMatch(
      /^You sold 100 ADA .* All of them are made, which brought/,
    );
    expect(plain(planSentence(plan(0, { status: 'cancelled', completed: 0 }), shapeOf))).toMatch(
      /^You were to sell 100 ADA .* None was made\.$/,
    );
  });

  test('counts down to the next run, and says since when it is due', () => {
    const told = [42_000, 3_723_000, 90_000_000, 86_400_000, 0, -180_000].map((left) =>
      plain(showUntil(left)),
    );
    expect(told).toEqual(['in 0:42', 'in 1:02:03', 'in 1 d 1 h', 'in 1 d', 'due now', 'due 3 min ago']);
  });

  test('is reached by the palette: each plan, and the cancellation of one that runs', () => {
    tell(plan(1), plan(2, { status: 'finished', completed: 10 }));
    const texts = planCommands(desk).map(({ text }) => plain(text));
    expect(texts.filter((text) => text.startsWith('Open the plan'))).toHaveLength(2);
    expect(texts.filter((text) => text.startsWith('Cancel the plan'))).toHaveLength(1);
    planCommands(desk)
      .find(({ text }) => text.startsWith('Cancel the plan'))
      ?.run();
    expect(desk.layers.open).toEqual({ kind: 'cancel-plan', planId: plan(1).id });
  });
});

describe('marks on the chart', () => {
  test('are the trades of the plans of the token, looked into once for each trade', async () => {
    const [row] = [plan(0)];
    tell(row, plan(1));
    desk.plans.follow(row.token);
    desk.plans.follow(row.token);
    await pass(0);
    expect(inputs('dca.detail')).toEqual([{ id: row.id }]);
    const pair = { base: row.token, quote: ADA };
    const marks = planMarks(desk.plans.rows ?? [], pair, (id) => desk.plans.executedOf(id));
    expect(marks.map(({ kind, label }) => [kind, label])).toEqual([
      ['buy', ''],
      ['buy', ''],
      ['buy', 'DCA 3/10'],
    ]);
    expect(marks[0]?.price).toBeCloseTo(tokensOfFake[0]?.price ?? 0, 6);
    expect(planMarks([row], { ...pair, quote: 'other' }, () => [])).toEqual([]);
    tell({ ...row, completed: 4 });
    desk.plans.follow(row.token);
    await pass(0);
    expect(inputs('dca.detail')).toHaveLength(2);
    expect(desk.plans.executedOf(row.id)).toHaveLength(4);
  });

  test('leave out what the chain does not show', () => {
    const row = plan(0);
    const executed = fakePlanDetail(row).executed.map(({ price: _price, ...cycle }) => cycle);
    expect(planMarks([row], { base: row.token, quote: ADA }, () => executed)).toEqual([]);
  });
});

describe('a cancellation', () => {
  async function begin(row: DcaRowView): Promise<[PlanCancellation, () => void]> {
    tell(row);
    const begun = effectRoot(() => new PlanCancellation(desk, row.id));
    await pass(0);
    return begun;
  }

  test('waits in the approval window, and is over when the list says so', async () => {
    const row = plan(1);
    const [cancellation, close] = await begin(row);
    expect(cancellation.phase).toBe('waiting');
    expect(cancellation.prepared?.returning).toEqual(row.returning);
    const tradeId = cancellation.prepared?.tradeId ?? '';
    for (const [state, phase] of [
      ['approved', 'signing'],
      ['submitted', 'sent'],
    ] as const) {
      main.moveTrade(tradeId, { state });
      flushSync();
      expect(cancellation.phase).toBe(phase);
    }
    tell({ ...row, status: 'cancelled' });
    expect(cancellation.phase).toBe('over');
    expect(planOutcome({ ...row, status: 'cancelled' })).toBe(
      'The plan is cancelled; 3 of 10 trades were made.',
    );
    close();
    expect(inputs('swap.discard')).toEqual([]);
  });

  test('says exactly what comes back once it is built, and never of one that a check stopped', async () => {
    const back = [
      { asset: ADA, quantity: '9000000' },
      { asset: plan(1).token, quantity: '7' },
    ];
    const costs = { networkFee: '170000', exchangeFees: '20000', deposits: '0', otherRecipients: '30000' };
    const [cancellation, close] = await begin(plan(1, { returning: back }));
    main.moveTrade(cancellation.prepared?.tradeId ?? '', { costs });
    flushSync();
    expect(cancellation.comesBack).toEqual([{ ...back[0], quantity: '8780000' }, back[1]]);
    close();
    main.verdict = 'block';
    const [blocked, leave] = await begin(plan(1, { returning: back }));
    main.moveTrade(blocked.prepared?.tradeId ?? '', { costs });
    flushSync();
    expect(blocked.comesBack).toBeUndefined();
    leave();
    expect([
      planBackWords('waiting', false, false),
      planBackWords('waiting', false, true),
      planBackWords('over', true, true),
      planBackWords('over', false, true),
      planBackWords('left', false, true),
    ]).toEqual([
      'Comes back, estimated before the network fee',
      'Comes back, after the network fee',
      'Came back, after the network fee',
      'Was to come back, after the network fee',
      'Would have come back, after the network fee',
    ]);
  });

  test('that is left unsigned is taken out of the approval window', async () => {
    const [cancellation, close] = await begin(plan(1));
    const tradeId = cancellation.prepared?.tradeId;
    close();
    expect(inputs('swap.discard')).toEqual([{ tradeId }]);
  });

  test('is out of date once the plan made a trade, and is built again on request', async () => {
    const row = plan(1);
    const [cancellation, close] = await begin(row);
    const first = cancellation.prepared?.tradeId;
    expect(cancellation.outdated).toBe(false);
    tell({ ...row, completed: 4 });
    expect(cancellation.outdated).toBe(true);
    cancellation.again();
    await pass(0);
    expect(inputs('swap.discard')).toEqual([{ tradeId: first }]);
    expect([cancellation.outdated, cancellation.phase, cancellation.builtAt]).toEqual([false, 'waiting', 4]);
    close();
  });

  test('that a check stopped is blocked; one that main refuses says why', async () => {
    main.verdict = 'block';
    const [blocked, close] = await begin(plan(1));
    expect(blocked.phase).toBe('blocked');
    close();
    main.failing.set('dca.cancel', failure('dca-rest-differs', { expected: '70 ADA', found: '7 ADA' }));
    const [failed, leave] = await begin(plan(1));
    expect([failed.phase, failed.failure?.code]).toEqual(['failed', 'dca-rest-differs']);
    leave();
  });

  test('that loses the race to the last trade ends with a finished plan', async () => {
    const row = plan(1, { completed: 9 });
    const [cancellation, close] = await begin(row);
    main.moveTrade(cancellation.prepared?.tradeId ?? '', { state: 'expired' });
    tell({ ...row, status: 'finished', completed: 10 });
    expect(cancellation.phase).toBe('over');
    expect(planOutcome({ ...row, status: 'finished', completed: 10 })).toBe(
      'The plan finished first: all its trades were made.',
    );
    close();
  });
});

describe('notices', () => {
  test('of plans and orders are one list in main’s order, each dismissed by its id', () => {
    main.push('notices', {
      list: [fakePlanNotice(1, ['p'], NOW + 5_000), fakeNotice(1, ['o'], NOW)],
      opened: { times: 0 },
      byPage: false,
    });
    flushSync();
    expect(desk.notices.list.map(({ title }) => title)).toEqual(['Plan finished', 'Order filled']);
    expect(desk.notices.toasts.map(({ title }) => title)).toEqual(['Plan finished', 'Order filled']);
    expect(desk.notices.unread).toBe(2);
    for (const notice of desk.notices.list) desk.notices.dismiss(notice);
    expect(inputs('notices.dismiss')).toEqual([{ id: 'p1' }, { id: 'n1' }]);
    expect(desk.notices.toasts).toEqual([]);
  });

  test('lead to their plan, and those of several to the list', () => {
    const row = plan(1);
    tell(row);
    main.push('notices', {
      list: [fakePlanNotice(1, [row.id], NOW)],
      opened: { times: 0 },
      byPage: false,
    });
    flushSync();
    const [notice] = desk.notices.toasts;
    if (notice) desk.notices.open(notice);
    expect(desk.panels.lower).toBe('plans');
    expect(desk.layers.open).toEqual({ kind: 'plan', planId: row.id });
    desk.layers.close();
    main.push('notices', { list: [], opened: { times: 1, last: { about: 'plans' } }, byPage: false });
    flushSync();
    expect(desk.layers.open).toBeUndefined();
    expect(desk.panels.lower).toBe('plans');
  });
});
