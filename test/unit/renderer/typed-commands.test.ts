// @vitest-environment page
// Commands that are typed in words, on a fake main.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { typedCommands, typedVerb, type TypedCommand } from '../../../src-renderer/app/typed-commands.ts';
import { typedWords as german } from '../../../src-renderer/app/words/typed.de.ts';
import { words as english } from '../../../src-renderer/app/words/typed.ts';
import type { Desk } from '../../../src-renderer/app/desk.svelte.ts';
import { deskOnFakeMain, pass } from '../../support/desk-on-fake-main.ts';
import type { FakeMain } from '../../support/fake-main-api.ts';
import { tokensOfFake } from '../../support/fake-market.ts';
import { fakeOrder } from '../../support/fake-orders.ts';

let main: FakeMain;
let desk: Desk;
const carb = tokensOfFake[0] ?? missing();

function missing(): never {
  throw new Error('the fake market lacks a token');
}

beforeEach(async () => {
  const made = await deskOnFakeMain();
  ({ main, desk } = made);
  // The page of these tests has no elements to put the focus on.
  vi.stubGlobal('document', Object.assign(document, { getElementById: () => null }));
  await desk.tokens.loadSuggested();
  return made.end;
});

const texts = (query: string): readonly string[] => typedCommands(desk, query).map(({ text }) => text);

async function run(query: string): Promise<TypedCommand> {
  const [command] = typedCommands(desk, query);
  if (!command) throw new Error(`${query} means nothing`);
  command.run();
  await pass(0);
  return command;
}

test('an alert is made at the price that was typed, in plain digits, on either order of the words', async () => {
  const ticker = carb.ticker.toLowerCase();
  await run(`alert ${ticker} 0.5`);
  await run(`alert 1,5 ${ticker.toUpperCase()}`);
  await run(`alert ${ticker} 5.5%`);
  expect(main.asked.filter(({ name }) => name === 'alerts.add').map(({ input }) => input)).toEqual([
    { token: carb.id, condition: { kind: 'price', price: '0.5' }, repeat: 'once' },
    { token: carb.id, condition: { kind: 'price', price: '1.5' }, repeat: 'once' },
    { token: carb.id, condition: { kind: 'move', bps: 550, within: '1hour' }, repeat: 'once' },
  ]);
  expect(desk.alerts.list).toHaveLength(3);
});

test('sell fills in the ticket with that amount, and builds nothing', async () => {
  await run(`sell 20 ${carb.ticker}`);
  expect(desk.entry.sides).toEqual({ pay: carb.id, receive: 'ADA' });
  expect([desk.panels.ticket, desk.swapTicket.amount.text]).toEqual(['market', '20']);
  expect(main.asked.some(({ name }) => name === 'swap.review')).toBe(false);
});

test('buy fills in what that amount costs by the market price, rounded up', async () => {
  desk.entry.choosePay(carb);
  await desk.markets.refresh(carb.id);
  const price = desk.alerts.marketPrice(carb.id) ?? 0;
  await run(`buy 100 ${carb.ticker}`);
  expect(desk.entry.sides).toEqual({ pay: 'ADA', receive: carb.id });
  const pay = Number(desk.swapTicket.amount.text);
  expect(pay).toBeGreaterThan(0);
  expect(pay).toBeGreaterThanOrEqual(100 * price - 1e-9);
  expect(pay).toBeLessThan(100 * price + 1e-5);
  expect(main.asked.some(({ name }) => name === 'swap.review')).toBe(false);
});

test('cancel all opens the sheet with the open orders on that token, and no others', async () => {
  const now = Date.now();
  const other = tokensOfFake[1] ?? missing();
  const rows = [
    fakeOrder(1, now, { status: 'open', cancellable: true, token: carb.id }),
    fakeOrder(2, now, { status: 'open', cancellable: true, token: other.id }),
    fakeOrder(3, now, { status: 'open', cancellable: true, token: carb.id }),
    fakeOrder(4, now, { status: 'filled', cancellable: false, token: carb.id }),
  ];
  main.push('orders', { key: 'k1', kind: 'snapshot', rows, gone: [], at: now });
  await pass(0);
  const { text } = await run(`cancel all ${carb.ticker}`);
  expect(text).toBe(`Cancel all 2 open orders on ${carb.ticker}`);
  const { open } = desk.layers;
  expect(open?.kind === 'cancel-orders' && new Set(open.orderIds)).toEqual(
    new Set([rows[0]?.id, rows[2]?.id]),
  );
  expect(main.asked.some(({ name }) => name === 'orders.cancel')).toBe(false);
});

test('an amount that could mean two is never guessed', async () => {
  await desk.markets.refresh(carb.id);
  await run(`buy 1,234 ${carb.ticker}`);
  expect(desk.swapTicket.amount.text).toBe('');
  expect(desk.layers.failure?.code).toBe('number-ambiguous');
  await run(`sell 1,234 ${carb.ticker}`);
  expect(desk.swapTicket.amount.entry.kind).toBe('ambiguous');
});

test('digits that a page groups are one number, and none where the thousands before them have another mark', async () => {
  const ticker = carb.ticker.toLowerCase();
  await run(`sell 1\u202f204\u00a0567.5 ${ticker}`);
  expect(desk.swapTicket.amount.entry).toMatchObject({
    kind: 'amount',
    units: 12_045_675n * 10n ** BigInt(carb.decimals - 1),
  });
  for (const number of ['1,234\u202f567', '1.204\u00a0567', '1.5\u202f000'])
    for (const verb of ['buy', 'sell', 'alert']) expect(texts(`${verb} ${number} ${ticker}`)).toEqual([]);
});

test('without a name the token in the middle is meant', () => {
  desk.markets.selected = undefined;
  expect(texts('buy 100')).toEqual([]);
  desk.markets.show(carb);
  expect(texts('buy 100')).toEqual([`Buy about 100 ${carb.ticker}: fill in the ticket`]);
  expect(texts('alert 0.5')).toEqual([`Alert: tell me when ${carb.ticker} crosses 0.5 ADA`]);
});

test('tokens of one ticker are told apart, the verified one first', () => {
  const copy = { ...carb, id: `f${carb.id.slice(1)}`, verified: false };
  desk.markets.show(copy);
  const found = typedCommands(desk, `sell 5 ${carb.ticker}`);
  expect(found.map(({ token }) => token.verified)).toEqual([true, false]);
  expect(new Set(found.map(({ text }) => text)).size).toBe(2);
  for (const { text } of found) expect(text).toContain('policy ');
});

test('anything that is not a command in words means nothing', () => {
  for (const query of [
    '',
    'buy',
    'buy amber',
    'sell x y',
    'alert',
    'buy 100 nosuchtoken',
    'buy 100 ada',
    'cancel',
    'cancel all',
  ])
    expect(texts(query)).toEqual([]);
});

describe('in a German window', () => {
  beforeEach(() => {
    document.documentElement.lang = 'de';
    return () => (document.documentElement.lang = '');
  });

  test('numbers are read with a decimal comma, and what could mean two is never guessed', async () => {
    const ticker = carb.ticker.toLowerCase();
    await run(`alert ${ticker} 1,234`);
    expect(desk.layers.failure).toBeUndefined();
    await run(`alert ${ticker} 1.234`);
    expect(desk.layers.failure?.code).toBe('number-ambiguous');
    const added = main.asked.filter(({ name }) => name === 'alerts.add').map(({ input }) => input);
    expect(added).toEqual([{ token: carb.id, condition: { kind: 'price', price: '1.234' }, repeat: 'once' }]);
    await desk.markets.refresh(carb.id);
    await run(`buy 2,5 ${ticker}`);
    expect(desk.swapTicket.amount.text).toMatch(/^\d+,\d+$/);
    expect(desk.swapTicket.amount.entry.kind).toBe('amount');
  });

  test('digits that a page groups are no number where the thousands before them have another mark', () => {
    const ticker = carb.ticker.toLowerCase();
    expect(texts(`sell 1\u202f204\u00a0567,5 ${ticker}`)).toHaveLength(1);
    for (const number of ['1.204\u202f567', '1,234\u00a0567'])
      for (const verb of ['buy', 'sell', 'alert']) expect(texts(`${verb} ${number} ${ticker}`)).toEqual([]);
  });

  test.each([
    ['kaufe 100 amber', { verb: 'buy', rest: ['100', 'amber'] }],
    ['Verkaufe 20 AMBER', { verb: 'sell', rest: ['20', 'amber'] }],
    ['alarm amber 0,5', { verb: 'alert', rest: ['amber', '0,5'] }],
    ['alarm amber 5 %', { verb: 'alert', rest: ['amber', '5%'] }],
    ['kaufe 1\u202f204\u00a0567,5\u00a0amber', { verb: 'buy', rest: ['1\u202f204\u00a0567,5', 'amber'] }],
    ['kaufe 1\u202f20 amber', { verb: 'buy', rest: ['1', '20', 'amber'] }],
    ['storniere alle amber', { verb: 'cancel-all', rest: ['amber'] }],
    ['storniere alle', { verb: 'cancel-all', rest: [] }],
  ])('%s is understood, and only there', (query, meant) => {
    expect(typedVerb(query, german)).toEqual(meant);
    expect(typedVerb(query, english)).toBeUndefined();
  });

  test.each(['buy 100 amber', 'sell 20 amber', 'alert amber 0.5', 'cancel all amber'])(
    '%s means what it means in an English one',
    (query) => {
      const meant = typedVerb(query, english);
      expect(meant).toBeDefined();
      expect(typedVerb(query, german)).toEqual(meant);
    },
  );

  test.each(['storniere amber', 'kaufen100', 'alle amber', ''])('%s is no command', (query) => {
    expect(typedVerb(query, german)).toBeUndefined();
  });

  test('no word begins two commands, in one language or between the two', () => {
    const words = ([german, english] as const).map(({ buyVerbs, sellVerbs, alertVerbs, cancelVerbs }) =>
      [buyVerbs, sellVerbs, alertVerbs, cancelVerbs].flatMap((verbs) => verbs.split(' ')),
    );
    const all = words.flat();
    expect(new Set(all).size).toBe(all.length);
    for (const word of all) expect(word).toMatch(/^\p{Ll}+$/u);
  });
});
