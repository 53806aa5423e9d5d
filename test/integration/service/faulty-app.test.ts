// The whole application on a practice that fails, in every way of its table of faults. How soon it recovers is counted
// in polls: the application's clock is moved on by the test.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DcaPlansView } from '#contract/dca.ts';
import { failureText } from '#domain/failure.ts';
import type { Failure } from '#domain/failure.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { approveNext, shownTransaction } from '../../support/approving.ts';
import {
  FaultyPractice,
  faultsFile,
  KEY_FAULTS,
  LIST_FAULTS,
  pollsUntil as polls,
} from '../../support/faulty-practice.ts';
import { JumpingClock } from '../../support/jumping-clock.ts';
import { ticketSelling } from '../../support/sales.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startFundedApp, type TestApp } from '../../support/test-app.ts';
import { codeOf, must, until } from '../../support/trader.ts';

const PASSWORD = 'canary-password-77b1';
const PLANS = '/dca/*';
/** Longer than the longest pause between two polls of the plans. */
const LONG_MS = 15_000 * 8 + 1_000;
const MOST_POLLS = 2;

const folder = temporaryDirectory();
const clock = new JumpingClock();
let test: TestApp;
let token: string;
let practice: FaultyPractice;

const plans = (): DcaPlansView => test.main.topic('dcaPlans');

beforeAll(async () => {
  const practiceOptions = ['--seed', '7', '--block-time', '300ms', '--faults', faultsFile(folder.path)];
  ({ test, token } = await startFundedApp(folder.path, PASSWORD, { practiceOptions, clock }));
  practice = new FaultyPractice(`http://${test.main.topic('profile').serviceHost ?? ''}`);
  await test.main.topicWhen('dcaPlans', ({ at, failure }) => at !== undefined && failure === undefined);
});
afterEach(async () => {
  await practice.make();
  await pollsUntil(() => plans().failure === undefined);
});
afterAll(async () => {
  await test.close();
  folder.remove();
});

const pollsUntil = (holds: () => boolean): Promise<number> =>
  polls(holds, practice, () => {
    test.app.userActed();
    clock.jump(LONG_MS);
  });

describe('a list that the service does not answer', () => {
  it.each(LIST_FAULTS)('says so, keeps what it had, and recovers: $name', async ({ fault, code, says }) => {
    const madeAt = clock.now();
    const before = plans();
    await practice.make({ path: PLANS, fault });
    must(await test.main.call('dca.refresh', {}));
    const {
      failure,
      at,
      plans: rows,
    } = await test.main.topicWhen('dcaPlans', (view) => view.failure !== undefined);
    expect(failure?.code).toBe(code);
    expect(failureText(failure as Failure).what).toMatch(says);
    // The old rows are as old as they were.
    expect(at).toBeLessThanOrEqual(madeAt);
    expect(rows).toEqual(before.plans);
    await practice.mend(PLANS);
    expect(await pollsUntil(() => plans().failure === undefined)).toBeLessThanOrEqual(MOST_POLLS);
    expect(plans().at).toBeGreaterThan(madeAt);
  });

  it.each([
    { kind: 'latency', ms: 300 },
    { kind: 'slow-body', ms: 300 },
  ])('waits for one that is slow: $kind', async (fault) => {
    const { at } = plans();
    await practice.make({ path: PLANS, fault });
    must(await test.main.call('dca.refresh', {}));
    const view = await test.main.topicWhen('dcaPlans', (one) => (one.at ?? 0) > (at ?? 0));
    expect(view.failure).toBeUndefined();
  });
});

describe('a list that never comes', () => {
  it('is given up, keeps what there was, and recovers', async () => {
    const before = plans();
    await practice.make({ path: PLANS, fault: { kind: 'latency', ms: 600_000 } });
    must(await test.main.call('dca.refresh', {}));
    await until(() => {
      clock.jump(5_000);
      return Promise.resolve(plans().failure !== undefined);
    });
    const { failure, at, plans: rows } = plans();
    expect(failure?.code).toBe('service-timeout');
    expect(failureText(failure as Failure).what).toMatch(/^The service did not answer within \d+ seconds\.$/);
    expect([at, rows]).toEqual([before.at, before.plans]);
    await practice.mend(PLANS);
    expect(await pollsUntil(() => plans().failure === undefined)).toBeLessThanOrEqual(MOST_POLLS);
    expect(plans().at).toBeGreaterThan(at ?? 0);
  });
});

describe('a key that is refused in the middle of a session', () => {
  it.each(KEY_FAULTS)(
    'ends the polling with one banner, until a call is answered: $name',
    async ({ fault }) => {
      const before = plans();
      // Of the service, not of its charts or the ledger.
      const paths = ['/swap/*', '/dca/*', '/stats/*', '/external_stats/*'];
      await practice.make(...paths.map((path) => ({ path, fault })));
      must(await test.main.call('dca.refresh', {}));
      const { failure } = await test.main.topicWhen('profile', ({ service }) => service === 'failed');
      expect(failure?.code).toBe('service-key-refused');
      expect(failureText(failure as Failure).what).toBe('The service refused the API key.');
      expect(plans().plans).toEqual(before.plans);
      // A poll that was on its way before the key was refused may still have been answered.
      const refusedAt = clock.now();
      const balance = test.main.topic('balance').at ?? 0;

      await practice.mend(...paths);
      for (let hour = 0; hour < 20; hour += 1) {
        test.app.userActed();
        clock.jump(LONG_MS);
        await systemClock.sleep(5);
      }
      // The ledger is another host, and keeps working.
      await test.main.topicWhen('balance', ({ at }) => (at ?? 0) > balance);
      const requests = await Promise.all(paths.map(() => practice.met()));
      expect(requests).toEqual(paths.map(() => 0));
      expect(plans().at).toBeLessThan(refusedAt + LONG_MS);

      must(await test.main.call('market.stats', { id: token }));
      await test.main.topicWhen(
        'profile',
        ({ service, failure: now }) => service === 'ready' && now === undefined,
      );
      await pollsUntil(() => (plans().at ?? 0) > refusedAt + LONG_MS && plans().failure === undefined);
    },
  );

  it('of the charts alone leaves the service as it is', async () => {
    await practice.make({ path: '/candles/*', fault: { kind: 'key-revoked' } });
    clock.jump(LONG_MS);
    expect(codeOf(await test.main.call('market.trending', { period: '4hour' }))).toBe('service-key-refused');
    expect(test.main.topic('profile').service).toBe('ready');
    await practice.mend('/candles/*');
    // It is not asked again by itself.
    expect(codeOf(await test.main.call('market.trending', { period: '4hour' }))).toBe('service-key-refused');
    expect(await practice.met()).toBe(0);
    const pair = { base: token, quote: 'ADA', period: '1hour' } as const;
    const to = Math.floor(clock.now() / 1_000);
    must(await test.main.call('chart.history', { ...pair, to, count: 10 }));
    must(await test.main.call('market.trending', { period: '4hour' }));
  });
});

describe('a trade', () => {
  const wish = { ...ticketSelling(25_000_000n), slippageBps: 300, excluded: [] as string[] };

  it('without a transaction says that nothing was built, and is built when asked again', async () => {
    const quote = must(await test.main.call('swap.quote', { ...wish, receive: token }));
    await practice.make({ path: '/swap/build', fault: { kind: 'empty-cbor' } });
    const refused = await test.main.call('swap.review', { quoteId: quote.id });
    expect(codeOf(refused)).toBe('service-built-nothing');
    expect(refused.ok ? '' : failureText(refused.failure as Failure).what).toBe(
      'The service answered without a transaction.',
    );
    await practice.make();
    const again = must(await test.main.call('swap.quote', { ...wish, receive: token }));
    must(await test.main.call('swap.review', { quoteId: again.id }));
    must(await test.approval.call('approval.cancel', {}));
  });

  it('by a quote of better times is never taken for what the bytes say', async () => {
    await practice.make({ path: '/swap/estimate', fault: { kind: 'stale-quote', better: 50 } });
    const quote = must(await test.main.call('swap.quote', { ...wish, receive: token }));
    must(await test.main.call('swap.review', { quoteId: quote.id }));
    const task = await shownTransaction(test);
    // The window shows, and the user agrees to, figures read from the bytes; only the token is asked about, if it has
    // a namesake by now.
    const asked = task.findings.filter(({ severity }) => severity !== 'info');
    expect(asked.filter(({ rule }) => rule !== 'P9')).toEqual([]);
    expect(JSON.stringify(task)).toContain('The price moved: the quote said about');
    must(await test.approval.call('approval.cancel', {}));
    await practice.make();
  });

  it('that a rollback took off the chain is open again, and ends when it is back', async () => {
    const quote = must(await test.main.call('swap.quote', { ...wish, receive: token }));
    const { tradeId } = must(await test.main.call('swap.review', { quoteId: quote.id }));
    await approveNext(test, PASSWORD);
    const trade = () => test.main.topic('trades').find(({ id }) => id === tradeId);
    const state = (): string | undefined => trade()?.state;
    await until(() => Promise.resolve(state() === 'filled'));
    await practice.make({ path: '/ledger/*', fault: { kind: 'rollback', blocks: 100 } });
    await until(() => Promise.resolve(state() !== 'filled'));
    expect(['submitted', 'placed', 'submission-unknown']).toContain(state());
    expect(trade()?.failure?.code).toBe('block-rolled-back');
    expect(failureText(trade()?.failure as Failure).what).toMatch(
      /^The chain dropped (?:a|the) block .*, as chains do now and then\./,
    );
    await practice.make();
    await until(() => Promise.resolve(state() === 'filled'));
  });
});
