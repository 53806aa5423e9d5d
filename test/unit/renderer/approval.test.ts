// @vitest-environment page
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Approval, hintFor, SHUT_MS } from '../../../src-renderer/features/approval/approval.svelte.ts';
import { effectRoot } from '../../support/effect-root.svelte.ts';
import { FakeApproval, fakeTransaction, type FakeTransaction } from '../../support/fake-approval-api.ts';
import { WRONG_PASSWORD } from '../../support/fake-vault-api.ts';

const WARNED: Partial<FakeTransaction> = {
  verdict: 'warn',
  findings: [
    { rule: 'F5', severity: 'warn', sentence: 'The fee is larger than needed.' },
    { rule: 'A9', severity: 'info', sentence: 'The recipient is known.' },
    { rule: 'V12', severity: 'warn', sentence: 'This script is new to you.' },
    { rule: 'V12', severity: 'warn', sentence: 'This other script is new to you.' },
  ],
};

let main: FakeApproval;
let approval: Approval;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

async function pass(milliseconds: number): Promise<void> {
  flushSync();
  await vi.advanceTimersByTimeAsync(milliseconds);
  flushSync();
}

/** Opens the window on a transaction and waits until its button may open. */
async function shown(change: Partial<FakeTransaction> = {}): Promise<void> {
  main = new FakeApproval(fakeTransaction(Date.now(), change));
  [approval, end] = effectRoot(() => new Approval(main.api));
  await pass(SHUT_MS);
}

const approvals = (): unknown[] =>
  main.asked.flatMap(({ name, input }) => (name === 'approval.approve' ? [input] : []));

describe('signing', () => {
  test('sends the hashes of what is shown, and the password', async () => {
    await shown();
    approval.password = 'the right one';
    expect(approval.obstacle).toBeUndefined();
    await approval.sign();
    const { bodyHash, summaryHash, agreement } = fakeTransaction(0);
    expect(approvals()).toEqual([
      {
        bodyHash,
        summaryHash,
        agreementHash: agreement.hash,
        consents: [],
        worse: false,
        password: 'the right one',
      },
    ]);
    expect(approval.signed).toBe(true);
    expect(approval.password).toBe('');
  });

  test('never happens by a click that was meant for a window that lay above', async () => {
    await shown({ asksPassword: false });
    expect(approval.obstacle).toBeUndefined();
    approval.blurred();
    await pass(5_000);
    approval.focused();
    expect(approval.obstacle).toBe('shut');
    await approval.sign();
    expect(approvals()).toEqual([]);
    await pass(SHUT_MS);
    expect(approval.obstacle).toBeUndefined();
    // The Tab key went round through the window's frame.
    approval.blurred();
    await pass(50);
    approval.focused();
    expect(approval.obstacle).toBeUndefined();
  });

  test('never happens while the window is hidden, nor in the first moment after it came into view', async () => {
    main = new FakeApproval(fakeTransaction(Date.now(), { asksPassword: false }));
    main.show({ inView: false });
    [approval, end] = effectRoot(() => new Approval(main.api));
    await pass(10 * SHUT_MS);
    expect([approval.obstacle, approval.settled]).toEqual(['shut', false]);
    await approval.sign();
    main.show({ inView: true });
    await pass(SHUT_MS - 1);
    expect([approval.obstacle, approval.settled]).toEqual(['shut', true]);
    await approval.sign();
    expect(approvals()).toEqual([]);
    await pass(1);
    expect(approval.obstacle).toBeUndefined();
  });

  test('happens once', async () => {
    await shown({ asksPassword: false });
    await Promise.all([approval.sign(), approval.sign()]);
    await approval.sign();
    expect(approvals()).toHaveLength(1);
  });

  test('never happens where the wallet is watch-only', async () => {
    await shown({ asksPassword: false, watchOnly: true });
    expect(approval.obstacle).toBe('watch-only');
    expect(approval.takesPassword).toBe(false);
    expect(hintFor(approval)).toMatch(/its key is not on this computer/);
    await approval.sign();
    expect(approvals()).toEqual([]);
  });

  test('asks for no password while the wallet is unlocked, and sends none', async () => {
    await shown({ asksPassword: false });
    approval.password = 'left over';
    await approval.sign();
    expect(approvals()).toEqual([expect.not.objectContaining({ password: expect.anything() as unknown })]);
  });

  test('needs the password where it is asked for', async () => {
    await shown();
    expect(approval.obstacle).toBe('password');
    await approval.sign();
    expect(approvals()).toEqual([]);
  });

  test('with a wrong password keeps everything but the password', async () => {
    await shown({ ...WARNED, worseThanQuote: 'It gives less.' });
    for (const index of [0, 1, 2]) approval.agree(index, true);
    approval.worse = true;
    approval.password = WRONG_PASSWORD;
    await approval.sign();
    expect(approval.work.failure?.code).toBe('wrong-password');
    expect(approval.obstacle).toBe('password');
    approval.password = 'the right one';
    expect(approval.obstacle).toBeUndefined();
    await approval.sign();
    expect(approvals()).toHaveLength(2);
    expect(approval.work.failure).toBeUndefined();
  });
});

describe('consents', () => {
  test('are given one by one, for warnings alone', async () => {
    await shown({ ...WARNED, asksPassword: false });
    for (const index of [0, 1, 2]) {
      expect(approval.obstacle).toBe('warnings');
      approval.agree(index, true);
    }
    expect(approval.obstacle).toBeUndefined();
    await approval.sign();
    expect(approvals()).toMatchObject([{ consents: ['F5', 'V12'] }]);
  });

  test('can be taken back, and the line above the buttons counts what is left', async () => {
    await shown({ ...WARNED, asksPassword: false });
    approval.agree(0, true);
    expect(hintFor(approval)).toBe('Accept the 2 warnings above first.');
    approval.agree(1, true);
    expect(hintFor(approval)).toBe('Accept the warning above first.');
    approval.agree(0, false);
    approval.agree(2, true);
    expect(approval.obstacle).toBe('warnings');
    expect(approval.agreed(0)).toBe(false);
  });

  test('include one of its own for a lower price', async () => {
    await shown({ worseThanQuote: 'It gives less than the quote.', asksPassword: false });
    expect(approval.obstacle).toBe('worse');
    approval.worse = true;
    await approval.sign();
    expect(approvals()).toMatchObject([{ worse: true }]);
  });

  test.each([
    ['other bytes', { bodyHash: 'b'.repeat(64) }],
    ['other figures', { summaryHash: 'b'.repeat(64) }],
    ['another trade', { tradeId: 't2' }],
  ])('do not hold for %s', async (_what, change) => {
    await shown({ ...WARNED, worseThanQuote: 'It gives less.' });
    for (const index of [0, 1, 2]) approval.agree(index, true);
    approval.worse = true;
    approval.password = 'typed for the first';
    main.show({
      task: fakeTransaction(Date.now(), { ...WARNED, worseThanQuote: 'It gives less.', ...change }),
    });
    await pass(SHUT_MS);
    expect(approval.obstacle).toBe('warnings');
    expect(approval.worse).toBe(false);
    expect(approval.password).toBe('');
  });
});

describe('the sign button', () => {
  test('stays shut for a moment after the task is shown', async () => {
    main = new FakeApproval(fakeTransaction(Date.now(), { asksPassword: false }));
    [approval, end] = effectRoot(() => new Approval(main.api));
    await pass(SHUT_MS - 1);
    expect(approval.obstacle).toBe('shut');
    await approval.sign();
    expect(approvals()).toEqual([]);
    await pass(1);
    expect(approval.obstacle).toBeUndefined();
  });

  test('is shut again by each change of what is shown, but not by another theme', async () => {
    await shown({ asksPassword: false });
    main.show({ theme: 'light' });
    await pass(0);
    expect(approval.theme).toBe('light');
    expect(approval.obstacle).toBeUndefined();
    main.show({ task: fakeTransaction(Date.now(), { asksPassword: false, title: 'Another title' }) });
    await pass(0);
    expect(approval.obstacle).toBe('shut');
    await pass(SHUT_MS);
    expect(approval.obstacle).toBeUndefined();
  });

  test('is shut when the offer is too old', async () => {
    await shown({ asksPassword: false });
    await pass(61_000);
    expect(approval.obstacle).toBe('expired');
    expect(hintFor(approval)).toMatch(/^This offer is too old/);
    await approval.sign();
    expect(approvals()).toEqual([]);
  });

  test.each([
    ['the verdict says so', { verdict: 'block' as const }],
    [
      'a finding blocks, whatever the verdict',
      { findings: [{ rule: 'V7', severity: 'block' as const, sentence: 'It wants less.' }] },
    ],
  ])('is out of reach when %s', async (_why, change) => {
    await shown({ ...change, asksPassword: false });
    approval.password = 'typed all the same';
    expect(approval.obstacle).toBe('blocked');
    await approval.sign();
    expect(approvals()).toEqual([]);
  });
});

describe('the window', () => {
  test('says that it was signed once its task is gone, until the next one comes', async () => {
    await shown({ asksPassword: false });
    await approval.sign();
    main.show({ task: { kind: 'idle' } });
    await pass(0);
    expect(approval.task).toBeUndefined();
    expect(approval.signed).toBe(true);
    main.show({ task: fakeTransaction(Date.now(), { tradeId: 't2', asksPassword: false }) });
    await pass(SHUT_MS);
    expect(approval.obstacle).toBeUndefined();
  });

  test('takes the next transaction straight after a signed one', async () => {
    await shown({ asksPassword: false });
    await approval.sign();
    main.show({ task: fakeTransaction(Date.now(), { tradeId: 't2', asksPassword: false }) });
    await pass(SHUT_MS);
    expect(approval.signed).toBe(false);
    expect(approval.obstacle).toBeUndefined();
  });

  test('says where a file was saved, or that none was', async () => {
    await shown();
    await approval.save('report');
    expect(hintFor(approval)).toBe('The report was saved as Downloads/touchstone-report.json');
    main.path = undefined;
    await approval.save('transaction');
    expect(hintFor(approval)).toBe('Nothing was saved.');
    expect(main.asked.map(({ input }) => input)).toEqual([{ what: 'report' }, { what: 'transaction' }]);
  });

  test('is left on request', async () => {
    await shown();
    approval.cancel();
    expect(main.asked.map(({ name }) => name)).toEqual(['approval.cancel']);
  });
});

describe('a batch under one approval', () => {
  const batch = {
    at: 0,
    sentences: ['You agree to 2 orders.'],
    transactions: [
      { title: 'Order 1', lines: ['Sells 50 ADA'] },
      { title: 'Order 2', lines: ['Sells 50 ADA'] },
    ],
  };

  test('is bound to the hash of all its transactions', async () => {
    await shown({ batch, asksPassword: false });
    await approval.sign();
    const { agreement } = fakeTransaction(Date.now());
    expect(approvals()).toMatchObject([{ agreementHash: agreement.hash }]);
  });

  test('that becomes another is agreed to again', async () => {
    await shown({ ...WARNED, batch });
    approval.agree(0, true);
    approval.password = 'the right one';
    main.show({
      task: fakeTransaction(Date.now(), {
        ...WARNED,
        batch,
        agreement: { hash: '5f'.repeat(32), lines: [] },
      }),
    });
    await pass(0);
    expect(approval.agreements).toBe(0);
    expect(approval.password).toBe('');
  });

  test('says that one password covers all of it', async () => {
    await shown({ batch });
    expect(hintFor(approval)).toContain('once for all 2 transactions');
  });
});
