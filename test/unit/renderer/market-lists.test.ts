// @vitest-environment page
// The market lists as the page has them, on a fake main and a clock of the test.
import { beforeEach, describe, expect, test } from 'vitest';
import { failure } from '#domain/failure.ts';
import type { Desk } from '../../../src-renderer/app/desk.svelte.ts';
import { deskOnFakeMain, pass } from '../../support/desk-on-fake-main.ts';
import type { FakeMain } from '../../support/fake-main-api.ts';
import { tokensOfFake } from '../../support/fake-market.ts';

let main: FakeMain;
let desk: Desk;
const ids = tokensOfFake.map(({ id }) => id);

beforeEach(async () => {
  const made = await deskOnFakeMain();
  ({ main, desk } = made);
  return made.end;
});

const inputs = (name: string): readonly unknown[] =>
  main.asked.filter((call) => call.name === name).map(({ input }) => input);
const listed = (): readonly string[] => desk.lists.current?.tokens.map(({ id }) => id) ?? [];

describe('watch lists', () => {
  test('stars clicked faster than main sends its lists are all kept', async () => {
    const list = desk.lists.current;
    if (list === undefined) throw new Error('the fake main has no list');
    const before = listed();
    const [first, second] = ids.filter((id) => !before.includes(id));
    if (first === undefined || second === undefined) throw new Error('every token is watched');
    await Promise.all([
      desk.lists.toggle(list, first),
      desk.lists.toggle(list, second),
      desk.lists.toggle(list, first),
    ]);
    expect(listed()).toEqual([...before, second]);
    expect(desk.lists.watched(second)).toBe(true);
    expect(desk.lists.watched(first)).toBe(false);
  });

  test('a refused change is forgotten: the next one starts from what main has', async () => {
    const list = desk.lists.current;
    if (list === undefined) throw new Error('the fake main has no list');
    const before = listed();
    const [first, second] = ids.filter((id) => !before.includes(id));
    main.failing.set('watchLists.setTokens', failure('watch-list-unknown'));
    await desk.lists.toggle(list, first ?? '');
    main.failing.clear();
    await desk.lists.toggle(list, second ?? '');
    expect(listed()).toEqual([...before, second]);
  });

  test('a token is moved within its list and not beyond its ends', async () => {
    const list = (): NonNullable<typeof desk.lists.current> => {
      if (desk.lists.current === undefined) throw new Error('the fake main has no list');
      return desk.lists.current;
    };
    const [a, b, c, ...others] = listed();
    await desk.lists.move(list(), c ?? '', 0);
    expect(listed()).toEqual([c, a, b, ...others]);
    await desk.lists.move(list(), c ?? '', -3);
    expect(listed()).toEqual([c, a, b, ...others]);
    await desk.lists.move(list(), a ?? '', 99);
    expect(listed()).toEqual([c, b, ...others, a]);
  });

  test('a list that is made is the one that is shown', async () => {
    await desk.lists.create('Thin');
    expect(desk.lists.current?.name).toBe('Thin');
    await desk.lists.moveList(desk.lists.current?.id ?? '', -1);
    expect(desk.lists.watchLists.map(({ name }) => name)).toEqual(['Watched', 'Thin', 'Stones']);
  });
});

describe('attention', () => {
  test('what is on screen is reported to main once, in its order, and again for another profile', async () => {
    const told = inputs('market.attend').length;
    const [a = '', b = ''] = ids;
    desk.lists.attend(true, [b, a, b]);
    desk.lists.attend(true, [b, a]);
    await pass(200);
    expect(inputs('market.attend').slice(told)).toEqual([{ visible: true, tokens: [b, a] }]);
    desk.lists.reset();
    desk.lists.attend(true, [b, a]);
    await pass(200);
    expect(inputs('market.attend').slice(told)).toHaveLength(2);
  });
});

describe('trending', () => {
  test('is asked again every half minute, and at once for another period', async () => {
    const asked = (): number => inputs('market.trending').length;
    await desk.lists.keepTrendingFresh(1_000_000);
    expect(asked()).toBe(1);
    await desk.lists.keepTrendingFresh(1_020_000);
    expect(asked()).toBe(1);
    await desk.lists.keepTrendingFresh(1_030_000);
    expect(asked()).toBe(2);
    desk.lists.trendingPeriod = '1day';
    await desk.lists.keepTrendingFresh(1_031_000);
    expect(inputs('market.trending').at(-1)).toEqual({ period: '1day' });
    expect(desk.lists.trending?.period).toBe('1day');
  });

  test('a failure is shown and asked again after ten seconds, not each second', async () => {
    main.failing.set('market.trending', failure('charts-unavailable'));
    await desk.lists.keepTrendingFresh(1_000_000);
    await desk.lists.keepTrendingFresh(1_001_000);
    expect(inputs('market.trending')).toHaveLength(1);
    expect(desk.lists.trendingFailure?.code).toBe('charts-unavailable');
    main.failing.clear();
    await desk.lists.keepTrendingFresh(1_010_000);
    expect(desk.lists.trendingFailure).toBeUndefined();
    expect(desk.lists.trending?.rows.length).toBe(tokensOfFake.length);
  });
});

describe('a token that is chosen', () => {
  test('is what chart and ticket show, and the newest of the recent ones', async () => {
    const [, , , token] = tokensOfFake;
    if (token === undefined) throw new Error('the fake market lacks a token');
    desk.entry.selectToken(token);
    await pass(0);
    expect(desk.markets.selected).toBe(token.id);
    expect(desk.entry.receive?.id).toBe(token.id);
    expect(desk.lists.recent[0]?.id).toBe(token.id);
  });

  test('in a pair with another token is paid with that one, and the next choice is against ADA again', async () => {
    const [first, second, third] = tokensOfFake;
    if (!first || !second || !third) throw new Error('the fake market lacks a token');
    await desk.entry.showPair(first, second.id);
    expect([desk.markets.selected, desk.markets.quote]).toEqual([first.id, second.id]);
    expect([desk.entry.pay.id, desk.entry.receive?.id]).toEqual([second.id, first.id]);
    desk.entry.selectToken(third);
    expect(desk.markets.quote).toBe('ADA');
  });
});

test('columns are shown and hidden, and are kept, also where none is left', async () => {
  expect(desk.lists.columns).toEqual(['spark']);
  await desk.lists.toggleColumn('liquidity');
  await desk.lists.toggleColumn('volume');
  expect(desk.lists.columns).toEqual(['spark', 'volume', 'liquidity']);
  await desk.lists.toggleColumn('spark');
  expect(inputs('notebook.write').at(-1)).toEqual({ kind: 'markets', of: 'all', text: 'volume liquidity' });
  desk.lists.columns = [];
  await desk.lists.openColumns();
  expect(desk.lists.columns).toEqual(['volume', 'liquidity']);
  await desk.lists.toggleColumn('liquidity');
  await desk.lists.toggleColumn('volume');
  desk.lists.columns = ['spark'];
  await desk.lists.openColumns();
  expect(desk.lists.columns).toEqual([]);
});
