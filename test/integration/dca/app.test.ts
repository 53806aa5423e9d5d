import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DcaRowView, DcaTicketInput } from '#contract/dca.ts';
import { approveNext } from '../../support/approving.ts';
import { ticketSelling } from '../../support/sales.ts';
import { startFundedApp, type TestApp } from '../../support/test-app.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { codeOf, must } from '../../support/trader.ts';

const PASSWORD = 'canary-password-51c9';
const folder = temporaryDirectory();
/** A minute's interval takes two seconds. */
const SPEED = ['--speed', '30'];

let test: TestApp;
let token: string;
/** One whose pools are small. */
let thin: string;

beforeAll(async () => {
  const practiceOptions = ['--seed', '7', '--block-time', '300ms', ...SPEED];
  ({ test, token } = await startFundedApp(folder.path, PASSWORD, { practiceOptions }));
  const found = must(await test.main.call('tokens.search', { query: 'kite', verifiedOnly: true }));
  thin = found.tokens.find(({ token: one }) => one.ticker === 'KITE')?.token.id ?? '';
});

afterAll(async () => {
  await test.close();
  folder.remove();
});

const ticket = (change: Partial<DcaTicketInput> = {}): DcaTicketInput => ({
  ...ticketSelling(200_000_002n),
  receive: token,
  cycles: 3,
  every: '1min',
  slippageBps: 300,
  exchanges: [],
  ...change,
});

async function place(request: DcaTicketInput): Promise<string> {
  const plan = must(await test.main.call('dca.plan', request));
  const { bodyHash } = must(await test.main.call('dca.review', { planId: plan.id }));
  await approveNext(test, PASSWORD);
  return bodyHash;
}

async function rowWhen(hash: string, wanted: (row: DcaRowView) => boolean): Promise<DcaRowView> {
  const is = (row: DcaRowView): boolean => row.txHash === hash && wanted(row);
  const { plans } = await test.main.topicWhen('dcaPlans', (value) => value.plans.some(is));
  const row = plans.find(is);
  if (!row) throw new Error('the row was there');
  return row;
}

describe('recurring orders through the windows', () => {
  it('plans exactly, with fees, dates and both impacts, and tries it on the past', async () => {
    const plan = must(await test.main.call('dca.plan', ticket({ every: '1month', cycles: 13 })));
    expect(plan).toMatchObject({ side: 'buy', token, every: '1month', cycles: 13, exchanges: [] });
    expect(BigInt(plan.perCycle) * 12n + BigInt(plan.lastCycle)).toBe(200_000_002n);
    const { first, firstLatest, last, lastLatest } = plan.runs;
    expect(first).toBe(plan.at);
    expect(new Date(last).getUTCFullYear()).toBe(new Date(first).getUTCFullYear() + 1);
    expect(firstLatest).toBeGreaterThan(first);
    expect(lastLatest).toBeGreaterThan(last);
    expect(BigInt(plan.fees.perCycle ?? '0') * 13n).toBe(BigInt(plan.fees.total ?? '0'));
    const [locked] = plan.locked;
    expect(BigInt(locked?.quantity ?? '0')).toBe(
      200_000_002n + BigInt(plan.fees.total ?? '0') + BigInt(plan.fees.deposit ?? '0'),
    );
    expect(plan.lumpSum?.impact).toBeDefined();
    // Small amounts go where the fees are low, and prices of pools differ by more than such a trade moves one.
    const large = must(
      await test.main.call(
        'dca.plan',
        ticket({ ...ticketSelling(13_000_000_000n), receive: thin, every: '1month', cycles: 13 }),
      ),
    );
    expect(large.lumpSum?.impact ?? 0).toBeGreaterThan(large.cycle?.impact ?? 1);

    const short = must(await test.main.call('dca.plan', ticket({ every: '5min', cycles: 6 })));
    const past = must(await test.main.call('dca.history', { planId: short.id }));
    expect(past).toMatchObject({ planId: short.id, side: 'buy', token });
    expect(past.windows.length).toBeGreaterThan(10);
    expect(past.label).toMatch(/^History .* says nothing about the future\.$/);
    expect(past.best?.runs).toHaveLength(6);
    expect(past.best?.average ?? 1).toBeLessThanOrEqual(past.average ?? 0);
    expect(past.worst?.average ?? 0).toBeGreaterThanOrEqual(past.average ?? 1);
    expect(codeOf(await test.main.call('dca.history', { planId: 'none' }))).toBe('plan-unknown');
  });

  it('runs a plan to its end, with each trade in its detail, and keeps it after the service forgot it', async () => {
    const hash = await place(ticket());
    const running = await rowWhen(
      hash,
      ({ completed, serviceStatus }) => completed > 0 && serviceStatus !== undefined,
    );
    expect(running).toMatchObject({ source: 'here', every: '1min', cycles: 3, serviceStatus: 'ACTIVE' });
    const done = await rowWhen(hash, ({ status }) => status === 'finished');
    expect(done).toMatchObject({
      completed: 3,
      sold: '200000002',
      remaining: { asset: 'ADA', quantity: '0' },
    });
    expect(done).toMatchObject({ returning: [], cancellable: false });
    expect(Number(done.average?.adaPerToken)).toBeGreaterThan(0);
    await test.main.topicWhen('dcaPlans', ({ plans }) =>
      plans.some(({ txHash, serviceStatus }) => txHash === hash && serviceStatus === undefined),
    );
    const detail = must(await test.main.call('dca.detail', { id: done.id }));
    expect(detail.executed.map(({ number, sold }) => [number, sold])).toEqual([
      [1, '66666667'],
      [2, '66666667'],
      [3, '66666668'],
    ]);
    expect(detail.executed.every(({ at, price }) => at !== undefined && price !== undefined)).toBe(true);
    const received = detail.executed.reduce((sum, cycle) => sum + BigInt(cycle.received), 0n);
    expect(String(received)).toBe(done.received);
    expect(detail.planned).toEqual([]);
    expect(detail.transactions).toMatchObject([{ kind: 'place', hash }]);
    expect(detail.steps.map(({ state }) => state)).toContain('placed');
    // Notified once at its end; single trades only on request.
    const { list } = await test.main.topicWhen('notices', (value) => value.list.length > 0);
    expect(list.map(({ about, kind, rows }) => [about, kind, rows])).toEqual([
      ['plans', 'finished', [done.id]],
    ]);
    const orders = await test.main.topicWhen('trades', (trades) =>
      trades.some(({ bodyHash }) => bodyHash === hash),
    );
    expect(orders.find(({ bodyHash }) => bodyHash === hash)).toMatchObject({ kind: 'dca', state: 'filled' });
    expect(codeOf(await test.main.call('dca.cancel', { id: done.id }))).toBe('order-not-cancellable');
  });

  it('takes the unspent rest back, shown and proven before it is signed', async () => {
    const hash = await place(ticket({ every: '1month', cycles: 10 }));
    const running = await rowWhen(hash, ({ completed, cancellable }) => completed === 1 && cancellable);
    const left = 200_000_002n - BigInt(running.perCycle);
    expect(running.remaining.quantity).toBe(String(left));
    expect(running.next).toBeGreaterThan(running.placedAt ?? Infinity);
    const detail = must(await test.main.call('dca.detail', { id: running.id }));
    expect(detail.planned).toHaveLength(9);
    expect(detail.planned.reduce((sum, { sells }) => sum + BigInt(sells), 0n)).toBe(left);
    const prepared = must(await test.main.call('dca.cancel', { id: running.id }));
    expect(prepared).toMatchObject({ verdict: 'pass', transactions: 1, orders: 1, leftOut: [] });
    expect(prepared.returning).toEqual(running.returning);
    const task = await approveNext(test, PASSWORD);
    expect(task.title).toContain('Cancellation');
    expect(task.findings.find(({ rule }) => rule === 'V10')?.sentence).toContain('You get back');
    const cancelled = await rowWhen(hash, ({ status }) => status === 'cancelled');
    expect(cancelled).toMatchObject({ completed: 1, returning: [], cancellable: false });
    const after = must(await test.main.call('dca.detail', { id: running.id }));
    expect(after.transactions.map(({ kind }) => kind)).toEqual(['place', 'cancel']);
  });

  it('reports that a plan is late, and why, once; and takes it back as it was placed', async () => {
    // So far from what the pools give within a hundredth of a percent that no turn of the market brings it near.
    const total = ticketSelling(6_000_000_000n);
    const request = { ...total, receive: thin, cycles: 2, every: '1month', slippageBps: 1 } as const;
    const hash = await place(ticket(request));
    const late = await rowWhen(
      hash,
      ({ status, late: why }) => status === 'late' && /average price/.test(why?.reason ?? ''),
    );
    expect(late.completed).toBe(0);
    expect(late.late?.since).toBe(late.next);
    expect(late.late?.reason).toMatch(/One trade would now get \d+\.\d\d % less .* the plan allows 0\.01 %/);
    const { list } = await test.main.topicWhen('notices', (value) =>
      value.list.some(({ rows }) => rows.includes(late.id)),
    );
    expect(list.filter(({ rows }) => rows.includes(late.id)).map(({ kind }) => kind)).toEqual(['late']);
    // A change of language also translates what was shown before, in every topic that has sentences.
    must(await test.main.call('preferences.set', { language: 'de' }));
    const german = await rowWhen(hash, ({ late: why }) => /Durchschnittskurs/.test(why?.reason ?? ''));
    expect(german.late?.reason).toMatch(/^Ein Trade bekäme jetzt \d+,\d\d % .* erlaubt 0,01 %\./);
    const said = (await test.main.topicWhen('notices', (value) => value.list[0]?.title === 'Plan verspätet'))
      .list[0];
    expect(said?.text).toMatch(/^Kauf von .*: Trade 1 von 2 ist verspätet\. E/);
    const steps = must(await test.main.call('trades.steps', { tradeId: late.tradeId ?? '' }));
    expect(steps[0]).toMatchObject({ state: 'built', name: 'erstellt', note: 'erstellt und geprüft' });
    must(await test.main.call('preferences.set', { language: 'en' }));
    const { returning, verdict } = must(await test.main.call('dca.cancel', { id: late.id }));
    expect([returning, verdict]).toEqual([late.returning, 'pass']);
    await approveNext(test, PASSWORD);
    expect(await rowWhen(hash, ({ status }) => status === 'cancelled')).toMatchObject({ sold: '0' });
  });

  it('lets nothing but the ten intervals through the gate', async () => {
    for (const every of ['2min', '3hour', 'daily', '', '1month ', 'constructor']) {
      const refused = await test.main.call('dca.plan', { ...ticket(), every } as DcaTicketInput);
      expect(refused.ok).toBe(false);
    }
  });
});
