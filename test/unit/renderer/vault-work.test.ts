// @vitest-environment page
import { describe, expect, test } from 'vitest';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { Working } from '../../../src-renderer/state/working.svelte.ts';
import { fakeVaultApi, WRONG_PASSWORD } from '../../support/fake-vault-api.ts';

const { api } = fakeVaultApi({
  task: { kind: 'unlock', minutes: 15 },
  sessionOnly: false,
  profile: { name: 'Practice', network: 'preprod' },
  theme: 'dark',
});

describe('work of the vault window', () => {
  test('keeps a failure until the next try', async () => {
    const work = new Working();
    const unlock = (password: string) => work.run(() => api.call['vault.unlock']({ password, minutes: 15 }));
    expect(await unlock(WRONG_PASSWORD)).toBeUndefined();
    expect(work.failure?.code).toBe('wrong-password');
    expect(await unlock('the right one')).toEqual({});
    expect(work.failure).toBeUndefined();
    expect(work.busy).toBe(false);
  });

  test('a second press while the first is under way does nothing', async () => {
    const work = new Working();
    let asked = 0;
    const answers: (() => void)[] = [];
    const press = () =>
      work.run(() => {
        asked += 1;
        return new Promise<Result<string, Failure>>((resolve) =>
          answers.push(() => resolve({ ok: true, value: 'done' })),
        );
      });
    const first = press();
    expect(work.busy).toBe(true);
    expect(await press()).toBeUndefined();
    for (const answer of answers) answer();
    expect(await first).toBe('done');
    expect(asked).toBe(1);
  });

  test('a call that breaks is shown as a failure, and the form stays usable', async () => {
    const work = new Working();
    expect(await work.run(() => Promise.reject(new Error('gone')))).toBeUndefined();
    expect(work.failure?.code).toBe('internal-error');
    expect(work.busy).toBe(false);
  });
});
