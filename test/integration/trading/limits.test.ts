import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssetId } from '#domain/asset.ts';
import { mainTable } from '#contract/index.ts';
import type { PolicyLimitsView } from '#contract/profile.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { DEFAULT_POLICY, type PolicyLimits } from '../../../src-main/inspect/policy.ts';
import type { Review } from '../../../src-main/trading/reviewer.ts';
import { currentValue } from '../../support/current-value.ts';
import { HeldClock } from '../../support/held-clock.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { selling } from '../../support/sales.ts';
import { temporaryDirectories, temporaryDirectory } from '../../support/temporary-directory.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import {
  agreementTo,
  codeOf,
  must,
  openFundedTrader,
  reviewFor,
  until,
  type Trader,
} from '../../support/trader.ts';

const temporary = temporaryDirectories();

describe('limits at trades with the practice exchange', () => {
  let practice: PracticeProcess;
  let trader: Trader;
  let token: AssetId;
  let inForce: Result<PolicyLimits, Failure>;

  beforeAll(async () => {
    practice = await PracticeProcess.start();
    ({ trader, token } = await openFundedTrader({
      endpoints: practice.endpoints,
      folder: temporary(),
      policy: () => Promise.resolve(inForce),
    }));
  });
  afterAll(async () => {
    await trader.close();
    await practice.stop();
  });

  const review = (lovelace: bigint): Promise<Result<Review, Failure>> =>
    reviewFor(trader, token, selling(lovelace));
  const accept = (one: Review) => trader.trading.accept(one.trade.id, agreementTo(one), trader.sign);

  it('block what is worth too much, uses another exchange, or has a wider tolerance', async () => {
    const blockedBy = async (limits: Partial<PolicyLimits>): Promise<unknown> => {
      inForce = ok({ ...DEFAULT_POLICY, ...limits });
      const refused = await review(25_000_000n);
      return refused.ok ? 'nothing' : refused.failure.data?.['rule'];
    };
    expect(await blockedBy({})).toBe('nothing');
    expect(await blockedBy({ perTrade: 25_000_000n })).toBe('nothing');
    expect(await blockedBy({ perTrade: 24_999_999n })).toBe('P1');
    expect(await blockedBy({ perDay: 24_999_999n })).toBe('P2');
    expect(await blockedBy({ slippageBps: 299 })).toBe('P3');
    expect(await blockedBy({ exchanges: ['NONE'] })).toBe('P6');
  });

  it('that cannot be trusted end every review', async () => {
    inForce = failed(failure('limits-changed'));
    expect(codeOf(await review(25_000_000n))).toBe('limits-changed');
  });

  it('that were changed after the review must be reviewed against', async () => {
    inForce = ok(DEFAULT_POLICY);
    const waiting = must(await review(25_000_000n));
    inForce = ok({ ...DEFAULT_POLICY, perTrade: 1n });
    expect(codeOf(await accept(waiting))).toBe('limits-outdated');
    inForce = failed(failure('limits-changed'));
    expect(codeOf(await accept(waiting))).toBe('limits-changed');
    expect(trader.trading.trade(waiting.trade.id)?.state).toBe('built');
  });

  it('hold for what was built ahead, whether they were tightened or cannot be trusted since', async () => {
    const quoted = async (): Promise<string> => {
      inForce = ok(DEFAULT_POLICY);
      const terms = { receive: token, slippageBps: 300, excluded: [] };
      const { id } = must(await trader.trading.estimators.swaps.quote({ ...terms, ...selling(25_000_000n) }));
      const { judgement } = must(await trader.trading.buildAhead(id, trader.account));
      expect(judgement.inspection.report.verdict).toBe('pass');
      return id;
    };
    const first = await quoted();
    inForce = ok({ ...DEFAULT_POLICY, perTrade: 24_999_999n });
    const refused = await trader.trading.review(first, trader.account);
    expect(refused.ok ? 'nothing' : refused.failure.data?.['rule']).toBe('P1');
    const second = await quoted();
    inForce = failed(failure('limits-changed'));
    expect(codeOf(await trader.trading.review(second, trader.account))).toBe('limits-changed');
  });

  it('of a day hold for trades that are signed at the same moment', async () => {
    inForce = ok({ ...DEFAULT_POLICY, perDay: 60_000_000n });
    const both = [must(await review(40_000_000n)), must(await review(40_000_000n))];
    const codes = (await Promise.all(both.map(accept))).map(codeOf);
    expect(codes.toSorted()).toEqual(['limit-used-up', 'ok']);
    const signed = both[codes.indexOf('ok')]?.trade.id ?? '';
    const { worth, orderScripts, recipients } = trader.journal.get(signed)?.bytes ?? {};
    expect(worth).toBe(40_000_000n);
    expect(orderScripts?.length).toBeGreaterThan(0);
    expect(recipients).toEqual([]);
    await until(() => Promise.resolve(trader.trading.trade(signed)?.state === 'filled'));
    expect(codeOf(await review(20_000_001n))).toBe('inspection-blocked');
    expect(codeOf(await review(20_000_000n))).toBe('ok');
  });
});

describe('limits and the windows', () => {
  const PASSWORD = 'canary-password-7a10';
  const TIGHT: PolicyLimitsView = {
    perTrade: '20000000',
    slippageBps: 200,
    verifiedOnly: true,
    exchanges: ['EXA'],
    expert: false,
  };
  const LOOSE: PolicyLimitsView = { slippageBps: 5_000, verifiedOnly: false, expert: true };
  const folder = temporaryDirectory();
  const clock = new HeldClock();
  let test: TestApp;

  const shown = () => currentValue(test.app.main.topics.limits);

  beforeAll(async () => {
    test = await startTestApp(folder.path, { clock });
    await test.main.topicWhen('profile', ({ service }) => service === 'ready');
  });
  afterAll(async () => {
    await test.close();
    folder.remove();
  });

  it('are not set before there is a wallet whose password they could need', async () => {
    await until(() => Promise.resolve(shown().limits !== undefined));
    expect(shown()).toEqual({ limits: { slippageBps: 5_000, verifiedOnly: false, expert: false } });
    expect(codeOf(await test.main.call('wallet.openVault', { task: 'policy' }))).toBe('no-wallet');
    expect(codeOf(await test.vault.call('vault.setPolicy', { password: PASSWORD, limits: TIGHT }))).toBe(
      'request-refused',
    );
    must(await test.main.call('wallet.openVault', { task: 'quick-practice' }));
    must(await test.vault.call('vault.quickPractice', { password: PASSWORD }));
  });

  it('are set in the vault window with the password, and shown to the trading window', async () => {
    must(await test.main.call('wallet.openVault', { task: 'policy' }));
    const { task } = await test.vault.topicWhen('task', ({ task: one }) => one.kind === 'policy');
    expect(task).toMatchObject({ lost: false, limits: { slippageBps: 5_000 } });
    const wrong = { password: 'not the password', limits: TIGHT };
    // The delay after a wrong password runs on the clock: held, it cannot pass while a slow machine does the rest.
    clock.hold();
    expect(codeOf(await test.vault.call('vault.setPolicy', wrong))).toBe('wrong-password');
    expect(codeOf(await test.vault.call('vault.setPolicy', { password: PASSWORD, limits: TIGHT }))).toBe(
      'password-delayed',
    );
    clock.release();
    expect(shown().limits).not.toEqual(TIGHT);
    await until(
      async () => (await test.vault.call('vault.setPolicy', { password: PASSWORD, limits: TIGHT })).ok,
    );
    expect(shown()).toEqual({ limits: TIGHT });
    expect(test.windows.vaultOpen).toBe(false);
  });

  it.each([
    { ...LOOSE, slippageBps: 0 },
    { ...LOOSE, slippageBps: 5_001 },
    { ...LOOSE, perTrade: '0' },
    { ...LOOSE, perTrade: '-1' },
    { ...LOOSE, perDay: '1.5' },
    { ...LOOSE, impactBps: 10_001 },
    { ...LOOSE, exchanges: [] },
    { ...LOOSE, more: true },
  ])('are refused when they are none (%o)', async (limits) => {
    must(await test.main.call('wallet.openVault', { task: 'policy' }));
    const forged = { password: PASSWORD, limits } as { password: string; limits: PolicyLimitsView };
    expect(codeOf(await test.vault.call('vault.setPolicy', forged))).toBe('request-refused');
    expect(shown()).toEqual({ limits: TIGHT });
    must(await test.vault.call('vault.cancel', {}));
  });

  it('are lifted by no message of the trading window', async () => {
    const names = Object.entries(mainTable).flatMap(([name, { kind }]) => (kind === 'call' ? [name] : []));
    // These end the session's wallet or open windows over and over; none of them ever gets limits.
    const calls = names.filter((name) => !name.startsWith('profile.'));
    const forgedNames = ['vault.setPolicy', 'wallet.setPolicy', 'policy.set', 'limits', 'limits.set', 'task'];
    const forged = { limits: LOOSE, policy: LOOSE, ...LOOSE, password: PASSWORD, task: 'policy' };
    const input = fc.oneof(
      fc.constant(forged),
      fc.record({ task: fc.constantFrom('policy', 'unlock', 'remove') }),
      fc.constant({ limits: LOOSE }),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls, ...forgedNames), input, async (name, given) => {
        await test.main.call(name as 'app.about', given as never);
        expect(shown()).toEqual({ limits: TIGHT });
      }),
      { numRuns: 300 },
    );
    for (const name of forgedNames)
      expect(codeOf(await test.main.call(name as 'app.about', forged as never))).toBe('request-refused');
    expect(JSON.stringify(test.main.received)).not.toContain(PASSWORD);
  });
});
