// A wallet whose key is in another installation: all of it is seen, built and inspected here, and nothing is signed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agreementWith, approve, approveNext, shownTransaction } from '../../support/approving.ts';
import { agreeOnceRead } from '../../support/live-profile.ts';
import { readOfflineBundle } from '../../../src-main/offline/bundle.ts';
import { OrderList } from '../../support/order-list.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { runningPractice } from '../../support/practice-host.ts';
import { ticketSelling } from '../../support/sales.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startFundedApp, startTestApp, type TestApp } from '../../support/test-app.ts';
import { codeOf, must, until } from '../../support/trader.ts';

const PASSWORD = 'canary-password-77b3';
const folders = [temporaryDirectory(), temporaryDirectory()] as const;
let practice: PracticeProcess;
let owner: TestApp;
let watcher: TestApp;
let token: string;
let address: string;
let list: OrderList;

async function startWatcher(): Promise<TestApp> {
  const test = await startTestApp(folders[1].path, { practice: runningPractice(practice.endpoints) });
  await test.main.topicWhen('profile', ({ service }) => service === 'ready');
  return test;
}

beforeAll(async () => {
  practice = await PracticeProcess.start();
  ({ test: owner, token } = await startFundedApp(folders[0].path, PASSWORD, {
    practice: runningPractice(practice.endpoints),
  }));
  address = owner.main.topic('wallet').address ?? '';
  watcher = await startWatcher();
  list = new OrderList(watcher.main);
});
afterAll(async () => {
  await watcher.close();
  await owner.close();
  await practice.stop();
  for (const folder of folders) folder.remove();
});

const other = practiceWallet(417).address;

it('is made in the vault window alone, of an address of this network that a key signs for', async () => {
  const { main, vault } = watcher;
  expect(codeOf(await vault.call('vault.watch', { watched: address }))).toBe('request-refused');
  must(await main.call('wallet.openVault', { task: 'watch' }));
  expect(vault.topic('task').task).toEqual({ kind: 'watch' });
  const mainnet =
    'addr1q9nm4cxtlyurclnux7fkarn3e3dvgfz9y7ps9ra7pkfj00lk6pkmhkrfacrf6d5qy8gsekkqxze6nnqjkst7ztmtwqtsmjn8gq';
  for (const watched of ['addr_test1nothing', mainnet, '00'.repeat(96)])
    expect((await vault.call('vault.watch', { watched })).ok).toBe(false);
  expect(main.topic('wallet').state).toBe('none');
  expect(must(await vault.call('vault.previewWatched', { watched: ` ${address.toUpperCase()} ` }))).toEqual({
    addresses: [address],
  });
  const key = { type: 'sig', keyHash: '11'.repeat(28) };
  const another = { type: 'sig', keyHash: '22'.repeat(28) };
  const previewed = async (required: number, ...scripts: readonly object[]) =>
    must(
      await vault.call('vault.previewWatched', {
        watched: JSON.stringify({ type: 'atLeast', required, scripts }),
      }),
    );
  expect((await previewed(2, key, key, another)).namedTwice).toEqual({ keys: 1, fewest: 1 });
  expect(await previewed(2, key, another)).not.toHaveProperty('namedTwice');
  // A second address of the user's, which has nothing yet.
  must(await vault.call('vault.watch', { watched: `${other} ${address}` }));
  const wallet = await main.topicWhen('wallet', ({ state }) => state === 'watching');
  expect(wallet).toMatchObject({ address: other, addresses: [other, address] });
  // The holdings are those of all addresses together, and each address lists its own part.
  const held = await main.topicWhen('balance', ({ amounts }) => (amounts?.length ?? 0) > 1);
  expect(held.byAddress?.map((place) => place.address)).toEqual([address]);
  must(await main.call('wallet.useAddress', { address }));
  expect((await main.topicWhen('wallet', (now) => now.address === address)).addresses).toHaveLength(2);
  expect(codeOf(await main.call('wallet.useAddress', { address: mainnet }))).toBe('address-not-used');
  expect(watcher.windows.vaultOpen).toBe(false);
});

it('shows what the address holds and has ordered', async () => {
  const quote = must(
    await owner.main.call('limit.estimate', {
      ...ticketSelling(20_000_000n),
      receive: token,
      price: { form: 'percent', text: '-40' },
      multiples: 1,
      excluded: [],
    }),
  );
  const { bodyHash } = must(await owner.main.call('limit.review', { quoteId: quote.id }));
  await approveNext(owner, PASSWORD);
  await new OrderList(owner.main).rowWhen((mine) => mine.txHash === bodyHash && mine.cancellable);
  must(await watcher.main.call('orders.refresh', {}));
  const row = await list.rowWhen(({ txHash }) => txHash === bodyHash);
  expect(row).toMatchObject({ source: 'external', status: 'open', wallet: address, cancellable: true });
  const there = await watcher.main.topicWhen('balance', ({ amounts }) => (amounts?.length ?? 0) > 1);
  const amounts = owner.main.topic('balance').amounts?.map(({ token: { id } }) => id);
  expect(there.amounts?.map(({ token: { id } }) => id)).toEqual(amounts);
});

it('has a trade and a cancellation built and inspected, and signs neither', async () => {
  const wish = { ...ticketSelling(25_000_000n), receive: token, slippageBps: 300, excluded: [] };
  const quote = must(await watcher.main.call('swap.quote', wish));
  const { tradeId } = must(await watcher.main.call('swap.review', { quoteId: quote.id }));
  const swap = await shownTransaction(watcher, tradeId);
  expect(swap).toMatchObject({ verdict: 'pass', watchOnly: true, asksPassword: false });
  expect(swap.sentences[0]).toBe('You send 25 ADA.');
  expect(codeOf(await approve(watcher, agreementWith(swap, PASSWORD)))).toBe('watch-only');
  must(await watcher.approval.call('approval.cancel', {}));
  const left = await watcher.main.topicWhen('trades', (all) =>
    all.some(({ id, state }) => id === tradeId && state === 'discarded'),
  );
  expect(left.find(({ id }) => id === tradeId)?.hasReceipt).not.toBe(true);

  const [order] = list.rows.filter(({ cancellable }) => cancellable);
  if (!order) throw new Error('there is no order');
  const cancel = must(await watcher.main.call('orders.cancel', { ids: [order.id] }));
  expect(cancel).toMatchObject({ transactions: 1, orders: 1 });
  const shown = await shownTransaction(watcher);
  expect(shown).toMatchObject({ verdict: 'pass', watchOnly: true });
  expect(codeOf(await approve(watcher, agreementWith(shown, PASSWORD)))).toBe('watch-only');
  must(await watcher.approval.call('approval.cancel', {}));
  // Its owner still has it, and can take it back.
  const mine = new OrderList(owner.main);
  await mine.rowWhen(({ id, cancellable }) => id === order.id && cancellable);
});

it('hands a cancellation in parts out as one bundle, and leaves all of it when the window is left', async () => {
  for (const multiples of [16, 16]) {
    const quote = must(
      await owner.main.call('limit.estimate', {
        ...ticketSelling(320_000_000n),
        receive: token,
        price: { form: 'percent', text: '-45' },
        multiples,
        excluded: [],
      }),
    );
    const { bodyHash } = must(await owner.main.call('limit.review', { quoteId: quote.id }));
    await approveNext(owner, PASSWORD);
    await new OrderList(owner.main).rowWhen((mine) => mine.txHash === bodyHash && mine.cancellable);
  }
  must(await watcher.main.call('orders.refresh', {}));
  const waiting = () => list.rows.filter(({ cancellable }) => cancellable).map(({ id }) => id);
  await watcher.main.topicWhen('orders', () => waiting().length >= 32);
  const ids = waiting();
  const latest = (state: string, count: number) =>
    watcher.main.topicWhen('trades', (all) => all.filter((trade) => trade.state === state).length >= count);
  const before = watcher.main.topic('trades').filter(({ state }) => state === 'discarded').length;

  const parts = must(await watcher.main.call('orders.cancel', { ids }));
  expect(parts).toMatchObject({ transactions: 2, orders: ids.length, leftOut: [] });
  const shown = await shownTransaction(watcher);
  expect(shown).toMatchObject({ verdict: 'pass', watchOnly: true, batch: { at: 0 } });
  expect(shown.batch?.transactions).toHaveLength(2);
  must(await watcher.approval.call('approval.cancel', {}));
  await latest('discarded', before + 2);

  must(await watcher.main.call('orders.cancel', { ids }));
  const { bodyHash, summaryHash, agreement } = await shownTransaction(watcher);
  const agreed = { bodyHash, summaryHash, agreementHash: agreement.hash };
  await until(async () => {
    const answer = await watcher.approval.call('approval.export', agreed);
    return answer.ok || answer.failure.code !== 'approval-too-soon';
  });
  const out = await latest('exported', 2);
  const fingerprints = out.flatMap(({ state, exported }) => (state === 'exported' ? [exported] : []));
  expect(fingerprints).toEqual([fingerprints[0], fingerprints[0]]);
  const bundle = readOfflineBundle(watcher.windows.saved.at(-1)?.text ?? '');
  expect(bundle).toMatchObject({ ok: true, value: { transactions: [{ at: 0 }, { at: 1 }] } });
});

it('hands a ladder out round by round', async () => {
  const plan = must(
    await watcher.main.call('ladder.plan', {
      ...ticketSelling(60_000_000n),
      receive: token,
      from: { form: 'percent', text: '-30' },
      to: { form: 'percent', text: '-40' },
      count: 3,
      sizes: 'equal',
      spacing: 'linear',
      excluded: [],
    }),
  );
  const { batchId } = must(await watcher.main.call('ladder.start', { planId: plan.id }));
  const shown = await shownTransaction(watcher);
  expect(shown).toMatchObject({ watchOnly: true, batch: { at: 0 } });
  expect(shown.batch?.sentences.at(-1)).toContain('This is round 1');
  const { bodyHash, summaryHash, agreement } = shown;
  const agreed = { bodyHash, summaryHash, agreementHash: agreement.hash };
  await until(async () => {
    const answer = await watcher.approval.call('approval.export', agreed);
    return answer.ok || answer.failure.code !== 'approval-too-soon';
  });
  await watcher.main.topicWhen('batch', ({ batch }) => batch?.id === batchId && batch.state === 'running');
  // It is not on chain yet.
  expect(codeOf(await watcher.main.call('batch.next', { id: batchId }))).toBe('set-unknown');
  must(await watcher.main.call('batch.stop', { id: batchId }));
  await watcher.main.topicWhen('batch', ({ batch }) => batch?.state === 'stopped');
  expect(watcher.main.topic('trades').find((trade) => trade.bodyHash === bodyHash)?.state).toBe('exported');
});

it('opens nothing that needs a key, and changes no limit and no protection', async () => {
  const { main, vault } = watcher;
  for (const task of ['unlock', 'change-password', 'backup', 'policy'] as const)
    expect(codeOf(await main.call('wallet.openVault', { task }))).toBe('watch-only');
  for (const task of ['create', 'quick-practice', 'import', 'restore', 'watch'] as const)
    expect(codeOf(await main.call('wallet.openVault', { task }))).toBe('wallet-exists');
  expect(codeOf(await main.call('preferences.lower', { autoLockMinutes: 0, unlockMinutes: 240 }))).toBe(
    'watch-only',
  );
  for (const call of [
    vault.call('vault.unlock', { password: PASSWORD, minutes: 15 }),
    vault.call('vault.unwatch', {}),
  ])
    expect(codeOf(await call)).toBe('request-refused');
  const { secrets } = must(await main.call('profile.secrets', {}));
  expect(secrets.find(({ kind }) => kind === 'wallet-key')?.state).toBe('absent');
});

it('is still watched after a restart, until that is ended in the vault window; then there can be a key', async () => {
  await watcher.close();
  watcher = await startWatcher();
  const { main, vault } = watcher;
  expect(main.topic('wallet')).toMatchObject({ state: 'watching', address });
  must(await main.call('wallet.openVault', { task: 'remove' }));
  expect(vault.topic('task').task).toEqual({ kind: 'unwatch', address });
  must(await agreeOnceRead(vault, 'vault.unwatch'));
  await main.topicWhen('wallet', ({ state }) => state === 'none');
  must(await main.call('wallet.openVault', { task: 'quick-practice' }));
  must(await vault.call('vault.quickPractice', { password: PASSWORD }));
  const made = await main.topicWhen('wallet', ({ state }) => state === 'locked');
  expect(made.address).not.toBe(address);
});
