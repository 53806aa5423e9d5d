import { describe, expect, it } from 'vitest';

import { quantity, quantityIn, sumValues, valueOf, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { baseAddress, formatAddress, parseAddressBytes } from '../../../src-main/cardano/address.ts';
import type { TransactionOutput } from '../../../src-main/cardano/transaction-output.ts';
import { readRestingOrder, type RestingOutput } from '../../../src-main/inspect/resting-order.ts';
import type { ChainOutput, ChainTx } from '../../../src-main/ports/ledger.ts';
import { findOrder } from '../../../src-main/trading/order-finder.ts';
import { restOf } from '../../../src-main/trading/partial-fill.ts';
import { decodedTx, edited, EXECUTES, mainnetScripts, planDatum } from '../../support/aggregator-plan.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';

const read = (output: RestingOutput) => readRestingOrder(output, mainnetScripts);

/**
 * A real transaction that carries out a trade, with the plan that it spends. The transaction that made that one is not
 * among the real data. But the plan is all that is spent, so that what it held is known to the lovelace; and its datum
 * differs in two numbers: one trade more, due one interval earlier.
 */
function traded(
  cbor: string,
  before: { readonly due: bigint; readonly left: number; readonly seconds: bigint },
) {
  const { body, bodyHash } = decodedTx(cbor);
  const [spends = '#', ...others] = body.inputs;
  expect(others).toEqual([]);
  const after = planDatum(cbor);
  const due = `1a${before.due.toString(16).padStart(8, '0')}`;
  const left = before.left < 24 ? before.left.toString(16).padStart(2, '0') : `18${before.left.toString(16)}`;
  const datum = edited(
    edited(after, [0], () => due),
    [1],
    () => left,
  );
  const fee = valueOf({ asset: ADA, quantity: quantity(body.fee) });
  const value = sumValues([...body.outputs.map((output) => output.value), fee]);
  const [txHash = '', index = ''] = spends.split('#');
  const outputs = body.outputs.map((output, at) => chainOutput(output, bodyHash, at));
  const address = outputs[1]?.address ?? '';
  const plan = { txHash, index: Number(index), address, value, inlineDatum: datum, spentBy: bodyHash };
  const tx: ChainTx = { hash: bodyHash, inputs: [], outputs };
  return { plan, tx };
}

function chainOutput(output: TransactionOutput, txHash: string, index: number): ChainOutput {
  const address = parseAddressBytes(output.addressBytes);
  if (!address.ok) throw new Error(address.failure);
  const datum = output.datum.kind === 'inline' ? { inlineDatum: output.datum.hex } : {};
  return { txHash, index, address: formatAddress(address.value), value: output.value, ...datum };
}

const [SPLASH_ONLY = '', MINUTELY = '', DAILY = ''] = EXECUTES;

describe('a trade of a real plan', () => {
  it.each([
    ['71ca2caa', SPLASH_ONLY, { due: 150_583_217n, left: 4, seconds: 60n }, 1_500_000n],
    ['1197893f', MINUTELY, { due: 150_778_094n, left: 118, seconds: 60n }, 28_500_000n],
    ['f47dfb47', DAILY, { due: 151_348_552n, left: 9, seconds: 86_400n }, 347_025_000n],
  ])('leaves the rest of the plan, with a trade less to make: %s', async (_, cbor, before, amount) => {
    const { plan, tx } = traded(cbor, before);
    const order = read(plan);
    const owner = order?.terms.ownerPaymentKeyHash ?? '';
    const stake = order?.terms.ownerStakeKeyHash ?? '';
    expect(order).toMatchObject({
      exchange: 'Aggregator DCA',
      sells: { asset: ADA, quantity: amount * BigInt(before.left) },
      terms: { recurring: { cycles: before.left, dueFrom: before.due } },
    });
    const address = formatAddress(baseAddress(1, owner, stake));
    const pair = { pay: { asset: ADA }, receive: undefined };
    const rest = restOf(plan, tx, pair, address, read, new Set());
    expect(rest).toEqual({ output: tx.outputs[1], sold: amount, received: 0n, waits: false });
    expect(read(tx.outputs[1] as RestingOutput)?.terms.recurring?.dueFrom).toBe(before.due + before.seconds);

    const ledger = new ScriptedLedger();
    const { txHash, index } = plan;
    ledger.chain.set(txHash, { hash: txHash, inputs: [], outputs: [plan] });
    ledger.chain.set(tx.hash, tx);
    ledger.bytes.set(tx.hash, cbor);
    const own = { paymentKeyHashes: new Set([owner]), stakeKeyHashes: new Set([stake]) };
    const parts = { ledger, ownBytes: () => undefined, parts: read, own, owner: () => address };
    expect(await findOrder({ txHash, index }, parts)).toMatchObject({
      ok: true,
      value: { output: `${tx.hash}#1`, holds: tx.outputs[1]?.value, parts: 1 },
    });
  });

  it('pays the aggregator its fee, and spends of the reserve what the order holds besides, and 0.7 ADA', () => {
    const spent = EXECUTES.map((cbor) => {
      const { body } = decodedTx(cbor);
      const [fee, plan, order] = body.outputs;
      const terms = read(chainOutput(plan as TransactionOutput, '', 1))?.terms.recurring;
      if (!terms || !fee || !order) throw new Error('it is no trade of a plan');
      expect(lovelace(fee.value)).toBe(terms.feePerCycle);
      return [body.fee, lovelace(order.value) - terms.amountPerCycle];
    });
    expect(spent).toEqual([
      [700_000n, 4_000_000n],
      [700_000n, 2_700_000n],
      [700_000n, 2_700_000n],
    ]);
  });

  it('is not the rest of another owner’s plan, nor of one that sells as much as before', () => {
    const { plan, tx } = traded(DAILY, { due: 151_348_552n, left: 9, seconds: 86_400n });
    const pair = { pay: { asset: ADA }, receive: undefined };
    const after = tx.outputs[1] as ChainOutput;
    const made = (datum: string): ChainTx => ({ ...tx, outputs: [{ ...after, inlineDatum: datum }] });
    const stranger = edited(after.inlineDatum ?? '', [3, 0, 0], () => `581c${'c5'.repeat(28)}`);
    const asMany = edited(after.inlineDatum ?? '', [1], () => '09');
    for (const datum of [stranger, asMany])
      expect(restOf(plan, made(datum), pair, '', read, new Set())).toBeUndefined();
  });
});

function lovelace(value: Value): bigint {
  return quantityIn(value, ADA);
}
