import * as CSL from '@emurgo/cardano-serialization-lib-nodejs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ADA, type AssetId } from '#domain/asset.ts';
import {
  addressOf,
  formatAddress,
  parseAddress,
  parseAddressBytes,
  type Credential,
} from '../../../src-main/cardano/address.ts';
import { duplicateKey, itemIdentity, scanCbor } from '../../../src-main/cardano/cbor-scanner.ts';
import { cborInt } from '../../../src-main/cardano/cbor-writer.ts';
import { fromHex, toHex } from '../../../src-main/cardano/hex.ts';
import {
  decodeOrderDatum,
  encodeOrderDatum,
  type OrderDatum,
} from '../../../src-main/practice/orders/datum.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import {
  encodeWitnessSet,
  parseWitnessSet,
  sameButSignatures,
  spliceWitnesses,
} from '../../../src-main/cardano/witness.ts';
import { goodTrade } from '../../support/good-trade.ts';

const hex = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(toHex);
const upTo = (bytes: number) => fc.uint8Array({ maxLength: bytes }).map(toHex);
const uint64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
const asset = fc.oneof(
  fc.constant(ADA),
  fc.tuple(hex(28), upTo(32)).map(([policy, name]) => (policy + name) as AssetId),
);
const credential: fc.Arbitrary<Credential> = fc.record({
  kind: fc.constantFrom('key', 'script'),
  hash: hex(28),
});
const settings = { seed: 42, numRuns: 1_000 };

describe('the scanner', () => {
  it('never throws, and what it reads fills the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const scanned = scanCbor(bytes);
        if (!scanned.ok) return;
        expect([scanned.value.start, scanned.value.end]).toEqual([0, bytes.length]);
        expect(typeof itemIdentity(scanned.value)).toBe('string');
        duplicateKey(scanned.value);
      }),
      { ...settings, numRuns: 5_000 },
    );
  });

  it('reads every integer that can be written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(1n << 64n), max: (1n << 64n) - 1n }), (value) => {
        expect(scanCbor(cborInt(value))).toMatchObject({ ok: true, value: { kind: 'int', value } });
      }),
      settings,
    );
  });
});

describe('addresses', () => {
  it('come back from their text and bytes as they were', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0 as const, 1 as const),
        credential,
        fc.option(credential, { nil: undefined }),
        (network, payment, stake) => {
          const address = addressOf(network, payment, stake);
          const text = formatAddress(address);
          expect(parseAddress(text)).toEqual({ ok: true, value: address });
          expect(CSL.Address.from_bech32(text).to_hex()).toBe(address.hex);
        },
      ),
      settings,
    );
  });

  it('are refused or kept byte for byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const parsed = parseAddressBytes(bytes);
        if (parsed.ok) expect(parsed.value.hex).toBe(toHex(bytes));
      }),
      { ...settings, numRuns: 5_000 },
    );
  });
});

describe('order datums', () => {
  const order: fc.Arbitrary<OrderDatum> = fc.record({
    ownerPaymentKeyHash: hex(28),
    ownerStakeKeyHash: fc.option(hex(28), { nil: undefined }),
    wanted: asset,
    minimumReceived: uint64,
    batcherFee: uint64,
    deposit: uint64,
    route: upTo(64),
  });

  it('come back as they were, and CSL reads the same data', () => {
    fc.assert(
      fc.property(order, (datum) => {
        const written = encodeOrderDatum(datum);
        expect(decodeOrderDatum(written)).toEqual({ ok: true, value: datum });
        expect(CSL.PlutusData.from_hex(written).as_constr_plutus_data()?.data().len()).toBe(8);
      }),
      settings,
    );
  });

  it('are refused, never thrown at, when they are anything else', () => {
    fc.assert(
      fc.property(upTo(120), (anything) => {
        const read = decodeOrderDatum(anything);
        if (read.ok) expect(decodeOrderDatum(encodeOrderDatum(read.value))).toEqual(read);
      }),
      settings,
    );
  });
});

describe('signatures', () => {
  const witness = fc.record({ publicKey: hex(32), signature: hex(64) });

  it('come back from a witness set, tagged or not', () => {
    fc.assert(
      fc.property(fc.array(witness, { minLength: 1, maxLength: 30 }), fc.boolean(), (witnesses, tagged) => {
        const parsed = parseWitnessSet(encodeWitnessSet(witnesses, tagged));
        expect(
          parsed.ok && parsed.value.map(({ publicKey, signature }) => ({ publicKey, signature })),
        ).toEqual(witnesses);
      }),
      { ...settings, numRuns: 300 },
    );
  });

  it('go into a transaction once each and change nothing else', () => {
    const { cbor } = goodTrade().input;
    const before = decodeTransaction(cbor);
    if (!before.ok) throw new Error(before.failure);
    fc.assert(
      fc.property(fc.array(witness, { maxLength: 30 }), (witnesses) => {
        const spliced = spliceWitnesses(cbor, [...witnesses, ...witnesses]);
        const after = spliced.ok ? decodeTransaction(spliced.value) : spliced;
        if (!after.ok) throw new Error(after.failure);
        expect(sameButSignatures(before.value, after.value)).toBe(true);
        expect(after.value.witnesses.vkeys).toHaveLength(
          new Set(witnesses.map((one) => one.publicKey + one.signature)).size,
        );
      }),
      { ...settings, numRuns: 300 },
    );
  });
});

describe('the decoder of transactions', () => {
  const { cbor } = goodTrade().input;

  it('never throws on arbitrary or damaged bytes, and keeps what it reads', () => {
    const damaged = fc
      .tuple(fc.nat({ max: cbor.length / 2 - 1 }), fc.uint8Array({ minLength: 1, maxLength: 4 }))
      .map(([at, bytes]) => cbor.slice(0, 2 * at) + toHex(bytes) + cbor.slice(2 * (at + bytes.length)));
    fc.assert(
      fc.property(fc.oneof(damaged, upTo(300), fc.string()), (text) => {
        const decoded = decodeTransaction(text);
        if (!decoded.ok) return;
        expect(toHex(decoded.value.bytes)).toBe(text.toLowerCase());
        expect(decoded.value.bodyHash).toHaveLength(64);
      }),
      { ...settings, numRuns: 5_000 },
    );
  });

  it('takes hexadecimal in either case and nothing else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(fromHex(text) !== undefined).toBe(/^([0-9a-f]{2})*$/i.test(text));
      }),
      settings,
    );
  });
});
