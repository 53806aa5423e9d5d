import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { quantity } from '#domain/amount.ts';
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import { numberToUnits } from '#domain/decimal.ts';
import { slot } from '#domain/time.ts';
import { inspectScripts } from '../../../src-main/app/order-scripts.ts';
import { tradeTerms } from '../../support/good-trade.ts';
import { parseAddress } from '../../../src-main/cardano/address.ts';
import type { OutputReference } from '../../../src-main/cardano/transaction.ts';
import { inputsOf, proveInput, type ResolvedInput } from '../../../src-main/cardano/resolution.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import { summaryParagraph } from '../../../src-main/inspect/summary.ts';
import { verifySigned } from '../../../src-main/inspect/after-signing.ts';
import type { RunningPractice } from '../../../src-main/practice/start.ts';
import { OrderDesk } from '../../support/practice-orders.ts';
import { PracticeCalls, startTestPractice } from '../../support/practice-service.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';

interface Build {
  readonly cbor: string;
  readonly total_output: number;
  readonly splits: readonly { readonly dex: string }[];
}
interface Holding {
  readonly unit: string;
  readonly quantity: string;
}

let running: RunningPractice;
let calls: PracticeCalls;
const wallet = practiceWallet(31);

beforeAll(async () => {
  running = await startTestPractice();
  calls = new PracticeCalls(running);
  await calls.fund(wallet.address);
});
afterAll(() => running.stop());

/** Tokens that the faucet gave, with their decimals as the ledger states them. */
async function tokens(): Promise<readonly { id: AssetId; decimals: number; held: bigint }[]> {
  const { json } = await calls.ledger(`/addresses/${wallet.address}`);
  const held = (json as { amount: readonly Holding[] }).amount.filter(({ unit }) => unit !== 'lovelace');
  return Promise.all(
    held.map(async ({ unit, quantity: text }) => {
      const asset = await calls.ledger(`/assets/${unit}`);
      const { metadata } = asset.json as { metadata: { decimals: number } };
      const id = parseAssetId(unit);
      if (id === undefined) throw new Error(`not an asset: ${unit}`);
      return { id, decimals: metadata.decimals, held: BigInt(text) };
    }),
  );
}

async function build(pay: AssetId, amount: number, receive: AssetId): Promise<Build> {
  const built = await calls.post('/swap/build', {
    buyer_address: wallet.address,
    token_in: pay === ADA ? '' : pay,
    token_out: receive === ADA ? '' : receive,
    amount_in: amount,
    slippage: 2,
  });
  expect(built, JSON.stringify(built.json)).toMatchObject({ status: 200 });
  return built.json as Build;
}

async function resolve(cbor: string): Promise<ReadonlyMap<string, ResolvedInput>> {
  const references = inputsOf(cbor);
  if (!references.ok) throw new Error(references.failure.code);
  const resolved = new Map<string, ResolvedInput>();
  for (const reference of references.value.inputs) {
    const { json } = await calls.ledger(`/txs/${reference.slice(0, 64)}/cbor`);
    const proven = proveInput(reference, (json as { cbor: string }).cbor);
    if (!proven.ok) throw new Error(proven.failure);
    resolved.set(reference, proven.value);
  }
  return resolved;
}

async function inputFor(
  built: Build,
  pay: AssetId,
  paid: bigint,
  receive: AssetId,
  decimals: number,
): Promise<InspectionInput> {
  const parsed = parseAddress(wallet.address);
  if (!parsed.ok || typeof parsed.value.stake !== 'object') throw new Error('the wallet has a base address');
  const { json } = await calls.ledger('/blocks/latest');
  const atLeast = numberToUnits(built.total_output, decimals) ?? 0n;
  return {
    cbor: built.cbor,
    subject: 'q',
    terms: {
      kind: 'swap',
      pay: { asset: pay, quantity: quantity(paid) },
      receive,
      expected: atLeast,
      atLeast: (atLeast * 98n) / 100n,
    },
    missingInputs: 'block',
    scripts: inspectScripts('preprod'),
    own: {
      paymentKeyHashes: new Set([parsed.value.payment.hash]),
      stakeKeyHashes: new Set([parsed.value.stake.hash]),
    },
    resolved: await resolve(built.cbor),
    network: 'preprod',
    tipSlot: slot((json as { slot: number }).slot),
    parameters: { minFeeA: 44n, minFeeB: 155_381n, coinsPerUtxoByte: 4_310n, maxTxSize: 16_384 },
  };
}

describe('what the practice service builds', () => {
  it('passes the inspector in every direction, proven, and is refused against any other trade', async () => {
    const [first, second] = (await tokens()).filter(({ decimals }) => decimals >= 4);
    if (!first || !second) throw new Error('the faucet gives tokens');
    const half = (token: typeof first): number => Number(token.held / 2n) / 10 ** token.decimals;
    const trades = [
      { pay: ADA, payDecimals: 6, amount: 250, receive: first.id, decimals: first.decimals },
      { pay: first.id, payDecimals: first.decimals, amount: half(first), receive: ADA, decimals: 6 },
      {
        pay: first.id,
        payDecimals: first.decimals,
        amount: half(first),
        receive: second.id,
        decimals: second.decimals,
      },
    ];
    for (const { pay, payDecimals, amount, receive, decimals } of trades) {
      const built = await build(pay, amount, receive);
      const paid = numberToUnits(amount, payDecimals) ?? 0n;
      const input = await inputFor(built, pay, paid, receive, decimals);
      const inspected = inspectTransaction(input);
      if (!inspected.ok) throw new Error(JSON.stringify(inspected.failure));
      const { report } = inspected.value;
      // A trade without ADA has no known worth, so a cost beyond 4 ADA is asked about whatever it is a share of.
      const dear = pay !== ADA && receive !== ADA && report.totalCost.cost > 4_000_000n;
      const asked = dear ? [{ rule: 'V16', severity: 'warn' }] : [];
      expect(report.findings.filter(({ severity }) => severity !== 'info')).toMatchObject(asked);
      expect(report.effect.inputsProven).toBe(true);
      expect(report.effect.orders).toHaveLength(built.splits.length);
      expect(summaryParagraph(report.summary)).toMatch(/^You send .+ comes back when the order closes\.$/);
      const more = inspectTransaction({
        ...input,
        terms: { ...tradeTerms(input), pay: { asset: pay, quantity: quantity(paid + 1n) } },
      });
      expect(more).toMatchObject({ ok: true, value: { report: { verdict: 'block' } } });
      const witnesses = wallet.sign(built.cbor);
      const answer = await calls.post('/swap/sign', { txCbor: built.cbor, signatures: witnesses });
      const { cbor } = answer.json as { cbor: string };
      expect(verifySigned(built.cbor, cbor, witnesses, report.effect.ownSigners)).toMatchObject({ ok: true });
    }
  });

  it('limit orders pass for their price and not for a better one; their cancellation passes for them and no others', async () => {
    const [token] = (await tokens()).filter(({ decimals }) => decimals >= 4);
    if (!token) throw new Error('the faucet gives tokens');
    const average = (await calls.get(`/swap/averagePrice/ADA/${token.id}`)).json as { price_ba: number };
    const wantedPrice = Number((average.price_ba * 0.8).toPrecision(5));
    const built = await calls.post('/swap/limit/build', {
      buyer_address: wallet.address,
      token_in: '',
      token_out: token.id,
      amount_in: 600,
      wanted_price: wantedPrice,
      multiples: 3,
    });
    expect(built, JSON.stringify(built.json)).toMatchObject({ status: 200 });
    const { cbor, splits } = built.json as Build;
    const enforced = (splits as readonly { dex: string; expected_output: number }[]).reduce(
      (sum, split) => sum + (numberToUnits(split.expected_output, token.decimals) ?? 0n),
      0n,
    );
    const swapInput = await inputFor(
      { cbor, splits, total_output: 1 },
      ADA,
      600_000_000n,
      token.id,
      token.decimals,
    );
    const terms = { ...tradeTerms(swapInput), kind: 'limit', expected: enforced, atLeast: enforced } as const;
    const good = inspectTransaction({ ...swapInput, terms });
    if (!good.ok) throw new Error(JSON.stringify(good.failure));
    expect(good.value.report.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(good.value.report.effect.minimumReceived).toBe(enforced);
    const greedy = inspectTransaction({ ...swapInput, terms: { ...terms, atLeast: enforced + 1n } });
    expect(greedy).toMatchObject({ ok: true, value: { report: { verdict: 'block' } } });

    const desk = new OrderDesk(calls, wallet);
    const hash = await desk.send(cbor);
    await calls.onChain(hash);
    const orders = await desk.ordersOf(hash);
    const answer = await desk.bulkCancel(orders.slice(0, 2).map((order) => order._id));
    const cancel = (answer.json as { cbor: string }).cbor;
    const named = [0, 1, 2].map((index) => `${hash}#${index}` as const);
    const cancelInput = { ...swapInput, cbor: cancel, resolved: await resolve(cancel) };
    const judged = (names: readonly OutputReference[]) =>
      inspectTransaction({ ...cancelInput, terms: { kind: 'cancel', orders: names } });
    const passed = judged(named.slice(0, 2));
    if (!passed.ok) throw new Error(JSON.stringify(passed.failure));
    expect(passed.value.report.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(judged(named)).toMatchObject({ ok: true, value: { report: { verdict: 'block' } } });
    expect(judged(named.slice(0, 1))).toMatchObject({ ok: true, value: { report: { verdict: 'block' } } });
  });
});
