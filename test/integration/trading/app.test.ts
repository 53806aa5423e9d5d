import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Failure } from '../../../src-preload/domain/failure.ts';
import type { Result } from '../../../src-preload/domain/result.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { codeOf, must } from '../../support/trader.ts';

const PASSWORD = 'canary-password-5d1c';
const folder = temporaryDirectory();

let test: TestApp;
let token: string;

beforeAll(async () => {
  test = await startTestApp(folder.path);
  await test.main.topicWhen('profile', ({ service }) => service === 'ready');
  must(await test.main.call('wallet.openVault', { task: 'quick-practice' }));
  must(await test.vault.call('vault.quickPractice', { password: PASSWORD }));
  await test.main.topicWhen('balance', ({ amounts }) => (amounts?.length ?? 0) > 1);
  const found = must(await test.main.call('tokens.search', { query: 'amber', verifiedOnly: true }));
  token = found.tokens.find(({ token: one }) => one.ticker === 'AMBER')?.token.id ?? '';
}, 120_000);

afterAll(async () => {
  await test.close();
  folder.remove();
});

afterEach(async () => {
  await test.vault.call('vault.cancel', {});
});

async function review() {
  const order = { pay: 'ADA', receive: token, amount: '25', slippageBps: 300, excluded: [] };
  const quote = must(await test.main.call('swap.quote', order));
  return must(await test.main.call('swap.review', { quoteId: quote.id }));
}

async function acceptWaiting(): Promise<{
  readonly accepting: Promise<Result<unknown, Failure>>;
  readonly tradeId: string;
}> {
  const { tradeId, bodyHash } = await review();
  const accepting = test.main.call('swap.accept', { tradeId, bodyHash });
  await test.vault.topicWhen('task', ({ task }) => task.kind === 'sign');
  return { accepting, tradeId };
}

function stateOf(tradeId: string): string | undefined {
  return test.main.topic('trades').find(({ id }) => id === tradeId)?.state;
}

describe('the application, through its gates', () => {
  it('trades from review to filled with the password typed in the vault window', async () => {
    const shown = await review();
    const accepting = test.main.call('swap.accept', { tradeId: shown.tradeId, bodyHash: shown.bodyHash });
    const { task } = await test.vault.topicWhen('task', ({ task: one }) => one.kind === 'sign');
    expect(task).toMatchObject({ practice: true, sentence: shown.sentence, costs: shown.costsSentence });
    expect(test.windows.vaultOpen).toBe(true);
    const wrong = await test.vault.call('vault.sign', { password: 'not the password' });
    expect(codeOf(wrong)).toBe('wrong-password');
    expect(test.windows.vaultOpen).toBe(true);
    let signed = wrong;
    while (!signed.ok && ['wrong-password', 'password-delayed'].includes(signed.failure.code)) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      signed = await test.vault.call('vault.sign', { password: PASSWORD });
    }
    expect(codeOf(signed)).toBe('ok');
    expect(codeOf(await accepting)).toBe('ok');
    expect(test.windows.vaultOpen).toBe(false);
    const trades = await test.main.topicWhen(
      'trades',
      (all) => all.find(({ id }) => id === shown.tradeId)?.state === 'filled',
    );
    const filled = trades.find(({ id }) => id === shown.tradeId);
    expect(BigInt(filled?.filledTotal ?? '0')).toBeGreaterThanOrEqual(BigInt(shown.atLeast));
    const steps = must(await test.main.call('trades.steps', { tradeId: shown.tradeId }));
    expect(steps.at(-1)?.state).toBe('filled');
  }, 120_000);

  it('ends a waiting accept when the vault window is closed, by its frame or by its button', async () => {
    for (const close of [() => test.windows.closeByUser(), () => void test.vault.call('vault.cancel', {})]) {
      const { accepting, tradeId } = await acceptWaiting();
      close();
      expect(codeOf(await accepting)).toBe('vault-closed');
      await test.main.topicWhen('trades', () => stateOf(tradeId) === 'built');
    }
  }, 120_000);

  it('opens the vault window for one thing at a time', async () => {
    const { accepting } = await acceptWaiting();
    expect(codeOf(await test.main.call('wallet.openVault', { task: 'backup' }))).toBe('vault-busy');
    expect(codeOf(await test.vault.call('vault.remove', { password: PASSWORD }))).toBe('request-refused');
    expect(codeOf(await test.vault.call('vault.newPhrase', { words: 24 }))).toBe('request-refused');
    must(await test.vault.call('vault.cancel', {}));
    expect(codeOf(await accepting)).toBe('vault-closed');
    expect(codeOf(await test.vault.call('vault.sign', { password: PASSWORD }))).toBe('request-refused');
  }, 120_000);

  it('signs without asking while a time-limited unlock runs, and asks again after locking', async () => {
    must(await test.main.call('wallet.openVault', { task: 'unlock' }));
    must(await test.vault.call('vault.unlock', { password: PASSWORD, minutes: 5 }));
    await test.main.topicWhen('wallet', ({ state }) => state === 'unlocked');
    const { tradeId, bodyHash } = await review();
    expect(codeOf(await test.main.call('swap.accept', { tradeId, bodyHash }))).toBe('ok');
    await test.main.topicWhen('trades', () => stateOf(tradeId) === 'filled');
    must(await test.main.call('wallet.lock', {}));
    await test.main.topicWhen('wallet', ({ state }) => state === 'locked');
    const { accepting } = await acceptWaiting();
    must(await test.vault.call('vault.cancel', {}));
    await accepting;
  }, 120_000);

  it('reviews no trade of an unverified token before it was acknowledged', async () => {
    const { tokens } = must(await test.main.call('tokens.search', { query: 'a', verifiedOnly: false }));
    const codes: string[] = [];
    for (const { token: one } of tokens.filter(({ token: each }) => !each.verified)) {
      const order = { pay: 'ADA', receive: one.id, amount: '25', slippageBps: 300, excluded: [] };
      const quote = await test.main.call('swap.quote', order);
      if (!quote.ok) continue;
      expect(quote.value.notices.join(' ')).toContain('not verified');
      const quoteId = quote.value.id;
      codes.push(codeOf(await test.main.call('swap.review', { quoteId })));
      must(await test.main.call('preferences.set', { acknowledged: [one.id] }));
      codes.push(codeOf(await test.main.call('swap.review', { quoteId })));
      break;
    }
    expect(codes[0]).toBe('token-unacknowledged');
    expect(codes[1]).not.toBe('token-unacknowledged');
  }, 120_000);

  it('starts the practice exchange again when it dies, with the same world', async () => {
    const before = test.main.topic('balance').amounts?.length;
    test.killPractice();
    await test.main.topicWhen('profile', ({ service }) => service !== 'ready');
    await test.main.topicWhen('profile', ({ service }) => service === 'ready');
    must(await test.main.call('balance.refresh', {}));
    expect((await review()).atLeast).toMatch(/^\d+$/);
    expect(test.main.topic('balance').amounts?.length).toBe(before);
  }, 120_000);

  it('keeps practice and live apart, and says what live lacks', async () => {
    const practiceAddress = test.main.topic('wallet').address;
    must(await test.main.call('profile.switch', { mode: 'live' }));
    const profile = await test.main.topicWhen('profile', ({ service }) => service === 'not-configured');
    expect(profile).toMatchObject({ mode: 'live', hasApiKey: false, failure: { code: 'not-configured' } });
    await test.main.topicWhen('wallet', ({ state }) => state === 'none');
    expect(test.main.topic('trades')).toEqual([]);
    expect(codeOf(await test.main.call('wallet.fund', {}))).not.toBe('ok');
    expect(codeOf(await test.main.call('wallet.openVault', { task: 'quick-practice' }))).toBe(
      'practice-only',
    );
    must(await test.main.call('profile.switch', { mode: 'practice' }));
    await test.main.topicWhen('wallet', ({ address }) => address === practiceAddress);
    await test.main.topicWhen('profile', ({ service }) => service === 'ready');
    expect(test.main.topic('trades').length).toBeGreaterThan(0);
  }, 120_000);

  it('refuses live addresses that a key must not go to, and binds a key to the host that was shown', async () => {
    const live = {
      network: 'preprod' as const,
      baseUrl: 'https://api.example.org',
      chartsUrl: 'https://charts.example.org',
      chartsWsUrl: 'wss://charts.example.org',
      ledgerUrl: 'https://ledger.example.org/api/v0',
    };
    for (const baseUrl of ['http://api.example.org', 'https://a@b.example', 'ftp://x', ''])
      expect(codeOf(await test.main.call('profile.configureLive', { ...live, baseUrl }))).toBe(
        'service-address-refused',
      );
    must(await test.main.call('profile.configureLive', live));
    must(await test.main.call('profile.switch', { mode: 'live' }));
    must(await test.main.call('wallet.openVault', { task: 'api-key' }));
    const { task } = await test.vault.topicWhen('task', ({ task: one }) => one.kind === 'api-key');
    expect(task).toMatchObject({ host: 'api.example.org' });
    expect(codeOf(await test.vault.call('vault.setKey', { key: 'two words' }))).toBe('api-key-malformed');
    must(await test.vault.call('vault.setKey', { key: 'canary-api-key-77aa' }));
    await test.main.topicWhen('profile', ({ hasApiKey }) => hasApiKey);
    must(
      await test.main.call('profile.configureLive', { ...live, baseUrl: 'https://elsewhere.example.org' }),
    );
    await test.main.topicWhen('profile', ({ hasApiKey }) => !hasApiKey);
    must(await test.main.call('profile.switch', { mode: 'practice' }));
    await test.main.topicWhen('profile', ({ service }) => service === 'ready');
  }, 120_000);

  it('lets no password, key or recovery word reach the trading window or the disk', () => {
    const secrets = [PASSWORD, 'canary-api-key-77aa'];
    const shown = test.main.received.join('\n');
    const kept = filesBelow(folder.path).map((path) => readFileSync(path).toString('latin1'));
    for (const secret of secrets) {
      expect(shown).not.toContain(secret);
      expect(kept.filter((text) => text.includes(secret))).toEqual([]);
      expect(test.vault.received.join('\n')).not.toContain(secret);
    }
  });
});

function filesBelow(path: string): string[] {
  return readdirSync(path).flatMap((name) => {
    const inside = join(path, name);
    return statSync(inside).isDirectory() ? filesBelow(inside) : [inside];
  });
}
