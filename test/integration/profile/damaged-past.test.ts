// A journal that is too large to be checked at each opening, with damage in its past.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { journalNote } from '#domain/sentences/journal.ts';
import { openProfileStore } from '../../../src-main/app/foundations.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { must } from '../../support/trader.ts';

const folder = temporaryDirectory();
const apps: TestApp[] = [];
afterAll(async () => {
  for (const app of apps) await app.close();
  folder.remove();
});

it('is said in the trading window, beside the trades that could be read', async () => {
  const store = must(openProfileStore(folder.path, 'practice'));
  const large = { signedCbor: 'ab'.repeat(10_000) };
  for (let at = 0; at < 250; at += 1)
    store.journal.put(journalEntry({ id: `trade-${at}`, state: 'discarded' }, large), journalNote('built'));
  store.close();
  const file = new DatabaseSync(join(folder.path, 'profiles', 'practice', 'journal.sqlite'));
  file.exec("UPDATE trades SET entry = '{}' WHERE ordinal = 3");
  file.close();
  const app = await startTestApp(folder.path);
  apps.push(app);
  const { past } = await app.main.topicWhen('profile', (profile) => profile.past !== undefined);
  expect(past).toEqual({ code: 'storage-corrupt', data: { file: 'journal.sqlite' } });
  expect(app.main.topic('trades')).toHaveLength(200);
  expect(app.main.topic('positions')).toEqual([]);
  // It outlasts a new connection, and ends with the profile.
  app.killPractice();
  await app.main.topicWhen('profile', ({ service }) => service === 'starting');
  await app.main.topicWhen('profile', ({ service }) => service === 'ready');
  expect(app.main.topic('profile').past).toEqual(past);
});
