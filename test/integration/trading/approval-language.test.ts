import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSettings } from '../../../src-main/storage/sqlite-settings.ts';
import { agreementWith, approve, shownTransaction, type ShownTransaction } from '../../support/approving.ts';
import { ticketSelling } from '../../support/sales.ts';
import { startFundedApp, type TestApp } from '../../support/test-app.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { codeOf, must } from '../../support/trader.ts';

const PASSWORD = 'canary-password-3d81';
const folder = temporaryDirectory();

let test: TestApp;
let token: string;

beforeAll(async () => {
  // No window offers the choice yet.
  const settings = must(openSettings(join(folder.path, 'settings.sqlite')));
  settings.set('preferences', { language: 'de' });
  settings.close();
  ({ test, token } = await startFundedApp(folder.path, PASSWORD));
});

afterAll(async () => {
  await test.close();
  folder.remove();
});

async function reviewed(): Promise<ShownTransaction> {
  const order = { ...ticketSelling(25_000_000n), receive: token, slippageBps: 300, excluded: [] };
  const { id: quoteId } = must(await test.main.call('swap.quote', order));
  const { tradeId } = must(await test.main.call('swap.review', { quoteId }));
  return shownTransaction(test, tradeId);
}

describe('an approval window in German', () => {
  it('shows what is approved in German, and signs for that very text alone', async () => {
    const task = await reviewed();
    expect(task.sentences[0]).toBe('Sie senden 25 ADA.');
    // A comma begins the decimals.
    expect(task.sentences.every((sentence) => !/\d\.\d/.test(sentence))).toBe(true);
    expect(task.totalCost).toMatch(/^Insgesamt kommen \d+(,\d+)? ADA nicht zurück: \d+(,\d+)? %/);
    expect(task.agreement.lines[0]).toMatch(/^Höchstens \d+(,\d+)? ADA sind endgültig weg: /);
    expect(task.fields.find(({ name }) => name === 'Netzwerkgebühr')?.text).toMatch(/^0,\d+ ADA$/);
    expect(task.fields.find(({ name }) => name === 'Gültig bis')?.text).toMatch(
      /Slot \d{1,3}(\u202f\d{3})*\)$/,
    );
    expect(task.translated?.language).toBe('de');
    // A user who reads no German finds the amounts that leave and come in English, with their figures.
    expect(task.translated?.english[0]).toMatch(/^You send \d[\d,.]* /);
    const original = task.translated?.english ?? [];
    expect(original.some((text) => /^In all, [\d.]+ ADA /.test(text))).toBe(true);
    // So are the bounds of the agreement, as many as in German.
    expect(original.slice(-task.agreement.lines.length)[0]).toMatch(/^At most [\d.]+ ADA /);
    expect(task.translated?.untranslated).toEqual([]);

    // The hashes of the English text alone, or with that of another text.
    const english = agreementWith(task, PASSWORD);
    expect(codeOf(await approve(test, english))).toBe('inspection-blocked');
    expect(codeOf(await approve(test, { ...english, shownHash: 'ab'.repeat(32) }))).toBe(
      'inspection-blocked',
    );
    expect(test.windows.approvalOpen).toBe(true);

    // Another language is for the next one: the texts on screen stay as they are.
    must(await test.main.call('preferences.set', { language: 'en' }));
    expect(test.windows.language).toBe('en');
    expect(test.approval.topic('task').task).toMatchObject({ translated: task.translated });

    const shownHash = task.translated?.shownHash;
    if (shownHash === undefined) throw new Error('a translation has a hash');
    expect(codeOf(await approve(test, { ...english, shownHash }))).toBe('ok');
    await test.approval.topicWhen('task', (value) => value.task.kind === 'idle');
  });
});
