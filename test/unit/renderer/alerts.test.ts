// @vitest-environment page
// The alerts as the page has them, on a fake main and a clock of the test.
import { beforeEach, expect, test, vi } from 'vitest';
import type { NoticeView } from '#contract/notices.ts';
import {
  alertLines,
  alertOfLine,
  alertStatus,
  conditionWords,
  readCondition,
} from '../../../src-renderer/features/alerts/alert-words.ts';
import type { Desk } from '../../../src-renderer/app/desk.svelte.ts';
import { deskOnFakeMain, pass } from '../../support/desk-on-fake-main.ts';
import type { FakeMain } from '../../support/fake-main-api.ts';
import { tokensOfFake } from '../../support/fake-market.ts';

let main: FakeMain;
let desk: Desk;
const carb = tokensOfFake[0] ?? missing();

function missing(): never {
  throw new Error('the fake market lacks a token');
}

beforeEach(async () => {
  const made = await deskOnFakeMain();
  ({ main, desk } = made);
  await desk.tokens.loadSuggested();
  return made.end;
});

const moves = (): readonly unknown[] =>
  main.asked.filter(({ name }) => name === 'alerts.move').map(({ input }) => input);

function notice(id: string, rows: readonly string[]): NoticeView {
  return { id, about: 'alerts', kind: 'crossed', rows: [...rows], title: 'Alert', text: id, at: 1 };
}

test('an alert that is dragged follows the pointer, and is moved once it rests', async () => {
  await desk.alerts.add(carb.id, { kind: 'price', price: '0.5' });
  const id = desk.alerts.list[0]?.id ?? '';
  for (const price of ['0.51', '0.52', '0.53']) {
    desk.alerts.drag(id, price);
    await pass(50);
  }
  expect(desk.alerts.list[0]?.condition).toEqual({ kind: 'price', price: '0.53' });
  expect(moves()).toEqual([]);
  await pass(300);
  expect(moves()).toEqual([{ id, price: '0.53' }]);
});

test('lines are drawn of the prices that are watched on that token', async () => {
  await desk.alerts.add(carb.id, { kind: 'price', price: '0.5' });
  await desk.alerts.add(carb.id, { kind: 'price', price: '0.6' });
  await desk.alerts.add(carb.id, { kind: 'move', bps: 500, within: '1hour' });
  await desk.alerts.add(tokensOfFake[1]?.id ?? '', { kind: 'price', price: '0.7' });
  const paused = desk.alerts.list.find(
    ({ condition }) => condition.kind === 'price' && condition.price === '0.6',
  );
  await desk.alerts.setPaused(paused?.id ?? '', true);
  const lines = alertLines(desk.alerts.list, { base: carb.id });
  expect(lines.map(({ price }) => price)).toEqual([0.5]);
  expect(alertOfLine(lines[0]?.id ?? '')).toBe(
    desk.alerts.list.find(({ condition }) => condition.kind === 'price' && condition.price === '0.5')?.id,
  );
  expect(alertOfLine('sell 0.5')).toBeUndefined();
});

test('a notice stays until it is dismissed, and leads to its alert and its market', async () => {
  await desk.alerts.add(carb.id, { kind: 'price', price: '0.5' });
  const id = desk.alerts.list[0]?.id ?? '';
  main.push('notices', { list: [notice('n1', [id])], opened: { times: 0 }, byPage: false });
  await pass(60_000);
  const [toast] = desk.notices.toasts;
  expect(toast?.id).toBe('n1');
  if (toast) desk.notices.open(toast);
  await pass(0);
  expect([desk.panels.lower, desk.alerts.revealed, desk.markets.selected]).toEqual(['alerts', id, carb.id]);
  expect(desk.notices.toasts).toEqual([]);
});

test('it sounds once for what went off at once, unless the user wants silence', async () => {
  const tones: string[] = [];
  class Sounds {
    readonly destination = {};
    readonly currentTime = 0;
    createGain = () => ({ gain: {}, connect: () => undefined });
    createOscillator = () => ({
      frequency: {},
      connect: () => undefined,
      start: () => void tones.push('tone'),
      stop: () => undefined,
    });
  }
  vi.stubGlobal('AudioContext', Sounds);
  const push = (...ids: readonly string[]): void =>
    main.push('notices', { list: ids.map((id) => notice(id, [])), opened: { times: 0 }, byPage: false });
  push('n2', 'n1');
  await pass(0);
  expect(tones).toHaveLength(2);
  await desk.preferences.set({ alertSound: false });
  push('n3', 'n2', 'n1');
  await pass(0);
  expect(tones).toHaveLength(2);
});

test('the state says what the user can do about it', () => {
  const words = (state: Parameters<typeof alertStatus>[0]['state'], checkedAt?: number): string =>
    alertStatus({ state, checkedAt }).text;
  expect([words('on'), words('on', 1), words('paused'), words('done'), words('too-often')]).toEqual([
    'Waiting for prices',
    'Watching',
    'Paused',
    'Went off',
    'Paused: too often',
  ]);
  expect(alertStatus({ state: 'too-often', checkedAt: 1 })).toMatchObject({ tone: 'amber' });
});

test('what is typed becomes a condition, and what could mean two is refused', () => {
  const read = (...typed: Parameters<typeof readCondition>): unknown => readCondition(...typed).condition;
  expect(read('price', '0.5', '1hour')).toEqual({ kind: 'price', price: '0.5' });
  expect(read('move', '2.5', '5min')).toEqual({ kind: 'move', bps: 250, within: '5min' });
  expect(read('spread', '2 %', '5min')).toEqual({ kind: 'spread', bps: 200 });
  const volume = { kind: 'volume', lovelace: '50000000000', within: '1hour' } as const;
  expect(read('volume', '50k', '1hour')).toEqual(volume);
  expect(conditionWords(volume).replace('\u00a0', ' ')).toBe('trades 50,000 ADA within 1 hour');
  expect(conditionWords({ kind: 'spread', bps: 200 }).replace('\u00a0', ' ')).toBe('has a spread above 2 %');
  for (const text of ['', '0', '-5', 'much', '9'.repeat(20)])
    expect(read('volume', text, '1hour')).toBeUndefined();
  for (const text of ['', '0', 'wide']) expect(read('spread', text, '1hour')).toBeUndefined();
  for (const kind of ['volume', 'move', 'spread'] as const)
    expect(readCondition(kind, '10,000', '1hour')).toMatchObject({ failure: { code: 'number-ambiguous' } });
});
