// A live profile without a wallet: its visible parts, its tests, the places of its keys, and the read-only look at an
// address of somebody else.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderListView } from '#contract/orders.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { until } from '../../support/practice-service.ts';
import { addProfile } from '../../support/live-profile.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { must } from '../../support/trader.ts';
import { WORDS } from '../../support/wallet-bench.ts';

const PASSWORD = 'a password of the live wallet';
const MAINNET_ADDRESS =
  'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x';
const folder = temporaryDirectory();
let practice: PracticeProcess;
let app: TestApp;
let token = '';
/** Somebody who has orders at the service. */
let stranger = '';

beforeAll(async () => {
  [practice, app] = await Promise.all([PracticeProcess.start(), startTestApp(folder.path)]);
});
afterAll(async () => {
  await app.close();
  await practice.stop();
  folder.remove();
});

/** The rows of the looked orders, put together as the page does. */
function lookedRows(): OrderListView['rows'] {
  return app.main.topic('lookedOrders').rows;
}

test('practice has nothing to test, and says where its key is', async () => {
  await app.main.topicWhen('profile', ({ service }) => service === 'ready');
  expect(await app.main.call('profile.test', { part: 'service' })).toMatchObject({
    failure: { code: 'live-only' },
  });
  expect(await app.main.call('wallet.openVault', { task: 'forget-api-key' })).toMatchObject({
    failure: { code: 'live-only' },
  });
  const { secrets, keychain } = must(await app.main.call('profile.secrets', {}));
  expect(keychain).toBeUndefined();
  expect(secrets).toEqual([
    { kind: 'api-key', place: 'practice', state: 'present' },
    { kind: 'wallet-key', place: 'session', state: 'absent' },
    { kind: 'receipt-seeds', place: 'journal', state: 'absent' },
  ]);
});

test('a live profile is tested on the spot, step by step', async () => {
  const { baseUrl, ledgerUrl } = practice.endpoints;
  const { chartsUrl } = practice;
  const chartsWsUrl = chartsUrl.replace('http', 'ws');
  const addresses = { network: 'preprod', baseUrl, chartsUrl, chartsWsUrl, ledgerUrl } as const;
  const id = await addProfile(app, { addresses });
  must(await app.main.call('profile.switch', { profile: id }));
  await app.main.topicWhen('profile', (view) => view.id === id);
  const bare = must(await app.main.call('profile.test', { part: 'service' }));
  expect(bare.lines.find(({ about }) => about === 'key')?.verdict).toBe('attention');

  must(await app.main.call('wallet.openVault', { task: 'api-key' }));
  must(await app.vault.call('vault.setKey', { key: 'a-wrong-key-of-nobody' }));
  const wrong = must(await app.main.call('profile.test', { part: 'service' }));
  expect(wrong.lines.find(({ about }) => about === 'key')?.verdict).toBe('failed');

  must(await app.main.call('wallet.openVault', { task: 'api-key' }));
  must(await app.vault.call('vault.setKey', { key: practice.endpoints.apiKey }));
  await app.main.topicWhen('profile', ({ service }) => service === 'ready');
  const [right, second] = await Promise.all([
    app.main.call('profile.test', { part: 'service' }),
    app.main.call('profile.test', { part: 'ledger' }),
  ]);
  expect(must(right).lines.every(({ verdict }) => verdict === 'fine')).toBe(true);
  expect(second).toMatchObject({ failure: { code: 'test-under-way' } });
  const ledger = must(await app.main.call('profile.test', { part: 'ledger' }));
  expect(ledger.lines.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
}, 60_000);

test('without a wallet everything that is only looked at works', async () => {
  const { main } = app;
  expect(main.topic('wallet').state).toBe('none');
  const found = must(await main.call('tokens.search', { query: 'amber', verifiedOnly: true }));
  const amber = found.tokens.find((each) => each.token.ticker === 'AMBER')?.token;
  if (!amber) throw new Error('practice has no AMBER');
  token = amber.id;
  must(await main.call('market.get', { id: token }));
  must(await main.call('market.stats', { id: token }));
  must(await main.call('market.trending', { period: '1day' }));
  must(await main.call('chart.watch', { slot: 'main', base: token, quote: 'ADA', period: '1hour' }));
  const drawn: number[] = [];
  const end = main.follow('chartMain', ({ candles }) => drawn.push(candles.time.length));
  await until(() => Promise.resolve(drawn.some((count) => count > 10)), 'candles');
  end();
  must(await main.call('book.watch', { token }));
  await main.topicWhen('book', (book) => JSON.stringify(book).length > 500);
  const sale = { pay: { asset: 'ADA', quantity: '50000000' }, payDecimals: 6, receive: token };
  must(await main.call('swap.quote', { ...sale, slippageBps: 100, excluded: [] }));
  const order = { ...sale, excluded: [] };
  const [from, to] = ['-5', '-10'].map((text) => ({ form: 'percent', text }) as const);
  if (!from || !to) throw new Error('no prices');
  must(await main.call('limit.estimate', { ...order, price: from, multiples: 1 }));
  const levels = { from, to, count: 2, sizes: 'equal', spacing: 'linear' } as const;
  must(await main.call('ladder.plan', { ...order, ...levels }));
  must(await main.call('dca.plan', { ...sale, cycles: 2, every: '1hour', slippageBps: 300, exchanges: [] }));
}, 60_000);

test('an address of somebody else is looked at, read-only and apart', async () => {
  const { main } = app;
  const { baseUrl, apiKey } = practice.endpoints;
  const answer = await fetch(`${baseUrl}/swap/limit_orders/ADA/${token}`, {
    headers: { 'X-Partner-Id': apiKey },
  });
  const orders = (await answer.json()) as readonly {
    readonly user_address?: string;
    readonly owner?: string;
  }[];
  stranger = orders[0]?.user_address ?? orders[0]?.owner ?? '';
  expect(stranger).toMatch(/^addr_test1/);

  expect(await main.call('look.at', { address: 'addr_test1nonsense' })).toMatchObject({
    failure: { code: 'address-malformed' },
  });
  expect(await main.call('look.at', { address: MAINNET_ADDRESS })).toMatchObject({
    failure: { code: 'address-elsewhere', data: { found: 'mainnet', expected: 'preprod' } },
  });
  expect(main.topic('look')).toEqual({});

  must(await main.call('look.at', { address: ` ${stranger.toUpperCase()} ` }));
  await main.topicWhen('look', ({ address }) => address === stranger);
  await until(() => Promise.resolve(lookedRows().length > 0), 'orders of the stranger');
  const rows = lookedRows();
  expect(rows.every((row) => !row.cancellable && row.returning.length === 0)).toBe(true);
  expect(rows.every((row) => row.wallet === stranger && row.source === 'external')).toBe(true);
  const [first] = rows;
  if (!first) throw new Error('no row');
  const detail = must(await main.call('orders.lookedDetail', { id: first.id }));
  expect(detail.row.id).toBe(first.id);
  expect(detail.steps).toEqual([]);

  expect(main.topic('orders').rows).toEqual([]);
  expect(main.topic('notices').list).toEqual([]);
  expect(await main.call('orders.detail', { id: first.id })).toMatchObject({
    failure: { code: 'order-unknown' },
  });
  expect(await main.call('orders.cancel', { ids: [first.id] })).toMatchObject({
    failure: { code: 'no-wallet' },
  });

  // An address that never traded has no rows, and the ones of before are gone.
  must(await main.call('look.at', { address: practiceWallet(991).address }));
  await until(() => Promise.resolve(lookedRows().length === 0), 'the stranger is gone');
  must(await main.call('look.leave', {}));
  await main.topicWhen('look', ({ address }) => address === undefined);
  expect(await main.call('orders.lookedDetail', { id: first.id })).toMatchObject({
    failure: { code: 'order-unknown' },
  });
}, 60_000);

test('a key is deleted in the vault window, with the password once there is a wallet', async () => {
  const { main, vault } = app;
  must(await main.call('wallet.openVault', { task: 'import' }));
  must(await vault.call('vault.import', { phrase: WORDS, password: PASSWORD }));
  await main.topicWhen('wallet', ({ state }) => state !== 'none');
  const stateOf = async (kind: string) =>
    must(await main.call('profile.secrets', {})).secrets.find((secret) => secret.kind === kind)?.state;
  // A wallet of its own makes nothing of the look its own.
  must(await main.call('look.at', { address: stranger }));
  await until(() => Promise.resolve(lookedRows().length > 0), 'orders of the stranger');
  const ids = lookedRows().map(({ id }) => id);
  expect(await main.call('orders.cancel', { ids: ids.slice(0, 5) })).toMatchObject({
    failure: { code: 'order-unknown' },
  });
  expect(main.topic('orders').rows).toEqual([]);
  must(await main.call('look.leave', {}));

  expect(await stateOf('api-key')).toBe('present');
  expect(await stateOf('ledger-key')).toBe('absent');
  expect(await stateOf('wallet-key')).toBe('present');

  expect(await vault.call('vault.forgetKey', { password: PASSWORD })).toMatchObject({
    failure: { code: 'request-refused' },
  });
  must(await main.call('wallet.openVault', { task: 'forget-api-key' }));
  expect(vault.topic('task').task).toMatchObject({ kind: 'forget-key', key: 'api-key', asksPassword: true });
  expect(await vault.call('vault.forgetKey', {})).toMatchObject({ failure: { code: 'wrong-password' } });
  expect(await vault.call('vault.forgetKey', { password: 'another password' })).toMatchObject({ ok: false });
  expect(await stateOf('api-key')).toBe('present');
  await until(
    async () => (await vault.call('vault.forgetKey', { password: PASSWORD })).ok,
    'the delay is over',
  );
  expect(await stateOf('api-key')).toBe('absent');
  await main.topicWhen('profile', ({ service, hasApiKey }) => service === 'not-configured' && !hasApiKey);
  const everything = [...main.received, ...vault.received].join('\n');
  expect(everything).not.toContain(practice.endpoints.apiKey);
}, 90_000);
