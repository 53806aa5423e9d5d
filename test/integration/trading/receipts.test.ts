import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { tradeOffers } from '#domain/trade-offers.ts';
import type { Trade } from '#domain/trade.ts';
import { cborInt } from '../../../src-main/cardano/cbor-writer.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import { type Receipt, receiptsText, receiptText } from '../../../src-main/receipt/receipt.ts';
import { type VerifyOptions, verifyReceipts } from '../../../src-main/receipt/verify-receipt.ts';
import type { Review } from '../../../src-main/trading/reviewer.ts';
import { withBodyField } from '../../support/edit-cbor.ts';
import { lyingPractice } from '../../support/lying-practice.ts';
import { practiceProofScripts } from '../../support/proving.ts';
import { agreementTo, codeOf, must, reviewFor, tradeIn } from '../../support/trader.ts';

const at = lyingPractice();

async function reviewed(): Promise<Review> {
  const review = must(await reviewFor(at.trader, at.token));
  // So that it is in the receipt.
  await review.bestPrice;
  return review;
}

async function accepted(): Promise<{ readonly trade: Trade; readonly code: string }> {
  const review = await reviewed();
  const result = await at.trader.trading.accept(review.trade.id, agreementTo(review), at.trader.sign);
  const trade = at.trader.trading.trade(review.trade.id);
  if (!trade) throw new Error('the trade is lost');
  return { trade, code: codeOf(result) };
}

function receiptOf(tradeId: string): string {
  return receiptText(at.trader.trading.receipts(tradeId).map(({ text }) => text));
}

function verdictOn(text: string, { other }: Pick<VerifyOptions, 'other'> = {}) {
  const scripts = () => practiceProofScripts;
  const verdict = verifyReceipts(text, { scripts, ...(other === undefined ? {} : { other }) });
  if (!verdict.ok) throw new Error(verdict.failure);
  return { ...verdict.value, failing: verdict.value.checks.filter(({ ok }) => !ok) };
}

function kindsOf(text: string): string[] {
  return (JSON.parse(text) as Receipt).records.map(({ content }) => content.kind);
}

/** `/swap/sign` answers another fee. */
function changedFee(answer: Record<string, unknown>): Record<string, unknown> {
  return { ...answer, cbor: withBodyField(String(answer['cbor']), 2, toHex(cborInt(5_000_000n))) };
}

const filled = (trade: Trade): Promise<Trade> =>
  tradeIn(at.trader, trade.id, 'filled', 'closed', 'expired', 'refused');

describe('the receipt of a trade', () => {
  it('is complete once it is put together, and proves itself', async () => {
    const { trade } = await accepted();
    expect((await filled(trade)).state).toBe('filled');
    expect(trade.hasReceipt).toBe(true);
    const text = receiptOf(trade.id);
    expect(kindsOf(text)).toEqual(['signed', 'assembled']);
    const verdict = verdictOn(text);
    expect(verdict.failing).toEqual([]);
    expect(verdict.valid).toBe(true);
    expect(verdict.receipts).toMatchObject([
      { txHash: trade.bodyHash, tradeId: trade.id, kind: 'swap', assembledBy: 'service', network: 'preprod' },
    ]);
    // Each requested check was really made.
    expect(new Set(verdict.checks.map(({ check }) => check))).toEqual(
      new Set(
        `file-version records seal record-hash record-signature transaction-hash signed-hash witnesses signers version fee validity inputs
        own-keys orders recipients change net-change consents order-terms order-owner minimum-received order-costs
        inputs-spent proof proven-figures proven-signers sentence costs same-hash same-transaction chain market-version market`.split(
          /\s+/,
        ),
      ),
    );
    const [opening] = (JSON.parse(text) as Receipt).records;
    if (opening?.content.kind !== 'signed') throw new Error('no opening');
    expect(opening.content.prices.adaInUsd).toMatch(/^0?\.?\d/);
    expect(opening.content.prices.payInAda).toBe('1');
    expect(opening.content.inputs.every(({ known, own }) => known === 'proven' && own)).toBe(true);
    expect(text).not.toContain(at.lying.endpoints.apiKey);
    expect(at.trader.journal.get(trade.id)?.bytes.receiptSeed).toBeUndefined();
  });

  it('is one of a chain: all of them verify, and one that is taken out shows', async () => {
    const trades: Trade[] = [];
    for (let count = 0; count < 3; count += 1) trades.push(await filled((await accepted()).trade));
    const all = trades.map(({ id }) => at.trader.trading.receipts(id).map(({ text }) => text));
    const [first = [], second = [], third = []] = all;
    expect(verdictOn(receiptsText(all))).toMatchObject({ valid: true, failing: [] });
    for (const kept of [
      [first, third],
      [second, third],
    ])
      expect(verdictOn(receiptsText(kept)).failing).toMatchObject([{ check: 'chain' }]);
    expect(verdictOn(receiptText(second), { other: receiptText(first) }).valid).toBe(true);
    // Two that are not adjacent say nothing about those between them.
    const apart = verdictOn(receiptText(third), { other: receiptText(first) });
    expect(apart.valid).toBe(true);
    expect(apart.checks.find(({ check }) => check === 'chain')?.message).toContain('2 of other trades');
  });
});

describe('a service that cheats after the signature', () => {
  it('is caught and kept as evidence; the trade waits until the user takes the offer', async () => {
    at.lying.lies = { '/swap/sign': changedFee };
    const { trade, code } = await accepted();
    expect(code).toBe('service-changed-transaction');
    expect(trade).toMatchObject({
      state: 'signed',
      failure: { data: { rule: 'A1', part: 'the signed body', here: true } },
    });
    expect(tradeOffers(trade)).toEqual({ assembleHere: true, askAgain: false });
    expect(at.trader.journal.get(trade.id)?.bytes.serviceAnswer).toMatch(/^84/);
    expect(verdictOn(receiptOf(trade.id)).failing).toEqual([]);
    must(await at.trader.trading.assembleLocally(trade.id));
    const end = await filled(trade);
    // The alarm stays with the trade, the offer does not.
    expect(end).toMatchObject({
      state: 'filled',
      assembledBy: 'local',
      failure: { code: 'service-changed-transaction', data: { rule: 'A1' } },
    });
    expect(tradeOffers(end).assembleHere).toBe(false);
    const text = receiptOf(trade.id);
    expect(kindsOf(text)).toEqual(['signed', 'not-assembled', 'assembled']);
    expect(verdictOn(text)).toMatchObject({ valid: true, receipts: [{ assembledBy: 'local' }] });
    expect(codeOf(await at.trader.trading.assembleLocally(trade.id))).toBe('trade-not-in-that-state');
  });

  it('that drops the signature is offered to be done without', async () => {
    let unsigned = '';
    at.lying.lies = { '/swap/sign': (answer) => ({ ...answer, cbor: unsigned }) };
    const review = await reviewed();
    unsigned = at.trader.journal.get(review.trade.id)?.bytes.unsignedCbor ?? '';
    const result = await at.trader.trading.accept(review.trade.id, agreementTo(review), at.trader.sign);
    expect(result).toMatchObject({
      failure: { code: 'signature-incomplete', data: { rule: 'A3', here: true } },
    });
    must(await at.trader.trading.assembleLocally(review.trade.id));
    const end = await filled(review.trade);
    expect(end).toMatchObject({ state: 'filled', assembledBy: 'local' });
    expect(end.failure).toBeUndefined();
  });
});

describe('a service that fails after the signature', () => {
  it('leaves the trade signed; the service can be asked again, or be done without', async () => {
    at.lying.lies = { '/swap/sign': () => undefined };
    const { trade, code } = await accepted();
    expect(code).toBe('service-did-not-sign');
    expect(tradeOffers(trade)).toEqual({ assembleHere: true, askAgain: true });
    expect(codeOf(await at.trader.trading.resubmit(trade.id))).toBe('service-did-not-sign');
    expect(await at.trader.ledger.transaction(trade.bodyHash)).toMatchObject({ ok: true, value: undefined });
    at.lying.lies = {};
    must(await at.trader.trading.resubmit(trade.id));
    const end = await filled(trade);
    expect(end).toMatchObject({ state: 'filled', assembledBy: 'service' });
    expect(end.failure).toBeUndefined();
    const text = receiptOf(trade.id);
    expect(kindsOf(text)).toEqual(['signed', 'not-assembled', 'not-assembled', 'assembled']);
    expect(verdictOn(text).failing).toEqual([]);
  });

  it('and an application that is started again still has the offer', async () => {
    at.lying.lies = { '/swap/sign': () => undefined };
    const { trade } = await accepted();
    await at.restart();
    expect(tradeOffers(at.trader.trading.trade(trade.id) ?? trade).assembleHere).toBe(true);
    must(await at.trader.trading.assembleLocally(trade.id));
    expect((await filled(trade)).state).toBe('filled');
    expect(verdictOn(receiptOf(trade.id)).failing).toEqual([]);
  });
});

describe('a journal that cannot keep the receipt', () => {
  it('stops the trade before the signature leaves', async () => {
    const review = await reviewed();
    const asked = at.lying.asked('/swap/sign');
    const file = new DatabaseSync(join(at.folder, 'journal.sqlite'));
    file.exec("CREATE TRIGGER full BEFORE INSERT ON receipts BEGIN SELECT RAISE(ABORT, 'full'); END");
    file.close();
    const result = await at.trader.trading.accept(review.trade.id, agreementTo(review), at.trader.sign);
    expect(codeOf(result)).toBe('storage-failed');
    expect(at.lying.asked('/swap/sign')).toBe(asked);
    const kept = at.trader.journal.get(review.trade.id);
    expect(kept?.trade.state).toBe('approved');
    expect(kept?.bytes.witnessSet).toBeUndefined();
    expect(at.trader.trading.receipts()).toEqual([]);
  });
});
