import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bip32PrivateKey } from '@emurgo/cardano-serialization-lib-nodejs';
import { mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { describe, expect, test } from 'vitest';
import { writeEnvelope } from '../../../src-main/offline/formats/text-envelope.ts';
import { OfflinePlace } from '../../support/offline-place.ts';
import {
  interfacesWithoutNetwork,
  jsonWithoutNetwork,
  MAY_CUT,
  runWithoutNetwork,
  socketsOf,
} from '../../support/without-network.ts';

const place = new OfflinePlace();

/** A swap of this much ADA, to be exported. */
const swapOf = (amount: string) =>
  ['swap', '--in', 'ADA', '--out', 'AMBER', '--amount', amount, '--slippage', '5'] as const;

/** The options that name the wallet's keys as files of cardano-cli: the payment key and the stake key of its words. */
function keyFiles(): readonly string[] {
  const entropy = mnemonicToEntropy(readFileSync(place.keys.at(-1) ?? '', 'utf8').trim(), wordlist);
  const root = Bip32PrivateKey.from_bip39_entropy(entropy, new Uint8Array());
  const account = [1852, 1815, 0].reduce((key, index) => key.derive(0x8000_0000 + index), root);
  return (['Payment', 'Stake'] as const).flatMap((role) => {
    const key = account.derive(role === 'Payment' ? 0 : 2).derive(0);
    // Key, public key and chain code, as cardano-cli writes them.
    const bytes = key.as_bytes();
    const whole = [bytes.subarray(0, 64), key.to_public().to_raw_key().as_bytes(), bytes.subarray(64)];
    const path = place.fresh(`${role}.skey`);
    writeFileSync(
      path,
      writeEnvelope({
        type: `${role}ExtendedSigningKeyShelley_ed25519_bip32`,
        description: '',
        cborHex: `5880${Buffer.concat(whole).toString('hex')}`,
      }),
    );
    return ['--skey', path];
  });
}

describe.runIf(process.platform === 'linux' && MAY_CUT)('a trade whose key is never online', () => {
  test('is signed where there is no network', async () => {
    expect(await interfacesWithoutNetwork()).toBe('');
    // Every run below fails if it makes a socket; this one shows that a socket is noticed.
    const connects = `require('node:net').connect(9, '127.0.0.1').on('error', () => undefined)`;
    const { sockets } = await socketsOf(['-e', connects], place.path('offline'));
    expect(sockets).toContain('TCPWRAP');
  });

  test('swaps: exported by address, inspected and signed without a network, imported and filled', async () => {
    const { bundle, json } = await place.exported(...swapOf('25'));
    expect(json).toMatchObject({ state: 'exported', round: 1, rounds: 1 });
    const looked = await jsonWithoutNetwork(
      ['offline', 'inspect', '--bundle', bundle],
      place.path('offline'),
    );
    expect(looked.code).toBe(3);
    expect(looked.json).toMatchObject({
      verdict: 'warn',
      fingerprint: json['fingerprint'],
      address: place.address,
      transactions: [{ txHash: json['tx_hash'], effect: { inputsProven: true } }],
    });
    // The limits of this machine hold, whatever those of the other are.
    const offline = (...args: readonly string[]) =>
      jsonWithoutNetwork(['offline', ...args], place.path('offline'));
    expect((await offline('limits', '--per-trade', '24.9')).json).toMatchObject({ perTrade: '24900000' });
    const refused = await offline(
      ...['sign', '--bundle', bundle, ...place.keys, '--out', place.fresh('no.json'), '--yes'],
      ...place.accepted,
    );
    expect(refused.json.failure).toMatchObject({ code: 'offline-bundle-blocked', data: { rule: 'P1' } });
    expect((await offline('limits', '--per-trade', 'none', '--per-day', '26')).json).toEqual({
      ...{ perDay: '26000000', slippageBps: 5_000, verifiedOnly: false, expert: false },
    });
    const witness = await place.signed(bundle);
    expect(witness).toHaveLength(2);
    // Signing it counts: of the day's 26 ADA one is left.
    const counted = await offline('inspect', '--bundle', bundle);
    expect([counted.code, counted.json['limits']]).toMatchObject([4, { perDay: '26000000' }]);
    expect(JSON.stringify(counted.json['transactions'])).toContain('"rule":"P2","severity":"block"');
    expect((await offline('limits', '--per-day', 'none')).code).toBe(0);
    for (const file of witness)
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
        type: 'TxWitness ConwayEra',
        description: 'Key Witness ShelleyEra',
      });
    // One of two is kept, and nothing is sent.
    const half = await place.imported(bundle, witness.slice(1), 'filled');
    expect(half.json.failure).toMatchObject({ code: 'witness-incomplete', data: { there: 1, needed: 2 } });
    // The first has the requested name, and the rest are found beside it by that name. Signatures for other trades, and
    // files that are not signatures, are no reason to refuse it.
    const [named = '', second = ''] = witness;
    expect(second).toBe(named.replace(/\.json$/, '-2.json'));
    writeFileSync(named.replace(/\.json$/, '-3.json'), '{}');
    const done = await place.imported(bundle, [named], 'filled');
    expect(done.json).toMatchObject({ tx_hash: json['tx_hash'], state: 'filled' });
    expect(done.code).toBe(0);
    // Once more: it is reported, and nothing is sent twice.
    const again = await place.imported(bundle, witness, 'filled');
    expect(again.json).toMatchObject({ tx_hash: json['tx_hash'], state: 'filled' });
  });

  test('is exported once: where the bundle cannot be written, the same one is had again', async () => {
    const order = ['--in', 'ADA', '--out', 'AMBER', '--amount', '26', '--slippage', '5'];
    const asked = ['export', 'swap', ...place.there, '--address', place.address, ...order];
    const tooLong = place.fresh(`${'x'.repeat(300)}.json`);
    const lost = await place.json([...asked, '--bundle', tooLong]);
    const hash = String(lost.json['tx_hash']);
    expect(lost.json).toMatchObject({
      failure: { code: 'bundle-not-written', money: 'none', data: { trade: hash } },
      state: 'exported',
    });
    expect(lost.code).toBe(1);
    expect(lost.stderr).toContain(hash);
    const bundle = place.fresh('bundle.json');
    const network = ['--network', 'preprod', '--address', place.address];
    const again = await place.json(['export', '--again', hash, ...network, '--bundle', bundle]);
    expect(again.json).toMatchObject({ tx_hash: hash, fingerprint: lost.json['fingerprint'], bundle });
    const done = await place.imported(bundle, await place.signed(bundle), 'placed');
    expect(done.json).toMatchObject({ tx_hash: hash });
    expect(done.code).toBe(0);
  });

  test('leaves a receipt of what was agreed to and signed there, which anybody can verify', async () => {
    const { bundle, json } = await place.exported(...swapOf('28'));
    const receipt = place.fresh('receipt.json');
    const sign = [
      'offline',
      'sign',
      '--bundle',
      bundle,
      '--out',
      place.fresh('witness.json'),
      '--yes',
      ...place.accepted,
    ];
    const done = await jsonWithoutNetwork(
      [...sign, ...place.keys, '--receipt', receipt],
      place.path('receipts'),
    );
    expect(done.json['receipts']).toEqual([receipt]);
    const verified = await place.json(['verify-receipt', '--receipt', receipt]);
    expect(verified.code).toBe(0);
    expect(JSON.stringify(verified.json)).toContain(String(json['tx_hash']));
    const written = readFileSync(receipt, 'utf8');
    expect(JSON.parse(written)).toMatchObject({
      version: 3,
      records: [{ content: { bundle: json['fingerprint'], quote: null, calls: { build: null } } }],
    });
    // The agreement cannot be changed afterwards, nor made to look as if it had been quoted.
    for (const [from, to] of [
      ['You send 28 ADA', 'You send 27 ADA'],
      [`"bundle": "${String(json['fingerprint'])}",`, ''],
      ['"version": 3', '"version": 2'],
    ] as const) {
      const changed = place.file(`${'0'}-changed.json`, written.replaceAll(from, to));
      expect((await place.json(['verify-receipt', '--receipt', changed])).code).not.toBe(0);
    }
    const single = await runWithoutNetwork(
      [...sign.with(5, place.fresh('witness.json')), ...keyFiles(), '--receipt', place.fresh('receipt.json')],
      place.path('receipts'),
    );
    expect(single.code).toBe(2);
    expect(single.stderr).toContain('nothing is derived from a single key');
  });

  test('is asked about where the like of it was signed before and may still run', async () => {
    const { bundle } = await place.exported(...swapOf('26'));
    const sign = ['offline', 'sign', '--bundle', bundle, ...place.keys, '--yes', '--accept', 'O3,V16,V3,P7'];
    const out = place.fresh('witness.json');
    const { json } = await jsonWithoutNetwork([...sign, '--out', out], place.path('offline'));
    expect(json.failure).toMatchObject({ code: 'warning-unaccepted', data: { rule: 'V12' } });
    expect(existsSync(out)).toBe(false);
    // A machine that signed nothing before has nothing to ask.
    const elsewhere = await jsonWithoutNetwork([...sign, '--out', out], place.path('another'));
    expect(elsewhere.code).toBe(0);
    // Of two at once one signs, whether the other meets its signature before or after the question.
    const both = await Promise.all(
      ['one.json', 'two.json'].map((name) =>
        jsonWithoutNetwork([...sign, '--out', place.fresh(name)], place.path('both')),
      ),
    );
    const codes = both.map((ended) => ended.json.failure?.code ?? 'signed');
    expect(codes.toSorted()).toEqual(['signed', 'warning-unaccepted']);
  });

  test('places a limit order, and takes it back', async () => {
    const order = await place.exported(
      'limit',
      '--in',
      'ADA',
      '--out',
      'AMBER',
      '--amount',
      '20',
      '--percent=-40',
    );
    const placed = await place.imported(order.bundle, await place.signed(order.bundle), 'placed');
    expect(placed.json).toMatchObject({ state: 'placed' });
    const back = await place.exported('cancel', '--all');
    const cancelled = await place.imported(back.bundle, await place.signed(back.bundle), 'placed');
    expect(cancelled.code).toBe(0);
  });

  test('places a ladder, a round for each level', async () => {
    const ladder = [
      ...['--in', 'ADA', '--out', 'AMBER', '--amount', '40', '--percent=-40'],
      ...['--to=-60', '--count', '2', '--off-market'],
    ];
    for (const level of [1, 2]) {
      const { bundle, json } = await place.exported('limit', ...ladder, '--level', `${level}`);
      expect(json).toMatchObject({ round: level, rounds: 2 });
      const placed = await place.imported(bundle, await place.signed(bundle), 'placed');
      expect(placed.json).toMatchObject({ state: 'placed' });
    }
  });

  test('takes all that rests back at once', async () => {
    const { bundle, json } = await place.exported('cancel', '--all');
    expect(json).toMatchObject({ round: 1, rounds: 1 });
    const done = await place.imported(bundle, await place.signed(bundle), 'placed');
    expect(done.code).toBe(0);
    const left = await place.json(['orders', ...place.there, '--address', place.address]);
    expect(left.json['orders']).toEqual([]);
  });

  test('is signed with key files, and the transaction leaves for cardano-cli as well', async () => {
    const txFile = place.fresh('tx.json');
    const { bundle, json } = await place.exported(...swapOf('25'), '--tx-file', txFile);
    const written = readFileSync(txFile, 'utf8');
    expect(JSON.parse(written)).toMatchObject({ type: 'Tx ConwayEra' });
    const again = place.fresh('tx.json');
    await jsonWithoutNetwork(
      ['offline', 'inspect', '--bundle', bundle, '--tx-file', again],
      place.path('offline'),
    );
    expect(readFileSync(again, 'utf8')).toBe(written);

    const witness = await place.signed(bundle, keyFiles());
    expect(witness).toHaveLength(2);
    const done = await place.imported(bundle, witness, 'filled');
    expect(done.json).toMatchObject({ tx_hash: json['tx_hash'], state: 'filled' });
  });

  test('places a recurring order, and takes it back', async () => {
    const { bundle } = await place.exported(
      ...(['dca', '--in', 'ADA', '--out', 'AMBER', '--amount', '40'] as const),
      ...['--cycles', '2', '--every', '1hour', '--slippage', '5'],
    );
    const placed = await place.imported(bundle, await place.signed(bundle), 'placed');
    expect(placed.json).toMatchObject({ state: 'placed' });
    const running = () => place.json(['dca', 'list', ...place.there, '--address', place.address]);
    const [plan] = (await running()).json['plans'] as { id: string }[];
    const back = await place.exported('cancel', '--plan', plan?.id ?? '');
    const cancelled = await place.imported(back.bundle, await place.signed(back.bundle), 'placed');
    expect(cancelled.code).toBe(0);
    expect((await running()).json['plans']).toEqual([]);
  });

  test('left a receipt of each kind of trade', async () => {
    const kinds = place.receipts.map((file) => {
      const { records } = JSON.parse(readFileSync(file, 'utf8')) as {
        records: { content: { tradeKind: string } }[];
      };
      return records[0]?.content.tradeKind;
    });
    expect(new Set(kinds)).toEqual(new Set(['swap', 'limit', 'cancel', 'dca']));
    for (const receipt of place.receipts)
      expect((await place.json(['verify-receipt', '--receipt', receipt])).code).toBe(0);
  });

  test('goes by pictures of codes, of which a third are lost, both ways', async () => {
    const { bundle, json } = await place.exported(...swapOf('25'));
    const there = place.fresh('codes');
    const small = ['--bytes-per-code', '100'];
    const drawn = await place.json(['frames', '--bundle', bundle, '--out', there, ...small]);
    expect(drawn.json).toMatchObject({ type: 'bytes', density: 'easy' });
    const lost = readdirSync(there).filter((_, at) => at % 3 === 0);
    expect(lost.length).toBeGreaterThan(5);
    for (const name of lost) rmSync(join(there, name));

    const witness = place.fresh('witness.json');
    const away = await jsonWithoutNetwork(
      ['offline', 'sign', '--frames', there, ...place.keys, '--out', witness, '--yes', ...place.accepted],
      place.path('offline'),
    );
    expect(away.json).toMatchObject({ fingerprint: json['fingerprint'] });
    const back = place.fresh('codes');
    const files = (away.json['witnesses'] as string[]).flatMap((file) => ['--witness', file]);
    await runWithoutNetwork(['frames', ...files, '--out', back, ...small], place.path('offline'));
    for (const name of readdirSync(back).slice(0, 1)) rmSync(join(back, name));
    const done = await place.json([
      ...['import-witness', '--bundle', bundle, '--frames', back, ...place.there],
      ...['--wait', 'filled', '--yes'],
    ]);
    expect(done.json).toMatchObject({ tx_hash: json['tx_hash'], state: 'filled' });
  });

  test('says how many codes are missing', async () => {
    const { bundle } = await place.exported(...swapOf('25'));
    const codes = place.fresh('codes');
    await place.run(['frames', '--bundle', bundle, '--out', codes, '--bytes-per-code', '100']);
    for (const name of readdirSync(codes).slice(3)) rmSync(join(codes, name));
    const { code, json } = await jsonWithoutNetwork(
      ['offline', 'inspect', '--frames', codes],
      place.path('offline'),
    );
    expect(code).toBe(2);
    expect(json.failure).toMatchObject({ code: 'frames-incomplete', data: { received: 3 } });
  });

  test('asks before it signs, and signs nothing when nobody answers', async () => {
    const { bundle } = await place.exported(...swapOf('24'));
    const { code, stderr } = await runWithoutNetwork(
      ['offline', 'sign', '--bundle', bundle, ...place.keys, '--out', place.fresh('witness.json')],
      place.path('offline'),
    );
    expect(code).toBe(2);
    expect(stderr).toContain('--yes is needed');
  });
});
