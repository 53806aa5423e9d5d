import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ticketSelling } from '../../support/sales.ts';
import { addProfile } from '../../support/live-profile.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startFundedApp, type TestApp } from '../../support/test-app.ts';
import { codeOf, must } from '../../support/trader.ts';

/** A trading window that was taken over names what is not meant for a call, or asks in a bad moment. */

const folder = temporaryDirectory();
let test: TestApp;
let token: string;

beforeAll(async () => {
  ({ test, token } = await startFundedApp(folder.path, 'canary-password-51c9'));
});

afterAll(async () => {
  await test.close();
  folder.remove();
});

const swapId = async (): Promise<string> => {
  const ticket = { ...ticketSelling(25_000_000n), receive: token, slippageBps: 100, excluded: [] };
  return must(await test.main.call('swap.quote', ticket)).id;
};

/** The ids that the page can name, by their subject. */
async function ids() {
  const sale = { ...ticketSelling(60_000_000n), receive: token };
  const price = { form: 'percent', text: '-20' } as const;
  const limit = must(await test.main.call('limit.estimate', { ...sale, price, multiples: 1, excluded: [] }));
  const ladder = must(
    await test.main.call('ladder.plan', {
      ...{ ...sale, from: price, to: { ...price, text: '-30' }, count: 2 },
      ...{ sizes: 'equal', spacing: 'linear', excluded: [] },
    }),
  );
  const dca = must(
    await test.main.call('dca.plan', {
      ...{ ...sale, cycles: 2, every: '1day', slippageBps: 100, exchanges: [] },
    }),
  );
  return { swap: await swapId(), limit: limit.id, ladder: ladder.id, dca: dca.id };
}

describe('a name that is of something else', () => {
  it('builds, shows and journals nothing', async () => {
    const named = await ids();
    const others = (kind: keyof typeof named) =>
      Object.entries(named).flatMap(([name, id]) => (name === kind ? [] : [id]));
    const codes = {
      'swap.review': await Promise.all(
        others('swap').map(async (quoteId) => codeOf(await test.main.call('swap.review', { quoteId }))),
      ),
      'limit.review': await Promise.all(
        others('limit').map(async (quoteId) => codeOf(await test.main.call('limit.review', { quoteId }))),
      ),
      'dca.review': await Promise.all(
        others('dca').map(async (planId) => codeOf(await test.main.call('dca.review', { planId }))),
      ),
      'ladder.start': await Promise.all(
        others('ladder').map(async (planId) => codeOf(await test.main.call('ladder.start', { planId }))),
      ),
    };
    expect(codes).toEqual({
      'swap.review': Array(3).fill('quote-unknown'),
      'limit.review': Array(3).fill('quote-unknown'),
      'dca.review': Array(3).fill('plan-unknown'),
      'ladder.start': Array(3).fill('plan-unknown'),
    });
    for (const id of Object.values(named))
      expect(codeOf(await test.main.call('batch.stop', { id }))).toBe('set-unknown');
    expect([test.windows.approvalOpen, test.main.topic('trades')]).toEqual([false, []]);
  });
});

describe('a review that is under way while the profile is changed', () => {
  it('is shown by no window, and nothing of it is signed or sent', async () => {
    const other = await addProfile(test);
    const quoteId = await swapId();
    const [review] = await Promise.all([
      test.main.call('swap.review', { quoteId }),
      test.main.call('profile.switch', { profile: other }),
    ]);
    expect(review.ok).toBe(false);
    expect([test.windows.approvalOpen, test.approval.topic('task').task.kind]).toEqual([false, 'idle']);
    // The live profile knows neither the quote nor the trade.
    expect(codeOf(await test.main.call('swap.review', { quoteId }))).toBe('quote-unknown');
    expect(await test.main.topicWhen('trades', (trades) => trades.length === 0)).toEqual([]);
    must(await test.main.call('profile.switch', { profile: 'practice' }));
    await test.main.topicWhen('profile', ({ service }) => service === 'ready');
    const states = test.main.topic('trades').map(({ state }) => state);
    expect(states.filter((state) => state !== 'discarded' && state !== 'built')).toEqual([]);
  });
});
