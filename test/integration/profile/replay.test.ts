// A replay as the trading window has it: another time, another journal, and the same path of a trade.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import type { InputOf, MainTable } from '#contract/index.ts';
import type { ReplayView } from '#contract/replay.ts';
import { approveNext } from '../../support/approving.ts';
import { ticketSelling } from '../../support/sales.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { codeOf, must } from '../../support/trader.ts';
import { TestKeychain } from '../../support/wallet-bench.ts';

const PASSWORD = 'canary-password-77d2';
const DAY = 86_400_000;
const folder = temporaryDirectory();
const secrets = new TestKeychain();
let test: TestApp;
let token: string;

type Replay = NonNullable<ReplayView['replay']>;
let last: Replay | undefined;

const now = (): Replay => {
  const { replay } = test.main.topic('replay');
  if (!replay) throw new Error('no replay is open');
  return replay;
};

async function step(to: 'block' | '1min' | '1hour' = 'block'): Promise<void> {
  const { at } = now();
  must(await test.main.call('replay.step', { to }));
  await test.main.topicWhen('replay', ({ replay }) => (replay?.at ?? 0) > at);
}

type Past = InputOf<MainTable, 'chart.history'>;

/** Columns turned into rows: time, open, high, low, close, volume. */
async function candles(past: Past): Promise<readonly number[][]> {
  const { candles: columns } = must(await test.main.call('chart.history', past));
  const { time, open, high, low, close, volume } = columns;
  return time.map((at, index) => [
    at,
    ...[open, high, low, close, volume].map((column) => column[index] ?? Number.NaN),
  ]);
}

async function openReplay(): Promise<void> {
  must(await test.main.call('profile.switch', { profile: 'replay' }));
  await test.main.topicWhen('replay', ({ replay }) => replay !== undefined);
  await test.main.topicWhen('profile', ({ service, replay }) => service === 'ready' && replay !== undefined);
}

beforeAll(async () => {
  test = await startTestApp(folder.path, { secrets });
  await test.main.topicWhen('profile', ({ service }) => service === 'ready');
  const found = must(await test.main.call('tokens.search', { query: 'amber', verifiedOnly: true }));
  token = found.tokens.find(({ token: one }) => one.ticker === 'AMBER')?.token.id ?? '';
});

afterAll(async () => {
  await test.close();
  folder.remove();
});

it('is steered only while it is open', async () => {
  expect(test.main.topic('replay')).toEqual({});
  expect(codeOf(await test.main.call('replay.play', { speed: 60 }))).toBe('replay-closed');
  expect(codeOf(await test.main.call('replay.begin', { day: Date.now() - 10 * DAY }))).toBe('replay-closed');
  expect(existsSync(join(folder.path, 'replay'))).toBe(false);
});

it('opens paused in the past, with its own wallet', async () => {
  await openReplay();
  const { at, from, first, end, playing } = now();
  expect(playing).toBe(false);
  expect(at).toBe(from);
  expect(first).toBeLessThan(at);
  expect(end).toBeGreaterThan(at);
  expect(at).toBeLessThan(Date.now() - 60 * DAY);
  expect(test.main.topic('wallet').state).toBe('none');
  expect(test.main.topic('profile')).toMatchObject({ name: 'Replay', mode: 'practice' });
});

it("shows practice's own candles until then, and none after it", async () => {
  await step('1hour');
  const end = now().at / 1000;
  const past = { base: token, quote: ADA, period: '5min' as const, to: end + 7_200, count: 60 };
  const shown = await candles(past);
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.at(-1)?.[0]).toBeLessThan(end);
  must(await test.main.call('profile.switch', { profile: 'practice' }));
  await test.main.topicWhen('profile', ({ service, replay }) => service === 'ready' && !replay);
  const real = await candles(past);
  expect(real.at(-1)?.[0]).toBeGreaterThan(end);
  const start = Math.max(shown[0]?.[0] ?? 0, real[0]?.[0] ?? 0);
  const common = (rows: readonly number[][]): readonly number[][] =>
    rows.filter(([time = 0]) => time >= start && time < end);
  expect(common(shown).length).toBeGreaterThan(20);
  expect(common(shown)).toEqual(common(real));
  await openReplay();
});

it('trades there: real orders, approved and filled in the time of the replay', async () => {
  must(await test.main.call('wallet.openVault', { task: 'quick-practice' }));
  must(await test.vault.call('vault.quickPractice', { password: PASSWORD }));
  await test.main.topicWhen('balance', ({ amounts }) => (amounts?.length ?? 0) > 1);
  const quote = must(
    await test.main.call('swap.quote', {
      ...ticketSelling(100_000_000n),
      receive: token,
      slippageBps: 100,
      excluded: [],
    }),
  );
  const { tradeId } = must(await test.main.call('swap.review', { quoteId: quote.id }));
  await approveNext(test, PASSWORD);
  const find = () => test.main.topic('trades').find(({ id }) => id === tradeId);
  for (let steps = 0; steps < 30 && find()?.state !== 'filled'; steps += 1) {
    await step();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const trade = find();
  expect(trade?.state).toBe('filled');
  const { from, at } = now();
  expect(trade?.createdAt).toBeGreaterThanOrEqual(from);
  expect(trade?.updatedAt).toBeLessThanOrEqual(at);
  last = now();
});

it('plays faster than real time, and waits for an approval', async () => {
  must(await test.main.call('replay.play', { speed: 600 }));
  const { at } = now();
  await test.main.topicWhen('replay', ({ replay }) => (replay?.at ?? 0) > at + 120_000);
  must(await test.main.call('replay.pause', {}));
  await test.main.topicWhen('replay', ({ replay }) => replay?.playing === false);
  must(await test.main.call('replay.play', { speed: 5 }));
  await test.main.topicWhen('replay', ({ replay }) => replay?.playing === true);
  const quote = must(
    await test.main.call('swap.quote', {
      ...ticketSelling(50_000_000n),
      receive: token,
      slippageBps: 100,
      excluded: [],
    }),
  );
  must(await test.main.call('swap.review', { quoteId: quote.id }));
  await test.main.topicWhen('replay', ({ replay }) => replay?.held === true && !replay.playing);
  test.windows.closeApprovalByUser();
  await test.main.topicWhen('replay', ({ replay }) => replay?.held === false && replay.playing);
  must(await test.main.call('replay.pause', {}));
  await test.main.topicWhen('replay', ({ replay }) => replay?.playing === false);
  last = now();
});

it('is left and opened again at the same moment, also by a restart', async () => {
  must(await test.main.call('profile.switch', { profile: 'practice' }));
  await test.main.topicWhen('profile', ({ service, replay }) => service === 'ready' && !replay);
  expect(test.main.topic('replay')).toEqual({});
  expect(test.main.topic('trades')).toEqual([]);
  await openReplay();
  expect(now()).toMatchObject({ at: last?.at, playing: false });
  await test.close();
  test = await startTestApp(folder.path, { secrets });
  await test.main.topicWhen('replay', ({ replay }) => replay !== undefined);
  expect(now()).toMatchObject({ at: last?.at, playing: false });
  expect(test.main.topic('trades').some(({ state }) => state === 'filled')).toBe(true);
});

it('continues after its process was killed', async () => {
  const { at } = now();
  test.killPractice();
  await test.main.topicWhen('profile', ({ service }) => service !== 'ready');
  await test.main.topicWhen('profile', ({ service }) => service === 'ready');
  expect(now()).toMatchObject({ at, playing: false });
});

it('begins another day with another journal and the same keys', async () => {
  const day = now().from - 100 * DAY;
  expect(codeOf(await test.main.call('replay.begin', { day: now().end + DAY }))).toBe('replay-day-unknown');
  must(await test.main.call('replay.begin', { day }));
  await test.main.topicWhen('replay', ({ replay }) => replay?.at === day);
  await test.main.topicWhen('profile', ({ service }) => service === 'ready');
  expect(test.main.topic('trades')).toEqual([]);
  expect(test.main.topic('wallet').state).not.toBe('none');
  // The journal of the first day stays.
  expect(existsSync(join(folder.path, 'profiles', 'replay', 'sessions', '1', 'journal.sqlite'))).toBe(true);
  expect(existsSync(join(folder.path, 'replay', '1'))).toBe(false);
});
