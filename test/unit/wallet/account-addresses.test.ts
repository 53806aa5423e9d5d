import { describe, expect, it } from 'vitest';
import { ok } from '#domain/result.ts';
import { encodeBech32 } from '../../../src-main/cardano/bech32.ts';
import { hexBytes } from '../../../src-main/cardano/hex.ts';
import type { Ledger } from '../../../src-main/ports/ledger.ts';
import { PublicAccount } from '../../../src-main/wallet/account.ts';
import type { Wallet } from '../../../src-main/wallet/wallet.ts';
import { must, STRANGERS_PHRASE } from '../../support/trader.ts';
import { read } from '../../support/vectors.ts';
import { PASSWORD, WalletBench } from '../../support/wallet-bench.ts';

interface Vector {
  readonly id: string;
  readonly mnemonic: string;
  readonly acctXpubHex?: string;
}

const vector = (JSON.parse(read('derivation/derivation.json')) as readonly Vector[]).find(
  ({ id }) => id === 'cardano-signer-24',
);
const KEY = hexBytes(vector?.acctXpubHex ?? '');
const account = new PublicAccount(KEY, 'mainnet');
const first = account.address(0);
const others = [account.address(3), account.addressAt({ role: 1, index: 47 })];
const [third = '', far = ''] = others;

const listing = (addresses: readonly string[]): Pick<Ledger, 'accountAddresses' | 'utxosAt'> => ({
  accountAddresses: () => Promise.resolve(ok({ addresses, complete: true })),
  utxosAt: () => Promise.resolve(ok([])),
});

const withWords = (bench: WalletBench): Promise<Wallet> => bench.withWallet(vector?.mnemonic);
async function watching(bench: WalletBench): Promise<Wallet> {
  const wallet = await bench.open();
  must(await wallet.watch(encodeBech32('acct_xvk', KEY)));
  return wallet;
}

describe.each([
  ['of words', withWords],
  ['that watches an account key', watching],
] as const)('a wallet %s', (_, opened) => {
  it('has the addresses that were found, until it is another wallet', async () => {
    const bench = new WalletBench();
    const wallet = await opened(bench);
    expect(wallet.status().addresses).toBeUndefined();
    expect(must(wallet.account())).toMatchObject({ address: first, addresses: [first] });
    let changes = 0;
    wallet.onChange(() => (changes += 1));
    must(await wallet.findAddresses(listing([far, first, third])));
    must(await wallet.findAddresses(listing([])));
    expect(changes).toBe(1);
    expect(wallet.status()).toMatchObject({ address: first, addresses: [first, third, far] });
    const { addresses, own } = must(wallet.account());
    expect(addresses).toEqual([first, third, far]);
    // The keys reach beyond the last one in use, as a gap limit demands.
    expect(own).toEqual(account.ownKeys(47 + 1 + 20));

    const again = await bench.open();
    expect(again.status().addresses).toEqual([first, third, far]);
    if (again.status().state === 'watching') {
      expect(again.keyPlaces(40)).toHaveLength(1 + 2 * 68);
      must(await again.unwatch());
    } else must(await again.remove(PASSWORD));
    const other = await bench.open();
    must(await other.import(STRANGERS_PHRASE, PASSWORD));
    expect(other.status().addresses).toBeUndefined();
  });

  it('trades with the one that was chosen, also after a restart, and finds others meanwhile', async () => {
    const bench = new WalletBench();
    const wallet = await opened(bench);
    expect(await wallet.useAddress(far)).toMatchObject({ failure: { code: 'address-not-used' } });
    must(await wallet.findAddresses(listing([far])));
    must(await wallet.useAddress(far));
    expect(wallet.address(0)).toEqual(ok(far));
    must(await wallet.findAddresses(listing([third])));
    const again = await bench.open();
    expect(must(again.account())).toMatchObject({ address: far, addresses: [far, first, third] });
    expect(again.status()).toMatchObject({ address: far, addresses: [first, third, far] });
    must(await again.useAddress(first));
    expect(must((await bench.open()).account()).address).toBe(first);
  });
});
