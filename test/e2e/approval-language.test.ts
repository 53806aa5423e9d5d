import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSettings } from '../../src-main/storage/sqlite-settings.ts';
import {
  quoteTrade,
  reviewTrade,
  sentencesOf,
  signTrade,
  startPracticeWallet,
} from '../support/desk-robot.ts';
import { lookAtApproval } from '../support/look.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';
import { must } from '../support/trader.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-e2e-'));
let app: TouchstoneApp;

beforeAll(async () => {
  const settings = must(openSettings(join(folder, 'settings.sqlite')));
  settings.set('preferences', { language: 'de' });
  settings.close();
  app = await TouchstoneApp.start({ folder });
  await startPracticeWallet(app);
});

afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('shows what is agreed to in German, and signs it', async () => {
  await quoteTrade(app.main, '25', 'AMBER');
  const approval = await reviewTrade(app);
  await sentencesOf(approval).getByText('Sie senden 25 ADA.', { exact: true }).waitFor();
  expect(await sentencesOf(approval).getAttribute('lang')).toBe('de');
  await approval.getByRole('heading', { name: 'Tausch im Übungsnetz', exact: true }).waitFor();
  await lookAtApproval(app, approval, 'approval-german');
  await signTrade(approval);
  await app.approvalGone();
});
