import { isDeepStrictEqual } from 'node:util';

import { describe, expect, it } from 'vitest';

import pools from '../../resources/pool-scripts.json' with { type: 'json' };
import list from '../../resources/order-scripts.json' with { type: 'json' };
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import { lovelaceIn } from '#domain/amount.ts';
import { baseAddress, formatAddress, parseAddressBytes } from '../../src-main/cardano/address.ts';
import { scanCbor, type CborItem } from '../../src-main/cardano/cbor-scanner.ts';
import { hexBytes, toHex } from '../../src-main/cardano/hex.ts';
import type { OrderForm, OrderTerms } from '../../src-main/exchanges/order-form.ts';
import { networkScripts } from '../../src-main/exchanges/known-scripts.ts';
import { readRestingOrder, type RestingOutput } from '../../src-main/inspect/resting-order.ts';
import { findOrder } from '../../src-main/trading/order-finder.ts';
import {
  assetsOf,
  realOrders,
  scriptOutputsOfUsers,
  scriptsBrought,
  type RealOrder,
} from '../support/real-orders.ts';
import { networkPools } from '../../src-main/exchanges/known-pools.ts';
import { ScriptedLedger } from '../support/scripted-ledger.ts';

const known = networkScripts('mainnet', list) ?? new Map<string, never>();
const orders = realOrders(known);
const ofUsers = orders.filter(({ user }) => user !== undefined);

/**
 * Orders whose wanted asset no datum names: VyFi's and SundaeSwap V1's name at most a pool, whose assets the list does
 * not have; and one plan trades at Splash alone, where it binds nothing; another buys a token that no
 * real transaction has.
 */
const poolUnknown = ['4c56aca4#1', '4c56aca4#5', '71ca2caa#1', 'b18c6ad9#0', 'f47dfb47#1'];

/** The wallet's input was signed, but no output pays it; or the aggregator placed the order for an earlier DCA. */
const authorElsewhere: Readonly<Record<string, string>> = {
  '57c50bf9#0': '0fa95a3ac2db1b7d59964913fbfd5a83e9a80f69ae584176fd7c6800',
  '71ca2caa#1': 'bb2ff620c0dd8b0adc19e6ffadea1a150c85d1b22d05e2db10c55c61',
  '1197893f#1': '49c2c4f76f238563c5990a35705da21a365ec249e73a1f9bac2893a7',
  'f47dfb47#1': '7d4300be1cfd6bb2d3645ff63688db0f2374c0ec770ec6e5edf3dea5',
  '71ca2caa#2': 'bb2ff620c0dd8b0adc19e6ffadea1a150c85d1b22d05e2db10c55c61',
  '1197893f#2': '49c2c4f76f238563c5990a35705da21a365ec249e73a1f9bac2893a7',
  'f47dfb47#2': '7d4300be1cfd6bb2d3645ff63688db0f2374c0ec770ec6e5edf3dea5',
};

describe('the orders of the 64 transactions', () => {
  it('are at scripts that the list knows, each with its form', () => {
    const outputs = scriptOutputsOfUsers();
    expect(outputs).toHaveLength(80);
    expect(outputs.filter(([, , script]) => !known.has(script))).toEqual([]);
    expect(ofUsers).toHaveLength(80);
    expect(ofUsers.filter(({ script }) => !script.form)).toEqual([]);
  });

  it('are at scripts of the Plutus version that the list has for them, wherever a transaction brings the script', () => {
    const brought = scriptsBrought();
    const listed = [...known].filter(([hash]) => brought.has(hash));
    expect(new Set(listed.map(([, { exchange }]) => exchange))).toEqual(
      new Set(['Minswap V1', 'SundaeSwap V1', 'WingRiders V1', 'VyFi', 'Aggregator DCA']),
    );
    for (const [hash, { exchange, plutus }] of listed) expect(plutus, exchange).toBe(brought.get(hash));
  });

  it('name their terms by a hash where the script is of Plutus version 1, and inline elsewhere, but at MuesliSwap', () => {
    const kinds = (all: readonly RealOrder[]) => new Set(all.map(({ output }) => output.datum.kind));
    const atFirst = orders.filter(({ script }) => script.plutus === 1);
    const later = orders.filter(({ script }) => script.plutus !== 1);
    expect([atFirst.length, kinds(atFirst)]).toEqual([22, new Set(['hash'])]);
    expect(kinds(later.filter(({ script }) => script.exchange !== 'MuesliSwap'))).toEqual(
      new Set(['inline']),
    );
    expect(kinds(later.filter(({ script }) => script.exchange === 'MuesliSwap'))).toEqual(new Set(['hash']));
  });

  it('name their author as owner, payment and stake part, and nobody else as canceller', () => {
    for (const order of withForm(ofUsers)) {
      const terms = termsOf(order);
      const { userPaymentKeyHash, userStakeKeyHash } = order.user ?? {};
      expect(terms.ownerPaymentKeyHash, place(order)).toBe(
        userPaymentKeyHash ?? authorElsewhere[place(order)],
      );
      if (typeof userStakeKeyHash === 'string')
        expect(terms.ownerStakeKeyHash, place(order)).toBe(userStakeKeyHash);
      expect([undefined, terms.ownerStakeKeyHash], place(order)).toContain(terms.cancelKeyHash);
    }
  });

  it('say what they want and a minimum, and take fees that their lovelace covers', () => {
    const silent: string[] = [];
    for (const order of withForm(ofUsers)) {
      const { wanted, minimumReceived, batcherFee = 0n, deposit = 0n } = termsOf(order);
      if (wanted === undefined) silent.push(place(order));
      else expect(order.output.value.has(wanted) && wanted !== ADA, place(order)).toBe(false);
      const plan = order.script.form.name === 'aggregator-dca';
      if (plan) expect(minimumReceived, place(order)).toBe(0n);
      else expect(minimumReceived, place(order)).toBeGreaterThan(0n);
      if (!plan) expect(batcherFee, place(order)).toBeLessThanOrEqual(2_650_000n);
      expect(lovelaceIn(order.output.value), place(order)).toBeGreaterThanOrEqual(batcherFee + deposit);
    }
    expect(silent.sort()).toEqual(poolUnknown);
  });

  it('name no more for the batcher than what the list of pools says that the exchange keeps', () => {
    const listed = [...networkPools('mainnet', pools).values()];
    const fees = new Map(
      listed.flatMap(({ exchange, fee }) => (fee === undefined ? [] : [[exchange, fee] as const])),
    );
    const most = new Map<string, bigint>();
    for (const order of withForm(ofUsers)) {
      const { exchange } = order.script;
      const fee = termsOf(order).batcherFee;
      if (fee !== undefined && fees.has(exchange) && fee > (most.get(exchange) ?? 0n))
        most.set(exchange, fee);
    }
    for (const [exchange, fee] of most) expect(fees.get(exchange), exchange).toBeGreaterThanOrEqual(fee);
    expect(most.size).toBe(4);
  });

  it('are refused when the trade is between other assets', () => {
    const other = asset(`${'5a'.repeat(28)}5a`);
    for (const order of withForm(ofUsers)) {
      const read = order.script.form.read(order.datumHex, [other, other]);
      const names = order.script.form.name;
      if (['minswap-v1', 'minswap-stable', 'sundae-v1', 'vyfi'].includes(names)) expect(read.ok).toBe(true);
      else expect(read.ok, place(order)).toBe(false);
    }
  });

  it('show every change of a byte in a hash of theirs, or are refused', () => {
    const unseen = new Set<string>();
    for (const order of withForm(ofUsers)) {
      const good = termsOf(order);
      const assets = assetsOf(order, good.wanted);
      for (const { at, path } of hashBytes(order.datumHex)) {
        const read = order.script.form.read(withByteFlipped(order.datumHex, at), assets);
        if (read.ok && same(read.value, good)) unseen.add(`${order.script.form.name} ${path}`);
      }
    }
    // Which pool serves the order, and the mark that follows it through partial fills: the minimum holds all the same.
    expect([...unseen].sort()).toEqual(['splash 1', 'sundae-v3 0/0']);
  });

  it('show every change of any byte, but for fields that give nobody anything', () => {
    const unseen = new Set<string>();
    for (const order of withForm(ofUsers)) {
      const good = termsOf(order);
      const assets = assetsOf(order, good.wanted);
      // Nothing can be compared with a plan's hashes where it is not known what it buys.
      if (order.script.form.name === 'aggregator-dca' && !assets) continue;
      for (const { at, path } of allBytes(order.datumHex)) {
        const read = order.script.form.read(withByteFlipped(order.datumHex, at), assets);
        if (read.ok && same(read.value, good)) unseen.add(`${order.script.form.name} ${path}`);
      }
    }
    expect([...unseen].sort()).toEqual([
      'aggregator-dca 11/4/1', // the hash at SundaeSwap V1 and V3, where nothing is proven by it
      'aggregator-dca 11/4/2',
      'aggregator-dca 11/6/1',
      'minswap-v2 6/1/0', // how much is swapped: what is not comes back
      'splash 1', // the mark that follows the order
      'splash 3', // amount, least of a step and price, where so little is asked that rounding hides it
      'splash 5',
      'splash 7/1',
      'sundae-v1 0', // the pool, where its assets are not known
      'sundae-v1 3/1', // how much is offered: what is not comes back
      'sundae-v3 0/0', // the pool: the minimum holds in each
      'sundae-v3 4/0/2', // how much is offered
      'sundae-v3 5', // which empty extension
    ]);
  });
});

describe('the orders of the 64 transactions that name their terms by a hash', () => {
  it('are found on a ledger that gives only that hash, by the bytes that placed them', async () => {
    const hashed = withForm(ofUsers).filter(({ output }) => output.datum.kind === 'hash');
    expect(hashed).toHaveLength(17);
    for (const { txHash, index, output, cbor, ...order } of hashed) {
      const address = parseAddressBytes(output.addressBytes);
      if (!address.ok || output.datum.kind !== 'hash') throw new Error('an order at a script');
      const ledger = new ScriptedLedger();
      const told = { txHash, index, address: formatAddress(address.value), value: output.value };
      const outputs = [{ ...told, datumHash: output.datum.hash }];
      ledger.chain.set(txHash, { hash: txHash, inputs: [], outputs });
      const { ownerPaymentKeyHash, ownerStakeKeyHash = '' } = termsOf({
        txHash,
        index,
        output,
        cbor,
        ...order,
      });
      const parts = {
        ledger,
        ownBytes: () => undefined,
        parts: (one: RestingOutput) => readRestingOrder(one, known),
        own: {
          paymentKeyHashes: new Set([ownerPaymentKeyHash ?? '']),
          stakeKeyHashes: new Set([ownerStakeKeyHash]),
        },
        owner: () => formatAddress(baseAddress(1, ownerPaymentKeyHash ?? '', ownerStakeKeyHash)),
      };
      expect(await findOrder({ txHash, index }, parts)).toMatchObject({
        failure: { code: 'order-terms-unknown' },
      });
      ledger.bytes.set(txHash, cbor);
      expect(await findOrder({ txHash, index }, parts)).toMatchObject({
        ok: true,
        value: { output: `${txHash}#${index}`, order: { exchange: order.script.exchange } },
      });
    }
  });
});

describe('figures of real orders, counted by hand', () => {
  const iusd = asset('f66d78b4a3cb3d37afa0ec36461e51ecbde00f26c8f0a68f94b6988069555344');
  const djed = asset('8db269c3ec630e06ae29f74bc39edd1f87c819f1056206e879a1cd61446a65644d6963726f555344');
  const snek = asset('279c909f348e533da5808898f87f9a14bb2c3dfbbacccd631d927a3f534e454b');
  const agix = asset('f43a62fdc3965df486de8a0d32fe800963589c41b38946602a0dc53541474958');
  const talos = asset('97bbb7db0baef89caefce61b8107ac74c7a7340166b39d906f174bec54616c6f73');
  const milk = asset('afbe91c0b44b3040e360057bf8354ead8c49c4979ae6ab7c4fbdc9eb4d494c4b7632');

  it.each([
    // A sale of iUSD split over five exchanges: 30c7bfa7.
    [
      '30c7bfa7',
      0,
      { wanted: ADA, minimumReceived: 141_358_195n, batcherFee: undefined, deposit: undefined },
    ],
    ['30c7bfa7', 1, { wanted: ADA, minimumReceived: 1_793_024_606n, batcherFee: 2_000_000n }],
    ['30c7bfa7', 2, { wanted: ADA, minimumReceived: 1_522_743_274n, batcherFee: 1_280_000n }],
    ['30c7bfa7', 3, { wanted: ADA, minimumReceived: 1_657_871_980n, deposit: 2_000_000n }],
    [
      '30c7bfa7',
      4,
      { wanted: ADA, minimumReceived: 140_210_243n, batcherFee: 2_000_000n, deposit: 2_000_000n },
    ],
    ['30c7bfa7', 5, { wanted: ADA, minimumReceived: 270_198_859n, batcherFee: 2_000_000n }],
    // A purchase of one token over four exchanges: a65f2b4d.
    ['a65f2b4d', 0, { wanted: talos, minimumReceived: 217_502n, batcherFee: 700_000n }],
    ['a65f2b4d', 1, { wanted: talos, minimumReceived: 36_641n }],
    ['a65f2b4d', 2, { wanted: talos, minimumReceived: 110_021n, batcherFee: 1_280_000n }],
    ['a65f2b4d', 3, { wanted: talos, minimumReceived: 122_799n, batcherFee: 2_000_000n }],
    // 766,004,108 lovelace = 762,724,108 offered + 1,280,000 fee + 2,000,000 deposit.
    ['4d144196', 0, { wanted: iusd, minimumReceived: 478_007_949n, batcherFee: 1_280_000n }],
    // 29,862,348 lovelace for DJED, of which 2 ADA fee and 2 ADA deposit.
    [
      '8a25aec9',
      0,
      { wanted: djed, minimumReceived: 23_571_132n, batcherFee: 2_000_000n, deposit: 2_000_000n },
    ],
    // 350 DJED for 351.15 USDC, which has eight decimals.
    ['af96b2ca', 0, { minimumReceived: 35_115_337_702n, batcherFee: 600_000n, deposit: 2_000_000n }],
    ['4a3e7e67', 0, { wanted: snek, minimumReceived: 528_057n }],
    ['9af5f695', 0, { wanted: milk, minimumReceived: 972_822_974n }],
    // A purchase of AGIX over six exchanges; 125,697,038 = 121,197,038 + 2,500,000 fee + 2,000,000.
    ['4c56aca4', 0, { wanted: agix, minimumReceived: 70_044_693_103n }],
    ['4c56aca4', 1, { wanted: undefined, minimumReceived: 37_931_343_514n, batcherFee: 2_500_000n }],
    ['4c56aca4', 2, { wanted: agix, minimumReceived: 172_164_275_594n, batcherFee: 900_000n }],
    ['4c56aca4', 3, { wanted: agix, minimumReceived: 11_302_905_149n }],
    ['4c56aca4', 4, { wanted: agix, minimumReceived: 28_523_565_411n, deposit: 2_000_000n }],
    ['4c56aca4', 5, { wanted: undefined, minimumReceived: 321_814_881_090n }],
  ] as const)('%s, output %i', (hash, index, expected) => {
    const order = withForm(ofUsers).find((each) => place(each) === `${hash}#${index}`);
    expect(order && termsOf(order)).toMatchObject(expected);
  });
});

describe('orders of other real transactions', () => {
  it('are refused where a script or a datum comes between the owner and the proceeds', () => {
    const refused = withForm(orders)
      .map((order) => [place(order), order.script.form.read(order.datumHex)] as const)
      .flatMap(([at, read]) => (read.ok ? [] : [[at, read.failure]]));
    expect(Object.fromEntries(refused)).toEqual({
      '8b7acba7#0': "the order's receiver belongs to a script",
      '89cfef96#0': "the order's receiver belongs to a script",
      '805f42cb#0': "the order's details is of another kind",
    });
  });

  it('prove a route over three assets only when all three are given', () => {
    const order = withForm(orders).find((each) => place(each) === '2a0a4706#0');
    const ibtc = asset('f66d78b4a3cb3d37afa0ec36461e51ecbde00f26c8f0a68f94b6988069425443');
    const iusd = asset('f66d78b4a3cb3d37afa0ec36461e51ecbde00f26c8f0a68f94b6988069555344');
    const read = (assets: readonly AssetId[]): unknown => order?.script.form.read(order.datumHex, assets);
    expect(read([iusd, ibtc, ADA])).toMatchObject({
      ok: true,
      value: { wanted: ADA, minimumReceived: 1_004_068_515n },
    });
    expect(read([iusd, ADA])).toEqual({ ok: false, failure: 'the order trades in a pool of other assets' });
  });

  it('are read in every limit order of a transaction with twenty', () => {
    const twenty = withForm(orders).filter(({ txHash }) => txHash.startsWith('70d9b677'));
    expect(twenty).toHaveLength(20);
    for (const order of twenty)
      expect(termsOf(order)).toMatchObject({ wanted: ADA, minimumReceived: 100_000_000n });
  });
});

function withForm(all: readonly RealOrder[]): readonly (RealOrder & { script: { form: OrderForm } })[] {
  return all.filter(
    (order): order is RealOrder & { script: { form: OrderForm } } => order.script.form !== undefined,
  );
}

/** The terms with the assets of the trade given, where real data tell them. */
function termsOf(order: RealOrder & { script: { form: OrderForm } }): OrderTerms {
  const { form } = order.script;
  const first = form.read(order.datumHex);
  const read = form.read(order.datumHex, first.ok ? assetsOf(order, first.value.wanted) : undefined);
  if (!read.ok) throw new Error(`${place(order)}: ${read.failure}`);
  return read.value;
}

function place({ txHash, index }: RealOrder): string {
  return `${txHash.slice(0, 8)}#${index}`;
}

/** Every byte of every string of 28 or 56 bytes, with the way to it from the datum's outermost constructor. */
function hashBytes(hex: string): readonly Place[] {
  return placesIn(hex, (item) => item.kind === 'bytes' && [28, 56].includes(item.value.length));
}

/** Every byte of a number or a string, its head included. */
function allBytes(hex: string): readonly Place[] {
  return placesIn(hex, ({ kind }) => kind === 'bytes' || kind === 'int');
}

interface Place {
  readonly at: number;
  readonly path: string;
}

function placesIn(hex: string, wanted: (item: CborItem) => boolean): readonly Place[] {
  const found: Place[] = [];
  const walk = (item: CborItem, path: readonly number[]): void => {
    if (wanted(item))
      for (let at = item.start; at < item.end; at += 1) found.push({ at, path: path.join('/') });
    if (item.kind === 'array') item.items.forEach((part, index) => walk(part, [...path, index]));
    if (item.kind === 'tag') walk(item.content, path);
  };
  const scanned = scanCbor(hexBytes(hex));
  if (scanned.ok) walk(scanned.value, []);
  return found;
}

function withByteFlipped(hex: string, at: number): string {
  const bytes = hexBytes(hex);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return toHex(bytes);
}

function same(left: OrderTerms, right: OrderTerms): boolean {
  return isDeepStrictEqual(left, right);
}

function asset(text: string): AssetId {
  const id = parseAssetId(text);
  if (id === undefined) throw new Error(`no asset: ${text}`);
  return id;
}
