import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { epochMs, slot } from '#domain/time.ts';
import type { Token } from '#domain/token.ts';
import { spliceWitnesses, parseWitnessSet } from '../../src-main/cardano/witness.ts';
import { inspectTransaction } from '../../src-main/inspect/inspect-transaction.ts';
import type { JournalEntry, ReceiptRow } from '../../src-main/ports/journal.ts';
import { lendReceiptKey } from '../../src-main/receipt/receipt-key.ts';
import type { Receipt, ReceiptRecord } from '../../src-main/receipt/receipt.ts';
import type { WriteReceipt } from '../../src-main/trading/trade-book.ts';
import { foundPrice, type BestPrice } from '../../src-main/trading/best-price.ts';
import type { Review } from '../../src-main/trading/reviewer.ts';
import {
  assembledReceipt,
  notAssembledReceipt,
  signedReceipt,
  type ReceiptParts,
} from '../../src-main/trading/receipts.ts';
import { failure } from '#domain/failure.ts';
import { sentence } from '#domain/sentences/sentence.ts';
import { summaryText } from '../../src-main/inspect/summary.ts';
import { totalCostText } from '../../src-main/inspect/figures.ts';
import { agreedTo } from './agreed.ts';
import { GEM, goodTrade, myAddress, PAYMENT, STAKE } from './good-trade.ts';
import { journalEntry } from './journal-entry.ts';

const AT = epochMs(1_700_000_000_000);
const CALL = { requestHash: 'aa'.repeat(32), responseHash: 'bb'.repeat(32) };

const token = (id: Token['id'], ticker: string, decimals: number): Token => ({
  id,
  ticker,
  name: ticker,
  verified: true,
  decimals,
  tickerSource: 'ledger',
  decimalsSource: 'service',
});

/** The seed of the key that signs the records of `goodReceipt`, hex: for tests that change them and sign again. */
export const RECEIPT_SEED = '07'.repeat(32);

/**
 * The receipt of a good trade of two orders: signed, refused by the checks once, then put together. `parents` says
 * whether the bytes that prove the inputs are in it.
 */
export function goodReceipt(parents = true): Receipt {
  const { input: wanted, sign, parents: made } = goodTrade();
  const input = agreedTo(wanted);
  const inspected = inspectTransaction(input);
  if (!inspected.ok) throw new Error(inspected.failure.code);
  const inspection = inspected.value;
  const witnesses = parseWitnessSet(sign(input.cbor));
  const signed = witnesses.ok && spliceWitnesses(input.cbor, witnesses.value);
  if (!signed || !signed.ok) throw new Error('not spliced');
  const cbor = signed.value;
  const { effect } = inspection.report;
  const entry: JournalEntry = journalEntry(
    { bodyHash: inspection.bodyHash },
    {
      unsignedCbor: input.cbor,
      owner: myAddress,
      inputs: [...input.resolved.keys()].map((reference) => ({
        txHash: reference.slice(0, 64),
        index: Number(reference.slice(65)),
      })),
      ownSigners: [PAYMENT, STAKE],
      foreignSigners: [],
      receiptSeed: RECEIPT_SEED,
    },
  );
  const words = summaryText(inspection.report.summary, input.tokens);
  const sold = { pay: { asset: ADA, quantity: quantity(100_000_000n) }, receive: GEM, slippageBps: 100 };
  const review: Review = {
    trade: entry.trade,
    inspection,
    input,
    agreement: input.agreed.agreement,
    agreementHash: input.agreed.hash,
    totalCostSentence: totalCostText(inspection.report.totalCost),
    quote: {
      kind: 'swap',
      id: 'quote-1',
      tokens: [token(ADA, 'ADA', 6), token(GEM, 'GEM', 3)],
      task: { kind: 'swap', ...sold, expected: 840_000n, atLeast: 831_600n },
      claims: { expected: 840_000n },
      order: { ...sold, excluded: ['EXB'] },
      fees: { exchange: undefined, deposits: undefined, network: undefined },
      routes: [{ exchange: 'EXA', amountIn: quantity(100_000_000n), expectedOut: quantity(840_000n) }],
      payToken: token(ADA, 'ADA', 6),
      receiveToken: token(GEM, 'GEM', 3),
      spot: { pay: 1, receive: 0.000_000_119 },
      priceImpact: 0.0031,
      notices: [],
      at: AT,
      expiresAt: epochMs(AT + 20_000),
    },
    sentence: `${words.send} ${words.receive} ${words.tokens}`,
    costsSentence: `${words.costs} ${words.returns}`,
    tip: { slot: slot(50_000_000), time: AT, height: 1, hash: '00'.repeat(32) },
    buildCall: CALL,
    expiresAt: epochMs(AT + 180_000),
  };
  const warned = inspection.report.findings.filter(({ severity }) => severity === 'warn');
  const consent = {
    agreementHash: input.agreed.hash,
    bodyHash: inspection.bodyHash,
    summaryHash: inspection.summaryHash,
    consents: warned.map(({ rule }) => rule),
    worse: false,
  };
  const key = lendReceiptKey(
    new Uint8Array(96).fill(5),
    new Uint8Array(Buffer.from(RECEIPT_SEED, 'hex')),
    'preprod',
    inspection.bodyHash,
  );
  const parts: ReceiptParts = { version: '1.2.3', network: 'preprod' };
  const prices = { adaInUsd: 0.4512, payInAda: 1, receiveInAda: 0.000_000_119 };
  const rows: ReceiptRow[] = [];
  const append = (write: WriteReceipt | undefined): void => {
    if (write) rows.push(write({ position: rows.length, previous: rows.at(-1)?.hash }));
  };
  const provenBy = {
    agreement: input.agreed.agreement,
    at: 0,
    claims: { ...input.claims, atLeast: inspection.report.summary.atLeast ?? 0n },
    parents: parents ? made : new Map<string, string>(),
  };
  const market: BestPrice = {
    ...foundPrice(
      'note',
      [sentence('price/none-better', { offer: 'swap', pools: 1, slot: 50_000_000 })],
      [sentence('price/no-guarantee')],
    ),
    read: {
      reading: {
        ...{ kind: 'read', slot: slot(50_000_000), pools: 1, unread: 0, complete: true, contradicted: 0 },
        seen: [{ reference: `${'cd'.repeat(32)}#1`, script: 'ef'.repeat(28), assets: [ADA, GEM] }],
        ...{ route: undefined, proven: true, notComputed: new Map() },
      },
      better: 0,
    },
  };
  const facts = { review, consent, cbor, prices, key, at: AT, market, provenBy };
  append(signedReceipt(entry, facts, parts));
  const opening = rows[0]?.hash;
  const found = failure('service-changed-transaction', { rule: 'A1', part: 'the signed body' });
  append(notAssembledReceipt(entry, { found, answer: '84a0', call: CALL, at: AT }, parts, opening));
  append(assembledReceipt(entry, { cbor, by: 'service', call: CALL, at: AT }, parts, opening));
  if (effect.orders.length !== 2 || rows.length !== 3) throw new Error('not the receipt that it should be');
  const records = rows.map(({ text }) => JSON.parse(text) as ReceiptRecord);
  return { format: 'touchstone-receipt', version: 4, records };
}
