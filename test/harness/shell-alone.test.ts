import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { APP_ID } from '../../src-main/shell/electron/life-cycle.ts';
import { callMain } from '../support/page-api.ts';
import { ShippedApp } from '../support/shipped-app.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

/** The shipped Electron shell before any trade, or without one. */

const temporary = temporaryDirectories();
let app: ShippedApp | undefined;

afterEach(async () => {
  await app?.stop();
  app = undefined;
});

it('does not run with a refused switch, and says so on the terminal and in a box', async () => {
  app = ShippedApp.start({ folder: temporary(), switches: ['--remote-debugging-port=9222'] });
  expect(await app.ended()).toBe(1);
  expect(app.said).toBe('Touchstone does not run with --remote-debugging-port.\n');
  expect(app.all('dialog').map(({ kind }) => kind)).toEqual(['error']);
  expect(app.all('window')).toEqual([]);
});

it('allows one where a test names it, and never once it is packaged', async () => {
  const start = (isPackaged: boolean): ShippedApp =>
    ShippedApp.start({
      folder: temporary(),
      switches: ['--inspect'],
      variables: { TOUCHSTONE_ALLOW_SWITCHES: 'inspect' },
      wishes: { isPackaged },
    });
  app = start(true);
  expect(await app.ended()).toBe(1);
  app = start(false);
  await app.main();
});

it('keeps its sandbox, but where an unpackaged test says that there is none', async () => {
  const wished = async (switches: readonly string[]): Promise<readonly string[]> => {
    app = ShippedApp.start({
      folder: temporary(),
      switches,
      variables: { TOUCHSTONE_ALLOW_SWITCHES: 'no-sandbox' },
    });
    await app.main();
    const values = app.all('switched').flatMap(({ name, value }) => (name === 'sandbox' ? [value] : []));
    await app.stop();
    return values;
  };
  expect(await wished([])).toEqual(['true']);
  // Calling `enableSandbox` would override the switch in Electron.
  expect(await wished(['--no-sandbox'])).toEqual([]);
});

it('locks its data folder and no other, with the browser’s files apart from the wallet’s, under its own name', async () => {
  const [one, another] = [temporary(), temporary()];
  const first = ShippedApp.start({ folder: one });
  try {
    await first.main();
    app = ShippedApp.start({ folder: another });
    await app.main();
    expect([one, another].map((folder) => existsSync(join(folder, 'electron')))).toEqual([true, true]);
    const names = app
      .all('switched')
      .flatMap(({ name, value }) => (name === 'appUserModelId' ? [value] : []));
    expect(names).toEqual([APP_ID]);
  } finally {
    await first.stop();
  }
});

it('says why it cannot start, and ends', async () => {
  const occupied = join(temporary(), 'a-file');
  writeFileSync(occupied, '');
  app = ShippedApp.start({ folder: occupied });
  expect(await app.ended()).toBe(1);
  expect(app.said).toContain('Touchstone cannot write to its own folder');
  expect(app.all('dialog')).toHaveLength(1);
});

it('takes no address from the system, follows its theme, and outlives its sleep', async () => {
  app = ShippedApp.start({ folder: temporary(), switches: ['touchstone://trade?amount=1'] });
  const main = await app.main();
  await main.getByText('The practice market runs on this computer.').waitFor();
  expect(await app.ask({ ask: 'open-url', url: 'touchstone://trade?amount=1' })).toEqual({ prevented: true });
  expect(main.url()).toBe('https://touchstone.invalid/index.html');

  await callMain(main, 'preferences.set', { theme: 'system' });
  const background = (): Promise<string> =>
    main.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await main.emulateMedia({ colorScheme: 'dark' });
  const dark = await background();
  await main.emulateMedia({ colorScheme: 'light' });
  await expect.poll(background).not.toBe(dark);

  for (const event of ['suspend', 'resume'] as const) await app.ask({ ask: 'power', event });
  expect(await callMain(main, 'app.about', {})).toMatchObject({ ok: true });
  expect(app.all('not-provided')).toEqual([]);
});
