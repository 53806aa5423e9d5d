import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approveNext } from '../../support/approving.ts';
import { OrderList } from '../../support/order-list.ts';
import { runningPractice } from '../../support/practice-host.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { practiceProxy, type Interference, type PracticeProxy } from '../../support/practice-proxy.ts';
import { selling } from '../../support/sales.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { startTestApp } from '../../support/test-app.ts';
import {
  agreementTo,
  amberOf,
  cancelTargets,
  codeOf,
  must,
  openFundedTrader,
  openTrader,
  signLimit,
  TEST_PHRASE,
  tradeIn,
  type Trader,
} from '../../support/trader.ts';

/** A ledger that tells orders' data by their hashes alone, as it does at scripts of Plutus version 1. */

const PASSWORD = 'canary-password-40d8';
const temporary = temporaryDirectories();
let practice: PracticeProcess;
let proxy: PracticeProxy;
let trader: Trader;

interface OutputReply {
  readonly data_hash: string | null;
  readonly inline_datum: string | null;
}

/** Data that were held back, by their hashes. */
const heldBack = new Map<string, string>();

/** Outputs without their inline data; `bytes`: whether transactions' bytes are to be had; `data`: data by hash. */
function byHash(bytes: boolean, data: (hash: string) => string | undefined): Interference {
  return async ({ url }, forward) => {
    const asked = /^\/ledger\/scripts\/datum\/([0-9a-f]{64})\/cbor$/.exec(url);
    if (asked) {
      const datum = data(asked[1] ?? '');
      return datum === undefined
        ? { status: 404, body: '{"status_code":404}' }
        : { status: 200, body: JSON.stringify({ cbor: datum }) };
    }
    if (!bytes && /^\/ledger\/txs\/[0-9a-f]+\/cbor$/.test(url))
      return { status: 404, body: '{"status_code":404}' };
    const answer = await forward();
    if (!/^\/ledger\/txs\/[0-9a-f]+\/utxos$/.test(url) || answer.status !== 200) return answer;
    const told = JSON.parse(answer.body) as { readonly outputs: readonly OutputReply[] };
    const outputs = told.outputs.map((output) => {
      if (output.inline_datum !== null && output.data_hash !== null)
        heldBack.set(output.data_hash, output.inline_datum);
      return { ...output, inline_datum: null };
    });
    return { ...answer, body: JSON.stringify({ ...told, outputs }) };
  };
}

beforeAll(async () => {
  practice = await PracticeProcess.start();
  proxy = await practiceProxy(practice.endpoints);
});
afterAll(async () => {
  await proxy.close();
  await practice.stop();
});
beforeEach(async () => {
  proxy.interfere();
  heldBack.clear();
  ({ trader } = await openFundedTrader({
    endpoints: proxy.endpoints,
    folder: temporary(),
    confirmations: 1,
  }));
});
afterEach(() => trader.close());

/** An order far from the market, and how it is cancelled. */
async function resting() {
  const review = await signLimit(trader, {
    ...selling(20_000_000n),
    ...{ receive: await amberOf(trader), percent: '-40' },
  });
  await tradeIn(trader, review.trade.id, 'placed');
  return { review, targets: await cancelTargets(trader, review.trade.bodyHash) };
}

describe('an order of which the ledger gives only the hash of its datum', () => {
  it('is cancelled from the app that placed it', async () => {
    const { review, targets } = await resting();
    proxy.interfere(byHash(true, () => undefined));
    const prepared = must(
      await trader.trading.estimators.cancellations.prepare({ targets, account: trader.account }),
    );
    expect(prepared).toMatchObject({ orders: 1, left: [] });
    const [quote] = prepared.quotes;
    if (!quote) throw new Error('one transaction');
    const cancel = must(await trader.trading.review(trader.trading.quotes.renew(quote), trader.account));
    expect(cancel.inspection.report.verdict).toBe('pass');
    must(await trader.trading.accept(cancel.trade.id, agreementTo(cancel), trader.sign));
    await tradeIn(trader, cancel.trade.id, 'closed');
    const closed = await tradeIn(trader, review.trade.id, 'closed');
    expect(closed.orders.map(({ outcome }) => outcome)).toEqual(['cancelled']);
  });

  it('is recognised by another installation of the same wallet, by the bytes or by its hash, and by no lie', async () => {
    const { targets } = await resting();
    const other = await openTrader({ endpoints: proxy.endpoints, folder: temporary() });
    const prepare = async (how: Interference): Promise<string> => {
      proxy.interfere(how);
      return codeOf(
        await other.trading.estimators.cancellations.prepare({ targets, account: other.account }),
      );
    };
    try {
      expect(await prepare(byHash(true, () => undefined))).toBe('ok');
      expect(await prepare(byHash(false, (hash) => heldBack.get(hash)))).toBe('ok');
      expect(await prepare(byHash(false, () => undefined))).toBe('order-terms-unknown');
      expect(await prepare(byHash(false, () => 'd87980'))).toBe('order-terms-unknown');
    } finally {
      await other.close();
    }
  });

  it('is cancelled from the windows of one that knows it from the service alone', async () => {
    const { targets } = await resting();
    proxy.interfere(byHash(true, () => undefined));
    const { chartsUrl } = practice;
    const chartsWsUrl = chartsUrl.replace('http', 'ws');
    const host = runningPractice(proxy.endpoints, { chartsUrl, chartsWsUrl });
    const app = await startTestApp(temporary(), { practice: host });
    try {
      await app.main.topicWhen('profile', ({ service }) => service === 'ready');
      must(await app.main.call('wallet.openVault', { task: 'import' }));
      must(await app.vault.call('vault.import', { phrase: TEST_PHRASE, password: PASSWORD }));
      const list = new OrderList(app.main);
      const row = await list.rowWhen(
        ({ txHash, cancellable }) => txHash === targets[0]?.placed?.txHash && cancellable,
      );
      expect(row.source).toBe('external');
      const prepared = must(await app.main.call('orders.cancel', { ids: [row.id] }));
      expect(prepared).toMatchObject({ orders: 1, leftOut: [], verdict: 'pass' });
      await approveNext(app, PASSWORD);
      await list.rowWhen(({ id, status }) => id === row.id && status === 'cancelled');
      expect(heldBack.size).toBeGreaterThan(0);
    } finally {
      await app.close();
    }
  });
});
