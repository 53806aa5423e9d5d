import { beforeAll, describe, expect, test } from 'vitest';
import { FundedPlace, type CommandJson } from '../../support/command-line.ts';
import { askFaucet } from '../../support/live-clients.ts';
import { until } from '../../support/practice-service.ts';
import { coSigner, sharedWallet } from '../../support/several-signers.ts';
import { jsonWithoutNetwork, MAY_CUT } from '../../support/without-network.ts';

const place = new FundedPlace();
const signers = [coSigner(1), coSigner(2), coSigner(3)];
const wallet = sharedWallet(2, signers);
const scriptFile = place.file('script.json', wallet.json);
const keyFiles = signers.map(({ skey }, at) => place.file(`signer-${at + 1}.skey`, skey));
let files = 0;

/** A path where no file exists yet. */
const fresh = (name: string): string => place.path(`${(files += 1)}-${name}`);

/** The findings that a careful reader accepts: whose wallet it is, the tokens' names, the costs of a small trade. */
const accepted = ['--accept', 'O1,O3,V16,V3,P7,P4,P10,V12'];
const swap = ['--in', 'ADA', '--out', 'AMBER', '--amount', '25', '--slippage', '5'];

async function exported(kind: string, ...args: readonly string[]) {
  const bundle = fresh('bundle.json');
  const { code, json, stderr } = await place.json([
    ...['export', kind, ...place.there, '--native-script', scriptFile],
    ...['--bundle', bundle, ...args],
  ]);
  expect(stderr + JSON.stringify(json)).not.toContain('"failure"');
  expect(code).toBe(0);
  return { bundle, json };
}

/** One of the signers, from 0, in a process without a network; returns the signature's file. */
async function signedBy(who: number, bundle: string): Promise<string> {
  const witness = fresh('witness.json');
  const { json, stderr } = await jsonWithoutNetwork(
    ['offline', 'sign', '--bundle', bundle, '--skey', keyFiles[who] ?? '']
      .concat('--out', witness, '--yes')
      .concat(accepted),
    place.path(`offline-${who}`),
  );
  expect(stderr + JSON.stringify(json)).not.toContain('"failure"');
  expect(json['witnesses']).toEqual([witness]);
  return witness;
}

async function imported(bundle: string, witnesses: readonly string[], wait: string): Promise<CommandJson> {
  const { json } = await place.json([
    ...['import-witness', '--bundle', bundle, ...place.there],
    ...witnesses.flatMap((file) => ['--witness', file]),
    ...['--wait', wait, '--yes'],
  ]);
  return json;
}

describe.runIf(process.platform === 'linux' && MAY_CUT)('a wallet that two of three sign for', () => {
  beforeAll(async () => {
    const { endpoints } = place.practice;
    const gift = await askFaucet(endpoints, wallet.address);
    await until(async () => (await fetch(`${endpoints.ledgerUrl}/txs/${gift}`)).ok, 'the gift on chain');
  });

  test('swaps: signed by the third, then by the first, and filled', async () => {
    const { bundle, json } = await exported('swap', ...swap);
    expect(json).toMatchObject({ state: 'exported', round: 1, rounds: 1 });
    const third = await signedBy(2, bundle);
    const first = await imported(bundle, [third], 'filled');
    expect(first.failure).toMatchObject({ code: 'witness-incomplete', data: { there: 1, needed: 2 } });
    const done = await imported(bundle, [await signedBy(0, bundle)], 'filled');
    expect(done).toMatchObject({ tx_hash: json['tx_hash'], state: 'filled' });
  });

  test('places limit orders, and takes them back in one round', async () => {
    for (const percent of ['-40', '-60']) {
      const order = ['--in', 'ADA', '--out', 'AMBER', '--amount', '20', `--percent=${percent}`];
      const { bundle } = await exported('limit', ...order, '--off-market');
      const witnesses = [await signedBy(0, bundle), await signedBy(1, bundle)];
      expect(await imported(bundle, witnesses, 'placed')).toMatchObject({ state: 'placed' });
    }
    const { bundle, json } = await exported('cancel', '--all');
    expect(json).toMatchObject({ round: 1, rounds: 1 });
    // All three may sign: a superfluous signature is left out, since the fee allows for two.
    const witnesses = await Promise.all([2, 1, 0].map((who) => signedBy(who, bundle)));
    expect((await imported(bundle, witnesses, 'placed')).failure).toBeUndefined();
    const left = await place.json(['orders', ...place.there, '--address', wallet.address]);
    expect(left.json['orders']).toEqual([]);
  });

  test('places a recurring order, and takes it back', async () => {
    const dca = ['--in', 'ADA', '--out', 'AMBER', '--amount', '40', '--cycles', '2', '--every', '1hour'];
    const { bundle } = await exported('dca', ...dca, '--slippage', '5');
    const witnesses = [await signedBy(1, bundle), await signedBy(2, bundle)];
    expect(await imported(bundle, witnesses, 'placed')).toMatchObject({ state: 'placed' });
    const running = () => place.json(['dca', 'list', ...place.there, '--address', wallet.address]);
    const [plan] = (await running()).json['plans'] as { id: string }[];
    const back = await exported('cancel', '--plan', plan?.id ?? '');
    const both = [await signedBy(1, back.bundle), await signedBy(0, back.bundle)];
    expect((await imported(back.bundle, both, 'placed')).failure).toBeUndefined();
    expect((await running()).json['plans']).toEqual([]);
  });

  test('is signed by nobody who is not among the three', async () => {
    const { bundle } = await exported('swap', ...swap);
    const stranger = place.file('stranger.skey', coSigner(9).skey);
    const sign = ['offline', 'sign', '--bundle', bundle, '--skey', stranger, '--out', fresh('witness.json')];
    const { json } = await jsonWithoutNetwork([...sign, '--yes', ...accepted], place.path('stranger'));
    expect(json.failure).toMatchObject({ code: 'offline-bundle-blocked', data: { rule: 'O1' } });
    const looked = await jsonWithoutNetwork(
      ['offline', 'inspect', '--bundle', bundle],
      place.path('stranger'),
    );
    expect(looked.json).toMatchObject({ verdict: 'warn', address: wallet.address });
  });
});

test('a script is named by its file, alone or with its own address', async () => {
  const bundle = fresh('bundle.json');
  const named = (...options: readonly string[]) =>
    place.json(['export', 'swap', ...place.there, ...swap, '--bundle', bundle, ...options]);
  const both = await named('--native-script', scriptFile, '--account-key', '00'.repeat(64));
  expect(both).toMatchObject({ code: 2, json: { failure: { code: 'command-line-wrong' } } });
  const noScript = await named('--native-script', place.file('no-script.json', wallet.address));
  expect(noScript).toMatchObject({ code: 2, json: { failure: { code: 'command-line-wrong' } } });
  const open = place.file('open.json', '{"type":"all","scripts":[]}');
  expect((await named('--native-script', open)).json.failure).toMatchObject({ code: 'script-malformed' });
  const elsewhere = await named('--native-script', scriptFile, '--address', place.address);
  expect(elsewhere.json.failure).toMatchObject({
    code: 'script-elsewhere',
    data: { address: wallet.address },
  });
});
