import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditScripts } from '../../../src-main/app/order-scripts.ts';
import type { Receipt } from '../../../src-main/receipt/receipt.ts';
import { verifyReceipts } from '../../../src-main/receipt/verify-receipt.ts';
import { tradeOffers } from '#domain/trade-offers.ts';
import { agreementWith, approve, shownTransaction } from '../../support/approving.ts';
import { startLyingPractice, type LyingService } from '../../support/lying-service.ts';
import { runningPractice } from '../../support/practice-host.ts';
import { practiceProofScripts } from '../../support/proving.ts';
import { ticketSelling } from '../../support/sales.ts';
import { startFundedApp, type TestApp } from '../../support/test-app.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { codeOf, must, until } from '../../support/trader.ts';

const PASSWORD = 'canary-password-9c3e';
const folder = temporaryDirectory();

let lying: LyingService;
let test: TestApp;
let token: string;

beforeAll(async () => {
  lying = await startLyingPractice();
  ({ test, token } = await startFundedApp(folder.path, PASSWORD, {
    practice: runningPractice(lying.endpoints),
  }));
});

beforeEach(() => {
  lying.lies = {};
  test.windows.saved.length = 0;
});

afterAll(async () => {
  await test.close();
  await lying.close();
  folder.remove();
});

function tradeOf(tradeId: string) {
  const trade = test.main.topic('trades').find(({ id }) => id === tradeId);
  if (!trade) throw new Error('the trade is not told');
  return trade;
}

/** Reviews a trade; answers its id once the window knows it. */
async function reviewed(): Promise<string> {
  const order = { ...ticketSelling(25_000_000n), receive: token, slippageBps: 300, excluded: [] };
  const quote = must(await test.main.call('swap.quote', order));
  const { tradeId } = must(await test.main.call('swap.review', { quoteId: quote.id }));
  await test.main.topicWhen('trades', (trades) => trades.some(({ id }) => id === tradeId));
  return tradeId;
}

/** Reviews, and approves once it was there long enough; answers the trade's id when it is signed. */
async function signed(): Promise<string> {
  const tradeId = await reviewed();
  must(await approve(test, agreementWith(await shownTransaction(test, tradeId), PASSWORD)));
  return tradeId;
}

async function comesTo(tradeId: string, state: string): Promise<void> {
  await until(() => Promise.resolve(tradeOf(tradeId).state === state));
}

const saved = (): string => test.windows.saved.at(-1)?.text ?? '';

function isValid(text: string): boolean {
  const verdict = verifyReceipts(text, { scripts: () => practiceProofScripts, fills: auditScripts });
  return verdict.ok && verdict.value.valid;
}

describe('from the trading window', () => {
  it('a trade that the service failed to sign is put together here when the user says so, and filled', async () => {
    lying.lies = { '/swap/sign': () => undefined };
    const tradeId = await signed();
    await until(() => Promise.resolve(tradeOf(tradeId).failure !== undefined));
    expect(tradeOf(tradeId)).toMatchObject({ state: 'signed', failure: { code: 'service-did-not-sign' } });
    expect(tradeOffers(tradeOf(tradeId))).toEqual({ assembleHere: true, askAgain: true });
    must(await test.main.call('trades.assembleLocally', { tradeId }));
    await comesTo(tradeId, 'filled');
    expect(tradeOf(tradeId).assembledBy).toBe('local');
    expect(tradeOf(tradeId).failure).toBeUndefined();
    expect(codeOf(await test.main.call('trades.assembleLocally', { tradeId }))).toBe(
      'trade-not-in-that-state',
    );
  });

  it('the receipt of a trade is saved, and those of all; none of one that was not signed', async () => {
    const tradeId = await signed();
    await comesTo(tradeId, 'filled');
    expect(tradeOf(tradeId).hasReceipt).toBe(true);
    expect(must(await test.main.call('trades.receipt', { tradeId }))).toMatchObject({ saved: true });
    expect(isValid(saved())).toBe(true);
    expect((JSON.parse(saved()) as Receipt).records[0]?.content.tradeId).toBe(tradeId);
    expect(saved()).not.toContain(PASSWORD);
    expect(must(await test.main.call('trades.receipts', {}))).toMatchObject({ saved: true });
    expect(isValid(saved())).toBe(true);
    expect((JSON.parse(saved()) as Receipt[]).length).toBeGreaterThan(1);

    const left = await reviewed();
    expect(tradeOf(left).hasReceipt).toBe(false);
    expect(codeOf(await test.main.call('trades.receipt', { tradeId: left }))).toBe('receipt-missing');
    expect(codeOf(await test.main.call('trades.receipt', { tradeId: 'none' }))).toBe('receipt-missing');
    must(await test.main.call('swap.discard', { tradeId: left }));
  });
});
