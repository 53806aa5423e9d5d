import { afterEach, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { PlantedBundle } from '../support/planted-bundle.ts';
import { ShippedApp } from '../support/shipped-app.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

/** A harness that cannot fail proves nothing, so each fault planted in a copy of the shipped files must show up. */

const temporary = temporaryDirectories();
let app: ShippedApp | undefined;
let bundle: PlantedBundle | undefined;

afterEach(async () => {
  await app?.stop();
  bundle?.remove();
  [app, bundle] = [undefined, undefined];
});

interface Findings {
  /** Whether the page gets its table of calls. */
  readonly bridge: boolean;
  /** Permission state for the user's location, as the page sees it. */
  readonly geolocation: string;
  /** Whether main answers a subframe. */
  readonly frameAnswered: boolean;
  /** Whether main answers the page. */
  readonly pageAnswered: boolean;
  readonly saidOnConsole: boolean;
}

async function findingsIn(replaced: readonly (readonly [string, string])[]): Promise<Findings> {
  bundle = new PlantedBundle(replaced);
  app = ShippedApp.start({ folder: temporary(), built: bundle.built });
  const main = await app.main();
  await main.waitForLoadState();
  const shipped = app;
  const ask = async (from: 'page' | 'frame'): Promise<boolean> => {
    const answer = await shipped.ask({
      ask: 'send-below',
      window: 1,
      from,
      kind: 'invoke',
      channel: 'touchstone:call',
      args: ['app.about', {}],
    });
    return (answer as { readonly ok?: boolean } | null)?.ok === true;
  };
  await main.evaluate(() => document.body.append(document.createElement('iframe')));
  const pageAnswered = await eventually('main answers', () => ask('page'));
  return {
    bridge: await main.evaluate(() => 'touchstone' in globalThis),
    geolocation: await main.evaluate(
      async () => (await navigator.permissions.query({ name: 'geolocation' })).state,
    ),
    frameAnswered: await ask('frame'),
    pageAnswered,
    saidOnConsole: shipped.said.includes('no preload at'),
  };
}

const SOUND: Findings = {
  bridge: true,
  geolocation: 'denied',
  frameAnswered: false,
  pageAnswered: true,
  saidOnConsole: false,
};

it('finds nothing in what ships', async () => {
  expect(await findingsIn([])).toEqual(SOUND);
});

it('shows a preload that is not where the window looks for it', async () => {
  const found = await findingsIn([['"preload", preload)', '"preloads", preload)']]);
  expect(found).toEqual({ ...SOUND, bridge: false, saidOnConsole: true });
});

it('shows a permission that is granted', async () => {
  const found = await findingsIn([['permission === COPYING && copies()', 'true']]);
  expect(found).toEqual({ ...SOUND, geolocation: 'granted' });
});

it('shows a sender that is not checked', async () => {
  const found = await findingsIn([['=> isTrustedSender(event, contents, path)', '=> true']]);
  expect(found).toEqual({ ...SOUND, frameAnswered: true });
});

it('stops a use of Electron that it does not provide', async () => {
  bundle = new PlantedBundle([
    ['Menu.setApplicationMenu(', 'app.setBadgeCount(1); Menu.setApplicationMenu('],
  ]);
  app = ShippedApp.start({ folder: temporary(), built: bundle.built });
  expect(await app.ended()).toBe(1);
  expect(app.all('not-provided')).toEqual([{ what: 'not-provided', name: 'app.setBadgeCount' }]);
  expect(app.said).toContain('Touchstone could not start: the harness does not provide app.setBadgeCount');
});
