import { describe, expect, it } from 'vitest';
import { failureText, type FailureCode } from '#domain/failure.ts';
import { ok } from '#domain/result.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { encodeBech32 } from '../../../src-main/cardano/bech32.ts';
import { hexBytes } from '../../../src-main/cardano/hex.ts';
import { readAccountKey } from '../../../src-main/wallet/account-key.ts';
import { PASSWORD, WalletBench, WORDS } from '../../support/wallet-bench.ts';
import { read } from '../../support/vectors.ts';

interface Vector {
  readonly id: string;
  readonly mnemonic: string;
  readonly acctXpubHex?: string;
}

const vector = (JSON.parse(read('derivation/derivation.json')) as readonly Vector[]).find(
  ({ id }) => id === 'cardano-signer-24',
);
const HEX = vector?.acctXpubHex ?? '';
const KEY = hexBytes(HEX);
const code = (value: FailureCode) => ({ ok: false, failure: { code: value } });

function reason(text: string): string {
  const answer = readAccountKey(text);
  return answer.ok ? 'read' : failureText(answer.failure).what;
}

describe('the public key of an account', () => {
  it('is read as hex and as Bech32', () => {
    for (const text of [HEX, ` ${HEX.toUpperCase()}\n`, encodeBech32('acct_xvk', KEY)])
      expect(readAccountKey(text)).toEqual(ok(KEY));
  });

  it.each([
    ['a shared wallet', encodeBech32('acct_shared_xvk', KEY), 'shared wallet'],
    ['a private key', encodeBech32('acct_xsk', new Uint8Array(96).fill(7)), 'private key'],
    ['a private key in hex', '07'.repeat(96), 'private key'],
    ['a signing key of cardano-cli in hex', '07'.repeat(128), 'private key'],
    ['a key without chain code', encodeBech32('acct_xvk', KEY.subarray(0, 32)), '32 bytes, not 64'],
    ['hex cut short', HEX.slice(2), '63 bytes, not 64'],
    ['the key of one address', encodeBech32('addr_xvk', KEY), 'acct_xvk1'],
    ['a wrong checksum', `${encodeBech32('acct_xvk', KEY).slice(0, -1)}b`, 'checksum'],
    ['bytes that are no point of the curve', `02${'00'.repeat(63)}`, 'no address'],
    ['nothing', '', 'bytes'],
  ])('is refused when it is %s, with the reason', (_, text, words) => {
    expect(reason(text)).toContain(words);
  });

  it('is never repeated when it is a private one', () => {
    const secret = '1122334455667788'.repeat(12);
    for (const text of [secret, encodeBech32('acct_xsk', hexBytes(secret)), `${secret}0`])
      expect(JSON.stringify(readAccountKey(text))).not.toMatch(/11223344|acct_xsk/);
  });
});

describe('a watch-only wallet', () => {
  it('of an account has the addresses and the keys of the wallet that holds its key', async () => {
    const whole = await new WalletBench().withWallet(vector?.mnemonic);
    const wallet = await new WalletBench().open();
    const first = whole.address(0);
    expect(wallet.previewWatched(HEX)).toEqual(ok({ addresses: [first.ok ? first.value : ''] }));
    expect(await wallet.watch(encodeBech32('acct_xvk', KEY))).toEqual(ok(undefined));
    expect(wallet.address(0)).toEqual(whole.address(0));
    expect(wallet.ownKeys(40)).toEqual(whole.ownKeys(40));
    expect(wallet.ownKeys(40)).toMatchObject(
      ok({ stakeKeyHashes: { size: 1 }, paymentKeyHashes: { size: 80 } }),
    );
  });

  it('of an account says where its keys are, for devices that derive them', async () => {
    const wallet = await new WalletBench().open();
    expect(wallet.keyPlaces(2)).toEqual([]);
    expect(await wallet.watch(HEX)).toEqual(ok(undefined));
    const places = wallet.keyPlaces(2);
    expect(places.map(({ path }) => path)).toEqual(
      ['2/0', '0/0', '0/1', '1/0', '1/1'].map((end) => `1852'/1815'/0'/${end}`),
    );
    const keys = wallet.ownKeys(2);
    const own = keys.ok ? [...keys.value.stakeKeyHashes, ...keys.value.paymentKeyHashes] : [];
    expect(places.map(({ keyHash }) => keyHash)).toEqual(own);

    // Another account of the same words differs only in its number: addresses and keys follow from the public key.
    const third = await new WalletBench().open();
    expect(await third.watch(`${HEX} 2`)).toEqual(ok(undefined));
    expect(third.address(0)).toEqual(wallet.address(0));
    expect(third.keyPlaces(1)[0]).toEqual({ keyHash: own[0], path: "1852'/1815'/2'/2/0" });
    for (const wrong of [`${HEX} 12345`, `${HEX} -1`, `${HEX} 1 2`])
      expect(third.previewWatched(wrong)).toMatchObject(code('account-key-malformed'));
    const address = await new WalletBench().open();
    const first = wallet.address(0);
    expect(await address.watch(first.ok ? first.value : '')).toEqual(ok(undefined));
    expect(address.keyPlaces(2)).toEqual([]);
  });

  it('of an address has that address, its two keys and no others', async () => {
    const whole = await new WalletBench().withWallet();
    const address = whole.address(0);
    const keys = whole.ownKeys(1);
    if (!address.ok || !keys.ok) throw new Error('the wallet has no address');
    const bench = new WalletBench();
    const wallet = await bench.open();
    expect(wallet.previewWatched(` ${address.value.toUpperCase()} `)).toEqual(
      ok({ addresses: [address.value] }),
    );
    expect(wallet.status().state).toBe('none');
    expect(await wallet.watch(` ${address.value.toUpperCase()} `)).toEqual(ok(undefined));
    expect(wallet.status()).toEqual({
      state: 'watching',
      sessionOnly: false,
      address: address.value,
      autoLockMinutes: 10,
    });
    const watched = wallet.ownKeys(40);
    if (!watched.ok) throw new Error(watched.failure.code);
    expect([...watched.value.stakeKeyHashes]).toEqual([...keys.value.stakeKeyHashes]);
    expect([...watched.value.paymentKeyHashes]).toEqual([[...keys.value.paymentKeyHashes][0]]);

    const again = await bench.open();
    expect(again.status()).toMatchObject({ state: 'watching', address: address.value });
    expect(again.address(0)).toEqual(address);
    expect(again.address(1)).toMatchObject(code('watch-only'));
  });

  it('of several addresses trades with one of them, and knows the keys of all', async () => {
    const hash = (nth: number) => nth.toString(16).padStart(2, '0').repeat(28);
    const key = (nth: number) => ({ kind: 'key', hash: hash(nth) }) as const;
    const three = [1, 2, 3].map((nth) => formatAddress(addressOf(1, key(nth), key(nth + 10))));
    const [first = '', second = '', third = ''] = three;
    const bench = new WalletBench();
    const wallet = await bench.open();
    // Spaces, lines and commas set them apart, and one that is named twice is one.
    const typed = `${first}\n ${second.toUpperCase()}, ${third} ${first}`;
    expect(wallet.previewWatched(typed)).toEqual(ok({ addresses: three }));
    expect(await wallet.watch(typed)).toEqual(ok(undefined));
    expect(wallet.status()).toMatchObject({ state: 'watching', address: first, addresses: three });
    expect(wallet.ownKeys(1)).toEqual(
      ok({
        paymentKeyHashes: new Set([1, 2, 3].map(hash)),
        stakeKeyHashes: new Set([11, 12, 13].map(hash)),
      }),
    );

    let told = 0;
    wallet.onChange(() => (told += 1));
    expect(await wallet.useAddress(third)).toEqual(ok(undefined));
    expect(told).toBe(1);
    expect(wallet.address(0)).toEqual(ok(third));
    expect((await bench.open()).status()).toMatchObject({ address: third, addresses: three });

    const strange = formatAddress(addressOf(1, key(9), undefined));
    expect(await wallet.useAddress(strange)).toMatchObject(code('address-not-used'));
    expect(wallet.address(0)).toEqual(ok(third));
  });

  it('takes no more than twenty addresses, nothing among them that is none, and no other one of an account', async () => {
    const wallet = await new WalletBench().open();
    const many = Array.from({ length: 21 }, (_, nth) =>
      formatAddress(addressOf(1, { kind: 'key', hash: (nth + 1).toString(16).padStart(56, '0') }, undefined)),
    );
    expect(wallet.previewWatched(many.join(' '))).toMatchObject(code('watched-several'));
    expect(wallet.previewWatched(many.slice(1).join(' '))).toMatchObject({ ok: true });
    expect(wallet.previewWatched(`${many[0] ?? ''} ${HEX}`)).toMatchObject(code('watched-several'));
    expect(wallet.previewWatched(`${many[0] ?? ''} addr1qqqqqq`)).toMatchObject(code('address-malformed'));
    expect(await wallet.watch(HEX)).toEqual(ok(undefined));
    const only = wallet.address(0);
    // The account's key is what is kept, and an address of it must not take its place.
    expect(await wallet.useAddress(only.ok ? only.value : '')).toEqual(ok(undefined));
    expect(await wallet.useAddress(many[0] ?? '')).toMatchObject(code('address-not-used'));
    expect(wallet.ownKeys(40)).toMatchObject(ok({ paymentKeyHashes: { size: 80 } }));
  });

  it('takes no address of a script, of another network or of no wallet', async () => {
    const wallet = await new WalletBench().open();
    const key = { kind: 'key', hash: '11'.repeat(28) } as const;
    const script = { kind: 'script', hash: '22'.repeat(28) } as const;
    for (const [text, expected] of [
      [formatAddress(addressOf(1, script, key)), 'watched-script'],
      [formatAddress(addressOf(0, key, key)), 'address-elsewhere'],
      ['addr1qqqqqq', 'address-malformed'],
      ['stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw', 'address-other-kind'],
      [WORDS, 'account-key-malformed'],
    ] as const) {
      expect(wallet.previewWatched(text)).toMatchObject(code(expected));
      expect(await wallet.watch(text)).toMatchObject(code(expected));
    }
    expect(wallet.status().state).toBe('none');
    // The stake part of a script is nobody's key; an address without one has none.
    for (const stake of [script, undefined]) {
      const half = await new WalletBench().open();
      expect(await half.watch(formatAddress(addressOf(1, key, stake)))).toEqual(ok(undefined));
      expect(half.ownKeys(1)).toMatchObject(ok({ stakeKeyHashes: new Set() }));
    }
  });

  it('does nothing that needs a key, gives way to no other wallet unasked, and ends when asked', async () => {
    const bench = new WalletBench();
    const wallet = await bench.open();
    expect(await wallet.unwatch()).toMatchObject(code('no-wallet'));
    expect(await wallet.watch(HEX)).toEqual(ok(undefined));
    const answers = await Promise.all([
      wallet.unlock(PASSWORD, 15),
      wallet.checkPassword(PASSWORD),
      wallet.changePassword(PASSWORD, 'another battery staple'),
      wallet.exportBackup(PASSWORD),
      wallet.remove(PASSWORD),
    ]);
    for (const answer of answers) expect(answer).toMatchObject(code('watch-only'));
    expect(await wallet.import(WORDS, PASSWORD)).toMatchObject(code('wallet-exists'));
    expect(await wallet.watch(HEX)).toMatchObject(code('wallet-exists'));
    expect(wallet.status().state).toBe('watching');
    expect(await wallet.unwatch()).toEqual(ok(undefined));
    expect(wallet.status().state).toBe('none');
    expect((await bench.open()).status().state).toBe('none');
    expect(await wallet.import(WORDS, PASSWORD)).toEqual(ok(undefined));
    expect(await wallet.watch(HEX)).toMatchObject(code('wallet-exists'));
    expect(await wallet.unwatch()).toMatchObject(code('no-wallet'));
  });

  it('is neither made nor ended for a user who left while the wallet was busy', async () => {
    const bench = new WalletBench();
    const wallet = await bench.open();
    let wanted = true;
    const leaving = async (work: () => Promise<unknown>) => {
      wanted = true;
      const busy = wallet.refresh();
      const waiting = work();
      wanted = false;
      await busy;
      expect(await waiting).toMatchObject(code('request-refused'));
    };
    await leaving(() => wallet.watch(HEX, () => wanted));
    expect(wallet.status().state).toBe('none');
    expect(bench.disk.read('watched.json')).toBeUndefined();
    expect(await wallet.watch(HEX)).toEqual(ok(undefined));
    await leaving(() => wallet.unwatch(() => wanted));
    expect((await bench.open()).status().state).toBe('watching');
  });

  it('is whole or absent after a power cut', async () => {
    const bench = new WalletBench();
    const wallet = await bench.open();
    bench.changesLeft = 0;
    await expect(wallet.watch(HEX)).rejects.toThrow();
    bench.changesLeft = Number.POSITIVE_INFINITY;
    expect((await bench.open()).status().state).toBe('none');
  });

  it('never hides a keystore, whatever its file says', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    const address = wallet.address(0);
    bench.disk.write('watched.json', Buffer.from(JSON.stringify({ version: 1, watched: HEX })));
    const again = await bench.open();
    expect(again.status().state).toBe('locked');
    expect(again.address(0)).toEqual(address);
    bench.disk.remove('keystore');
    bench.disk.remove('keystore.previous');
    expect((await bench.open()).status()).toMatchObject({
      state: 'unavailable',
      failure: { code: 'keystore-missing' },
    });
  });

  it.each([
    ['no JSON', '{'],
    ['another version', JSON.stringify({ version: 2, watched: HEX })],
    ['a field too many', JSON.stringify({ version: 1, watched: HEX, name: 'x' })],
    ['an address of another network', JSON.stringify({ version: 1, watched: 'addr_test1vz' })],
    ['far too much', JSON.stringify({ version: 1, watched: 'a'.repeat(10_000) })],
  ])('whose file holds %s is not taken for none, and can be named again or replaced', async (_, content) => {
    const bench = new WalletBench();
    bench.disk.write('watched.json', Buffer.from(content));
    const wallet = await bench.open();
    expect(wallet.status()).toMatchObject({ state: 'unavailable', failure: { code: 'watched-corrupt' } });
    expect(wallet.holdsKey()).toBe(false);
    expect(await wallet.watch(HEX)).toEqual(ok(undefined));
    expect((await bench.open()).status().state).toBe('watching');

    bench.disk.write('watched.json', Buffer.from(content));
    const replaced = await bench.open();
    expect(await replaced.import(WORDS, PASSWORD)).toEqual(ok(undefined));
    expect(bench.disk.read('watched.json')).toBeUndefined();
    expect((await bench.open()).status().state).toBe('locked');
  });
});
