import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildIfStale } from '../../src-main/setup/build.ts';
import {
  quoteTrade,
  reviewTrade,
  signTrade,
  startPracticeWallet,
  waitUntilFilled,
} from '../support/desk-robot.ts';
import { HarnessApp } from '../support/harness-app.ts';
import { extractedApp } from '../support/packaged-app.ts';
import { callMain } from '../support/page-api.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** The application in its packaged layout, away from the project: everything it loads must come from the package. */

const folder = temporaryDirectory();
let app: HarnessApp;

beforeAll(async () => {
  await buildIfStale(() => undefined);
  const extracted = await extractedApp(folder.path);
  app = await HarnessApp.start({ built: join(extracted, 'out') });
});
afterAll(async () => {
  await app.stop();
  folder.remove();
});

it('starts from the archive’s own files and trades to filled', async () => {
  expect(await callMain(app.main, 'app.about', {})).toMatchObject({ ok: true, value: { shell: 'electron' } });
  await startPracticeWallet(app);
  await quoteTrade(app.main, '25', 'AMBER');
  await signTrade(await reviewTrade(app));
  await waitUntilFilled(app.main);
  expect(app.shipped.all('not-provided')).toEqual([]);
  expect(app.shipped.said).toBe('');
});
