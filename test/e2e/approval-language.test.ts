import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSettings } from '../../src-main/storage/sqlite-settings.ts';
import { lastClick, PASSWORD, review, sentencesOf } from '../support/desk-robot.ts';
import { englishAsked } from '../support/english-left.ts';
import { APPROVAL_SIZES, lookAt, lookAtVault } from '../support/look.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';
import { must } from '../support/trader.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-e2e-'));
let app: TouchstoneApp;

beforeAll(async () => {
  const settings = must(openSettings(join(folder, 'settings.sqlite')));
  settings.set('preferences', { language: 'de' });
  settings.close();
  app = await TouchstoneApp.start({ folder });
});

afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('makes a wallet in German', async () => {
  await app.main.getByRole('button', { name: 'Mit einer Übungs-Wallet beginnen' }).click();
  const vault = await app.vault();
  const password = vault.getByLabel('Passwort für Ausgaben', { exact: true });
  await password.fill('Summer2024!!');
  await vault.getByText('Fügen Sie weitere, weniger geläufige Wörter hinzu.').waitFor();
  await lookAtVault(app, 'vault-german');
  await password.fill(PASSWORD);
  await vault.getByLabel('Passwort bestätigen').fill(PASSWORD);
  await lastClick(vault.getByRole('button', { name: 'Wallet anlegen' }));
  await app.vaultGone();
  await app.topicWhen('balance', ({ amounts }) => (amounts?.length ?? 0) > 1);
});

it('shows what is agreed to in German, and signs it', async () => {
  await app.main.locator('#ticket-pay').fill('25');
  const approval = await review(app, 'Trade prüfen');
  await sentencesOf(approval).getByText('Sie senden 25 ADA.', { exact: true }).waitFor();
  expect(await sentencesOf(approval).getAttribute('lang')).toBe('de');
  await approval.getByTestId('approval-english').getByText('You send 25 ADA.').waitFor();
  await approval.getByRole('heading', { name: 'Swap im Übungsnetz', exact: true }).waitFor();
  await approval
    .getByRole('heading', { name: 'Dem stimmen Sie zu, was auch immer der Dienst sagt' })
    .waitFor();
  const compared = approval.locator('[data-testid="best-price"]:not([data-tone="pending"])');
  await compared
    .getByText(/Pools|Kurs/)
    .first()
    .waitFor();
  await compared.getByText('Worauf das beruht', { exact: true }).click();
  const english = await englishAsked();
  const texts = (await compared.locator('p').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
  expect(texts.filter((text) => english(text))).toEqual([]);
  expect(await approval.getByTestId('in-english').count()).toBe(0);
  await lookAt(app, 'approval-german', { page: approval, sizes: APPROVAL_SIZES });
  await approval.getByLabel('Passwort für Ausgaben', { exact: true }).fill(PASSWORD);
  for (const consent of await approval.getByRole('checkbox').all()) await consent.check();
  await lastClick(approval.getByRole('button', { name: 'Signieren', exact: true }));
  await app.approvalGone();
});
