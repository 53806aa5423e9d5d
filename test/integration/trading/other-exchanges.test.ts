// The application at a practice whose exchanges have codes that it does not know: the features that work, and a
// service's gain from calling an exchange something else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { DEFAULT_POLICY, type PolicyLimits } from '../../../src-main/inspect/policy.ts';
import type { Review } from '../../../src-main/trading/reviewer.ts';
import { approveNext, type ShownTransaction } from '../../support/approving.ts';
import { startLyingService, type LyingService } from '../../support/lying-service.ts';
import { OrderList } from '../../support/order-list.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { realCodesFile } from '../../support/real-codes.ts';
import { selling, ticketSelling } from '../../support/sales.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startFundedApp, type TestApp } from '../../support/test-app.ts';
import { agreementTo, must, openFundedTrader, tradeIn, type Trader } from '../../support/trader.ts';

const PASSWORD = 'canary-password-77b1';
const folder = temporaryDirectory();
afterAll(() => folder.remove());

const p6 = (findings: ShownTransaction['findings']) => findings.filter(({ rule }) => rule === 'P6');

describe('the application at exchanges of other codes', () => {
  let test: TestApp;
  let token: string;
  let list: OrderList;

  beforeAll(async () => {
    const practiceOptions = ['--block-time', '300ms', '--exchanges', realCodesFile(folder.path)];
    ({ test, token } = await startFundedApp(folder.path, PASSWORD, { practiceOptions }));
    list = new OrderList(test.main);
  });
  afterAll(() => test.close());

  const swap = async (excluded: readonly string[] = []): Promise<ShownTransaction> => {
    const wish = { ...ticketSelling(25_000_000n), receive: token, slippageBps: 300, excluded: [...excluded] };
    const quote = must(await test.main.call('swap.quote', wish));
    for (const { exchange } of quote.routes) expect(excluded).not.toContain(exchange);
    const { tradeId } = must(await test.main.call('swap.review', { quoteId: quote.id }));
    const shown = await approveNext(test, PASSWORD);
    await test.main.topicWhen('trades', (all) =>
      all.some(({ id, state }) => id === tradeId && state === 'filled'),
    );
    return shown;
  };

  it('swaps, shows their codes as they come, and offers to leave them out', async () => {
    const shown = await swap();
    expect(shown.findings.filter(({ severity }) => severity === 'block')).toEqual([]);
    expect(p6(shown.findings)).toEqual([]);
    const { exchanges } = await test.main.topicWhen('profile', (view) =>
      view.exchanges.some(({ code }) => code.startsWith('MINSWAP') || code.startsWith('SUNDAE')),
    );
    expect(exchanges.map(({ code }) => code)).toContain('EXA');
  });

  it('asks about an exchange that was left out where nothing but the service says that it is', async () => {
    const shown = await swap(['SPLASH', 'EXB']);
    expect(p6(shown.findings).map(({ severity }) => severity)).toEqual(p6(shown.findings).map(() => 'warn'));
    expect(p6(shown.findings)[0]?.sentence).toMatch(/^An order is at PRACTICE\d, /);
    // Practice's own codes cannot mean any of these scripts.
    expect(p6((await swap(['EXA', 'EXB'])).findings)).toEqual([]);
  });

  it('places a limit order and takes it back', async () => {
    const ticket = {
      ...ticketSelling(20_000_000n),
      receive: token,
      price: { form: 'percent', text: '-40' },
      multiples: 1,
      exchange: 'SUNDAESWAPV3',
      excluded: [],
    } as const;
    const quote = must(await test.main.call('limit.estimate', { ...ticket, excluded: [] }));
    const { bodyHash } = must(await test.main.call('limit.review', { quoteId: quote.id }));
    await approveNext(test, PASSWORD);
    // By the app’s own list: the code that the service uses is a claim.
    const row = await list.rowWhen(({ txHash, cancellable }) => txHash === bodyHash && cancellable);
    expect(row).toMatchObject({ exchange: 'PRACTICE4', status: 'open' });
    must(await test.main.call('orders.cancel', { ids: [row.id] }));
    await approveNext(test, PASSWORD);
    await list.rowWhen(({ id, status }) => id === row.id && status === 'cancelled');
  });

  it.each([[[]], [['MINSWAPV2']]])('runs a recurring order, and takes it back, at %j', async (exchanges) => {
    const wish = {
      ...ticketSelling(300_000_000n),
      receive: token,
      cycles: 6,
      every: '1day',
      slippageBps: 300,
      exchanges,
    } as const;
    const plan = must(await test.main.call('dca.plan', { ...wish, exchanges: [...exchanges] }));
    const { bodyHash } = must(await test.main.call('dca.review', { planId: plan.id }));
    const shown = await approveNext(test, PASSWORD);
    expect(p6(shown.findings)).toHaveLength(exchanges.length);
    const { plans } = await test.main.topicWhen('dcaPlans', (value) =>
      value.plans.some(
        ({ txHash, completed, cancellable }) => txHash === bodyHash && completed === 1 && cancellable,
      ),
    );
    const id = plans.find(({ txHash }) => txHash === bodyHash)?.id ?? '';
    must(await test.main.call('dca.cancel', { id }));
    await approveNext(test, PASSWORD);
    await test.main.topicWhen('dcaPlans', (value) =>
      value.plans.some((row) => row.id === id && row.status === 'cancelled'),
    );
  });
});

describe('a service that calls exchanges by other names', () => {
  let practice: PracticeProcess;
  let lying: LyingService;
  let trader: Trader;
  let token: AssetId;
  let limits: PolicyLimits = DEFAULT_POLICY;

  const renamed = (to: string) => (answer: Record<string, unknown>) => ({
    ...answer,
    ...Object.fromEntries(
      ['splits', 'possible_routes'].flatMap((key) =>
        Array.isArray(answer[key])
          ? [[key, (answer[key] as object[]).map((split) => ({ ...split, dex: to }))]]
          : [],
      ),
    ),
  });

  /** Starts over with the exchanges of the options; the service says that every order is at `NICE`. */
  const at = async (options: { readonly exchanges?: string }, name: string): Promise<void> => {
    practice = await PracticeProcess.start(options);
    lying = await startLyingService(practice.endpoints);
    ({ trader, token } = await openFundedTrader({
      endpoints: lying.endpoints,
      folder: temporaryDirectory().path,
      policy: () => Promise.resolve(ok(limits)),
    }));
    lie(name);
  };
  const lie = (name: string): void => {
    lying.lies = { '/swap/estimate': renamed(name), '/swap/build': renamed(name) };
  };
  const leave = async (): Promise<void> => {
    await trader.close();
    await lying.close();
    await practice.stop();
  };

  const review = async (excluded: readonly string[]): Promise<Result<Review, Failure>> => {
    const wish = { ...selling(25_000_000n), receive: token, slippageBps: 300, excluded };
    const quote = must(await trader.trading.estimators.swaps.quote(wish));
    return trader.trading.review(quote.id, trader.account);
  };
  /** The first rule that blocks, or what P6 asks about. */
  const judged = async (excluded: readonly string[]): Promise<unknown> => {
    const reviewed = await review(excluded);
    if (!reviewed.ok) return reviewed.failure.data?.['rule'] ?? reviewed.failure.code;
    const { findings } = reviewed.value.inspection.report;
    return findings.flatMap(({ rule, severity }) => (rule === 'P6' ? [severity] : []));
  };

  it('does not get an order to an exchange that was left out and whose script is known', async () => {
    await at({}, 'NICE');
    try {
      // Practice itself keeps to it, so the service must ignore it, too.
      const { inspection } = must(await review([]));
      const [order] = inspection.report.effect?.orders ?? [];
      const used = order?.exchange ?? '';
      expect(used).toMatch(/^EX/);
      const ignoring = lying.lies;
      lying.lies = {
        ...ignoring,
        '/swap/build': async () => {
          const response = await fetch(`${practice.endpoints.baseUrl}/swap/build`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-partner-id': practice.endpoints.apiKey },
            body: JSON.stringify({
              buyer_address: trader.account.address,
              token_in: '',
              token_out: token,
              amount_in: 25,
              slippage: 1,
            }),
          });
          return renamed('NICE')((await response.json()) as Record<string, unknown>);
        },
      };
      expect(await judged([used])).toBe('P6');
      limits = { ...DEFAULT_POLICY, exchanges: ['NICE'] };
      expect(await judged([])).toBe('P6');
      limits = { ...DEFAULT_POLICY, exchanges: ['NICE', used] };
      expect(await judged([])).toEqual([]);
      limits = DEFAULT_POLICY;
      lying.lies = ignoring;
      // A code that is in no list of the app's may be that of any script.
      expect(await judged(['SUNDAE3'])).toEqual(['warn']);
      const signed = must(await review([]));
      must(await trader.trading.accept(signed.trade.id, agreementTo(signed), trader.sign));
      await tradeIn(trader, signed.trade.id, 'filled');
      lie('SECOND');
      expect(await judged(['NICE'])).toBe('P6');
    } finally {
      limits = DEFAULT_POLICY;
      await leave();
    }
  });

  it('is asked about where no script is known by a code, and blocked where a signed trade knew it by one', async () => {
    await at({ exchanges: realCodesFile(folder.path) }, 'FIRST');
    try {
      expect(await judged(['ANOTHER'])).toEqual(['warn']);
      expect(await judged(['FIRST'])).toBe('P6');
      limits = { ...DEFAULT_POLICY, exchanges: ['FIRST'] };
      expect(await judged([])).toBe('P6');
      limits = DEFAULT_POLICY;
      const signed = must(await review([]));
      must(await trader.trading.accept(signed.trade.id, agreementTo(signed), trader.sign));
      await tradeIn(trader, signed.trade.id, 'filled');
      lie('SECOND');
      expect(await judged(['FIRST'])).toBe('P6');
      expect(await judged(['ANOTHER'])).toEqual(['warn']);
    } finally {
      limits = DEFAULT_POLICY;
      await leave();
    }
  });
});
