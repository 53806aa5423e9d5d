import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { SHORTEST_LOOK_MS } from '../../../src-main/features/approval/approval-window.ts';
import { cborInt } from '../../../src-main/cardano/cbor-writer.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import {
  agreementWith,
  approve,
  shownTransaction,
  type Approval,
  type ShownTransaction,
} from '../../support/approving.ts';
import { withBodyField } from '../../support/edit-cbor.ts';
import { HeldClock } from '../../support/held-clock.ts';
import { startLyingPractice, type Lie, type LyingService } from '../../support/lying-service.ts';
import { runningPractice } from '../../support/practice-host.ts';
import { ticketSelling } from '../../support/sales.ts';
import { addProfile } from '../../support/live-profile.ts';
import { startFundedApp, type TestApp } from '../../support/test-app.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { codeOf, must, until } from '../../support/trader.ts';

const PASSWORD = 'canary-password-77b2';
const folder = temporaryDirectory();
const clock = new HeldClock();

let lying: LyingService;
let test: TestApp;
let token: string;

beforeAll(async () => {
  lying = await startLyingPractice();
  ({ test, token } = await startFundedApp(folder.path, PASSWORD, {
    practice: runningPractice(lying.endpoints),
    clock,
  }));
});

afterAll(async () => {
  await test.close();
  await lying.close();
  folder.remove();
});

afterEach(async () => {
  lying.lies = {};
  test.windows.approvalBroken = false;
  clock.ahead = 0;
  clock.release();
  await test.approval.call('approval.cancel', {});
});

const withField =
  (key: number, value: string | undefined): Lie =>
  (answer) => ({ ...answer, cbor: withBodyField(String(answer['cbor']), key, value) });
/** A network fee of five ADA: blocked. */
const DEAR = { '/swap/build': withField(2, toHex(cborInt(5_000_000n))) };
/** No end of validity: warned of. */
const ENDLESS = { '/swap/build': withField(3, undefined) };

async function quoteId(): Promise<string> {
  const order = { ...ticketSelling(25_000_000n), receive: token, slippageBps: 300, excluded: [] };
  return must(await test.main.call('swap.quote', order)).id;
}

/** Reviews a trade and answers what the approval window shows of it. */
async function reviewed(): Promise<ShownTransaction> {
  const answer = must(await test.main.call('swap.review', { quoteId: await quoteId() }));
  expect(Object.keys(answer).sort()).toEqual(['bodyHash', 'tradeId', 'verdict']);
  const task = await shownTransaction(test, answer.tradeId);
  expect(answer).toMatchObject({ bodyHash: task.bodyHash, verdict: task.verdict });
  return task;
}

const agreement = (task: ShownTransaction): Approval => agreementWith(task, PASSWORD);

function tradeOf(tradeId: string) {
  return test.main.topic('trades').find(({ id }) => id === tradeId);
}

async function comesTo(tradeId: string, ...states: string[]): Promise<void> {
  await until(() => Promise.resolve(states.includes(tradeOf(tradeId)?.state ?? '')));
}

async function expectDiscarded(tradeId: string): Promise<void> {
  await comesTo(tradeId, 'discarded');
  expect(tradeOf(tradeId)?.failure?.code).toBe('trade-declined');
  await test.approval.topicWhen('task', ({ task }) => task.kind === 'idle');
  expect(test.windows.approvalOpen).toBe(false);
}

/** As after any other end, but the window stays, empty, and says why until the user closes it. */
async function expectLeft(tradeId: string, code: string): Promise<void> {
  await comesTo(tradeId, 'discarded');
  await test.approval.topicWhen('task', ({ task }) => task.kind === 'left');
  expect(test.approval.topic('task').task).toMatchObject({ kind: 'left', why: { code } });
  expect(test.windows.approvalOpen).toBe(true);
  must(await test.approval.call('approval.cancel', {}));
  await expectDiscarded(tradeId);
}

describe('the approval window, through its gate', () => {
  it('signs what it shows, closes once that is on disk, and cannot be used again', async () => {
    const task = await reviewed();
    expect(task).toMatchObject({ verdict: 'pass', practice: true, asksPassword: true });
    expect(task.sentences[0]).toBe('You send 25 ADA.');
    expect(test.windows.approvalOpen).toBe(true);
    expect(codeOf(await approve(test, agreement(task)))).toBe('ok');
    expect(test.windows.approvalOpen).toBe(false);
    expect(['built', 'approved', 'discarded', 'refused']).not.toContain(
      must(await test.main.call('trades.steps', { tradeId: task.tradeId })).at(-1)?.state,
    );
    for (let times = 0; times < 2; times += 1)
      expect(codeOf(await test.approval.call('approval.approve', agreement(task)))).toBe('request-refused');
    await comesTo(task.tradeId, 'filled');
    const steps = must(await test.main.call('trades.steps', { tradeId: task.tradeId }));
    expect(steps.filter(({ state }) => state === 'signed')).toHaveLength(1);
  });

  it('signs nothing for other bytes, for other words, or for words shown before', async () => {
    const before = await reviewed();
    must(await test.main.call('swap.discard', { tradeId: before.tradeId }));
    const task = await reviewed();
    const other = 'ab'.repeat(32);
    const wrong = [{ bodyHash: other }, { summaryHash: other }, agreement(before)];
    for (const change of wrong)
      expect(codeOf(await approve(test, { ...agreement(task), ...change }))).toBe('inspection-blocked');
    await comesTo(task.tradeId, 'built');
    expect(test.windows.approvalOpen).toBe(true);
  });

  it('signs nothing before it could be read, by main’s own clock', async () => {
    clock.hold();
    const task = await reviewed();
    const approval = { ...agreement(task), password: 'wrong on purpose' };
    const tried = async () => codeOf(await test.approval.call('approval.approve', approval));
    expect(await tried()).toBe('approval-too-soon');
    clock.advance(SHORTEST_LOOK_MS - 1);
    expect(await tried()).toBe('approval-too-soon');
    clock.advance(1);
    expect(['wrong-password', 'password-delayed']).toContain(await tried());
  });

  it('signs nothing while the window is out of view, however long its page has had the transaction', async () => {
    clock.hold();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const open = vi.spyOn(test.windows, 'openApproval').mockImplementation(() => promise);
    const asked = test.main.call('swap.review', { quoteId: await quoteId() });
    const task = await shownTransaction(test);
    expect(test.approval.topic('task').inView).toBe(false);
    clock.advance(60 * SHORTEST_LOOK_MS);
    const tried = async () =>
      codeOf(
        await test.approval.call('approval.approve', { ...agreement(task), password: 'wrong on purpose' }),
      );
    expect(await tried()).toBe('approval-too-soon');
    resolve(undefined);
    must(await asked);
    open.mockRestore();
    expect(test.approval.topic('task').inView).toBe(true);
    expect(await tried()).toBe('approval-too-soon');
    clock.advance(SHORTEST_LOOK_MS);
    expect(['wrong-password', 'password-delayed']).toContain(await tried());
  });

  it('signs nothing with a warning that was not agreed to by name', async () => {
    lying.lies = ENDLESS;
    const task = await reviewed();
    const warned = task.findings.filter(({ severity }) => severity === 'warn').map(({ rule }) => rule);
    expect(task.verdict).toBe('warn');
    expect(warned).toContain('F7');
    expect(task.validUntil).toBeUndefined();
    for (const consents of [[], warned.filter((rule) => rule !== 'F7'), ['F8', 'V1'], ['f7', 'F7 ']])
      expect(codeOf(await approve(test, { ...agreement(task), consents }))).toBe('consent-missing');
    const agreed = { ...agreement(task), consents: warned, password: 'another password' };
    expect(codeOf(await approve(test, agreed))).toBe('wrong-password');
    await comesTo(task.tradeId, 'built');
  });

  it('signs nothing that expired, and the next review takes its place', async () => {
    const task = await reviewed();
    clock.ahead = task.expiresAt - clock.now() + 1;
    expect(codeOf(await approve(test, agreement(task)))).toBe('approval-expired');
    clock.ahead = 0;
    const again = await reviewed().catch((error: unknown) => error);
    // By the clock set right again the first one counts as before: only one at a time.
    expect(String(again)).toContain('approval-busy');
    clock.ahead = task.expiresAt - clock.now() + 1;
    const next = await reviewed();
    expect(next.tradeId).not.toBe(task.tradeId);
    await comesTo(task.tradeId, 'discarded');
    expect(test.windows.approvalOpen).toBe(true);
  });

  it('shows nothing in a page of another language: the window is closed, and opened again', async () => {
    const task = await reviewed();
    const closed = vi.spyOn(test.windows, 'closeApproval');
    clock.ahead = task.expiresAt - clock.now() + 1;
    must(await test.main.call('preferences.set', { language: 'de' }));
    const german = await reviewed();
    expect(german.translated?.language).toBe('de');
    expect(closed).toHaveBeenCalledTimes(1);
    expect(test.windows.approvalOpen).toBe(true);
    await comesTo(task.tradeId, 'discarded');

    clock.ahead += german.expiresAt - clock.now() + 1;
    must(await test.main.call('preferences.set', { language: 'en' }));
    expect((await reviewed()).translated).toBeUndefined();
    expect(closed).toHaveBeenCalledTimes(2);
    expect(test.windows.approvalOpen).toBe(true);
    await comesTo(german.tradeId, 'discarded');
    closed.mockRestore();
  });

  it('keeps the window and the trade after a wrong password', async () => {
    const task = await reviewed();
    const wrong = await approve(test, { ...agreement(task), password: 'another password' });
    expect(codeOf(wrong)).toBe('wrong-password');
    const { password: _none, ...without } = agreement(task);
    expect(codeOf(await approve(test, without))).toBe('wallet-locked');
    expect(test.windows.approvalOpen).toBe(true);
    await comesTo(task.tradeId, 'built');
    expect(codeOf(await approve(test, agreement(task)))).toBe('ok');
    await comesTo(task.tradeId, 'filled');
  });

  it('discards the trade when it is closed by its frame, by its button, by locking, or from the desk', async () => {
    const ways: readonly (readonly [(tradeId: string) => unknown, string?])[] = [
      [() => test.windows.closeApprovalByUser()],
      [() => test.approval.call('approval.cancel', {})],
      [() => test.main.call('wallet.lock', {}), 'left-with-wallet'],
      [(tradeId) => test.main.call('swap.discard', { tradeId }), 'left-by-desk'],
    ];
    for (const [leave, why] of ways) {
      const task = await reviewed();
      await leave(task.tradeId);
      if (why === undefined) await expectDiscarded(task.tradeId);
      else await expectLeft(task.tradeId, why);
      expect(codeOf(await test.approval.call('approval.approve', agreement(task)))).toBe('request-refused');
    }
  });

  it('is left alone by a page that nobody presses anything in', async () => {
    const task = await reviewed();
    const { takenOver } = test;
    test.app.acted('approval');
    const { opened, saved } = test.windows;
    const before = [opened.length, saved.length];
    for (const call of [
      () => takenOver.call('profile.switch', { profile: 'practice' }),
      () => takenOver.call('replay.begin', { day: 0 }),
      () => takenOver.call('swap.discard', { tradeId: task.tradeId }),
      () => takenOver.call('swap.abandon', {}),
      () => takenOver.call('batch.stop', { id: 'any' }),
      () => takenOver.call('wallet.lock', {}),
      () => takenOver.call('wallet.openVault', { task: 'unlock' }),
      () => takenOver.call('trades.receipts', {}),
      () => takenOver.call('workspaces.import', {}),
      () => takenOver.call('app.openLink', { token, link: 'website', address: 'https://a.example' }),
      () => takenOver.call('chartWindow.open', { slot: 'main' }),
    ])
      expect(codeOf(await call())).toBe('window-waits');
    expect([opened.length, saved.length]).toEqual(before);
    expect([test.windows.approvalOpen, test.windows.vaultOpen]).toEqual([true, false]);
    expect(test.approval.topic('task').task).toMatchObject({ kind: 'transaction', tradeId: task.tradeId });
    // Once the user turns to it, it may; also then the window stays.
    test.app.acted('desk');
    must(await takenOver.call('swap.discard', { tradeId: task.tradeId }));
    await expectLeft(task.tradeId, 'left-by-desk');
  });

  it('signs nothing when it is left while the key is being opened', async () => {
    const task = await reviewed();
    clock.hold();
    clock.advance(SHORTEST_LOOK_MS);
    const approving = test.approval.call('approval.approve', agreement(task));
    const twice = await test.approval.call('approval.approve', agreement(task));
    expect(codeOf(twice)).toBe('trade-busy');
    test.windows.closeApprovalByUser();
    expect(codeOf(await approving)).toBe('trade-declined');
    await expectDiscarded(task.tradeId);
    const steps = must(await test.main.call('trades.steps', { tradeId: task.tradeId }));
    expect(steps.map(({ state }) => state)).not.toContain('signed');
  });

  it('shows a blocked transaction, which no message can approve', async () => {
    lying.lies = DEAR;
    const task = await reviewed();
    expect(task.verdict).toBe('block');
    expect(task.findings.some(({ severity, sentence }) => severity === 'block' && sentence !== '')).toBe(
      true,
    );
    await comesTo(task.tradeId, 'refused');
    expect(tradeOf(task.tradeId)).toMatchObject({
      state: 'refused',
      failure: { code: 'inspection-blocked' },
    });
    const everything = task.findings.map(({ rule }) => rule);
    for (const change of [{}, { consents: everything }, { worse: false }, { consents: [] }])
      expect(codeOf(await approve(test, { ...agreement(task), ...change }))).toBe('inspection-blocked');
    const { tradeId } = task;
    expect(codeOf(await test.main.call('swap.resubmit', { tradeId }))).toBe('trade-not-in-that-state');
    must(await test.approval.call('approval.save', { what: 'report' }));
    expect(JSON.parse(test.windows.saved.at(-1)?.text ?? '')).toMatchObject({ tradeId, verdict: 'block' });
    expect(must(await test.main.call('trades.steps', { tradeId })).map(({ state }) => state)).toEqual([
      'refused',
    ]);
    lying.lies = {};
    expect((await reviewed()).verdict).toBe('pass');
    await comesTo(tradeId, 'refused');
  });

  it('leaves a blocked transaction by discarding its trade, which stays refused', async () => {
    lying.lies = DEAR;
    const { tradeId } = await reviewed();
    must(await test.main.call('swap.discard', { tradeId }));
    await test.approval.topicWhen('task', ({ task }) => task.kind === 'left');
    await comesTo(tradeId, 'refused');
  });

  it('shows one transaction at a time', async () => {
    const quotes = [await quoteId(), await quoteId()];
    const answers = await Promise.all(quotes.map((id) => test.main.call('swap.review', { quoteId: id })));
    expect(answers.map(codeOf).toSorted()).toEqual(['approval-busy', 'ok']);
    expect(codeOf(await test.main.call('swap.review', { quoteId: await quoteId() }))).toBe('approval-busy');
    const shown = answers.find((answer) => answer.ok);
    const tradeId = shown?.ok ? shown.value.tradeId : '';
    must(await test.main.call('swap.discard', { tradeId }));
    // The window that was left takes the next one.
    await test.approval.topicWhen('task', ({ task }) => task.kind === 'left');
    await comesTo(tradeId, 'discarded');
    expect((await reviewed()).verdict).toBe('pass');
  });

  it('discards what it cannot show, and shows nothing that was left while it was made', async () => {
    const known = new Set(test.main.topic('trades').map(({ id }) => id));
    const fresh = () => test.main.topic('trades').filter(({ id }) => !known.has(id));
    test.windows.approvalBroken = true;
    expect(codeOf(await test.main.call('swap.review', { quoteId: await quoteId() }))).toBe('approval-closed');
    await until(() =>
      Promise.resolve(
        fresh()
          .map(({ state }) => state)
          .join() === 'discarded',
      ),
    );
    test.windows.approvalBroken = false;
    const making = test.main.call('swap.review', { quoteId: await quoteId() });
    must(await test.main.call('wallet.lock', {}));
    expect(codeOf(await making)).toBe('approval-closed');
    const abandoned = test.main.call('swap.review', { quoteId: await quoteId() });
    must(await test.main.call('swap.abandon', {}));
    expect(codeOf(await abandoned)).toBe('approval-closed');
    expect(test.windows.approvalOpen).toBe(false);
    await until(() =>
      Promise.resolve(
        fresh()
          .map(({ state }) => state)
          .join() === 'discarded,discarded,discarded',
      ),
    );
    expect(test.windows.approvalOpen).toBe(false);
    expect((await reviewed()).verdict).toBe('pass');
  });

  it('is gone with the signature, whatever the service does afterwards; the trade reports that', async () => {
    const task = await reviewed();
    lying.lies = { '/swap/sign': () => undefined };
    expect(codeOf(await approve(test, agreement(task)))).toBe('ok');
    expect(test.windows.approvalOpen).toBe(false);
    await until(() => {
      const trade = tradeOf(task.tradeId);
      return Promise.resolve(trade?.failure !== undefined || trade?.assembledBy === 'local');
    });
    expect(tradeOf(task.tradeId)?.state).not.toBe('built');
    expect(codeOf(await test.main.call('swap.discard', { tradeId: task.tradeId }))).toBe(
      'trade-not-in-that-state',
    );
    lying.lies = {};
    must(await test.main.call('swap.resubmit', { tradeId: task.tradeId }));
    await comesTo(task.tradeId, 'filled');
  });

  it('asks for no password while a time-limited unlock runs, and goes when that ends', async () => {
    const unlock = async () => {
      must(await test.main.call('wallet.openVault', { task: 'unlock' }));
      for (;;) {
        const unlocked = await test.vault.call('vault.unlock', { password: PASSWORD, minutes: 5 });
        if (codeOf(unlocked) !== 'password-delayed') return must(unlocked);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    };
    await unlock();
    const task = await reviewed();
    expect(task.asksPassword).toBe(false);
    const { password: _none, ...without } = agreement(task);
    expect(codeOf(await approve(test, without))).toBe('ok');
    await comesTo(task.tradeId, 'filled');
    const left = await reviewed();
    expect(left.asksPassword).toBe(false);
    must(await test.main.call('wallet.lock', {}));
    await expectLeft(left.tradeId, 'left-with-wallet');
    expect((await reviewed()).asksPassword).toBe(true);
  });

  it('is the only window that can agree: every other way is refused', async () => {
    const task = await reviewed();
    const { tradeId, bodyHash } = task;
    const strange = [test.main, test.vault] as unknown as {
      call(name: string, input: object): Promise<Result<unknown, Failure>>;
    }[];
    for (const page of strange)
      for (const [name, input] of [
        ['swap.accept', { tradeId, bodyHash }],
        ['vault.sign', { password: PASSWORD }],
        ['approval.approve', agreement(task)],
        ['approval.cancel', {}],
        ['approval.save', { what: 'report' }],
      ] as const)
        expect(codeOf(await page.call(name, input)), name).toBe('request-refused');
    expect(test.windows.approvalOpen).toBe(true);
    await comesTo(tradeId, 'built');
  });

  it('saves the transaction’s exact bytes, and nothing when it shows none', async () => {
    const task = await reviewed();
    const saved = must(await test.approval.call('approval.save', { what: 'transaction' }));
    expect(saved.saved).toBe(true);
    expect(JSON.parse(test.windows.saved.at(-1)?.text ?? '')).toEqual({
      type: 'Tx ConwayEra',
      description: 'Ledger Cddl Format',
      cborHex: task.cbor,
    });
    must(await test.approval.call('approval.cancel', {}));
    expect(codeOf(await test.approval.call('approval.save', { what: 'transaction' }))).toBe(
      'request-refused',
    );
  });

  it('goes with the profile that it belongs to', async () => {
    const other = await addProfile(test);
    const { tradeId } = await reviewed();
    must(await test.main.call('profile.switch', { profile: other }));
    await test.approval.topicWhen('task', ({ task }) => task.kind === 'left');
    must(await test.main.call('profile.switch', { profile: 'practice' }));
    await test.main.topicWhen('profile', ({ service }) => service === 'ready');
    await expectLeft(tradeId, 'left-with-profile');
  });

  it('shows the trading window nothing of what it shows', () => {
    const told = test.main.received.join('\n');
    for (const words of ['You send', 'summaryHash', 'comes back when', PASSWORD])
      expect(told).not.toContain(words);
    expect(test.approval.received.join('\n')).not.toContain(PASSWORD);
  });
});
