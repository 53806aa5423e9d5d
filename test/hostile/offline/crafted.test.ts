import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import { bundleText, readOfflineBundle } from '../../../src-main/offline/bundle.ts';
import { judgeOffline } from '../../../src-main/offline/judge.ts';
import { readPng } from '../../../src-main/offline/ur/png.ts';
import { concatBytes } from '../../../src-main/cardano/hex.ts';
import { hashOf } from '../../support/good-bundle.ts';
import { goodTrade, myAddress, writeDraft } from '../../support/good-trade.ts';
import { goodBundle, offlineGrounds } from '../../support/offline-bundle.ts';
import { must } from '../../support/trader.ts';

/** Generous for a slow machine: without the bounds, each takes minutes, in the process that holds the keys. */
const PATIENCE_MS = 60_000;

function took(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

describe('what is made to be long work', () => {
  it('an agreement of megabytes is hashed once, however many transactions rest on it', () => {
    const trade = goodTrade('ada', 1);
    const { agreement } = goodBundle({}, trade);
    const [first] = agreement.transactions;
    if (!first) throw new Error('an agreement has a transaction');
    const name = (at: number): AssetId => `${'7e'.repeat(28)}${at.toString(16).padStart(64, '0')}` as AssetId;
    const gone = new Map(Array.from({ length: 900 }, (_, at) => [name(at), 10n ** 30n]));
    const bounds = { ...first.bounds, gone };
    const places = Array.from({ length: 40 }, (_, at) => at);
    const text = bundleText(
      goodBundle({
        agreement: { ...agreement, transactions: places.map(() => ({ ...first, bounds })), whole: bounds },
        transactions: places.map((at) => ({ at, cbor: trade.input.cbor })),
      }),
    );
    expect(text.length).toBeGreaterThan(5_000_000);
    const spent = took(() => {
      expect(judgeOffline(must(readOfflineBundle(text)), offlineGrounds()).verdict).toBe('block');
    });
    expect(spent).toBeLessThan(PATIENCE_MS);
  });

  it('a parent that hundreds of inputs spend is read once', () => {
    const parent = writeDraft({
      inputs: [`${'01'.repeat(32)}#0`],
      outputs: Array.from({ length: 230 }, () => ({
        address: myAddress,
        value: new Map([[ADA, 2_000_000n]]),
      })),
      fee: 200_000n,
      requiredSigners: [],
    });
    const { draft } = goodTrade();
    const cbor = writeDraft({
      ...draft,
      inputs: Array.from({ length: 230 }, (_, at) => `${hashOf(parent)}#${at}`),
    });
    const places = Array.from({ length: 60 }, (_, at) => at);
    const bundle = goodBundle({
      parents: [parent],
      transactions: places.map((at) => ({ at, cbor })),
    });
    const spent = took(() => {
      expect(judgeOffline(bundle, offlineGrounds()).verdict).toBe('block');
    });
    expect(spent).toBeLessThan(PATIENCE_MS);
  });

  it('a picture of hundreds of thousands of empty pieces is read, or refused in words', () => {
    const chunk = (name: string, data: Uint8Array): Uint8Array => {
      const whole = Buffer.alloc(12 + data.length);
      whole.writeUInt32BE(data.length, 0);
      whole.write(name, 4);
      whole.set(data, 8);
      whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
      return whole;
    };
    const header = Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0);
    const empty = Buffer.alloc(12 * 400_000, chunk('IDAT', new Uint8Array(0)));
    const png = concatBytes(
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
      chunk('IHDR', header),
      empty,
      chunk('IDAT', deflateSync(new Uint8Array(2))),
      chunk('IEND', new Uint8Array(0)),
    );
    expect(readPng(png)).toMatchObject({ ok: true, value: { width: 1, height: 1 } });
  });
});
