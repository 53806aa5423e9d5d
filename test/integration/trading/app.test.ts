import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { agreementWith, approve, shownTransaction } from '../../support/approving.ts';
import { ticketSelling } from '../../support/sales.ts';
import { addProfile, agreeOnceRead, nowhere, termsNowhere } from '../../support/live-profile.ts';
import { startFundedApp, type TestApp } from '../../support/test-app.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { codeOf, must } from '../../support/trader.ts';

const PASSWORD = 'canary-password-5d1c';
const folder = temporaryDirectory();

let test: TestApp;
let token: string;

beforeAll(async () => {
  ({ test, token } = await startFundedApp(folder.path, PASSWORD));
});

afterAll(async () => {
  await test.close();
  folder.remove();
});

afterEach(async () => {
  await test.vault.call('vault.cancel', {});
  await test.approval.call('approval.cancel', {});
});

async function review() {
  const order = { ...ticketSelling(25_000_000n), receive: token, slippageBps: 300, excluded: [] };
  const quote = must(await test.main.call('swap.quote', order));
  return must(await test.main.call('swap.review', { quoteId: quote.id }));
}

/** Approves what the approval window shows of the trade. */
async function approveWith(password: string, tradeId: string): Promise<Result<unknown, Failure>> {
  return approve(test, agreementWith(await shownTransaction(test, tradeId), password));
}

function stateOf(tradeId: string): string | undefined {
  return test.main.topic('trades').find(({ id }) => id === tradeId)?.state;
}

describe('the application, through its gates', () => {
  it('trades from review to filled with the password typed in the approval window', async () => {
    const { tradeId, verdict } = await review();
    expect(verdict).toBe('pass');
    const task = await shownTransaction(test, tradeId);
    expect(task).toMatchObject({ practice: true, tradeId, asksPassword: true });
    expect(test.windows.approvalOpen).toBe(true);
    expect(codeOf(await approveWith('not the password', tradeId))).toBe('wrong-password');
    expect(test.windows.approvalOpen).toBe(true);
    expect(codeOf(await approveWith(PASSWORD, tradeId))).toBe('ok');
    expect(test.windows.approvalOpen).toBe(false);
    const trades = await test.main.topicWhen('trades', () => stateOf(tradeId) === 'filled');
    const filled = trades.find(({ id }) => id === tradeId);
    expect(BigInt(filled?.filledTotal ?? '0')).toBeGreaterThanOrEqual(BigInt(filled?.atLeast ?? '-1'));
    // At practice three blocks are enough; they are counted without a step for each.
    const confirmed = await test.main.topicWhen('trades', (all) =>
      all.some(({ id, confirmations }) => id === tradeId && confirmations === 3),
    );
    expect(confirmed.find(({ id }) => id === tradeId)).toMatchObject({
      state: 'filled',
      confirmationsWanted: 3,
    });
    const steps = must(await test.main.call('trades.steps', { tradeId }));
    expect(steps.filter(({ state }) => state === 'filled')).toHaveLength(1);
    expect(steps.at(-1)?.state).toBe('filled');
    const { networkFee, exchangeFees, otherRecipients } = filled?.costs ?? {};
    const fees = [networkFee, exchangeFees, otherRecipients].reduce((sum, fee) => sum + BigInt(fee ?? 0), 0n);
    const held = await test.main.topicWhen('positions', (all) => all.length > 0);
    expect(held).toEqual([
      { token, units: filled?.filledTotal, paid: String(25_000_000n + fees), buys: 1, others: false },
    ]);
  });

  it('quotes and agrees to the base units that the window asked for, and to no others', async () => {
    const rest = { receive: token, slippageBps: 300, excluded: [] };
    const asked = ticketSelling(25_000_001n);
    const quote = must(await test.main.call('swap.quote', { ...asked, ...rest }));
    expect(quote.pay).toEqual(asked.pay);
    const { tradeId } = must(await test.main.call('swap.review', { quoteId: quote.id }));
    await shownTransaction(test, tradeId);
    const trades = await test.main.topicWhen('trades', (all) => all.some(({ id }) => id === tradeId));
    expect(trades.find(({ id }) => id === tradeId)?.pay).toEqual(asked.pay);
    const sold = must(await test.main.call('tokens.get', { id: token }));
    for (const wrong of [
      ticketSelling(25_000_001n, 'ADA', 5),
      ticketSelling(1_000n, token, sold.decimals - 1),
      ticketSelling(1_000n, token, sold.decimals + 1),
    ]) {
      const receive = wrong.pay.asset === 'ADA' ? token : 'ADA';
      expect(codeOf(await test.main.call('swap.quote', { ...rest, ...wrong, receive }))).toBe(
        'decimals-changed',
      );
    }
    const nothing = { ...rest, ...ticketSelling(0n) };
    expect(codeOf(await test.main.call('swap.quote', nothing))).toBe('request-refused');
  });

  it('opens the vault window for one thing at a time', async () => {
    must(await test.main.call('wallet.openVault', { task: 'unlock' }));
    expect(codeOf(await test.main.call('wallet.openVault', { task: 'backup' }))).toBe('vault-busy');
    expect(codeOf(await test.vault.call('vault.remove', { password: PASSWORD }))).toBe('request-refused');
    expect(codeOf(await test.vault.call('vault.newPhrase', { words: 24 }))).toBe('request-refused');
    must(await test.vault.call('vault.cancel', {}));
    expect(codeOf(await test.vault.call('vault.unlock', { password: PASSWORD, minutes: 5 }))).toBe(
      'request-refused',
    );
  });

  it('reviews no trade of an unverified token before it was acknowledged', async () => {
    const { tokens } = must(await test.main.call('tokens.search', { query: 'a', verifiedOnly: false }));
    const codes: string[] = [];
    for (const { token: one } of tokens.filter(({ token: each }) => !each.verified)) {
      const order = { ...ticketSelling(25_000_000n), receive: one.id, slippageBps: 300, excluded: [] };
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
  });

  it('starts the practice exchange again when it dies, with the same world', async () => {
    const before = test.main.topic('balance').amounts?.length;
    test.killPractice();
    await test.main.topicWhen('profile', ({ service }) => service !== 'ready');
    await test.main.topicWhen('profile', ({ service }) => service === 'ready');
    must(await test.main.call('balance.refresh', {}));
    expect((await review()).verdict).toBe('pass');
    await test.main.topicWhen('balance', ({ amounts }) => amounts?.length === before);
  });

  it('keeps practice and live apart, and says what live lacks', async () => {
    const practiceAddress = test.main.topic('wallet').address;
    must(await test.main.call('profile.switch', { profile: await addProfile(test, { name: 'Apart' }) }));
    const profile = await test.main.topicWhen('profile', ({ service }) => service === 'not-configured');
    expect(profile).toMatchObject({ mode: 'live', hasApiKey: false, failure: { code: 'not-configured' } });
    await test.main.topicWhen('wallet', ({ state }) => state === 'none');
    await test.main.topicWhen('trades', ({ length }) => length === 0);
    expect(codeOf(await test.main.call('wallet.fund', {}))).not.toBe('ok');
    expect(codeOf(await test.main.call('wallet.openVault', { task: 'quick-practice' }))).toBe(
      'practice-only',
    );
    must(await test.main.call('profile.switch', { profile: 'practice' }));
    await test.main.topicWhen('wallet', ({ address }) => address === practiceAddress);
    await test.main.topicWhen('profile', ({ service }) => service === 'ready');
    await test.main.topicWhen('trades', ({ length }) => length > 0);
  });

  it('refuses live addresses that a key must not go to, and binds a key to the host that was shown', async () => {
    for (const baseUrl of ['http://api.example.org', 'https://a@b.example', 'ftp://x', ''])
      expect(
        codeOf(await test.main.call('profile.add', { ...termsNowhere, addresses: { ...nowhere, baseUrl } })),
      ).toBe('service-address-refused');
    const id = await addProfile(test);
    must(await test.main.call('profile.switch', { profile: id }));
    must(await test.main.call('wallet.openVault', { task: 'api-key' }));
    const { task } = await test.vault.topicWhen('task', ({ task: one }) => one.kind === 'api-key');
    expect(task).toMatchObject({ host: 'api.example.org and charts.example.org' });
    expect(codeOf(await test.vault.call('vault.setKey', { key: 'two words' }))).toBe('api-key-malformed');
    must(await test.vault.call('vault.setKey', { key: 'canary-api-key-77aa' }));
    await test.main.topicWhen('profile', ({ hasApiKey }) => hasApiKey);
    const addresses = { ...nowhere, baseUrl: 'https://elsewhere.example.org' };
    must(await test.main.call('profile.change', { id, addresses }));
    // There is no live wallet yet.
    must(await agreeOnceRead(test.vault));
    await test.main.topicWhen('profile', ({ hasApiKey }) => !hasApiKey);
    must(await test.main.call('profile.switch', { profile: 'practice' }));
    await test.main.topicWhen('profile', ({ service }) => service === 'ready');
  });

  it('lets no password, key or recovery word reach the trading window or the disk', () => {
    const secrets = [PASSWORD, 'canary-api-key-77aa'];
    const shown = test.main.received.join('\n');
    const kept = filesBelow(folder.path).map((path) => readFileSync(path).toString('latin1'));
    for (const secret of secrets) {
      expect(shown).not.toContain(secret);
      expect(kept.filter((text) => text.includes(secret))).toEqual([]);
      for (const page of [test.vault, test.approval]) expect(page.received.join('\n')).not.toContain(secret);
    }
  });
});

function filesBelow(path: string): string[] {
  return readdirSync(path).flatMap((name) => {
    const inside = join(path, name);
    return statSync(inside).isDirectory() ? filesBelow(inside) : [inside];
  });
}
