// Bundles changed on their way: refused by the commands of a machine without a network.
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { OfflinePlace } from '../../support/offline-place.ts';
import { jsonWithoutNetwork, MAY_CUT } from '../../support/without-network.ts';

const place = new OfflinePlace();

/** A bundle's file, as far as it is changed here. */
interface BundleJson {
  network: string;
  exportedAt: number;
  tipSlot: number;
  address: string;
  agreement: { transactions: { task: Record<string, unknown>; bounds: Record<string, unknown> }[] };
  transactions: { at: number; cbor: string }[];
  parents: string[];
}

type Tampering = readonly [name: string, change: (bundle: BundleJson, other: BundleJson) => void];

const HOUR_S = 3_600;
const STRANGER = 'the wallet of somebody else';

const tamperings: readonly Tampering[] = [
  ['another network', (bundle) => (bundle.network = 'mainnet')],
  ['a countdown that was moved back', (bundle) => (bundle.tipSlot -= HOUR_S)],
  [
    'a countdown that was moved forward, by both its times',
    (bundle) => {
      bundle.tipSlot += HOUR_S;
      bundle.exportedAt += HOUR_S * 1_000;
    },
  ],
  ['no parents', (bundle) => (bundle.parents = [])],
  [
    'a parent of which one digit was changed',
    (bundle) => (bundle.parents = bundle.parents.map(withAnotherDigit)),
  ],
  ['the transaction of another trade', (bundle, other) => (bundle.transactions = other.transactions)],
  ['the agreement of another trade', (bundle, other) => (bundle.agreement = other.agreement)],
  [
    'an agreement with wider bounds',
    ({ agreement: { transactions } }) => {
      for (const { bounds } of transactions) bounds['cost'] = '99000000';
    },
  ],
  [
    'a transaction of which one digit was changed',
    (bundle) =>
      (bundle.transactions = bundle.transactions.map((one) => ({
        ...one,
        cbor: withAnotherDigit(one.cbor),
      }))),
  ],
  [
    STRANGER,
    (bundle) =>
      (bundle.address =
        'addr_test1qz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3jcu5d8ps7zex2k2xt3uqxgjqnnj83ws8lhrn648jjxtwq2ytjqp'),
  ],
];

/** Changes one hex digit in the middle, where a transaction has its outputs. */
function withAnotherDigit(hex: string): string {
  const at = Math.floor(hex.length / 4);
  const digit = (Number.parseInt(hex.charAt(at), 16) ^ 1).toString(16);
  return `${hex.slice(0, at)}${digit}${hex.slice(at + 1)}`;
}

const read = (path: string): BundleJson => JSON.parse(readFileSync(path, 'utf8')) as BundleJson;

describe.runIf(process.platform === 'linux' && MAY_CUT)('a bundle that was changed on its way', () => {
  let bundle = '';
  let other = '';

  beforeAll(async () => {
    const swap = ['--in', 'ADA', '--out', 'AMBER', '--slippage', '5'];
    ({ bundle } = await place.exported('swap', ...swap, '--amount', '25'));
    ({ bundle: other } = await place.exported('swap', ...swap, '--amount', '31'));
  });

  test('may be signed before that', async () => {
    const { code } = await jsonWithoutNetwork(
      ['offline', 'inspect', '--bundle', bundle],
      place.path('offline'),
    );
    expect(code).toBe(3);
  });

  test.each(tamperings)('is refused by inspect and by sign, in words: %s', async (name, change) => {
    const changed = read(bundle);
    change(changed, read(other));
    const file = place.file(`${name.replaceAll(/\W+/g, '-')}.json`, JSON.stringify(changed));
    const witness = place.fresh('witness.json');
    const looked = await jsonWithoutNetwork(['offline', 'inspect', '--bundle', file], place.path('offline'));
    // Without keys, `inspect` accepts somebody else's wallet on the bundle's own word.
    if (name !== STRANGER) expect(looked.code).toBe(4);
    const signed = await jsonWithoutNetwork(
      [
        ...['offline', 'sign', '--bundle', file, ...place.keys, '--out', witness, '--yes'],
        ...['--accept', 'O1,O2,O3,O4,O5,O6,V12,V16,V3,P7,P4,P10'],
      ],
      place.path('offline'),
    );
    expect(signed.code).toBe(1);
    expect(signed.json.failure).toMatchObject({ code: 'offline-bundle-blocked' });
    expect(signed.json.failure?.message).toMatch(/^Nothing was signed: .*\(\w+\)/);
    expect(existsSync(witness)).toBe(false);
  });
});
