import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Trade, TradeState } from '#domain/trade.ts';
import { auditScripts } from '../../../src-main/app/order-scripts.ts';
import { verifyReceipts } from '../../../src-main/receipt/verify-receipt.ts';
import { receiptText } from '../../../src-main/receipt/receipt.ts';
import { startLyingService } from '../../support/lying-service.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { practiceProofScripts } from '../../support/proving.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import type { TraderOrders } from '../../support/trader-process.ts';
import {
  agreementTo,
  amberOf,
  fund,
  must,
  openTrader,
  reviewFor,
  tradeIn,
  until,
  type Trader,
} from '../../support/trader.ts';

const TRADER_PROCESS = fileURLToPath(new URL('../../support/trader-process.ts', import.meta.url));
const END: readonly TradeState[] = ['filled', 'closed', 'expired', 'refused', 'discarded'];

const temporary = temporaryDirectories();

/** Transactions on chain that spend an output of the trader's: those that it has sent. */
async function sentBy(trader: Trader): Promise<readonly string[]> {
  const { address } = trader.account;
  const hashes = must(await trader.ledger.transactions(address, 100));
  const sent: string[] = [];
  for (const hash of hashes) {
    const transaction = must(await trader.ledger.transaction(hash));
    if (transaction?.inputs.some((input) => input.address === address)) sent.push(hash);
  }
  return sent;
}

/** No trade lost, none sent twice: one entry, one transaction of it on chain, filled once. */
async function expectFilledOnce(trader: Trader, before: readonly string[]): Promise<Trade> {
  const [trade, ...others] = trader.trading.trades();
  expect(others).toEqual([]);
  if (!trade) throw new Error('the trade is lost');
  const end = await tradeIn(trader, trade.id, ...END);
  expect(end.state).toBe('filled');
  const fresh = (await sentBy(trader)).filter((hash) => !before.includes(hash));
  expect(fresh).toEqual([trade.bodyHash]);
  const steps = trader.trading.steps(trade.id);
  const signed = steps.filter(({ state }, at) => state === 'signed' && steps[at - 1]?.state === 'approved');
  expect(signed).toHaveLength(1);
  expectReceipt(trader, trade.id);
  return end;
}

/** The receipt of the trade is there, whole and valid, wherever the trade was interrupted. */
function expectReceipt(trader: Trader, tradeId: string): void {
  const records = trader.trading.receipts(tradeId).map(({ text }) => text);
  const verdict = verifyReceipts(receiptText(records), {
    scripts: () => practiceProofScripts,
    fills: auditScripts,
  });
  if (!verdict.ok) throw new Error(verdict.failure);
  expect(verdict.value.checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(verdict.value.receipts[0]?.assembledBy).not.toBeNull();
}

describe('the application killed in the middle of a trade, and started again', () => {
  let practice: PracticeProcess;
  let trader: Trader | undefined;

  beforeAll(async () => {
    practice = await PracticeProcess.start();
    const funded = await openTrader({ endpoints: practice.endpoints, folder: temporary() });
    await fund(funded, practice.endpoints);
    await funded.close();
  });
  afterEach(async () => {
    await trader?.close();
    trader = undefined;
  });
  afterAll(() => practice.stop());

  /** Runs a trade in a process that dies at a step; answers what was sent before it. */
  async function killedAt(
    dieAfter: string,
    endpoints = practice.endpoints,
  ): Promise<{ before: readonly string[]; orders: TraderOrders }> {
    const observer = await openTrader({ endpoints, folder: temporary() });
    const before = await sentBy(observer);
    const receive = await amberOf(observer);
    await observer.close();
    const orders = { endpoints, folder: temporary(), receive, dieAfter, resume: false };
    await runUntilKilled(orders);
    return { before, orders };
  }

  async function runUntilKilled(orders: TraderOrders): Promise<void> {
    const child = spawn(process.execPath, [TRADER_PROCESS, JSON.stringify(orders)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
  }

  async function reopened({ endpoints, folder }: TraderOrders): Promise<Trader> {
    trader = await openTrader({ endpoints, folder });
    trader.trading.start();
    return trader;
  }

  async function crashed(
    dieAfter: string,
    endpoints = practice.endpoints,
  ): Promise<{ before: readonly string[]; resumed: Trader }> {
    const { before, orders } = await killedAt(dieAfter, endpoints);
    return { before, resumed: await reopened(orders) };
  }

  it('before anything was journalled: nothing was sent', async () => {
    const { before, resumed } = await crashed('build-answered');
    expect(resumed.trading.trades()).toEqual([]);
    expect(await sentBy(resumed)).toEqual(before);
  });

  it.each(['built-journalled', 'approved-journalled', 'signature-made'])(
    'after %s: the trade is left, nothing was sent',
    async (point) => {
      const { before, resumed } = await crashed(point);
      expect(resumed.trading.trades().map(({ state }) => state)).toEqual(['discarded']);
      expect(await sentBy(resumed)).toEqual(before);
    },
  );

  it.each([
    ['signed-journalled', 'signed'],
    ['sign-answered', 'signed'],
    ['assembled-journalled', 'assembled'],
  ] as const)('after %s: the trade waits as %s until the user sends the same bytes', async (point, state) => {
    const { before, resumed } = await crashed(point);
    const [waiting] = resumed.trading.trades();
    expect(waiting?.state).toBe(state);
    expect(await sentBy(resumed)).toEqual(before);
    expect(resumed.trading.receipts()).toHaveLength(state === 'signed' ? 1 : 2);
    must(await resumed.trading.resubmit(waiting?.id ?? ''));
    await expectFilledOnce(resumed, before);
  });

  it('after a service that failed to sign was journalled: the offer remains, and is taken', async () => {
    const lying = await startLyingService(practice.endpoints);
    try {
      lying.lies = { '/swap/sign': () => undefined };
      const { before, resumed } = await crashed('not-assembled-journalled', lying.endpoints);
      const [waiting] = resumed.trading.trades();
      expect(waiting).toMatchObject({ state: 'signed', failure: { code: 'service-did-not-sign' } });
      expect(await sentBy(resumed)).toEqual(before);
      must(await resumed.trading.assembleLocally(waiting?.id ?? ''));
      expect((await expectFilledOnce(resumed, before)).assembledBy).toBe('local');
    } finally {
      await lying.close();
    }
  });

  it.each(['assembled-journalled', 'submitting-journalled', 'submit-answered'])(
    'after %s of a local assembly: the trade is filled once',
    async (point) => {
      const lying = await startLyingService(practice.endpoints);
      try {
        lying.lies = { '/swap/sign': () => undefined };
        const { before, orders } = await killedAt('not-assembled-journalled', lying.endpoints);
        await runUntilKilled({ ...orders, dieAfter: point, resume: true });
        const resumed = await reopened(orders);
        const [waiting] = resumed.trading.trades();
        if (waiting?.state === 'assembled') must(await resumed.trading.resubmit(waiting.id));
        expect((await expectFilledOnce(resumed, before)).assembledBy).toBe('local');
      } finally {
        await lying.close();
      }
    },
  );

  it.each([
    'submitting-journalled',
    'submit-answered',
    'submitted-journalled',
    'placed-journalled',
    'filled-journalled',
  ])('after %s: the trade goes on by itself', async (point) => {
    const { before, resumed } = await crashed(point);
    await expectFilledOnce(resumed, before);
  });

  it.each(['submitting-journalled', 'submit-answered', 'submitted-journalled', 'placed-journalled'])(
    'and killed once more while it was resumed, after %s',
    async (second) => {
      const { before, orders } = await killedAt('submitting-journalled');
      await runUntilKilled({ ...orders, dieAfter: second, resume: true });
      await expectFilledOnce(await reopened(orders), before);
    },
  );
});

describe('the practice exchange killed in the middle of a trade, and started again', () => {
  it.each([
    'built-journalled',
    'approved-journalled',
    'signed-journalled',
    'sign-answered',
    'assembled-journalled',
    'submitting-journalled',
    'submit-answered',
    'submitted-journalled',
    'placed-journalled',
  ])('after %s: the trade is filled once', async (point) => {
    const data = temporary();
    let practice = await PracticeProcess.start({ data });
    const { endpoints, port } = practice;
    let killed: Promise<void> | undefined;
    const trader = await openTrader({
      endpoints,
      folder: temporary(),
      checkpoint: (name) => {
        if (name === point) killed ??= practice.kill();
      },
    });
    try {
      await fund(trader, endpoints);
      const before = await sentBy(trader);
      trader.trading.start();
      const review = must(await reviewFor(trader, await amberOf(trader)));
      const { trade } = review;
      const accepted = await trader.trading.accept(trade.id, agreementTo(review), trader.sign);
      await until(() => Promise.resolve(killed !== undefined));
      await killed;
      practice = await PracticeProcess.start({ data, port });
      expect(trader.trading.trade(trade.id)).toBeDefined();
      // Nothing was signed where the ledger could not be asked before: the trade waits for the user.
      if (trader.trading.trade(trade.id)?.state === 'built')
        must(await trader.trading.accept(trade.id, agreementTo(review), trader.sign));
      else if (!accepted.ok) must(await resumed(trader, trade.id));
      await expectFilledOnce(trader, before);
    } finally {
      await trader.close();
      await practice.stop();
    }
  });
});

/** The user asks again until the ledger answers. */
async function resumed(trader: Trader, tradeId: string): ReturnType<Trader['trading']['resubmit']> {
  let result = await trader.trading.resubmit(tradeId);
  await until(async () => {
    if (!result.ok) result = await trader.trading.resubmit(tradeId);
    return result.ok || trader.trading.trade(tradeId)?.state === 'filled';
  });
  return result;
}
