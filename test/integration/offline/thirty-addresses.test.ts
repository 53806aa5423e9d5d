// A wallet is its account: thirty addresses on both chains, found, spent, traded from, signed for offline, gathered.
import { beforeAll, describe, expect, test } from 'vitest';
import { mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { baseAddress, formatAddress } from '../../../src-main/cardano/address.ts';
import { encodeBech32 } from '../../../src-main/cardano/bech32.ts';
import { deriveAccount, PublicAccount, type KeyPath } from '../../../src-main/wallet/account.ts';
import { SecretBytes } from '../../../src-main/wallet/secret-bytes.ts';
import { strangerAddress } from '../../support/good-trade.ts';
import { askFaucet } from '../../support/live-clients.ts';
import { OfflinePlace } from '../../support/offline-place.ts';
import { until } from '../../support/practice-service.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { WORDS } from '../../support/right-command-line.ts';

const place = new OfflinePlace();
const { keys } = place;
const seed = deriveAccount(SecretBytes.take(mnemonicToEntropy(WORDS, wordlist)));
const account = new PublicAccount(seed.publicKey, 'preprod');
const accountKey = encodeBech32('acct_xvk', seed.publicKey);

/** One of them far beyond the keys that count as own ones without a search. */
const FAR: KeyPath = { role: 1, index: 60 };
const paths: readonly KeyPath[] = [
  ...Array.from({ length: 15 }, (_, index): KeyPath => ({ role: 0, index })),
  ...Array.from({ length: 14 }, (_, index): KeyPath => ({ role: 1, index })),
  FAR,
];
const addresses = paths.map((path) => account.addressAt(path));
const far = account.addressAt(FAR);
/** An address with only half of the account's credentials, which others pay into, is not the account's. */
const stranger = practiceWallet(61);
const mixed = [
  formatAddress(baseAddress(0, stranger.paymentKeyHash, account.keyHash({ role: 2, index: 0 }))),
  formatAddress(baseAddress(0, account.keyHash({ role: 0, index: 1 }), stranger.stakeKeyHash)),
];

interface Balance {
  readonly amounts: readonly { readonly token: string; readonly amount: string }[];
  readonly addresses?: readonly { readonly address: string }[];
}

async function balance(...wallet: readonly string[]): Promise<Balance & { readonly ada: number }> {
  const { code, json, stderr } = await place.json(['balance', ...place.there, ...wallet]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const held = json as unknown as Balance;
  return { ...held, ada: Number(held.amounts.find(({ token }) => token === 'ADA')?.amount) };
}

async function ran(...args: readonly string[]) {
  const [command = '', ...options] = args;
  const done = await place.json([command, ...place.there, ...keys, ...options, '--yes', ...place.accepted]);
  expect(done.stderr + JSON.stringify(done.json)).not.toContain('"failure"');
  expect(done.code).toBe(0);
  return done;
}

beforeAll(async () => {
  const { endpoints } = place.practice;
  const gifts: string[] = [];
  for (const address of [...addresses.slice(1), ...mixed]) gifts.push(await askFaucet(endpoints, address));
  for (const gift of gifts)
    await until(async () => (await fetch(`${endpoints.ledgerUrl}/txs/${gift}`)).ok, 'the gift on chain');
}, 120_000);

describe('a wallet of thirty addresses', () => {
  test('is found whole by its words and by its account key, and one address alone by its text', async () => {
    const one = await balance('--address', addresses[0] ?? '');
    expect(one.addresses).toBeUndefined();
    for (const wallet of [keys, ['--account-key', accountKey]]) {
      const whole = await balance(...wallet);
      expect(whole.ada).toBe(30 * one.ada);
      expect(whole.addresses?.map(({ address }) => address)).toEqual(addresses);
    }
  });

  test('pays what no single address holds, and what it pays is signed for by whichever keys it takes', async () => {
    const { ada } = await balance(...keys);
    const wish = String(Math.floor(ada / 10));
    const { json } = await ran('send', '--to', strangerAddress, '--amount', wish);
    expect((json['coins'] as readonly string[]).length).toBeGreaterThanOrEqual(3);
    const left = await balance(...keys);
    expect(left.ada).toBeCloseTo(ada - Number(wish) - Number(json['network_fee_ada']), 6);
  });

  test('trades from the address that is named, says what is elsewhere, and takes its order back', async () => {
    const ticker = ['--in', 'ADA', '--out', 'AMBER', '--amount', '25'];
    const { stderr } = await ran('swap', '--from', far, ...ticker, '--slippage', '5');
    expect(stderr).toMatch(/At other addresses of this wallet: [\d,.]+ ADA/);
    for (const from of [far, addresses[0] ?? '']) {
      const order = await ran('limit', '--from', from, ...ticker, '--percent=-20');
      expect(order.json['state']).toBe('placed');
    }
    for (const wallet of [keys, ['--account-key', accountKey]]) {
      const { json } = await place.json(['orders', ...place.there, ...wallet]);
      const listed = json['orders'] as readonly { readonly address?: string }[];
      expect(listed.map(({ address }) => address)).toEqual([undefined, far]);
    }
    // Two owners, so two transactions: each is built for its owner, and signed with that one's key.
    const back = await ran('cancel', '--all');
    expect([back.json['cancelled'], back.json['tx_hashes']]).toMatchObject([{ length: 2 }, { length: 2 }]);
    expect((await place.json(['orders', ...place.there, ...keys])).json['orders']).toEqual([]);
    const never = await place.json([
      ...['swap', ...place.there, ...keys, '--from', strangerAddress],
      ...[...ticker, '--slippage', '5', '--yes'],
    ]);
    expect(never.json.failure?.code).toBe('address-not-used');
  });

  test('is watched by its account key; a machine without a network signs with all the keys that a payment takes', async () => {
    const { ada } = await balance(...keys);
    const bundle = place.fresh('bundle.json');
    const exported = await place.json([
      ...['export', 'send', ...place.there, '--account-key', accountKey, '--bundle', bundle],
      ...['--to', strangerAddress, '--amount', String(Math.floor(ada * 0.9))],
    ]);
    expect(exported.json.failure).toBeUndefined();
    const witnesses = await place.signed(bundle);
    expect(witnesses.length).toBeGreaterThan(20);
    const done = await place.imported(bundle, witnesses, 'placed');
    expect(done.json.failure).toBeUndefined();
    expect(done.json).toMatchObject({ tx_hash: exported.json['tx_hash'] });
    expect(done.code).toBe(0);
    expect((await balance(...keys)).ada).toBeLessThan(ada * 0.11);
  });

  test('is watched by two of its addresses: one bundle takes back what both own, and says which keys sign', async () => {
    const two = [addresses[0] ?? '', far];
    const ticker = ['--in', 'ADA', '--out', 'AMBER', '--amount', '25', '--percent=-20'];
    for (const address of two) expect((await askFaucet(place.practice.endpoints, address)).length).toBe(64);
    await expect
      .poll(async () => (await balance('--address', two.join(' '))).addresses, { timeout: 30_000 })
      .toHaveLength(2);
    for (const from of two) await ran('limit', '--from', from, ...ticker);
    const bundle = place.fresh('bundle.json');
    const out = await place.json([
      ...['export', 'cancel', ...place.there, '--address', two.join(' '), '--all', '--bundle', bundle],
    ]);
    expect(out.json.failure).toBeUndefined();
    const looked = await place.json(['offline', 'inspect', '--bundle', bundle]);
    expect(looked.json).toMatchObject({
      transactions: two.toReversed().map((address, at) => ({
        txHash: (out.json['trades'] as readonly { readonly tx_hash: string }[])[at]?.tx_hash,
        signers: expect.arrayContaining([expect.objectContaining({ address })]) as unknown,
      })),
    });
    expect(looked.code).not.toBe(4);
    const done = await place.imported(bundle, await place.signed(bundle), 'placed');
    expect(done.json.failure).toBeUndefined();
    expect((await place.json(['orders', ...place.there, '--address', two.join(' ')])).json['orders']).toEqual(
      [],
    );
  });

  test('is gathered at its first address, and nothing of it is left elsewhere', async () => {
    const before = await balance(...keys);
    let fees = 0;
    for (let round = 0; round < 4; round += 1) {
      const held = await balance(...keys);
      if (held.addresses === undefined) break;
      const { json } = await ran('send', '--gather');
      expect(json).toMatchObject({ to: addresses[0], own_address: true });
      fees += Number(json['network_fee_ada']);
    }
    const after = await balance(...keys);
    expect(after.addresses).toBeUndefined();
    expect(after.ada).toBeCloseTo(before.ada - fees, 6);
    const token = (held: Balance): string[] =>
      held.amounts.filter((one) => one.token !== 'ADA').map((one) => `${one.amount} ${one.token}`);
    expect(token(after).toSorted()).toEqual(token(before).toSorted());
    const again = await place.json(['send', ...place.there, ...keys, '--gather', '--yes']);
    expect(again.json.failure?.code).toBe('gather-nothing');
  });
});
