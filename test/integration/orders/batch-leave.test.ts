import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HeldClock } from '../../support/held-clock.ts';
import { approveNext } from '../../support/approving.ts';
import { ticketSelling } from '../../support/sales.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startFundedApp, type TestApp } from '../../support/test-app.ts';
import { must } from '../../support/trader.ts';
import { MINUTE_MS } from '#domain/time.ts';

const PASSWORD = 'canary-password-51c9';
const folder = temporaryDirectory();
const clock = new HeldClock();
let test: TestApp;
let token: string;

beforeAll(async () => {
  ({ test, token } = await startFundedApp(folder.path, PASSWORD, {
    clock,
    // Slow enough that a test can step in between two blocks.
    practiceOptions: ['--seed', '7', '--block-time', '1s'],
  }));
});
afterAll(async () => {
  await test.close();
  folder.remove();
});
beforeEach(() => clock.release());

/** A ladder whose first order is signed by the password. */
async function signedLadder(): Promise<string> {
  // Until the previous test's transactions are on chain, this one would spend their outputs.
  const underWay = ['signed', 'assembled', 'submitting', 'submitted'];
  await test.main.topicWhen('trades', (trades) => trades.every(({ state }) => !underWay.includes(state)));
  const plan = must(
    await test.main.call('ladder.plan', {
      ...ticketSelling(80_000_000n),
      receive: token,
      from: { form: 'percent', text: '-10' },
      to: { form: 'percent', text: '-30' },
      count: 4,
      sizes: 'equal',
      spacing: 'linear',
      exchange: 'EXH',
      excluded: [],
    }),
  );
  const { batchId } = must(await test.main.call('ladder.start', { planId: plan.id }));
  await approveNext(test, PASSWORD);
  await test.main.topicWhen('batch', ({ batch }) => batch?.id === batchId && batch.state === 'running');
  return batchId;
}

async function ended(id: string) {
  const { batch } = await test.main.topicWhen(
    'batch',
    (value) => value.batch?.id === id && ['stopped', 'done'].includes(value.batch.state),
  );
  const placed =
    batch?.transactions.filter(({ state }) => state === 'sent' || state === 'placed').length ?? 0;
  return { state: batch?.state, why: batch?.failure?.code, placed };
}

describe('the password that a batch goes on by', () => {
  it('is gone when nobody touched the application for as long as the auto-lock says', async () => {
    const id = await signedLadder();
    clock.hold();
    clock.advance(10 * MINUTE_MS);
    const { state, why, placed } = await ended(id);
    expect([state, why]).toEqual(['stopped', 'set-leave-over']);
    // Transactions signed before are sent and stay.
    expect(placed).toBeGreaterThanOrEqual(1);
    expect(placed).toBeLessThan(4);
  });

  it('is gone when the wallet is locked by hand', async () => {
    const id = await signedLadder();
    must(await test.main.call('wallet.lock', {}));
    const { state, placed } = await ended(id);
    expect(state).toBe('stopped');
    expect(placed).toBeLessThan(4);
  });

  it('lasts for a whole ladder otherwise', async () => {
    expect(await ended(await signedLadder())).toEqual({ state: 'done', why: undefined, placed: 4 });
  });
});
