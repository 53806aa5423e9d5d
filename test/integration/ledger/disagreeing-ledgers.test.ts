// A live profile over two ledger back-ends that cannot prove what an output holds: the word of one is not enough, and
// where they contradict each other nothing is signed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failureText, type Failure } from '#domain/failure.ts';
import { approveNext } from '../../support/approving.ts';
import { askFaucet } from '../../support/live-clients.ts';
import { addProfile } from '../../support/live-profile.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { type Interference, type PracticeProxy, practiceProxy } from '../../support/practice-proxy.ts';
import { ticketSelling } from '../../support/sales.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { must } from '../../support/trader.ts';
import { WORDS } from '../../support/wallet-bench.ts';

const PASSWORD = 'a password of the live wallet';
const folder = temporaryDirectory();
let practice: PracticeProcess;
let first: PracticeProxy;
let second: PracticeProxy;
let app: TestApp;
let token: string;

interface Amount {
  readonly unit: string;
  readonly quantity: string;
}

/** Shows no transaction's bytes, and outputs with so much more lovelace than they hold. */
function unproven(more: bigint): Interference {
  return async ({ url }, forward) => {
    if (/\/txs\/[0-9a-f]+\/cbor$/.test(url))
      return { status: 404, body: '{"status_code":404,"error":"Not Found","message":"not here"}' };
    const answer = await forward();
    if (answer.status !== 200 || !/\/txs\/[0-9a-f]+\/utxos$/.test(url)) return answer;
    const { outputs, ...rest } = JSON.parse(answer.body) as { outputs: readonly { amount: Amount[] }[] };
    const changed = outputs.map((output) => ({
      ...output,
      amount: output.amount.map(({ unit, quantity }) => ({
        unit,
        quantity: unit === 'lovelace' ? String(BigInt(quantity) + more) : quantity,
      })),
    }));
    return { status: 200, body: JSON.stringify({ ...rest, outputs: changed }) };
  };
}

beforeAll(async () => {
  practice = await PracticeProcess.start();
  [first, second, app] = await Promise.all([
    practiceProxy(practice.endpoints),
    practiceProxy(practice.endpoints),
    startTestApp(folder.path),
  ]);
  first.interfere(unproven(0n));
  second.interfere(unproven(0n));
  const { chartsUrl, endpoints } = practice;
  const addresses = {
    network: 'preprod',
    baseUrl: endpoints.baseUrl,
    chartsUrl,
    chartsWsUrl: chartsUrl.replace('http', 'ws'),
    ledgerUrl: first.endpoints.ledgerUrl,
    secondLedger: { url: second.endpoints.ledgerUrl, api: 'blockfrost' },
  } as const;
  const id = await addProfile(app, { addresses });
  must(await app.main.call('profile.switch', { profile: id }));
  must(await app.main.call('wallet.openVault', { task: 'api-key' }));
  must(await app.vault.call('vault.setKey', { key: endpoints.apiKey }));
  must(await app.main.call('wallet.openVault', { task: 'import' }));
  must(await app.vault.call('vault.import', { phrase: WORDS, password: PASSWORD }));
  const { address = '' } = await app.main.topicWhen('wallet', (wallet) => wallet.address !== undefined);
  await askFaucet(endpoints, address);
  await app.main.topicWhen('balance', ({ amounts }) => (amounts?.length ?? 0) > 1);
  const found = must(await app.main.call('tokens.search', { query: 'amber', verifiedOnly: true }));
  token = found.tokens.find((each) => each.token.ticker === 'AMBER')?.token.id ?? '';
});
afterAll(async () => {
  await app.close();
  await Promise.all([first.close(), second.close()]);
  await practice.stop();
  folder.remove();
});

const sale = { ...ticketSelling(25_000_000n), slippageBps: 300, excluded: [] as string[] };

it('says which input they contradict each other about, and builds nothing on either word', async () => {
  second.interfere(unproven(5_000_000n));
  const quote = must(await app.main.call('swap.quote', { ...sale, receive: token }));
  const review = await app.main.call('swap.review', { quoteId: quote.id });
  const met = review.ok ? undefined : (review.failure as Failure);
  expect(met?.code).toBe('sources-disagree');
  expect(met && failureText(met).what).toMatch(/[0-9a-f]{64}#\d+/);
  expect(app.main.topic('trades')).toEqual([]);
  expect(first.seen('/tx/submit')).toEqual([]);
});

it('trades again once they agree', async () => {
  second.interfere(unproven(0n));
  const quote = must(await app.main.call('swap.quote', { ...sale, receive: token }));
  const { tradeId } = must(await app.main.call('swap.review', { quoteId: quote.id }));
  await approveNext(app, PASSWORD);
  await app.main.topicWhen('trades', (all) =>
    all.some(({ id, state }) => id === tradeId && state === 'filled'),
  );
});
