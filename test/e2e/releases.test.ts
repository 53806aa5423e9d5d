import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PRACTICE_PACKAGE, practiceRelease, type ReleaseKind } from '../../src-main/practice/api/releases.ts';
import { lookAt } from '../support/look.ts';
import { PracticeCommand } from '../support/practice-command.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const folder = temporaryDirectory();
/** One size is enough if only words differ from a view checked before: checking is what takes the time. */
const SMALL = [{ width: 1280, height: 800 }];
let served: PracticeCommand;
let app: TouchstoneApp;

beforeAll(async () => {
  served = new PracticeCommand(['--port', '0', '--release', 'good']);
  const { releases_url: address, release_key: publicKey = '' } = await served.ready;
  const pages = 'https://releases.touchstone.example/';
  app = await TouchstoneApp.start({
    releases: { address, pages, keys: [{ id: 'practice', publicKey }] },
  });
  await app.main.getByRole('button', { name: 'Look around first' }).click();
});
afterAll(async () => {
  await app.stop();
  await served.stop('SIGTERM');
  folder.remove();
});

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

const manifest = (kind: ReleaseKind): string =>
  file(`${kind}.json`, JSON.stringify(practiceRelease(kind, Date.now())));

/** Chooses a file in the browser's own dialog. */
async function choose(what: 'Signed manifest' | 'Downloaded file', path: string): Promise<void> {
  const chooser = app.main.waitForEvent('filechooser');
  await app.main.getByRole('group', { name: what }).getByRole('button', { name: 'Choose…' }).click();
  await (await chooser).setFiles(path);
}

it('says of a downloaded file what it is, in words', async () => {
  const { main } = app;
  await main.keyboard.press('Control+k');
  await main.getByLabel('Command or token').fill('check a release');
  await main.keyboard.press('Enter');
  const sheet = main.getByRole('dialog', { name: 'Check a release' });
  await choose('Signed manifest', manifest('good'));
  await choose('Downloaded file', file(PRACTICE_PACKAGE.name, PRACTICE_PACKAGE.bytes));
  await sheet
    .getByText(
      'Good: this is Touchstone-99.1.0-linux-x64.AppImage of Touchstone 99.1.0 for Linux (x64), byte for byte.',
    )
    .waitFor();
  await sheet.getByText(/^Signed on .* by the release key practice \(fingerprint /).waitFor();
  await lookAt(app, 'release-good');

  const bytes = Buffer.from(PRACTICE_PACKAGE.bytes);
  bytes[1_000] = 0x21;
  await choose('Downloaded file', file(PRACTICE_PACKAGE.name, bytes));
  await sheet
    .getByText(
      /^This is not the file that was signed: Touchstone-99\.1\.0-linux-x64\.AppImage of version 99\.1\.0 was/,
    )
    .waitFor();
  await lookAt(app, 'release-altered');

  await choose('Signed manifest', manifest('downgraded'));
  await sheet.getByText('version 0.0.1, which is lower than this Touchstone (0.1.0)').waitFor();
  await lookAt(app, 'release-downgraded', { sizes: SMALL });

  await choose('Signed manifest', manifest('expired'));
  await sheet.getByText(/^This manifest, for version 99\.1\.0, expired on \d{4}-\d\d-\d\d/).waitFor();
  await lookAt(app, 'release-expired', { sizes: SMALL });
  await main.keyboard.press('Escape');
});

it('tells of a newer version when that was switched on, and not before', async () => {
  const { main } = app;
  await main.getByRole('button', { name: 'Settings', exact: true }).click();
  const settings = main.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Releases' }).click();
  await settings.getByText('Nobody is asked. This is Touchstone 0.1.0.').waitFor();
  await settings.getByText('Once a day', { exact: true }).click();
  await settings.getByText('Touchstone 99.1.0 is out; this is 0.1.0.').waitFor();
  await lookAt(app, 'releases-newer', { sizes: SMALL });
  await main.keyboard.press('Escape');
  await main.getByText('Touchstone 99.1.0 is out; this is 0.1.0.').waitFor();
  await lookAt(app, 'releases-banner', { sizes: SMALL });
  await main.getByRole('button', { name: 'What is new…' }).click();
  const news = main.getByRole('dialog', { name: 'Touchstone 99.1.0' });
  await news.getByText('- A cancelled order leaves the list at once.').waitFor();
  await lookAt(app, 'releases-news');
  await news.getByRole('button', { name: 'Skip this version' }).click();
  await main.getByText('Touchstone 99.1.0 is out; this is 0.1.0.').waitFor({ state: 'detached' });
  expect(app.complaints).toEqual([]);
});
