import { describe, expect, it } from 'vitest';
import { quantityIn } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import { CommandPlace, type Ended } from '../../support/command-line.ts';
import { listedOutputs, realTransactions } from '../../support/real-fills.ts';

const place = new CommandPlace({});
const real = realTransactions();
let files = 0;

function audit(bundle: unknown): Promise<Ended> {
  files += 1;
  const text = typeof bundle === 'string' ? bundle : JSON.stringify(bundle);
  return place.run(['audit', '--bundle', place.file(`${files}.json`, text), '--json']);
}

/** A real transaction as a bundle, with what it spends by the explorer's word. */
function bundleOf(start: string) {
  const tx = [...real.values()].find(({ bodyHash }) => bodyHash.startsWith(start));
  if (!tx) throw new Error(`no ${start}`);
  const inputs = listedOutputs
    .filter(({ tx_hash, output_index }) => tx.body.inputs.includes(`${tx_hash}#${output_index}`))
    .map(({ tx_hash, output_index, address, amount, data_hash, inline_datum }) => ({
      txHash: tx_hash,
      index: output_index,
      address,
      amount,
      dataHash: data_hash,
      inlineDatum: inline_datum,
    }));
  const parents = tx.body.inputs.flatMap((reference) => {
    const parent = real.get(reference.slice(0, 64));
    return parent ? [toHex(parent.bytes)] : [];
  });
  return { network: 'mainnet', tx: toHex(tx.bytes), inputs, parents };
}

/** Three Minswap V2 orders in one batch, executed in the reverse of the ledger's order. */
const batch = bundleOf('154ff4f8');

describe.concurrent('touchstone audit', () => {
  it('recomputes a batch in the order in which it was executed', async () => {
    const { code, stdout, stderr } = await audit(batch);
    expect(stderr).toBe('');
    const token = 'f66d78b4a3cb3d37afa0ec36461e51ecbde00f26c8f0a68f94b6988069555344';
    const line = { venue: 'Minswap V2', exact: true, proven: false };
    expect(JSON.parse(stdout)).toEqual({
      txHash: '154ff4f88a9bd9c4594bb13bea705fd770b1ebefeddaa74a6e4678fc73255653',
      orders: [
        {
          ...line,
          order: 'cb8458f091eb24b44dd534c1ffd8603c1a7657ae6effa734b15d11133c42acb7#0',
          soldUnit: token,
          sold: '4499424129',
          boughtUnit: 'lovelace',
          mustPay: '4299203758',
          paid: '4299203758',
          position: 0,
          ledgerPosition: 2,
        },
        {
          ...line,
          order: '7cd10319b6016f9b7f42877bca605cc6a811644b4b30f2d315c868737f0b233d#0',
          soldUnit: 'lovelace',
          sold: '2889763600',
          boughtUnit: token,
          mustPay: '3010099985',
          paid: '3010099985',
          position: 1,
          ledgerPosition: 1,
        },
        {
          ...line,
          order: '765b0fdbfe0a12825ea52be65b4201a1df6b66631e4db7ff24fabf064322ee6a#0',
          soldUnit: 'lovelace',
          sold: '5567471141',
          boughtUnit: token,
          mustPay: '5755388881',
          paid: '5755388881',
          position: 2,
          ledgerPosition: 0,
        },
      ],
    });
    expect(code).toBe(0);
  });

  it('ends with 4 when an owner was paid one lovelace less', async () => {
    const bundle = bundleOf('8e2daf8f');
    const [first] =
      [...real.values()].find(({ bodyHash }) => bodyHash.startsWith('8e2daf8f'))?.body.outputs ?? [];
    const written = (quantity: bigint): string => `1a${quantity.toString(16).padStart(8, '0')}`;
    const held = quantityIn(first?.value ?? new Map(), ADA);
    const { code, stdout } = await audit({
      ...bundle,
      tx: bundle.tx.replace(written(held), written(held - 1n)),
    });
    expect(JSON.parse(stdout)).toMatchObject({
      orders: [{ exact: false, mustPay: '633362510', paid: '633362509' }],
    });
    expect(code).toBe(4);
  });

  it('ends with 3, and says why, when something is not covered', async () => {
    for (const inputs of [[], batch.inputs.slice(1)]) {
      const { code, stdout } = await audit({ ...batch, inputs });
      const { orders } = JSON.parse(stdout) as {
        readonly orders: readonly Readonly<Record<string, unknown>>[];
      };
      expect(orders.length).toBeGreaterThanOrEqual(3);
      expect(
        orders.filter(({ exact, reason }) => exact === null && typeof reason === 'string').length,
      ).toBeGreaterThan(0);
      expect(code).toBe(3);
    }
  });

  it('has nothing to say of a transaction that executes no order', async () => {
    const { code, stdout } = await audit(bundleOf('05929dac'));
    expect(JSON.parse(stdout)).toMatchObject({ orders: [] });
    expect(code).toBe(0);
  });

  it.each([
    ['an empty file', '', 'bundle-not-json'],
    ['no JSON', '{', 'bundle-not-json'],
    ['deep nesting', '['.repeat(200_000), 'bundle-not-json'],
    ['no transaction', { network: 'mainnet' }, 'bundle-malformed'],
    ['bytes that are no transaction', { network: 'mainnet', tx: '84a0' }, 'audit-unreadable'],
    ['an unknown network', { network: 'moon', tx: '84' }, 'bundle-malformed'],
    [
      'a parent that refutes what is stated',
      {
        ...bundleOf('d083dafa'),
        inputs: [
          {
            txHash: '4d14419604e40fb6a77a79692ebe2c85a3d22b6cf9551b29e9f311ecf129d181',
            index: 0,
            address: batch.inputs[0]?.address ?? '',
            amount: [{ unit: 'lovelace', quantity: '1' }],
          },
        ],
      },
      'audit-unreadable',
    ],
  ])('ends with 2 for %s', async (_, bundle, failure) => {
    const { code, stdout, stderr } = await audit(bundle);
    expect(JSON.parse(stdout)).toMatchObject({ failure: { code: failure } });
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(code).toBe(2);
  });

  it('takes one of a bundle and a transaction on chain', async () => {
    for (const args of [
      [],
      ['--tx', 'abc'],
      ['--tx', 'ab'.repeat(32)],
      ['--bundle', 'x', '--tx', 'ab'.repeat(32)],
    ]) {
      const { code } = await place.run(['audit', ...args]);
      expect(code).toBe(2);
    }
  });
});
