import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { baseAddress, formatAddress } from '../../../src-main/cardano/address.ts';
import type { AccountAddresses, Ledger, Utxo } from '../../../src-main/ports/ledger.ts';
import { memoryFiles } from '../../../src-main/system/small-files.ts';
import { deriveAccount, PublicAccount, type KeyPath } from '../../../src-main/wallet/account.ts';
import {
  addressesOf,
  findUsedKeys,
  GAP_LIMIT,
  NOTHING_FOUND,
  ownKeysReaching,
  tradingAddressOf,
  tradingWith,
  UsedKeysFile,
} from '../../../src-main/wallet/own-addresses.ts';
import { SecretBytes } from '../../../src-main/wallet/secret-bytes.ts';
import { must } from '../../support/trader.ts';

const accountOf = (seed: number): PublicAccount =>
  new PublicAccount(deriveAccount(SecretBytes.take(new Uint8Array(32).fill(seed))).publicKey, 'preprod');
const account = accountOf(51);
const stranger = accountOf(52);
const STAKE: KeyPath = { role: 2, index: 0 };
const nameOf = ({ role, index }: KeyPath): string => `${role}/${index}`;

/** Indexes in use on one chain, with fewer unused ones in between than end a search. */
const chain = fc
  .array(fc.integer({ min: 1, max: GAP_LIMIT }), { maxLength: 8 })
  .map((steps) => steps.reduce<number[]>((all, step) => [...all, (all.at(-1) ?? -1) + step], []));

const used = fc
  .tuple(chain, chain)
  .map(([outer, inner]) =>
    ([outer, inner] as const).flatMap((indexes, role) =>
      indexes.map((index): KeyPath => ({ role: role === 0 ? 0 : 1, index })),
    ),
  );

/** Addresses that strangers and a lying back-end may put among an account's: none is derived from its key. */
const foreign = [
  stranger.address(0),
  formatAddress(baseAddress(0, stranger.keyHash({ role: 0, index: 3 }), account.keyHash(STAKE))),
  formatAddress(baseAddress(0, account.keyHash({ role: 0, index: 2 }), stranger.keyHash(STAKE))),
  'addr_test1nothing',
  '',
];

type Answers = Pick<Ledger, 'accountAddresses' | 'utxosAt'> & {
  readonly asked: { readonly addresses: number[] };
};

function ledgerOf(addresses: readonly string[], listed: AccountAddresses | 'cannot'): Answers {
  const asked = { addresses: [] as number[] };
  const utxo = (address: string): Utxo => ({
    txHash: 'ab'.repeat(32),
    index: 0,
    address,
    value: new Map([[ADA, 1_000_000n]]),
  });
  return {
    asked,
    accountAddresses: () =>
      Promise.resolve(
        listed === 'cannot' ? failed(failure('ledger-cannot-prove', { what: 'history' })) : ok(listed),
      ),
    utxosAt: (wanted) => {
      asked.addresses.push(wanted.length);
      return Promise.resolve(ok(wanted.filter((one) => addresses.includes(one)).map(utxo)));
    },
  };
}

describe('the addresses of an account', () => {
  it('are found on both chains by the list of a back-end, by what is unspent, and by both', async () => {
    await fc.assert(
      fc.asyncProperty(used, async (paths) => {
        const own = paths.map((path) => account.addressAt(path));
        const all = [...own, ...foreign];
        const wanted = paths.map(nameOf).filter((name) => name !== '0/0');
        const listing = ledgerOf(all, { addresses: all, complete: true });
        const found = must(await findUsedKeys(account, NOTHING_FOUND, listing));
        expect(found.map(nameOf)).toEqual(wanted);
        expect(listing.asked.addresses).toEqual([]);
        for (const listed of [
          'cannot',
          { addresses: [...foreign, ...own.slice(0, 3)], complete: false },
        ] as const) {
          const scanned = ledgerOf(all, listed);
          expect(must(await findUsedKeys(account, NOTHING_FOUND, scanned)).map(nameOf)).toEqual(wanted);
          // As many addresses as are in use, and the gap limit beyond the last one on each chain, at most.
          const ends = [0, 1].map((role) =>
            Math.max(0, ...paths.filter((path) => path.role === role).map(({ index }) => index + 1)),
          );
          const most = (ends[0] ?? 0) + (ends[1] ?? 0) + 2 * GAP_LIMIT;
          expect(scanned.asked.addresses.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('are found in a list beyond the gap limit, too: nothing has to be asked for it', async () => {
    const paths: readonly KeyPath[] = [0, 1].map((role) => ({ role: role === 0 ? 0 : 1, index: 70 }));
    const addresses = paths.map((path) => account.addressAt(path));
    const listing = ledgerOf(addresses, { addresses, complete: true });
    expect(must(await findUsedKeys(account, NOTHING_FOUND, listing))).toEqual(paths);
  });

  it('that were found once are not forgotten when a back-end withholds them', async () => {
    await fc.assert(
      fc.asyncProperty(used, async (paths) => {
        const known = must(
          await findUsedKeys(
            account,
            NOTHING_FOUND,
            ledgerOf(
              paths.map((one) => account.addressAt(one)),
              'cannot',
            ),
          ),
        );
        const silent = ledgerOf([], { addresses: [], complete: true });
        expect(must(await findUsedKeys(account, { paths: known }, silent))).toEqual(known);
      }),
      { numRuns: 20 },
    );
  });

  it('are looked for by what is unspent where an empty list cannot be true', async () => {
    const paths: readonly KeyPath[] = [
      { role: 0, index: 0 },
      { role: 0, index: 4 },
      { role: 1, index: 19 },
    ];
    const without = ledgerOf(
      paths.map((path) => account.addressAt(path)),
      { addresses: [], complete: true },
    );
    expect(must(await findUsedKeys(account, NOTHING_FOUND, without)).map(nameOf)).toEqual(['0/4', '1/19']);
    const fresh = ledgerOf([], { addresses: [], complete: true });
    expect(must(await findUsedKeys(account, NOTHING_FOUND, fresh))).toEqual([]);
    expect(fresh.asked.addresses).toEqual([1]);
  });

  it('are in use where the coins at them cannot be read', async () => {
    const [readable, unreadable] = [account.address(2), account.address(9)];
    const honest = ledgerOf([readable], 'cannot');
    const partly: Answers = {
      ...honest,
      utxosAt: async (wanted) => {
        const leftOut = wanted.includes(unreadable) ? failure('rows-left-out', { count: 1 }) : undefined;
        return { ok: true, value: must(await honest.utxosAt(wanted)), leftOut };
      },
    };
    expect(must(await findUsedKeys(account, NOTHING_FOUND, partly)).map(nameOf)).toEqual(['0/2', '0/9']);
  });

  it('are not guessed at when the back-end is in trouble', async () => {
    const troubled: Answers = {
      ...ledgerOf([], 'cannot'),
      accountAddresses: () => Promise.resolve(failed(failure('ledger-timeout'))),
    };
    expect(await findUsedKeys(account, NOTHING_FOUND, troubled)).toMatchObject({
      failure: { code: 'ledger-timeout' },
    });
  });
});

describe('what is kept of them', () => {
  it('says where to derive them, for this account alone, whatever is in the file', () => {
    fc.assert(
      fc.property(used, fc.nat(), (paths, choice) => {
        const files = memoryFiles();
        const file = new UsedKeysFile(files);
        const others = paths.filter((path) => nameOf(path) !== '0/0');
        const addresses = addressesOf(account, { paths: others });
        const trading = addresses[choice % addresses.length] ?? '';
        const chosen = tradingWith(account, { paths: others }, trading) ?? NOTHING_FOUND;
        file.save(account, chosen);
        expect(file.load(account)).toEqual(chosen);
        expect(tradingAddressOf(account, file.load(account))).toBe(trading);
        expect(addressesOf(account, file.load(account))).toEqual(addresses);
        expect(file.load(stranger)).toEqual(NOTHING_FOUND);
      }),
      { numRuns: 30 },
    );
    for (const text of ['', '{', '[]', '{"version":2}', '{"version":1,"account":"x","paths":["0/1"]}']) {
      const files = memoryFiles();
      files.write('addresses.json', Buffer.from(text));
      expect(new UsedKeysFile(files).load(account)).toEqual(NOTHING_FOUND);
    }
    const files = memoryFiles();
    const odd = ['0/1', '2/0', '0/999', '0/-1', '1/03', 7, null, foreign[0]];
    files.write(
      'addresses.json',
      Buffer.from(
        JSON.stringify({ version: 1, account: account.rewardAddress(), paths: odd, trading: '1/5' }),
      ),
    );
    expect(new UsedKeysFile(files).load(account)).toEqual({ paths: [{ role: 0, index: 1 }] });
  });
});

describe('the keys of a machine without a network', () => {
  it('reach as far as those in use, and no hash of others adds one', () => {
    const usual = account.ownKeys(40);
    const others = new Set([
      stranger.keyHash({ role: 0, index: 0 }),
      account.keyHash({ role: 1, index: 39 }),
    ]);
    expect(ownKeysReaching(account, others)).toEqual(usual);
    const far = account.keyHash({ role: 1, index: 77 });
    expect(ownKeysReaching(account, new Set([far, ...others]))).toEqual(account.ownKeys(77 + 1 + GAP_LIMIT));
    expect(ownKeysReaching(account, new Set([account.keyHash({ role: 0, index: 450 })]))).toEqual(usual);
  });
});
