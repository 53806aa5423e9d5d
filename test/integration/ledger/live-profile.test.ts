import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LiveAddressesView } from '#contract/profile.ts';
import { failureText, type Failure } from '#domain/failure.ts';
import { agreementWith, approve, shownTransaction } from '../../support/approving.ts';
import { ChainView } from '../../support/ledger-servers/chain-view.ts';
import { koiosServer } from '../../support/ledger-servers/koios-server.ts';
import { ogmiosServer } from '../../support/ledger-servers/ogmios-server.ts';
import type { LedgerServer } from '../../support/ledger-servers/server.ts';
import { askFaucet } from '../../support/live-clients.ts';
import { addProfile, agreeOnceRead } from '../../support/live-profile.ts';
import { JumpingClock } from '../../support/jumping-clock.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { until } from '../../support/practice-service.ts';
import { ticketSelling } from '../../support/sales.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { must } from '../../support/trader.ts';
import { WORDS } from '../../support/wallet-bench.ts';

/** A live profile over other back-ends than Blockfrost, and its statements about them. */
const PASSWORD = 'a password of the live wallet';
const folder = temporaryDirectory();
const clock = new JumpingClock();
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
    startTestApp(folder.path, { clock }),
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
  const addresses: LiveAddressesView = { network: 'preprod', baseUrl, chartsUrl, chartsWsUrl, ...ledger };
  const { id } = app.main.topic('profile');
  if (id === undefined) {
    const added = await addProfile(app, { addresses });
    must(await app.main.call('profile.switch', { profile: added }));
    return;
  }
  must(await app.main.call('profile.change', { id, addresses }));
  must(await agreeOnceRead(app.vault));
}

test('Ogmios alone is reported as what no trade can do without, and Koios as its second ends that', async () => {
  const ledgerUrl = ogmios.url.replace('http', 'ws');
  await configure({ ledgerUrl, ledgerApi: 'ogmios' });
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

test('what is odd is looked at again: it goes when it is mended, and what goes wrong later is found', async () => {
  const passes = (ms: number): void => {
    clock.jump(ms);
    // Afterwards: nobody was away for all that time.
    app.app.userActed();
  };
  koios.trouble = undefined;
  passes(61_000);
  await app.main.topicWhen('profile', ({ ledgerFindings }) => ledgerFindings === undefined);
  koios.trouble = 'odd';
  passes(601_000);
  const { ledgerFindings } = await app.main.topicWhen('profile', (view) => view.ledgerFindings !== undefined);
  const off = ledgerFindings?.find(({ code }) => code === 'clock-off') as Failure;
  expect(failureText(off)).toMatchObject({
    what: expect.stringMatching(
      /^This machine's clock is \d+ seconds behind the ledger back-end's\.$/,
    ) as string,
    advice: 'Set the clock: how long a transaction is valid is judged by it.',
  });
  koios.trouble = undefined;
  passes(61_000);
  await app.main.topicWhen('profile', (view) => view.ledgerFindings === undefined);
});

test('a swap fills in the windows over a node’s present and Koios’s past', async () => {
  koios.trouble = undefined;
  const ledgerUrl = ogmios.url.replace('http', 'ws');
  await configure({
    ledgerUrl,
    ledgerApi: 'ogmios',
    secondLedger: { url: `${koios.url}/api/v1`, api: 'koios' },
  });
  must(await app.main.call('wallet.openVault', { task: 'import' }));
  must(await app.vault.call('vault.import', { phrase: WORDS, password: PASSWORD }));
  const { address = '' } = await app.main.topicWhen('wallet', (wallet) => wallet.address !== undefined);
  const gift = await askFaucet(practice.endpoints, address);
  await until(
    async () => (await new ChainView(practice.endpoints.ledgerUrl).bytes(gift)) !== undefined,
    'the gift',
  );
  must(await app.main.call('balance.refresh', {}));
  await app.main.topicWhen('balance', ({ amounts }) => (amounts?.length ?? 0) > 1);
  const { tokens } = must(await app.main.call('tokens.search', { query: 'amber', verifiedOnly: true }));
  const receive = tokens.find(({ token }) => token.ticker === 'AMBER')?.token.id ?? '';
  const order = { ...ticketSelling(25_000_000n), receive, slippageBps: 500, excluded: [] };
  const quote = must(await app.main.call('swap.quote', order));
  const { tradeId, verdict } = must(await app.main.call('swap.review', { quoteId: quote.id }));
  expect(verdict).not.toBe('block');
  must(await approve(app, agreementWith(await shownTransaction(app, tradeId), PASSWORD)));
  await app.main.topicWhen('trades', (all) =>
    all.some(({ id, state }) => id === tradeId && state === 'filled'),
  );
  expect([ogmios.submissions, koios.submissions]).toEqual([1, 0]);
}, 120_000);
