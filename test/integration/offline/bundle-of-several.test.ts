// Several transactions in one bundle: a bulk cancellation in parts, built beforehand, signed in one go, sent one by
// one.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { OfflinePlace } from '../../support/offline-place.ts';
import { MAY_CUT, jsonWithoutNetwork } from '../../support/without-network.ts';

const place = new OfflinePlace();

interface TradeJson {
  readonly tx_hash: string;
  readonly state: string;
  readonly cancelled?: readonly string[];
  readonly failure?: string;
}

/** Places resting orders, more than one cancellation can take. */
async function placeMany(): Promise<void> {
  for (const percent of ['-40', '-45', '-50', '-55']) {
    const { json, stderr } = await place.json([
      ...['limit', ...place.there, ...place.keys, '--in', 'ADA', '--out', 'AMBER', '--amount', '1200'],
      ...[`--percent=${percent}`, '--multiples', '12', '--wait', 'placed', '--yes'],
      ...['--off-market', ...place.accepted],
    ]);
    expect(json, stderr).toMatchObject({ state: 'placed' });
  }
}

const resting = async (): Promise<readonly unknown[]> =>
  (await place.json(['orders', ...place.there, '--address', place.address])).json[
    'orders'
  ] as readonly unknown[];

describe.runIf(process.platform === 'linux' && MAY_CUT)('several transactions in one bundle', () => {
  let bundle = '';
  let hashes: readonly string[] = [];
  let witnesses: readonly string[] = [];

  test('are built before any of them is signed, and all are on record', async () => {
    await placeMany();
    expect(await resting()).toHaveLength(48);
    const txFile = place.fresh('tx.json');
    const out = await place.exported('cancel', '--all', '--tx-file', txFile);
    expect(out.json).toMatchObject({ state: 'exported', round: 1, rounds: 1 });
    const trades = out.json['trades'] as readonly TradeJson[];
    expect(trades.map(({ state }) => state)).toEqual(['exported', 'exported']);
    expect(out.json['tx_files']).toHaveLength(2);
    hashes = trades.map(({ tx_hash: hash }) => hash);
    ({ bundle } = out);
    const held = JSON.parse(readFileSync(bundle, 'utf8')) as { transactions: { at: number }[] };
    expect(held.transactions.map(({ at }) => at)).toEqual([0, 1]);
  });

  test('are asked of a device one at a time', async () => {
    const request = ['frames', '--bundle', bundle, '--fingerprint', '1250b6bc'];
    const whole = await place.json([...request, '--out', place.fresh('codes')]);
    expect(whole.code).toBe(2);
    expect(whole.stderr).toContain('--transaction, from 1 to 2');
    expect((await place.json([...request, '--transaction', '3', '--out', place.fresh('codes')])).code).toBe(
      2,
    );
    const one = await place.json([...request, '--transaction', '2', '--out', place.fresh('codes')]);
    // The app does not know where the keys of a wallet watched by address are.
    expect(one.json.failure).toMatchObject({ code: 'offline-no-paths' });
  });

  test('are judged and signed together where there is no network, each with a receipt', async () => {
    const looked = await jsonWithoutNetwork(
      ['offline', 'inspect', '--bundle', bundle],
      place.path('offline'),
    );
    expect(looked.json).toMatchObject({ transactions: hashes.map((txHash) => ({ txHash })) });
    witnesses = await place.signed(bundle);
    expect(witnesses).toHaveLength(2);
    expect(place.receipts).toHaveLength(2);
    for (const receipt of place.receipts)
      expect((await place.json(['verify-receipt', '--receipt', receipt])).code).toBe(0);
    // The second receipt follows the first: together they are one export.
    const both = place.file(
      'both.json',
      JSON.stringify(place.receipts.map((file) => JSON.parse(readFileSync(file, 'utf8')) as unknown)),
    );
    expect((await place.json(['verify-receipt', '--receipt', both])).code).toBe(0);
  });

  test('come back one by one, in any order; nothing but what is signed is sent', async () => {
    const second = await place.imported(bundle, witnesses.slice(1), 'placed');
    expect(second.code).toBe(1);
    expect(second.json.failure).toMatchObject({ code: 'witness-incomplete', data: { there: 0, needed: 1 } });
    const [waits, went] = second.json['trades'] as readonly TradeJson[];
    expect(waits).toMatchObject({ tx_hash: hashes[0], state: 'exported', failure: 'witness-incomplete' });
    expect(went?.tx_hash).toBe(hashes[1]);
    expect(went?.failure).toBeUndefined();
    const rest = await resting();
    expect(rest).toHaveLength(48 - (went?.cancelled?.length ?? 0));

    const done = await place.imported(bundle, witnesses, 'placed');
    expect(done.json).toMatchObject({ trades: hashes.map((hash) => ({ tx_hash: hash })) });
    expect(done.code).toBe(0);
    expect(await resting()).toEqual([]);
  });
});
