import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LiveAddressesView } from '#contract/protection-views.ts';
import { ChainView } from '../../support/ledger-servers/chain-view.ts';
import { koiosServer } from '../../support/ledger-servers/koios-server.ts';
import { ogmiosServer } from '../../support/ledger-servers/ogmios-server.ts';
import type { LedgerServer } from '../../support/ledger-servers/server.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { until } from '../../support/practice-service.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { must } from '../../support/trader.ts';

/** A live profile over other back-ends than Blockfrost: what it says of them. */
const folder = temporaryDirectory();
let practice: PracticeProcess;
let koios: LedgerServer;
let ogmios: LedgerServer;
let app: TestApp;

beforeAll(async () => {
  practice = await PracticeProcess.start();
  const chain = new ChainView(practice.endpoints.ledgerUrl);
  [koios, ogmios, app] = await Promise.all([
    koiosServer(chain),
    ogmiosServer(chain),
    startTestApp(folder.path),
  ]);
});
afterAll(async () => {
  await app.close();
  await Promise.all([koios.close(), ogmios.close(), practice.stop()]);
  folder.remove();
});

async function configure(
  ledger: Pick<LiveAddressesView, 'ledgerUrl' | 'ledgerApi' | 'secondLedger'>,
): Promise<void> {
  const { baseUrl } = practice.endpoints;
  const { chartsUrl } = practice;
  const chartsWsUrl = chartsUrl.replace('http', 'ws');
  must(
    await app.main.call('profile.proposeLive', {
      network: 'preprod',
      baseUrl,
      chartsUrl,
      chartsWsUrl,
      ...ledger,
    }),
  );
  must(await app.vault.call('vault.setAddresses', {}));
}

test('Ogmios alone is reported as what no trade can do without, and Koios as its second ends that', async () => {
  const ledgerUrl = ogmios.url.replace('http', 'ws');
  await configure({ ledgerUrl, ledgerApi: 'ogmios' });
  must(await app.main.call('profile.switch', { mode: 'live' }));
  await app.main.topicWhen('profile', ({ mode }) => mode === 'live');
  must(await app.main.call('wallet.openVault', { task: 'api-key' }));
  must(await app.vault.call('vault.setKey', { key: practice.endpoints.apiKey }));
  const alone = await app.main.topicWhen('profile', ({ ledgerFindings }) => ledgerFindings !== undefined);
  expect(alone).toMatchObject({
    service: 'ready',
    ledgerHost: new URL(ogmios.url).host,
    ledgerFindings: [{ code: 'ledger-cannot-prove', data: { backEnd: 'Ogmios', what: 'history' } }],
  });
  koios.seen.length = 0;
  await configure({
    ledgerUrl,
    ledgerApi: 'ogmios',
    secondLedger: { url: `${koios.url}/api/v1`, api: 'koios' },
  });
  await until(() => Promise.resolve(koios.seen.some(({ url }) => url.endsWith('/tip'))), 'a look at both');
  expect(app.main.topic('profile')).toMatchObject({ service: 'ready' });
  expect(app.main.topic('profile').ledgerFindings).toBeUndefined();
});

test('odd parameters and a wrong clock are in the profile’s topic', async () => {
  koios.trouble = 'odd';
  await configure({ ledgerUrl: `${koios.url}/api/v1`, ledgerApi: 'koios' });
  const { ledgerFindings } = await app.main.topicWhen(
    'profile',
    (view) => (view.ledgerFindings?.length ?? 0) > 1,
  );
  expect(ledgerFindings?.map(({ code }) => code)).toEqual([
    'ledger-parameters-odd',
    'ledger-parameters-odd',
    'clock-off',
  ]);
});
